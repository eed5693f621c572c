"""A table of the tournament: its masa, and the entrant on each side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from pokermasa.masa import Masa, Side, event
from pokermasa.masa.fixed_map import FixedMap
from pokermasa.rules import Chips
from pokermasa.tournament.entrant import Player


class MoveReason(StrEnum):
    """The reason why a player was moved to another table."""

    BALANCE = "balance"
    """The tables were balanced, or the director moved the player."""
    BREAK = "break"
    """The player's old table was closed."""


class Arrival(NamedTuple):
    """A player on the way to a side, with the chips and the time bank that they bring."""

    player: Player
    stack: Chips
    time_bank: int = 0
    away: bool = False
    move: MoveReason | None = None
    """The reason why the player comes from another table. None for a new entry."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a tournament."""

    masa: Masa
    players: Mapping[Side, Player] = FixedMap()
    arriving: tuple[Arrival, ...] = ()
    """Players who were sent here and have no side yet. A hand is being played, or the only free
    side is that of the small blind."""
    level: int = 0
    """The level of the current or last hand, from 0. The clock may have advanced since the deal."""
    moved: Mapping[Player, tuple[MoveReason, int]] = FixedMap()
    """For players who came from another table: the reason, and the number of hands that had been
    dealt here before."""

    @property
    def size(self) -> int:
        """The number of players here, including those who wait for a side."""
        return len(self.players) + len(self.arriving)

    @property
    def is_idle(self) -> bool:
        """Whether no hand is being played."""
        return self.masa.game is None

    @property
    def chips(self) -> Chips:
        """The sum of all chips at the table, including those of players who wait for a side."""
        return self.masa.chips + sum([arrival.stack for arrival in self.arriving])

    def side_of(self, player: Player) -> Side | None:
        """Return the player's side. None if the player waits for one or is not at this table."""
        return next((side for side, other in self.players.items() if other == player), None)

    def with_masa(self, masa: Masa) -> Table:
        """Return the table with another masa."""
        return Table(masa, self.players, self.arriving, self.level, self.moved)

    def seated(self, arrival: Arrival, side: Side) -> tuple[Table, list[event.Event]]:
        """Return the table with the arriving player on *side*, and the events of its masa: the
        seat, and the used time bank and the absence that the player brings along."""
        joined = self.masa.buy_in(side, arrival.stack)
        masa, events = joined.masa, list(joined.events)
        if used := masa.terms.time_bank - arrival.time_bank:
            events.append(event.TimeBankSpent(side, used))
        if arrival.away:
            events.append(event.Away(side, True))
        seat = masa.seats[side].replace(time_bank=arrival.time_bank, away=arrival.away)
        players = _sorted({**self.players, side: arrival.player})
        moved = self.moved
        if arrival.move is not None:
            moved = FixedMap({**moved, arrival.player: (arrival.move, masa.hands)})
        table = replace(self, masa=masa.with_seat(side, seat), players=players, moved=moved)
        return table, events

    def expecting(self, arriving: Iterable[Arrival]) -> Table:
        """Return the table with these players waiting for a side."""
        return replace(self, arriving=tuple(arriving))

    def leaver(self, side: Side) -> Arrival:
        """Return the player on *side* as an arrival for another table."""
        seat = self.masa.seats[side]
        return Arrival(self.players[side], seat.stack, seat.time_bank, seat.away)

    def last_move(self, player: Player) -> MoveReason | None:
        """Return the reason why the player came here within the last orbit, or None.

        An orbit is as many hands as the table has sides.
        """
        waiting = {arrival.player: arrival.move for arrival in self.arriving}
        if player in waiting:
            return waiting[player]
        reason, hands = self.moved.get(player, (None, 0))
        return reason if self.masa.hands - hands < self.masa.sides else None

    def without(self, side: Side) -> Table:
        """Return the table with *side* freed. Only between hands."""
        return replace(self, masa=self.masa.leave(side).masa).keeping_only_seated()

    def keeping_only_seated(self) -> Table:
        """Return the table without players whose side the masa has freed already."""
        players = {s: player for s, player in self.players.items() if s in self.masa.seats}
        moved = {p: move for p, move in self.moved.items() if p in players.values()}
        return replace(self, players=_sorted(players), moved=FixedMap(moved))


def _sorted(players: Mapping[Side, Player]) -> Mapping[Side, Player]:
    return FixedMap(sorted(players.items()))
