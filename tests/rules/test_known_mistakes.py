"""Mistakes found in six other hold'em engines, each as a case with the right result."""

import pytest

from pokermasa.notation import fen
from pokermasa.rules import (
    Blinds,
    Dealer,
    HandDealer,
    HouseRules,
    OddChips,
    Role,
    Showdown,
    Situation,
)
from tests.cases import each
from tests.rules.table import last_move, moves, offers, play, show, table

# A side pot the overall winner is not in


def test_a_side_pot_the_overall_winner_is_not_in_goes_to_the_best_of_its_members() -> None:
    """The short stack has the best hand and wins only the main pot.

    An engine that looks for the winner once, and not once for each pot, loses the side pot or
    overpays.
    """
    start = Dealer.start([30, 100, 100], button=0, blinds=Blinds(1, 2))
    cards = HandDealer(["As Ad", "Kc Kd", "Qc Qd"], "8h 7s 5c 3d 2h")
    situation = Situation(start, cards)
    move = last_move(situation, "AA", "RR80", "CA", "CH", "CH", "CH", "CH", "CH", "CH")
    assert [str(pot) for pot in move.dealer_act.winners.pots] == ["100 1", "90 0"]
    assert move.dealer_act.winners.stacks == (90, 120, 20)


def test_two_side_pots_and_three_winners() -> None:
    start = Dealer.start([10, 30, 70, 70], button=3, blinds=Blinds(1, 2))
    cards = HandDealer(["As Ad", "Kc Kd", "Qc Qd", "Jc Jd"], "8h 7s 5c 3d 2h")
    move = last_move(Situation(start, cards), "AA", "AA", "AA", "AA")
    assert [str(pot) for pot in move.dealer_act.winners.pots] == ["80 2", "60 1", "40 0"]
    assert move.dealer_act.winners.stacks == (40, 60, 80, 0)


def test_chips_of_a_folded_stack_stay_in_the_side_pots_they_reached() -> None:
    """Side pots computed from the remaining stacks alone would lose the chips of folded stacks."""
    flop = "2 F 3 0 2!40 0 1 2 3 / I 20 0 . / I 90 0 . / I 90 0 . / I 90 0 ."
    after = play(flop, "AA", "RR50", "CA", "CA")
    turn = play(after, "RR30", "FO", "CA")
    assert show(turn) == ("2 R 3 1 2!150 1 3~120 0 1 3 / O 0 0 . / I 10 0 . / F 40 0 . / I 10 0 .")
    assert turn.dealer.chips == 40 + 20 + 90 * 3


# Ties broken on hole cards


def checked_down(*hands: str, board: str) -> tuple[int, ...]:
    """Return the stacks after a pot of 40 is checked down on the river; each had 80."""
    river = "2 R 0 1 2!40 0 1 / I 80 0 . / I 80 0 ."
    situation = Situation(table(river).dealer, HandDealer(hands, board))
    return last_move(situation, "CH", "CH").dealer_act.winners.stacks


def test_hole_cards_that_do_not_play_break_no_tie() -> None:
    """Both players play two pair and the ace of the board."""
    assert checked_down("Qc Jd", "3c 2d", board="Kh Kd 9s 9c Ah") == (100, 100)


def test_the_sixth_best_card_breaks_no_tie() -> None:
    """Both players have a pair of aces with king, queen and jack."""
    assert checked_down("Ah 7d", "Ac 2c", board="As Kd Qc Js 9h") == (100, 100)


def test_suits_break_no_tie() -> None:
    assert checked_down("As Ks", "Ad Kd", board="Qc Jh Tc 2h 3c") == (100, 100)


def test_the_hole_card_that_does_play_wins() -> None:
    assert checked_down("Ac Jd", "Kc Qd", board="Kh Kd 9s 9c 2h") == (80, 120)
    assert checked_down("Ac Jd", "Qc Jh", board="Kh Kd 9s 9c 2h") == (120, 80)


# Remainders that vanish, and an odd-chip split that crashes


@each("pot", [1, 2, 3, 5, 7, 100, 101, 3333])
def test_remainders_do_not_vanish(pot: int) -> None:
    river = f"2 R 0 1 2!{pot} 0 1 2 / I 10 0 . / I 10 0 . / I 10 0 ."
    cards = HandDealer(["2c 2d", "3c 3d", "4c 4d"], "As Ks Qs Js Ts")
    for odd in OddChips:
        rules = HouseRules().replace(odd_chips=odd)
        dealer = table(river).dealer._replace(rules=rules)
        winners = last_move(Situation(dealer, cards), "CH", "CH", "CH").dealer_act.winners
        assert sum(winners.stacks) + winners.dropped == 30 + pot
        assert odd is OddChips.DROPPED or winners.dropped == 0


def test_a_split_with_an_odd_chip_does_not_crash_and_goes_left_of_the_button() -> None:
    river = "2 R 1 2 2!41 0 1 2 / I 80 0 . / I 80 0 . / I 80 0 ."
    cards = HandDealer(["Qc Jd", "3c 2d", "Qd Jc"], "Kh Kd 9s 9c Ah")
    winners = last_move(Situation(table(river).dealer, cards), "CH", "CH", "CH").dealer_act.winners
    assert winners.stacks == (94, 93, 94)
    assert all(type(stack) is int for stack in winners.stacks)


def test_a_pot_smaller_than_the_number_of_its_winners() -> None:
    river = "2 R 0 1 2!2 0 1 2 / I 10 0 . / I 10 0 . / I 10 0 ."
    cards = HandDealer(["2c 2d", "3c 3d", "4c 4d"], "As Ks Qs Js Ts")
    winners = last_move(Situation(table(river).dealer, cards), "CH", "CH", "CH").dealer_act.winners
    assert winners.stacks == (10, 11, 11)


# All players all-in without a showdown; all-in players asked to act


def test_when_all_are_all_in_before_the_flop_there_is_a_showdown_at_once() -> None:
    start = Dealer.start([50, 80, 60], button=0, blinds=Blinds(1, 2))
    cards = HandDealer(["As Ad", "Kc Kd", "Qc Qd"], "8h 7s 5c 3d 2h")
    move = last_move(Situation(start, cards), "AA", "AA", "AA")
    assert isinstance(move.dealer_act, Showdown)
    assert str(move.dealer_act.middle) == "8h 7s 5c 3d 2h"
    assert move.dealer_act.winners.stacks == (150, 40, 0)
    assert move.situation_after.end


def test_single_caller_with_chips_left_and_no_opponent_to_bet_against_goes_to_showdown() -> None:
    flop = "2 F 0 1 2!30 0 1 2 / I 50 0 . / I 20 0 . / I 30 0 ."
    after = play(flop, "AA", "AA", "CA")
    assert after.showdown
    assert show(after) == "2 F 0 0 2!0 0~20 0 2~90 0 1 2 / I 20 0 CA / O 0 0 AF / O 0 0 AH"


@pytest.mark.parametrize("betting_round", ["F", "T", "R"])
def test_all_in_players_get_no_turn(betting_round: str) -> None:
    line = f"2 {betting_round} 0 2 2!0 2 3~80 0 1 2 3 / O 0 0 . / O 0 0 . / I 20 0 . / I 30 0 ."
    made = moves(line, "CH", "RR10", "CA")
    assert [move.before.turn_to_act for move in made] == [2, 3, 2]
    for move in made:
        after = move.situation_after
        assert after.end or after.dealer.stacks[after.dealer.turn_to_act].role is Role.INVOLVED


def test_a_player_put_all_in_by_a_blind_is_not_asked_to_act() -> None:
    start = Dealer.start([100, 1, 100, 100], button=0, blinds=Blinds(1, 2))
    made = moves(start, "CA", "CA", "CH")
    assert [move.before.turn_to_act for move in made] == [3, 0, 2]


def test_no_stack_has_to_call_more_than_an_opponent_can_match() -> None:
    preflop = "10 P 0 1 10!0 0 1 2 / F 100 0 FO / I 95 5 . / N 0 7 ."
    situation = table(preflop)
    assert situation.legal.to_call == 2
    assert offers(situation) == "FO CA"


# The heads-up button


@pytest.mark.parametrize("button", [0, 1])
def test_heads_up_the_house_rules_decide_when_the_button_posts_acts_and_shows(button: int) -> None:
    """Houses follow one of two customs, which must not be mixed. The button is last after the flop
    in both."""
    other = 1 - button
    cardroom = Situation(Dealer.start([50, 50], button, Blinds(1, 2), "tda"))
    documents = Situation(Dealer.start([50, 50], button, Blinds(1, 2), "masa"))
    assert [s.recent_wager for s in cardroom.dealer.stacks][button] == 1
    assert [s.recent_wager for s in documents.dealer.stacks][button] == 2
    assert (cardroom.dealer.turn_to_act, documents.dealer.turn_to_act) == (button, other)
    for situation in (cardroom, documents):
        flop = play(situation, "CA", "CH")
        assert flop.dealer.turn_to_act == other, "after the flop the button is last"
        ended = play(flop, *["CH"] * 6)
        assert ended.outcome.order == (other, button)


def test_the_button_is_a_stack_index_and_an_empty_chair_in_front_does_not_move_it() -> None:
    """An early web client compared an index among players with a number among chairs."""
    dealer = Dealer.start([50] * 3, button=2, blinds=Blinds(1, 2))
    assert (dealer.button, dealer.small_blind, dealer.big_blind) == (2, 0, 1)


# Raises


def test_the_minimum_raise_is_the_last_raise_and_not_the_whole_bet() -> None:
    flop = "10 F 2 0 10!30 0 1 2 / I 900 0 . / I 900 0 . / I 900 0 ."
    assert play(flop, "RR50", "RR120").raises[0] == 190


def test_a_short_all_in_does_not_lower_the_minimum_raise() -> None:
    flop = "10 F 2 0 10!30 0 1 2 / I 900 0 . / I 65 0 . / I 900 0 ."
    after = play(flop, "RR50", "AA")
    assert after.dealer.last_full_raise == 50
    assert after.raises[0] == 115


def test_the_minimum_raise_starts_again_each_round_at_the_big_blind() -> None:
    flop = "10 F 2 0 10!30 0 1 2 / I 900 0 . / I 900 0 . / I 900 0 ."
    assert play(flop, "RR500", "CA", "CA").raises[0] == 10


def test_every_amount_is_the_total_wager_after_the_act() -> None:
    """One engine had two names for the amount, one of which later meant "by"."""
    after = play("10 F 2 0 10!30 0 1 2 / I 900 0 . / I 900 0 . / I 900 0 .", "RR50", "RR150")
    assert after.dealer.stacks[1] == (Role.INVOLVED, 750, 150, after.dealer.stacks[1].last_action)


def test_the_big_blind_may_raise_when_all_have_only_called() -> None:
    called = play(Dealer.start([50] * 3, 0, Blinds(1, 2)), "CA", "CA")
    assert offers(called) == "FO CH AA RR4 TR4 HR5 PR8"


def test_an_uncalled_bet_is_not_part_of_the_pot_that_is_won() -> None:
    move = last_move("2 R 0 1 2!30 0 1 / I 80 0 . / I 80 0 .", "RR70", "FO")
    assert [str(pot) for pot in move.dealer_act.winners.pots] == ["30 1"]
    assert move.dealer_act.winners.stacks == (80, 110)


def test_a_round_trip_and_a_literal() -> None:
    """A reader and a writer with the same mistake agree with each other, so a literal is needed."""
    line = "2 P 0 2 4!0 0 2 / I 194 6 RR6 / F 199 1 FO / I 58 2 ."
    text = line.replace(" / ", "\n")
    assert fen.write(fen.read(text)) == text
    assert fen.read(text).stacks[0].recent_wager == 6
    assert fen.read(text).last_full_raise == 4
