"""`make load`: how much one server process carries, its clients on another core.

Three questions, each with an answer in one table: how many acts a second at many tables while 99 of
100 are told to everybody within 50 ms, and how that compares with a server that only echoes on the
same stack; what an idle socket costs; and whether players notice a crowd of spectators.
"""

import argparse
import asyncio
import base64
import contextlib
import json
import os
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

SIDES = 6
BOUND = 0.050
"""Seconds from an act to the last of the six being told."""
BEHIND = 1.0
"""Seconds of acts that are made up for where a table was slower than it should have been."""
AGAIN = (0.25, 0.75)
"""Seconds before an act that the room had no time for is sent again."""
SEQ = re.compile(rb'"seq": ?(\d+)')
ECHO = b'{"type":"events","masa":"0123abcd","seq":12345,"events":[' + b'{"event":"x"},' * 12 + b"]}"


# Servers, each a process of its own


def serve(what: str, port: int, settings: str) -> None:
    import uvicorn

    if what == "echo":
        from fastapi import FastAPI, WebSocket, WebSocketDisconnect

        app = FastAPI()

        @app.websocket("/ws")
        async def echo(ws: WebSocket) -> None:
            await ws.accept()
            with contextlib.suppress(WebSocketDisconnect):
                while True:
                    await ws.send_text(await ws.receive_text())

    else:
        from pokermasa.server import app as room
        from pokermasa.server.connection.server import Server
        from pokermasa.server.settings import Settings

        chosen = Settings(**json.loads(settings), port=port, log_level="error")
        if chosen.workers > 1:
            from pokermasa.cli.workers import Workers
            from pokermasa.server.connection.listener import bind

            Workers(chosen, bind(chosen.host, port)).run(lambda: None)
            return
        Server(room.build(chosen), chosen).run()
        return
    from pokermasa.server.connection.websocket_protocol import SocketProtocol

    uvicorn.run(
        app,
        host="127.0.0.1",
        port=port,
        log_level="error",
        ws=SocketProtocol,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        backlog=4096,
    )


@contextlib.contextmanager
def running(what: str, settings: dict[str, Any] | None = None) -> Iterator[tuple[int, int]]:
    """Its port and process id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    order = [sys.executable, "-m", "bench.load", "--serve", what, "--port", str(port)]
    process = subprocess.Popen([*order, "--settings", json.dumps(settings or {})])
    try:
        if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
            cores = sorted(os.sched_getaffinity(0))
            os.sched_setaffinity(process.pid, {cores[0]})
        _await_port(port, process)
        yield port, process.pid
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await_port(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        assert process.poll() is None, "the server did not start"
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise AssertionError("the server did not open its port")


def memory(pid: int) -> int:
    """Bytes it really holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


# A client that costs little, so that it is the server that is measured


class Client(asyncio.Protocol):
    def __init__(self, secret: str | None, heard: Callable[["Client", bytes], None]) -> None:
        self._secret = secret
        self._heard = heard
        self._buffer = bytearray()
        self._is_open = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.messages = 0
        self.is_lost = False
        self.seat: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        cookie = "" if self._secret is None else f"Cookie: masa={self._secret}\r\n"
        transport.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n{cookie}"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self._is_open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.transport.abort()
                return
            del buffer[: end + 4]
            self._is_open = True
            self.ready.set_result(None)
        at, size = 0, len(buffer)
        while size - at >= 2:
            kind, length = buffer[at] & 15, buffer[at + 1]
            start = at + 2
            if length == 126:
                if size - at < 4:
                    break
                length, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                if size - at < 10:
                    break
                length, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if size - start < length:
                break
            if kind == 1:
                self.messages += 1
                self._heard(self, bytes(buffer[start : start + length]))
            elif kind == 9:  # a ping, answered with what it says
                said = bytes(buffer[start : start + length])
                self.transport.write(bytes((138, 128 | length)) + b"\0\0\0\0" + said)
            elif kind == 8:
                self.transport.abort()
            at = start + length
        del buffer[:at]

    def send(self, text: bytes) -> None:
        """Masked with zeros, which is a mask like any other."""
        length = len(text)
        head = (
            bytes((129, 128 | length)) if length < 126 else b"\x81\xfe" + length.to_bytes(2, "big")
        )
        self.transport.write(head + b"\0\0\0\0" + text)

    def say(self, **ask: Any) -> None:
        self.send(json.dumps(ask).encode())


def deaf(_client: Client, _message: bytes) -> None:
    """Counts, and no more."""


async def come_in(
    port: int, secrets: list[str | None], heard: Callable[[Client, bytes], None]
) -> list[Client]:
    loop = asyncio.get_running_loop()
    clients: list[Client] = []
    for start in range(0, len(secrets), 50):  # no stampede
        made = [
            loop.create_connection(lambda s=secret: Client(s, heard), "127.0.0.1", port)  # type: ignore[misc]
            for secret in secrets[start : start + 50]
        ]
        some = [client for _, client in await asyncio.gather(*made)]
        await asyncio.gather(*[client.ready for client in some])
        clients += some
    return clients


@contextlib.asynccontextmanager
async def connected(
    port: int, secrets: list[str | None], heard: Callable[[Client, bytes], None]
) -> AsyncIterator[list[Client]]:
    clients = await come_in(port, secrets, heard)
    try:
        yield clients
    finally:
        for client in clients:
            client.transport.abort()
        await asyncio.sleep(0.1)


# What is measured


async def echoes(port: int, pid: int, sockets: int, seconds: float) -> tuple[float, float]:
    """Messages a second that a bare server sends back; and how much of one core that takes it."""

    def again(client: Client, message: bytes) -> None:
        client.send(message)

    async with connected(port, [None] * sockets, again) as clients:
        for client in clients:
            client.send(ECHO)
        await asyncio.sleep(1)
        before, began, used = sum(c.messages for c in clients), time.perf_counter(), cpu(pid)
        await asyncio.sleep(seconds)
        took = time.perf_counter() - began
        return (sum(c.messages for c in clients) - before) / took, (cpu(pid) - used) / took


class Felt:
    """One table as its bots see it."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.seq = 0
        self.due = 0.0
        """When the last act should have come."""
        self.offer: dict[str, Any] | None = None
        self.sent: dict[int, float] = {}
        self.told: dict[int, int] = {}


class Bots:
    """Six at each table. Acts come at the moments of a Poisson process for each table, however late
    the room is; most of them are checks and calls, some raises, folds and all-ins."""

    def __init__(self, luck: Random) -> None:
        self.pause = 1.0
        self.latencies: list[float] = []
        self.acts = 0
        self.refused: Counter[str] = Counter()
        self.seated = 0
        self.is_on = True
        self._luck = luck
        self._loop = asyncio.get_running_loop()

    def heard(self, client: Client, message: bytes) -> None:
        felt: Felt = client.seat
        if message.startswith(b'{"type":"events"'):
            found = SEQ.search(message)
            assert found is not None
            seq = int(found[1])
            felt.seq = max(felt.seq, seq)
            sent = felt.sent.get(seq)
            if sent is not None:
                felt.told[seq] = felt.told.get(seq, 0) + 1
                if felt.told[seq] == SIDES:
                    self.latencies.append(self._loop.time() - sent)
                    del felt.sent[seq], felt.told[seq]
        elif message.startswith(b'{"type":"act"'):
            felt.due = max(felt.due, self._loop.time() - BEHIND)
            felt.due += self._luck.expovariate(1 / max(1e-6, self.pause))
            self._loop.call_at(felt.due, self._act, client, felt, json.loads(message))
        elif message.startswith(b'{"type":"view"'):
            felt.seq = max(felt.seq, json.loads(message)["seq"])
        elif message == b'{"type":"done","id":"s"}':
            self.seated += 1
        elif message.startswith(b'{"type":"refused"'):
            refused = json.loads(message)
            self.refused[refused["code"]] += 1
            offer = felt.offer
            if refused["code"] == "BUSY" and offer is not None and refused["id"] == offer["turn"]:
                pause = self._luck.uniform(*AGAIN)
                self._loop.call_later(pause, self._act, client, felt, offer)

    def _act(self, client: Client, felt: Felt, offer: dict[str, Any]) -> None:
        if client.is_lost or not self.is_on:
            return
        felt.offer = offer
        act = offer.setdefault("act", self._chosen(offer["acts"]))
        self.acts += 1
        felt.sent[felt.seq + 1] = self._loop.time()
        client.say(do="act", masa=felt.id, act=act, turn=offer["turn"], id=offer["turn"])

    def _chosen(self, acts: list[str]) -> str:
        kind = self._luck.choices(("call", "fold", "raise", "all in"), (70, 14, 14, 2))[0]
        raises = [act for act in acts if act.startswith("RR")]
        if kind == "raise" and raises:
            return raises[0]
        wanted = {"fold": "FO", "all in": "AA"}.get(kind, "")
        return next(act for act in (wanted, "CH", "CA", "AA", "FO") if act in acts)


class Pace(NamedTuple):
    acts: float
    messages: float
    p50: float
    p99: float
    busy: float
    """Of one core, by the server."""

    @property
    def cost(self) -> float:
        """Milliseconds of the server's processor for an act, with all that it tells of it."""
        return 1e3 * self.busy / max(1e-9, self.acts)


def cpu(pid: int) -> float:
    """Seconds of its processor, and of the workers and the bus that it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return _own_cpu(pid) + sum(_own_cpu(int(child)) for child in children)


def _own_cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def pace(bots: Bots, clients: list[Client], pid: int, pause: float, seconds: float) -> Pace:
    bots.pause = pause
    await asyncio.sleep(1 + min(2.0, 2 * pause))  # what was said at the old pace is over
    bots.latencies.clear()
    bots.acts = 0
    messages, began, used = sum(c.messages for c in clients), time.perf_counter(), cpu(pid)
    await asyncio.sleep(seconds)
    took = time.perf_counter() - began
    told = sorted(bots.latencies) or [float("inf")]
    return Pace(
        bots.acts / took,
        (sum(c.messages for c in clients) - messages) / took,
        told[len(told) // 2],
        told[min(len(told) - 1, int(len(told) * 0.99))],
        (cpu(pid) - used) / took,
    )


async def best_pace(
    bots: Bots, clients: list[Client], pid: int, tables: int, seconds: float
) -> tuple[Pace, list[Pace]]:
    """The highest rate that keeps the bound, between one that does and one that does not."""
    tried: list[Pace] = []
    good: Pace | None = None
    wanted, least, most = 400.0, 0.0, None
    for _ in range(9):
        now = await pace(bots, clients, pid, tables / wanted, seconds)
        tried.append(now)
        print(
            f"  wanted {wanted:6,.0f} acts/s: {now.acts:6,.0f} acts/s, "
            f"{now.messages:7,.0f} messages/s, p99 {1e3 * now.p99:6.1f} ms, "
            f"server {100 * now.busy:3.0f} %, {now.cost:.2f} ms an act",
            file=sys.stderr,
        )
        if now.p99 < BOUND:
            good = now if good is None or now.acts > good.acts else good
            least = wanted
            if now.acts < 0.7 * wanted:
                break  # it cannot be asked for more
        else:
            most = wanted
        if most is not None and most - least < 0.08 * most:
            break
        wanted = 1.6 * wanted if most is None else (least + most) / 2
    return good or tried[0], tried


async def prepared(
    folder: Path, settings: dict[str, Any], tables: int
) -> tuple[list[str], list[list[str]]]:
    """Accounts and tables, made before the server starts: opening them is not what is measured."""
    import httpx

    from pokermasa.server import app as room
    from pokermasa.server.settings import Settings

    app = room.build(Settings(**settings))
    secrets: list[list[str]] = []
    ids: list[str] = []
    async with app.router.lifespan_context(app):
        accounts = app.state.accounts
        for _ in range(tables):
            six = [await accounts.guest() for _ in range(SIDES)]
            secrets.append([await accounts.sessions.open(account) for account in six])
            transport = httpx.ASGITransport(app)
            headers = {"Cookie": f"masa={secrets[-1][0]}"}
            async with httpx.AsyncClient(
                transport=transport, base_url="http://127.0.0.1", headers=headers
            ) as client:
                made = await client.post("/api/tables", json={"name": "load", "sides": SIDES})
                ids.append(made.json()["id"])
    return ids, secrets


async def seated(port: int, bots: Bots, ids: list[str], secrets: list[list[str]]) -> list[Client]:
    clients = await come_in(port, [s for six in secrets for s in six], bots.heard)
    for number, client in enumerate(clients):
        if number % SIDES == 0:
            felt = Felt(ids[number // SIDES])
        client.seat = felt
        client.say(do="watch", masa=felt.id, id="w")
        client.say(do="sit", masa=felt.id, side=number % SIDES, stack=400, id="s")
        client.say(do="auto_top_up", masa=felt.id, to=400, id="t")
    for _ in range(600):
        if bots.seated == len(clients):
            break
        await asyncio.sleep(0.1)
    else:
        print(f"only {bots.seated} of {len(clients)} have sat down", file=sys.stderr)
    return clients


def generous(folder: str) -> dict[str, Any]:
    """Nothing but the machine limits anybody; the journal is on, as always."""
    from pokermasa.server.settings import Settings

    limits = {
        name: 10**9
        for name in Settings.model_fields
        if name.endswith(("_a_second", "_a_minute", "_an_address", "_an_account"))
    }
    return {
        **limits,
        **dict.fromkeys(("most_sockets", "most_strangers", "most_connections"), 10**6),
        "data": folder,
        "signup_grant": 10**9,
        "house_tables": False,
        "between_hands": 50,
        "act_time": 60_000,
        "outbox": 4096,
        "lease": 60_000,
    }


class Row(NamedTuple):
    what: str
    value: str
    note: str = ""


@contextlib.contextmanager
def database(wanted: str) -> Iterator[dict[str, str]]:
    """The setting for where the room is kept: a file, a server by its URL, or one of our own that
    keeps every commit."""
    if wanted != "postgres":
        yield {"database": wanted}
        return
    from tests.server.postgres import Cluster

    with Cluster(is_durable=True, shared_buffers="128MB") as cluster:
        yield {"database": cluster.url(cluster.new_database())}


async def at_pace(options: argparse.Namespace) -> list[Row]:
    """What an act costs the server at one steady pace."""
    with (
        tempfile.TemporaryDirectory(prefix="masa-load-") as folder,
        database(options.database) as kept,
    ):
        settings = {**generous(folder), **kept, "workers": options.workers}
        if options.workers > 1:
            settings["lease"] = 10_000  # tables move from one to the other in rounds of a third
        ids, secrets = await prepared(Path(folder), settings, options.tables)
        with running("room", settings) as (port, pid):
            if options.workers > 1:
                await _all_open(port, options.workers)
            bots = Bots(Random(options.seed))
            clients = await seated(port, bots, ids, secrets)
            pause = options.tables / options.acts
            async with (
                studied(port, options.study),
                backed_up(folder, kept, options.backup),
                newcomers(port, options.newcomers),
            ):
                now = await pace(bots, clients, pid, pause, options.seconds)
                lost = sum(client.is_lost for client in clients)
            after = ""
            if options.then:
                calm = await pace(
                    bots, clients, pid, options.tables / options.then, options.seconds
                )
                after = f"; then at {calm.acts:,.0f} acts/s p99 {1e3 * calm.p99:.1f} ms"
            bots.is_on = False
    note = f"p50 {1e3 * now.p50:.1f} ms, p99 {1e3 * now.p99:.1f} ms, server {100 * now.busy:.0f} %"
    if bots.refused:
        note += f", refused {dict(bots.refused)}"
    note += f", {lost} sockets lost" * bool(lost) + after
    return [Row(f"{now.acts:,.0f} acts/s", f"{now.cost:.3f} ms of processor an act", note)]


@contextlib.asynccontextmanager
async def studied(port: int, at_once: int) -> AsyncIterator[None]:
    """With so many people who ask for heavy equities meanwhile, one after the other."""
    import httpx

    question = {"hands": ["random", "22+, A2s+", "random"], "precision": 0.002}
    answers: Counter[int] = Counter()

    async def asking() -> None:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            while (await client.post("/api/guests")).status_code != 201:
                await asyncio.sleep(0.1)
            while True:
                answers[(await client.post("/api/tools/equity", json=question)).status_code] += 1

    tasks = [asyncio.create_task(asking()) for _ in range(at_once)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if at_once:
            print(f"  equities meanwhile, by status: {dict(answers)}", file=sys.stderr)


@contextlib.asynccontextmanager
async def backed_up(folder: str, kept: dict[str, str], is_on: bool) -> AsyncIterator[None]:
    """With one backup after the other meanwhile."""
    made = 0

    async def back_up() -> None:
        nonlocal made
        where = ["--database", kept["database"]] if kept["database"] else ["--data", folder]
        order = [sys.executable, "-c", "from pokermasa.cli import main; main()", "admin", "backup"]
        while True:
            file = Path(folder) / "copy.db"
            # It has the driver's core: what it needs to start must not make the driver late.
            process = await asyncio.create_subprocess_exec(
                *("nice", *order), str(file), *where, stdout=subprocess.DEVNULL
            )
            made += await process.wait() == 0
            file.unlink(missing_ok=True)

    task = asyncio.create_task(back_up()) if is_on else None
    try:
        yield
    finally:
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            print(f"  backups meanwhile: {made}", file=sys.stderr)


@contextlib.asynccontextmanager
async def newcomers(port: int, a_second: float) -> AsyncIterator[None]:
    """With so many requests a second of somebody who sits nowhere, however long each takes."""
    import httpx

    answers: Counter[int] = Counter()
    asked: set[asyncio.Task[None]] = set()

    async def come(client: httpx.AsyncClient) -> None:
        with contextlib.suppress(httpx.TransportError):
            answers[(await client.get("/api/tables")).status_code] += 1

    async def coming(client: httpx.AsyncClient) -> None:
        await client.post("/api/guests")
        while True:
            await asyncio.sleep(1 / a_second)
            task = asyncio.create_task(come(client))
            asked.add(task)
            task.add_done_callback(asked.discard)

    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        task = asyncio.create_task(coming(client)) if a_second else None
        try:
            yield
        finally:
            for one in [task, *asked] if task is not None else []:
                one.cancel()
                await asyncio.gather(one, return_exceptions=True)
            if a_second:
                print(f"  who came meanwhile, by status: {dict(answers)}", file=sys.stderr)


async def _all_open(port: int, workers: int) -> None:
    """All of them, and each has its share of the tables."""
    import httpx

    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        while True:
            with contextlib.suppress(httpx.TransportError):
                seen = [(await client.get("/health")).json() for _ in range(4)]
                if all(one["processes"] == workers for one in seen):
                    break
            await asyncio.sleep(0.2)
    await asyncio.sleep(8)


async def measure(options: argparse.Namespace) -> list[Row]:
    rows: list[Row] = []
    sockets = options.tables * SIDES
    with running("echo") as (port, pid):
        bare, busy = await echoes(port, pid, min(sockets, 1200), options.seconds)
    note = f"{min(sockets, 1200)} sockets, {bare / busy:,.0f} a second of its processor"
    rows.append(Row("bare echo server", f"{bare:,.0f} messages/s", note))
    with (
        tempfile.TemporaryDirectory(prefix="masa-load-") as folder,
        database(options.database) as kept,
    ):
        settings = {**generous(folder), **kept}
        ids, secrets = await prepared(Path(folder), settings, options.tables)
        with running("room", settings) as (port, pid):
            bots = Bots(Random(options.seed))
            clients = await seated(port, bots, ids, secrets)
            best, _ = await best_pace(bots, clients, pid, options.tables, options.seconds)
            slow = "" if best.p99 < BOUND else ", NOT within the bound"
            rows += [
                Row(
                    f"{options.tables} tables x {SIDES} bots",
                    f"{best.acts:,.0f} acts/s",
                    f"p50 {1e3 * best.p50:.1f} ms, p99 {1e3 * best.p99:.1f} ms{slow}",
                ),
                Row(
                    "messages delivered",
                    f"{best.messages:,.0f} /s",
                    f"{best.messages / bare:.2f} of the echo server's (goal 0.25); "
                    f"{best.messages / best.busy:,.0f} a second of its processor, "
                    f"{best.messages / best.busy / (bare / busy):.2f} of the echo server's",
                ),
                Row("the server's processor", f"{best.cost:.2f} ms an act"),
                Row(
                    "unexpected",
                    f"{sum(bots.refused.values())} refused",
                    f"{sum(c.is_lost for c in clients)} sockets lost",
                ),
            ]
            rows += await spectators(port, pid, bots, clients, options)
            bots.is_on = False
            for client in clients:
                client.transport.abort()
    with tempfile.TemporaryDirectory(prefix="masa-idle-") as folder:
        rows.append(await idle(folder, options.idle))
    return rows


async def spectators(
    port: int, pid: int, bots: Bots, clients: list[Client], options: argparse.Namespace
) -> list[Row]:
    """One table is played at a steady pace, alone and before a crowd."""
    felt: Felt = clients[0].seat
    for client in clients[SIDES:]:
        client.transport.abort()
    players = clients[:SIDES]
    await asyncio.sleep(0.5)
    seconds = 2 * options.seconds
    alone = await pace(bots, players, pid, 0.1, seconds)
    async with connected(port, [None] * options.spectators, deaf) as crowd:
        for client in crowd:
            client.say(do="watch", masa=felt.id, id="w")
        await asyncio.sleep(1 + options.spectators / 1000)
        watched = await pace(bots, players, pid, 0.1, seconds)
        heard = sum(client.messages for client in crowd)
        lost = sum(client.is_lost for client in crowd)
    return [
        Row(
            "a table nobody watches",
            f"p99 {1e3 * alone.p99:.1f} ms",
            f"p50 {1e3 * alone.p50:.1f} ms, {alone.acts:.1f} acts/s",
        ),
        Row(
            f"the same with {options.spectators:,} spectators",
            f"p99 {1e3 * watched.p99:.1f} ms",
            f"p50 {1e3 * watched.p50:.1f} ms, {watched.acts:.1f} acts/s; the crowd got {heard:,} "
            f"messages, {lost} were lost; server {100 * watched.busy:.0f} %",
        ),
    ]


async def idle(folder: str, sockets: int) -> Row:
    with running("room", generous(folder)) as (port, pid):
        async with connected(port, [None] * 50, deaf):
            await asyncio.sleep(1)
            before = memory(pid)
            async with connected(port, [None] * sockets, deaf) as clients:
                await asyncio.sleep(2)
                used, began = cpu(pid), time.perf_counter()
                await asyncio.sleep(3)
                busy = (cpu(pid) - used) / (time.perf_counter() - began)
                each = (memory(pid) - before) / sockets
                lost = sum(client.is_lost for client in clients)
    note = f"{lost} lost, server {100 * busy:.1f} % busy"
    return Row(f"{sockets:,} idle sockets", f"{each / 1024:.1f} KiB each", note)


async def idle_beside_a_table(options: argparse.Namespace) -> list[Row]:
    """What idle sockets take of all processes, and whether players notice them."""
    with tempfile.TemporaryDirectory(prefix="masa-idle-") as folder:
        settings = {**generous(folder), "workers": options.workers, "quiet_time": 10**8}
        ids, secrets = await prepared(Path(folder), settings, options.tables)
        with running("room", settings) as (port, pid):
            if options.workers > 1:
                await _all_open(port, options.workers)
            bots = Bots(Random(options.seed))
            players = await seated(port, bots, ids, secrets)
            alone = await pace(bots, players, pid, 0.2, options.seconds)
            before = all_memory(pid)
            async with connected(port, [None] * options.idle, deaf) as clients:
                beside = await pace(bots, players, pid, 0.2, options.seconds)
                each = (all_memory(pid) - before) / options.idle
                lost = sum(client.is_lost for client in clients)
            bots.is_on = False
    return [
        Row(
            f"{options.idle:,} idle sockets over {options.workers} workers",
            f"{each / 1024:.1f} KiB each, {lost} lost",
            f"server {100 * beside.busy:.1f} % busy, {100 * alone.busy:.1f} % without them",
        ),
        Row(
            f"{options.tables} tables beside them",
            f"p99 {1e3 * beside.p99:.1f} ms",
            f"{1e3 * alone.p99:.1f} ms without them; {beside.acts:.0f} acts/s",
        ),
    ]


def all_memory(pid: int) -> int:
    """Of a process and those that it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return memory(pid) + sum(memory(int(child)) for child in children)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=4, help="of every measurement (4)")
    parser.add_argument("--idle", type=int, default=5000, help="sockets that do nothing (5000)")
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--database", default="", help="postgres for one of our own, or a URL; else SQLite"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes; with --acts")
    parser.add_argument("--acts", type=float, help="a second: only what an act costs at that pace")
    parser.add_argument(
        "--study", type=int, default=0, help="with --acts: so many people ask for equities, too"
    )
    parser.add_argument(
        "--backup", action="store_true", help="with --acts: one backup after the other, too"
    )
    parser.add_argument(
        "--newcomers", type=float, default=0, help="with --acts: so many others a second, too"
    )
    parser.add_argument("--then", type=float, help="with --acts: and then at that pace")
    parser.add_argument(
        "--idle-beside", action="store_true", help="only the idle sockets, beside the tables"
    )
    parser.add_argument("--json", action="store_true", help="the rows as JSON")
    for name in ("--serve", "--settings"):
        parser.add_argument(name, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if options.serve:
        serve(options.serve, options.port, options.settings)
        return
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        os.sched_setaffinity(0, set(cores[1:]))
    what = idle_beside_a_table if options.idle_beside else at_pace if options.acts else measure
    rows = asyncio.run(what(options))
    if options.json:
        print(json.dumps([row._asdict() for row in rows], indent=1))
        return
    table = Table("what", "measured", "")
    for row in rows:
        table.add_row(*row)
    Console().print(table)


if __name__ == "__main__":
    main()
