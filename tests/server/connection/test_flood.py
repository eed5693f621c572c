"""Tests of clients that stall, flood or send garbage: the room keeps serving all others."""

import asyncio
import contextlib
import gc
import json
import os
import re
import resource
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pokermasa.client.client import Client, RequestRefused, be_a_guest
from pokermasa.server.connection import connection, headers, http_protocol, listener, socket_limit
from pokermasa.server.connection.connection_limit import ConnectionLimit, HeldConnection
from pokermasa.server.connection.http_protocol import RequestProtocol
from pokermasa.server.connection.websocket_protocol import SocketProtocol
from tests.masa.host import soak_terms
from tests.server.crash import faults_in_the_books
from tests.server.flood import ATTACKS, CONT, HELLO, PING, PONG, TEXT, frame
from tests.server.room import PATIENCE, Opened, open_room, run, seat, settings
from tests.server.wired import StillClock, opened

pytestmark = pytest.mark.sampled(2)


@pytest.fixture
def short_times(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEAD_TIME_MS", "BODY_TIME_MS", "READ_TIME_MS", "IDLE_TIME_MS"):
        monkeypatch.setattr(http_protocol, name, 300)


def plugged(room: Opened, came_from: str = "127.0.0.1", window: int | None = None) -> socket.socket:
    line = socket.socket()
    line.settimeout(PATIENCE)
    if window is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
    line.bind((came_from, 0))
    line.connect(("127.0.0.1", room.port))
    return line


def is_given_up(line: socket.socket) -> bool:
    """Read until the room closes the connection, and return True."""
    with contextlib.suppress(ConnectionError):
        while line.recv(65536):
            pass
    line.close()
    return True


def answered(line: socket.socket, request: bytes) -> bytes:
    """Return the first line of the answer; empty if the room closes the connection instead."""
    try:
        line.sendall(request)
        return line.recv(65536).partition(b"\r\n")[0]
    except ConnectionError:
        return b""
    finally:
        line.close()


GET = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"

# Time limits


STALLING = {
    "nothing": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: localhost\r\n",
    "half a body": b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{",
    "half a chunk": b"POST /api/login HTTP/1.1\r\nHost: localhost\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n5\r\nab",
    "idle": GET,
    "half the next head": GET + b"GET / HTTP/1.1\r\n",
}


@pytest.mark.usefixtures("short_times")
def test_a_client_that_stalls_in_a_request_is_disconnected(tmp_path: Path) -> None:
    """Sending the request head in tiny pieces does not give a client more time."""
    with open_room(tmp_path) as room:
        lines = {}
        for name, sent in STALLING.items():
            lines[name] = plugged(room)
            lines[name].sendall(sent)
        crumbs = plugged(room)
        crumbs.sendall(b"GET / HTTP/1.1\r\nX: ")
        with contextlib.suppress(ConnectionError):
            while True:  # until the room closes the connection
                crumbs.sendall(b"x")
                time.sleep(0.01)
        crumbs.close()
        for name, line in lines.items():
            assert is_given_up(line), name
        assert len(room.server.connections) == 0


@pytest.mark.usefixtures("short_times")
def test_a_client_that_does_not_read_its_answers_is_disconnected(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        with room.http() as client:
            size = len(client.get("/openapi.json").raise_for_status().content)
        line = plugged(room, window=1)
        # More bytes than the buffers of both ends can hold.
        line.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * (4_000_000 // size))
        room.run(_until(lambda: len(room.server.connections) == 1))
        room.run(_until(lambda: len(room.server.connections) == 0))
        line.close()


async def _until(seen: Any) -> None:
    while not seen():
        await asyncio.sleep(0.01)


def test_a_whole_request_in_a_few_pieces_is_answered(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        line = plugged(room)
        body = json.dumps({"name": "nobody", "password": "x" * 3000}).encode()
        head = b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(
            body
        )
        for at in range(0, len(head + body), 300):
            line.sendall((head + body)[at : at + 300])
            time.sleep(0.001)
        assert line.recv(100).startswith(b"HTTP/1.1 4")
        line.close()


LONG = b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 600000\r\n"


TOO_MUCH = {
    "a body": (LONG + b"\r\n", b"413"),
    "a last body": (LONG + b"Connection: close\r\n\r\n", b"413"),
    "a stranger's file": (LONG.replace(b"/api/login", b"/api/uploads") + b"\r\n", b"413"),
    "a head": (b"GET / HTTP/1.1\r\nX: ", b"431"),
    "nonsense": (b"", b"431"),
}


@pytest.mark.parametrize("piece", [30_000, 700_000], ids=["in pieces", "at once"])
def test_too_large_requests_get_an_error_response(tmp_path: Path, piece: int) -> None:
    """Everything is sent before the answer is read, because a reset connection can lose the
    answer."""
    with open_room(tmp_path) as room:
        lines = {}
        for name, (head, _) in TOO_MUCH.items():
            lines[name] = plugged(room)
            sent = head + b"x" * 600_000
            for at in range(0, len(sent), piece):
                lines[name].sendall(sent[at : at + piece])
        for name, line in lines.items():
            answer = b""
            while part := line.recv(65536):
                answer += part
            assert answer.split(b" ")[1] == TOO_MUCH[name][1], name
            assert b"connection: close" in answer.lower(), name
            line.close()
        room.run(_until(lambda: len(room.server.connections) == 0))


@pytest.mark.usefixtures("short_times")
def test_a_client_that_never_stops_sending_is_disconnected(tmp_path: Path) -> None:
    with open_room(tmp_path) as room:
        line = plugged(room)
        line.sendall(LONG + b"\r\n")
        with contextlib.suppress(ConnectionError):
            while True:  # until the room closes the connection
                line.sendall(b"x" * 100_000)
        line.close()
        room.run(_until(lambda: len(room.server.connections) == 0))


# Limits on connections


@pytest.mark.parametrize(
    ("limits", "addresses"),
    [({"connections_an_address": 8}, 1), ({"most_connections": 8}, 20)],
    ids=["one address", "many addresses"],
)
def test_stalling_connections_are_closed_in_favour_of_new_requests(
    tmp_path: Path, limits: dict[str, int], addresses: int
) -> None:
    with open_room(tmp_path, **limits) as room:
        stalling = []
        for number in range(40):
            stalling.append(plugged(room, f"127.0.0.{2 + number % addresses}"))
            stalling[-1].sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        assert b" 200 " in answered(plugged(room, "127.0.0.2"), GET)
        assert b" 200 " in answered(plugged(room, "127.0.1.1"), GET)
        room.run(_until(lambda: len(room.server.connections) <= 8))
        assert sum(is_given_up(line) for line in stalling[:30]) == 30
        for line in stalling:
            line.close()


@pytest.mark.one_process("sockets are counted in each process")
def test_clients_without_a_login_wait_while_accounts_and_players_connect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_limit, "STRANGERS_SHARE", 2 / 5)
    monkeypatch.setattr(socket_limit, "RESERVED_SHARE", 1 / 5)
    monkeypatch.setattr(socket_limit, "SOCKETS_AN_ACCOUNT", 3)
    few = {"most_sockets": 5}

    async def main(room: Opened) -> None:
        ada, bob = room.guest(), room.guest()
        masa = room.table(ada)["id"]
        looking = [await connect(room.ws) for _ in range(2)]
        with pytest.raises(InvalidStatus) as refused:
            await connect(room.ws)
        answer = refused.value.response
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "1")
        assert json.loads(answer.body or b"")["code"] == "BUSY"
        first = await room.connect(ada)
        await first.watch(masa)
        await first.ask("sit", masa=masa, side=0, stack=200)
        await room.connect(bob)
        with pytest.raises(InvalidStatus):
            await room.connect(bob)  # The last connection is reserved for players who have a seat.
        await room.connect(ada)
        with pytest.raises(InvalidStatus):
            await room.connect(ada)
        await looking[0].close()
        await _until(lambda: len(room.app.state.admission) == 4)
        await room.connect(ada)
        for line in looking:
            await line.close()

    with open_room(tmp_path, **few) as room:
        run(main(room))


def test_the_number_of_sockets_per_account_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main(room: Opened) -> None:
        ada = room.guest()
        for _ in range(2):
            await room.connect(ada)
        with pytest.raises(InvalidStatus):
            await room.connect(ada)
        await room.connect(room.guest())

    monkeypatch.setattr(socket_limit, "SOCKETS_AN_ACCOUNT", 2)
    with open_room(tmp_path) as room:
        run(main(room))


def test_an_ipv6_network_is_counted_as_one(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, StillClock(), requests_a_second=2) as hall:
            said = []
            for number in range(8):
                async with hall.client(address=f"2001:db8::{number:x}") as client:
                    said.append((await client.get("/api/rules")).status_code)
            assert said == [200] * 4 + [429] * 4
            for other in ("2001:db8:0:1::1", "::ffff:192.0.2.1"):
                async with hall.client(address=other) as client:
                    assert (await client.get("/api/rules")).status_code == 200
            for _ in range(3):
                async with hall.client(address="192.0.2.1") as client:
                    answer = await client.get("/api/rules")
            async with hall.client(address="::ffff:192.0.2.1") as client:
                answer = await client.get("/api/rules")
            assert answer.status_code == 429
            assert answer.headers["Retry-After"] == "1"

    asyncio.run(main())


def test_a_known_session_is_not_limited_by_others_at_the_same_address(tmp_path: Path) -> None:
    """The address has used up its limit, but a recently valid session has its own limit."""

    async def main() -> None:
        async with opened(tmp_path, StillClock(), requests_a_second=2) as hall:
            secret = await hall.guest()
            async with hall.client(secret) as ada, hall.client() as stranger:
                assert (await ada.get("/api/me")).status_code == 200
                said = [(await stranger.get("/api/rules")).status_code for _ in range(9)]
                assert said[-1] == 429
                assert (await ada.get("/api/me")).status_code == 200
                said = [(await ada.get("/api/me")).status_code for _ in range(9)]
                assert said[-1] == 429
        again = opened(tmp_path, StillClock(), requests_a_second=2)
        async with again as hall, hall.client(secret) as ada, hall.client() as stranger:
            for _ in range(9):
                await stranger.get("/api/rules")
            assert (await ada.get("/api/me")).status_code == 200  # also after a restart

    asyncio.run(main())


# WebSocket frames

FLOODS = {
    "pings": frame(PING),
    "long pings": frame(PING, b"x" * 125),
    "pongs": frame(PONG, b"why not"),
    "fragments": frame(TEXT, b"x", fin=False) + frame(CONT, b"", fin=False) * 5000,
    "pings in a fragment": frame(TEXT, b"x", fin=False) + frame(PING) * 5000,
    "messages": frame(TEXT, b"{}"),
    "empty messages": frame(TEXT),
}


@pytest.mark.one_process("who is cut off is counted in each process")
def test_every_frame_counts_as_a_message(tmp_path: Path) -> None:
    """A client that sends too many frames is disconnected long before all are read."""

    async def main(room: Opened) -> None:
        masa = room.table(room.guest())["id"]
        players = await seat(room, masa, room.guest(), room.guest())
        for number, flood in enumerate(FLOODS.values()):
            await send_too_many(room, flood)
            await _until(lambda: len(room.lobby.viewers) == 2)
            assert room.lobby.cut_off == number + 1, f"not cut off: {flood[:20]!r}"
        for player in players:
            await player.ask("ping")

    async def send_too_many(room: Opened, flood: bytes) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", room.port)
        writer.write(HELLO)
        await reader.readuntil(b"\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            for _ in range(20):
                writer.write(flood * (30_000 // len(flood) + 1))
                await writer.drain()
            while await reader.read(65536):
                pass
        writer.close()

    with open_room(tmp_path, acts_a_second=20) as room:
        run(main(room))


def test_a_client_that_pings_at_the_usual_rate_is_served(tmp_path: Path) -> None:
    async def main(room: Opened) -> None:
        async with connect(room.ws) as line:
            for _ in range(3):
                await (await line.ping())
            await line.send(["{", '"do":', '"ping",', '"id":"7"}'])  # in fragments
            while json.loads(await line.recv()).get("id") != "7":
                pass

    with open_room(tmp_path, acts_a_second=20) as room:
        run(main(room))


def test_an_endless_frame_does_not_delay_other_clients(tmp_path: Path) -> None:
    async def main(room: Opened) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", room.port)
        writer.write(HELLO)
        await reader.readuntil(b"\r\n\r\n")
        for byte in frame(TEXT, b"x" * 4000)[:300]:
            writer.write(bytes([byte]))
            await writer.drain()
        other = await room.connect(room.guest())
        await other.ask("ping")
        writer.close()

    with open_room(tmp_path) as room:
        run(main(room))


def test_a_silent_socket_without_a_login_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main(room: Opened) -> None:
        ada = await room.connect(room.guest())
        async with connect(room.ws) as asking, connect(room.ws) as silent:
            await asking.send('{"do":"watch_lobby","id":"1"}')
            with contextlib.suppress(ConnectionClosed):
                while True:
                    await silent.recv()
            assert silent.close_code == 1013
            assert "retry after" in (silent.close_reason or "")
            await asking.send('{"do":"ping","id":"2"}')
            while json.loads(await asking.recv()).get("id") != "2":
                pass
        await ada.ask("ping")

    monkeypatch.setattr(connection, "ANONYMOUS_IDLE", 0.2)
    with open_room(tmp_path) as room:
        run(main(room))


# HTTP requests

ODD = [
    b"GET /assets/" + b"a" * 300 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /" + b"a" * 300 + b".js HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /assets/%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /a%00.b%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /assets/%2e%2e%2f%2e%2e%2fapp.py HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /assets/../app.py HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /assets/%ff%fe HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /%ed%a0%80.js HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /masa/" + b"%20" * 600 + b" HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n",
    b"GET /?" + b"q" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/tables?big=" + b"9" * 400 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET http://elsewhere/health HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"BREW /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"HEAD /health HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.0\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a:b:c\r\nOrigin: http://[::1\r\n\r\n",
    b"POST /api/guests HTTP/1.1\r\nHost: [\r\nOrigin: http://[\r\nContent-Length: 0\r\n\r\n",
    b"POST /api/guests HTTP/1.1\r\nHost: x:y\r\nOrigin: http://x:y\r\nContent-Length: 0\r\n\r\n",
    b"GET /boot.js HTTP/1.1\r\nHost: localhost\r\nRange: bytes=9999999-\r\n\r\n",
    b"GET /boot.js HTTP/1.1\r\nHost: localhost\r\nRange: bytes=-1,5-2,x\r\n\r\n",
    b"GET /boot.js HTTP/1.1\r\nHost: localhost\r\nRange: bytes=" + b"0-0," * 2000 + b"1-1\r\n\r\n",
    b"GET /boot.js HTTP/1.1\r\nHost: localhost\r\nIf-Modified-Since: never\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: masa=\xff; masa=\x7f; =; ;;\r\n\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \xe9\xff\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 900 + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 40_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    HELLO.replace(b"/ws", b"/nowhere"),
    HELLO.replace(b"/ws", b"/ws?" + b"q" * 5000),
    HELLO.replace(b"Version: 13", b"Version: 99"),
    HELLO.replace(b"Host: localhost", b"Host: localhost\r\nOrigin: http://[::1"),
    b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n",
    b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 70000\r\n\r\n",
    b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
    b"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: gzip\r\n"
    b"Content-Length: 2\r\n\r\n{}",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
]


def test_no_odd_request_causes_an_internal_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with open_room(tmp_path) as room:
        for request in ODD:
            said = answered(plugged(room), request)
            assert not re.match(rb"HTTP/1.1 5", said), (request[:80], said)
        assert b" 200 " in answered(plugged(room), GET)
    assert not [record for record in caplog.records if record.exc_info], caplog.text


METERED = {
    **dict.fromkeys(("/health", "/metrics", "/x", "/ws", "/assets/x.txt"), 2),
    **dict.fromkeys(("/assets/x.js", "/assets/x-y_1.css", "/boot.js", "/icon.svg"), 10),
}
"""Number of requests allowed at once, by path."""


def test_every_path_has_a_request_limit(tmp_path: Path) -> None:
    """For files of the web client the burst limit is ten times the limit per second."""

    async def main() -> None:
        slow = opened(tmp_path, StillClock(), requests_a_second=1)
        async with slow as hall:
            for number, (path, most) in enumerate(METERED.items()):
                async with hall.client(address=f"127.0.0.{number + 2}") as client:
                    said = [await client.get(path) for _ in range(12)]
                    late = [answer.status_code == 429 for answer in said]
                    assert late == [False] * most + [True] * (12 - most), path
                    assert said[-1].headers["Retry-After"] == "1"
                    # Exceeding the limit of one path must not block the paths of operators.
                    other = "/metrics" if path == "/health" else "/health"
                    assert (await client.get(other)).status_code == 200

    asyncio.run(main())


def test_the_refusal_of_too_fast_requests_is_delayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An immediate refusal would make the client retry at once. Other clients do not wait."""
    monkeypatch.setattr(headers, "TOO_FAST_WAITS", PATIENCE)
    with open_room(tmp_path, requests_a_second=1) as room:
        known = room.guest()
        with room.http() as stranger, room.http(known) as guest:
            with contextlib.suppress(httpx.ReadTimeout):
                for _ in range(100):
                    assert stranger.get("/api/tables", timeout=1.0).status_code == 200
                pytest.fail("nobody had to wait")
            assert guest.get("/api/me").status_code == 200


def test_concurrent_admissions_adapt_to_the_load_of_the_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit is halved after a pause full of work and rises by one after an idle one."""
    monkeypatch.setattr(listener, "SLICE", PATIENCE)

    class TurnedLoop:
        """The running event loop with a clock that the test sets."""

        now = 0.0

        def __getattr__(self, name: Any) -> Any:
            return getattr(asyncio.get_running_loop(), name)

        def time(self) -> float:
            return self.now

        def call_later(self, seconds: float, _work: Callable[..., Any]) -> SimpleNamespace:
            due = self.now + seconds
            return SimpleNamespace(when=lambda: due, cancel=lambda: None)

    async def main() -> list[int]:
        [listening] = listener.bind("127.0.0.1", 0)
        knocking = [socket.create_connection(listening.getsockname()) for _ in range(60)]
        limit = ConnectionLimit(1000, 1000)
        door: Any = listener.Listener(
            listening, settings(tmp_path), limit, lambda held, passed: asyncio.Protocol(), None
        )
        door._loop = loop = TurnedLoop()
        came = []
        for late in (0.1, 0.1, 0.1, 0.1, 0.0, 0.001, 0.0, 0.1, 0.0):
            before = len(limit)
            door._accept()
            came.append(len(limit) - before)
            loop.now += listener.BREAK + late
            door._listen()
        await asyncio.sleep(0)
        door.close()
        await door.wait_closed()
        for line in knocking:
            line.close()
        return came

    assert asyncio.run(main()) == [8, 4, 2, 1, 1, 2, 3, 4, 2]


@pytest.mark.rotated
@pytest.mark.usefixtures("short_times")
def test_a_dead_connection_leaves_nothing_for_the_collector(tmp_path: Path) -> None:
    """Thousands per second would trigger full garbage collections and delay the players."""
    kinds = (RequestProtocol, SocketProtocol, HeldConnection)

    def left() -> list[str]:
        return [type(one).__name__ for one in gc.get_objects() if type(one) in kinds]

    gc.collect()
    with open_room(tmp_path) as room:
        gc.disable()
        try:
            for sent in (b"", b"GET / HTTP/1.1\r\n", b"POST /api/login HTTP/1.1\r\n"
                         b"Host: localhost\r\nContent-Length: 9\r\n\r\n{", GET, HELLO):  # fmt: skip
                line = plugged(room)
                line.sendall(sent)
                if sent in (GET, HELLO):
                    assert line.recv(65536)
                    line.close()
                else:
                    assert is_given_up(line)
            until = time.monotonic() + PATIENCE
            while left() and time.monotonic() < until:
                time.sleep(0.05)
            assert left() == []
        finally:
            gc.enable()


def test_the_health_check_writes_at_most_once_a_second(tmp_path: Path) -> None:
    async def main() -> None:
        clock = StillClock()
        async with opened(tmp_path, clock) as hall, hall.client() as client:
            before = hall.lobby.writer.works
            await asyncio.gather(*[client.get("/health") for _ in range(20)])
            assert hall.lobby.writer.works == before + 1
            clock.pass_time(1.5)
            assert (await client.get("/health")).status_code == 200
            assert hall.lobby.writer.works == before + 2

    asyncio.run(main())


# A real room process and attackers in processes of their own


MASA = "from pokermasa.cli import main; main()"


class Room(NamedTuple):
    url: str
    port: int
    process: subprocess.Popen[str]
    log: Path
    data: Path


@contextlib.contextmanager
def serving(folder: Path, files: int | None = None) -> Iterator[Room]:
    """Runs `masa serve` with its default settings."""
    log, data = folder / "log", folder / "data"

    def limit() -> None:
        if files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(64, files), files))

    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c", MASA, "serve", "--port", "0", "--data", str(data)],
            env={**os.environ, "NO_COLOR": "1", "COLUMNS": "200"},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            preexec_fn=limit,
        )
        try:
            assert process.stdout is not None
            found = re.search(r"open at \S+:(\d+)", process.stdout.readline())
            assert found, log.read_text()
            port = int(found[1])
            yield Room(f"http://127.0.0.1:{port}", port, process, log, data)
        finally:
            process.terminate()
            process.wait(PATIENCE)
            assert process.stdout is not None
            process.stdout.close()


class Players:
    """Two people at a table who play, send requests and reconnect now and then."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.guests = [be_a_guest(room.url) for _ in range(2)]
        self.clients: list[Client] = []
        self.waits: list[float] = []
        """Seconds until an answer came."""
        self.arrivals = 0

    async def sit(self) -> None:
        headers = {"Authorization": f"Bearer {self.guests[0].token}"}
        async with httpx.AsyncClient(base_url=self.room.url, headers=headers) as http:
            answer = await http.post("/api/tables", json={"name": "Felt", "sides": 2})
            masa = answer.json()["id"]
        for guest in self.guests:
            self.clients.append(await Client.connect(self.room.url, guest.token))
        for client in self.clients:
            await client.watch(masa)
        for side, client in enumerate(self.clients):
            await client.ask("sit", masa=masa, side=side, stack=200)

    async def play(self, client: Client) -> None:
        async for result in client:
            if result["type"] == "act":
                act = next((act for act in ("CH", "CA", "AA") if act in result["acts"]), "FO")
                with contextlib.suppress(RequestRefused):
                    await self._timed(client.act(result, act))

    async def keep_asking(self, client: Client) -> None:
        while True:
            await self._timed(client.ask("ping"))
            await asyncio.sleep(0.1)

    async def keep_arriving(self, is_over: asyncio.Event) -> None:
        while not is_over.is_set():
            async with await Client.connect(self.room.url, self.guests[0].token) as client:
                await client.ask("ping")
            self.arrivals += 1
            await asyncio.sleep(0.3)

    async def _timed(self, coroutine: Any) -> None:
        begun = time.perf_counter()
        await coroutine
        self.waits.append(time.perf_counter() - begun)

    @contextlib.asynccontextmanager
    async def going_on(self) -> Any:
        tasks = [asyncio.create_task(self.play(client)) for client in self.clients]
        tasks += [asyncio.create_task(self.keep_asking(client)) for client in self.clients]
        is_over = asyncio.Event()
        arriving = asyncio.create_task(self.keep_arriving(is_over))
        try:
            yield
        finally:
            broken = [task.exception() for task in [*tasks, arriving] if task.done()]
            for task in tasks:
                task.cancel()
            is_over.set()  # The arriving client finishes its current visit.
            await asyncio.gather(*tasks, arriving, return_exceptions=True)
        assert not broken, broken


async def attacked(room: Room, kind: str, addresses: int, seconds: float, lines: int) -> Any:
    order = [kind, room.port, addresses, seconds, lines]
    attack = await asyncio.create_subprocess_exec(
        *[sys.executable, "-m", "tests.server.flood", *map(str, order)],
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await attack.communicate()
    assert attack.returncode == 0
    return json.loads(said)


def audited(room: Room) -> None:
    database = sqlite3.connect(f"file:{room.data / 'room.db'}?mode=ro", uri=True)
    with contextlib.closing(database):
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert not faults_in_the_books(room.data / "room.db")


SAMPLE = ("half_a_head", "open_and_close", "requests", "silent_sockets", "pings", "messages")


@pytest.mark.rotated
def test_a_room_under_attack_goes_on(tmp_path: Path) -> None:
    """Players play on, clients with a session connect, the log stays small and the ledger is
    correct."""

    async def main(room: Room) -> None:
        players = Players(room)
        await players.sit()
        for number, kind in enumerate(SAMPLE):
            before = len(players.waits), players.arrivals
            async with players.going_on():
                addresses = 1 if number % 2 else 40
                seen = await attacked(room, kind, addresses, 0.3, ATTACKS[kind][1] // 8)
                assert seen["opened"] > 0
                await _until(lambda b=before: len(players.waits) > b[0])
                await _until(lambda b=before: players.arrivals > b[1])
        for client in players.clients:
            await client.close()
        assert room.log.stat().st_size < 20_000, room.log.read_text()[-2000:]

    with serving(tmp_path) as room:
        run(main(room))
    audited(room)


@pytest.mark.rotated
def test_a_room_with_few_file_descriptors_still_answers(tmp_path: Path) -> None:
    """The room has 200 file descriptors. Stalling clients hold some of them and other clients are
    answered."""
    with serving(tmp_path, files=200) as room:
        stalling = [socket.create_connection(("127.0.0.1", room.port)) for _ in range(400)]
        with httpx.Client(base_url=room.url, timeout=PATIENCE) as client:
            assert client.get("/health").status_code == 200
        for line in stalling:
            line.close()
        assert "may open 200 files" in room.log.read_text()
        assert room.log.stat().st_size < 5_000


@pytest.mark.soak
def test_players_are_served_in_time_under_every_attack(tmp_path: Path) -> None:
    """Runs every attack from one address and from many, and measures how long players wait."""
    seconds, _ = soak_terms()
    each = max(3.0, seconds / (2 * len(ATTACKS)))

    async def main(room: Room, kind: str, addresses: int) -> None:
        players = Players(room)
        await players.sit()
        async with players.going_on():
            await attacked(room, kind, addresses, each, ATTACKS[kind][1])
        for client in players.clients:
            await client.close()
        waits = sorted(1000 * wait for wait in players.waits)
        log = room.log.stat().st_size
        print(
            f"{kind:20} from {addresses:3}: {len(waits):5} answers, "
            f"p50 {waits[len(waits) // 2]:4.0f} ms, p99 {waits[int(len(waits) * 0.99)]:4.0f} ms, "
            f"{players.arrivals} came in, log {log} bytes",
            flush=True,
        )
        assert log < 100_000

    for kind in ATTACKS:
        for addresses in (1, 100):
            folder = tmp_path / f"{kind}{addresses}"
            folder.mkdir()
            with serving(folder) as room:
                run(main(room, kind, addresses))
            audited(room)
