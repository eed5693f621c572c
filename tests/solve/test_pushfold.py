"""Push or fold: the result is an equilibrium."""

import itertools

import pytest

from pokermasa.solve import SolveError
from pokermasa.solve.pushfold import push_or_fold
from tests.cases import each


@each("stack", [1.5, 3, 8, 20, 60])
def test_no_hand_class_gains_by_deviating(stack: float) -> None:
    """Every class that is pushed gains by pushing, and every class that is folded would lose."""
    found = push_or_fold(stack)
    assert sum(found.gains) <= 1e-4
    assert (found.push_worth[found.push > 0.99] > -1e-3).all()
    assert (found.push_worth[found.push < 0.01] < 1e-3).all()
    assert (found.call_worth[found.call > 0.99] > -1e-2).all()


def test_shorter_stacks_push_and_call_wider() -> None:
    sizes = [[part.percent for part in push_or_fold(stack).ranges] for stack in (4, 8, 16, 32)]
    assert all(a[0] > b[0] and a[1] > b[1] for a, b in itertools.pairwise(sizes))


@pytest.mark.parametrize(("stack", "blind", "ante"), [(1, 0.5, 0), (10, 2, 0), (10, 0.5, -1)])
def test_invalid_chips_are_refused(stack: int, blind: float, ante: int) -> None:
    with pytest.raises(SolveError):
        push_or_fold(stack, blind, ante)
