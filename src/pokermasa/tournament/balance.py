"""Balance: which tables are too large, which player moves, and to which place.

Between hands, table sizes differ by at most one. Who moves is the next due the big blind, to the
worst open place, which is the one that the big blind reaches first, and never the small blind's
(TDA, balancing tables). Nobody is moved twice within an orbit, unless a table is broken; for that,
sizes may differ by more for a while. Tables are broken from the highest number down.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pokermasa.masa import Masa, Seat, SeatStatus, Side
from pokermasa.masa.position import Lineup, is_able, line_up
from pokermasa.tournament.entrant import TableNumber
from pokermasa.tournament.table import Table

_NEWCOMER = Seat(1, SeatStatus.WAIT_NEXT_HAND)


class Sizes(NamedTuple):
    """Which tables have how many players, kept up to date so that nobody has to walk over all of
    them after a hand. A set of tables is one number, with a bit for each."""

    masks: tuple[int, ...]
    """The tables with no player, one, two, …"""
    idle: int
    """The tables between hands."""

    @classmethod
    def of(cls, tables: Iterable[Table | None], seats: int) -> Sizes:
        sizes = cls((0,) * (seats + 1), 0)
        for number, table in enumerate(tables):
            if table is not None:
                sizes = sizes.changed(TableNumber(number), None, table)
        return sizes

    def changed(self, number: TableNumber, before: Table | None, after: Table | None) -> Sizes:
        bit = 1 << number
        masks = list(self.masks)
        if before is not None:
            masks[before.size] &= ~bit
        if after is not None:
            masks[after.size] |= bit
        is_idle = after is not None and after.is_idle
        return Sizes(tuple(masks), self.idle | bit if is_idle else self.idle & ~bit)

    @property
    def open(self) -> int:
        tables = 0
        for mask in self.masks:
            tables |= mask
        return tables

    @property
    def present(self) -> int:
        """Everybody at a table."""
        return sum([size * mask.bit_count() for size, mask in enumerate(self.masks)])

    @property
    def too_few(self) -> int:
        """The tables between hands that cannot play one until somebody comes."""
        return self.idle & (self.masks[0] | self.masks[1])

    def closing(self) -> int:
        """The tables that are one too many for those present."""
        tables = self.open
        seats = len(self.masks) - 1
        surplus = tables.bit_count() - max(1, -(-self.present // seats))
        closing = 0
        for _ in range(surplus):
            highest = 1 << (tables.bit_length() - 1)
            tables ^= highest
            closing |= highest
        return closing

    def smallest(self, among: int) -> tuple[int, TableNumber]:
        """The size and the lowest number of the smallest table."""
        for size, mask in enumerate(self.masks):
            if mask & among:
                return size, lowest(mask & among)
        raise ValueError("there is no table")

    def larger(self, than: int, among: int) -> Iterable[TableNumber]:
        """The tables with more players, the largest first."""
        for size in range(len(self.masks) - 1, than, -1):
            yield from each(self.masks[size] & among)

    @property
    def spread(self) -> int:
        """How far apart the sizes are."""
        taken = [size for size, mask in enumerate(self.masks) if mask]
        return taken[-1] - taken[0] if taken else 0


def lowest(tables: int) -> TableNumber:
    return TableNumber((tables & -tables).bit_length() - 1)


def each(tables: int) -> Iterable[TableNumber]:
    while tables:
        number = lowest(tables)
        yield number
        tables &= tables - 1


def next_lineup(masa: Masa, newcomer: Side | None = None) -> Lineup | None:
    """Button and blinds of the hand to come; None if there are not two to play it."""
    seats = masa.seats if newcomer is None else {**masa.seats, newcomer: _NEWCOMER}
    if sum([is_able(seat, masa.terms) for seat in seats.values()]) < 2:
        return None
    return line_up(seats, masa.sides, masa.positions, masa.rules, masa.terms, masa.blinds)


def next_big_blinds(masa: Masa) -> list[Side]:
    """Everybody, in the order in which they are due the big blind: who is moved first comes
    first."""
    lineup = next_lineup(masa)
    first = min(masa.seats, default=0) if lineup is None else lineup.big
    return sorted(masa.seats, key=lambda side: (side - first) % masa.sides)


def worst_place(masa: Masa) -> Side | None:
    """The open side that the big blind reaches first; None if there is only the small blind's.

    >>> from pokermasa.cards import Deck
    >>> from pokermasa.masa import Terms
    >>> masa = Masa.open(sides=6, rules="tda")
    >>> for side in (0, 1, 2, 4):
    ...     masa = masa.buy_in(side, 100).masa
    >>> masa = masa.deal(Deck()).masa.abort().masa  # button 0, blinds 1 and 2
    >>> worst_place(masa)  # next hand's small blind is 2, and 3 comes before 4
    3
    """
    found = []
    for number in range(masa.sides):
        side = Side(number)
        if side in masa.seats:
            continue
        lineup = next_lineup(masa, side)
        if lineup is None or masa.positions.big is None:
            return side  # nothing is being played here yet: every place is as good
        if side != lineup.small or len(masa.seats) < 2:
            found.append(((side - lineup.small - 1) % masa.sides, side))
    return min(found)[1] if found else None
