"""A table of the tournament: its masa, and who of the entrants sits on which side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from pokermasa.masa import Masa, Side
from pokermasa.masa.fixed_map import FixedMap
from pokermasa.rules import Chips
from pokermasa.tournament.entrant import Player


class Move(StrEnum):
    BALANCE = "balance"
    """Or because the director said so."""
    BREAK = "break"
    """The player's table was broken."""


class Arrival(NamedTuple):
    """Somebody on the way to a side, with all they have."""

    player: Player
    stack: Chips
    time_bank: int = 0
    away: bool = False
    move: Move | None = None
    """Why the player comes from another table; None for an entry into the tournament."""


@dataclass(frozen=True, slots=True)
class Table:
    masa: Masa
    players: Mapping[Side, Player] = FixedMap()
    arriving: tuple[Arrival, ...] = ()
    """Sent here and not seated yet: a hand is being played, or the only open place would be the
    small blind's."""
    level: int = 0
    """Level of the current or last hand, from 0. The clock may have gone on since the deal."""
    moved: Mapping[Player, tuple[Move, int]] = FixedMap()
    """Players who came from another table: why, and how many hands had been dealt here then."""

    @property
    def size(self) -> int:
        """How many are here, those arriving included."""
        return len(self.players) + len(self.arriving)

    @property
    def is_idle(self) -> bool:
        """Between hands."""
        return self.masa.game is None

    @property
    def chips(self) -> Chips:
        return self.masa.chips + sum([arrival.stack for arrival in self.arriving])

    def side_of(self, player: Player) -> Side | None:
        """None while the player is arriving, or elsewhere."""
        return next((side for side, other in self.players.items() if other == player), None)

    def with_masa(self, masa: Masa) -> Table:
        return Table(masa, self.players, self.arriving, self.level, self.moved)

    def seated(self, arrival: Arrival, side: Side) -> Table:
        masa = self.masa.buy_in(side, arrival.stack).masa
        seat = masa.seats[side].but(time_bank=arrival.time_bank, away=arrival.away)
        players = _sorted({**self.players, side: arrival.player})
        moved = self.moved
        if arrival.move is not None:
            moved = FixedMap({**moved, arrival.player: (arrival.move, masa.hands)})
        return replace(self, masa=masa.with_seat(side, seat), players=players, moved=moved)

    def expecting(self, arriving: Iterable[Arrival]) -> Table:
        return replace(self, arriving=tuple(arriving))

    def leaver(self, side: Side) -> Arrival:
        """Who sits there, as they will arrive elsewhere."""
        seat = self.masa.seats[side]
        return Arrival(self.players[side], seat.stack, seat.time_bank, seat.away)

    def last_move(self, player: Player) -> Move | None:
        """Why the player came here within the last orbit; None for a player who did not. An orbit
        is over after as many hands as the table has sides, whoever comes and goes meanwhile."""
        standing = {arrival.player: arrival.move for arrival in self.arriving}
        if player in standing:
            return standing[player]
        move, hands = self.moved.get(player, (None, 0))
        return move if self.masa.hands - hands < self.masa.sides else None

    def without(self, side: Side) -> Table:
        """Between hands: the side is freed."""
        return replace(self, masa=self.masa.leave(side).masa).keeping_only_seated()

    def keeping_only_seated(self) -> Table:
        """With the sides that the masa has freed already forgotten here too."""
        players = {s: player for s, player in self.players.items() if s in self.masa.seats}
        moved = {p: move for p, move in self.moved.items() if p in players.values()}
        return replace(self, players=_sorted(players), moved=FixedMap(moved))


def _sorted(players: Mapping[Side, Player]) -> Mapping[Side, Player]:
    return FixedMap(sorted(players.items()))
