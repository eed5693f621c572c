"""The room as one ASGI application: the HTTP API, and the WebSocket for the game."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from functools import cache, partial
from typing import Any

from fastapi import APIRouter, Depends, FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketState

from pokermasa import __version__
from pokermasa.server import metrics
from pokermasa.server.accounts.accounts import Accounts
from pokermasa.server.accounts.address_book import AddressBook
from pokermasa.server.accounts.email import Emails
from pokermasa.server.accounts.mailer import Mailer
from pokermasa.server.accounts.own_data import OwnData
from pokermasa.server.accounts.sessions import Session, session_id
from pokermasa.server.admin.requests import AdminRequests
from pokermasa.server.bus.bus import Bus, ProcessBus
from pokermasa.server.caller import address_of, secret_of
from pokermasa.server.clock import Clock
from pokermasa.server.connection.anonymous_queue import REMEMBERED
from pokermasa.server.connection.connection import Connection, ConnectionLimits
from pokermasa.server.connection.headers import Headers, is_own_page
from pokermasa.server.connection.host_names import HostNames
from pokermasa.server.connection.remote_tables import Links
from pokermasa.server.connection.remote_viewers import Visits
from pokermasa.server.connection.shared_limits import SharedLimits
from pokermasa.server.director.storage.archive import TournamentArchive
from pokermasa.server.garbage_collector import limit_collector_pauses
from pokermasa.server.http import accounts as account
from pokermasa.server.http import admin as admins
from pokermasa.server.http import caller, judging, notes, ranges
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
from pokermasa.server.http.services import Description, Services, services_of
from pokermasa.server.http.shared_answer import Shared
from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.protocol import schema
from pokermasa.server.refusal import RETRY_AFTER, Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage.archive.big_hands import big_hands
from pokermasa.server.storage.archive.hand_archive import HandArchive
from pokermasa.server.storage.archive.leaderboard import Leaderboard
from pokermasa.server.storage.archive.upload_archive import UploadArchive
from pokermasa.server.storage.database import data_folder, database, migration
from pokermasa.server.storage.database.storage import Storage
from pokermasa.server.storage.database.writer import Writer
from pokermasa.server.study import analyses
from pokermasa.server.study.death_record import DeathRecord
from pokermasa.server.study.judgements import Judgements
from pokermasa.server.study.judging_jobs import JudgingJobs
from pokermasa.server.study.pool import WorkerPool
from pokermasa.server.study.statistics import Statistics
from pokermasa.server.study.uploads import Uploads
from pokermasa.strength import lookup as hand_values
from pokermasa.tournament import TournamentError

OPENAPI = "/openapi.json"
SOCKET = "/ws"
COMPILING = 60_000
"""Time in milliseconds added to the solver's time limit, because a new machine compiles it
first."""
log = logging.getLogger(__name__)


class Health(BaseModel):
    ok: bool
    version: str
    tables: int
    """Number of tables of this process."""
    processes: int
    """Number of processes of this room that hear each other."""
    bus: bool | None
    """Whether the other processes can be reached; null in a room of one process."""
    draining: bool
    """Whether this process is handing its tables over to other processes before it stops."""


class Alive(BaseModel):
    ok: bool


def build(settings: Settings, clock: Clock | None = None) -> FastAPI:
    services = Services(settings, clock or Clock())
    # Building a description is slow: each is built once, in a thread, when somebody asks for it.
    app = FastAPI(
        title="pokermasa",
        version=__version__,
        lifespan=partial(_open_room, services=services),
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
    )
    app.state = services  # type: ignore[assignment]
    services.health = Shared(lambda: _try_to_write(services), services.clock.steady)
    services.wire = Shared(lambda: _description(schema.json_schema), lambda: 0)
    services.openapi = Shared(lambda: _description(app.openapi), lambda: 0)
    # Placed behind `Headers`, so that requests to other processes are counted as well.
    app.add_middleware(Forwarding)
    app.add_middleware(_Sockets, services=services)
    app.add_middleware(Headers, settings=settings)
    _refusals(app, services)
    app.router.routes.extend(_api().routes)
    return app


# Opening and closing


@contextlib.asynccontextmanager
async def _open_room(app: FastAPI, services: Services) -> AsyncIterator[None]:
    closing = contextlib.AsyncExitStack()
    try:
        await _make_services(app, services, closing)
        await _start(services)
    except BaseException:
        # The cause is often a full disk. The caller reports this error, not errors while closing.
        with contextlib.suppress(Exception):
            await closing.aclose()
        raise
    log.info("open, with %d tables", len(services.lobby.tables))
    async with closing, limit_collector_pauses(), metrics.loop_lag(services.measures):
        yield
    log.info("closed")


async def _make_services(
    app: FastAPI, services: Services, closing: contextlib.AsyncExitStack
) -> None:
    """Makes what the room consists of, from the database up. *closing* stops it in reverse."""
    settings, clock = services.settings, services.clock
    await asyncio.to_thread(data_folder.prepare, settings)
    # Otherwise the first showdown would delay every table.
    await asyncio.to_thread(hand_values.fill)
    opened = database.open_database(settings.database_url, database.ANSWER_TIME_MS)
    engine = opened.reading()
    closing.push_async_callback(engine.dispose)
    await migration.migrate(engine)
    bus = _bus(settings)
    await bus.start()
    writer = Writer(opened.committer(settings.lease_ms))
    writer.start()
    closing.push_async_callback(writer.stop)
    closing.push_async_callback(bus.stop)
    writer.on_commit, writer.steady = services.measures.note_commit, clock.steady

    storage = services.storage = Storage(engine, writer, clock)
    accounts = services.accounts = Accounts(storage, settings)
    closing.callback(accounts.close)
    lobby = services.lobby = Lobby(storage, accounts, settings, bus)
    lobby.measures = services.measures
    closing.push_async_callback(lobby.stop)
    _make_archives(services, closing)
    _make_processes(app, services, bus, closing)
    await _make_study(services, closing)
    services.admin = AdminRequests(lobby, services.uploads.delete_all)
    services.metrics = metrics.Exposition(services).all
    closing.push_async_callback(services.anonymous_queue.stop)
    closing.push_async_callback(services.admin.stop)
    mailer = services.mailer = Mailer(settings.mail_server, clock)
    services.emails = Emails(storage, settings, mailer)
    closing.push_async_callback(mailer.stop)
    closing.push_async_callback(services.emails.stop)


def _make_archives(services: Services, closing: contextlib.AsyncExitStack) -> None:
    """Makes the services that read and write the database without a task of their own."""
    storage = services.storage
    services.hands = HandArchive(storage)
    services.writing_hands = asyncio.Lock()
    services.addresses = AddressBook(storage, services.measures.key.hashed)
    services.uploaded = UploadArchive(storage)
    services.leaderboard = Leaderboard(storage)
    services.big_hands = Shared(lambda: big_hands(storage), services.clock.steady)
    services.tournaments = TournamentArchive(storage)
    services.own_data = OwnData(storage, services.hands)
    closing.push_async_callback(services.own_data.stop)


def _make_processes(
    app: FastAPI, services: Services, bus: Bus, closing: contextlib.AsyncExitStack
) -> None:
    """Makes the connections to the other processes of the room, if there are any."""
    lobby = services.lobby
    services.links = Links(lobby) if bus.is_shared else None
    if bus.is_shared:
        closing.callback(SharedLimits(lobby.peers, services.clock, services.limits).stop)
        closing.push_async_callback(ForwardedRequests(app, lobby).stop)
        closing.push_async_callback(Visits(lobby, services.replies).stop)


async def _make_study(services: Services, closing: contextlib.AsyncExitStack) -> None:
    """Makes the analyses and the worker processes that compute them."""
    storage, settings = services.storage, services.settings
    study = services.study = WorkerPool(settings)
    long_study = services.long_study = WorkerPool(
        settings, workers=1, time=analyses.SOLVE_TIME_MS + COMPILING
    )
    deaths = DeathRecord(storage)
    closing.push_async_callback(deaths.stop)
    closing.push_async_callback(long_study.stop)
    closing.push_async_callback(study.stop)
    await deaths.start(study, long_study)
    is_small = settings.study_workers == 0
    services.judgements = Judgements(storage)
    services.analyses = analyses.Analyses(
        study, long_study, services.clock.steady, services.judgements, is_small
    )
    services.judging = JudgingJobs(
        *(storage, services.hands, services.uploaded, services.analyses),
        partial(caller.verify_not_in_hand, services.lobby),
    )
    closing.push_async_callback(services.judging.stop)
    judging.share_with_others(services.judging, services.lobby)
    services.statistics = Statistics(storage, services.hands, services.uploaded, study)
    services.uploads = Uploads(storage, settings, long_study, services.analyses)
    closing.push_async_callback(services.uploads.stop)


async def _start(services: Services) -> None:
    await services.lobby.start()
    await services.uploads.start()
    await services.admin.start()
    services.known.remember(await services.accounts.sessions.latest(REMEMBERED))
    services.anonymous_queue.start()
    services.mailer.start()


@cache
def _api() -> APIRouter:
    """Return the routes that do not depend on the settings. All rooms of a process share them:
    FastAPI builds the handlers of an included router at its first request, which takes a quarter
    of a second for all of them."""
    api = APIRouter()
    # Before the files of the web client, which include no openapi.json.
    api.include_router(operations)
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
        judging,  # before the routes with the id of a hand
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
    api.include_router(front.anywhere)  # Last, because it matches every path.
    return api


def _bus(settings: Settings) -> Bus:
    if not settings.bus:
        return ProcessBus()
    # Imported only if needed: a room of one process has no NATS.
    from pokermasa.server.bus.nats_bus import NatsBus

    return NatsBus(settings.bus, settings.bus_ca, settings.lease_ms / 1000)


def _refusals(app: FastAPI, services: Services) -> None:
    """Registers the handlers that give every refusal the same JSON form."""

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> JSONResponse:
        services.measures.note_refusal("http", error.code.name, address_of(request))
        return JSONResponse({"code": error.code.name, "message": str(error)}, error.status)

    @app.exception_handler(TournamentError)
    async def not_now(_request: Request, error: TournamentError) -> JSONResponse:
        return JSONResponse({"code": error.code.name, "message": str(error)}, 409)

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> JSONResponse:
        code = RoomRefusal.UNREADABLE.name
        services.measures.note_refusal("http", code, address_of(request))
        # The input is not repeated in the answer: it may be a password or not be text at all.
        fault = error.errors()[0]
        place = ".".join(str(part) for part in fault["loc"]).encode("utf-8", "replace").decode()
        text = f"{RoomRefusal.UNREADABLE.words}: {place[:80]}: {fault['msg']}"
        return JSONResponse({"code": RoomRefusal.UNREADABLE.name, "message": text}, 422)

    @app.exception_handler(HTTPException)
    async def no_route(_request: Request, error: HTTPException) -> JSONResponse:
        code = RoomRefusal.NOT_FOUND if error.status_code == 404 else RoomRefusal.UNREADABLE
        answer = {"code": code.name, "message": str(error.detail)}
        return JSONResponse(answer, error.status_code, error.headers)

    @app.exception_handler(Exception)
    async def fault(_request: Request, error: Exception) -> JSONResponse:
        log.error("a fault in a request", exc_info=error)
        return JSONResponse(
            {"code": RoomRefusal.FAULT.name, "message": RoomRefusal.FAULT.words}, 500
        )


async def _try_to_write(services: Services) -> None:
    try:
        async with asyncio.timeout(5):
            await services.lobby.writer.verify_storage()
    except TimeoutError:
        raise Refused(RoomRefusal.STORAGE) from None


async def _description(find: Callable[[], Any]) -> Description:
    return await asyncio.to_thread(lambda: Description.from_value(find()))


def _described(request: Request, description: Description) -> Response:
    """Return the description, compressed if the client accepts that."""
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" not in front.accepted_encodings(request):
        return Response(description.text, headers=headers, media_type="application/json")
    headers["Content-Encoding"] = "gzip"
    return Response(description.compressed, headers=headers, media_type="application/json")


operations = APIRouter()


@operations.get(OPENAPI, include_in_schema=False)
async def openapi(request: Request) -> Response:
    return _described(request, await services_of(request).openapi())


@operations.get("/health", tags=["operations"])
async def health(request: Request, lobby: TheLobby) -> Health:
    """200 if the room can read and write, so that new players can play. Without the bus, this holds
    for the tables of this process."""
    await services_of(request).health()
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
    """200 while the process answers, whatever the state of its database and bus."""
    return Alive(ok=True)


@operations.get("/api/wire", tags=["operations"])
async def wire(request: Request) -> Response:
    """The messages of the socket as JSON Schema. docs/wire.md explains them."""
    return _described(request, await services_of(request).wire())


@operations.get("/metrics", tags=["operations"])
async def prometheus(request: Request) -> Response:
    """Metrics for Prometheus. Allowed from this machine, or with the token of `metrics_token`."""
    metrics.verify_may_read(request, services_of(request).settings)
    text = await services_of(request).metrics()
    return Response(text, media_type="text/plain; version=0.0.4")


class _Sockets:
    """Middleware that serves the sockets.

    Served as a route of FastAPI, each open socket would keep 8 KiB of stack frames of the routing.
    """

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app = app
        self._services = services
        self._host_names = HostNames(services.settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == SOCKET:
            await self._serve(WebSocket(scope, receive, send))
        else:
            await self._app(scope, receive, send)

    async def _serve(self, socket: WebSocket) -> None:
        services, address = self._services, address_of(socket)
        try:
            self._host_names.verify(socket)
            session, leave = await _admit(services, socket, address)
        except Refused as refused:
            await _turn_away(socket, refused.code)
            return
        try:
            if session is not None:
                await services.accounts.sessions.touch(session)
                await services.addresses.note(session.account.id, address)
            limits = ConnectionLimits(
                services.messages,
                services.patience,
                services.anonymous_queue,
                services.replies,
                services.links,
            )
            await Connection(socket, session, address, services.lobby, limits).serve()
        finally:
            leave()


async def _admit(
    services: Services, socket: WebSocket, address: str
) -> tuple[Session | None, Callable[[], None]]:
    """Return the session of a new socket, and what counts the socket no more. Raises `Refused`."""
    if address in services.blocked:
        raise Refused(RoomRefusal.ADDRESS_BLOCKED)
    if not is_own_page(socket, services.settings):
        raise Refused(RoomRefusal.NOT_ALLOWED)
    secret = secret_of(socket)
    is_known = secret in services.known
    if not services.requests.take(session_id(secret) if secret and is_known else address):
        raise Refused(RoomRefusal.TOO_FAST)
    end = None if is_known else await services.anonymous_queue.turn()
    try:
        session = await caller.session_of(services, secret)
    finally:
        if end is not None:
            end()
    who = None if session is None else session.account
    leave = services.admission.enter(
        address,
        None if who is None else who.id,
        lambda: who is not None and bool(services.lobby.seats_of(who)),
    )
    if leave is None:
        raise Refused(RoomRefusal.BUSY)
    return session, leave


async def _turn_away(socket: WebSocket, code: RoomRefusal) -> None:
    """Refuses a socket.

    Before the handshake, the refusal is an HTTP answer; afterwards, a close code: 4403 for a client
    that may not come in, 1013 for one that may try again.
    """
    status = code.status
    if socket.scope["state"]["protocol"].is_passed:
        # The handshake was completed by another worker, which passed the socket on.
        await socket.accept()
    if (
        socket.client_state is WebSocketState.CONNECTED
        or "websocket.http.response" not in socket.scope.get("extensions", {})
    ):
        await socket.close(4403 if status in (403, 421) else 1013)
        return
    headers = {"Retry-After": RETRY_AFTER[status]} if status in RETRY_AFTER else {}
    answer = {"code": code.name, "message": code.words}
    await socket.send_denial_response(JSONResponse(answer, status, headers))
