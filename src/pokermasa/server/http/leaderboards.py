"""Who did best in a week or a season."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel

from pokermasa.server.clock import DAY_MS
from pokermasa.server.http.caller import FAULTS, Reader
from pokermasa.server.http.services import services_of
from pokermasa.server.storage.archive.leaderboard import PAGE, Standing, span

router = APIRouter(prefix="/api/leaderboards", tags=["hands"], responses=FAULTS)
WEEK_HANDS = 200
"""Number of hands in a week that an account needs to be ranked by bb/100."""
WEEKS = 10
"""How many times the hands of a week it takes to be listed for a season."""


class LeaderboardRow(BaseModel):
    place: int | None
    """Null for your own row while you have too few hands."""
    name: str
    is_bot: bool
    """Works for the house."""
    is_you: bool
    hands: int | None
    bb_100: float | None
    bb_100_within: float | None
    points: int | None
    games: int | None
    wins: int | None
    cashes: int | None
    net: int | None
    """Prizes and bounties less what was paid."""


class LeaderboardData(BaseModel):
    by: str
    period: str
    back: int
    begin: int
    end: int
    """The first moment that does not belong to it."""
    least_hands: int
    """By bb/100, who has fewer is not listed."""
    rows: list[LeaderboardRow]
    """The first hundred."""
    me: LeaderboardRow | None


@router.get("")
async def leaderboard(
    me: Reader,
    request: Request,
    by: Literal["bb_100", "league", "tournaments"] = "bb_100",
    period: Literal["week", "season"] = "week",
    back: Annotated[int, Query(ge=0, le=520, description="So many periods ago.")] = 0,
) -> LeaderboardData:
    """At public tables and tournaments, against registered accounts that came from other addresses.
    Whoever chose privacy is not in it. Weeks begin on Monday, seasons with a quarter of the year,
    by UTC."""
    services = services_of(request)
    board = services.leaderboard
    days = span(period, back, services.clock.now())
    least = WEEK_HANDS * (1 if period == "week" else WEEKS)
    if by == "bb_100":
        found = await board.by_winnings(days, least)
    elif by == "league":
        found = await board.by_league(days)
    else:
        found = await board.by_tournaments(days)
    listed = [one for one in found if one.place is not None][:PAGE]
    mine = next((one for one in found if one.account == me.id), None)
    return LeaderboardData(
        by=by,
        period=period,
        back=back,
        begin=days.first * DAY_MS,
        end=days.last * DAY_MS,
        least_hands=least,
        rows=[_row(one, me.id) for one in listed],
        me=None if mine is None else _row(mine, me.id),
    )


def _row(one: Standing, me: int) -> LeaderboardRow:
    told = one._asdict()
    return LeaderboardRow(is_you=told.pop("account") == me, **told)
