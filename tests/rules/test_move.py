"""Move: the act, the dealer's answer, and the situations before and after."""

import pytest

from pokermasa.cards import read_cards
from pokermasa.rules import (
    AllInCall,
    AllInFullRaise,
    AllInHalfRaise,
    BettingRound,
    Blinds,
    Dealer,
    Fold,
    HandDealer,
    MiddleCards,
    Move,
    NextRound,
    NextTurn,
    OneWin,
    PlayerDiff,
    Pot,
    PotDistribution,
    PotRaise,
    Raise,
    Role,
    Showdown,
    Situation,
    StackIndex,
    Winners,
)
from tests.cases import each
from tests.rules.table import indexes, last_move, moves, show, table

THREE_HANDED = "2 P 0 0 2!0 0 1 2 / I 200 0 . / I 199 1 . / I 58 2 ."
CARDS = HandDealer(["Kd Kc", "7s 2h", "As Qh"], "Ah 7c 2d 9s 4h")


def with_cards(line: str = THREE_HANDED) -> Situation:
    return Situation(table(line).dealer, CARDS)


@pytest.mark.statement("S000-59", "S001-59")
def test_a_move_holds_the_act_and_the_situations_before_and_after() -> None:
    situation = table(THREE_HANDED)
    move = situation.move(Raise(to=6))
    assert move.player_act == Raise(to=6)
    assert move.situation_before == situation
    assert move.before == situation.dealer
    assert show(move.after) == "2 P 0 1 4!0 0 1 2 / I 194 6 RR6 / I 199 1 . / I 58 2 ."
    assert move.finalize_after == move.after
    assert move.situation_after == Situation(move.finalize_after)


@pytest.mark.statement("S000-59", "S001-59")
def test_the_situation_after_is_ready_for_the_next_act() -> None:
    """The wagers are in the pots and the next round has begun."""
    move = last_move(THREE_HANDED, "CA", "CA", "CH")
    assert show(move.situation_after) == "2 F 0 1 2!6 0 1 2 / I 198 0 . / I 198 0 . / I 58 0 ."
    assert move.before.round is BettingRound.PREFLOP
    assert move.after.round is BettingRound.FLOP


@pytest.mark.statement("S000-59", "S001-59")
def test_the_cards_go_from_situation_to_situation() -> None:
    assert last_move(with_cards(), "CA", "CA", "CH").situation_after.hand_dealer == CARDS


@pytest.mark.statement("S000-60", "S001-60")
def test_next_turn_contains_the_stack_to_act() -> None:
    assert last_move(THREE_HANDED, "RR6").dealer_act == NextTurn(to_act=StackIndex(1))
    assert last_move(THREE_HANDED, "RR6", "FO").dealer_act == NextTurn(to_act=StackIndex(2))
    assert last_move(THREE_HANDED, "RR6", "FO", "AA").dealer_act == NextTurn(to_act=StackIndex(0))


@pytest.mark.statement("S000-61", "S001-61")
def test_next_round_contains_the_stack_to_act_the_board_and_the_pots() -> None:
    start = "2 P 3 2 2!0 0 1 2 3 / I 99 1 . / I 98 2 . / I 30 0 . / I 100 0 ."
    cards = HandDealer(["Kd Kc", "7s 2h", "As Qh", "Js Jh"], "Ah 7c 2d 9s 4h")
    situation = Situation(table(start).dealer, cards)
    flop = last_move(situation, "AA", "RR60", "FO", "CA")
    assert flop.dealer_act == NextRound(
        to_act=StackIndex(1),
        middle=MiddleCards(flop=read_cards("Ah 7c 2d")),  # type: ignore[arg-type]
        running_pot=Pot(60, indexes(1, 3)),
        side_pots=(Pot(91, indexes(1, 2, 3)),),
    )
    turn, river = moves(flop.situation_after, "CH", "CH", "CH", "CH")[1::2]
    assert str(turn.dealer_act.middle) == "Ah 7c 2d 9s"
    assert str(river.dealer_act.middle) == "Ah 7c 2d 9s 4h"


@pytest.mark.statement("S000-61", "S001-61")
def test_without_cards_next_round_has_no_middle() -> None:
    assert last_move(THREE_HANDED, "CA", "CA", "CH").dealer_act == NextRound(
        to_act=StackIndex(1), middle=None, running_pot=Pot(6, indexes(0, 1, 2)), side_pots=()
    )


@pytest.mark.statement("S000-62", "S001-62")
def test_one_win_contains_the_winner_and_the_chips() -> None:
    move = last_move(THREE_HANDED, "RR6", "FO", "FO")
    # 4 of the 6 come back, since the big blind's 2 are all that matched them.
    assert move.dealer_act == OneWin(
        Winners(pots=(PotDistribution(5, indexes(0), (5,)),), stacks=(203, 199, 58))
    )
    assert show(move.after) == "2 P 0 2 2!5 0 / I 198 0 RR6 / F 199 0 FO / F 58 0 FO"


@pytest.mark.statement("S000-63", "S001-63")
def test_showdown_contains_the_board_the_hands_and_the_winners() -> None:
    move = last_move(with_cards(), "RR6", "FO", "AA", "CA")
    showdown = move.dealer_act
    assert isinstance(showdown, Showdown)
    assert str(showdown.middle) == "Ah 7c 2d 9s 4h"
    assert showdown.hands == (read_cards("Kd Kc"), None, read_cards("As Qh"))
    assert showdown.winners == Winners(
        pots=(PotDistribution(121, indexes(2), (121,)),), stacks=(140, 199, 121)
    )


@pytest.mark.statement("S000-63", "S001-63")
def test_showdown_without_cards_has_no_winners() -> None:
    move = last_move(THREE_HANDED, "RR6", "FO", "AA", "CA")
    showdown = move.dealer_act
    assert isinstance(showdown, Showdown)
    assert (showdown.middle, showdown.hands, showdown.result) == (None, None, None)
    assert showdown.order == (2, 0)
    assert move.after.distribute_all([1, None, 2]) == [PotDistribution(121, indexes(2), (121,))]


@pytest.mark.statement("S000-66", "S001-66")
@each(
    ("stack", "recorded"),
    [
        (15, AllInCall()),
        (20, AllInCall()),
        (21, AllInHalfRaise()),
        (39, AllInHalfRaise()),
        (40, AllInFullRaise()),
        (90, AllInFullRaise()),
    ],
)
def test_all_in_is_sent_as_aa_and_recorded_as_a_call_short_raise_or_full_raise(
    stack: int, recorded: AllInCall | AllInHalfRaise | AllInFullRaise
) -> None:
    facing = f"2 F 0 2 20!30 0 1 2 / I 300 0 . / I 280 20 RR20 / I {stack} 0 ."
    move = last_move(facing, "AA")
    assert move.player_act == recorded
    assert move.after.stacks[2].last_action == recorded


@pytest.mark.statement("S000-66", "S001-66")
def test_an_all_in_bet_of_less_than_the_big_blind_is_less_than_a_full_raise() -> None:
    flop = "10 F 0 1 10!30 0 1 / I 30 0 . / I {} 0 ."
    assert last_move(flop.format(9), "AA").player_act == AllInHalfRaise()
    assert last_move(flop.format(10), "AA").player_act == AllInFullRaise()


def test_a_raise_by_a_share_of_the_pot_is_recorded_with_its_amount() -> None:
    assert last_move(THREE_HANDED, "PR").player_act == PotRaise(to=7)


@pytest.mark.statement("S000-67", "S001-67")
@pytest.mark.parametrize(
    ("act", "diff"),
    [
        ("FO", PlayerDiff(new_stack=29, new_wager=1, new_role=Role.FOLDED)),
        ("CA", PlayerDiff(new_stack=20, new_wager=10, new_role=Role.INVOLVED)),
        ("RR20", PlayerDiff(new_stack=10, new_wager=20, new_role=Role.INVOLVED)),
        ("AA", PlayerDiff(new_stack=0, new_wager=30, new_role=Role.NEW_ALL_IN)),
    ],
)
def test_player_diff_is_the_new_stack_wager_and_role_of_the_acting_stack(
    act: str, diff: PlayerDiff
) -> None:
    facing = "2 P 0 1 8!0 0 1 2 / I 20 10 RR10 / I 29 1 . / I 28 2 ."
    assert last_move(facing, act).player_diff == diff


@pytest.mark.statement("S000-67", "S001-67")
def test_the_diff_shows_the_wager_even_when_the_act_ends_the_round() -> None:
    move = last_move("2 F 0 0 10!30 0 1 / I 30 0 . / I 20 10 RR10", "CA")
    assert move.player_diff == PlayerDiff(new_stack=20, new_wager=10, new_role=Role.INVOLVED)
    assert move.after.stacks[0].recent_wager == 0


@pytest.mark.statement("S000-68", "S001-68")
def test_the_middle_cards_are_a_flop_a_turn_and_a_river_each_of_which_may_be_missing() -> None:
    ace, seven, deuce, nine, four = read_cards("Ah 7c 2d 9s 4h")
    assert CARDS.middle(BettingRound.PREFLOP) == MiddleCards(None, None, None)
    assert CARDS.middle(BettingRound.FLOP) == MiddleCards((ace, seven, deuce), None, None)
    assert CARDS.middle(BettingRound.TURN) == MiddleCards((ace, seven, deuce), nine, None)
    assert CARDS.middle(BettingRound.RIVER) == MiddleCards((ace, seven, deuce), nine, four)
    assert CARDS.middle(BettingRound.TURN).cards == (ace, seven, deuce, nine)
    assert MiddleCards().cards == ()


@pytest.mark.statement("S000-69", "S001-69")
def test_the_winners_are_a_distribution_for_each_pot_and_the_stacks_afterwards() -> None:
    start = "2 R 0 1 2!90 0 1~45 0 1 2 / I 30 0 . / I 30 0 . / O 0 0 ."
    # Aces with a king beat aces with a jack; the third pair of sevens loses.
    cards = HandDealer(["As Kh", "Ac Jh", "7s 3h"], "Ah 7c 2d 9s 5h")
    winners = last_move(Situation(table(start).dealer, cards), "RR10", "CA").dealer_act.winners
    assert winners.pots == (
        PotDistribution(110, indexes(0), (110,)),
        PotDistribution(45, indexes(0), (45,)),
    )
    assert winners.stacks == (20 + 110 + 45, 20, 0)
    assert winners.dropped == 0


@pytest.mark.statement("S000-69", "S001-69")
def test_a_pot_without_chips_has_no_winner() -> None:
    """After an all-in with no player left beside it, the running pot is empty."""
    move = last_move(with_cards(), "RR6", "FO", "AA", "CA")
    assert (str(move.after.running_pot), str(move.after.side_pots[0])) == ("0 0", "121 0 2")
    assert [str(pot) for pot in move.dealer_act.winners.pots] == ["121 2"]


def test_a_hand_is_a_function_of_rules_stacks_button_deck_and_acts() -> None:
    def hand() -> list[Move]:
        start = Dealer.start([200, 200, 60], button=0, blinds=Blinds(1, 2))
        return moves(Situation(start, CARDS), "RR6", "FO", "AA", "CA")

    assert hand() == hand()


def test_a_fold_is_recorded_as_sent() -> None:
    assert last_move(THREE_HANDED, "FO").player_act == Fold()
