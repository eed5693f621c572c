"""The acts for the last chip in document 002, played by the house rules `classic`.

The rest of document 002 is tested in tests/features. A is the big blind of four and has put in 10;
B has raised to 30, C and D have called. So the price is 30, and a full raise is to 50.
"""

from random import Random
from typing import Any

import pytest

from pokermasa.notation import uci
from pokermasa.rules import (
    AllInCall,
    BettingRound,
    Blinds,
    Check,
    Dealer,
    HandDealer,
    IllegalAct,
    Raise,
    Refusal,
    Role,
    Showdown,
    Situation,
    View,
)
from tests.cases import each
from tests.rules.table import last_move, offers, play, refusal, show

BLINDS = Blinds(5, 10)


def deal(*stacks: int, button: int = 2, cards: HandDealer | None = None) -> Situation:
    return Situation(Dealer.start(stacks, button, BLINDS, "classic"), cards)


def facing_30(has: int, others: int = 1000) -> Situation:
    return play(deal(has, others, others, others), "RR30", "CA", "CA")


def flop(*stacks: int) -> Situation:
    return play(deal(*stacks), "CA", "CA", "CA", "CH")


# One word for the last chip


@pytest.mark.statement("S002-31")
@pytest.mark.parametrize("has", [11, 20, 29])
def test_stack_too_small_to_call_goes_all_in_or_folds(has: int) -> None:
    situation = facing_30(has)
    assert offers(situation) == "FO AA"
    move = last_move(situation, "AA")
    assert move.player_act == AllInCall()
    assert move.player_diff == (0, has, Role.NEW_ALL_IN)
    assert move.situation_after.round is BettingRound.FLOP


@pytest.mark.statement("S002-32")
def test_stack_of_exactly_the_call_sends_a_call() -> None:
    situation = facing_30(30)
    assert offers(situation) == "FO CA"
    move = last_move(situation, "CA")
    assert move.player_act.code == "CA"
    assert move.player_diff == (0, 30, Role.NEW_ALL_IN)
    assert move.situation_after.round is BettingRound.FLOP


@pytest.mark.statement("S002-33")
@each(
    ("has", "raises"),
    [(31, (31, 31)), (49, (49, 49)), (50, (50, 50)), (51, (50, 51)), (400, (50, 400))],
)
def test_stack_larger_than_the_call_bets_its_last_chip_with_a_raise(
    has: int, raises: tuple[int, int]
) -> None:
    situation = facing_30(has)
    assert "AA" not in offers(situation)
    assert situation.raises == raises
    move = last_move(situation, f"RR{has}")
    assert move.player_act == Raise(has)
    assert move.player_diff == (0, has, Role.NEW_ALL_IN)
    assert (move.after.turn_to_act, move.after.price) == (1, has)


@pytest.mark.statement("S002-13")
@each("has", range(11, 61))
def test_exactly_one_act_bets_the_last_chip(has: int) -> None:
    situation = facing_30(has)
    takes_all = []
    for word in ("AA", "CA", f"RR{has}"):
        try:
            move = situation.move(uci.read(word))
        except IllegalAct:
            continue
        if move.player_diff.new_stack == 0:
            takes_all.append(word)
    assert takes_all == ["AA" if has < 30 else "CA" if has == 30 else f"RR{has}"]


@pytest.mark.statement("S002-13", "S002-33")
def test_a_bet_of_everything_is_a_raise_from_nothing() -> None:
    situation = flop(1000, 1000, 1000, 60)
    assert situation.dealer.turn_to_act == 3
    assert refusal(situation, "AA") is Refusal.NO_ALL_IN
    assert last_move(situation, "RR50").player_diff == (0, 50, Role.NEW_ALL_IN)


@pytest.mark.statement("S002-33")
def test_a_stack_under_the_least_bet_may_still_bet_its_last_chips() -> None:
    situation = flop(1000, 1000, 1000, 17)
    assert situation.raises == (7, 7)
    assert last_move(situation, "RR7").after.price == 7


@pytest.mark.statement("S002-13")
@each("seed", range(100))
def test_classic_differs_from_masa_only_in_the_act_for_the_last_chip(seed: int) -> None:
    """The same hand is played in both houses, each with its own act for the last chip."""
    dice = Random(seed)
    stacks = [dice.randint(1, 60) for _ in range(dice.randint(2, 6))]
    blinds = Blinds(2, 4, ante=dice.randint(0, 1))
    here, there = [Situation(Dealer.start(stacks, 0, blinds, name)) for name in ("classic", "masa")]
    while not there.end:
        act = uci.write(dice.choice(there.possible_acts))
        here, there = play(here, in_classic_words(act, there)), play(there, act)
        assert chips(here) == chips(there)
    assert here.end


def in_classic_words(act: str, situation: Situation) -> str:
    """Return the act of `classic` that has the same effect as an act of `masa`."""
    total, price = situation.legal.total, situation.legal.price
    if act != "AA" or total < price:
        return act
    return "CA" if total == price else f"RR{total}"


def chips(situation: Situation) -> Any:
    dealer = situation.dealer
    stacks = [stack[:3] for stack in dealer.stacks]
    return dealer.round, dealer.turn_to_act, dealer.running_pot, dealer.side_pots, stacks


# The effect of an all-in on players who have acted


def test_a_last_chip_under_a_full_raise_does_not_reopen_the_betting() -> None:
    situation = play(facing_30(49), "RR49")
    assert (situation.dealer.turn_to_act, offers(situation)) == (1, "FO CA")
    assert refusal(situation, "RR69") is Refusal.NO_RAISE


def test_a_last_chip_that_makes_a_full_raise_reopens_it() -> None:
    assert play(facing_30(50), "RR50").raises == (70, 1000)


def test_last_chips_that_add_up_to_a_full_raise_reopen_it() -> None:
    # A makes it 100, a raise of 90; C is all in for 60 more, D for another 30.
    situation = play(deal(1000, 1000, 160, 190, button=1), "RR100", "CA", "RR160", "RR190")
    assert (situation.dealer.turn_to_act, situation.raises) == (0, (280, 1000))


# Refusals: a code, and nothing has changed (checked by `refusal`)


@each(
    ("has", "act", "code"),
    [
        (20, "CH", Refusal.MUST_CALL_OR_FOLD),
        (20, "CA", Refusal.USE_ALL_IN),
        (20, "RR20", Refusal.USE_ALL_IN),
        (20, "RR15", Refusal.TOO_SMALL),
        (20, "RR50", Refusal.TOO_LARGE),
        (20, "AA19", Refusal.WRONG_AMOUNT),
        (30, "AA", Refusal.NO_ALL_IN),
        (30, "RR30", Refusal.TOO_SMALL),
        (30, "RR31", Refusal.TOO_LARGE),
        (40, "AA", Refusal.NO_ALL_IN),
        (40, "RR30", Refusal.TOO_SMALL),
        (40, "RR39", Refusal.TOO_SMALL),
        (40, "RR41", Refusal.TOO_LARGE),
        (500, "AA", Refusal.NO_ALL_IN),
        (500, "CH", Refusal.MUST_CALL_OR_FOLD),
        (500, "RR49", Refusal.TOO_SMALL),
        (500, "RR501", Refusal.TOO_LARGE),
        (500, "PR1", Refusal.WRONG_AMOUNT),
        (500, "AC", Refusal.NOT_SENT),
        (500, "AH", Refusal.NOT_SENT),
        (500, "AF", Refusal.NOT_SENT),
    ],
)
def test_any_other_act_is_refused(has: int, act: str, code: Refusal) -> None:
    assert refusal(facing_30(has), act) is code


def test_there_is_nothing_to_call_without_a_bet() -> None:
    assert refusal(flop(1000, 1000, 1000, 1000), "CA") is Refusal.NOTHING_TO_CALL


def test_no_raise_is_legal_if_no_opponent_can_put_in_more() -> None:
    situation = play(deal(1000, 25, 30, button=0), "RR20", "FO", "RR30")
    assert situation.dealer.turn_to_act == 0
    assert offers(situation) == "FO CA"
    assert refusal(situation, "RR50") is Refusal.NOBODY_TO_RAISE
    assert refusal(situation, "AA") is Refusal.NO_ALL_IN


def test_a_raise_is_to_a_whole_number_of_chips() -> None:
    situation = facing_30(500)
    before = show(situation)
    with pytest.raises(IllegalAct) as refused:
        situation.move(Raise(60.5))  # type: ignore[arg-type]  # wrong on purpose
    assert refused.value.code is Refusal.NOT_WHOLE
    assert show(situation) == before


def test_no_act_is_legal_after_the_end_of_the_hand() -> None:
    over = play(deal(100, 100, button=0), "FO")
    assert over.possible_acts == ()
    for act in ("FO", "CH", "CA", "AA", "RR40"):
        assert refusal(over, act) is Refusal.HAND_OVER


# The view of an all-in player


@pytest.mark.statement("S002-35")
@pytest.mark.parametrize(("rules", "acts"), [("classic", (Check(),)), ("masa", ())])
def test_only_classic_offers_an_all_in_player_a_check(rules: str, acts: tuple[Check]) -> None:
    situation = play(Dealer.start([8, 100, 100, 100], 1, BLINDS, rules), "AA", "CA", "CA", "CH")
    assert situation.dealer.turn_to_act == 2
    assert View.from_situation(situation, viewer=0).acts == acts
    assert View.from_situation(situation, viewer=1).acts == ()


@pytest.mark.statement("S002-35")
def test_all_in_player_has_no_acts_after_the_end_of_the_hand() -> None:
    over = play(deal(100, 40, button=1), "RR100", "AA")
    assert over.end
    assert View.from_situation(over, viewer=1).acts == ()


KINGS_UP = HandDealer(["Kc Kd", "Qc Qd", "Jd Jh"], "Kh Qh Jc 6s 4s")  # A beats B beats C


def test_every_remaining_hand_is_shown_after_an_all_in() -> None:
    end = last_move(deal(1000, 1000, 8, cards=KINGS_UP), "AA", "CA", "CH", *("CH", "CH") * 3)
    assert isinstance(end.dealer_act, Showdown)
    assert end.dealer_act.must_show == {0, 1, 2}


@pytest.mark.statement("S002-54")
def test_every_player_who_has_not_folded_shows_at_the_end() -> None:
    to_river = ("CA", "CA", "CH") + 2 * ("CH", "CH", "CH")
    end = last_move(deal(1000, 1000, 1000, cards=KINGS_UP), *to_river, "RR20", "CA", "CA")
    assert end.dealer_act.order == (0, 1, 2)
    assert end.dealer_act.must_show == {0, 1, 2}
    for viewer in (None, 0, 1, 2):
        seen = View.from_situation(end.situation_after, viewer).players
        assert [player.cards for player in seen] == list(KINGS_UP.hands)


@pytest.mark.statement("S002-54")
def test_folded_players_do_not_show() -> None:
    to_river = ("CA", "CA", "CH") + 2 * ("CH", "CH", "CH")
    end = last_move(deal(1000, 1000, 1000, cards=KINGS_UP), *to_river, "RR20", "FO", "CA")
    seen = View.from_situation(end.situation_after, viewer=None).players
    assert [player.index for player in seen if player.cards] == [0, 2]
    alone = play(deal(1000, 1000, 1000, cards=KINGS_UP), "FO", "FO")
    assert not any(player.cards for player in View.from_situation(alone, viewer=None).players)
