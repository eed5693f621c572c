"""Tournaments over HTTP: the list, one of them, its structure, results and hands; opening one."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from pokermasa.server.director import entering
from pokermasa.server.director.director import Director
from pokermasa.server.director.messages.structure_data import structure_data
from pokermasa.server.director.storage.archive import (
    ArchivedTournament,
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
    noted_address,
    perhaps,
)
from pokermasa.server.http.hand_file import hand_file as written_hands
from pokermasa.server.http.hand_text import HandFormat
from pokermasa.server.http.services import services_of
from pokermasa.server.http.tables import Key
from pokermasa.server.lobby.lobby import Lobby
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
from pokermasa.server.table.chat import clean
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
"""Entrants up to which house bots fill a tournament: they think in this process."""
Offset = Annotated[int, Query(ge=0, le=10**6)]
Limit = Annotated[int, Query(ge=1, le=1000)]
USUAL_DATES, MOST_DATES = 52, 1000
"""Dates of a series: if the host says nothing, and at most."""
FURTHEST_START = 366 * 86_400_000
"""Milliseconds from now to the latest start."""


class NewTournament(Body, strict=True):
    name: Annotated[Text, Field(min_length=1, max_length=60)]
    structure: Annotated[Text, Field(max_length=20_000)] = "turbo"
    """The name of one that is included (`GET /api/tournaments/structures`), or TOML."""
    kind: Literal["sitandgo", "scheduled"] = "sitandgo"
    starts: Annotated[int, Field(ge=0, le=2**53)] | None = None
    """Milliseconds since 1970; null starts it when it is full, or when its director says so."""
    every: Annotated[int, Field(ge=60_000, le=366 * 86_400_000)] | None = None
    """Milliseconds after which the next one starts. The series ends after `dates` dates, after a
    date that nobody entered, or with its host's account."""
    dates: Annotated[int, Field(ge=1, le=MOST_DATES)] | None = None
    """Number of dates of a series; null for 52."""
    private: bool = False
    """Found by its link only."""
    bots: bool = False
    """House bots fill it up. Then the payouts are the usual ones, and there is no late registration
    and no rebuy; an included structure is played without them."""
    act_time: Annotated[int, Field(ge=LEAST_ACT_TIME, le=600_000)] | None = None
    """Milliseconds for one act; null for the room's usual."""
    entrants: Annotated[list[int], Field(min_length=2, max_length=2)] | None = None
    """The least and the most, if not the structure's."""
    buy_in: Annotated[int, Field(ge=0, le=10**9)] | None = None
    """Likewise."""


class Opened(BaseModel):
    id: str
    key: str | None
    """Of a private one: whoever has it may come in."""
    link: str


class Detail(BaseModel):
    tournament: TournamentData
    figures: TournamentFigures | None
    """Null when it is over."""
    structure: StructureData
    prizes: list[int]
    tables: list[TournamentTableData]
    standings: list[EntrantData]
    """The first hundred."""
    next: str | None
    you: YouData | None


class OrderLine(BaseModel):
    """What a director ordered."""

    made: int
    by: str | None
    """Null: the room itself."""
    command: str
    name: str | None
    number: int | None
    done: int | None
    """When it took effect."""


class Included(BaseModel):
    name: str
    toml: str


@router.get("")
async def tournaments(
    lobby: TheLobby,
    request: Request,
    me: Looker,
    kind: Kind | None = None,
    open: Annotated[bool, Query(description="One can register now.")] = False,
    over: Annotated[bool, Query(description="The last hundred that are over instead.")] = False,
    name: Annotated[str | None, Query(max_length=60)] = None,
) -> list[TournamentData]:
    """Those that can be entered first; of private ones, those that you have entered or direct."""
    rows = await (
        services_of(request).tournaments.rows(me) if over else lobby.others.tournament_rows(me)
    )
    return [
        TournamentData.model_validate(row)
        for row in rows
        if (kind is None or row["kind"] == kind)
        and (not open or row["open"])
        and (name is None or name.casefold() in row["name"].casefold())
    ]


@router.get("/structures")
async def structures() -> list[Included]:
    """Those that are included, to be named or changed."""
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
        raise Refused(
            RoomRefusal.UNREADABLE, "every: only with `starts`, when the first one begins"
        )
    if body.dates is not None and body.every is None:
        words = "dates: only with `every`, the time from one date to the next"
        raise Refused(RoomRefusal.UNREADABLE, words)
    if body.starts is not None and not now - 60_000 <= body.starts <= now + FURTHEST_START:
        words = f"starts: in the future, at most a year ahead; it is {now}"
        raise Refused(RoomRefusal.UNREADABLE, words)
    terms = Terms(
        kind=Kind(body.kind),
        starts=body.starts,
        every=body.every,
        dates=None if body.every is None else body.dates or USUAL_DATES,
        bots=body.bots,
        act_time=body.act_time,
    )
    async with lobby.opening:
        verify_not_full(lobby)
        director = await lobby.tournaments.open(
            readable(body.name),
            terms,
            structure,
            me,
            body.private,
            address=await noted_address(request, me),
        )
    return opened(director, request)


def opened(director: Director, request: Request) -> Opened:
    link = f"{request.base_url}tournament/{director.id}"
    # After the #, so that no server, proxy or Referer ever sees the key.
    key = director.state.key
    return Opened(id=director.id, key=key, link=f"{link}#{key}" if key else link)


def readable(name: str) -> str:
    cleaned = clean(name)
    if not cleaned:
        raise Refused(RoomRefusal.UNREADABLE, "a name that can be seen")
    return cleaned


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
    """House bots play with house money: nobody has more chips than they do for being a person, or
    buys into prizes that bots have lost already, or sets prizes that bots do not know how to play
    for."""
    if structure.late_levels or structure.rebuys or structure.add_on:
        words = "late: nothing of it with `bots`, who neither come late nor buy more chips"
        raise Refused(RoomRefusal.BAD_STRUCTURE, words)
    if structure.payouts != Payouts():
        raise Refused(RoomRefusal.BAD_STRUCTURE, "payouts: the usual ones with `bots`")
    if (structure.least if is_scheduled else structure.most) > MOST_FILLED:
        words = f"entrants: house bots fill up at most {MOST_FILLED} places"
        raise Refused(RoomRefusal.BAD_STRUCTURE, words)


def verify_not_full(lobby: Lobby) -> None:
    if len(lobby.tournaments.directors) >= lobby.settings.most_tables:
        raise Refused(RoomRefusal.NOT_ALLOWED, "the room is full")


async def _found(
    request: Request, lobby: Lobby, id: str, me: Account | None, key: str
) -> Director | ArchivedTournament:
    director = lobby.tournaments.directors.get(id)
    if director is not None and not director.is_lost:
        return lobby.tournaments.find(id, me, key)
    return await services_of(request).tournaments.find(id, me, key)


@router.get("/{id}")
async def tournament(
    id: str, me: Looker, lobby: TheLobby, request: Request, key: Key = ""
) -> Detail:
    found = await _found(request, lobby, id, me, key)
    if isinstance(found, ArchivedTournament):
        return Detail(
            tournament=TournamentData.model_validate(found.row),
            figures=None,
            structure=StructureData.model_validate(found.structure),
            prizes=found.prizes,
            tables=[],
            standings=[
                EntrantData.model_validate(row)
                for row in await services_of(request).tournaments.standings(found, 0, 100)
            ],
            next=found.next,
            you=None,
        )
    told = found.view(me)
    return Detail.model_validate(
        {name: told[name] for name in Detail.model_fields if name in told}
        | {"next": found.state.next}
    )


@router.get("/{id}/structure")
async def structure(
    id: str, me: Looker, lobby: TheLobby, request: Request, key: Key = ""
) -> StructureData:
    found = await _found(request, lobby, id, me, key)
    if isinstance(found, ArchivedTournament):
        return StructureData.model_validate(found.structure)
    return StructureData.model_validate(structure_data(found.state.tournament.structure))


@router.get("/{id}/structure.toml", response_class=PlainTextResponse)
async def structure_toml(
    id: str, me: Looker, lobby: TheLobby, request: Request, key: Key = ""
) -> Any:
    return PlainTextResponse((await structure(id, me, lobby, request, key)).toml)


@router.get("/{id}/results")
async def results(
    id: str,
    me: Looker,
    lobby: TheLobby,
    request: Request,
    key: Key = "",
    offset: Offset = 0,
    limit: Limit = 1000,
) -> list[EntrantData]:
    """Everybody, the best first: as it stands, or as it ended."""
    found = await _found(request, lobby, id, me, key)
    last = offset + limit
    if isinstance(found, ArchivedTournament):
        rows = await services_of(request).tournaments.standings(found, offset, last)
    else:
        rows = found.standings.rows(offset, last)
    return [EntrantData.model_validate(row) for row in rows]


@router.get("/{id}/hands")
async def hands(
    id: str,
    me: Looker,
    lobby: TheLobby,
    request: Request,
    key: Key = "",
    before: Annotated[str | None, Query(pattern="^[0-9a-f]{20}$")] = None,
) -> list[TournamentHand]:
    """The newest hundred of its finished hands; *before* an id for the next."""
    await _found(request, lobby, id, me, key)
    return await services_of(request).tournaments.hands(id, before)


@router.get("/{id}/hands/{format}", response_class=PlainTextResponse)
async def hand_file(
    id: str, format: HandFormat, me: Looker, lobby: TheLobby, request: Request, key: Key = ""
) -> Response:
    """All its finished hands in one file, in the order they ended, with the cards you saw."""
    await _found(request, lobby, id, me, key)
    services = services_of(request)
    page = partial(services.hands.of_tournament, id, me)
    return written_hands(services, format, id, page, 0)


@router.get("/{id}/orders")
async def orders(
    id: str, me: Looker, lobby: TheLobby, request: Request, key: Key = ""
) -> list[OrderLine]:
    """Everything its director has ordered."""
    await _found(request, lobby, id, me, key)
    return [
        OrderLine.model_validate(row) for row in await services_of(request).tournaments.orders(id)
    ]


@router.put("/{id}/entry", status_code=204)
async def register(
    id: str, me: Player, lobby: TheLobby, key: Key = "", program: bool = False
) -> Response:
    """Enter it. Being entered already is refused, like entering again where that is not played.
    Where an act has less than 3 seconds, only a program enters, and says so."""
    director = lobby.tournaments.find(id, me, key)
    await lobby.tournaments.register(director, me, is_program=program)
    return Response(status_code=204)


@router.delete("/{id}/entry", status_code=204)
async def unregister(id: str, me: Player, lobby: TheLobby, key: Key = "") -> Response:
    """Before the start; what was paid comes back."""
    await entering.unregister(lobby.tournaments.find(id, me, key), me)
    return Response(status_code=204)
