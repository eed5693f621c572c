"""The ranges after real acts, and the charts."""

import pytest

from pokermasa.notation import uci
from pokermasa.ranges import ChartError, Reading, chart, read_acts
from pokermasa.ranges.tree import CALL, FOLD, RAISE
from pokermasa.rules import Blinds, Dealer, PastAct, Situation, StackIndex
from tests.cases import each


def acts(*arguments: str, stacks: tuple[int, ...] = (200,) * 6, rules: str = "tda") -> Reading:
    """Return the ranges after acts at blinds 1 and 2. Stack 0 has the button."""
    situation = Situation(Dealer.start(list(stacks), 0, Blinds(1, 2), rules))
    opening, past = situation.dealer, []
    for word in arguments:
        move = situation.move(uci.read(word))
        past.append(PastAct.from_move(move))
        situation = move.situation_after
    return read_acts(opening, past)


def test_a_raise_of_the_button_leaves_the_range_of_its_chart() -> None:
    reading = acts("FO", "FO", "FO", "RR5", "FO", "CA")
    assert reading.is_near
    assert reading.range(StackIndex(0)) == chart("BTN").range(RAISE)
    assert reading.range(StackIndex(2)) == chart("BB", "BTN").range(CALL)
    assert set(reading.weights) == {0, 2}


def test_a_caller_of_a_reraise_is_the_one_of_the_tables() -> None:
    """The cutoff raises, the button re-raises, the cutoff calls."""
    reading = acts("FO", "FO", "RR5", "RR16", "FO", "FO", "CA")
    assert reading.is_near
    assert reading.range(StackIndex(5)) == chart("CO", "BTN").range(CALL)
    assert reading.range(StackIndex(0)) == chart("BTN", "CO").range(RAISE)


def test_an_odd_size_reads_as_the_usual_one() -> None:
    usual = acts("FO", "FO", "FO", "RR5", "FO", "CA")
    odd = acts("FO", "FO", "FO", "RR7", "FO", "CA")
    assert odd.range(StackIndex(0)) == usual.range(StackIndex(0))
    assert odd.is_near


@each(
    "words", [("CA", "FO", "FO", "RR10", "FO", "FO", "CA"), ("RR5", "CA", "CA", "CA", "FO", "FO")]
)
def test_a_story_that_the_tables_lack_says_so(words: tuple[str, ...]) -> None:
    reading = acts(*words)
    assert not reading.is_near
    assert all(weights.max() > 0 for weights in reading.weights.values())


def test_the_depth_is_what_the_two_largest_stacks_can_lose() -> None:
    assert acts("RR5", "FO", "FO", "FO", "FO", "CA", stacks=(80,) * 6).table.spec.depth == 40
    deep = (200, 200, 200, 40, 200, 200)
    arguments = ("RR5", "FO", "FO", "FO", "FO", "CA")
    assert acts(*arguments, stacks=deep).table.spec.depth == 20


def test_two_players_with_the_big_blind_on_the_button_are_the_blinds_of_a_larger_table() -> None:
    other = acts("RR6", "CA", stacks=(200, 200), rules="masa")
    assert other.table.spec.seats == 9
    usual = acts("RR5", "CA", stacks=(200, 200))
    assert usual.table.spec.seats == 2


@each(
    ("names", "options", "words"),
    [
        (("XX",), {}, "no position of 6 players: UTG"),
        (("BB",), {}, "big blind acts after a raise"),
        (("CO", "CO"), {}, "against itself"),
        (("CO", "BTN"), {"raises": 1}, "not CO's turn"),
        (("UTG+2",), {"players": 3}, "no position of 3 players"),
        (("BTN",), {"players": 10}, "2 to 9 players"),
        (("BTN",), {"depth": 0}, "depth"),
        (("BTN",), {"raises": 2}, "the player who raised"),
    ],
)
def test_a_chart_that_cannot_be_is_refused(
    names: tuple[str, ...], options: dict[str, int], words: str
) -> None:
    with pytest.raises(ChartError, match=words):
        chart(*names, **options)  # type: ignore[arg-type]


def test_the_acts_of_a_chart_add_up() -> None:
    found = chart("BB", "BTN")
    assert sum(found.percent(act) for act in found.acts) == pytest.approx(100, abs=3)
    assert found.percent(FOLD) > 0
