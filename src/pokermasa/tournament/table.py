"""A table of the tournament: its masa, and who of the entrants sits on which side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pokermasa.masa import Masa, Side
from pokermasa.masa.fixed_map import FixedMap
from pokermasa.rules import Chips
from pokermasa.tournament.entrant import Player


class Arrival(NamedTuple):
    """Somebody on the way to a side, with all they have."""

    player: Player
    stack: Chips
    time_bank: int = 0
    away: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    masa: Masa
    players: Mapping[Side, Player] = FixedMap()
    arriving: tuple[Arrival, ...] = ()
    """Sent here and not seated yet: a hand is being played, or the only open place would be the
    small blind's."""

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
        return Table(masa, self.players, self.arriving)

    def seated(self, arrival: Arrival, side: Side) -> Table:
        masa = self.masa.buy_in(side, arrival.stack).masa
        seat = masa.seats[side].but(time_bank=arrival.time_bank, away=arrival.away)
        players = _sorted({**self.players, side: arrival.player})
        return Table(masa.with_seat(side, seat), players, self.arriving)

    def expecting(self, arriving: Iterable[Arrival]) -> Table:
        return Table(self.masa, self.players, tuple(arriving))

    def leaver(self, side: Side) -> Arrival:
        """Who sits there, as they will arrive elsewhere."""
        seat = self.masa.seats[side]
        return Arrival(self.players[side], seat.stack, seat.time_bank, seat.away)

    def without(self, side: Side) -> Table:
        """Between hands: the side is freed."""
        players = {other: player for other, player in self.players.items() if other != side}
        return Table(self.masa.leave(side).masa, _sorted(players), self.arriving)

    def keeping_only_seated(self) -> Table:
        """With the sides that the masa has freed already forgotten here too."""
        players = {s: player for s, player in self.players.items() if s in self.masa.seats}
        return Table(self.masa, _sorted(players), self.arriving)


def _sorted(players: Mapping[Side, Player]) -> Mapping[Side, Player]:
    return FixedMap(sorted(players.items()))
