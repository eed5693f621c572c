"""Converts the events of a hand from seats to stack indexes.

Two things that sites write have no place in the rules and are converted here. A raise beyond what
any opponent can match becomes a call. A player who is all in by a blind or an ante and then
"folds" (because the player sits out) gives up every pot.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from pokermasa.cards import Card
from pokermasa.histories.claims import Claims
from pokermasa.histories.history import CHECK_OR_CALL, Acted, BoardDealt, Shown, Step
from pokermasa.histories.stakes import HandStakes
from pokermasa.rules import Chips, Fold, Raise, StackIndex
from pokermasa.rules.chips import stack_indexes
from pokermasa.rules.posting import Posting

if TYPE_CHECKING:
    from pokermasa.histories.hand_builder import HandBuilder


class EventKind(Enum):
    FOLDS = auto()
    CALLS = auto()
    """A call, or a check if nothing was paid."""
    RAISES = auto()
    """A raise or a bet."""
    BOARD = auto()
    SHOWS = auto()


class SeatEvent(NamedTuple):
    kind: EventKind
    seat: int
    """Seat number. 0 for the dealer."""
    line: int | None
    paid: Chips | None = None
    """Chips that the act put in. None if the file does not say."""
    to: Chips | None = None
    by: Chips | None = None
    """Difference between a raise and the price before it. None if the file does not say."""
    cards: tuple[Card | None, ...] | None = None


class StoryBuilder:
    """The steps of a hand by stack index, and the sums that the file states beside them."""

    def __init__(
        self,
        builder: HandBuilder,
        place: dict[int, StackIndex],
        stacks: tuple[Chips, ...],
        posted: list[Posting],
        stakes: HandStakes,
        first: int,
    ) -> None:
        self.place = place
        self.steps: list[Step] = []
        self.first = first
        self.left = list(stacks)
        self.wagers = [0] * len(stacks)
        self.out: set[StackIndex] = set()
        """Stacks that have folded."""
        self.gave_up: list[StackIndex] = []
        """Stacks that "folded" although they were already all in."""
        self.paid: dict[int, Chips] = {}
        self.raised_by: dict[int, Chips] = {}
        self.lines: dict[int, int] = {}
        self.fits = True
        self.returned = (
            None
            if builder.returned is None
            else {place[seat]: chips for seat, chips in builder.returned.items()}
        )
        for stack, kind, chips, _ in posted:
            self.left[stack] -= chips
            if kind.is_live:
                self.wagers[stack] += chips
        self.price = max(stakes.blinds.big, *self.wagers)
        for event in builder.events:
            self.take(event)
        shown = {place[seat] for seat in builder.shown if seat in place}
        quiet = self.gave_up
        if builder.is_shown_down:
            # The file names all winners, so a player without a payment has lost.
            paid = {place[seat] for seat in (*builder.won, *builder.cash_outs)}
            quiet = [i for i in stack_indexes(len(stacks)) if i not in self.out | paid]
        self.steps.extend(Shown(index, None) for index in quiet if index not in shown)
        self.claims = Claims(
            paid=self.paid,
            raised_by=self.raised_by,
            returned=self.returned,
            lines=self.lines,
            fits=self.fits,
        )

    def take(self, event: SeatEvent) -> None:
        kind, seat, line, paid, to, by, cards = event
        if kind is EventKind.BOARD:
            assert cards is not None
            self.steps.append(BoardDealt(tuple([card for card in cards if card is not None])))
            self.wagers = [0] * len(self.wagers)
            self.price = 0
            return
        stack = self.place[seat]
        if kind is EventKind.SHOWS:
            self.steps.append(Shown(stack, cards))  # type: ignore[arg-type]  # two, or None
            return
        if kind is EventKind.FOLDS:
            if not self.left[stack]:
                self.gave_up.append(stack)
                return
            self.out.add(stack)
            self.steps.append(Acted(stack, Fold()))
            return
        number = self.first + len(self.steps)
        if line is not None:
            self.lines[number] = line
        wager = self.wagers[stack]
        owed = min(max(self.price - wager, 0), self.left[stack])
        if kind is EventKind.RAISES:
            if to is None:
                to = wager + (paid or 0)
            if to <= self.price or self.most_of_others(stack) > self.price:
                self.raise_to(stack, to, paid, by, number)
                return
            # No opponent can match this raise: only the price is at stake, and the rest is
            # returned.
            beyond = to - max(self.price, wager)
            if self.returned and stack in self.returned:
                self.returned[stack] -= beyond
            if not owed:
                return
            paid = owed
        self.fits = self.fits and paid == owed
        self.steps.append(Acted(stack, CHECK_OR_CALL))
        if paid is not None:
            self.paid[number] = paid
        put = owed if paid is None else paid
        self.left[stack] -= put
        self.wagers[stack] = wager + put

    def raise_to(
        self, stack: StackIndex, to: Chips, paid: Chips | None, by: Chips | None, number: int
    ) -> None:
        added = to - self.wagers[stack]
        if by in (to, added):
            by = None  # some converters write one of these two, so it says nothing
        self.fits = (
            self.fits and (paid is None or paid == added) and (by is None or by == to - self.price)
        )
        self.steps.append(Acted(stack, Raise(to)))
        if paid is not None:
            self.paid[number] = paid
        if by is not None:
            self.raised_by[number] = by
        self.left[stack] -= added
        self.wagers[stack] = to
        self.price = max(self.price, to)

    def most_of_others(self, stack: StackIndex) -> Chips:
        """Return the largest total wager that an opponent can reach in this round."""
        totals = [
            self.left[i] + self.wagers[i]
            for i in stack_indexes(len(self.left))
            if i != stack and i not in self.out and self.left[i]
        ]
        return max(totals, default=0)
