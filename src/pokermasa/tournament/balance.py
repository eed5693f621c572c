"""Balancing of tables: the tables that are too large, the player who moves, and the new side.

Between hands the numbers of players at two tables differ by at most one. The player who is the next
to pay the big blind moves, to the free side that the big blind reaches first, but never to the
small blind (TDA rules on balancing tables). No player moves twice within one orbit of the button
unless a table is closed; for that reason the numbers may differ by more for a while. Tables are
closed ("broken") from the highest number down.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pokermasa.masa import Masa, Seat, SeatStatus, Side
from pokermasa.masa.position import Lineup, is_able, line_up
from pokermasa.tournament.entrant import TableNumber
from pokermasa.tournament.table import Table

_NEW_PLAYER = Seat(1, SeatStatus.WAIT_NEXT_HAND)


class Sizes(NamedTuple):
    """The tables grouped by their number of players.

    It is updated with every change, so that a hand in a large tournament does not cost a loop over
    all tables. A set of tables is an int in which bit *n* stands for table *n*.
    """

    masks: tuple[int, ...]
    """The set of tables with 0 players, with 1 player, and so on."""
    idle: int
    """The set of tables at which no hand is being played."""

    @classmethod
    def from_tables(cls, tables: Iterable[Table | None], seats: int) -> Sizes:
        """Return the sizes of *tables*, which have *seats* sides each. None is a closed table."""
        sizes = cls((0,) * (seats + 1), 0)
        for number, table in enumerate(tables):
            if table is not None:
                sizes = sizes.changed(TableNumber(number), None, table)
        return sizes

    def changed(self, number: TableNumber, before: Table | None, after: Table | None) -> Sizes:
        """Return the sizes after table *number* has changed. None means that it does not exist."""
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
        """The set of all open tables."""
        tables = 0
        for mask in self.masks:
            tables |= mask
        return tables

    @property
    def present(self) -> int:
        """The number of players at all tables."""
        return sum([size * mask.bit_count() for size, mask in enumerate(self.masks)])

    @property
    def too_few(self) -> int:
        """The set of idle tables with fewer than two players."""
        return self.idle & (self.masks[0] | self.masks[1])

    def closing(self) -> int:
        """Return the set of tables that should be closed because the players fit at the others."""
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
        """Return the number of players and the number of the smallest table in the set *among*.

        Of several equally small tables it is the one with the lowest number. Raise `ValueError` if
        the set is empty.
        """
        for size, mask in enumerate(self.masks):
            if mask & among:
                return size, lowest(mask & among)
        raise ValueError("there is no table")

    def larger(self, than: int, among: int) -> Iterable[TableNumber]:
        """Yield the tables in the set *among* with more than *than* players, the largest first."""
        for size in range(len(self.masks) - 1, than, -1):
            yield from each(self.masks[size] & among)

    @property
    def spread(self) -> int:
        """The difference between the numbers of players at the largest and the smallest table."""
        taken = [size for size, mask in enumerate(self.masks) if mask]
        return taken[-1] - taken[0] if taken else 0


def lowest(tables: int) -> TableNumber:
    """Return the lowest table number in a set of tables."""
    return TableNumber((tables & -tables).bit_length() - 1)


def each(tables: int) -> Iterable[TableNumber]:
    """Yield the table numbers in a set of tables in ascending order."""
    while tables:
        number = lowest(tables)
        yield number
        tables &= tables - 1


def next_lineup(masa: Masa, new_side: Side | None = None) -> Lineup | None:
    """Return the lineup of the next hand. None if fewer than two players can play it.

    With *new_side*, it is the lineup if a player sat down on that side before.
    """
    seats = masa.seats if new_side is None else {**masa.seats, new_side: _NEW_PLAYER}
    if sum([is_able(seat, masa.terms) for seat in seats.values()]) < 2:
        return None
    return line_up(seats, masa.sides, masa.positions, masa.rules, masa.terms, masa.blinds)


def next_big_blinds(masa: Masa) -> list[Side]:
    """Return the taken sides in the order in which they will pay the big blind."""
    lineup = next_lineup(masa)
    first = min(masa.seats, default=0) if lineup is None else lineup.big
    return sorted(masa.seats, key=lambda side: (side - first) % masa.sides)


def worst_place(masa: Masa) -> Side | None:
    """Return the free side that the big blind reaches first.

    None if no side is free, or only the side of the next small blind.

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
            return side  # no hand has been played here, so all sides are equally good
        if side != lineup.small or len(masa.seats) < 2:
            found.append(((side - lineup.small - 1) % masa.sides, side))
    return min(found)[1] if found else None
