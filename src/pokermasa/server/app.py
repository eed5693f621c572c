"""The room as one application: REST for accounts, lobby and hands, a socket to play at."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator
from functools import cache
from typing import Any

from fastapi import APIRouter, Depends, FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.websockets import WebSocketState

from pokermasa import __version__
from pokermasa.server import metrics
from pokermasa.server.accounts.accounts import Accounts
from pokermasa.server.accounts.address_book import AddressBook
from pokermasa.server.accounts.email import Emails
from pokermasa.server.accounts.mailer import Mailer
from pokermasa.server.accounts.own_data import OwnData
from pokermasa.server.accounts.sessions import session_id
from pokermasa.server.admin.requests import AdminRequests
from pokermasa.server.bus.bus import Bus, ProcessBus
from pokermasa.server.caller import address_of, secret_of
from pokermasa.server.clock import Clock
from pokermasa.server.connection.connection import PATIENCE, Connection, Limits
from pokermasa.server.connection.elsewhere import Links
from pokermasa.server.connection.headers import Headers, is_own_page
from pokermasa.server.connection.host_names import HostNames
from pokermasa.server.connection.idempotency import StoredReplies
from pokermasa.server.connection.shared_limits import SharedLimits
from pokermasa.server.connection.socket_limit import SocketLimit
from pokermasa.server.connection.stranger_queue import REMEMBERED, KnownSessions, StrangerQueue
from pokermasa.server.connection.visits import Visits
from pokermasa.server.director.storage.archive import TournamentArchive
from pokermasa.server.director.storage.league_archive import LeagueArchive
from pokermasa.server.garbage_collector import tended
from pokermasa.server.http import accounts as account
from pokermasa.server.http import admin as admins
from pokermasa.server.http import caller, notes, ranges
from pokermasa.server.http import email as emails
from pokermasa.server.http import front_page as front
from pokermasa.server.http import hands as hand
from pokermasa.server.http import leaderboards as board
from pokermasa.server.http import leagues as league
from pokermasa.server.http import lobby as lobby_routes
from pokermasa.server.http import rules as rule
from pokermasa.server.http import second_factor as factor
from pokermasa.server.http import shares as share
from pokermasa.server.http import statistics as statistic
from pokermasa.server.http import tables as table
from pokermasa.server.http import tools as tool
from pokermasa.server.http import tournaments as tournament
from pokermasa.server.http import uploads as upload
from pokermasa.server.http.caller import TheLobby
from pokermasa.server.http.forwarding import ForwardedRequests, Forwarding
from pokermasa.server.http.shared_answer import Shared
from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.measures import AddressKey, Measures
from pokermasa.server.protocol import schema
from pokermasa.server.rate_limit import RateLimits
from pokermasa.server.refusal import RETRY_AFTER, STATUS, Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage import data_folder, database, migration
from pokermasa.server.storage.account import GUEST, PERSON
from pokermasa.server.storage.big_hands import big_hands
from pokermasa.server.storage.hand_archive import HandArchive
from pokermasa.server.storage.leaderboard import Leaderboard
from pokermasa.server.storage.notes import Notes
from pokermasa.server.storage.saved_ranges import SavedRanges
from pokermasa.server.storage.shares import Shares
from pokermasa.server.storage.upload_archive import UploadArchive
from pokermasa.server.storage.writer import Writer
from pokermasa.server.study.analyses import Analyses
from pokermasa.server.study.death_record import DeathRecord
from pokermasa.server.study.pool import WorkerPool
from pokermasa.server.study.statistics import Statistics
from pokermasa.server.study.uploads import Uploads
from pokermasa.strength import table as hand_values
from pokermasa.tournament import TournamentError

DAY = 24 * 3600
FILES_AT_ONCE = 5
"""Seconds' worth of the client's files that somebody may ask for in one burst."""
OPENAPI = "/openapi.json"
COMPILING = 60_000
"""Milliseconds beside the time that the solver thinks: on a new machine it is compiled first."""
log = logging.getLogger(__name__)


class Health(BaseModel):
    ok: bool
    version: str
    tables: int
    """Of this process."""
    processes: int
    """Of this room, that hear each other."""
    bus: bool | None
    """Whether the others can be reached; null in a room of one process."""
    draining: bool
    """It is handing its tables over."""


class Alive(BaseModel):
    ok: bool


def build(settings: Settings, clock: Clock | None = None) -> FastAPI:
    clock = clock or Clock()

    @contextlib.asynccontextmanager
    async def open_room(app: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(data_folder.prepare, settings)
        await asyncio.to_thread(hand_values.fill)  # or every table would wait at the first showdown
        kept = database.of(settings.database_url, settings.database_time)
        engine = kept.reading()
        try:
            await migration.migrate(engine)
        except BaseException:
            await engine.dispose()
            raise
        bus = _bus(settings)
        try:
            await bus.start()
        except BaseException:
            await engine.dispose()
            raise
        writer = Writer(kept.committer(settings.lease))
        writer.start()
        accounts = Accounts(engine, writer, settings, clock)
        lobby = Lobby(engine, writer, accounts, settings, clock, bus)
        state = app.state
        lobby.measures = state.measures
        writer.on_commit, writer.steady = state.measures.note_commit, clock.steady
        state.engine, state.accounts, state.lobby = engine, accounts, lobby
        mailer = state.mailer = Mailer(settings.mail_server, clock)
        state.emails = Emails(engine, writer, settings, clock, mailer)
        state.hands = HandArchive(engine)
        state.writing_hands = asyncio.Lock()
        state.addresses = AddressBook(writer, state.measures.key.hashed, clock)
        state.own_data = OwnData(engine, writer, state.hands, clock)
        state.shares = Shares(engine, writer, settings, clock)
        state.uploaded = UploadArchive(engine)
        state.study = WorkerPool(settings)
        state.long_study = WorkerPool(settings, workers=1, time=settings.solve_time + COMPILING)
        deaths = DeathRecord(engine, writer, clock)
        await deaths.start(state.study, state.long_study)
        state.analyses = Analyses(state.study, state.long_study, settings)
        state.statistics = Statistics(engine, writer, state.hands, state.uploaded, state.study)
        state.uploads = Uploads(engine, writer, settings, clock, state.long_study, state.analyses)
        state.ranges = SavedRanges(engine, writer, settings, clock)
        state.notes = Notes(engine, writer, settings, clock)
        state.leaderboard = Leaderboard(engine, writer, clock)
        state.big_hands = Shared(lambda: big_hands(engine, clock.now()), clock.steady)
        state.tournaments = TournamentArchive(engine)
        state.leagues = LeagueArchive(engine)
        visits = Visits(lobby, app.state.replies) if bus.is_shared else None
        forwarded = ForwardedRequests(app, lobby) if bus.is_shared else None
        state.links = Links(lobby) if bus.is_shared else None
        limits = SharedLimits(lobby.peers, clock, _limits(app)) if bus.is_shared else None
        state.metrics = Shared(metrics.Exposition(state).all, clock.steady)
        state.admin = AdminRequests(lobby, state.uploads.delete_all)
        try:
            await lobby.start()
            await state.uploads.start()
            await state.admin.start()
            state.known.remember(await accounts.sessions.latest(REMEMBERED))
        except BaseException:
            # A full disk, most often. The caller names this fault, not what fails while closing.
            for stop in (lobby.stop, bus.stop, writer.stop, engine.dispose):
                with contextlib.suppress(Exception):
                    await stop()
            raise
        state.stranger_queue.start()
        mailer.start()
        log.info("open, with %d tables", len(lobby.tables))
        try:
            async with tended(), metrics.loop_lag(state.measures):
                yield
        finally:
            await state.emails.stop()
            await mailer.stop()
            await state.admin.stop()
            await state.stranger_queue.stop()
            await state.uploads.stop()
            await state.study.stop()
            await state.long_study.stop()
            await deaths.stop()
            if visits is not None and forwarded is not None and limits is not None:
                await visits.stop()
                await forwarded.stop()
                limits.stop()
            await state.own_data.stop()
            await lobby.stop()
            await bus.stop()
            await writer.stop()
            accounts.close()
            await engine.dispose()
            log.info("closed")

    # The API's own description takes a while to write: `openapi` does it aside, and once.
    app = FastAPI(
        title="pokermasa",
        version=__version__,
        lifespan=open_room,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.clock = clock
    given = settings.address_key
    key = AddressKey(
        given or settings.data / "address.key", lambda: clock.now() / 1000, given is not None
    )
    app.state.measures = Measures(key, clock.steady)
    app.state.requests = RateLimits(settings.requests_a_second, clock.steady)
    app.state.files = RateLimits(
        settings.files_a_second, clock.steady, FILES_AT_ONCE * settings.files_a_second
    )
    a_minute = settings.logins_a_minute
    app.state.logins = RateLimits(a_minute / 60, clock.steady, max(10, a_minute / 2))
    app.state.newcomers = {
        GUEST: RateLimits(
            settings.guests_an_address / DAY, clock.steady, settings.guests_an_address
        ),
        PERSON: RateLimits(
            settings.accounts_an_address / DAY, clock.steady, settings.accounts_an_address
        ),
    }
    app.state.messages = RateLimits(settings.acts_a_second, clock.steady)
    app.state.patience = RateLimits(settings.acts_a_second, clock.steady, PATIENCE)
    app.state.replies = StoredReplies()
    app.state.known = KnownSessions()
    app.state.stranger_queue = StrangerQueue(settings.strangers_at_once, settings.strangers_waiting)
    app.state.admission = SocketLimit(settings)
    app.state.health = Shared(lambda: _try_to_write(app), clock.steady)
    app.state.wire = schema.json_schema()
    app.state.openapi = Shared(lambda: _description(app), lambda: 0)
    app.add_middleware(Forwarding)  # behind the headers: what goes to another process is counted
    app.add_middleware(Headers, settings=settings)
    _refusals(app)
    _socket(app, settings)
    app.router.routes.extend(_api().routes)
    return app


@cache
def _api() -> APIRouter:
    """Return the routes that do not depend on the settings. All rooms of a process share them:
    FastAPI builds the handlers of an included router at its first request, which takes a quarter
    of a second for all of them."""
    api = APIRouter()
    api.include_router(operations)  # before the files of the web client: openapi.json is none
    api.include_router(front.router)
    no_body = [Depends(caller.verify_no_body)]
    for module in (
        account,
        factor,
        emails,
        admins,
        table,
        tournament,
        league,
        hand,
        share,
        upload,
        statistic,
        board,
        tool,
        ranges,
        notes,
        lobby_routes,
        rule,
    ):
        api.include_router(module.router, dependencies=no_body)
    api.include_router(front.anywhere)  # last of all: whatever nobody else answers
    return api


def _bus(settings: Settings) -> Bus:
    if not settings.bus:
        return ProcessBus()
    from pokermasa.server.bus.nats_bus import NatsBus  # a room of one process needs none

    return NatsBus(settings.bus, settings.bus_ca, settings.lease / 1000)


def _limits(app: FastAPI) -> dict[str, RateLimits]:
    """Those that hold over all processes of a room."""
    state = app.state
    return {
        "requests": state.requests,
        "logins": state.logins,
        "guests": state.newcomers[GUEST],
        "persons": state.newcomers[PERSON],
        "messages": state.messages,
        "patience": state.patience,
        "chat": state.lobby.chat.allowances,
    }


def _refusals(app: FastAPI) -> None:
    """However something is refused, it is refused in the same words."""

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> JSONResponse:
        app.state.measures.note_refusal("http", error.code.name, address_of(request))
        return JSONResponse({"code": error.code.name, "words": str(error)}, error.status)

    @app.exception_handler(TournamentError)
    async def not_now(_request: Request, error: TournamentError) -> JSONResponse:
        return JSONResponse({"code": error.code.name, "words": str(error)}, 409)

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> JSONResponse:
        code = RoomRefusal.UNREADABLE.name
        app.state.measures.note_refusal("http", code, address_of(request))
        # What was sent is not sent back: it may be a password, or not be text at all.
        fault = error.errors()[0]
        place = ".".join(str(part) for part in fault["loc"]).encode("utf-8", "replace").decode()
        words = f"{RoomRefusal.UNREADABLE.words}: {place[:80]}: {fault['msg']}"
        return JSONResponse({"code": RoomRefusal.UNREADABLE.name, "words": words}, 422)

    @app.exception_handler(HTTPException)
    async def no_route(_request: Request, error: HTTPException) -> JSONResponse:
        code = RoomRefusal.NOT_FOUND if error.status_code == 404 else RoomRefusal.UNREADABLE
        answer = {"code": code.name, "words": str(error.detail)}
        return JSONResponse(answer, error.status_code, error.headers)

    @app.exception_handler(Exception)
    async def fault(_request: Request, error: Exception) -> JSONResponse:
        log.error("a fault in a request", exc_info=error)
        return JSONResponse({"code": RoomRefusal.FAULT.name, "words": RoomRefusal.FAULT.words}, 500)


async def _try_to_write(app: FastAPI) -> None:
    try:
        async with asyncio.timeout(5):
            await app.state.lobby.writer.verify_storage()
    except TimeoutError:
        raise Refused(RoomRefusal.STORAGE) from None


async def _description(app: FastAPI) -> bytes:
    return await asyncio.to_thread(lambda: json.dumps(app.openapi()).encode())


operations = APIRouter()


@operations.get(OPENAPI, include_in_schema=False)
async def openapi(request: Request) -> Response:
    return Response(await request.app.state.openapi(), media_type="application/json")


@operations.get("/health", tags=["operations"])
async def health(request: Request, lobby: TheLobby) -> Health:
    """200 when the room can be read and written: somebody who comes can play. Without the bus,
    at the tables of this process."""
    await request.app.state.health()
    bus = lobby.peers.bus
    return Health(
        ok=True,
        version=__version__,
        tables=len(lobby.tables),
        processes=1 + len(lobby.peers.alive),
        bus=bus.is_up if bus.is_shared else None,
        draining=lobby.handover.is_draining,
    )


@operations.get("/health/live", tags=["operations"])
async def alive() -> Alive:
    """200 while the process answers at all, whatever its database and bus do."""
    return Alive(ok=True)


@operations.get("/api/wire", tags=["operations"])
async def wire(request: Request) -> dict[str, Any]:
    """The messages of the socket, as JSON Schema; docs/wire.md explains them."""
    return request.app.state.wire  # type: ignore[no-any-return]


@operations.get("/metrics", tags=["operations"])
async def prometheus(request: Request) -> Response:
    """For this machine, or with the token of the setting `metrics_token`."""
    metrics.verify_may_read(request, request.app.state.settings)
    text = await request.app.state.metrics()
    return Response(text, media_type="text/plain; version=0.0.4")


def _socket(app: FastAPI, settings: Settings) -> None:
    state = app.state
    host_names = HostNames(settings)

    @app.websocket("/ws")
    async def play(socket: WebSocket) -> None:
        address = address_of(socket)
        try:
            host_names.verify(socket)
        except Refused as refused:
            await _turn_away(socket, refused.code, 4403)
            return
        if address in state.admin.follow.blocked:
            await _turn_away(socket, RoomRefusal.ADDRESS_BLOCKED, 4403)
            return
        if not is_own_page(socket, settings):
            await _turn_away(socket, RoomRefusal.NOT_ALLOWED, 4403)
            return
        secret = secret_of(socket)
        is_known = secret in state.known
        if not state.requests.take(session_id(secret) if secret and is_known else address):
            await _turn_away(socket, RoomRefusal.TOO_FAST, 1013)
            return
        try:
            end = (lambda: None) if is_known else await state.stranger_queue.turn()
            try:
                session = await caller.session_of(app, secret)
            finally:
                end()
        except Refused as refused:  # too many strangers, or the database is away
            await _turn_away(socket, refused.code, 1013)
            return
        who = None if session is None else session.account
        leave = state.admission.enter(
            address,
            None if who is None else who.id,
            lambda: who is not None and bool(state.lobby.seats_of(who)),
        )
        if leave is None:
            await _turn_away(socket, RoomRefusal.BUSY, 1013)
            return
        try:
            if session is not None:
                await state.accounts.sessions.touch(session)
                await state.addresses.note(session.account.id, address)
            limits = Limits(
                state.messages, state.patience, state.stranger_queue, state.replies, state.links
            )
            await Connection(socket, session, address, state.lobby, limits).serve()
        finally:
            leave()


async def _turn_away(socket: WebSocket, code: RoomRefusal, closing: int) -> None:
    """Before it is a socket it is a request, and is answered like one."""
    if socket.scope.get("state", {}).get("is_passed"):
        await socket.accept()  # it is a socket: another worker has opened it
    if (
        socket.client_state is WebSocketState.CONNECTED
        or "websocket.http.response" not in socket.scope.get("extensions", {})
    ):
        await socket.close(closing)
        return
    status = STATUS[code]
    headers = {"Retry-After": RETRY_AFTER[status]} if status in RETRY_AFTER else {}
    answer = {"code": code.name, "words": code.words}
    await socket.send_denial_response(JSONResponse(answer, status, headers))
