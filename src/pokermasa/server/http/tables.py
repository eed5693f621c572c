"""HTTP routes for cash tables: the list, opening and closing a table, its chat and its session
sheet."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from pokermasa.masa import Entry, Terms
from pokermasa.rules import Betting, Blinds, HouseRules, LeastRaise, ShowdownRule
from pokermasa.rules.house import NAMED
from pokermasa.server.http.caller import (
    FAULTS,
    Body,
    Host,
    Text,
    TheLobby,
    noted_address,
    perhaps,
    whoever,
)
from pokermasa.server.lobby.lobby import HOUSE_ENTRY, Lobby
from pokermasa.server.lobby.table_list import table_data
from pokermasa.server.protocol.data import TableData
from pokermasa.server.protocol.message import Chat
from pokermasa.server.protocol.scope import Scope
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import LEAST_ACT_TIME
from pokermasa.server.storage.account import Account
from pokermasa.server.table import host_commands
from pokermasa.server.table import session_sheet as sheet
from pokermasa.server.table.access import Access
from pokermasa.server.table.actor import TableActor
from pokermasa.server.table.bot_terms import verify_for_bots
from pokermasa.server.table.chat import clean
from pokermasa.server.table.table_record import Ended

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=FAULTS)
PerhapsAtTable = Annotated[Account | None, perhaps(Scope.PLAY, Scope.HOST)]
SheetReader = Annotated[Account, whoever(Scope.READ, Scope.HOST)]
Chips = Annotated[int, Field(ge=0, le=10**9)]
Key = Annotated[Text, Query(max_length=64, description="Of a private masa.")]


class NewTable(Body):
    """A cash table to be opened. Amounts are in chips."""

    name: Annotated[Text, Field(min_length=1, max_length=60)]
    sides: Annotated[int, Field(ge=2, le=10)] = 6
    small: Chips | None = None
    """Small blind; null for half of the big blind, which the rules `limit` and `botpoker`
    require."""
    big: Annotated[int, Field(ge=1, le=10**9)] = 2
    ante: Chips = 0
    big_blind_ante: bool = False
    """Whether the big blind pays the ante for everybody."""
    rules: Annotated[Text, Field(max_length=200)] = "tda"
    """One of the names returned by `GET /api/rules`. Three options have fields of their own."""
    betting: Betting | None = None
    """Betting limits; null for those of the rules."""
    least_raise: LeastRaise | None = None
    """Minimum raise: with `any`, every amount above the highest bet is a raise. Null for that of
    the rules."""
    showdown: ShowdownRule | None = None
    """Rule for who must show cards at a showdown; null for that of the rules."""
    least_buy_in: Annotated[int, Field(ge=1, le=10**12)] | None = None
    most_buy_in: Annotated[int, Field(ge=1, le=10**12)] | None = None
    entry: Entry = HOUSE_ENTRY
    """Entry rule for new and returning players. `returning`: a new player is dealt in at once; a
    player who missed blinds, or returns within an hour after leaving, waits for the big blind or
    posts the missed blinds. `blind`: a new player also waits for the big blind or posts it.
    `free`: nobody has to post a blind."""
    straddle: bool = False
    run_twice: bool = False
    rabbit: bool = False
    """Whether the players of a hand that ended by folds may have the rest of the board shown."""
    private: bool = False
    """Whether the table can be found by its link only."""
    approval: bool = False
    """Whether the host must approve every player who sits down."""
    buy_ins: bool = False
    """Whether the host must approve every buy-in."""
    own_chips: bool = False
    """Whether the table uses chips of its own, which is possible for a private table without bots.
    The host issues them by approving buy-ins. They count in no statistics and are void when the
    table closes."""
    bots: bool = False
    """Whether house bots fill empty seats. Such a table needs an entry other than `free`, a small
    blind of at least half the big blind, an ante of at most the big blind, a least buy-in of 20
    big blinds, and fixed blinds."""
    act_time: Annotated[int, Field(ge=LEAST_ACT_TIME, le=600_000)] | None = None
    """Time for one act, in milliseconds; null for the room's default."""
    time_bank: Annotated[int, Field(ge=0, le=3_600_000)] | None = None
    """Time bank for difficult decisions, in milliseconds; null for the room's default."""
    show_time: Annotated[int, Field(ge=1_000, le=15_000)] | None = None
    """Time for which the winners of a showdown are displayed, in milliseconds; null for the room's
    default."""


class Opened(BaseModel):
    """A table or tournament that has been opened."""

    id: str
    key: str | None
    """Key of a private game: anybody who has it may enter. Null for a public one."""
    link: str


@router.get("")
async def tables(
    lobby: TheLobby,
    least_big: Annotated[int | None, Query(ge=0, le=10**9)] = None,
    most_big: Annotated[int | None, Query(ge=0, le=10**9)] = None,
    sides: Annotated[int | None, Query(ge=2, le=10)] = None,
    betting: Betting | None = None,
    rules: Annotated[str | None, Query(max_length=200)] = None,
    free: Annotated[bool, Query(description="A side is free, or a bot's.")] = False,
    people: Annotated[bool, Query(description="Somebody is there.")] = False,
    name: Annotated[str | None, Query(max_length=60)] = None,
    most: Annotated[int, Query(ge=1, le=10_000, description="Most lines to return.")] = 10_000,
) -> list[TableData]:
    """The open tables, the most active first."""
    if rules is not None:
        _verify_rules(rules)
    found = [
        table
        for table in lobby.table_list.rows()
        if (least_big is None or table["big"] >= least_big)
        and (most_big is None or table["big"] <= most_big)
        and (sides is None or table["sides"] == sides)
        and (betting is None or table["betting"] == betting)
        and (rules is None or table["rules"].partition(",")[0] == rules)
        and (not free or table["people"] < table["sides"])
        and (not people or table["playing"])
        and (name is None or name.casefold() in table["name"].casefold())
    ]
    return found[:most]


@router.post("", status_code=201)
async def open_table(body: NewTable, me: Host, lobby: TheLobby, request: Request) -> Opened:
    _verify_rules(body.rules)
    options = body.model_dump(include={"betting", "least_raise", "showdown"}, exclude_none=True)
    rules = HouseRules.named(body.rules).replace(**options)
    usual = Terms.for_blinds(body.big)
    least = body.least_buy_in or usual.least_buy_in
    most = body.most_buy_in or max(usual.most_buy_in, least)
    small = body.big // 2 if body.small is None else body.small
    blinds = host_commands.payable_blinds(
        Blinds(small, body.big, body.ante, body.big_blind_ante), rules, least
    )
    if body.bots:
        verify_for_bots(blinds, least, body.entry)
    if least > most:
        raise Refused(RoomRefusal.UNREADABLE, "the minimum buy-in is larger than the maximum")
    if body.own_chips and (body.bots or not body.private):
        message = "own chips are only possible at a private masa without bots"
        raise Refused(RoomRefusal.UNREADABLE, message)
    name = readable(body.name)
    async with lobby.opening:
        verify_not_full(lobby, lobby.tables)
        actor = await lobby.open(
            name,
            body.sides,
            blinds,
            rules,
            host=me,
            private=body.private,
            access=Access(
                bots=body.bots,
                approval=body.approval,
                buy_ins=body.buy_ins or body.own_chips,
                own_chips=body.own_chips,
                act_time=body.act_time,
                show_time=body.show_time,
            ),
            terms=Terms(
                least_buy_in=least,
                most_buy_in=most,
                entry=body.entry,
                straddle=body.straddle,
                run_twice=body.run_twice,
                rabbit=body.rabbit,
            ),
            time_bank=body.time_bank,
            address=await noted_address(request, me),
        )
    return opened(request, actor.id, actor.state.key)


def _verify_rules(name: str) -> None:
    if name not in NAMED:
        message = "betting, least_raise and showdown have fields of their own"
        raise Refused(RoomRefusal.UNREADABLE, f"rules are one of {', '.join(NAMED)}; {message}")


def opened(request: Request, id: str, key: str | None, page: str = "masa") -> Opened:
    link = f"{request.base_url}{page}/{id}"
    # The key is in the URL fragment, so that no server, proxy or Referer header sees it.
    return Opened(id=id, key=key, link=link + (f"#{key}" if key else ""))


def verify_not_full(lobby: Lobby, games: Collection[str]) -> None:
    if len(games) >= lobby.settings.most_tables:
        raise Refused(RoomRefusal.NOT_ALLOWED, "the room is full")


def readable(name: str) -> str:
    cleaned = clean(name)
    if not cleaned:
        raise Refused(RoomRefusal.UNREADABLE, "the name needs visible characters")
    return cleaned


def _enter(lobby: Lobby, id: str, account: Account | None, key: str) -> TableActor:
    actor = lobby.find(id)
    if not actor.may_enter(account, key):
        raise Refused(RoomRefusal.NOT_FOUND)
    return actor


@router.get("/{id}")
async def table(id: str, me: PerhapsAtTable, lobby: TheLobby, key: Key = "") -> TableData:
    return table_data(_enter(lobby, id, me, key))


@router.delete(
    "/{id}",
    status_code=204,
    responses={202: {"description": "A hand is being played; it closes after that."}},
)
async def close_table(id: str, me: Host, lobby: TheLobby) -> Response:
    """Close your table. After the current hand everybody gets the chips back."""
    actor = _enter(lobby, id, me, "")
    host_commands.verify_host(actor, me)
    return Response(status_code=204 if await lobby.close(actor) else 202)


@router.get("/{id}/chat")
async def chat(id: str, me: PerhapsAtTable, lobby: TheLobby, key: Key = "") -> list[Chat]:
    """The latest chat lines of a cash table or of a tournament table."""
    found = lobby.table(id)
    if found is None or found.is_lost or not found.may_enter(me, key):
        raise Refused(RoomRefusal.NOT_FOUND)
    return await lobby.chat.recent(found, me)


@router.get("/{id}/sheet")
async def session_sheet(
    id: str, me: SheetReader, lobby: TheLobby, key: Key = ""
) -> list[sheet.SheetLine]:
    """Buy-ins, cash-outs and net result of everybody who played at a hosted table, the best result
    first. The host and seated players may read it; after closing, the host and everybody who
    played."""
    return sheet.sheet_data(await _sheet(id, me, lobby, key))


@router.get("/{id}/sheet.csv", response_class=PlainTextResponse)
async def session_sheet_csv(id: str, me: SheetReader, lobby: TheLobby, key: Key = "") -> Any:
    text = sheet.sheet_csv(await _sheet(id, me, lobby, key))
    return PlainTextResponse(text, media_type="text/csv")


async def _sheet(id: str, me: Account, lobby: Lobby, key: str) -> list[sheet.PlayerLine]:
    if id not in lobby.tables:
        _, lines = await _ended(id, me, lobby)
        return lines
    actor = _enter(lobby, id, me, key)
    if actor.state.host is None:
        raise Refused(RoomRefusal.NOT_FOUND)
    if not actor.state.runs_it(me.id) and actor.state.side_of(me) is None:
        raise Refused(RoomRefusal.NOT_ALLOWED, "only the host and seated players see this")
    stacks = {
        actor.state.seated[side].id: seat.stack for side, seat in actor.state.masa.seats.items()
    }
    return await sheet.sheet(
        lobby.storage, id, actor.state.host, actor.state.access.own_chips, stacks
    )


async def _ended(id: str, me: Account, lobby: Lobby) -> tuple[Ended, list[sheet.PlayerLine]]:
    """Return a closed table for its host and players. Raises `Refused` with `NOT_FOUND` for
    everybody else."""
    found = await lobby.ended(id)
    if found is None:
        raise Refused(RoomRefusal.NOT_FOUND)
    lines = await sheet.sheet(lobby.storage, id, found.host, found.access.own_chips, {})
    if found.host != me and me.id not in [line.account for line in lines]:
        raise Refused(RoomRefusal.NOT_FOUND)
    return found, lines


@router.post("/{id}/rematch", status_code=201)
async def open_rematch(id: str, me: Host, lobby: TheLobby, request: Request) -> Opened:
    """Open a table with the same terms as a closed table of yours. Everybody who played there is
    notified (`rematch` on the WebSocket). A repeated request returns the same table while it is
    open."""
    if id in lobby.tables:
        host_commands.verify_host(_enter(lobby, id, me, ""), me)
        raise Refused(RoomRefusal.STILL_SEATED, "close the open one first")
    async with lobby.opening:
        before, lines = await _ended(id, me, lobby)
        if before.host != me:
            raise Refused(RoomRefusal.NOT_ALLOWED, "only the host may")
        if before.rematch is not None:
            return opened(request, *before.rematch)
        verify_not_full(lobby, lobby.tables)
        again = await lobby.open_rematch(before, await noted_address(request, me))
    for line in lines:
        if line.account not in before.access.banned:
            lobby.tell(
                line.account,
                {"type": "rematch", "masa": id, "next": again.id, "key": again.state.key},
            )
    return opened(request, again.id, again.state.key)


@router.get("/{id}/rematch")
async def rematch(id: str, me: SheetReader, lobby: TheLobby, request: Request) -> Opened | None:
    """The table that was opened as a rematch of a closed one, for everybody who played there; null
    if there is none."""
    before, _ = await _ended(id, me, lobby)
    if before.rematch is None or me.id in before.access.banned:
        return None
    return opened(request, *before.rematch)
