"""Document 004's game, by the house rules `limit`: fixed limit hold'em.

Blinds are 10 and 20, so bets are 20 before and on the flop, 40 on the turn and the river. Stacks
A, B, C … are 0, 1, 2 …; the last one has the button, so that A is first after the flop.
"""

from itertools import permutations
from typing import Any

import pytest

from pokermasa.rules import (
    BettingRound,
    Blinds,
    Dealer,
    HandDealer,
    NextRound,
    Refusal,
    Role,
    Showdown,
    Situation,
    View,
)
from tests.cases import each
from tests.rules.table import last_move, moves, play, refusal

BLINDS = Blinds(10, 20)
CARDS = HandDealer(["Kc Kd", "Qc Qd", "Jd Jh"], "Kh Qh Jc 6s 4s")  # A beats B beats C
PASSIVE_PREFLOP = ("CA", "CA", "CH")  # C, A and B, the big blind
CHECKED = ("CH", "CH", "CH")
TO_ROUND = {
    BettingRound.PREFLOP: (),
    BettingRound.FLOP: PASSIVE_PREFLOP,
    BettingRound.TURN: PASSIVE_PREFLOP + CHECKED,
    BettingRound.RIVER: PASSIVE_PREFLOP + 2 * CHECKED,
}
FOUR_RAISES_PREFLOP = ("RR40", "RR60", "RR80", "RR100")


def deal(*stacks: int, blinds: Blinds = BLINDS, cards: HandDealer | None = None) -> Situation:
    return Situation(Dealer.start(stacks, len(stacks) - 1, blinds, "limit"), cards)


def three_at(round: BettingRound, *stacks: int, cards: HandDealer | None = None) -> Situation:
    """Return a dealer with three players who have come to *round* without a raise."""
    return play(deal(*stacks or (1000, 1000, 1000), cards=cards), *TO_ROUND[round])


def actions(situation: Situation) -> set[Any]:
    """Return the legal actions under the names of document 004.

    A bet is a raise from 0. A raise by a fraction of the pot counts as a raise.
    """
    raises = "bet" if situation.dealer.price == 0 else "raise"
    word = {"CH": "check", "CA": "call", "FO": "fold", "AA": "all-in"}
    return {word.get(act.code, raises) for act in situation.possible_acts}


def pots(situation: Situation) -> list[Any]:
    """Return amount and members of each pot that has chips, the main pot first."""
    dealer = situation.dealer
    return [str(pot) for pot in reversed((dealer.running_pot, *dealer.side_pots)) if pot.wager]


# Sizes


@pytest.mark.statement("S004-01", "S004-02")
@pytest.mark.parametrize("big", [2, 20, 50, 4000])
def test_the_big_blind_is_any_even_size_and_the_small_one_half_of_it(big: int) -> None:
    situation = deal(9000, 9000, 9000, blinds=Blinds.from_big_blind(big))
    assert [stack.recent_wager for stack in situation.dealer.stacks] == [big // 2, big, 0]
    assert situation.raises == (2 * big, 2 * big)


@pytest.mark.statement("S004-01")
@each(
    ("act", "code"),
    [
        ("RR20", Refusal.TOO_SMALL),
        ("RR30", Refusal.TOO_SMALL),
        ("RR39", Refusal.TOO_SMALL),
        ("RR41", Refusal.TOO_LARGE),
        ("RR60", Refusal.TOO_LARGE),
        ("RR1000", Refusal.TOO_LARGE),
        ("AA", Refusal.NO_ALL_IN),
    ],
)
def test_no_other_size_may_be_raised(act: str, code: Refusal) -> None:
    assert refusal(deal(1000, 1000, 1000), act) is code


@pytest.mark.parametrize(
    ("round", "sizes"),
    [
        pytest.param("P", (40, 60, 80, 100), marks=pytest.mark.statement("S004-03")),
        pytest.param("F", (20, 40, 60, 80, 100), marks=pytest.mark.statement("S004-03")),
        pytest.param("T", (40, 80, 120, 160, 200), marks=pytest.mark.statement("S004-04")),
        pytest.param("R", (40, 80, 120, 160, 200), marks=pytest.mark.statement("S004-04")),
    ],
)
def test_a_bet_or_raise_is_one_big_blind_and_two_on_the_turn_and_river(
    round: str, sizes: tuple[int, ...]
) -> None:
    situation = three_at(BettingRound(round))
    for size in sizes:
        assert situation.raises == (size, size)
        situation = play(situation, f"RR{size}")
    assert situation.raises is None


# Phases


@pytest.mark.statement("S004-05")
def test_two_hole_cards_then_three_one_and_one_on_the_board() -> None:
    situation = deal(1000, 1000, 1000, cards=CARDS)
    assert [len(View.from_situation(situation, i).players[i].cards) for i in range(3)] == [2, 2, 2]
    assert View.from_situation(situation, 0).board == ()
    acts = PASSIVE_PREFLOP + 3 * CHECKED
    middles = [
        str(move.dealer_act.middle)
        for move in moves(situation, *acts)
        if isinstance(move.dealer_act, NextRound)
    ]
    assert middles == ["Kh Qh Jc", "Kh Qh Jc 6s", "Kh Qh Jc 6s 4s"]


@pytest.mark.statement("S004-14")
def test_blinds_then_four_betting_rounds_each_with_its_cards_then_the_showdown() -> None:
    """The earlier steps, moving the button and dealing, are in tests/masa/test_playing.py."""
    start = deal(1000, 1000, 1000, cards=CARDS)
    assert [stack.recent_wager for stack in start.dealer.stacks] == [10, 20, 0]
    made = moves(start, *PASSIVE_PREFLOP, *3 * CHECKED)
    assert [
        (str(move.before.round), len(View.from_situation(move.situation_before, 0).board))
        for move in made
    ] == (3 * [("P", 0)] + 3 * [("F", 3)] + 3 * [("T", 4)] + 3 * [("R", 5)])
    assert isinstance(made[-1].dealer_act, Showdown)
    assert made[-1].dealer_act.winners.stacks == (1040, 980, 980)


# Actions


@pytest.mark.statement("S004-06", "S004-15")
@pytest.mark.parametrize("round", ["F", "T", "R"])
def test_without_a_bet_a_player_may_check_bet_or_fold(round: str) -> None:
    situation = three_at(BettingRound(round))
    assert actions(situation) == {"check", "bet", "fold"}
    assert refusal(situation, "CA") is Refusal.NOTHING_TO_CALL


@pytest.mark.statement("S004-07", "S004-15")
@pytest.mark.parametrize(("round", "bet"), [("P", 40), ("F", 20), ("T", 40), ("R", 40)])
def test_facing_a_bet_a_player_may_call_raise_or_fold(round: str, bet: int) -> None:
    situation = play(three_at(BettingRound(round)), f"RR{bet}")
    assert actions(situation) == {"call", "raise", "fold"}
    assert refusal(situation, "CH") is Refusal.MUST_CALL_OR_FOLD


@pytest.mark.statement("S004-07")
def test_the_blinds_are_a_bet_to_all_but_the_big_blind_who_may_check_or_raise() -> None:
    situation = deal(1000, 1000, 1000)
    assert actions(situation) == {"call", "raise", "fold"}
    option = play(situation, "CA", "CA")
    assert option.dealer.turn_to_act == 1
    assert actions(option) == {"check", "raise", "fold"}


@pytest.mark.statement("S004-09")
def test_after_a_bet_all_others_act_again_and_the_bettor_does_not() -> None:
    situation = play(three_at(BettingRound.FLOP), "CH", "CH", "RR20")
    for player in (0, 1):  # who had checked
        assert situation.dealer.turn_to_act == player
        assert actions(situation) == {"call", "raise", "fold"}
        situation = play(situation, "CA")
    assert situation.round is BettingRound.TURN


@pytest.mark.statement("S004-09")
def test_a_bettor_who_is_raised_has_the_final_option_to_call_raise_or_fold() -> None:
    situation = play(three_at(BettingRound.FLOP), "RR20", "RR40", "CA")
    assert situation.dealer.turn_to_act == 0
    assert actions(situation) == {"call", "raise", "fold"}
    assert play(situation, "CA").round is BettingRound.TURN
    assert play(situation, "FO").round is BettingRound.TURN
    raised = play(situation, "RR60")
    assert (raised.round, raised.dealer.turn_to_act) == (BettingRound.FLOP, 1)


# The cap


@pytest.mark.statement("S004-10")
@pytest.mark.parametrize("round", list(BettingRound))
def test_four_raises_a_round_and_no_more(round: BettingRound) -> None:
    situation = three_at(round)
    if round is not BettingRound.PREFLOP:
        situation = play(situation, f"RR{situation.raises[0]}")  # a bet is no raise
    for _ in range(4):
        situation = play(situation, f"RR{situation.raises[0]}")
    bet = situation.dealer.fixed_bet
    assert actions(situation) == {"call", "fold"}
    assert refusal(situation, f"RR{situation.dealer.price + bet}") is Refusal.RAISE_CAP


@pytest.mark.statement("S004-10")
def test_every_round_has_four_raises_of_its_own() -> None:
    situation = play(deal(1000, 1000, 1000), *FOUR_RAISES_PREFLOP, "CA", "CA")
    assert situation.round is BettingRound.FLOP
    assert play(situation, "RR20", "RR40", "RR60", "RR80").raises == (100, 100)


@pytest.mark.statement("S004-10")
def test_two_players_may_raise_as_often_as_they_like() -> None:
    situation = deal(9000, 9000)
    for size in range(40, 1040, 20):
        assert situation.raises == (size, size)
        situation = play(situation, f"RR{size}")
    assert situation.round is BettingRound.PREFLOP


@pytest.mark.statement("S004-10")
def test_the_cap_is_lifted_when_the_third_player_folds() -> None:
    capped = play(deal(1000, 1000, 1000), *FOUR_RAISES_PREFLOP)
    assert (capped.dealer.turn_to_act, capped.raises) == (0, None)
    three_left, two_left = play(capped, "CA"), play(capped, "FO")
    assert (three_left.dealer.turn_to_act, three_left.raises) == (1, None)
    assert (two_left.dealer.turn_to_act, two_left.raises) == (1, (120, 120))


@pytest.mark.statement("S004-10")
def test_the_cap_on_raises_stays_if_one_of_three_players_is_all_in() -> None:
    # C calls all in for 15; A and B raise each other.
    situation = play(deal(1000, 1000, 15), "CA", *FOUR_RAISES_PREFLOP)
    assert situation.dealer.stacks[2].role is Role.NEW_ALL_IN
    assert actions(situation) == {"call", "fold"}
    assert refusal(situation, "RR120") is Refusal.RAISE_CAP


# All in


@pytest.mark.statement("S004-08", "S004-11")
@pytest.mark.parametrize("has", [1, 20, 39, 40])
def test_calling_with_the_last_cash_in_part_or_in_full_is_all_in(has: int) -> None:
    situation = play(deal(1000, 1000, 1000, has), "RR40")  # A and B are the blinds
    assert actions(situation) == {"call", "fold"}
    move = last_move(situation, "CA")
    assert move.player_act.code == "CA"
    assert move.player_diff == (0, has, Role.NEW_ALL_IN)
    assert move.after.price == 40


@pytest.mark.statement("S004-08")
@each("has", [10, 40, 50, 60, 1000])
def test_all_in_is_sent_as_a_call_only(has: int) -> None:
    situation = play(deal(1000, 1000, 1000, has), "RR40")
    assert situation.dealer.turn_to_act == 3
    assert refusal(situation, "AA") is Refusal.NO_ALL_IN


@pytest.mark.statement("S004-08")
def test_stack_larger_than_the_call_but_smaller_than_a_full_raise_may_not_raise() -> None:
    situation = deal(1000, 1000, 39)
    assert actions(situation) == {"call", "fold"}
    assert refusal(situation, "RR39") is Refusal.TOO_SMALL
    assert refusal(situation, "RR40") is Refusal.TOO_LARGE
    assert play(situation, "CA").dealer.stacks[2][:3] == (Role.INVOLVED, 19, 20)


def test_a_full_raise_may_take_the_last_chip() -> None:
    assert last_move(deal(1000, 1000, 40), "RR40").player_diff == (0, 40, Role.NEW_ALL_IN)


@pytest.mark.statement("S004-12")
def test_all_in_stays_until_the_showdown_without_acting() -> None:
    situation = play(deal(1000, 1000, 15, cards=CARDS), "CA", "CA", "CH")
    for _ in range(3):
        assert situation.dealer.turn_to_act == 0
        situation = play(situation, "CH")
        assert situation.dealer.turn_to_act == 1
        situation = play(situation, "CH")
    assert isinstance(situation.outcome, Showdown)
    assert situation.outcome.order == (0, 1, 2)


@pytest.mark.statement("S004-12")
def test_when_all_are_all_in_the_board_is_dealt_out_at_once() -> None:
    end = last_move(deal(30, 20, 40, cards=CARDS), "RR40", "CA")
    assert isinstance(end.dealer_act, Showdown)
    assert len(end.dealer_act.middle.cards) == 5
    assert end.dealer_act.winners.stacks == (80, 0, 10)


# Payout


@pytest.mark.statement("S004-13")
def test_best_hand_that_is_not_all_in_wins_everything() -> None:
    end = last_move(three_at(BettingRound.RIVER, 1000, 1000, 60, cards=CARDS), "RR40", "CA", "CA")
    assert end.dealer_act.winners.stacks == (1120, 940, 0)


@pytest.mark.statement("S004-13")
def test_the_best_hand_all_in_wins_its_share_and_the_next_best_the_rest() -> None:
    cards = HandDealer(["Jd Jh", "Qc Qd", "Kc Kd"], "Kh Qh Jc 6s 4s")  # C beats B beats A
    end = last_move(three_at(BettingRound.RIVER, 1000, 1000, 50, cards=cards), "RR40", "CA", "CA")
    assert [str(pot) for pot in end.dealer_act.winners.pots] == ["20 1", "150 2"]
    assert end.dealer_act.winners.stacks == (940, 960, 150)


@pytest.mark.statement("S004-13")
@each("best_first", list(permutations(range(4))))
def test_pots_pay_as_document_004_does_from_the_best_hand_to_the_worst(
    best_first: tuple[int, ...],
) -> None:
    # C is all in for 15, D for 30; A and B put in 40; E gives up the 20 it called.
    betting = ("CA", "CA", "CA", "CA", "RR40", "CA", "FO", "CA")
    end = play(deal(1000, 1000, 15, 30, 1000), *betting, *("CH", "CH") * 3)
    assert end.end
    assert pots(end) == ["75 0 1 2 3", "50 0 1 3", "20 0 1"]
    values = [*(-best_first.index(player) for player in range(4)), None]
    paid = end.dealer.paid(end.dealer.distribute_all(values))
    won = [after - stack.stack for after, stack in zip(paid, end.dealer.stacks, strict=True)]
    assert won == paid_best_to_worst([40, 40, 15, 30, 20], best_first)


def paid_best_to_worst(put_in: list[Any], best_first: tuple[int, ...]) -> list[int]:
    """Pay a pot as document 004 describes it, from the best hand to the worst.

    Each winner takes at most the own bet from each player, out of the chips that are left. A player
    who is not all in takes everything.
    """
    left, won = list(put_in), [0] * len(put_in)
    for player in best_first:
        for index, chips in enumerate(left):
            share = min(chips, max(0, put_in[player] - (put_in[index] - chips)))
            left[index] -= share
            won[player] += share
    assert sum(left) == 0
    return won


@pytest.mark.statement("S004-13")
def test_equal_hands_share_the_pots_that_both_may_win() -> None:
    tied = HandDealer(["Ac 2d", "Ad 2c", "Ah 2h"], "Ks Kd Kc Kh 7s")
    end = last_move(three_at(BettingRound.RIVER, 1000, 1000, 50, cards=tied), "RR40", "CA", "CA")
    assert [pot.shares for pot in end.dealer_act.winners.pots] == [(10, 10), (50, 50, 50)]
    assert end.dealer_act.winners.stacks == (1000, 1000, 50)


# Short blinds


def test_a_short_big_blind_leaves_the_price_and_the_raise_as_they_are() -> None:
    situation = deal(1000, 15, 1000)
    assert situation.dealer.stacks[1].role is Role.NEW_ALL_IN
    assert situation.dealer.price == 20
    assert situation.raises == (40, 40)
    assert pots(play(situation, "CA", "CA")) == ["45 0 1 2", "10 0 2"]


def test_a_short_small_blind_is_all_in_and_plays_for_its_share() -> None:
    situation = deal(4, 1000, 1000)
    assert situation.dealer.stacks[0].role is Role.NEW_ALL_IN
    assert pots(play(situation, "RR40", "CA")) == ["12 0 1 2", "72 1 2"]


def test_with_two_players_the_button_pays_the_small_blind_and_acts_first_before_the_flop() -> None:
    situation = deal(1000, 1000)
    assert [stack.recent_wager for stack in situation.dealer.stacks] == [20, 10]
    assert situation.dealer.turn_to_act == 1
    assert play(situation, "CA", "CH").dealer.turn_to_act == 0


@pytest.mark.parametrize(("big_has", "needs_to_act"), [(20, True), (10, False), (8, False)])
def test_no_stack_has_to_call_more_than_a_short_big_blind_can_match(
    big_has: int, needs_to_act: bool
) -> None:
    situation = deal(big_has, 1000, cards=HandDealer(["Ac Ad", "Kc Kd"], "2c 3d 7h 8s Jh"))
    assert situation.end is not needs_to_act
    if situation.end:
        assert situation.outcome.winners.stacks[0] == 2 * big_has
