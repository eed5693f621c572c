"""Points by placement, and a league over many games (document 003)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Points:
    """One row for each number of players: what the first, the second, … gets or loses.

    A game of another size takes the next smaller row, and places without a number get nothing.

    >>> points = Points(((2, 0, -1), (3, 1, 0, 0, -1)))
    >>> [points.of(place, players=5) for place in (1, 2, 3, 4, 5)]
    [3, 1, 0, 0, -1]
    >>> points.of(1, players=4), points.of(3, players=4), points.of(4, players=4)
    (2, -1, 0)
    """

    rows: tuple[tuple[int, ...], ...] = ()

    def of(self, place: int, players: int) -> int:
        row = max([row for row in self.rows if len(row) <= players], key=len, default=())
        return row[place - 1] if place <= len(row) else 0


@dataclass(frozen=True, slots=True)
class Standing:
    name: str
    points: int
    games: int
    wins: int
    best: int
    """The best place."""


@dataclass(frozen=True, slots=True)
class League:
    """
    >>> league = League(Points(((10, 2, 0),)))
    >>> league = league.played([(1, "Ada"), (2, "Blaise"), (3, "Cem")])
    >>> league = league.played([(1, "Cem"), (2, "Ada"), (2, "Blaise")])
    >>> [(row.name, row.points) for row in league.standings]
    [('Ada', 12), ('Cem', 10), ('Blaise', 4)]
    """

    points: Points
    games: tuple[tuple[tuple[int, str], ...], ...] = ()
    """Place and name of everybody, game by game. Of a tie, each has the better place."""

    def played(self, places: Iterable[tuple[int, str]]) -> League:
        """After one more game. Who entered it twice is counted with the better place."""
        best: dict[str, int] = {}
        for place, name in places:
            best[name] = min(place, best.get(name, place))
        game = tuple(sorted((place, name) for name, place in best.items()))
        return League(self.points, (*self.games, game))

    @property
    def standings(self) -> Sequence[Standing]:
        """By points; then by wins, the best place, and the name."""
        rows: dict[str, Standing] = {}
        for game in self.games:
            for place, name in game:
                row = rows.get(name) or Standing(name, 0, 0, 0, place)
                rows[name] = Standing(
                    name,
                    row.points + self.points.of(place, len(game)),
                    row.games + 1,
                    row.wins + (place == 1),
                    min(row.best, place),
                )
        return sorted(rows.values(), key=lambda row: (-row.points, -row.wins, row.best, row.name))
