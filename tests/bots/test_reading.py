"""Tests of reading ranges from the earlier acts of each opponent."""

from typing import Any

import numpy as np
import pytest

from pokermasa.bots.house.opponent import Opponent
from pokermasa.bots.house.reading import Reading
from pokermasa.cards import read_cards
from pokermasa.equity.against import combo_of
from pokermasa.rules import StackIndex
from tests.bots.spots import view_after


def reading(acts: str, hands: list[str], opponent: Any = None, **options: Any) -> Reading:
    view = view_after(acts, hands, **options)
    opponents: Any = {index: opponent or Opponent() for index in range(len(hands))}
    found = Reading(view, opponents)
    found.follow(view)
    return found


def weight(found: Reading, index: int, cards: str) -> Any:
    return found.ranges[StackIndex(index)][combo_of(*[card.number for card in read_cards(cards)])]


@pytest.mark.statement("S004-27")
def test_visible_cards_are_not_in_an_opponents_range() -> None:
    found = reading("CA CA CH", ["As Kd", None, None], viewer=0)
    for cards in ("As 3c", "Kd 3c", "2c 3c", "7d 3c"):
        assert weight(found, 1, cards) == 0
    assert weight(found, 1, "3d 3c") > 0
    assert found.ranges[StackIndex(1)].sum() == pytest.approx(1)


@pytest.mark.statement("S004-27")
def test_a_raise_makes_strong_hands_more_probable() -> None:
    called = reading("CA", [None, "As Kd", None])
    raised = reading("RR6", [None, "As Kd", None])
    for strong, weak in (("Qs Qh", "7c 2d"), ("Ac Qc", "9h 4d")):
        ratio = weight(raised, 0, strong) / weight(raised, 0, weak)
        assert ratio > 3 * weight(called, 0, strong) / weight(called, 0, weak)


@pytest.mark.statement("S004-27")
def test_every_further_raise_narrows_the_range() -> None:
    hands = [None, "As Kd"]
    board = "2c 7d 9h Js Qd"
    before, after = (
        reading(acts, hands, board=board, viewer=1)
        for acts in ("CA CH CH RR4", "CA CH CH RR4 RR12 RR40")
    )
    strong, weak = "9c 9d", "Kc 5h"
    odds = [weight(each, 0, strong) / weight(each, 0, weak) for each in (before, after)]
    assert odds[1] > 2 * odds[0]


def test_a_folded_player_has_no_range() -> None:
    assert reading("FO", [None, "As Kd", None]).ranges.keys() == {2}


def test_without_acts_the_chips_show_remaining_players_and_raises() -> None:
    view = view_after("RR6 FO", [None, None, "As Kd"])._replace(past=())
    found = Reading(view, {0: Opponent(), 1: Opponent()})  # type: ignore[dict-item]  # plain numbers
    found.follow(view)
    assert found.ranges.keys() == {0}
    assert found.raises == 1


def test_incremental_reading_equals_reading_from_the_start() -> None:
    hands, options = ["As Kd", None], {"viewer": 0}
    acts = "CA RR6 CA CH RR6 CA"
    anew = reading(acts, hands, **options)
    early = view_after("CA RR6", hands, **options)
    on = Reading(early, {1: Opponent()})  # type: ignore[dict-item]  # plain numbers
    on.follow(early)
    late = view_after(acts, hands, **options)
    assert on.is_of(late)
    on.follow(late)
    assert np.allclose(on.ranges[StackIndex(1)], anew.ranges[StackIndex(1)])
    assert not on.is_of(view_after("CA CH", hands, **options))


def test_acts_of_a_player_who_ignores_the_cards_do_not_change_the_range() -> None:
    liar = Opponent()
    for _ in range(50):
        liar.showed(0, likelier=0.2)
    found = reading("RR6", [None, "As Kd", None], liar)
    assert weight(found, 0, "Qs Qh") < 1.3 * weight(found, 0, "7c 2d")
