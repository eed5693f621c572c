"""All in or fold: the answer is an equilibrium."""

import itertools

import pytest

from pokermasa.solve import SolveError
from pokermasa.solve.pushfold import push_or_fold
from tests.cases import each


@each("stack", [1.5, 3, 8, 20, 60])
def test_nobody_gains_by_anything_else(stack: float) -> None:
    """Every single class that is pushed is worth it, and every one that is folded is not."""
    found = push_or_fold(stack)
    assert sum(found.gains) <= 1e-4
    assert (found.push_worth[found.push > 0.99] > -1e-3).all()
    assert (found.push_worth[found.push < 0.01] < 1e-3).all()
    assert (found.call_worth[found.call > 0.99] > -1e-2).all()


def test_with_fewer_chips_more_is_pushed_and_called() -> None:
    sizes = [[part.percent for part in push_or_fold(stack).ranges] for stack in (4, 8, 16, 32)]
    assert all(a[0] > b[0] and a[1] > b[1] for a, b in itertools.pairwise(sizes))


@pytest.mark.parametrize(("stack", "blind", "ante"), [(1, 0.5, 0), (10, 2, 0), (10, 0.5, -1)])
def test_chips_that_cannot_be(stack: int, blind: float, ante: int) -> None:
    with pytest.raises(SolveError):
        push_or_fold(stack, blind, ante)
