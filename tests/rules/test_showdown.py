"""The end of a hand: the order of showing, and the winners."""

import pytest

from pokermasa.cards import read_cards
from pokermasa.rules import (
    AllIn,
    BadHand,
    Blinds,
    Dealer,
    HandDealer,
    PotDistribution,
    Showdown,
    Situation,
    StackIndex,
    injected,
)
from tests.cases import each
from tests.rules.table import indexes, last_move, play, table

RIVER = "2 R 2 0 2!30 0 1 2 / I 90 0 . / I 90 0 . / I 90 0 ."
BOARD = "As Kh 8d 5c 2s"
ACES, KINGS, EIGHTS, NOTHING = "Ad Qc", "Kd Qd", "8s 7s", "Jh Th"


def river(*hands: str | None, board: str = BOARD, line: str = RIVER) -> Situation:
    return Situation(table(line).dealer, HandDealer(hands, board))


# Order


def test_without_a_wager_on_the_river_the_left_of_the_button_shows_first() -> None:
    assert play(RIVER, "CH", "CH", "CH").outcome.order == (0, 1, 2)


def test_the_last_aggressor_on_the_river_shows_first_and_the_others_follow_clockwise() -> None:
    assert play(RIVER, "CH", "RR10", "CA", "CA").outcome.order == (1, 2, 0)
    assert play(RIVER, "RR10", "CA", "RR30", "CA", "CA").outcome.order == (2, 0, 1)


def test_folded_stacks_show_nothing() -> None:
    assert play(RIVER, "RR10", "FO", "CA").outcome.order == (0, 2)


def test_an_all_in_raise_is_an_aggression_and_an_all_in_call_is_not() -> None:
    line = "2 R 2 0 2!30 0 1 2 / I 90 0 . / I 20 0 . / I 5 0 ."
    assert play(line, "RR10", "AA", "AA", "CA").outcome.order == (1, 2, 0)


def test_a_short_all_in_that_is_raised_is_not_the_last_aggressor() -> None:
    line = "2 R 2 0 2!30 0 1 2 / I 15 0 . / I 90 0 . / I 90 0 ."
    after = play(line, "AA", "RR30", "CA")
    assert after.outcome.order == (1, 2, 0)
    assert Situation(after.dealer).outcome.order == (1, 2, 0), "also when the hand is set up again"


def test_wagers_of_earlier_rounds_do_not_decide_who_shows_first() -> None:
    turn = RIVER.replace(" R ", " T ")
    assert play(turn, "CH", "CH", "RR10", "CA", "CA", "CH", "CH", "CH").outcome.order == (0, 1, 2)
    all_in = "2 F 2 0 2!30 0 1 2 / I 90 0 . / I 20 0 . / I 20 0 ."
    assert play(all_in, "FO", "AA", "AA").outcome.order == (1, 2)


# Hands that must be shown, and hands that may be mucked


def test_first_must_show_and_beaten_hands_may_stay_hidden() -> None:
    showdown = last_move(river(ACES, KINGS, NOTHING), "CH", "CH", "CH").dealer_act
    assert showdown.must_show == {0}


def test_hand_that_no_shown_hand_beats_must_be_shown() -> None:
    showdown = last_move(river(EIGHTS, KINGS, ACES), "CH", "CH", "CH").dealer_act
    assert showdown.must_show == {0, 1, 2}
    showdown = last_move(river(EIGHTS, ACES, KINGS), "CH", "CH", "CH").dealer_act
    assert showdown.must_show == {0, 1}


def test_hand_that_ties_must_be_shown() -> None:
    showdown = last_move(river("Ad Qc", KINGS, "Ac Qh"), "CH", "CH", "CH").dealer_act
    assert showdown.must_show == {0, 2}


def test_a_hand_beaten_for_the_main_pot_shows_if_it_can_win_a_side_pot() -> None:
    line = "2 R 2 1 2!30 1 2~90 0 1 2 / O 0 0 . / I 90 0 . / I 90 0 ."
    # The all-in has aces; kings and eights play on for the side pot.
    showdown = last_move(river(ACES, KINGS, EIGHTS, line=line), "CH", "CH").dealer_act
    assert showdown.order == (0, 1, 2)
    assert showdown.must_show == {0, 1}
    assert [str(pot) for pot in showdown.winners.pots] == ["30 1", "90 0"]


# Winners


def test_each_pot_is_paid_to_the_best_of_its_members() -> None:
    line = "2 R 2 1 2!30 1 2~90 0 1 2 / O 0 0 . / I 90 0 . / I 90 0 ."
    winners = last_move(river(KINGS, ACES, EIGHTS, line=line), "RR10", "CA").dealer_act.winners
    assert winners.pots == (
        PotDistribution(50, indexes(1), (50,)),
        PotDistribution(90, indexes(1), (90,)),
    )
    assert winners.stacks == (0, 220, 80)


def test_a_tie_splits_the_pot() -> None:
    winners = last_move(river("Ad Qc", KINGS, "Ac Qh"), "CH", "CH", "CH").dealer_act.winners
    assert winners.pots == (PotDistribution(30, indexes(0, 2), (15, 15)),)
    assert winners.stacks == (105, 90, 105)


def test_a_pot_whose_other_members_folded_goes_to_the_one_left() -> None:
    """Stack 2 bets into the side pot, 1 folds. Stack 0 is all in and has the best hand."""
    line = "2 R 2 1 2!30 1 2~90 0 1 2 / O 0 0 . / I 90 0 . / I 90 0 ."
    situation = river(ACES, KINGS, EIGHTS, line=line)
    winners = last_move(situation, "CH", "RR10", "FO").dealer_act.winners
    assert [str(pot) for pot in winners.pots] == ["30 2", "90 0"]
    assert winners.stacks == (90, 90, 120)


def test_the_board_is_dealt_out_when_all_are_all_in_before_the_river() -> None:
    start = Dealer.start([50, 50], button=0, blinds=Blinds(1, 2))
    move = last_move(Situation(start, HandDealer(["Ad Qc", "Kd Kc"], BOARD)), "AA", "AA")
    assert isinstance(move.dealer_act, Showdown)
    assert str(move.dealer_act.middle) == BOARD
    assert move.dealer_act.winners.stacks == (0, 100)


def test_a_folded_hand_is_not_in_the_showdown_and_cannot_win() -> None:
    showdown = last_move(river(ACES, KINGS, EIGHTS), "FO", "CH", "CH").dealer_act
    assert showdown.hands == (None, read_cards(KINGS), read_cards(EIGHTS))
    assert [str(pot) for pot in showdown.winners.pots] == ["30 1"]


# Unknown cards


def test_an_unknown_hand_does_not_win_against_a_shown_one() -> None:
    showdown = last_move(river(ACES, None, KINGS), "CH", "CH", "CH").dealer_act
    assert showdown.hands[1] is None
    assert [str(pot) for pot in showdown.winners.pots] == ["30 0"]


def test_showdown_has_no_winners_if_cards_are_missing() -> None:
    showdown = last_move(river(None, None, None), "CH", "CH", "CH").dealer_act
    assert showdown.result is None
    short_board = last_move(river(ACES, KINGS, None, board="As Kh"), "CH", "CH", "CH").dealer_act
    assert short_board.result is None


# Winners given from outside


def test_winners_may_be_injected() -> None:
    """Document 002 lets a caller name the winner."""
    dealer = play(RIVER, "CH", "CH", "CH").dealer
    assert dealer.distribute_all(injected([StackIndex(1)], players=3)) == [
        PotDistribution(30, indexes(1), (30,))
    ]
    assert dealer.distribute_all(injected([StackIndex(0), StackIndex(2)], players=3)) == [
        PotDistribution(30, indexes(0, 2), (15, 15))
    ]


def test_injected_winners_who_are_not_in_a_pot_do_not_win_it() -> None:
    line = "2 R 2 1 2!30 1 2~90 0 1 2 / O 0 0 . / I 90 0 CH / I 90 0 CH"
    assert [
        str(p) for p in table(line).dealer.distribute_all(injected([StackIndex(0)], players=3))
    ] == [
        "30 1 2",
        "90 0",
    ]


def test_folded_members_of_a_pot_read_from_a_fen_are_ignored() -> None:
    """DESIGN.md: a pot with folded members can be read; payment ignores these members."""
    dealer = table("2 R 0 1 2!90 0 1 2 / F 30 0 FO / I 30 0 CH / I 30 0 CH").dealer
    assert [str(pot) for pot in dealer.distribute_all([9, 1, 2])] == ["90 2"]
    only_folded = table("2 R 0 1 2!90 0 / F 30 0 FO / I 30 0 CH / I 30 0 CH").dealer
    assert [str(pot) for pot in only_folded.distribute_all([None, 1, 2])] == ["90 2"]


# The deal


def test_cards_are_dealt_one_by_one_then_the_board() -> None:
    cards = HandDealer(["Kd Kc", "7s 2h"], "Ah 7c 2d 9s 4h")
    assert cards.hands == (read_cards("Kd Kc"), read_cards("7s 2h"))
    assert cards.board == read_cards("Ah 7c 2d 9s 4h")


@each(
    ("hands", "board", "error", "words"),
    [
        (["Kd Kc", "7s Kd"], "", ValueError, "Kd"),
        (["Kd Kc", "7s 2h"], "Ah 7s 2d", ValueError, "7s"),
        (["Kd Kc Ks", "7s 2h"], "", BadHand, "a hand is 2 cards, not 3"),
        (["Kd", "7s 2h"], "", BadHand, "a hand is 2 cards, not 1"),
        (["Kd Kc", "7s 2h"], "Ah Th 2d 9s 4h 5h", BadHand, "the board has at most 5 cards, not 6"),
        (["Kd Xx", "7s 2h"], "", ValueError, "Xx"),
    ],
)
def test_invalid_deal_is_refused_with_the_reason(
    hands: list[str], board: str, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        HandDealer(hands, board)


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (None, "give Situation a HandDealer with the hands and the board"),
        (HandDealer(["As Ad", "Kh Kd"], ""), "give HandDealer all five cards of the board"),
        (HandDealer(["As Ad", "Kh Kd"], "2c 3c 4c"), "all five cards of the board"),
        (
            HandDealer([None, None], "2c 3c 4c 9h 9d"),
            "the hands of all stacks that have not folded",
        ),
    ],
)
def test_reading_the_winners_without_cards_names_the_missing_cards(
    cards: HandDealer | None, words: str
) -> None:
    situation = Situation(Dealer.start([200, 200], 0, Blinds(1, 2), "tda"), cards)
    over = situation.move(AllIn()).situation_after.move(AllIn()).situation_after
    assert over.outcome.result is None
    with pytest.raises(BadHand, match=f"the winners cannot be determined: .*{words}"):
        over.outcome.winners.stacks  # noqa: B018
