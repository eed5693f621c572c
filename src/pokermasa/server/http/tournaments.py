"""HTTP routes for tournaments: the list, one tournament with structure, results and hands, and
opening one."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from pokermasa.server.director import entering
from pokermasa.server.director.director import Director
from pokermasa.server.director.messages.structure_data import structure_data
from pokermasa.server.director.storage.archive import (
    ArchivedTournament,
    OrderLine,
    TournamentHand,
)
from pokermasa.server.director.terms import Terms
from pokermasa.server.http.caller import (
    FAULTS,
    Body,
    Host,
    Player,
    Text,
    TheLobby,
    TheServices,
    noted_address,
    perhaps,
)
from pokermasa.server.http.hand_file import hand_file as written_hands
from pokermasa.server.http.hand_text import HandFormat
from pokermasa.server.http.tables import Key, Opened, opened, readable, verify_not_full
from pokermasa.server.protocol.scope import Scope
from pokermasa.server.protocol.tournament import (
    EntrantData,
    Kind,
    StructureData,
    TournamentData,
    TournamentFigures,
    TournamentTableData,
    YouData,
)
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import LEAST_ACT_TIME
from pokermasa.server.storage.account import Account
from pokermasa.tournament import (
    Payouts,
    Structure,
    StructureError,
    included_structure,
    included_structures,
)

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"], responses=FAULTS)
Looker = Annotated[Account | None, perhaps(Scope.PLAY, Scope.READ, Scope.HOST)]
MOST_FILLED = 100
"""Maximum number of entrants of a tournament filled by house bots, because the bots run in this
process."""
Offset = Annotated[int, Query(ge=0, le=10**6)]
Limit = Annotated[int, Query(ge=1, le=1000)]
USUAL_DATES, MOST_DATES = 52, 1000
"""Default and maximum number of dates of a series."""
FURTHEST_START = 366 * 86_400_000
"""Maximum time from now to the start, in milliseconds."""


class NewTournament(Body, strict=True):
    """A tournament to be opened."""

    name: Annotated[Text, Field(min_length=1, max_length=60)]
    structure: Annotated[Text, Field(max_length=20_000)] = "turbo"
    """Name of an included structure (`GET /api/tournaments/structures`), or a structure as
    TOML."""
    kind: Literal["sitandgo", "scheduled"] = "sitandgo"
    starts: Annotated[int, Field(ge=0, le=2**53)] | None = None
    """Start in milliseconds since 1970. Null starts the tournament when it is full or when its
    director says so."""
    every: Annotated[int, Field(ge=60_000, le=366 * 86_400_000)] | None = None
    """Interval between the starts of a series, in milliseconds. The series ends after `dates`
    dates, after a date that nobody entered, or when the host's account is deleted or banned."""
    dates: Annotated[int, Field(ge=1, le=MOST_DATES)] | None = None
    """Number of dates of a series; null for 52."""
    private: bool = False
    """Whether the tournament can be found by its link only."""
    bots: bool = False
    """Whether house bots fill the tournament. It then has the default payouts, no late
    registration and no rebuys; an included structure is used without those."""
    act_time: Annotated[int, Field(ge=LEAST_ACT_TIME, le=600_000)] | None = None
    """Time for one act, in milliseconds; null for the room's default."""
    entrants: Annotated[list[int], Field(min_length=2, max_length=2)] | None = None
    """Minimum and maximum number of entrants; null for those of the structure."""
    buy_in: Annotated[int, Field(ge=0, le=10**9)] | None = None
    """Buy-in in chips; null for that of the structure."""


class Detail(TypedDict):
    """A tournament with its structure, tables and ranking."""

    tournament: TournamentData
    figures: TournamentFigures | None
    """Figures of a running tournament; null after its end."""
    structure: StructureData
    prizes: list[int]
    tables: list[TournamentTableData]
    standings: list[EntrantData]
    """The first hundred places."""
    next: str | None
    you: YouData | None


class Included(BaseModel):
    """An included structure, as TOML."""

    name: str
    toml: str


@router.get("")
async def tournaments(
    services: TheServices,
    me: Looker,
    kind: Kind | None = None,
    open: Annotated[bool, Query(description="One can register now.")] = False,
    over: Annotated[bool, Query(description="The last hundred that are over instead.")] = False,
    name: Annotated[str | None, Query(max_length=60)] = None,
) -> list[TournamentData]:
    """Tournaments, those open for registration first. Private ones are included only if you are
    entered or direct them."""
    others = services.lobby.others
    rows = await (services.tournaments.rows(me) if over else others.tournament_rows(me))
    return [
        row
        for row in rows
        if (kind is None or row["kind"] == kind)
        and (not open or row["open"])
        and (name is None or name.casefold() in row["name"].casefold())
    ]


@router.get("/structures")
async def structures() -> list[Included]:
    """The included structures, to be used by name or as a starting point."""
    return [Included(name=name, toml=included_structure(name)) for name in included_structures()]


@router.post("", status_code=201)
async def open_tournament(
    body: NewTournament, me: Host, lobby: TheLobby, request: Request
) -> Opened:
    structure = read_structure(body.structure, body.name, body.entrants, body.buy_in)
    if body.bots:
        if body.structure in included_structures():
            structure = replace(structure, late_levels=0, re_entries=0)
        verify_for_bots(structure, body.kind == "scheduled")
    now = lobby.clock.now()
    if body.kind == "scheduled" and body.starts is None:
        raise Refused(RoomRefusal.UNREADABLE, "starts: when, in milliseconds since 1970")
    if body.every is not None and body.starts is None:
        message = "every: only with `starts`, when the first one begins"
        raise Refused(RoomRefusal.UNREADABLE, message)
    if body.dates is not None and body.every is None:
        message = "dates: only with `every`, the time from one date to the next"
        raise Refused(RoomRefusal.UNREADABLE, message)
    if body.starts is not None and not now - 60_000 <= body.starts <= now + FURTHEST_START:
        message = f"starts: in the future, at most a year ahead; it is {now}"
        raise Refused(RoomRefusal.UNREADABLE, message)
    terms = Terms(
        kind=Kind(body.kind),
        starts=body.starts,
        every=body.every,
        dates=None if body.every is None else body.dates or USUAL_DATES,
        bots=body.bots,
        act_time=body.act_time,
    )
    async with lobby.opening:
        verify_not_full(lobby, lobby.tournaments.directors)
        director = await lobby.tournaments.open(
            readable(body.name),
            terms,
            structure,
            me,
            body.private,
            address=await noted_address(request, me),
        )
    return opened(request, director.id, director.state.key, "tournament")


def read_structure(
    text: str, name: str, entrants: list[int] | None = None, buy_in: int | None = None
) -> Structure:
    try:
        structure = Structure.named(text) if text.isalpha() else Structure.read(text)
        data = structure.to_data() | {"name": structure.name if structure.name else name}
        if entrants is not None:
            data["entrants"] = entrants
        if buy_in is not None:
            data["buy_in"] = buy_in
        return Structure.from_data(data)
    except StructureError as error:
        raise Refused(RoomRefusal.BAD_STRUCTURE, str(error)) from None


def verify_for_bots(structure: Structure, is_scheduled: bool) -> None:
    """Verify a tournament with house bots. They play with house money, so people must not get more
    chips than bots can, enter late for prizes that bots have lost already, or choose payouts that
    the bots cannot play for."""
    if structure.late_levels or structure.rebuys or structure.add_on:
        message = (
            "late: not possible with `bots`, because bots neither register late nor buy more chips"
        )
        raise Refused(RoomRefusal.BAD_STRUCTURE, message)
    if structure.payouts != Payouts():
        raise Refused(
            RoomRefusal.BAD_STRUCTURE, "payouts: only the usual ones are possible with `bots`"
        )
    if (structure.least if is_scheduled else structure.most) > MOST_FILLED:
        message = f"entrants: house bots fill up at most {MOST_FILLED} places"
        raise Refused(RoomRefusal.BAD_STRUCTURE, message)


async def find(
    id: str, me: Looker, services: TheServices, key: Key = ""
) -> Director | ArchivedTournament:
    running = services.lobby.tournaments
    director = running.directors.get(id)
    if director is not None and not director.is_lost:
        return running.find(id, me, key)
    return await services.tournaments.find(id, me, key)


Found = Annotated[Director | ArchivedTournament, Depends(find)]


@router.get("/{id}")
async def tournament(found: Found, me: Looker, services: TheServices) -> Detail:
    if isinstance(found, ArchivedTournament):
        return Detail(
            tournament=found.row,
            figures=None,
            structure=found.structure,
            prizes=found.prizes,
            tables=[],
            standings=await services.tournaments.standings(found, 0, 100),
            next=found.next,
            you=None,
        )
    view = found.view(me)
    return {
        "tournament": view["tournament"],
        "figures": view["figures"],
        "structure": view["structure"],
        "prizes": view["prizes"],
        "tables": view["tables"],
        "standings": view["standings"],
        "next": found.state.next,
        "you": view["you"],
    }


@router.get("/{id}/structure")
async def structure(found: Found) -> StructureData:
    if isinstance(found, ArchivedTournament):
        return found.structure
    return structure_data(found.state.tournament.structure)


@router.get("/{id}/structure.toml", response_class=PlainTextResponse)
async def structure_toml(found: Found) -> Any:
    return PlainTextResponse((await structure(found))["toml"])


@router.get("/{id}/results")
async def results(
    found: Found, services: TheServices, offset: Offset = 0, limit: Limit = 1000
) -> list[EntrantData]:
    """Ranking of all entrants, the best first: the current one, or the final one."""
    last = offset + limit
    if isinstance(found, ArchivedTournament):
        rows = await services.tournaments.standings(found, offset, last)
    else:
        rows = found.standings.rows(offset, last)
    return rows


@router.get("/{id}/hands")
async def hands(
    found: Found,
    services: TheServices,
    before: Annotated[str | None, Query(pattern="^[0-9a-f]{20}$")] = None,
) -> list[TournamentHand]:
    """The newest hundred finished hands. *before* is the id of the last hand of the previous
    page."""
    return await services.tournaments.hands(found.id, before)


@router.get("/{id}/hands/{format}", response_class=PlainTextResponse)
async def hand_file(
    found: Found, format: HandFormat, me: Looker, services: TheServices
) -> Response:
    """All finished hands in one file, in the order in which they ended, with the cards that you
    saw."""
    page = partial(services.hands.of_tournament, found.id, me)
    return written_hands(services, format, found.id, page, 0)


@router.get("/{id}/orders")
async def orders(found: Found, services: TheServices) -> list[OrderLine]:
    """All orders of the tournament's directors."""
    return await services.tournaments.orders(found.id)


@router.put("/{id}/entry", status_code=204)
async def register(
    id: str, me: Player, lobby: TheLobby, key: Key = "", program: bool = False
) -> None:
    """Enter the tournament. Refused if you are entered already, or if re-entry is not allowed. If
    the time for an act is less than 3 seconds, only a program may enter, with `program=true`."""
    director = lobby.tournaments.find(id, me, key)
    await lobby.tournaments.register(director, me, is_program=program)


@router.delete("/{id}/entry", status_code=204)
async def unregister(id: str, me: Player, lobby: TheLobby, key: Key = "") -> None:
    """Leave the tournament before the start. All payments are refunded."""
    await entering.unregister(lobby.tournaments.find(id, me, key), me)
