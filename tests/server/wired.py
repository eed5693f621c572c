"""Opens a room in this process and calls its ASGI application directly, so that every byte of a
response is recorded.

The clock stands still unless it is moved, and secrets come from a seed where a test asks for that,
so two runs of the same script can be compared without masking anything.
"""

import asyncio
import contextlib
import json
import secrets
import sys
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

import httpx
import pytest

import tests.server.wide_limits  # noqa: F401
from pokermasa.cards import Deck
from pokermasa.server import app as server_app
from pokermasa.server import metrics
from pokermasa.server.clock import Clock
from pokermasa.server.director.orders import orders
from pokermasa.server.lobby import maintenance
from pokermasa.server.measures import AddressKey, Measures
from pokermasa.server.settings import Settings
from pokermasa.server.table import odds
from pokermasa.server.table.odds import told_by
from tests.server.store import Store

PATIENCE = 120.0
"""Seconds to wait for an answer. It is long enough for a busy machine."""
NOON = 1_800_000_000_000
FOREVER = 10**9
QUIET = {
    "house_tables": False,
    "allowed_hosts": ("room", "room.example"),
    "study_workers": 0,
    "between_hands_ms": FOREVER,
    "act_time_ms": FOREVER,
    "time_bank_ms": 0,
}
"""Settings of a room in which nothing happens without a request."""
LIMITS = ("_a_second", "_a_minute", "_an_address", "_an_account")
UNLIMITED = {name: 10**9 for name in Settings.model_fields if name.endswith(LIMITS)}


SCOPE = {
    "asgi": {"version": "3.0", "spec_version": "2.4"},
    "http_version": "1.1",
    "root_path": "",
    "client": ("127.0.0.1", 40001),
    "server": ("room", 80),
    "extensions": {},
}


class StillClock(Clock):
    def __init__(self) -> None:
        self.wall = NOON
        self.seconds = 1000.0

    def now(self) -> int:
        return self.wall

    def follow(self, now: int) -> None:
        """Does nothing, because only the test sets the time."""

    def steady(self) -> float:
        return self.seconds

    def pass_time(self, seconds: float) -> None:
        self.seconds += seconds
        self.wall += int(1000 * seconds)


class Hall:
    """An open room: the application, its settings and its lobby, with HTTP clients and sockets."""

    def __init__(self, app: Any, settings: Settings, clock: Any) -> None:
        self.app = app
        self.settings = settings
        self.clock = clock
        self._lines: list[Line] = []

    @property
    def lobby(self) -> Any:
        return self.app.state.lobby

    @property
    def engine(self) -> Any:
        return self.app.state.storage.engine

    def client(self, secret: str | None = None, address: str = "127.0.0.1") -> httpx.AsyncClient:
        transport = httpx.ASGITransport(
            self.app, raise_app_exceptions=False, client=(address, 40000)
        )
        headers = {} if secret is None else {"Cookie": f"masa={secret}"}
        return httpx.AsyncClient(transport=transport, base_url="http://room", headers=headers)

    async def pass_days(self, days: int) -> None:
        """Moves the clock forward in half days, and lets the room note the time after each."""
        for _ in range(2 * days):
            self.clock.pass_time(43_200)
            await self.lobby.stored_clock.note()

    async def get(self, path: str, secret: str | None) -> str:
        """Return path, status, headers and body of the response to a GET. It calls the ASGI
        application without an HTTP client, which would hide some headers.
        """
        path, _, query = path.partition("?")
        cookie = [] if secret is None else [(b"cookie", f"masa={secret}".encode())]
        scope = {
            **SCOPE,
            "type": "http",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(b"host", b"room"), *cookie],
        }
        answer: list[str] = []
        body = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> dict[str, Any]:
            if not body:
                await asyncio.Event().wait()  # The client stays until it has its answer.
            return body.pop()

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                answer.append(f"{path} {message['status']} {sorted(message['headers'])}")
            else:
                answer.append(message.get("body", b"").decode())

        await self.app(scope, receive, send)
        return "".join(answer)

    async def guest(self) -> str:
        """Return the session secret of a new guest."""
        accounts = self.app.state.accounts
        return await accounts.sessions.open(await accounts.guest())

    async def line(self, secret: str | None = None, **headers: str) -> "Line":
        line = Line(self, secret, headers)
        self._lines.append(line)
        await line.open()
        return line

    async def table(self, host: str, **terms: Any) -> str:
        async with self.client(host) as client:
            answer = await client.post("/api/tables", json={"name": "felt", **terms})
            assert answer.status_code == 201, answer.text
            return answer.json()["id"]

    async def hang_up(self) -> None:
        for line in self._lines:
            await line.close()


class Line:
    """One socket at ASGI level: frames as the server's application receives and sends them."""

    def __init__(self, hall: Hall, secret: str | None, headers: dict[str, str]) -> None:
        self._hall = hall
        lines = {"host": "room", **headers}
        if secret is not None:
            lines["cookie"] = f"masa={secret}"
        self._scope = {
            **SCOPE,
            "type": "websocket",
            "scheme": "ws",
            "path": "/ws",
            "raw_path": b"/ws",
            "query_string": b"",
            "headers": [(k.lower().encode(), v.encode("latin-1")) for k, v in lines.items()],
            "subprotocols": [],
            "state": {"protocol": self},
        }
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._asked = 0
        self.received: list[str] = []
        """Every frame received, as text."""
        self.closed: int | None = None

    async def open(self) -> None:
        self._inbox.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(self._hall.app(self._scope, self._inbox.get, self._take))
        self._task.add_done_callback(lambda _: self._news.set())
        await self.until(lambda: bool(self.received) or self.closed is not None)

    # The interface of `SocketProtocol` that a connection uses

    is_passed = False
    is_writable = True
    on_writable: Callable[[], None]

    def send_texts(self, texts: list[bytes]) -> None:
        self.received += [text.decode() for text in texts]
        self._news.set()

    def pass_on(self, *_: Any) -> bool:
        return False

    def abort(self) -> None:
        self.closed = 1006

    async def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.received.append(message["text"])
        elif message["type"] == "websocket.close":
            self.closed = message.get("code", 1000)
        self._news.set()

    async def until(self, seen: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not seen():
                if self._task is not None and self._task.done():
                    self._task.result()
                    raise AssertionError("the server hung up")
                self._news.clear()
                if not seen():
                    await self._news.wait()

    def send(self, text: str | bytes) -> None:
        kind = "text" if isinstance(text, str) else "bytes"
        self._inbox.put_nowait({"type": "websocket.receive", kind: text})

    async def say(self, text: str | bytes, id: str) -> dict[str, Any]:
        """Send the frame unchanged and return the reply to the request *id*."""
        start = len(self.received)
        self.send(text)
        return await self.answer(id, start)

    async def answer(self, id: str, start: int = 0) -> dict[str, Any]:
        found: list[dict[str, Any]] = []
        at = start

        def seen() -> bool:
            nonlocal at
            while at < len(self.received):
                message = json.loads(self.received[at])
                at += 1
                if message["type"] in ("done", "refused") and message["id"] == id:
                    found.append(message)
                    return True
            return False

        await self.until(seen)
        return found[0]

    async def ask(self, **ask: Any) -> dict[str, Any]:
        self._asked += 1
        ask.setdefault("id", f"{id(self):x}.{self._asked}")
        return await self.say(json.dumps(ask), ask["id"])

    async def flush(self, id: str = "flush") -> None:
        """Waits until everything that was sent to this socket before has arrived."""
        await self.say(json.dumps({"do": "ping", "id": id}), id)

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [json.loads(text) for text in self.received]

    def last(self, type: str) -> dict[str, Any]:
        found = (json.loads(text) for text in reversed(self.received))
        return next(message for message in found if message["type"] == type)

    async def asked(self, turn: str) -> dict[str, Any]:
        """Wait for the `act` message of *turn* and return it. Messages to other players may come
        first.
        """

        def came() -> bool:
            acts = (message for message in self.messages if message["type"] == "act")
            return any(message["turn"] == turn for message in acts)

        await self.until(came)
        return self.last("act")

    async def close(self) -> None:
        if self._task is None:
            return
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(self._task, return_exceptions=True)
        finally:
            self._task = None


@contextlib.asynccontextmanager
async def opened(folder: Path, clock: Any = None, **settings: Any) -> AsyncIterator[Hall]:
    stored = {"database": Store.url_of(folder)}
    chosen = Settings(data=folder, **{**stored, **QUIET, **UNLIMITED, **settings})
    clock = clock or StillClock()
    app = server_app.build(chosen, clock)
    # The heartbeat and the lag probe run in real time, so a script could not predict them.
    with (
        mock.patch.object(maintenance, "HEARTBEAT", FOREVER),
        mock.patch.object(metrics, "LAG_LOOK", FOREVER),
    ):
        async with app.router.lifespan_context(app):
            hall = Hall(app, chosen, clock)
            try:
                yield hall
            finally:
                await hall.hang_up()


class HeldOdds:
    """Lets the test decide when the computation of odds ends, so that their order among other
    events does not depend on the processor.
    """

    def __init__(self, monkeypatch: Any) -> None:
        self.may_go_on = threading.Event()
        monkeypatch.setattr(odds, "told_by", self._told_by)

    def _told_by(self, change: Any) -> Any:
        assert self.may_go_on.wait(PATIENCE)
        return told_by(change)

    async def let_go(self) -> None:
        """Completes the odds that are being computed now. Later ones wait again."""
        self.may_go_on.set()
        await odds_are_told()
        self.may_go_on.clear()


async def odds_are_told() -> None:
    """Waits until all odds that were being computed have been sent or dropped."""
    tasks = [task for task in asyncio.all_tasks() if task.get_name().startswith("odds ")]
    await asyncio.gather(*tasks, return_exceptions=True)


class Decks:
    """Replaces the room's shuffled decks: returns the decks in `ready`, and afterwards decks
    shuffled from a seed.
    """

    def __init__(self, seed: object) -> None:
        self._luck = Random(f"decks {seed}")
        self.ready: list[tuple[Any, ...]] = []

    def __call__(self) -> Deck:
        return Deck(self.ready.pop(0)) if self.ready else Deck.shuffled(self._luck)


def dealt_from(decks: Callable[[], Deck], monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes every module of the room take its decks from *decks*."""
    found = [
        module
        for name, module in list(sys.modules.items())
        if name.startswith("pokermasa.server") and hasattr(module, "fresh_deck")
    ]
    assert found, "the room has its decks from somewhere else now"
    for module in found:
        monkeypatch.setattr(module, "fresh_deck", decks)


def foreseeable(monkeypatch: pytest.MonkeyPatch, seed: object) -> None:
    """Makes tokens, keys and names depend on a seed only, so that two rooms have the same ones."""
    rng = Random(f"secrets {seed}")

    def token_hex(size: int = 32) -> str:
        return rng.randbytes(size).hex()

    monkeypatch.setattr(secrets, "token_hex", token_hex)
    monkeypatch.setattr(secrets, "token_urlsafe", token_hex)
    monkeypatch.setattr(secrets, "token_bytes", rng.randbytes)
    monkeypatch.setattr(secrets, "randbelow", rng.randrange)
    monkeypatch.setattr(secrets, "choice", rng.choice)
    monkeypatch.setattr(orders, "_RANDOM", rng)

    # Figures of the machine differ from run to run.
    async def database_size(*_: Any) -> int:
        return 1

    monkeypatch.setattr(metrics, "database_size", database_size)
    monkeypatch.setattr(metrics, "resident_bytes", lambda: 1)
    monkeypatch.setattr(metrics, "longest_outbox", lambda lobby: 0)

    def note_commit(self: Measures, _seconds: float, size: int) -> None:
        self.commit.observe(0.0)
        self.commit_size.observe(size)

    # The comparison does not repeat other viewers' HTTP requests, so their refusals are not
    # counted.
    counted = Measures.note_refusal

    def note_refusal(self: Measures, over: str, *arguments: Any) -> None:
        if over != "http":
            counted(self, over, *arguments)

    monkeypatch.setattr(Measures, "note_commit", note_commit)
    monkeypatch.setattr(Measures, "note_refusal", note_refusal)
    monkeypatch.setattr(AddressKey, "hashed", lambda self, address: "hashed")
