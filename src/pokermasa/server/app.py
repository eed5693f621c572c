"""The room as one application: REST for accounts, lobby and hands, a socket to play at."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from pokermasa import __version__
from pokermasa.server import metrics, schema, store
from pokermasa.server.account import GUEST, PERSON
from pokermasa.server.clock import Clock
from pokermasa.server.collector import tended
from pokermasa.server.guard import Allowances
from pokermasa.server.hand import Hands
from pokermasa.server.header import Headers, is_own_page
from pokermasa.server.lobby import Lobby
from pokermasa.server.reception import Accounts
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.route import account, front, hand, rule, table
from pokermasa.server.route.asker import TheLobby, address_of, secret_of
from pokermasa.server.settings import Settings
from pokermasa.server.socket import Connection
from pokermasa.server.writer import Writer

DAY = 24 * 3600
log = logging.getLogger(__name__)


class Health(BaseModel):
    ok: bool
    version: str
    tables: int


def build(settings: Settings, clock: Clock | None = None) -> FastAPI:
    clock = clock or Clock()

    @contextlib.asynccontextmanager
    async def open_room(app: FastAPI) -> AsyncIterator[None]:
        settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        engine = store.open_engine(settings.database_url)
        try:
            await store.migrate(engine)
        except BaseException:
            await engine.dispose()
            raise
        writer = Writer(store.open_writing(settings.database_url), settings.lease)
        writer.start()
        accounts = Accounts(engine, writer, settings, clock)
        lobby = Lobby(engine, writer, accounts, settings, clock)
        state = app.state
        state.engine, state.accounts, state.lobby = engine, accounts, lobby
        state.hands = Hands(engine)
        await lobby.start()
        log.info("open, with %d tables", len(lobby.rooms))
        try:
            async with tended():
                yield
        finally:
            await lobby.stop()
            await writer.stop()
            accounts.close()
            await engine.dispose()
            log.info("closed")

    app = FastAPI(title="pokermasa", version=__version__, lifespan=open_room)
    app.state.settings = settings
    app.state.requests = Allowances(settings.requests_a_second, clock.steady)
    a_minute = settings.logins_a_minute
    app.state.logins = Allowances(a_minute / 60, clock.steady, max(10, a_minute / 2))
    app.state.newcomers = {
        GUEST: Allowances(
            settings.guests_an_address / DAY, clock.steady, settings.guests_an_address
        ),
        PERSON: Allowances(
            settings.accounts_an_address / DAY, clock.steady, settings.accounts_an_address
        ),
    }
    app.state.messages = Allowances(settings.acts_a_second, clock.steady)
    app.state.sockets = Counter[str]()
    app.add_middleware(Headers, settings=settings, allowances=app.state.requests)
    for module in (front, account, table, hand, rule):
        app.include_router(module.router)
    _refusals(app)
    _operations(app)
    _socket(app, settings)
    app.include_router(front.anywhere)  # last of all: whatever nobody else answers
    return app


def _refusals(app: FastAPI) -> None:
    """However something is refused, it is refused in the same words."""

    @app.exception_handler(Refused)
    async def refused(_request: Request, error: Refused) -> JSONResponse:
        return JSONResponse({"code": error.code.name, "words": str(error)}, error.status)

    @app.exception_handler(RequestValidationError)
    async def unreadable(_request: Request, error: RequestValidationError) -> JSONResponse:
        # What was sent is not sent back: it may be a password, or not be text at all.
        fault = error.errors()[0]
        place = ".".join(str(part) for part in fault["loc"]).encode("utf-8", "replace").decode()
        words = f"{RoomRefusal.UNREADABLE}: {place[:80]}: {fault['msg']}"
        return JSONResponse({"code": RoomRefusal.UNREADABLE.name, "words": words}, 422)

    @app.exception_handler(HTTPException)
    async def no_route(_request: Request, error: HTTPException) -> JSONResponse:
        code = RoomRefusal.NOT_FOUND if error.status_code == 404 else RoomRefusal.UNREADABLE
        answer = {"code": code.name, "words": str(error.detail)}
        return JSONResponse(answer, error.status_code, error.headers)

    @app.exception_handler(Exception)
    async def fault(_request: Request, error: Exception) -> JSONResponse:
        log.error("a fault in a request", exc_info=error)
        return JSONResponse({"code": RoomRefusal.FAULT.name, "words": str(RoomRefusal.FAULT)}, 500)


def _operations(app: FastAPI) -> None:
    @app.get("/health", tags=["operations"])
    async def health(lobby: TheLobby) -> Health:
        """200 when the room can be read and written."""
        async with asyncio.timeout(5):
            await lobby.writer.write(store.try_to_write)
        return Health(ok=True, version=__version__, tables=len(lobby.rooms))

    @app.get("/api/wire", tags=["operations"])
    async def wire() -> dict[str, Any]:
        """The messages of the socket, as JSON Schema; docs/wire.md explains them."""
        return schema.json_schema()

    @app.get("/metrics", tags=["operations"])
    async def prometheus(lobby: TheLobby) -> Response:
        return Response(metrics.exposition(lobby), media_type="text/plain; version=0.0.4")


def _socket(app: FastAPI, settings: Settings) -> None:
    sockets: Counter[str] = app.state.sockets

    @app.websocket("/ws")
    async def play(socket: WebSocket) -> None:
        address = address_of(socket)
        if not is_own_page(socket, settings):
            await socket.close(4403)
            return
        if sockets[address] >= settings.sockets_an_address or not app.state.requests.take(address):
            await socket.close(1013)
            return
        sockets[address] += 1
        try:
            sessions = app.state.accounts.sessions
            session = await sessions.find(secret_of(socket))
            with contextlib.suppress(Refused):  # that it was used is nice to know, and no more
                if session is not None:
                    await sessions.touch(session)
            lobby, messages = app.state.lobby, app.state.messages
            await Connection(socket, session, address, lobby, messages).serve()
        finally:
            sockets[address] -= 1
            if not sockets[address]:
                del sockets[address]
