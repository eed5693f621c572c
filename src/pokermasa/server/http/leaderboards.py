"""HTTP route for the leaderboards of a week or a season."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel

from pokermasa.server.clock import DAY_MS
from pokermasa.server.http.caller import FAULTS, Reader
from pokermasa.server.http.services import services_of
from pokermasa.server.storage.archive.leaderboard import PAGE, RankedAccount, span

router = APIRouter(prefix="/api/leaderboards", tags=["hands"], responses=FAULTS)
WEEK_HANDS = 200
"""Number of hands in a week that an account needs to be ranked by bb/100."""
WEEKS = 10
"""Factor for the number of hands needed in a season, compared with a week."""


class LeaderboardRow(BaseModel):
    """An account on the leaderboard. Figures of other rankings are null."""

    place: int | None
    """Place in the ranking; null in your own row if you have too few hands."""
    name: str
    is_bot: bool
    """Whether this is a house bot."""
    is_you: bool
    hands: int | None
    bb_100: float | None
    bb_100_within: float | None
    points: int | None
    games: int | None
    wins: int | None
    cashes: int | None
    net: int | None
    """Prizes and bounties minus the amounts paid, in chips."""


class LeaderboardData(BaseModel):
    """A leaderboard for one period."""

    by: str
    period: str
    back: int
    begin: int
    """Beginning of the period in milliseconds since 1970."""
    end: int
    """End of the period in milliseconds since 1970, not included."""
    least_hands: int
    """Number of hands needed for a place by bb/100."""
    rows: list[LeaderboardRow]
    """The first hundred places."""
    me: LeaderboardRow | None


@router.get("")
async def leaderboard(
    me: Reader,
    request: Request,
    by: Literal["bb_100", "league", "tournaments"] = "bb_100",
    period: Literal["week", "season"] = "week",
    back: Annotated[int, Query(ge=0, le=520, description="Number of periods to go back.")] = 0,
) -> LeaderboardData:
    """Results at public tables and tournaments, against registered accounts that came from other
    addresses. Private accounts are not listed. Weeks begin on Monday, seasons with a quarter of
    the year, both in UTC."""
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


def _row(one: RankedAccount, me: int) -> LeaderboardRow:
    fields = one._asdict()
    return LeaderboardRow(is_you=fields.pop("account") == me, **fields)
