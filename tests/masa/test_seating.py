"""Changes of seats: buy-ins, top-ups, being away, leaving, and the time bank."""

from contextlib import suppress
from typing import Any

import pytest

from pokermasa.cards import Deck
from pokermasa.masa import Masa, MasaError, MasaRefusal, Side, Terms, event
from tests.masa.host import (
    INVOLVED,
    NEXT,
    OTHERS,
    SITOUT,
    dealt_in,
    events_of,
    fold_round,
    hand,
    play,
    refusal,
    seated,
    stacked,
    stacks,
    statuses,
)

FORTY_TO_TWO_HUNDRED = Terms(least_buy_in=40, most_buy_in=200)


def three(**opening: Any) -> Masa:
    """Return a masa with 100 chips on sides 0, 1 and 2, dealt with button 0 and blinds 1 and 2."""
    masa = seated(dict.fromkeys(range(3), 100), sides=5, **opening)
    return masa.deal(stacked("As Ah", "Ks Kh", "7c 2d", board="3c 4d 9h Js Qd")).masa


# Buying in


@pytest.mark.parametrize("stack", [39, 201, 0, -100])
def test_a_buy_in_out_of_the_range_is_refused(stack: int) -> None:
    masa = Masa.open(sides=5, terms=FORTY_TO_TWO_HUNDRED)
    assert refusal(masa, lambda: masa.buy_in(0, stack)) is MasaRefusal.BUY_IN_RANGE


@pytest.mark.parametrize("stack", [40, 200])
def test_the_ends_of_the_range_are_in_it(stack: int) -> None:
    masa = Masa.open(sides=5, terms=FORTY_TO_TWO_HUNDRED)
    assert stacks(masa.buy_in(0, stack).masa) == {0: stack}


def test_without_a_buy_in_range_one_chip_is_enough() -> None:
    assert stacks(Masa.open(sides=5).buy_in(0, 1).masa) == {0: 1}


@pytest.mark.parametrize(
    ("kept", "least", "most"), [(0, 40, 200), (30, 40, 200), (120, 120, 200), (700, 700, 700)]
)
def test_a_player_who_returns_brings_at_least_the_stack_that_was_taken_away(
    kept: int, least: int, most: int
) -> None:
    masa = Masa.open(sides=5, terms=FORTY_TO_TWO_HUNDRED)
    for stack in (least, most):
        change = masa.buy_in(0, stack, kept=kept)
        assert stacks(change.masa) == {0: stack}
        assert masa.replay(change.events) == change.masa
    for stack in (least - 1, most + 1):
        with pytest.raises(MasaError, match=f"from {least} to {most}") as refused:
            masa.buy_in(0, stack, kept=kept)
        assert refused.value.code is MasaRefusal.BUY_IN_RANGE
        assert refused.value.range == (least, most)


def test_top_up_above_the_limit_is_refused() -> None:
    masa = Masa.open(sides=5, terms=FORTY_TO_TWO_HUNDRED).buy_in(0, 700, kept=700).masa
    assert refusal(masa, lambda: masa.top_up(0, 1)) is MasaRefusal.BUY_IN_RANGE


# Topping up


def test_a_top_up_between_hands_adds_chips_up_to_the_most() -> None:
    masa = seated({0: 150, 1: 40}, sides=5, terms=FORTY_TO_TWO_HUNDRED)
    change = masa.top_up(1, 160)
    assert stacks(change.masa) == {0: 150, 1: 200}
    assert change.events == (event.ToppedUp(Side(1), 160),)
    assert refusal(masa, lambda: masa.top_up(1, 161)) is MasaRefusal.BUY_IN_RANGE


@pytest.mark.parametrize("amount", [0, -10])
def test_a_top_up_takes_no_chips_off(amount: int) -> None:
    masa = seated({0: 150, 1: 40}, sides=5)
    assert refusal(masa, lambda: masa.top_up(0, amount)) is MasaRefusal.BUY_IN_RANGE


def test_player_in_a_hand_cannot_top_up_even_after_folding() -> None:
    masa = play(three(), "0 FO").masa
    assert refusal(masa, lambda: masa.top_up(0, 10)) is MasaRefusal.IN_HAND
    assert refusal(masa, lambda: masa.top_up(1, 10)) is MasaRefusal.IN_HAND


def test_player_waiting_for_the_next_hand_may_top_up_during_a_hand() -> None:
    masa = three().buy_in(4, 50).masa.top_up(4, 25).masa
    assert masa.seat(4).stack == 75
    assert masa.seat(4).status is NEXT


def broke() -> Masa:
    """Return a masa on which side 1 has lost all chips and still sits there."""
    masa = seated({0: 100, 1: 100}, sides=5, terms=FORTY_TO_TWO_HUNDRED)
    masa = masa.deal(stacked("As Ah", "Ks Kh", board="3c 4d 9h Js Qd")).masa
    first, second = ("1 AA", "0 AA") if masa.to_act == 1 else ("0 AA", "1 AA")
    masa = play(masa, first, second).masa
    assert stacks(masa) == {0: 200, 1: 0}
    return masa


def test_player_without_chips_keeps_the_side_but_is_not_dealt_in() -> None:
    masa = broke()
    assert statuses(masa) == {0: NEXT, 1: NEXT}
    assert not masa.is_dealable
    masa = masa.buy_in(3, 100).masa
    assert dealt_in(masa.deal(Deck()).masa) == (0, 3)


def test_player_without_chips_buys_in_again_for_at_least_the_minimum() -> None:
    masa = broke()
    assert refusal(masa, lambda: masa.top_up(1, 39)) is MasaRefusal.BUY_IN_RANGE
    masa = masa.top_up(1, 40).masa
    assert masa.is_dealable
    assert stacks(masa) == {0: 200, 1: 40}


def test_player_with_more_than_the_limit_keeps_it_but_cannot_top_up() -> None:
    masa = seated({0: 200, 1: 200}, sides=5, terms=FORTY_TO_TWO_HUNDRED)
    masa = hand(masa)
    rich = max(stacks(masa), key=lambda side: stacks(masa)[side])
    assert stacks(masa)[rich] > 200
    assert refusal(masa, lambda: masa.top_up(rich, 1)) is MasaRefusal.BUY_IN_RANGE


# Away and back


def test_player_who_is_away_is_not_dealt_in_and_keeps_side_and_stack() -> None:
    masa = seated(dict.fromkeys(range(3), 100), sides=5)
    change = masa.away(1)
    assert change.events == (event.Away(Side(1), True),)
    dealt = change.masa.deal(Deck()).masa
    assert dealt_in(dealt) == (0, 2)
    assert dealt.seat(1).stack == 100
    assert dealt.seat(1).status is NEXT


def test_player_who_is_back_is_dealt_in_again() -> None:
    masa = seated(dict.fromkeys(range(3), 100), sides=5).away(1).masa
    masa = hand(masa).back(1).masa
    assert dealt_in(masa.deal(Deck()).masa) == (0, 1, 2)


def test_no_hand_is_dealt_if_one_of_two_players_is_away() -> None:
    masa = seated({0: 100, 1: 100}, sides=5).away(1).masa
    assert not masa.is_dealable
    assert refusal(masa, lambda: masa.deal(Deck())) is MasaRefusal.NOT_DEALABLE
    assert masa.back(1).masa.is_dealable


def test_going_away_in_mid_hand_leaves_the_hand_as_it_is() -> None:
    masa = three().away(0).masa
    assert masa.to_act == 0
    assert masa.seat(0).status is INVOLVED
    assert dealt_in(fold_round(masa).deal(Deck()).masa) == (1, 2)


def test_absent_players_are_dealt_in_and_pay_if_the_terms_say_so() -> None:
    """Absent players pay blinds and antes as in tournaments, and timeouts fold their hands."""
    masa = seated(dict.fromkeys(range(3), 100), sides=5, terms=Terms(absent_play=True))
    masa = masa.away(2).masa.deal(Deck()).masa
    assert dealt_in(masa) == (0, 1, 2)
    change = play(masa, "0 RR6", "1 FO").masa.timed_out(2)
    assert stacks(change.masa) == {0: 103, 1: 99, 2: 98}
    assert change.masa.seat(2).away


# Leaving


def test_leaving_between_hands_takes_the_chips_along() -> None:
    masa = seated({0: 100, 1: 80}, sides=5)
    change = masa.leave(1)
    assert change.events == (event.Leaving(Side(1)), event.PlayerLeft(Side(1), 80))
    assert statuses(change.masa) == {0: OTHERS}


def test_player_who_is_not_in_the_hand_leaves_at_once() -> None:
    change = three().buy_in(4, 50).masa.leave(4)
    assert events_of(change, event.PlayerLeft) == [event.PlayerLeft(Side(4), 50)]
    assert 4 not in change.masa.seats
    assert change.masa.is_game


def test_leaving_in_turn_folds_at_once_and_cashes_out_after_the_hand() -> None:
    change = three().leave(0)
    assert change.masa.to_act == 1
    assert [type(e) for e in change.events] == [
        event.Leaving,
        event.AutoActed,
        event.ActorRotated,
    ]
    assert change.masa.seat(0).status is SITOUT
    after = play(change.masa, "1 FO")
    assert events_of(after, event.PlayerLeft) == [event.PlayerLeft(Side(0), 100)]
    assert stacks(after.masa) == {1: 99, 2: 101}


def test_a_player_who_leaves_out_of_turn_folds_at_the_next_turn() -> None:
    """The fold comes only then, so that players who act earlier do not know of it."""
    masa = three().leave(2).masa
    assert masa.to_act == 0
    change = play(masa, "0 CA", "1 CA")
    folded = events_of(change, event.AutoActed)
    assert [(e.side, e.stack) for e in folded] == [(2, 98)]
    assert events_of(change, event.PlayerLeft) == []
    after = play(change.masa, "1 RR2", "0 FO")
    assert events_of(after, event.PlayerLeft) == [event.PlayerLeft(Side(2), 98)]
    assert stacks(after.masa) == {0: 98, 1: 104}


def test_leaving_player_folds_even_if_checking_is_possible() -> None:
    change = play(three(), "0 CA", "1 CA").masa.leave(2)
    assert [e.recorded.code for e in events_of(change, event.AutoActed)] == ["FO"]


def test_leaving_all_in_player_can_still_win_and_takes_the_chips_away() -> None:
    masa = play(three(), "0 AA").masa.leave(0).masa
    change = play(masa, "1 AA", "2 FO")
    assert events_of(change, event.PlayerLeft) == [event.PlayerLeft(Side(0), 202)]
    assert stacks(change.masa) == {1: 0, 2: 98}


def test_leaving_player_wins_the_pot_if_all_others_fold_first() -> None:
    masa = three().leave(2).masa
    change = play(masa, "0 FO", "1 FO")
    assert events_of(change, event.AutoActed) == []
    assert events_of(change, event.PlayerLeft) == [event.PlayerLeft(Side(2), 101)]


def test_hand_ends_if_all_players_leave() -> None:
    masa = three()
    for side in (2, 1):
        masa = masa.leave(side).masa
    change = masa.leave(0)
    assert change.masa.no_one
    assert {e.side: e.stack for e in events_of(change, event.PlayerLeft)} == {0: 100, 1: 99, 2: 101}


def test_a_side_is_taken_until_the_hand_is_over() -> None:
    masa = three().leave(0).masa
    assert refusal(masa, lambda: masa.buy_in(0, 100)) is MasaRefusal.SIDE_TAKEN


def test_leaving_can_be_taken_back_only_completely() -> None:
    """After the hand the player is either gone or in the next hand."""
    masa = three().leave(2).masa
    with suppress(MasaError):
        masa = masa.sitout_next(2, False).masa
    while masa.to_act is not None:
        masa = masa.timed_out(masa.to_act).masa
    assert 2 not in masa.seats or 2 in dealt_in(masa.deal(Deck()).masa)


def test_a_masa_that_shrinks_to_one_and_grows_again() -> None:
    masa = fold_round(three())
    masa = masa.leave(0).masa.leave(1).masa
    assert statuses(masa) == {2: OTHERS}
    assert not masa.is_dealable
    masa = masa.buy_in(4, 100).masa
    assert statuses(masa) == {2: NEXT, 4: NEXT}
    masa = masa.deal(Deck()).masa
    assert dealt_in(masa) == (2, 4)


def test_the_last_to_leave_leaves_an_empty_masa() -> None:
    masa = fold_round(three())
    for side in (0, 1, 2):
        masa = masa.leave(side).masa
    assert masa.no_one
    assert masa.chips == 0


# The time bank


def test_new_player_has_the_time_bank_of_the_terms_and_can_spend_it() -> None:
    masa = seated({0: 100, 1: 100}, sides=5, terms=Terms(time_bank=30))
    change = masa.spend_time_bank(0, 12)
    assert change.masa.seat(0).time_bank == 18
    assert change.masa.seat(1).time_bank == 30
    assert change.events == (event.TimeBankSpent(Side(0), 12),)
    assert refusal(change.masa, lambda: change.masa.spend_time_bank(0, 19)) is MasaRefusal.TIME_BANK
    assert change.masa.spend_time_bank(0, 18).masa.seat(0).time_bank == 0


def test_spent_time_bank_is_not_refilled_by_the_next_hand() -> None:
    masa = seated({0: 100, 1: 100}, sides=5, terms=Terms(time_bank=30))
    masa = masa.deal(Deck()).masa.spend_time_bank(0, 12).masa
    assert fold_round(masa).seat(0).time_bank == 18


def test_negative_time_cannot_be_spent() -> None:
    masa = seated({0: 100}, sides=5, terms=Terms(time_bank=30))
    assert refusal(masa, lambda: masa.spend_time_bank(0, -1)) is MasaRefusal.TIME_BANK


def test_time_bank_is_refilled_at_most_to_the_terms() -> None:
    masa = seated({0: 100, 1: 100}, sides=5, terms=Terms(time_bank=30)).spend_time_bank(0, 12).masa
    change = masa.refill_time_bank(0, 10)
    assert change.events == (event.TimeBankRefilled(Side(0), 10),)
    assert change.masa.seat(0).time_bank == 28
    full = lambda: change.masa.refill_time_bank(0, 3)  # noqa: E731
    assert refusal(change.masa, full) is MasaRefusal.TIME_BANK
