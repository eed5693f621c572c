"""Document 003's game, by the house rules `botpoker`: one hand, from the blinds to the payout.

Stacks A, B, C … are 0, 1, 2 …; the button is C of three, so that A is first after the flop.
"""

from random import Random
from typing import Any

import pytest

from pokermasa.cards import CARDS as CARD_ORDER
from pokermasa.cards import Deck
from pokermasa.rules import (
    BettingRound,
    Blinds,
    Dealer,
    HandDealer,
    NextRound,
    OneWin,
    Refusal,
    Role,
    Showdown,
    Situation,
    View,
)
from tests.cases import each
from tests.rules.table import last_move, offers, play, refusal

BLINDS = Blinds(10, 20)
BOARD = "Kh Qh Jc 6s 4s"
CARDS = HandDealer(["Kc Kd", "Qc Qd", "Jd Jh"], BOARD)  # A beats B beats C
PASSIVE_PREFLOP = ("CA", "CA", "CH")  # C, A and B, the big blind
CHECKED = ("CH", "CH", "CH")


def deal(
    *stacks: int, button: int | None = None, blinds: Blinds = BLINDS, cards: HandDealer = None
) -> Situation:
    button = len(stacks) - 1 if button is None else button
    return Situation(Dealer.start(stacks, button, blinds, "botpoker"), cards)


def flop(*stacks: int, cards: HandDealer | None = None) -> Situation:
    """Return the flop of three players who have each bet 20 before it."""
    return play(deal(*stacks, cards=cards), *PASSIVE_PREFLOP)


def river(*stacks: int, cards: HandDealer | None = None) -> Situation:
    return play(flop(*stacks, cards=cards), *CHECKED, *CHECKED)


def wagers(situation: Situation) -> list[Any]:
    return [stack.recent_wager for stack in situation.dealer.stacks]


def pots(situation: Situation) -> list[Any]:
    """Return amount and members of each pot that has chips, the main pot first."""
    dealer = situation.dealer
    return [str(pot) for pot in reversed((dealer.running_pot, *dealer.side_pots)) if pot.wager]


# Blinds and antes


@pytest.mark.statement("S003-02")
@each("players", range(3, 11))
def test_the_next_after_the_button_pays_the_small_blind_and_the_next_the_big_one(
    players: int,
) -> None:
    for button in range(players):
        posted = [0] * players
        posted[(button + 1) % players] = 10
        posted[(button + 2) % players] = 20
        assert wagers(deal(*[1000] * players, button=button)) == posted


@pytest.mark.statement("S003-03")
@pytest.mark.parametrize("big", [2, 20, 50, 4000])
def test_the_big_blind_is_twice_the_small_one(big: int) -> None:
    dealer = deal(9000, 9000, 9000, blinds=Blinds.from_big_blind(big)).dealer
    assert dealer.stacks[dealer.big_blind].recent_wager == big
    assert 2 * dealer.stacks[dealer.small_blind].recent_wager == big


@pytest.mark.statement("S003-04")
@pytest.mark.parametrize("button", [0, 1])
def test_with_two_players_the_button_pays_the_big_blind(button: int) -> None:
    situation = deal(1000, 1000, button=button)
    assert situation.dealer.big_blind == button
    assert wagers(situation)[button] == 20
    assert situation.dealer.turn_to_act == 1 - button


@pytest.mark.statement("S003-05")
def test_everybody_else_matches_the_big_blind_or_folds() -> None:
    situation = deal(1000, 1000, 1000, 1000)
    assert offers(situation) == "FO CA AA RR40 HR45 PR70"
    assert refusal(situation, "CH") is Refusal.MUST_CALL_OR_FOLD
    assert wagers(play(situation, "CA")) == [10, 20, 20, 0]


@pytest.mark.statement("S003-08")
@each(
    ("small_has", "big_has", "price"),
    [(1000, 5, 10), (1000, 10, 10), (1000, 15, 15), (4, 7, 7), (7, 4, 7), (1000, 20, 20)],
)
def test_when_the_big_blind_is_short_the_larger_blind_posted_is_the_price(
    small_has: int, big_has: int, price: int
) -> None:
    situation = deal(small_has, big_has, 1000)
    assert situation.dealer.price == price
    called = last_move(situation, "CA")
    assert called.player_diff.new_wager == price


@pytest.mark.statement("S003-08")
def test_a_short_big_blind_lowers_the_price_but_not_the_least_raise() -> None:
    assert deal(1000, 5, 1000).raises == (30, 999)


@pytest.mark.statement("S003-09")
def test_everybody_pays_the_ante_the_blinds_too() -> None:
    situation = deal(1000, 1000, 1000, 1000, blinds=Blinds(10, 20, ante=2))
    assert [stack.stack for stack in situation.dealer.stacks] == [988, 978, 998, 998]
    assert wagers(situation) == [10, 20, 0, 0]
    assert situation.dealer.running_pot == (8, (0, 1, 2, 3))


@pytest.mark.statement("S003-09")
def test_the_ante_is_optional() -> None:
    assert deal(1000, 1000, 1000).dealer.gathered == 0


@pytest.mark.statement("S003-09")
def test_stack_that_can_pay_only_the_ante_can_win_only_the_antes() -> None:
    situation = deal(1000, 1000, 2, blinds=Blinds(10, 20, ante=2))
    assert situation.dealer.stacks[2].role is Role.OLD_ALL_IN
    assert situation.dealer.turn_to_act == 0
    assert pots(play(situation, "CA", "CH")) == ["6 0 1 2", "40 0 1"]


# Betting sessions


@pytest.mark.statement("S003-12")
def test_every_player_gets_two_private_cards() -> None:
    situation = deal(1000, 1000, 1000, cards=CARDS)
    for viewer in range(3):
        players = View.from_situation(situation, viewer).players
        assert players[viewer].cards == CARDS.hands[viewer]
        assert len(players[viewer].cards) == 2
        assert all(player.cards is None for player in players if player.index != viewer)


@pytest.mark.statement("S003-12")
@each("players", range(2, 11))
def test_the_two_cards_come_from_the_deck_and_no_card_is_dealt_twice(players: int) -> None:
    pack = list(CARD_ORDER)
    Random(players).shuffle(pack)
    deck, button = Deck(pack), players - 1  # the button last: stack 0 has the first card
    cards = HandDealer.deal(deck, players, button)
    hands = [(pack[place], pack[place + players]) for place in range(players)]
    situation = deal(*[1000] * players, button=button, cards=cards)
    for viewer in range(players):
        known = [player.cards for player in View.from_situation(situation, viewer).players]
        assert known == [hand if place == viewer else None for place, hand in enumerate(hands)]
    assert [player.cards for player in View.from_situation(situation, None).players] == [
        None
    ] * players
    assert list(cards.board) == pack[2 * players : 2 * players + 5]
    left = deck.deal(len(deck))
    assert sorted([*sum(hands, ()), *cards.board, *left]) == sorted(CARD_ORDER)


@pytest.mark.statement("S003-13")
@pytest.mark.parametrize(
    ("players", "button", "first"), [(3, 2, 2), (4, 3, 2), (6, 0, 3), (2, 0, 1)]
)
def test_before_the_flop_the_next_after_the_big_blind_begins(
    players: int, button: int, first: int
) -> None:
    assert deal(*[1000] * players, button=button).dealer.turn_to_act == first


@pytest.mark.statement("S003-14")
@pytest.mark.parametrize(
    ("before", "stacks"),
    [
        ((), (990, 980, 1030)),  # C's bet that nobody called goes back
        (PASSIVE_PREFLOP, (1040, 980, 980)),
        (PASSIVE_PREFLOP + CHECKED, (1040, 980, 980)),
        (PASSIVE_PREFLOP + 2 * CHECKED, (1040, 980, 980)),
    ],
)
def test_when_all_but_one_fold_the_hand_ends_and_the_last_wins_the_pot(
    before: tuple[str, ...], stacks: tuple[int, ...]
) -> None:
    end = last_move(deal(1000, 1000, 1000), *before, "RR100", "FO", "FO")
    assert isinstance(end.dealer_act, OneWin)
    assert end.dealer_act.winners.stacks == stacks
    assert end.situation_after.end
    assert refusal(end.situation_after, "CH") is Refusal.HAND_OVER


@pytest.mark.statement("S003-15")
def test_the_session_goes_on_while_somebody_has_bet_less_than_the_call() -> None:
    situation = play(flop(1000, 1000, 1000), "CH", "RR40", "CA")
    assert (situation.round, situation.dealer.turn_to_act) == (BettingRound.FLOP, 0)
    assert play(situation, "CA").round is BettingRound.TURN


@pytest.mark.statement("S003-15")
def test_an_all_in_below_the_call_does_not_keep_the_session_open() -> None:
    situation = play(flop(1000, 1000, 50), "RR40", "CA", "AA")
    assert situation.round is BettingRound.TURN
    assert situation.dealer.stacks[2].role is Role.OLD_ALL_IN


@pytest.mark.statement("S003-16")
def test_three_cards_are_shown_when_the_first_session_ends() -> None:
    move = last_move(deal(1000, 1000, 1000, cards=CARDS), *PASSIVE_PREFLOP)
    assert isinstance(move.dealer_act, NextRound)
    assert str(move.dealer_act.middle) == "Kh Qh Jc"


@pytest.mark.parametrize(
    ("acts", "cards"),
    [
        pytest.param(CHECKED, "Kh Qh Jc 6s", marks=pytest.mark.statement("S003-17")),
        pytest.param(2 * CHECKED, "Kh Qh Jc 6s 4s", marks=pytest.mark.statement("S003-18")),
    ],
)
def test_later_sessions_begin_after_the_button_and_end_with_one_more_card(
    acts: tuple[str, ...], cards: str
) -> None:
    start = flop(1000, 1000, 1000, cards=CARDS)
    assert start.dealer.turn_to_act == 0
    move = last_move(start, *acts)
    assert isinstance(move.dealer_act, NextRound)
    assert move.dealer_act.to_act == 0
    assert str(move.dealer_act.middle) == cards


@pytest.mark.statement("S003-17", "S003-18")
@pytest.mark.parametrize("rounds", [0, 1])
def test_the_first_active_after_the_button_begins(rounds: int) -> None:
    situation = play(flop(1000, 1000, 1000), *rounds * CHECKED, "FO")
    assert play(situation, "CH", "CH").dealer.turn_to_act == 1


@pytest.mark.statement("S003-19")
def test_the_last_session_is_followed_by_the_showdown() -> None:
    start = river(1000, 1000, 1000, cards=CARDS)
    assert (start.round, start.dealer.turn_to_act) == (BettingRound.RIVER, 0)
    move = last_move(start, *CHECKED)
    assert isinstance(move.dealer_act, Showdown)
    assert str(move.dealer_act.middle) == BOARD
    assert move.dealer_act.winners.stacks == (1040, 980, 980)


@pytest.mark.statement("S003-19")
def test_there_is_no_showdown_when_one_remains_after_the_last_session() -> None:
    assert isinstance(last_move(river(1000, 1000, 1000), "RR40", "FO", "FO").dealer_act, OneWin)


# Showdown


@pytest.mark.statement("S003-20")
@each(
    ("acts", "order"),
    [
        (("CH", "CH", "CH"), (0, 1, 2)),
        (("CH", "RR40", "CA", "CA"), (1, 2, 0)),
        (("CH", "CH", "RR40", "CA", "CA"), (2, 0, 1)),
        (("RR40", "RR80", "RR120", "CA", "CA"), (0, 1, 2)),  # the first bettor, not the last raiser
        (("CH", "RR40", "RR80", "CA", "CA"), (1, 2, 0)),
        (("CH", "RR40", "RR80", "FO", "CA"), (1, 2)),
        (("CH", "RR40", "RR80", "CA", "FO"), (2, 0)),  # the first bettor has folded
    ],
)
def test_first_bettor_on_the_river_shows_first_otherwise_the_next_after_the_button(
    acts: tuple[str, ...], order: tuple[int, ...]
) -> None:
    end = last_move(river(1000, 1000, 1000), *acts)
    assert end.dealer_act.order == order


@pytest.mark.statement("S003-20")
def test_a_bet_before_the_river_does_not_decide_who_shows_first() -> None:
    end = last_move(flop(1000, 1000, 1000), "CH", "CH", "RR40", "CA", "CA", *CHECKED, *CHECKED)
    assert end.dealer_act.order == (0, 1, 2)
    all_in = last_move(
        flop(50, 50, 50), "CH", "AA", "AA", "AA"
    )  # B bets, and the rest is dealt out
    assert all_in.dealer_act.order == (0, 1, 2)


@pytest.mark.statement("S003-20")
def test_a_finished_hand_still_knows_who_showed_first() -> None:
    end = last_move(river(1000, 1000, 1000, cards=CARDS), "CH", "RR40", "RR80", "CA", "CA")
    rebuilt = Situation(end.after, CARDS)
    assert rebuilt.outcome == end.dealer_act


@pytest.mark.statement("S003-21")
def test_each_pot_goes_to_the_strongest_of_those_who_may_win_it() -> None:
    cards = HandDealer(["Jd Jh", "Qc Qd", "Kc Kd"], BOARD)  # the shortest stack is strongest
    end = last_move(deal(1000, 100, 50, cards=cards), "AA", "RR200", "AA")
    assert [str(pot) for pot in end.dealer_act.winners.pots] == ["100 1", "150 2"]
    assert end.dealer_act.winners.stacks == (900, 100, 150)


@pytest.mark.statement("S003-21")
def test_a_folded_hand_wins_nothing_however_strong() -> None:
    start = flop(1000, 1000, 1000, cards=CARDS)
    end = last_move(start, "FO", "CH", "CH", "CH", "CH", "CH", "CH")
    assert end.dealer_act.winners.stacks == (980, 1040, 980)


TIED = HandDealer(["Ac 2d", "Ad 2c", "Ah 2h"], "Ks Kd Kc Kh 7s")  # each has kings and an ace


@pytest.mark.statement("S003-22")
def test_hands_of_the_same_strength_split_the_pot() -> None:
    end = last_move(river(1000, 1000, 1000, cards=TIED), "RR40", "FO", "CA")
    assert [pot.shares for pot in end.dealer_act.winners.pots] == [(70, 70)]
    assert end.dealer_act.winners.stacks == (1010, 980, 1010)
    assert end.dealer_act.winners.dropped == 0


@pytest.mark.statement("S003-23")
def test_chips_that_cannot_be_divided_equally_are_dropped_and_recorded() -> None:
    situation = deal(1000, 1000, 1000, blinds=Blinds(5, 10), cards=TIED)
    end = last_move(situation, "CA", "FO", "CH", *("CH", "CH") * 3)
    assert [str(pot) for pot in end.dealer_act.winners.pots] == ["25 1 2"]
    assert end.dealer_act.winners.stacks == (995, 1002, 1002)
    assert end.dealer_act.winners.dropped == 1
    assert sum(end.dealer_act.winners.stacks) + end.dealer_act.winners.dropped == 3000


@pytest.mark.statement("S003-23")
def test_fractions_are_dropped_in_each_pot_of_its_own() -> None:
    tied = HandDealer(["Ac 2d", "Ad 2c", "Ah 2h", "3c 4d"], "Ks Kd Kc Kh 7s")
    situation = deal(1000, 1000, 25, 4, blinds=Blinds(5, 10), cards=tied)
    end = last_move(situation, "AA", "AA", "CA", "CA", *("CH", "CH") * 3)
    assert [str(pot) for pot in end.dealer_act.winners.pots] == ["63 0 1 2", "16 0 1 2"]
    assert end.dealer_act.winners.stacks == (1001, 1001, 26, 0)
    assert end.dealer_act.winners.dropped == 1


# Raises


@pytest.mark.statement("S003-28")
def test_a_raise_is_more_than_it_takes_to_play() -> None:
    situation = play(deal(1000, 1000, 1000), "RR60")
    assert wagers(situation) == [10, 20, 60]
    assert situation.dealer.price == 60


@pytest.mark.statement("S003-28", "S003-29")
@pytest.mark.parametrize("act", ["RR15", "RR20", "RR21", "RR39"])
def test_a_raise_under_the_least_is_taken_as_a_call(act: str) -> None:
    move = last_move(deal(1000, 1000, 1000), act)
    assert move == last_move(deal(1000, 1000, 1000), "CA")


@pytest.mark.statement("S003-28", "S003-29")
def test_a_bet_under_the_least_is_taken_as_a_check_where_there_is_nothing_to_call() -> None:
    assert last_move(flop(1000, 1000, 1000), "RR19") == last_move(flop(1000, 1000, 1000), "CH")


def test_a_raise_under_the_least_by_a_stack_short_of_the_call_is_its_all_in() -> None:
    move = last_move(deal(50, 1000, 1000), "RR100", "RR40")
    assert move.player_act.code == "AC"
    assert move.player_diff == (0, 50, Role.NEW_ALL_IN)


@pytest.mark.statement("S003-29")
@each(
    ("acts", "least"),
    [
        ((), 40),
        (("RR40",), 60),
        (("RR60",), 100),  # 40 more, so 40 more again
        (("RR60", "RR200"), 340),
        (("RR60", "CA", "CA"), None),  # the round is over; the next begins with the big blind
    ],
)
def test_a_raise_adds_at_least_what_the_last_bet_or_raise_added(
    acts: tuple[str, ...], least: int | None
) -> None:
    situation = play(deal(1000, 1000, 1000), *acts)
    assert situation.raises == (least or 20, situation.legal.total - 1)


@pytest.mark.statement("S003-29", "S003-33")
def test_an_all_in_may_add_less() -> None:
    situation = play(deal(80, 1000, 1000), "RR60")
    assert situation.raises is None
    raised = play(situation, "AA")
    assert raised.dealer.price == 80
    assert raised.raises == (120, 999)  # a full raise is still 40


@pytest.mark.statement("S003-30")
def test_bettor_who_faces_less_than_a_full_raise_may_only_call_or_fold() -> None:
    situation = play(flop(1000, 1000, 170), "RR100", "CA", "AA")  # C is all in for 150
    assert offers(situation) == "FO CA"
    assert refusal(situation, "RR250") is Refusal.NO_RAISE
    assert refusal(situation, "AA") is Refusal.NO_ALL_IN
    called = play(situation, "CA")
    assert called.dealer.turn_to_act == 1
    assert offers(called) == "FO CA"


@pytest.mark.statement("S003-30")
@each("to", [151, 200, 249, 250, 500])
def test_raise_by_a_player_who_may_not_raise_is_refused_and_not_taken_as_a_call(to: int) -> None:
    """Only a raise below the minimum by a player who may raise is taken as a call."""
    may_not = play(flop(1000, 1000, 170), "RR100", "CA", "AA")  # C is all in for 150
    assert refusal(may_not, f"RR{to}") is Refusal.NO_RAISE
    nobody = play(flop(170, 170, 1000), "AA", "AA")
    assert refusal(nobody, f"RR{to}") is Refusal.NOBODY_TO_RAISE


@pytest.mark.statement("S003-30")
def test_player_who_checked_may_not_raise_an_all_in_below_the_smallest_bet() -> None:
    situation = play(flop(1000, 1000, 39), "CH", "CH", "AA")  # C bets 19, the least bet is 20
    assert offers(situation) == "FO CA"
    assert refusal(situation, "RR60") is Refusal.NO_RAISE


@pytest.mark.statement("S003-30")
def test_player_who_has_not_acted_may_raise_a_short_all_in() -> None:
    situation = play(deal(39, 1000, 1000, 1000, button=3), "CA", "CA", "AA")  # A: 39, a raise of 19
    assert (situation.dealer.turn_to_act, situation.raises) == (1, (59, 999))
    called = play(situation, "CA")  # but C has called 20 already
    assert (called.dealer.turn_to_act, offers(called)) == (2, "FO CA")


@pytest.mark.statement("S003-30")
@pytest.mark.parametrize(("rules", "may_raise"), [("botpoker", False), ("masa", True)])
def test_short_all_ins_do_not_add_up_to_a_full_raise_as_they_do_elsewhere(
    rules: str, may_raise: bool
) -> None:
    start = Dealer.start([210, 1000, 1000, 1000, 150], 4, BLINDS, rules)
    # C makes it 100, a raise of 80; E is all in for 50 more, A for another 60.
    situation = play(start, "RR100", "CA", "AA", "AA", "FO")
    assert (situation.dealer.turn_to_act, situation.dealer.price) == (2, 210)
    assert (situation.raises is not None) is may_raise


@pytest.mark.statement("S003-31")
@pytest.mark.parametrize("all_in", [201, 250, 299])
def test_a_bets_100_b_raises_to_200_c_is_all_in_below_300_and_b_may_not_raise_again(
    all_in: int,
) -> None:
    """The example of document 003. 20 of C's chips are in the pot already."""
    facing_a = play(flop(1000, 1000, 20 + all_in), "RR100", "RR200", "AA")
    assert facing_a.dealer.turn_to_act == 0
    assert facing_a.raises == (all_in + 100, 979)  # "Player A could have raised"
    facing_b = play(facing_a, "CA")
    assert facing_b.dealer.turn_to_act == 1
    assert offers(facing_b) == "FO CA"
    assert refusal(facing_b, f"RR{all_in + 100}") is Refusal.NO_RAISE
    assert refusal(facing_b, "AA") is Refusal.NO_ALL_IN
    assert play(facing_b, "CA").round is BettingRound.TURN


@pytest.mark.statement("S003-31")
def test_had_c_made_it_300_b_could_raise_again() -> None:
    facing_b = play(flop(1000, 1000, 320), "RR100", "RR200", "AA", "CA")
    assert (facing_b.dealer.turn_to_act, facing_b.raises) == (1, (400, 979))


@pytest.mark.statement("S003-31")
def test_had_a_raised_b_could_raise_again() -> None:
    facing_b = play(flop(1000, 1000, 270), "RR100", "RR200", "AA", "RR350")
    assert (facing_b.dealer.turn_to_act, facing_b.raises) == (1, (450, 979))


@pytest.mark.statement("S003-32")
def test_the_number_of_raises_is_unlimited() -> None:
    situation = flop(9000, 9000, 9000)
    for raises in range(1, 101):
        situation = play(situation, f"RR{20 * raises}")
    assert situation.round is BettingRound.FLOP
    assert situation.raises == (2020, 8979)


# All in


@pytest.mark.statement("S003-33")
@each(
    ("has", "recorded"), [(1, "AC"), (60, "AC"), (61, "AH"), (99, "AH"), (100, "AF"), (900, "AF")]
)
def test_player_may_always_bet_all_chips(has: int, recorded: str) -> None:
    situation = play(deal(1000, 1000, 1000, has, 1000, button=4), "RR60")  # a raise of 40
    assert situation.dealer.turn_to_act == 3
    assert "AA" in offers(situation).split()
    move = last_move(situation, "AA")
    assert move.player_act.code == recorded
    assert move.player_diff == (0, has, Role.NEW_ALL_IN)


@pytest.mark.statement("S003-34")
def test_all_in_player_stays_until_the_showdown_without_acting() -> None:
    situation = play(flop(1000, 1000, 50, cards=CARDS), "RR100", "CA", "AA")
    for acts in [("CH", "CH"), ("RR200", "CA")]:
        assert situation.dealer.turn_to_act == 0
        situation = play(situation, *acts)
    assert situation.end
    assert 2 in situation.outcome.order


@pytest.mark.statement("S003-35")
def test_all_in_player_with_the_best_hand_wins_only_what_their_bet_covered() -> None:
    cards = HandDealer(["Qc Qd", "Jd Jh", "Kc Kd"], BOARD)
    situation = play(flop(1000, 1000, 50, cards=cards), "RR100", "CA", "AA")
    end = last_move(situation, "CH", "CH", "CH", "CH")
    assert end.dealer_act.winners.stacks == (1020, 880, 150)


@pytest.mark.statement("S003-36")
def test_all_in_below_the_call_makes_a_side_pot() -> None:
    assert pots(play(flop(1000, 1000, 50), "RR100", "CA", "AA")) == ["150 0 1 2", "140 0 1"]


@pytest.mark.statement("S003-36")
def test_no_side_pot_is_made_where_the_call_was_covered() -> None:
    situation = play(flop(1000, 1000, 1000), "RR100", "CA", "CA")
    assert pots(situation) == ["360 0 1 2"]


@pytest.mark.statement("S003-37")
@pytest.mark.parametrize(
    ("all_in", "pot"), [(30, 3 * 30 + 10), (8, 3 * 8 + 8), (10, 4 * 10), (60, 3 * 60 + 10)]
)
def test_each_pays_into_the_side_pot_its_bet_but_no_more_than_the_all_in(
    all_in: int, pot: int
) -> None:
    start = deal(1000, 1000, all_in, 1000)
    # C is all in, D raises to 200, A gives up its small blind of 10, B calls.
    situation = play(start, "AA", "RR200", "FO", "CA")
    rest = all_in + 200 + 10 + 200 - pot
    assert pots(situation) == [f"{pot} 1 2 3", f"{rest} 1 3"]
