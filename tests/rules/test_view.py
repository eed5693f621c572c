"""View: the part of a hand that a player or a spectator may know."""

from typing import Any

import pytest

from pokermasa.cards import read_cards
from pokermasa.notation import fen, uci
from pokermasa.rules import (
    BettingRound,
    Blinds,
    Dealer,
    HandDealer,
    HouseRules,
    Pot,
    Situation,
    View,
)
from tests.rules.table import indexes, play, table

CARDS = HandDealer(["Kd Kc", "7s 2h", "As Qh"], "Ah 7c 2d 9s 4h")


def deal(rules: str = "masa") -> Situation:
    return Situation(Dealer.start([200, 200, 60], 0, Blinds(1, 2), rules), CARDS)


def cards_in(view: View) -> list[Any]:
    """Return every card in the view as text, by stack and then the board."""
    hands = [" ".join(map(str, player.cards)) if player.cards else None for player in view.players]
    return [*hands, " ".join(map(str, view.board))]


# Cards


def test_a_player_sees_its_own_cards_only() -> None:
    situation = deal()
    assert cards_in(View.from_situation(situation, 0)) == ["Kd Kc", None, None, ""]
    assert cards_in(View.from_situation(situation, 1)) == [None, "7s 2h", None, ""]
    assert cards_in(View.from_situation(situation, 2)) == [None, None, "As Qh", ""]


def test_spectator_sees_no_hole_cards() -> None:
    assert cards_in(View.from_situation(deal(), None)) == [None, None, None, ""]


def test_the_board_is_seen_as_far_as_it_is_dealt() -> None:
    flop = play(deal(), "CA", "CA", "CH")
    assert cards_in(View.from_situation(flop, None))[-1] == "Ah 7c 2d"
    turn = play(flop, "CH", "CH", "CH")
    assert cards_in(View.from_situation(turn, 1))[-1] == "Ah 7c 2d 9s"
    river = play(turn, "CH", "CH", "CH")
    assert cards_in(View.from_situation(river, 2))[-1] == "Ah 7c 2d 9s 4h"


def test_a_player_who_folded_sees_no_more_than_its_own_cards() -> None:
    folded = play(deal(), "RR6", "FO")
    assert cards_in(View.from_situation(folded, 1)) == [None, "7s 2h", None, ""]


def test_at_the_showdown_the_hands_that_must_be_shown_are_seen_by_all() -> None:
    # Stack 1 is first: two pairs win; the others may muck.
    ended = play(deal(), "CA", "CA", "CH", *["CH"] * 9)
    assert cards_in(View.from_situation(ended, None)) == [None, "7s 2h", None, "Ah 7c 2d 9s 4h"]
    assert cards_in(View.from_situation(ended, 0)) == ["Kd Kc", "7s 2h", None, "Ah 7c 2d 9s 4h"]


def test_viewer_sees_every_remaining_hand_where_all_ins_must_show() -> None:
    ended = play(deal("tda"), "RR6", "FO", "AA", "CA")
    assert cards_in(View.from_situation(ended, None)) == ["Kd Kc", None, "As Qh", "Ah 7c 2d 9s 4h"]


def test_uncalled_winner_shows_no_cards_and_no_more_board_cards_are_dealt() -> None:
    ended = play(deal(), "CA", "CA", "CH", "RR10", "FO", "FO")
    assert cards_in(View.from_situation(ended, None)) == [None, None, None, "Ah 7c 2d"]
    assert View.from_situation(ended, None).winners.stacks == (198, 204, 58)


def test_view_has_no_reference_to_its_situation() -> None:
    assert "7s" in repr(View.from_situation(deal(), 1))
    assert "Kd" not in repr(View.from_situation(deal(), 1))
    assert "7c" not in repr(View.from_situation(deal(), 1)), "nor the board to come"


# The fields that document 002 lists


@pytest.mark.statement("S002-52")
def test_the_state_of_the_game() -> None:
    situation = play(deal(), "RR6", "CA")
    view = View.from_situation(situation, None)
    assert view.round is BettingRound.PREFLOP
    assert not view.settled
    assert (view.button, view.small_blind, view.big_blind) == (0, 1, 2)
    assert view.to_act == 2
    assert view.waiting == ()
    assert view.remaining == (0, 1, 2)
    assert view.all_ins == ()
    assert (view.price, view.pot) == (6, 14)
    assert view.running_pot == Pot(0, indexes(0, 1, 2))
    assert view.side_pots == ()
    assert view.blinds == Blinds(1, 2)
    assert view.rules == HouseRules.named("masa")
    assert view.winners is None


@pytest.mark.statement("S002-53")
def test_the_state_of_a_player() -> None:
    view = View.from_situation(play(deal(), "RR6", "FO"), 2)
    raiser, folded, me = view.players
    assert (raiser.index, raiser.role, raiser.stack, raiser.wager, raiser.total) == (
        *(0, "I", 194, 6, 200),
    )
    assert uci.write(raiser.last_action) == "RR6"
    assert (folded.role, folded.stack, folded.wager) == ("F", 199, 1)
    assert me.cards == read_cards("As Qh")
    assert me.last_action is None


@pytest.mark.statement("S002-55")
def test_the_total_of_a_player_is_chips_left_plus_everything_bet_in_this_hand() -> None:
    def totals_of(situation: Situation) -> list[tuple[int, int, int]]:
        players = View.from_situation(situation, None).players
        return [(player.total, player.stack, player.wager) for player in players]

    flop = play(deal(), "RR6", "FO", "CA")
    assert totals_of(flop) == [(200, 194, 0), (200, 199, 0), (60, 54, 0)]
    turn = play(flop, "RR10", "CA")
    assert totals_of(turn) == [(200, 184, 0), (200, 199, 0), (60, 44, 0)]
    assert totals_of(play(turn, "RR20")) == [(200, 184, 0), (200, 199, 0), (60, 24, 20)]
    assert totals_of(play(turn, "RR20", "FO")) == [(200, 184, 0), (200, 199, 0), (60, 44, 0)]


@pytest.mark.parametrize(
    "blinds", [Blinds(5, 10, 3), Blinds(5, 10, 10, big_blind_ante=True), Blinds(5, 10, 30)]
)
def test_antes_are_part_of_the_total(blinds: Blinds) -> None:
    stacks = [100, 80, 60, 20]
    preflop = Situation(Dealer.start(stacks, 0, blinds))
    later = play(preflop, "FO")
    for situation in (preflop, later):
        assert [player.total for player in View.from_situation(situation, None).players] == stacks


def test_reach_is_the_most_a_player_can_bet_in_this_round() -> None:
    flop = View.from_situation(play(deal(), "RR6", "FO", "CA", "RR10"), 0).players
    assert [player.reach for player in flop] == [194, 199, 54]


def test_totals_of_a_situation_are_given_or_estimated_from_the_pots() -> None:
    flop = "10 F 0 1 10!30 0 1 2\nI 90 0 .\nI 80 0 .\nI 70 0 ."
    assert fen.read_situation(flop).totals == (100, 90, 80)
    dealer = fen.read(flop.replace("30 0 1 2", "35 0 1").replace("I 70", "F 70"))
    assert Situation(dealer, None, (100, 90, 85)).totals == (100, 90, 85)


def test_waiting_lists_the_stacks_that_still_have_to_act() -> None:
    assert View.from_situation(deal(), None).waiting == (1, 2)
    assert View.from_situation(play(deal(), "CA"), None).waiting == (2,)
    # After a raise, players who called are waiting again; the raiser is not.
    assert View.from_situation(play(deal(), "CA", "RR10"), None).waiting == (0,)
    assert View.from_situation(play(deal(), "CA", "RR10", "CA"), None).waiting == ()


def test_waiting_omits_stacks_that_will_get_no_turn() -> None:
    """Only stack 1 has a decision left. The hand ends after it in any case."""
    situation = table("2 F 0 1 2!30 0 1~60 0 1 2 / F 50 0 . / I 50 0 . / I 50 0 .")
    assert View.from_situation(situation, None).waiting == (2,)
    alone = table("2 P 0 2 2!0 0 1 2 / F 50 0 FO / N 0 20 AF / I 48 2 .")
    assert View.from_situation(alone, None).waiting == ()


def test_only_the_stack_to_act_has_acts() -> None:
    situation = deal()
    view = View.from_situation(situation, 0)
    assert view.acts == situation.possible_acts
    assert view.raises == (4, 199)
    assert view.to_call == 2
    other = View.from_situation(situation, 1)
    assert (other.acts, other.raises, other.to_call) == ((), None, 0)
    assert other.acts_of_turn == situation.possible_acts
    assert View.from_situation(situation, None).acts == ()


def test_all_ins_are_listed() -> None:
    view = View.from_situation(play(deal(), "RR6", "FO", "AA"), None)
    assert view.all_ins == (2,)
    assert view.remaining == (0, 2)


def test_a_settled_hand() -> None:
    view = View.from_situation(play(deal(), "RR6", "FO", "AA", "CA"), 0)
    assert view.settled
    assert view.to_act is None
    assert (view.acts, view.acts_of_turn, view.waiting) == ((), (), ())
    assert view.winners.stacks == (140, 199, 121)
    assert view.side_pots == (Pot(121, indexes(0, 2)),)


def test_without_cards_there_is_still_a_view() -> None:
    view = View.from_situation(table("2 P 0 0 2!0 0 1 2 / I 200 0 . / I 199 1 . / I 58 2 ."), 1)
    assert view.board == ()
    assert [player.cards for player in view.players] == [None, None, None]


@pytest.mark.parametrize("viewer", [-1, 3])
def test_view_of_a_missing_stack_is_refused(viewer: int) -> None:
    with pytest.raises(IndexError, match="there is no stack"):
        View.from_situation(deal(), viewer)
