"""The positions of button and blinds in the next hand, and the players who are dealt in.

There are two rules (`ButtonRule`). *Moving*: the button moves to the next player, and the blinds
are the next two. *Dead*: the big blind always moves to the next player, the small blind is the side
that had the big blind before, and the button is the side that had the small blind before, even if
that side is empty now. With a dead button no player pays the big blind twice in a row, and no
player who stays misses it.

A moving button takes the blinds past players when the ones before them leave. So where missed
blinds are owed (every `Entry` but `FREE`), the blinds move as with a dead button, and the button is
the player before them. Otherwise a player could avoid the blinds with the help of somebody who
comes and goes.

Twins: web/masa/wait_reason.ts (`is_able`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pokermasa.masa.fixed_map import FixedMap
from pokermasa.masa.refusal import MasaError, MasaRefusal
from pokermasa.masa.seat import Seat
from pokermasa.masa.side import Side, between, clockwise, next_of
from pokermasa.masa.terms import Entry, Terms
from pokermasa.rules import Blinds, ButtonRule, HeadsUpButton, HouseRules, Post, StackIndex
from pokermasa.rules.chips import indexed


class Positions(NamedTuple):
    """The sides of button and blinds, which may be empty. They are None before the first hand."""

    button: Side | None = None
    small: Side | None = None
    big: Side | None = None


NOWHERE = Positions()


class Lineup(NamedTuple):
    """The positions, players and forced payments of the next hand."""

    button: Side
    small: Side
    big: Side
    dealt: tuple[Side, ...]
    """The sides that are dealt in, in the order of their stack indexes."""
    posts: Mapping[Side, Post]
    """The blinds and posts that each side owes."""

    @property
    def positions(self) -> Positions:
        return Positions(self.button, self.small, self.big)

    @property
    def button_index(self) -> StackIndex:
        """The stack that counts as the button in the hand."""
        return button_index(self.dealt, self.button)


def button_index(dealt: Sequence[Side], button: Side) -> StackIndex:
    """Return the stack on the side of the button, or the last one before it if it is not dealt in.

    >>> button_index([Side(0), Side(2), Side(5)], Side(3))
    1
    """
    passed = [i for i, side in indexed(dealt) if side <= button]
    return passed[-1] if passed else StackIndex(len(dealt) - 1)


def is_able(seat: Seat, terms: Terms) -> bool:
    """Whether the seat can be dealt in, apart from blinds that it owes."""
    return seat.stack > 0 and not seat.leaving and (terms.absent_play or not seat.away)


def line_up(
    seats: Mapping[Side, Seat],
    sides: int,
    last: Positions,
    rules: HouseRules,
    terms: Terms,
    blinds: Blinds,
) -> Lineup:
    """Return the lineup of the next hand. Raise `MasaError` if fewer than two can be dealt in.

    *last* are the positions of the hand before.
    """
    able = [side for side in sorted(seats) if is_able(seats[side], terms)]
    if len(able) < 2:
        raise MasaError(MasaRefusal.NOT_DEALABLE, f"{len(able)} can be dealt in, but it takes two")
    ready = [side for side in able if not seats[side].owes]
    if len(ready) < 2:
        ready = able  # the game begins anew, so owed blinds are forgiven
    is_moving = False
    if rules.button is ButtonRule.DEAD and last.big is not None and last.small is not None:
        big = next_of(able, last.big, sides)
        small, button = last.big, last.small
    elif terms.entry is not Entry.FREE and last.big is not None:
        button, small, big = _following(able, ready, sides, last.big)
    else:
        button, small, big = _moving(able, ready, sides, last)
        is_moving = rules.button is ButtonRule.MOVING
    posting = [
        side
        for side in able
        if side not in ready and seats[side].posts and not between(side, button, big, sides)
    ]
    dealt = sorted({*ready, big, *posting})
    if len(dealt) == 2:
        owing = [side for side in dealt if seats[side].owes]
        button, small, big = _heads_up(dealt, button, big, rules, owing, is_moving)
    elif button in (small, big):
        # The last hand had two players, of whom one had both the button and a blind.
        button = next(side for side in reversed(clockwise(small, sides)[:-1]) if side in dealt)
    posts = _blinds(seats, dealt, ready, small, big, blinds)
    if terms.straddle and len(dealt) > 2:
        first = next_of(dealt, big, sides)
        if seats[first].straddles:
            posts[first] = Post(2 * blinds.big, posts.get(first, Post()).dead)
    return Lineup(button, small, big, tuple(dealt), FixedMap(posts))


def _moving(
    able: Sequence[Side], ready: Sequence[Side], sides: int, last: Positions
) -> tuple[Side, Side, Side]:
    """Return button, small blind and big blind under `ButtonRule.MOVING`.

    `finish` has moved the button to the next player already, but that player may have left.
    """
    button = ready[0] if last.button is None else last.button
    if button not in ready:
        button = next_of(ready, button, sides)
    small = next_of([side for side in ready if side != button], button, sides)
    big = next_of([side for side in able if side != small], small, sides)
    return button, small, big


def _following(
    able: Sequence[Side], ready: Sequence[Side], sides: int, last_big: Side
) -> tuple[Side, Side, Side]:
    """Return a button that is not dead, and the small and big blind of a dead button.

    The small blind is the side that had the big one, even if that is empty now.
    """
    big = next_of(able, last_big, sides)
    others = [side for side in ready if side not in (last_big, big)]
    before = [side for side in reversed(clockwise(last_big, sides)) if side in others]
    return before[0] if before else last_big, last_big, big


def _heads_up(
    two: Sequence[Side],
    button: Side,
    big: Side,
    rules: HouseRules,
    owing: Sequence[Side] = (),
    is_moving: bool = False,
) -> tuple[Side, Side, Side]:
    """Return button, small blind and big blind for two players.

    A player who owes a blind gets the big blind. Otherwise it follows from *button* if *is_moving*,
    and is *big* if not.
    """
    has_small = rules.heads_up_button is HeadsUpButton.SMALL_BLIND
    if len(owing) == 1:
        (big,) = owing
    elif is_moving:
        big = next(side for side in two if (side != button) is has_small)
    small = next(side for side in two if side != big)
    return small if has_small else big, small, big


def carried_over(
    last: Positions, seats: Mapping[Side, Seat], sides: int, old: HouseRules, new: HouseRules
) -> Positions:
    """Return the positions *last* converted from the house rules *old* to *new*.

    The big blind moves to the next player either way. Under `ButtonRule.DEAD` the button follows
    from the blinds; under `ButtonRule.MOVING` it has to be at its place for the next hand.
    """
    if new.button is ButtonRule.DEAD or last.button is None or last.big is None or not seats:
        return last
    if len(seats) == 2:
        big = next_of(seats, last.big, sides)
        button, _, _ = _heads_up(sorted(seats), big, big, new)
        return last._replace(button=button)
    if old.button is ButtonRule.DEAD:
        return last._replace(button=next_of(seats, last.button, sides))
    return last


def _blinds(
    seats: Mapping[Side, Seat],
    dealt: Sequence[Side],
    ready: Sequence[Side],
    small: Side,
    big: Side,
    blinds: Blinds,
) -> dict[Side, Post]:
    """Return the blinds that each side owes.

    Nobody pays the small blind if its side is empty. A player who enters out of turn pays the
    missed blinds: the big one as a wager, the small one directly into the pot.
    """
    posts = {}
    for side in dealt:
        seat = seats[side]
        if side == big:
            posts[side] = Post(blinds.big)
        elif side in ready:
            if side == small:
                posts[side] = Post(blinds.small)
        else:
            dead = blinds.small if seat.missed_small else 0
            posts[side] = Post(blinds.big if seat.missed_big else 0, dead, late=True)
    return posts


def missed(
    seats: Mapping[Side, Seat], lineup: Lineup, last: Positions, sides: int, terms: Terms
) -> dict[Side, Seat]:
    """Return the seats that a blind has passed without a payment, marked as owing that blind.

    New players who have not been dealt in yet are left out: they owe only the big blind.
    """
    owing: dict[Side, Seat] = {}
    if terms.entry is Entry.FREE or last.big is None or last.small is None:
        return owing
    for side, seat in seats.items():
        if side in lineup.dealt or seat.is_new:
            continue
        passed_small = side == lineup.small or between(side, last.small, lineup.small, sides)
        passed_big = between(side, last.big, lineup.big, sides)
        owing[side] = seat.replace(
            missed_small=seat.missed_small or passed_small,
            missed_big=seat.missed_big or passed_big,
        )
    return owing
