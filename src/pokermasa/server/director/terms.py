"""What is agreed about a tournament in the room, beside its structure."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from pokermasa.server.protocol.tournament import Kind


class Terms(BaseModel):
    """Kept with the tournament. Times are milliseconds."""

    model_config = ConfigDict(frozen=True)

    kind: Kind
    starts: int | None = None
    """A scheduled one, since 1970."""
    every: int | None = None
    """It recurs: when it begins, the next one is announced, so much later."""
    date: int = 1
    """Number of this date in its series, from 1."""
    dates: int | None = None
    """Dates of the whole series. None: no limit, for series of the house."""
    again: bool = False
    """A sit-and-go: when it begins, another one is opened."""
    bots: bool = False
    """House bots fill it up when people have waited long enough."""
    act_time: int | None = None
    """For one act, if not the room's usual."""
    season: int = 1
    number: int = 1
    """Of the game, in a league;"""
    games: int = 1
    """so many make a season."""
    co_directors: tuple[int, ...] = ()
    """Accounts that the host has named."""

    @property
    def is_league(self) -> bool:
        return self.kind is Kind.LEAGUE

    def but(self, **changes: object) -> Terms:
        return self.model_copy(update=changes)
