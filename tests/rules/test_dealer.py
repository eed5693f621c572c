"""The Dealer: positions, turns, rounds, counts, and the effect of each act on the chips.

Documents 000 and 001 have the same rules here, so one test carries both statement ids.
"""

import pickle
from typing import Any

import pytest

from pokermasa.rules import (
    AllInFullRaise,
    BettingRound,
    Blinds,
    Call,
    Dealer,
    HouseRules,
    IllegalAct,
    Pot,
    PotDistribution,
    Raise,
    Refusal,
    Role,
    Showdown,
    Stack,
)
from tests.cases import each
from tests.rules.table import indexes, offers, play, refusal, show, table

THREE_HANDED = "2 P 0 0 2!0 0 1 2 / I 200 0 . / I 199 1 . / I 58 2 ."


def test_one_hand_line_by_line() -> None:
    """Stacks of 200, 200 and 60, blinds 1-2, the button on stack 0."""
    dealt = Dealer.start(stacks=[200, 200, 60], button=0, blinds=Blinds(1, 2))
    assert show(dealt) == THREE_HANDED
    raised = play(dealt, "RR6")
    assert show(raised) == "2 P 0 1 4!0 0 1 2 / I 194 6 RR6 / I 199 1 . / I 58 2 ."
    folded = play(raised, "FO")
    assert show(folded) == "2 P 0 2 4!0 0 2 / I 194 6 RR6 / F 199 1 FO / I 58 2 ."
    shoved = play(folded, "AA")
    assert show(shoved) == "2 P 0 0 54!0 0 2 / I 194 6 RR6 / F 199 1 FO / N 0 60 AF"
    called = play(shoved, "CA")
    assert show(called) == "2 P 0 0 2!0 0~121 0 2 / I 140 0 CA / F 199 0 FO / O 0 0 AF"
    assert called.showdown
    assert called.dealer.distribute_all([0, None, 1]) == [PotDistribution(121, indexes(2), (121,))]


def test_a_whole_hand_with_four_rounds_line_by_line() -> None:
    start = Dealer.start(stacks=[100, 100, 100, 100], button=3, blinds=Blinds(1, 2))
    hand = [
        (None, "2 P 3 2 2!0 0 1 2 3 / I 99 1 . / I 98 2 . / I 100 0 . / I 100 0 ."),
        ("CA", "2 P 3 3 2!0 0 1 2 3 / I 99 1 . / I 98 2 . / I 98 2 CA / I 100 0 ."),
        ("RR8", "2 P 3 0 6!0 0 1 2 3 / I 99 1 . / I 98 2 . / I 98 2 CA / I 92 8 RR8"),
        ("FO", "2 P 3 1 6!0 1 2 3 / F 99 1 FO / I 98 2 . / I 98 2 CA / I 92 8 RR8"),
        ("CA", "2 P 3 2 6!0 1 2 3 / F 99 1 FO / I 92 8 CA / I 98 2 CA / I 92 8 RR8"),
        ("CA", "2 F 3 1 2!25 1 2 3 / F 99 0 . / I 92 0 . / I 92 0 . / I 92 0 ."),
        ("CH", "2 F 3 2 2!25 1 2 3 / F 99 0 . / I 92 0 CH / I 92 0 . / I 92 0 ."),
        ("HR", "2 F 3 3 12!25 1 2 3 / F 99 0 . / I 92 0 CH / I 80 12 HR12 / I 92 0 ."),
        ("CA", "2 F 3 1 12!25 1 2 3 / F 99 0 . / I 92 0 CH / I 80 12 HR12 / I 80 12 CA"),
        ("FO", "2 T 3 2 2!49 2 3 / F 99 0 . / F 92 0 . / I 80 0 . / I 80 0 ."),
        ("CH", "2 T 3 3 2!49 2 3 / F 99 0 . / F 92 0 . / I 80 0 CH / I 80 0 ."),
        ("CH", "2 R 3 2 2!49 2 3 / F 99 0 . / F 92 0 . / I 80 0 . / I 80 0 ."),
        ("RR20", "2 R 3 3 20!49 2 3 / F 99 0 . / F 92 0 . / I 60 20 RR20 / I 80 0 ."),
        ("RR50", "2 R 3 2 30!49 2 3 / F 99 0 . / F 92 0 . / I 60 20 RR20 / I 30 50 RR50"),
        ("CA", "2 R 3 2 2!149 2 3 / F 99 0 . / F 92 0 . / I 30 0 CA / I 30 0 RR50"),
    ]
    situation = table(start)
    for act, line in hand:
        if act:
            situation = play(situation, act)
        assert show(situation) == line, act
    assert situation.showdown


# Roles and turns


@pytest.mark.statement("S000-20", "S001-20")
def test_a_stack_is_involved_folded_newly_all_in_or_all_in_since_an_earlier_round() -> None:
    assert {role.name: role.value for role in Role} == {
        "INVOLVED": "I",
        "FOLDED": "F",
        "OLD_ALL_IN": "O",
        "NEW_ALL_IN": "N",
    }
    start = "2 P 3 2 2!0 0 1 2 3 / I 99 1 . / I 98 2 . / I 30 0 . / I 100 0 ."
    during = play(start, "AA", "FO", "CA")
    assert [s.role.value for s in during.dealer.stacks] == ["I", "I", "N", "F"]
    afterwards = play(during, "CA")
    assert [s.role.value for s in afterwards.dealer.stacks] == ["I", "I", "O", "F"]


@pytest.mark.statement("S000-20", "S001-20")
def test_stacks_stand_in_turn_order() -> None:
    start = Dealer.start(stacks=[100] * 5, button=2, blinds=Blinds(1, 2))
    turns, situation = [], table(start)
    for _ in range(5):
        turns.append(situation.dealer.turn_to_act)
        situation = play(situation, "CH" if situation.dealer.turn_to_act == 4 else "CA")
    assert turns == [0, 1, 2, 3, 4]


@pytest.mark.statement("S000-21", "S001-21")
def test_folded_and_all_in_stacks_are_not_asked_to_act() -> None:
    flop = "2 F 4 0 2!40 0 1 2 4~60 0 1 2 3 4 / I 90 0 . / I 30 0 . / I 90 0 . / O 0 0 . / I 90 0 ."
    turns, situation = [], table(flop)
    for act in ("RR10", "AA", "FO", "CA", "CA", "CH", "CH", "CH"):
        turns.append(situation.dealer.turn_to_act)
        situation = play(situation, act)
    # Stack 3 is all in from the start, 1 from its second turn on; 2 folds.
    assert turns == [0, 1, 2, 4, 0, 0, 4, 0]
    assert situation.dealer.turn_to_act == 4


# Positions


@pytest.mark.statement("S000-22", "S001-22")
@pytest.mark.statement("S000-37", "S001-37")
@each(
    ("players", "button", "small", "big"),
    [
        (3, 0, 1, 2),
        (3, 1, 2, 0),
        (3, 2, 0, 1),
        (5, 3, 4, 0),
        (9, 8, 0, 1),
        (10, 0, 1, 2),
        (2, 0, 1, 0),
    ],
)
def test_the_small_blind_is_next_to_the_button_and_the_big_blind_next_to_it(
    players: int, button: int, small: int, big: int
) -> None:
    dealer = Dealer.start(stacks=[50] * players, button=button, blinds=Blinds(1, 2))
    assert (dealer.small_blind, dealer.big_blind) == (small, big)
    posted = {i: s.recent_wager for i, s in enumerate(dealer.stacks) if s.recent_wager}
    assert posted == {small: 1, big: 2}


@pytest.mark.statement("S000-23", "S001-23")
@each(
    ("players", "button", "first"),
    [(3, 0, 0), (3, 2, 2), (5, 3, 1), (9, 8, 2), (10, 7, 0), (2, 0, 1)],
)
def test_before_the_flop_the_stack_next_to_the_big_blind_acts_first(
    players: int, button: int, first: int
) -> None:
    dealer = Dealer.start(stacks=[50] * players, button=button, blinds=Blinds(1, 2))
    assert dealer.turn_to_act == first


@pytest.mark.statement("S000-24", "S001-24")
@pytest.mark.parametrize(
    ("players", "button", "first"), [(3, 0, 1), (3, 2, 0), (5, 4, 0), (2, 0, 1)]
)
def test_after_the_flop_the_stack_next_to_the_button_acts_first(
    players: int, button: int, first: int
) -> None:
    start = Dealer.start(stacks=[50] * players, button=button, blinds=Blinds(1, 2))
    flop = play(start, *["CA"] * (players - 1), "CH")
    for betting_round in (BettingRound.FLOP, BettingRound.TURN, BettingRound.RIVER):
        assert (flop.dealer.round, flop.dealer.turn_to_act) == (betting_round, first)
        flop = play(flop, *["CH"] * players)


@pytest.mark.statement("S000-24", "S001-24")
def test_after_the_flop_a_folded_or_all_in_stack_next_to_the_button_is_passed_over() -> None:
    start = "2 P 0 3 2!0 0 1 2 3 / I 100 0 . / I 19 1 . / I 98 2 . / I 100 0 ."
    assert show(play(start, "RR20", "CA", "AA", "FO")) == (
        "2 F 0 3 2!0 0 3~62 0 1 3 / I 80 0 . / O 0 0 . / F 98 0 . / I 80 0 ."
    )


@pytest.mark.statement("S000-25", "S001-25")
def test_the_rounds_are_preflop_flop_turn_and_river() -> None:
    assert [(r.name, r.value) for r in BettingRound] == [
        ("PREFLOP", "P"),
        ("FLOP", "F"),
        ("TURN", "T"),
        ("RIVER", "R"),
    ]
    situation = play(Dealer.start([50, 50], button=0, blinds=Blinds(1, 2)), "CA")
    rounds = [situation.dealer.round.value]
    for _ in range(3):
        situation = play(situation, *["CH"] * (1 if rounds == ["P"] else 2))
        rounds.append(situation.dealer.round.value)
    assert rounds == ["P", "F", "T", "R"]
    assert play(situation, "CH", "CH").end


# The end of a round


@pytest.mark.statement("S000-26", "S001-26")
def test_a_round_goes_on_until_all_have_acted_though_the_wagers_are_equal() -> None:
    start = Dealer.start(stacks=[50] * 3, button=0, blinds=Blinds(1, 2))
    all_called = play(start, "CA", "CA")
    assert show(all_called) == "2 P 0 2 2!0 0 1 2 / I 48 2 CA / I 48 2 CA / I 48 2 ."
    assert play(all_called, "CH").dealer.round is BettingRound.FLOP


@pytest.mark.statement("S000-26", "S001-26")
def test_a_round_goes_on_until_the_wagers_are_equal_though_all_have_acted() -> None:
    start = Dealer.start(stacks=[50] * 3, button=0, blinds=Blinds(1, 2))
    big_blind_raised = play(start, "CA", "CA", "RR6")
    assert show(big_blind_raised) == "2 P 0 0 4!0 0 1 2 / I 48 2 CA / I 48 2 CA / I 44 6 RR6"
    assert play(big_blind_raised, "CA").dealer.round is BettingRound.PREFLOP
    assert play(big_blind_raised, "CA", "CA").dealer.round is BettingRound.FLOP


@pytest.mark.statement("S000-27", "S001-27")
def test_at_the_end_of_a_round_the_wagers_go_into_the_running_pot() -> None:
    turn = "2 T 0 1 2!30 0 1 2 / I 50 0 . / I 50 0 . / I 50 0 ."
    assert show(play(turn, "RR10", "CA", "FO")) == (
        "2 R 0 1 2!50 1 2 / F 50 0 . / I 40 0 . / I 40 0 ."
    )


@pytest.mark.statement("S000-27", "S001-27")
@pytest.mark.statement("S000-35", "S001-35")
def test_at_the_end_of_a_round_an_all_in_makes_a_side_pot_of_an_amount_and_its_members() -> None:
    turn = "2 T 0 1 2!30 0 1 2 / I 50 0 . / I 50 0 . / I 7 0 ."
    after = play(turn, "RR20", "AA", "CA")
    # 30 and three times 7, for all; the rest between the two who could pay it.
    assert show(after) == "2 R 0 1 2!26 0 1~51 0 1 2 / I 30 0 . / I 30 0 . / O 0 0 ."
    assert after.dealer.running_pot == Pot(26, indexes(0, 1))
    assert after.dealer.side_pots == (Pot(51, indexes(0, 1, 2)),)


@pytest.mark.statement("S000-35", "S001-35")
def test_each_size_of_all_in_makes_a_side_pot_of_its_own_the_newest_first() -> None:
    flop = "2 F 0 1 2!8 0 1 2 3 / I 100 0 . / I 10 0 . / I 25 0 . / I 100 0 ."
    after = play(flop, "AA", "AA", "RR60", "CA")
    assert show(after) == (
        "2 T 0 3 2!70 0 3~45 0 2 3~48 0 1 2 3 / I 40 0 . / O 0 0 . / O 0 0 . / I 40 0 ."
    )
    river = play(after, "RR10", "CA")
    assert show(river) == (
        "2 R 0 3 2!90 0 3~45 0 2 3~48 0 1 2 3 / I 30 0 . / O 0 0 . / O 0 0 . / I 30 0 ."
    )


@pytest.mark.statement("S000-28", "S001-28")
def test_two_involved_stacks_begin_the_next_round() -> None:
    flop = "2 F 0 1 2!8 0 1 2 3 / I 100 0 . / I 10 0 . / I 25 0 . / I 100 0 ."
    after = play(flop, "AA", "FO", "CA", "CA")
    assert show(after) == "2 T 0 3 2!0 0 3~38 0 1 3 / I 90 0 . / O 0 0 . / F 25 0 . / I 90 0 ."
    assert not after.end


@pytest.mark.statement("S000-29", "S001-29")
def test_after_the_river_involved_and_all_in_stacks_go_to_showdown() -> None:
    river = "2 R 0 3 2!70 0 3~48 0 1 3 / I 40 0 . / O 0 0 . / F 25 0 . / I 40 0 ."
    after = play(river, "CH", "CH")
    assert after.showdown
    assert not after.one_win
    assert after.outcome.order == (1, 3, 0)


@pytest.mark.statement("S000-30", "S001-30")
def test_one_involved_stack_without_all_ins_takes_the_pot() -> None:
    flop = "2 F 0 1 2!30 0 1 2 / I 50 0 . / I 50 0 . / I 50 0 ."
    after = play(flop, "RR20", "FO", "FO")
    assert after.one_win
    assert show(after) == "2 F 0 0 2!30 1 / F 50 0 FO / I 50 0 RR20 / F 50 0 FO"
    assert after.outcome.winners.stacks == (50, 80, 50)


@pytest.mark.statement("S000-31", "S001-31")
def test_one_involved_stack_and_all_ins_go_to_showdown() -> None:
    flop = "2 F 0 1 2!30 0 1 2 / I 50 0 . / I 20 0 . / I 50 0 ."
    after = play(flop, "AA", "CA", "FO")
    assert after.showdown
    assert isinstance(after.outcome, Showdown)
    assert show(after) == "2 F 0 0 2!0 2~70 1 2 / F 50 0 FO / O 0 0 AF / I 30 0 CA"


@pytest.mark.statement("S000-32", "S001-32")
def test_when_nobody_is_involved_any_more_the_all_ins_go_to_showdown() -> None:
    flop = "2 F 0 1 2!30 0 1 2 / I 50 0 . / I 20 0 . / I 50 0 ."
    after = play(flop, "AA", "AA", "AA")
    assert after.showdown
    assert isinstance(after.outcome, Showdown)
    assert after.dealer.none_involved
    assert show(after) == "2 F 0 0 2!0~60 0 2~90 0 1 2 / O 0 0 AC / O 0 0 AF / O 0 0 AF"


def test_the_last_player_left_wins_even_when_all_in() -> None:
    """DESIGN.md: a hand that ends by folds is `OneWin` even if the last player is all-in."""
    flop = "2 F 0 1 2!30 0 1 2 / I 50 0 . / I 20 0 . / I 50 0 ."
    after = play(flop, "AA", "FO", "FO")
    assert (after.one_win, after.showdown, after.end) == (True, False, True)
    assert after.outcome.winners.stacks == (50, 50, 50)


# Raising again


@pytest.mark.statement("S000-33", "S001-33")
def test_a_stack_facing_a_full_raise_when_the_action_returns_may_raise() -> None:
    flop = "10 F 2 0 10!60 0 1 2 / I 500 0 . / I 500 0 . / I 500 0 ."
    raised = play(flop, "RR20", "RR60", "FO")
    assert offers(raised) == "FO CA AA RR100 TR120 HR150 PR240"
    assert raised.raises == (100, 499)


@pytest.mark.statement("S000-33", "S001-33")
def test_an_all_in_that_is_a_full_raise_reopens_the_betting() -> None:
    flop = "10 F 2 0 10!60 0 1 2 / I 500 0 . / I 40 0 . / I 500 0 ."
    raised = play(flop, "RR20", "AA", "CA")
    assert show(raised) == "10 F 2 0 20!60 0 1 2 / I 480 20 RR20 / N 0 40 AF / I 460 40 CA"
    assert raised.raises == (60, 499)


@pytest.mark.statement("S000-34", "S001-34")
def test_a_stack_not_facing_a_full_raise_when_the_action_returns_may_only_call_or_fold() -> None:
    flop = "10 F 2 0 10!60 0 1 2 / I 500 0 . / I 39 0 . / I 500 0 ."
    raised = play(flop, "RR20", "AA", "CA")
    assert show(raised) == "10 F 2 0 20!60 0 1 2 / I 480 20 RR20 / N 0 39 AH / I 461 39 CA"
    assert offers(raised) == "FO CA"
    assert refusal(raised, "RR100") is Refusal.NO_RAISE
    assert refusal(raised, "AA") is Refusal.NO_ALL_IN


@pytest.mark.statement("S000-34", "S001-34")
def test_a_short_all_in_closes_the_betting_only_to_those_who_have_acted() -> None:
    flop = "10 F 2 0 10!60 0 1 2 / I 500 0 . / I 39 0 . / I 500 0 ."
    assert play(flop, "RR20", "AA").raises == (59, 499)


@pytest.mark.statement("S000-34", "S001-34")
def test_a_stack_with_too_little_to_call_may_go_all_in_though_the_betting_is_closed() -> None:
    flop = "10 F 2 0 10!60 0 1 2 / I 35 0 . / I 39 0 . / I 500 0 ."
    raised = play(flop, "RR20", "AA", "CA")
    assert offers(raised) == "FO AA"
    assert show(play(raised, "AA")) == (
        "10 F 2 0 10!0 2~8 1 2~165 0 1 2 / O 0 0 AC / O 0 0 AH / I 461 0 CA"
    )


# Members named in the documents


@pytest.mark.statement("S000-36", "S001-36")
def test_the_fields_of_the_dealer() -> None:
    flop = "2 F 2 1 4!26 0 1~51 0 1 3 / I 40 10 RR10 / I 50 0 . / F 70 0 . / O 0 0 . / N 0 8 AF"
    dealer = table(flop).dealer
    assert dealer.round is BettingRound.FLOP
    assert (dealer.button, dealer.turn_to_act, dealer.last_full_raise) == (2, 1, 4)
    assert dealer.running_pot == Pot(wager=26, involved=indexes(0, 1))
    assert dealer.side_pots == (Pot(wager=51, involved=indexes(0, 1, 3)),)
    assert dealer.stacks == (
        Stack(role=Role.INVOLVED, stack=40, recent_wager=10, last_action=Raise(10)),
        Stack(role=Role.INVOLVED, stack=50, recent_wager=0, last_action=None),
        Stack(role=Role.FOLDED, stack=70, recent_wager=0, last_action=None),
        Stack(role=Role.OLD_ALL_IN, stack=0, recent_wager=0, last_action=None),
        Stack(role=Role.NEW_ALL_IN, stack=0, recent_wager=8, last_action=AllInFullRaise()),
    )


@pytest.mark.statement("S001-77")
def test_the_dealer_keeps_the_blinds_and_the_small_one_is_half() -> None:
    """Document 001 contains only the big blind."""
    dealer = table("10 P 0 0 10!0 0 1 2 / I 200 0 . / I 195 5 . / I 190 10 .").dealer
    assert (dealer.blinds.big, dealer.blinds.small) == (10, 5)
    assert dealer == Dealer.start([200, 200, 200], button=0, blinds=Blinds.from_big_blind(10))
    assert [s.recent_wager for s in dealer.stacks] == [0, 5, 10]
    assert Blinds.from_big_blind(5) == Blinds(2, 5), "half, rounded down: chips are whole"


@pytest.mark.statement("S001-77")
def test_the_blinds_stay_with_the_dealer_to_measure_each_rounds_first_bet() -> None:
    river = play(Dealer.start([200, 200], 0, Blinds(5, 10)), "RR60", "CA", *["CH"] * 4)
    assert river.dealer.blinds == Blinds(5, 10)
    assert river.raises == (10, 139)


FIVE = "2 P 4 3 2!0 1 2 3 4~15 0 1 2 3 4 / O 0 0 . / I 49 1 . / F 48 2 FO / I 50 0 . / N 0 8 AF"


@pytest.mark.statement("S000-38", "S001-38")
def test_counting_all_ins_folds_and_involveds() -> None:
    dealer = table(FIVE).dealer
    assert (dealer.all_ins, dealer.folds, dealer.involveds) == (2, 1, 2)


@pytest.mark.statement("S000-39", "S001-39")
@each(
    ("roles", "none_involved", "one_involved", "all_ins_exist"),
    [
        ("I I I", False, False, False),
        ("I F F", False, True, False),
        ("I N F", False, True, True),
        ("I O I", False, False, True),
        ("O N F", True, False, True),
    ],
)
def test_whether_none_or_one_is_involved_and_whether_all_ins_exist(
    roles: str, none_involved: bool, one_involved: bool, all_ins_exist: bool
) -> None:
    lines = "".join(f" / {role} 10 0 ." for role in roles.split())
    dealer = table("2 F 0 0 2!9 0 1 2" + lines).dealer
    assert dealer.none_involved is none_involved
    assert dealer.one_involved is one_involved
    assert dealer.all_ins_exist is all_ins_exist


@pytest.mark.statement("S000-40", "S001-40")
def test_all_have_acted_when_each_involved_stack_has() -> None:
    assert not table("2 F 0 2 2!9 0 1 2 / I 9 0 . / I 9 0 CH / I 9 0 .").dealer.all_acted
    assert not table("2 F 0 0 2!9 0 1 2 / I 9 0 . / I 9 0 CH / I 9 0 CH").dealer.all_acted
    assert table("2 F 0 0 2!9 0 1 2 / I 9 0 CH / I 9 0 CH / I 9 0 CH").dealer.all_acted
    # Nobody waits for the folded or the all-in.
    assert table("2 F 0 0 2!9 0 1 2 / I 9 0 CH / O 0 0 . / I 9 0 CH / F 7 0 .").dealer.all_acted


@pytest.mark.statement("S000-40", "S001-40")
def test_a_posted_blind_is_not_an_act() -> None:
    dealer = Dealer.start([50] * 3, button=0, blinds=Blinds(1, 2))
    assert [s.last_action for s in dealer.stacks] == [None, None, None]
    assert not dealer.all_acted


@pytest.mark.statement("S000-41", "S001-41")
def test_wagers_are_equalized_when_no_involved_stack_owes_anything() -> None:
    assert not table("2 P 0 0 2!0 0 1 2 / I 9 0 . / I 8 1 . / I 7 2 .").dealer.wagers_equalized
    assert not table("2 P 0 1 2!0 0 1 2 / I 7 2 CA / I 8 1 . / I 7 2 .").dealer.wagers_equalized
    assert table("2 P 0 2 2!0 0 1 2 / I 7 2 CA / I 7 2 CA / I 7 2 .").dealer.wagers_equalized
    # The folded owe nothing, and the all-in cannot pay more.
    assert table("2 P 0 2 2!0 0 2 / I 7 2 CA / F 8 1 FO / I 7 2 .").dealer.wagers_equalized
    assert table("2 P 0 2 2!0 0 1 2 / I 7 2 CA / N 0 1 . / I 7 2 .").dealer.wagers_equalized


# Paying


@pytest.mark.statement("S000-42", "S001-42")
def test_distribute_one_gives_all_pots_and_matched_wagers_to_the_one_left() -> None:
    dealer = table("2 F 0 1 10!26 1~51 1 / F 40 10 FO / I 40 30 RR30 / F 70 5 FO / F 20 0 .").dealer
    # 20 of the raise were never matched: they are not in the pot, they go back.
    assert dealer.distribute_one() == PotDistribution(26 + 51 + 10 + 10 + 5, indexes(1), (102,))
    assert dealer.paid([dealer.distribute_one()]) == (40, 40 + 20 + 102, 70, 20)


@pytest.mark.statement("S000-43", "S001-43")
def test_distribute_all_gives_each_pot_to_the_best_of_its_members() -> None:
    dealer = table(
        "2 R 0 3 2!90 0 3~45 0 2 3~48 0 1 2 3 / I 30 0 CH / O 0 0 . / O 0 0 . / I 30 0 CH"
    ).dealer
    for values, pots in [
        ([4, 3, 2, 1], ["90 0", "45 0", "48 0"]),
        ([1, 4, 3, 2], ["90 3", "45 2", "48 1"]),
        ([1, 4, 1, 1], ["90 0 3", "45 0 2 3", "48 1"]),
    ]:
        assert [str(pot) for pot in dealer.distribute_all(values)] == pots
    tied = dealer.distribute_all([1, 4, 1, 1])
    assert [pot.shares for pot in tied] == [(45, 45), (15, 15, 15), (48,)]
    assert dealer.paid(tied) == (30 + 45 + 15, 48, 15, 30 + 45 + 15)


@pytest.mark.statement("S000-43", "S001-43")
def test_distribute_all_takes_any_values_that_can_be_compared() -> None:
    dealer = table("2 R 0 0 2!90 0 1 / I 30 0 CH / I 30 0 CH / F 30 0 .").dealer
    assert [str(p) for p in dealer.distribute_all(["flush", "pair", None])] == ["90 1"]
    assert [str(p) for p in dealer.distribute_all([(8, 14), (8, 13), None])] == ["90 0"]
    with pytest.raises(ValueError, match="3 stacks need as many values"):
        dealer.distribute_all([1, 2])


def test_distribute_all_counts_wagers_still_in_front() -> None:
    dealer = table("2 R 0 0 2!90 0 1 / I 10 20 CA / N 0 20 AF / F 25 5 FO").dealer
    assert [str(p) for p in dealer.distribute_all([2, 1, None])] == ["135 0"]


# Rounds, step by step


@pytest.mark.statement("S000-44", "S001-44")
def test_end_round_gathers_wagers_ages_all_ins_and_clears_the_acts() -> None:
    acted = "2 F 0 0 20!30 0 1 2 / I 30 20 CA / I 30 20 RR20 / N 0 7 AF"
    assert show(table(acted).dealer.end_round()) == (
        "2 F 0 0 2!26 0 1~51 0 1 2 / I 30 0 . / I 30 0 . / O 0 0 ."
    )


@pytest.mark.statement("S000-44", "S001-44")
def test_end_round_gives_back_what_nobody_matched() -> None:
    acted = "2 F 0 0 20!30 0 1 2 / F 40 10 FO / I 30 20 RR20 / F 50 0 FO"
    assert show(table(acted).dealer.end_round()) == (
        "2 F 0 0 2!50 0 1 2 / F 40 0 . / I 40 0 . / F 50 0 ."
    )


@pytest.mark.statement("S000-45", "S001-45")
@pytest.mark.parametrize(("now", "then"), [("P", "F"), ("F", "T"), ("T", "R")])
def test_next_round_turns_to_the_first_involved_stack_after_the_button(now: str, then: str) -> None:
    ended = f"2 {now} 0 0 2!26 0 3~51 0 2 3 / I 30 0 . / F 30 0 . / O 0 0 . / I 30 0 ."
    assert show(table(ended).dealer.next_round()) == (
        f"2 {then} 0 3 2!26 0 3~51 0 2 3 / I 30 0 . / F 30 0 . / O 0 0 . / I 30 0 ."
    )


@pytest.mark.statement("S000-46", "S001-46")
def test_next_turn_passes_to_the_next_stack_with_something_to_decide() -> None:
    acted = "2 F 0 0 4!30 0 2 4 / I 26 4 RR4 / F 30 0 . / I 30 0 CH / N 0 4 AC / I 30 0 ."
    turned = table(acted).dealer.next_turn()
    assert turned.turn_to_act == 2
    assert turned.call().next_turn().turn_to_act == 4


@pytest.mark.statement("S000-46", "S001-46")
def test_next_turn_stays_when_the_round_is_over() -> None:
    acted = "2 F 0 0 4!30 0 2 / I 26 4 RR4 / F 30 0 . / I 26 4 CA"
    assert table(acted).dealer.next_turn() == table(acted).dealer
    assert table(acted).dealer.next_to_act is None


# The five acts move chips; `next_turn` decides who acts next.

CHECKED_TO = "2 F 0 1 2!30 0 1 2 / I 30 0 . / I 30 0 . / I 30 0 ."
FACING_TEN = "2 F 0 2 10!30 0 1 2 / I 30 0 . / I 20 10 RR10 / I 30 0 ."


@pytest.mark.statement("S000-47", "S001-47")
def test_check_when_there_is_nothing_to_call() -> None:
    assert show(table(CHECKED_TO).dealer.check()) == (
        "2 F 0 1 2!30 0 1 2 / I 30 0 . / I 30 0 CH / I 30 0 ."
    )
    assert table(FACING_TEN).dealer.check() is None


@pytest.mark.statement("S000-48", "S001-48")
def test_raise_to_an_amount_between_the_least_and_the_most() -> None:
    assert show(table(FACING_TEN).dealer.raise_to(20)) == (
        "2 F 0 2 10!30 0 1 2 / I 30 0 . / I 20 10 RR10 / I 10 20 RR20"
    )
    assert show(table(FACING_TEN).dealer.raise_to(29)) == (
        "2 F 0 2 19!30 0 1 2 / I 30 0 . / I 20 10 RR10 / I 1 29 RR29"
    )
    for amount in (0, 10, 19, 30, 31):
        assert table(FACING_TEN).dealer.raise_to(amount) is None


@pytest.mark.statement("S000-49", "S001-49")
def test_fold_leaves_the_pots() -> None:
    facing = "2 F 0 2 10!30 0 1 2~40 0 1 2 3 / I 30 0 . / I 20 10 RR10 / I 29 1 . / O 0 0 ."
    assert show(table(facing).dealer.fold()) == (
        "2 F 0 2 10!30 0 1~40 0 1 3 / I 30 0 . / I 20 10 RR10 / F 29 1 FO / O 0 0 ."
    )
    assert table(CHECKED_TO).dealer.fold() is not None, "fold is always legal"


@pytest.mark.statement("S000-50", "S001-50")
def test_call_pays_up_to_the_highest_wager() -> None:
    assert show(table(FACING_TEN).dealer.call()) == (
        "2 F 0 2 10!30 0 1 2 / I 30 0 . / I 20 10 RR10 / I 20 10 CA"
    )
    assert table(CHECKED_TO).dealer.call() is None


@pytest.mark.statement("S000-51", "S001-51")
@each(
    ("stack", "wager", "recorded", "last_full_raise"),
    [
        (7, 7, "AC", 10),
        (10, 10, "AC", 10),
        (19, 19, "AH", 10),
        (20, 20, "AF", 10),
        (28, 28, "AF", 18),
    ],
)
def test_all_in_is_recorded_as_a_call_less_than_a_full_raise_or_a_full_raise(
    stack: int, wager: int, recorded: str, last_full_raise: int
) -> None:
    facing = f"2 F 0 2 10!30 0 1 2 / I 30 0 . / I 20 10 RR10 / I {stack} 0 ."
    assert show(table(facing).dealer.all_in()) == (
        f"2 F 0 2 {last_full_raise}!30 0 1 2 / I 30 0 . / I 20 10 RR10 / N 0 {wager} {recorded}"
    )


@pytest.mark.statement("S000-51", "S001-51")
def test_all_in_is_refused_to_a_stack_that_may_not_raise_and_has_more_than_the_call() -> None:
    closed = "2 F 0 1 10!30 0 1 2 / I 30 0 FO / I 20 10 RR10 / N 0 15 AH"
    assert table(closed).dealer.all_in() is None
    assert table(closed).dealer.call() is not None


@pytest.mark.statement("S000-21", "S001-21")
@pytest.mark.parametrize("role", ["F", "O", "N"])
def test_a_stack_that_is_not_involved_has_no_act(role: str) -> None:
    dealer = table(f"2 F 0 1 2!30 0 2 / I 30 0 . / {role} 30 0 . / I 30 0 .").dealer
    assert dealer.check() is None
    assert dealer.fold() is None
    assert dealer.raise_to(10) is None
    assert dealer.all_in() is None


# A dealer is a value


def test_acts_leave_the_dealer_as_it_was() -> None:
    dealer: Any = table(FACING_TEN).dealer
    dealer.call(), dealer.fold(), dealer.raise_to(20), dealer.all_in(), dealer.end_round()
    assert show(dealer) == FACING_TEN
    with pytest.raises(AttributeError):
        dealer.button = 2


def test_equal_dealers_are_equal_and_hash_alike_and_survive_pickling() -> None:
    dealer = table(FACING_TEN).dealer
    assert dealer == table(FACING_TEN).dealer
    assert hash(dealer) == hash(table(FACING_TEN).dealer)
    assert dealer != table(FACING_TEN).dealer.call()
    assert pickle.loads(pickle.dumps(dealer)) == dealer


def test_chips_are_all_there_before_and_after() -> None:
    dealer = table(FIVE).dealer
    assert dealer.gathered == 15
    assert dealer.pot == 15 + 1 + 2 + 8
    assert dealer.chips == 15 + 11 + 49 + 48 + 50
    assert dealer.call().chips == dealer.end_round().chips == dealer.chips


def test_the_price_stays_when_the_raiser_is_all_in_and_a_caller_folds_later() -> None:
    flop = "2 F 0 1 2!30 0 1 2 3 / I 90 0 . / I 20 0 . / I 90 0 . / I 90 0 ."
    after = play(flop, "AA", "RR50", "FO")
    assert after.dealer.price == 50
    assert offers(after) == "FO CA AA RR80"


def test_named_rules_or_rules_or_none_may_be_given() -> None:
    named = Dealer.start([50, 50], 0, Blinds(1, 2), rules="tda")
    assert named == Dealer.start([50, 50], 0, Blinds(1, 2), rules=HouseRules.named("tda"))
    assert Dealer.start([50, 50], 0, Blinds(1, 2)).rules == HouseRules.named("masa")
    with pytest.raises(ValueError, match="no house rules are named 'vegas'"):
        Dealer.start([50, 50], 0, Blinds(1, 2), rules="vegas")


def test_call_is_recorded_as_call() -> None:
    assert table(FACING_TEN).dealer.call().stacks[2].last_action == Call()


@each(
    "open_round",
    [
        "2 P 0 0 2!0 0 1 2 / I 200 0 . / I 199 1 . / I 58 2 .",  # blinds lie in front
        "2 F 0 1 2!30 0 1 / I 50 0 CH / I 50 0 CH / F 0 0 .",  # nothing wagered, but acted
        "2 F 0 1 20!30 0 1 2 / I 50 20 CA / I 50 20 RR20 / F 50 0 FO",
        "2 F 0 1 2!30 0 1 2 / I 50 0 . / I 50 0 . / N 0 0 .",  # all in, its side pot not made
        "2 R 0 1 2!30 0 1 / I 50 0 CH / I 50 0 CH / F 0 0 .",
    ],
)
def test_next_round_is_refused_before_end_round(open_round: str) -> None:
    """`next_round` without `end_round` would leave wagers that belong to no round."""
    dealer = table(open_round).dealer
    with pytest.raises(IllegalAct, match="call end_round before next_round") as refused:
        dealer.next_round()
    assert refused.value.code is Refusal.ROUND_NOT_ENDED
    after = dealer.end_round().next_round()
    assert after.chips == dealer.chips
    assert after.price == 0
    assert after.next_round().chips == dealer.chips


def test_a_finished_hand_has_no_next_round() -> None:
    finished = play("2 P 0 0 2!0 0 1 2 / I 200 0 . / I 199 1 . / I 58 2 .", "FO", "FO").dealer
    with pytest.raises(IllegalAct, match="call end_round before"):
        finished.next_round()
