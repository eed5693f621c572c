"""The file of the preflop tables, and what the shipped one says."""

import numpy as np
import pytest

from pokermasa.ranges import chart, tables
from pokermasa.ranges.table import LOSSES, PARTS, BadPreflopTables, GameTable, nearest, read, write
from pokermasa.ranges.tree import FOLD, Spec, build
from tests.cases import each


def test_a_file_is_read_as_it_was_written() -> None:
    spec = Spec(2, 100.0)
    count = len(build(spec)) - 1
    random = np.random.default_rng(1)
    parts = random.integers(0, PARTS + 1, (count, 169)).astype(np.uint8)
    steps = random.integers(0, len(LOSSES), (count, 169)).astype(np.uint8)
    (found,) = read(write([GameTable(spec, {"iterations": 7}, parts, steps)]))
    assert (found.spec, found.made) == (spec, {"iterations": 7})
    assert np.array_equal(found.parts, parts)
    assert np.array_equal(found.steps, steps)


def test_a_damaged_file_is_refused() -> None:
    whole = write(tables()[1:2])
    for place in (0, 30, len(whole) // 2, len(whole) - 1):
        with pytest.raises(BadPreflopTables):
            read(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
    with pytest.raises(BadPreflopTables):
        read(whole[:-5])


def test_frequencies_of_a_decision_add_up_to_one_and_the_best_act_loses_nothing() -> None:
    for table in tables():
        for node in table.nodes:
            if node.children:
                total = sum(table.frequency(child) for child in node.children.values())
                assert np.abs(total - 1).max() <= 2 / PARTS
                losses = [table.loss(child) for child in node.children.values()]
                assert np.min(losses, axis=0).max() == 0


def test_aces_are_not_folded_to_a_raise() -> None:
    for table in tables():
        for node in table.nodes:
            is_choice = FOLD in node.children and len(node.children) > 1
            if is_choice and node.state.raises < 2:
                assert table.frequency(node.children[FOLD])[0] < 0.5, node.path


def test_the_tables_have_deep_and_short_stacks_of_two_and_of_many_players() -> None:
    for seats in (2, 9):
        for depth in (20, 40, 100):
            assert nearest(seats, depth).spec == Spec(seats, depth)
            assert nearest(seats, depth).made["exploitability"] > 0


KNOWN = [
    (("UTG", None), {}, 15, 20),
    (("CO", None), {}, 25, 31),
    (("BTN", None), {}, 40, 52),
    (("BB", "BTN"), {}, 40, 65),
    (("BTN", None), {"players": 2}, 78, 100),
]


@each(("names", "options", "least", "most"), KNOWN)
def test_frequencies_are_near_those_of_strong_players(
    names: tuple[str, str | None], options: dict[str, int], least: float, most: float
) -> None:
    """The page docs/study.md lists where the tables lie outside, and why."""
    played = 100 - chart(*names, **options).percent(FOLD)  # type: ignore[arg-type]
    assert 0.8 * least <= played <= 1.2 * most
