"""Points for places, and a league over several tournaments (document 003)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pokermasa.notebook import html
from pokermasa.notebook.data import data_frame
from pokermasa.notebook.html import count, shortened
from pokermasa.rules.refusal import in_short


@dataclass(frozen=True, slots=True)
class Points:
    """The points for each place. Each row is for one number of players, beginning with first place.

    A number of players without a row uses the next smaller row. Places without a number get 0.

    >>> points = Points(((2, 0, -1), (3, 1, 0, 0, -1)))
    >>> [points.for_place(place, players=5) for place in (1, 2, 3, 4, 5)]
    [3, 1, 0, 0, -1]
    >>> [points.for_place(place, players=4) for place in (1, 3, 4)]
    [2, -1, 0]
    """

    rows: tuple[tuple[int, ...], ...] = ()

    def for_place(self, place: int, players: int) -> int:
        """Return the points of *place* in a game with this number of players."""
        if type(place) is not int or place < 1:
            raise ValueError(f"a place is a number from 1, not {in_short(place)}")
        if type(players) is not int or players < 1:
            raise ValueError(f"players are a number from 1, not {in_short(players)}")
        row = max([row for row in self.rows if len(row) <= players], key=len, default=())
        return row[place - 1] if place <= len(row) else 0


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of one player in a league."""

    name: str
    points: int
    games: int
    wins: int
    best: int
    """The best place in any game."""


@dataclass(frozen=True, slots=True, repr=False)
class League:
    """The results of several games, in each of which players win points.

    >>> league = League(Points(((10, 2, 0),)))
    >>> league = league.played([(1, "Ada"), (2, "Blaise"), (3, "Cem")])
    >>> league = league.played([(1, "Cem"), (2, "Ada"), (2, "Blaise")])
    >>> [(row.name, row.points) for row in league.standings]
    [('Ada', 12), ('Cem', 10), ('Blaise', 4)]
    """

    points: Points
    games: tuple[tuple[tuple[int, str], ...], ...] = ()
    """Place and name of each player, game by game. Players who tie have the same place."""

    def played(self, places: Iterable[tuple[int, str]]) -> League:
        """Return the league after one more game.

        If a name occurs more than once in *places*, the best place counts.
        """
        best: dict[str, int] = {}
        for place, name in places:
            best[name] = min(place, best.get(name, place))
        game = tuple(sorted((place, name) for name, place in best.items()))
        return League(self.points, (*self.games, game))

    def __repr__(self) -> str:
        ranked = [f"{row.name} {row.points}" for row in self.standings]
        return shortened(f"<League: {count(len(self.games), 'game')}, {', '.join(ranked)}>")

    def _repr_html_(self) -> str:
        rows = [tuple(record.values()) for record in self.to_records()]
        return html.page(html.table(("player", "points", "games", "wins", "best place"), rows))

    def to_records(self) -> list[dict[str, Any]]:
        """Return the standings as plain dictionaries, the best player first."""
        return [asdict(row) for row in self.standings]

    def to_frame(self) -> Any:
        """Return the records as a data frame of pandas, or of polars if only that is installed."""
        return data_frame(self.to_records())

    @property
    def standings(self) -> Sequence[Standing]:
        """The standings, ordered by points, then by wins, best place, and name."""
        rows: dict[str, Standing] = {}
        for game in self.games:
            for place, name in game:
                row = rows.get(name) or Standing(name, 0, 0, 0, place)
                rows[name] = Standing(
                    name,
                    row.points + self.points.for_place(place, len(game)),
                    row.games + 1,
                    row.wins + (place == 1),
                    min(row.best, place),
                )
        return sorted(rows.values(), key=lambda row: (-row.points, -row.wins, row.best, row.name))
