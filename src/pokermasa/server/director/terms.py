"""The terms of a tournament in the room: everything that is agreed apart from its structure."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from pokermasa.server.protocol.tournament import Kind


class Terms(BaseModel):
    """The terms of one tournament. They are stored with it. Times are in milliseconds."""

    model_config = ConfigDict(frozen=True)

    kind: Kind
    starts: int | None = None
    """Start time of a scheduled tournament, in milliseconds since 1970. None for other kinds."""
    every: int | None = None
    """Time between two dates of a recurring tournament. When one date begins, the next one is
    announced. None if it does not recur."""
    date: int = 1
    """Number of this date in its series, counted from 1."""
    dates: int | None = None
    """Number of dates in the whole series. None means no limit, which only the house may set."""
    again: bool = False
    """Whether another sit-and-go is opened when this one begins."""
    bots: bool = False
    """Whether house bots fill the tournament after people have waited for some time."""
    act_time: int | None = None
    """Time for one act. None means the room's default."""
    season: int = 1
    """Number of the season of a league, counted from 1."""
    number: int = 1
    """Number of this game in its season of a league, counted from 1."""
    games: int = 1
    """Number of games in a season of a league."""
    season_players: tuple[int, ...] = ()
    """Accounts that have entered earlier games of the season."""
    season_directors: tuple[int, ...] = ()
    """Accounts that have given an order about a single entry in earlier games of the season."""
    co_directors: tuple[int, ...] = ()
    """Accounts that the host has named as co-directors."""

    @property
    def is_league(self) -> bool:
        return self.kind is Kind.LEAGUE

    def replace(self, **changes: object) -> Terms:
        """Return a copy with these fields replaced."""
        return self.model_copy(update=changes)
