"""A real room on loopback for tests: a server in a thread of its own, its address, and clients.

    with open_room(tmp_path, act_time_ms=500) as room:
        ada = room.guest()                      # a session; room.guest().cookie, .headers
        run(play(room))                         # room.connect(ada) is a client on the socket

Times are short and limits wide unless a test asks otherwise. The server's own loop can be asked
with `room.run(coroutine)`.
"""

import asyncio
import atexit
import contextlib
import os
import secrets
import socket
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import httpx
from argon2 import PasswordHasher

import tests.server.wide_limits  # noqa: F401
from pokermasa.client.client import Client
from pokermasa.server import app
from pokermasa.server.accounts import accounts
from pokermasa.server.connection import server as serving
from pokermasa.server.connection.socket_passing import SocketPassing
from pokermasa.server.protocol import message
from pokermasa.server.settings import Settings
from pokermasa.server.storage.database import sqlite
from tests.server.store import Store

DEAR_HASHER = accounts.HASHER
# Tests hash hundreds of passwords, and nobody attacks them.
accounts.HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

SAFE_PRAGMAS = sqlite.PRAGMAS
# Tests do not cut the power, and waiting for the disk at thousands of commits would take long.
sqlite.PRAGMAS = tuple([one.replace("=FULL", "=OFF") for one in SAFE_PRAGMAS])

ELSEWHERE = os.environ.get("PROCESSES", "1") != "1"
"""Whether each room has two processes: the first one owns the tables, the second one gets the
sockets and the GET requests (`make soak PROCESSES=2`).
"""

if os.environ.get("LOOP") == "asyncio":  # `make soak` runs all tests of the server this way, too
    sys.modules["uvloop"] = None

QUICK: dict[str, Any] = {
    "act_time_ms": 5_000,
    "time_bank_ms": 0,
    "reconnect_grace_ms": 200,
    "between_hands_ms": 5,
    "bot_delay_ms": 0,
    "house_tables": False,
    "allowed_hosts": ("room", "room.example"),
    "study_workers": 0,
    "acts_a_second": 10_000,
    "requests_a_second": 10_000,
    "logins_a_minute": 600_000,
    "sockets_an_address": 10_000,
    "connections_an_address": 10_000,
    "tables_an_account": 1_000,
    "accounts_an_address": 10**6,
}


PATIENCE = 120.0
"""Seconds to wait for anything. It is long enough for a slow and busy machine."""


class CheckedClient(Client):
    """A client that fails the test if a message does not match the models of docs/wire.md."""

    open: ClassVar["list[CheckedClient]"] = []
    """The open clients of the running test."""

    def __init__(self, *arguments: Any) -> None:
        self.unknown: list[str] = []
        super().__init__(*arguments)
        self.open.append(self)

    def _hear(self, result: dict[str, Any]) -> None:
        try:
            message.messages.validate_python(result)
        except ValueError as error:
            self.unknown.append(f"{error} in {result}")
        super()._hear(result)

    async def close(self) -> None:
        if self in self.open:
            self.open.remove(self)
        await super().close()
        assert not self.unknown, self.unknown[0]


@cache
def _bus() -> Any:
    """Start the NATS server that all rooms of this run share, and return it."""
    from pokermasa.server.bus.nats_server import NatsServer

    server = NatsServer()
    server.start()
    atexit.register(server.stop)
    return server


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Run *coroutine* with the time limit `PATIENCE`, and close the clients that it leaves open."""

    async def bounded() -> Any:
        try:
            async with asyncio.timeout(PATIENCE):
                return await coroutine
        finally:
            for client in list(CheckedClient.open):
                await client.close()

    return asyncio.run(bounded())


async def until(seen: Callable[[], Any]) -> None:
    """Waits until *seen* returns true. The time limit is that of `run`."""
    while not seen():
        await asyncio.sleep(0.005)


class Session(NamedTuple):
    name: str
    secret: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.secret}"}


class PromptServer(serving.Server):
    """A server that closes as soon as `leave` is called. uvicorn would notice only at its next
    check, up to 0.1 s later.
    """

    def leave(self) -> None:
        self.should_exit = True
        self._left.set()

    async def main_loop(self) -> None:
        self._left = asyncio.Event()
        await self.on_tick(0)
        await self._left.wait()


class Opened:
    """An open room in a thread of this process."""

    def __init__(
        self,
        settings: Settings,
        clock: Any = None,
        elsewhere: bool = ELSEWHERE,
        fellows: SocketPassing | None = None,
    ) -> None:
        self.elsewhere: Opened | None = None
        if elsewhere and not settings.bus and clock is None:
            result = {"bus": _bus().url, "bus_prefix": secrets.token_hex(4)}
            settings = settings.model_copy(update=result)
            other = settings.model_copy(update={"house_tables": False})
            self.elsewhere = Opened(other, clock, elsewhere=False)
        self.settings = settings
        self.app = app.build(settings, clock)
        # With a named protocol, asyncio switches off Nagle's algorithm, which would delay every
        # second message by 40 ms.
        self.socket = socket.socket(proto=socket.IPPROTO_TCP)
        self.socket.bind(("127.0.0.1", 0))
        self.sockets = [self.socket]
        self.port = self.socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.ws = f"ws://127.0.0.1:{self.port}/ws"
        self.server = PromptServer(self.app, settings, fellows)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.thread = threading.Thread(target=self._serve, daemon=True)

    def _serve(self) -> None:
        async def main() -> None:
            self.loop = asyncio.get_running_loop()
            await self.server.serve(sockets=self.sockets)

        with asyncio.Runner(loop_factory=self.server.config.get_loop_factory()) as runner:
            runner.run(main())

    def start(self) -> None:
        self.thread.start()
        bound = time.monotonic() + PATIENCE
        while not self.server.started:
            assert self.thread.is_alive(), "the room did not open"
            assert time.monotonic() < bound, "the room took too long to open"
            time.sleep(0.005)
        if self.elsewhere is not None:
            self.elsewhere.start()
            self.elsewhere.lobby.handover.is_draining = True  # tables stay in the first
            while not (self.lobby.peers.alive and self.elsewhere.lobby.peers.alive):
                assert time.monotonic() < bound, "the two do not meet"
                time.sleep(0.005)

    def stop(self) -> None:
        if self.elsewhere is not None:
            self.elsewhere.stop()
        assert self.loop is not None
        self.loop.call_soon_threadsafe(self.server.leave)
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), "the room did not close"
        self.socket.close()

    def run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """Run a coroutine on the server's own event loop and return its result."""
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(PATIENCE)

    @property
    def lobby(self) -> Any:
        return self.app.state.lobby

    # People

    def http(self, session: Session | None = None) -> httpx.Client:
        return httpx.Client(
            base_url=self.url,
            headers=session.headers if session else {},
            timeout=PATIENCE,
            verify=False,  # no certificates to load for plain HTTP
            event_hooks={"request": [self._ask_elsewhere]},
        )

    def _ask_elsewhere(self, request: httpx.Request) -> None:
        if self.elsewhere is not None and request.method == "GET":
            request.url = request.url.copy_with(port=self.elsewhere.port)

    def guest(self) -> Session:
        with self.http() as client:
            answer = client.post("/api/guests")
            assert answer.status_code == 201, answer.text
            return Session(answer.json()["name"], _cookie(answer))

    def person(self, name: str, password: str = "correct horse") -> Session:
        with self.http() as client:
            answer = client.post("/api/accounts", json={"name": name, "password": password})
            assert answer.status_code == 201, answer.text
            return Session(answer.json()["name"], _cookie(answer))

    async def connect(self, session: Session | None = None) -> "CheckedClient":
        """Return a client on the socket that checks each message against its model."""
        where = self.elsewhere or self
        return await CheckedClient.connect(where.url, session and session.secret)

    def table(self, host: Session, **terms: Any) -> dict[str, Any]:
        """Open a masa as *host*. Return its id, and its key if it is private."""
        with self.http(host) as client:
            answer = client.post("/api/tables", json={"name": "Test", **terms})
            assert answer.status_code == 201, answer.text
            made: dict[str, Any] = answer.json()
            return made


def _cookie(answer: httpx.Response) -> str:
    return next(value for name, value in answer.cookies.items() if name.endswith("masa"))


def settings(data: Path, **changes: Any) -> Settings:
    return Settings(data=data, **{"database": Store.url_of(data), **QUICK, **changes})


@contextlib.contextmanager
def open_room(data: Path, clock: Any = None, **changes: Any) -> Iterator[Opened]:
    opened = Opened(settings(data, **changes), clock)
    opened.start()
    try:
        yield opened
    finally:
        opened.stop()


# Playing


def passive(asked: dict[str, Any]) -> str:
    """Return a check or a call. All-in only if that is the only way to call."""
    return next((act for act in ("CH", "CA", "AA") if act in asked["acts"]), "FO")


async def seat(room: Opened, masa: str, *sessions: Session, stack: int = 200) -> list[Client]:
    """Seat one client for each session, on sides 0, 1, … No hand is dealt before all of them
    sit.
    """
    clients: list[Client] = []
    running = room.lobby.tables[masa]
    access, running.state.access = running.state.access, running.state.access.replace(paused=True)
    for side, session in enumerate(sessions):
        client = await room.connect(session)
        await client.watch(masa)
        await client.ask("sit", masa=masa, side=side, stack=stack)
        clients.append(client)
    running.state.access = access
    return clients


async def events_until(client: Client, last: str) -> list[dict[str, Any]]:
    """Return all events up to the first one named *last*. Meanwhile the client checks and calls."""
    seen: list[dict[str, Any]] = []
    while True:
        message = await client.next()
        if message["type"] in ("events", "private"):
            seen += message["events"]
            if any(event["event"] == last for event in message["events"]):
                return seen
        elif message["type"] == "act":
            await client.act(message, passive(message))


async def play_hands(clients: Sequence[Client], hands: int) -> None:
    """Everybody checks or calls until *hands* hands have ended."""

    async def play(client: Client) -> None:
        for _ in range(hands):
            await events_until(client, "hand_ended")

    await asyncio.gather(*[play(client) for client in clients])
