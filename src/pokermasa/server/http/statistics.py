"""HTTP routes for statistics: your own, and the public profile of a player."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import BaseModel

from pokermasa.histories.position import POSITIONS
from pokermasa.histories.stats import PlayerStats
from pokermasa.server.http.caller import FAULTS, Reader, ReaderOutOfHands, Text, TheServices
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.schema import Source

router = APIRouter(prefix="/api", tags=["hands"], responses=FAULTS)


class Figures(BaseModel):
    """Statistics as defined in docs/histories.md. A value is null if the situation never
    occurred."""

    hands: int
    vpip: float | None
    pfr: float | None
    three_bet: float | None
    fold_to_three_bet: float | None
    four_bet: float | None
    fold_to_four_bet: float | None
    steal: float | None
    fold_to_steal: float | None
    c_bet: float | None
    fold_to_c_bet: float | None
    aggression: float | None
    wtsd: float | None
    won_at_showdown: float | None
    bb_100: float | None
    bb_100_within: float | None
    bb_100_before_rake: float | None
    rake_bb: float


class PositionFigures(Figures):
    position: str


class StakesFigures(Figures):
    big: int
    is_tournament: bool


class WinningsPoint(BaseModel):
    """Cumulative results up to this hand, in big blinds."""

    hands: int
    won: float
    adjusted: float
    """Result with all-ins shared by equity."""
    showdown: float
    """Result of the hands with a showdown. The rest of `won` is from hands without."""


class MyStats(BaseModel):
    """Your statistics, in total and by position and stakes."""

    all: Figures
    bb_100_adjusted: float | None
    positions: list[PositionFigures]
    stakes: list[StakesFigures]
    line: list[WinningsPoint]
    """Cumulative results in the order of the hands; at most a thousand points."""
    pending: int
    """Number of hands that are not counted yet. Send the request again to count more."""


class Profile(BaseModel):
    """Public statistics of a player."""

    name: str
    is_bot: bool
    """Whether this is a house bot."""
    all: Figures
    positions: list[PositionFigures]
    stakes: list[StakesFigures]
    pending: int


@router.get("/me/stats")
async def my_stats(me: Reader, services: TheServices, source: Source = "room") -> MyStats:
    """Statistics of your hands in this room, as you saw them, or of your uploaded hands."""
    value, pending = await services.statistics.for_account(me.id, me, source)
    rows = _rows(value)
    total = _total(rows)
    return MyStats(
        all=_figures(total),
        bb_100_adjusted=total.bb_100_adjusted,
        positions=_positions(rows),
        stakes=_stakes(rows),
        line=[
            WinningsPoint(hands=hands, won=won, adjusted=adjusted, showdown=showdown)
            for hands, won, adjusted, showdown in value["line"]
        ],
        pending=pending,
    )


@router.get("/players/{name}")
async def profile(
    name: Annotated[Text, Path(max_length=80)], me: ReaderOutOfHands, services: TheServices
) -> Profile:
    """Public statistics of a player; not found if the player chose privacy. Only hands with at
    least two people at public tables count, and no value depends on cards that were not shown.
    Refused during a hand with other people, because it would serve as a tracker."""
    accounts = services.accounts
    player = await accounts.named(name)
    if player is None or (player != me and await accounts.is_private(player)):
        raise Refused(RoomRefusal.NOT_FOUND)
    value, pending = await services.statistics.for_account(me.id, player)
    rows = [row for row in _rows(value) if row[0][3]]
    return Profile(
        name=player.name,
        is_bot=player.is_house,
        all=_figures(_total(rows)),
        positions=_positions(rows),
        stakes=_stakes(rows),
        pending=pending,
    )


Row = tuple[tuple[int, str, bool, bool], PlayerStats]


def _rows(value: dict[str, Any]) -> list[Row]:
    return [(tuple(row["key"]), PlayerStats(**row["counts"])) for row in value["rows"]]


def _total(rows: Iterable[Row]) -> PlayerStats:
    return reduce(PlayerStats.plus, [stats for _, stats in rows], PlayerStats(""))


def _figures(stats: PlayerStats) -> Figures:
    return Figures(hands=stats.hands, **stats.rates)  # type: ignore[arg-type]


def _grouped(rows: Iterable[Row], by: Callable[[Row], Any]) -> dict[Any, PlayerStats]:
    found: dict[Any, list[Row]] = {}
    for row in rows:
        found.setdefault(by(row), []).append(row)
    return {key: _total(group) for key, group in found.items()}


def _positions(rows: list[Row]) -> list[PositionFigures]:
    found = _grouped(rows, lambda row: row[0][1])
    return [
        PositionFigures(position=place, **_figures(found[place]).model_dump())
        for place in POSITIONS
        if place in found
    ]


def _stakes(rows: list[Row]) -> list[StakesFigures]:
    found = _grouped(rows, lambda row: (row[0][2], row[0][0]))
    return [
        StakesFigures(is_tournament=key[0], big=key[1], **_figures(stats).model_dump())
        for key, stats in sorted(found.items(), key=lambda pair: pair[0])
    ]
