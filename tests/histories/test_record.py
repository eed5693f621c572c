"""Histories of hands that were played here."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokermasa.histories import ohh, phh, pokerstars
from pokermasa.histories.history import (
    CHECK_OR_CALL,
    UNKNOWN,
    Acted,
    History,
    HistoryError,
    HoleDealt,
    Shown,
)
from pokermasa.histories.record import record
from pokermasa.histories.replay import last_scene, result
from pokermasa.histories.stats import Stats
from pokermasa.notation import uci
from pokermasa.rules import Blinds, Fold, HandDealer, HouseRules, IllegalAct, Post
from tests.cases import each
from tests.histories.playing import HOUSES, play

CARDS = HandDealer(["Kd Kc", "7s 2h", "As Qh"], "Ah 7c 2d 9s 4h")


def recorded(text: str, cards: HandDealer = CARDS, **more: Any) -> History:
    acts = [uci.read(word) for word in text.split()]
    return record([200, 200, 60], 0, Blinds(1, 2), cards, acts, **more)


def test_an_unfinished_hand_has_a_history() -> None:
    history = recorded("RR6 FO CA")
    assert len(history.board) == 3
    assert result(history) is None
    assert "finishing_stacks" not in history.fields
    assert last_scene(history).situation.dealer.turn_to_act == 2


def test_an_illegal_act_is_refused() -> None:
    with pytest.raises(IllegalAct):
        recorded("RR3")


def test_a_hand_with_an_unknown_board_is_refused() -> None:
    with pytest.raises(ValueError, match="ends after 0 cards"):
        recorded("RR6 FO CA", HandDealer(["Kd Kc", "7s 2h", "As Qh"]))


def test_only_the_given_cards_are_in_the_history() -> None:
    """Ann lost and may not see the hand that folded."""
    seen = HandDealer(["Kd Kc", None, None], CARDS.board)
    history = recorded("RR6 FO FO", seen)
    assert [step.cards for step in history.story if isinstance(step, HoleDealt)].count(UNKNOWN) == 2
    assert result(history).net == (3, -1, -2)


def test_posts_may_be_a_mapping_by_stack() -> None:
    by_stack = recorded("RR8 FO FO", posts={1: Post(1), 2: Post(2)})
    assert by_stack.posts == (Post(), Post(1), Post(2))
    assert result(by_stack).net == (3, -1, -2)


def test_a_player_who_need_not_show_mucks() -> None:
    history = recorded("CA CA CH CH CH CH CH CH CH CH CH CH")
    shows = {step.stack: step.cards for step in history.story if isinstance(step, Shown)}
    assert shows == {1: CARDS.hands[1], 2: None, 0: None}  # two pair are shown first
    assert history.fields["finishing_stacks"] == list(result(history).stacks)


@given(st.integers(0, 10**9), st.sampled_from(list(HOUSES)))
def test_moves_and_acts_give_the_same_history(seed: int, house: str) -> None:
    played = play(seed, house)
    history = played.history
    again = record(
        history.stacks,
        history.button,
        history.blinds,
        played.end.hand_dealer,
        [move.player_act for move in played.moves],
        rules=history.rules,
        posts=history.posts,
        bets=history.bets,
        names=history.names,
        fields={"hand": seed},
    )
    assert again == history
    acts = [step for step in history.story if isinstance(step, Acted)]
    assert [step.stack for step in acts] == [move.before.turn_to_act for move in played.moves]
    assert result(history).stacks == played.end.outcome.winners.stacks


def test_a_recorded_hand_is_read_back_as_it_was() -> None:
    for seed in range(30):
        text = phh.write(play(seed, "tda").history)
        assert phh.write(phh.read(text)) == text


def test_a_call_of_a_short_posted_big_blind_is_read_back_as_a_call() -> None:
    """PHH readers take the largest post as the price, so the first call is written
    as a late post."""
    cards = HandDealer(["Kd Kc", "7s 2h", "As Qh", "8c 8d"], "Ah 7c 2d 9s 4h")
    acts = [uci.read(word) for word in ("CA", "FO", "FO")]
    hand = record([200, 200, 1, 200], 0, Blinds(1, 2), cards, acts, rules="tda", names="ABCD")
    text = phh.write(hand)
    assert "blinds_or_straddles = [1, 2, -2, 0]" in text
    assert "_called = 'p3'" in text
    back = phh.read(text)
    assert result(back).net == (-1, 2, -1, 0)
    as_pokerstars = pokerstars.write(back)
    assert "D: calls 2\n" in as_pokerstars
    assert "D: posts" not in as_pokerstars
    assert result(pokerstars.read(as_pokerstars)) == result(back)
    for wrong in ("'p1'", "'p4'", "3", "'p9'"):
        with pytest.raises(HistoryError, match="_called: expected who has the late post"):
            phh.read(text.replace("_called = 'p3'", f"_called = {wrong}"))


def test_a_call_that_a_late_post_covers_is_read_back_as_a_call() -> None:
    """Nobody has more to put in than the late post. PHH readers give the caller no turn, so the
    act is not among the actions, and a field of ours holds its position."""
    cards = HandDealer(["Kd Kc", "7s 2h", "As Qh"], "Ah 7c 2d 9s 4h")
    acts = [uci.read(word) for word in ("CA", "FO")]
    hand = record([324, 2, 1], 0, Blinds(1, 2), cards, acts, rules="tda", names="ABC")
    text = phh.write(hand)
    assert "blinds_or_straddles = [1, 2, -2]" in text
    assert "'p3 cc'" not in text
    assert "_called = 'p3'\n_called_before = 3\n" in text
    back = phh.read(text)
    assert phh.write(back) == text
    taken = [(step.stack, step.act) for step in back.story if isinstance(step, Acted)]
    assert taken == [(2, CHECK_OR_CALL), (0, Fold())]
    for wrong in ("2", "12", "'3'", "true", "3.0"):
        with pytest.raises(HistoryError, match="_called_before: expected 3 to 9, a place in"):
            phh.read(text.replace("_called_before = 3", f"_called_before = {wrong}"))


@each("seed", [158, 1107, 1867, 2884, *range(20)])
def test_statistics_are_the_same_from_every_format(seed: int) -> None:
    """Includes short blinds and checks that no rule asks for."""
    history = play(seed, "tda", players=Random(seed).choice((2, 3, 6, 9))).history
    by_format = {}
    for name, again in {
        "phh": phh.read(phh.write(history)),
        "pokerstars": pokerstars.read(pokerstars.write(history)),
    }.items():
        stats = Stats()
        stats.add(again)
        by_format[name] = stats.players
    stats = Stats()
    stats.add(history)
    assert by_format["phh"] == stats.players
    assert by_format["pokerstars"] == stats.players


def test_a_hand_under_rules_given_as_text_is_written_and_read_back() -> None:
    for rules in (
        HouseRules.named("tda").replace(betting="fixed limit", raise_cap=3),
        HouseRules.named("tda").replace(heads_up_button="big blind", odd_chips="dropped"),
    ):
        cards = HandDealer(["As Ah", "Kd Kc"], "2c 3c 4d 9s 9h")
        acts = [uci.read(act) for act in ("RR4", "CA", *["CH"] * 6)]
        history = record([50, 50], 0, Blinds(1, 2), cards, acts, rules=rules)
        assert phh.read(phh.write(history)).rules == rules


@pytest.mark.parametrize(("rules", "shows"), [("tda", [True, False]), ("botpoker", [True, True])])
def test_hands_that_must_be_shown_are_shown_in_every_format(rules: str, shows: list[bool]) -> None:
    cards = HandDealer(["7c 2d", "As Ad"], "Ah 7h 2c 9s 4h")
    acts = [uci.read(act) for act in ("CA", *["CH"] * 7)]
    history = record([200, 200], 0, Blinds(1, 2), cards, acts, rules=rules, names="AB")
    for way in (phh, ohh, pokerstars):
        again = way.read(way.write(history))
        shown = [step for step in again.story if isinstance(step, Shown)]
        assert [step.cards not in (None, UNKNOWN) for step in shown] == shows
        assert again.name(shown[0].stack) == "B"  # left of the button
        assert sorted(result(again).net) == [-2, 2]
    assert phh.read(phh.write(history)).rules == HouseRules.named(rules)


@pytest.mark.parametrize(
    "rules",
    ["classic, least_raise=any", "limit, small_blind=any", "tda, showdown=all show", "botpoker"],
)
def test_a_hand_is_read_back_with_the_same_house_rules(rules: str) -> None:
    history = record([200, 200, 60], 0, Blinds(5, 10), CARDS, [Fold(), Fold()], rules=rules)
    text = phh.write(history)
    assert phh.read(text).rules == HouseRules.named(rules)


def test_a_hand_with_blinds_its_rules_do_not_allow_can_be_replayed() -> None:
    rules = "limit, small_blind=any"
    history = record([200, 200, 60], 0, Blinds(1, 10), CARDS, [Fold(), Fold()], rules=rules)
    text = phh.write(history).replace("limit,small_blind=any", "limit")
    again = phh.read(text)
    assert again.rules == HouseRules.named("limit")
    assert sorted(result(again).net) == sorted(result(history).net) == [-1, 0, 1]
