"""Situation and Actor: the state of the hand, and the legal acts."""

import pickle
from typing import Any

import pytest

from pokermasa.cards import Card, Deck
from pokermasa.masa import Masa
from pokermasa.notation import uci
from pokermasa.rules import (
    Actor,
    BadHand,
    BettingRound,
    Blinds,
    Call,
    Dealer,
    HalfPotRaise,
    HandDealer,
    IllegalAct,
    PotRaise,
    Raise,
    Refusal,
    Situation,
    ThirdPotRaise,
)
from tests.cases import each
from tests.rules.table import offers, play, refusal, show, table

THREE_HANDED = "2 P 0 0 2!0 0 1 2 / I 200 0 . / I 199 1 . / I 58 2 ."
FACING_TEN = "2 F 0 2 10!30 0 1 2 / I 30 0 . / I 20 10 RR10 / I 30 0 ."


# Legal acts


@pytest.mark.statement("S000-52", "S001-52")
def test_the_possible_acts_are_those_of_the_moves() -> None:
    situation = table(THREE_HANDED)
    assert isinstance(situation.actor, Actor)
    assert situation.moves == situation.actor.valid_moves
    sent = tuple(act.code for act in situation.possible_acts)
    assert sent == ("FO", "CA", "AA", "RR", "HR", "PR")
    made = [uci.write(move.player_act) for move in situation.moves]
    assert made == ["FO", "CA", "AF", "RR4", "HR4", "PR7"]
    assert all(move.situation_before is situation for move in situation.moves)


@pytest.mark.statement("S000-52", "S001-52")
@each(
    ("start", "acts"),
    [
        # before the flop, nobody in yet: 3 in the middle, 2 to call, so the pot after the call is 5
        (THREE_HANDED, "FO CA AA RR4 HR4 PR7"),
        # nothing to call
        ("2 F 0 1 2!30 0 1 2 / I 30 0 . / I 30 0 . / I 30 0 .", "FO CH AA RR2 TR10 HR15"),
        # a bet to call
        (FACING_TEN, "FO CA AA RR20 TR26"),
        # no more than the call left, less than the call left
        ("2 F 0 2 10!30 0 1 2 / I 30 0 . / I 20 10 RR10 / I 10 0 .", "FO AA"),
        ("2 F 0 2 10!30 0 1 2 / I 30 0 . / I 20 10 RR10 / I 4 0 .", "FO AA"),
        # more than the call, less than a full raise: only all the chips may raise
        ("2 F 0 2 10!30 0 1 2 / I 30 0 . / I 20 10 RR10 / I 19 0 .", "FO CA AA"),
        ("2 F 0 2 10!30 0 1 2 / I 30 0 . / I 20 10 RR10 / I 20 0 .", "FO CA AA"),
        ("2 F 0 2 10!30 0 1 2 / I 30 0 . / I 20 10 RR10 / I 21 0 .", "FO CA AA RR20"),
        # less than the big blind left, and nothing to call
        ("10 F 0 1 10!30 0 1 / I 30 0 . / I 6 0 .", "FO CH AA"),
        # the opponents can put in no more
        ("2 F 0 2 10!30 0 1 2 / F 30 0 . / N 0 10 AF / I 30 0 .", "FO CA"),
        # the big blind's option
        ("2 P 0 2 2!0 0 1 2 / I 48 2 CA / I 48 2 CA / I 48 2 .", "FO CH AA RR4 TR4 HR5 PR8"),
    ],
)
def test_possible_acts_in_typical_situations(start: str, acts: str) -> None:
    assert offers(start) == acts


@pytest.mark.statement("S000-52", "S001-52")
def test_no_acts_are_possible_after_the_end_of_the_hand() -> None:
    over = play(THREE_HANDED, "FO", "FO")
    assert over.possible_acts == ()
    assert over.moves == ()
    assert over.raises is None


@pytest.mark.statement("S000-53", "S001-53")
def test_a_raise_that_is_valid_is_a_move_and_any_other_is_none() -> None:
    situation = table(FACING_TEN)
    move = situation.raise_move(Raise(to=25))
    assert show(move.situation_after) == (
        "2 F 0 0 15!30 0 1 2 / I 30 0 . / I 20 10 RR10 / I 5 25 RR25"
    )
    assert situation.actor.valid_raise(Raise(to=25)) == move
    for to in (0, 10, 19, 30, 31, 1000):
        assert situation.raise_move(Raise(to=to)) is None, to
    assert situation.raise_move(ThirdPotRaise()).player_act == ThirdPotRaise(to=26)
    assert situation.raise_move(PotRaise()) is None


@pytest.mark.statement("S000-53", "S001-53")
@each(
    ("start", "ends"),
    [
        (THREE_HANDED, (4, 199)),
        (FACING_TEN, (20, 29)),
        ("2 F 0 1 2!30 0 1 2 / I 30 0 . / I 30 0 . / I 30 0 .", (2, 29)),
        # the last raise was of 25, so the next is of 25 at least
        ("2 F 0 2 25!30 0 1 2 / I 200 0 . / I 165 35 RR35 / I 190 10 RR10", (60, 199)),
        ("2 F 0 2 10!30 0 1 2 / I 30 0 . / I 20 10 RR10 / I 20 0 .", None),
        ("2 F 0 2 10!30 0 1 2 / F 30 0 . / N 0 10 AF / I 30 0 .", None),
    ],
)
def test_the_least_and_the_most_of_a_raise(start: str, ends: tuple[int, int] | None) -> None:
    situation = table(start)
    assert situation.raises == ends
    if ends:
        least, most = ends
        assert situation.raise_move(Raise(least))
        assert situation.raise_move(Raise(most))
        assert not situation.raise_move(Raise(least - 1))
        assert not situation.raise_move(Raise(most + 1))


@pytest.mark.statement("S000-64", "S001-64")
@pytest.mark.parametrize(
    ("code", "share", "to"), [("TR", 3, 10 + 17), ("HR", 2, 10 + 26), ("PR", 1, 10 + 53)]
)
def test_a_raise_by_a_share_of_the_pot_after_the_call(code: str, share: int, to: int) -> None:
    """33 in the pots, 10 wagered and 10 to call make 53. Shares are rounded down."""
    situation = table("2 F 0 2 10!33 0 1 2 / I 300 0 . / I 290 10 RR10 / I 300 0 .")
    assert to == 10 + 53 // share
    move = situation.move(uci.read(code))
    assert uci.write(move.player_act) == f"{code}{to}"
    assert move.player_diff.new_wager == to
    assert situation.move(uci.read(f"{code}{to}")) == move
    assert refusal(situation, f"{code}{to + 1}") is Refusal.WRONG_AMOUNT


@pytest.mark.statement("S000-64", "S001-64")
def test_a_pot_raise_counts_every_pot_and_every_wager() -> None:
    situation = table(
        "2 F 0 0 20!33 0 1 3~45 0 1 2 3 / I 300 5 . / I 270 30 RR30 / O 0 0 . / I 290 10 RR10"
    )
    assert PotRaise(to=30 + 33 + 45 + 5 + 30 + 10 + 25) in situation.possible_acts
    assert HalfPotRaise(to=30 + (33 + 45 + 5 + 30 + 10 + 25) // 2) in situation.possible_acts


@pytest.mark.statement("S000-64", "S001-64")
def test_a_share_of_the_pot_outside_the_legal_range_is_neither_offered_nor_accepted() -> None:
    small_pot = "10 F 0 1 10!15 0 1 / I 100 0 . / I 100 0 ."
    assert offers(small_pot) == "FO CH AA RR10 PR15"
    assert refusal(small_pot, "TR") is Refusal.TOO_SMALL
    assert refusal(small_pot, "HR") is Refusal.TOO_SMALL
    big_pot = "10 F 0 1 10!250 0 1 / I 100 0 . / I 100 0 ."
    assert offers(big_pot) == "FO CH AA RR10 TR83"
    assert refusal(big_pot, "PR") is Refusal.TOO_LARGE
    just_all = "10 F 0 1 10!100 0 1 / I 100 0 . / I 100 0 ."
    assert refusal(just_all, "PR") is Refusal.USE_ALL_IN


# The predicates of document 000, computed from the dealer after the last act


@pytest.mark.statement("S000-54", "S001-54")
def test_the_round_has_ended_when_all_acted_and_wagers_are_equal() -> None:
    turn = "2 T 0 2 2!30 0 1 2 / I 30 0 . / I 20 10 RR10 / I 30 0 ."
    going_on = Situation(table(turn).dealer.call())
    assert (going_on.round_end, going_on.next_round, going_on.next_turn) == (False, False, True)
    last_call = Situation(going_on.dealer.next_turn().call())
    assert (last_call.round_end, last_call.next_round, last_call.next_turn) == (True, True, False)
    assert not last_call.end


@pytest.mark.statement("S000-54", "S001-54")
def test_after_the_river_no_round_is_next() -> None:
    river = Situation(table("2 R 0 0 2!30 0 1 / I 30 0 . / I 30 0 CH").dealer.check())
    assert (river.round_end, river.next_round, river.next_turn) == (True, False, False)
    assert river.round is BettingRound.RIVER


@pytest.mark.statement("S000-54", "S001-54")
def test_a_hand_that_is_over_has_neither_a_next_turn_nor_a_next_round() -> None:
    over = Situation(table("2 F 0 0 2!30 0 1 / I 30 0 . / I 28 2 RR2").dealer.fold())
    assert over.round_end
    assert (over.next_round, over.next_turn, over.end) == (False, False, True)


@pytest.mark.statement("S000-55", "S001-55")
@each(
    ("line", "showdown"),
    [
        # the river's betting has ended
        ("2 R 0 0 2!30 0 1 / I 30 0 CH / I 30 0 CH", True),
        ("2 R 0 0 2!30 0 1~30 0 1 2 / I 30 0 CH / I 30 0 CH / O 0 0 .", True),
        ("2 R 0 0 2!30 0 1 / I 30 0 . / I 30 0 CH", False),
        # ended with one left: nobody to show to
        ("2 R 0 0 2!30 1 / F 30 0 FO / I 30 0 RR10", False),
        # one involved, and all-ins
        ("2 F 0 0 20!30 0 1 2 / I 10 20 CA / N 0 20 AF / F 30 0 FO", True),
        ("2 F 0 0 20!30 0 1 2 / I 30 0 . / N 0 20 AF / F 30 0 FO", False),
        # nobody involved
        ("2 F 0 0 20!30 0 1 2 / N 0 20 AF / N 0 10 AC / F 30 0 FO", True),
        # two involved go on
        ("2 F 0 0 20!30 0 1 2 / I 10 20 CA / N 0 20 AF / I 10 20 CA", False),
    ],
)
def test_showdown_follows_the_river_or_all_ins(line: str, showdown: bool) -> None:
    assert table(line).showdown is showdown


@pytest.mark.statement("S000-56", "S001-56")
@pytest.mark.parametrize(
    ("line", "one_win"),
    [
        ("2 F 0 0 10!30 1 / F 30 0 FO / I 20 10 RR10 / F 30 0 FO", True),
        ("2 F 0 0 10!30 0 1 / I 30 0 . / I 20 10 RR10 / F 30 0 FO", False),
        ("2 F 0 0 10!30 1 2 / F 30 0 FO / I 20 10 RR10 / N 0 4 AC", False),
        # DESIGN.md: reached by folds, it is one win even if the one left is all in
        ("2 F 0 0 10!30 1 / F 30 0 FO / N 0 10 AF / F 30 0 FO", True),
    ],
)
def test_last_player_wins_without_a_showdown(line: str, one_win: bool) -> None:
    assert table(line).one_win is one_win


@pytest.mark.statement("S000-57", "S001-57")
@pytest.mark.parametrize(
    ("line", "end"),
    [
        ("2 R 0 0 2!30 0 1 / I 30 0 CH / I 30 0 CH", True),  # showdown
        ("2 F 0 0 10!30 1 / F 30 0 FO / I 20 10 RR10 / F 30 0 FO", True),  # one win
        ("2 T 0 0 2!30 0 1 / I 30 0 CH / I 30 0 CH", False),  # next round
        ("2 R 0 0 2!30 0 1 / I 30 0 . / I 30 0 CH", False),  # next turn
    ],
)
def test_the_hand_ends_by_showdown_or_by_one_win(line: str, end: bool) -> None:
    situation = table(line)
    assert situation.end is end
    assert situation.end is (situation.showdown or situation.one_win)


# Moves and refusals


@pytest.mark.statement("S000-58", "S001-58")
def test_a_valid_act_gives_a_move_and_leaves_the_situation_as_it_was() -> None:
    situation = table(THREE_HANDED)
    move = situation.move(Call())
    assert show(situation) == THREE_HANDED
    assert show(move.situation_after) == "2 P 0 1 2!0 0 1 2 / I 198 2 CA / I 199 1 . / I 58 2 ."
    assert situation.move(Call()) == move, "the same act on the same situation: the same move"


CHECKED_TO = "10 F 0 1 10!30 0 1 2 / I 300 0 . / I 300 0 . / I 300 0 ."
FACING_BET = "10 F 0 2 20!30 0 1 2 / I 300 0 . / I 280 20 RR20 / I 300 0 ."
SHORT = "10 F 0 2 20!30 0 1 2 / I 300 0 . / I 280 20 RR20 / I 20 0 ."
HALF = "10 F 0 2 20!30 0 1 2 / I 300 0 . / I 280 20 RR20 / I 33 0 ."
CLOSED = "10 F 0 1 20!30 0 1 2 / I 267 33 CA / I 280 20 RR20 / N 0 33 AH"
NOBODY = "10 F 0 2 20!30 0 1 2 / F 300 0 FO / N 0 20 AF / I 300 0 ."
OVER = "10 R 0 2 10!30 0 1 2 / I 300 0 CH / I 300 0 CH / I 300 0 CH"
POT_LIMIT = FACING_BET + " / ; rules=masa,betting=pot-limit"
CAPPED = FACING_BET + " / ; rules=limit raises=4"
BY_CALLING = "10 F 0 2 10!30 0 1 2 / I 300 0 . / I 280 20 RR20 / I 25 0 . / ; rules=limit"


@pytest.mark.statement("S000-58", "S001-58")
@each(
    ("start", "act", "code", "words"),
    [
        (FACING_BET, "CH", Refusal.MUST_CALL_OR_FOLD, "there is a wager to call: 20 to call"),
        (CHECKED_TO, "CA", Refusal.NOTHING_TO_CALL, "there is nothing to call"),
        (FACING_BET, "RR39", Refusal.TOO_SMALL, "raise to 39 is too small: least 40, most 299"),
        (FACING_BET, "RR20", Refusal.TOO_SMALL, "raise to 20 is too small: least 40, most 299"),
        (FACING_BET, "RR301", Refusal.TOO_LARGE, "raise to 301 is too large: least 40, most 299"),
        (CHECKED_TO, "RR9", Refusal.TOO_SMALL, "raise to 9 is too small: least 10, most 299"),
        (CHECKED_TO, "RR0", Refusal.TOO_SMALL, "raise to 0 is too small: least 10, most 299"),
        (FACING_BET, "RR300", Refusal.USE_ALL_IN, "that takes the last chip: send AA"),
        (SHORT, "CA", Refusal.USE_ALL_IN, "that takes the last chip: send AA (20 to call)"),
        (HALF, "RR33", Refusal.USE_ALL_IN, "that takes the last chip: send AA"),
        (HALF, "RR32", Refusal.TOO_SMALL, "raise to 32 is too small: this stack can bet up to 33"),
        (HALF, "RR40", Refusal.TOO_LARGE, "raise to 40 is too large: this stack can bet up to 33"),
        (CLOSED, "RR100", Refusal.NO_RAISE, "this player may not raise now"),
        (
            CLOSED,
            "AA",
            Refusal.NO_ALL_IN,
            "it would be a raise to 300, and this player may not raise",
        ),
        (NOBODY, "RR40", Refusal.NOBODY_TO_RAISE, "no opponent can call a raise"),
        (NOBODY, "AA", Refusal.NO_ALL_IN, "all in is not allowed here"),
        (FACING_BET, "HR99", Refusal.WRONG_AMOUNT, "HR is to 55, not 99"),
        (FACING_BET, "AA299", Refusal.WRONG_AMOUNT, "all in is to 300, not 299"),
        (FACING_BET, "AC", Refusal.NOT_SENT, "the dealer records this act; players send AA"),
        (FACING_BET, "AH", Refusal.NOT_SENT, "the dealer records this act; players send AA"),
        (FACING_BET, "AF", Refusal.NOT_SENT, "the dealer records this act; players send AA"),
        (OVER, "CH", Refusal.HAND_OVER, "the hand is over"),
        (OVER, "FO", Refusal.HAND_OVER, "the hand is over"),
        (POT_LIMIT, "RR91", Refusal.TOO_LARGE, "raise to 91 is too large: least 40, most 90"),
        (POT_LIMIT, "AA", Refusal.NO_ALL_IN, "a raise to 300 is over the limit"),
        (CAPPED, "RR30", Refusal.RAISE_CAP, "no more raises are allowed in this round"),
        (BY_CALLING, "AA", Refusal.NO_ALL_IN, "all in is not allowed here"),
        (BY_CALLING, "RR25", Refusal.TOO_SMALL, "raise to 25 is too small"),
        (BY_CALLING, "RR30", Refusal.TOO_LARGE, "raise to 30 is too large"),
    ],
)
def test_illegal_act_is_refused_with_a_code_and_the_legal_alternatives(
    start: str, act: str, code: Refusal, words: str
) -> None:
    assert refusal(start, act) is code
    with pytest.raises(IllegalAct) as refused:
        table(start).move(uci.read(act))
    assert words in str(refused.value)


@pytest.mark.statement("S000-58", "S001-58")
@each("to", [25.0, 25.5, "25", True, None])
def test_a_raise_to_anything_but_a_whole_number_is_refused(to: Any) -> None:
    with pytest.raises(IllegalAct) as refused:
        table(CHECKED_TO).move(Raise(to=to))
    assert refused.value.code is Refusal.NOT_WHOLE


def test_refusal_contains_the_legal_acts() -> None:
    situation = table(FACING_BET)
    with pytest.raises(IllegalAct) as refused:
        situation.move(Raise(to=25))
    assert refused.value.raises == (40, 299)
    assert refused.value.possible_acts == situation.possible_acts
    assert isinstance(refused.value, ValueError)


def test_fold_is_always_legal() -> None:
    assert show(play(CHECKED_TO, "FO")) == (
        "10 F 0 2 10!30 0 2 / I 300 0 . / F 300 0 FO / I 300 0 ."
    )
    big_blinds_option = play(Dealer.start([50] * 3, 0, Blinds(1, 2)), "CA", "CA")
    assert play(big_blinds_option, "FO").dealer.stacks[2].role == "F"


def test_all_in_may_have_an_amount_if_it_is_correct() -> None:
    assert play(FACING_BET, "AA300") == play(FACING_BET, "AA")


def test_a_stack_that_is_not_involved_is_refused() -> None:
    """S000-21. Play never leads to such a state, but a Fen can contain it."""
    folded = table("10 F 0 1 10!30 0 2 / I 300 0 . / F 300 0 . / I 300 0 .")
    for act in ("CH", "FO", "RR20", "AA"):
        with pytest.raises(IllegalAct) as refused:
            folded.move(uci.read(act))
        assert refused.value.code is Refusal.NOT_INVOLVED


# A situation is a value


def test_a_situation_does_not_change() -> None:
    situation = table(THREE_HANDED)
    with pytest.raises(AttributeError):
        situation.dealer = None


def test_equal_situations_are_equal_and_hash_alike_and_survive_pickling() -> None:
    cards = HandDealer(["Kd Kc", "7s 2h", "As Qh"], "Ah 7c 2d 9s 4h")
    situation = Situation(table(THREE_HANDED).dealer, cards)
    again = Situation(table(THREE_HANDED).dealer, cards)
    assert situation == again
    assert hash(situation) == hash(again)
    assert situation != table(THREE_HANDED), "without cards it is another"
    assert pickle.loads(pickle.dumps(situation)) == situation


def test_there_are_as_many_hands_as_stacks() -> None:
    with pytest.raises(BadHand, match="3 stacks but 2 hands"):
        Situation(table(THREE_HANDED).dealer, HandDealer(["Kd Kc", "7s 2h"], ""))


def test_a_situation_takes_cards_and_chips_in_either_order() -> None:
    dealer = Dealer.start([200, 200], button=0, blinds=10)
    cards = HandDealer(["As Ad", "Ks Kd"], "2c 7h 9s Jd 3c")
    assert Situation(cards, dealer) == Situation(dealer, cards)
    assert Situation(hand_dealer=cards, dealer=dealer) == Situation(dealer, cards)
    assert Situation(None, dealer) == Situation(dealer)  # cards are optional in this order too
    wrong: Any
    for wrong in (
        *((cards,), (cards, cards), (dealer, dealer), (None, None), ("As", dealer)),
        *((dealer, "As Ad"), (dealer, ["As Ad", "Ks Kd"]), (dealer, 5)),
    ):
        with pytest.raises(BadHand, match="a Dealer and"):
            Situation(*wrong)


@pytest.mark.statement("S001-77")
def test_the_big_blind_alone_makes_the_small_one_half_of_it() -> None:
    assert Dealer.start([200, 200], 0, 10).blinds == Blinds(5, 10)
    assert Dealer.start([200, 200], 0, blinds=10) == Dealer.start([200, 200], 0, Blinds(5, 10))
    for wrong in (0, -2, True, "10", 10.0, None):
        with pytest.raises(BadHand):
            Dealer.start([200, 200], 0, blinds=wrong)  # type: ignore[arg-type]


@each("hand", ["Kd Kc", ("Kd", "Kc"), ["Kd", Card("Kc")], (Card("Kd"), Card("Kc"))])
@each("board", ["Ah 7c 2d", ["Ah", "7c", "2d"], [Card("Ah"), "7c", "2d"]])
def test_cards_of_a_hand_are_text_or_cards(hand: Any, board: Any) -> None:
    assert HandDealer([hand, "9s 8s"], board) == HandDealer(["Kd Kc", "9s 8s"], "Ah 7c 2d")


@each("hands", ["Kd Kc 9s 8s", None, 5])
def test_hands_are_one_for_each_stack(hands: Any) -> None:
    with pytest.raises(BadHand, match="hands are one for each stack, as in"):
        HandDealer(hands)


@each("deck", [None, 5, "As Kd", [Card("As")]])
def test_cards_are_dealt_from_a_deck(deck: Any) -> None:
    with pytest.raises(BadHand, match="cards are dealt from a Deck"):
        HandDealer.deal(deck, players=2)
    masa = Masa.open(5).buy_in(0, 100).masa.buy_in(1, 100).masa
    with pytest.raises(BadHand, match="cards are dealt from a Deck"):
        masa.deal(deck)
    for players in ("2", 1, 11, None):
        with pytest.raises(BadHand, match="a hand has 2 to 10 players"):
            HandDealer.deal(Deck(), players)  # type: ignore[arg-type]
