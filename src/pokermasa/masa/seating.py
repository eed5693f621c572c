"""Changes of seats: buying in, leaving, topping up, being away, time banks, chosen acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokermasa.masa import event
from pokermasa.masa.change import Change
from pokermasa.masa.refusal import MasaError, MasaRefusal
from pokermasa.masa.seat import Preselected, Seat, SeatStatus
from pokermasa.masa.side import Side
from pokermasa.masa.terms import Entry, Terms
from pokermasa.rules import Role
from pokermasa.rules.chips import MOST_CHIPS
from pokermasa.rules.refusal import in_short

if TYPE_CHECKING:
    from pokermasa.masa.masa import Masa
    from pokermasa.rules import Chips


def verify_buy_in(terms: Terms, stack: Chips, kept: Chips = 0) -> None:
    """Raise `MasaError` if the terms do not allow this buy-in.

    *kept* is the stack with which the player left this table a short time ago.
    """
    if not terms.allows(stack, kept):
        least, most = terms.buy_in_range(kept)
        reason = f"; you left with {kept} a short time ago" if least == kept else ""
        detail = f"{stack}; from {least} to {most}{reason}"
        raise MasaError(MasaRefusal.BUY_IN_RANGE, detail, (least, most))


def buy_in(masa: Masa, side: Side, stack: Chips, returns: bool, kept: Chips) -> Change:
    """Seat a player on a free side (see `Masa.buy_in`)."""
    terms = masa.terms
    _verify_whole(stack)
    _verify_whole(kept)
    if masa.is_full(side):
        raise MasaError(MasaRefusal.SIDE_TAKEN, str(side))
    verify_buy_in(terms, stack, kept)
    # A new player owes the big blind only in a game that has begun. In a new game no one has paid.
    owes = terms.entry is Entry.BLIND and masa.under_way
    # Both blinds are owed, so that leaving and returning is not cheaper than being away.
    returns = returns and terms.entry is not Entry.FREE
    seat = Seat(
        stack,
        SeatStatus.WAIT_NEXT_HAND,
        missed_small=returns,
        missed_big=owes or returns,
        is_new=True,
        time_bank=terms.time_bank,
    )
    seated = masa.with_seats({**masa.seats, side: seat})
    return Change(waiting(seated), (event.PlayerJoined(side, stack, seat.owes, returns),))


def sitout_next(masa: Masa, side: Side, value: bool) -> Change:
    """Free the side after the hand, or at once between hands. False takes the wish back."""
    seat = masa.seat(side)
    cause = event.SitoutNext(side, value)
    if masa.no_game:
        return Change(masa, (cause,)).then(remove(masa, side)) if value else Change(masa, (cause,))
    if value:
        status = SeatStatus.SITOUT_NEXT_HAND
    elif masa.is_in_hand(side):
        status = SeatStatus.INVOLVED
    else:
        status = SeatStatus.WAIT_NEXT_HAND
    leaving = seat.leaving and value
    return Change(masa.with_seat(side, seat.replace(status=status, leaving=leaving)), (cause,))


def leave(masa: Masa, side: Side) -> Change:
    """Free the side at once. A player in a hand is marked to fold in turn and leave after it."""
    seat = masa.seat(side)
    cause = Change(masa, (event.Leaving(side),))
    if not masa.is_in_hand(side):
        return cause.then(remove(masa, side))
    leaving = seat.replace(leaving=True, status=SeatStatus.SITOUT_NEXT_HAND, preselected=None)
    return Change(masa.with_seat(side, leaving), cause.events)


def remove(masa: Masa, side: Side) -> Change:
    """Free the side at once."""
    seats = dict(masa.seats)
    seat = seats.pop(side)
    last = masa.last_game
    after = masa.replace(
        under_way=masa.under_way and len(seats) > 1,
        last_game=last and last.replace(gone=last.gone | {side}),
    ).with_seats(seats)
    return Change(waiting(after), (event.PlayerLeft(side, seat.stack),))


def away(masa: Masa, side: Side, value: bool, posts: bool) -> Change:
    """Mark the player as away or back. *posts* is ignored for a player who goes away."""
    seat = masa.seat(side).replace(away=value, posts=posts and not value)
    return Change(masa.with_seat(side, seat), (event.Away(side, value, posts),))


def top_up(masa: Masa, side: Side, amount: Chips) -> Change:
    """Add chips to a stack between hands. A player without chips buys in again this way."""
    seat = masa.seat(side)
    _verify_whole(amount)
    if masa.is_in_hand(side):
        raise MasaError(MasaRefusal.IN_HAND, "top up between hands")
    total = seat.stack + amount
    least, most = masa.terms.least_buy_in if not seat.stack else 1, masa.terms.most_buy_in
    if amount < 1 or not least <= total <= most:
        detail = f"{total}; from {least} to {most}"
        raise MasaError(MasaRefusal.BUY_IN_RANGE, detail, (least, most))
    return Change(
        waiting(masa.with_seat(side, seat.replace(stack=total))), (event.ToppedUp(side, amount),)
    )


def straddle(masa: Masa, side: Side, value: bool) -> Change:
    """Switch the player's straddle on or off. Raise `MasaError` if the terms do not allow it."""
    if value and not masa.terms.straddle:
        raise MasaError(MasaRefusal.NOT_OFFERED, "no straddle at this masa")
    seat = masa.seat(side).replace(straddles=value)
    return Change(masa.with_seat(side, seat), (event.StraddleSet(side, value),))


def preselect(masa: Masa, side: Side, choice: Preselected | None) -> Change:
    """Set the act that is played when the player's turn comes (see `Masa.preselect`)."""
    seat = masa.seat(side)
    game = masa.game
    index = None if game is None else game.stack_of(side)
    if game is None or index is None or game.to_act is None:
        raise MasaError(MasaRefusal.NO_GAME)
    if game.to_act == side:
        raise MasaError(MasaRefusal.NOT_OFFERED, "it is your turn: act")
    if game.situation.dealer.stacks[index].role is not Role.INVOLVED:
        raise MasaError(MasaRefusal.NOT_OFFERED, "there is nothing left to decide")
    try:
        choice = None if choice is None else Preselected(choice)
    except ValueError:
        known = ", ".join(map(repr, map(str, Preselected)))
        detail = f"{in_short(choice)} cannot be chosen before the turn; expected one of {known}"
        raise MasaError(MasaRefusal.NOT_OFFERED, detail) from None
    chosen = seat.replace(preselected=choice, preselected_price=game.situation.dealer.price)
    return Change(masa.with_seat(side, chosen), (event.Preselect(side, choice),))


def spend_time_bank(masa: Masa, side: Side, amount: int) -> Change:
    """Take *amount* from the player's time bank. Raise `MasaError` if it is more than is left."""
    seat = masa.seat(side)
    _verify_whole(amount)
    if not 0 <= amount <= seat.time_bank:
        raise MasaError(MasaRefusal.TIME_BANK, f"{seat.time_bank} left")
    spent = seat.replace(time_bank=seat.time_bank - amount)
    return Change(masa.with_seat(side, spent), (event.TimeBankSpent(side, amount),))


def refill_time_bank(masa: Masa, side: Side, amount: int) -> Change:
    """Add *amount* to the player's time bank. Raise `MasaError` if that exceeds the terms."""
    seat = masa.seat(side)
    _verify_whole(amount)
    if amount < 0 or seat.time_bank + amount > masa.terms.time_bank:
        raise MasaError(
            MasaRefusal.TIME_BANK, f"{seat.time_bank} of {masa.terms.time_bank} are left"
        )
    filled = seat.replace(time_bank=seat.time_bank + amount)
    return Change(masa.with_seat(side, filled), (event.TimeBankRefilled(side, amount),))


def waiting(masa: Masa) -> Masa:
    """Return the masa with the status of waiting seats set between hands.

    A single player waits for others; two or more wait for the next hand.
    """
    if masa.is_game and not masa.finished:
        return masa
    status = SeatStatus.WAIT_OTHERS if masa.only_one else SeatStatus.WAIT_NEXT_HAND
    if {seat.status for seat in masa.seats.values()} <= {status}:
        return masa
    return masa.with_seats({side: seat.replace(status=status) for side, seat in masa.seats.items()})


def _verify_whole(amount: object) -> None:
    if type(amount) is not int or abs(amount) > MOST_CHIPS:
        raise MasaError(MasaRefusal.NOT_WHOLE, repr(amount))
