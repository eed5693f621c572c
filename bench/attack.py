"""Measures how long ten honest players wait while a room is attacked.

`python -m bench.attack` runs every attack; `python -m bench.attack tiny_chunks ghosts --seconds 10`
runs these two. `none` measures the same room without an attack.

The room is `masa serve` with its default settings, in a process of its own. The players sit at two
tables and answer every turn; each also sends a `ping` every 50 ms. A wait is the time from a
request to its `done`. Players and attackers use only Python's standard library and docs/wire.md;
the attackers are those of tests/server/flood.py. After the attack, the room is closed and `masa
admin audit` checks every chip.
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from statistics import median
from typing import Any, Self
from urllib.request import Request, urlopen

PLAYERS = 10
PAUSE = 0.05
CONNECTIONS = 8
"""Number of connections that the attackers keep open."""
MASA = [sys.executable, "-c", "from pokermasa.cli import main; main()"]


class Player:
    """A guest with a socket to the room."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._number = 0
        self._asked: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.waits: list[float] = []
        self.hands = 0
        self._tasks = {asyncio.create_task(self._hear())}

    @classmethod
    async def connect(cls, port: int, cookie: str) -> Self:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = (
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        )
        writer.write(head.encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in answer, answer
        return cls(reader, writer)

    async def _read(self) -> tuple[int, bytes]:
        head = await self._reader.readexactly(2)
        size = head[1] & 0x7F
        if size > 125:
            size = int.from_bytes(await self._reader.readexactly(2 if size == 126 else 8), "big")
        return head[0] & 15, await self._reader.readexactly(size)

    def _write(self, opcode: int, data: bytes) -> None:
        """Send a client's frame. Its mask is all zeros, so it does not change the data."""
        short = len(data) < 126
        size = bytes([0x80 | len(data)]) if short else b"\xfe" + len(data).to_bytes(2, "big")
        self._writer.write(bytes([0x80 | opcode]) + size + bytes(4) + data)

    async def _hear(self) -> None:
        try:
            while True:
                opcode, data = await self._read()
                if opcode == 9:
                    self._write(10, data)
                if opcode == 1:
                    self._take(json.loads(data))
        except (OSError, asyncio.IncompleteReadError) as error:
            for waiting in self._asked.values():
                waiting.set_exception(ConnectionError(f"the room hung up: {error}"))

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] in ("done", "refused"):
            self._asked.pop(message["id"]).set_result(message)
        elif message["type"] == "act":
            self._start(self._act(message))
        elif message["type"] == "events":
            self.hands += any(event["event"] == "hand_ended" for event in message["events"])

    def _start(self, coroutine: Any) -> None:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def ask(self, do: str, **options: Any) -> dict[str, Any]:
        self._number += 1
        id = str(self._number)
        answer = self._asked[id] = asyncio.get_running_loop().create_future()
        begun = time.monotonic()
        self._write(1, json.dumps({"do": do, "id": id, **options}).encode())
        message: dict[str, Any] = await answer
        self.waits.append(time.monotonic() - begun)
        return message

    async def _act(self, asked: dict[str, Any]) -> None:
        act = next(act for act in ("CH", "CA", "FO") if act in asked["acts"])
        await self.ask("act", masa=asked["masa"], turn=asked["turn"], act=act)

    async def ping(self, until: float) -> None:
        while time.monotonic() < until:
            await self.ask("ping")
            await asyncio.sleep(PAUSE)

    async def close(self) -> None:
        self._writer.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _guest(url: str) -> str:
    with urlopen(Request(f"{url}/api/guests", method="POST"), timeout=60) as answer:
        return str(answer.headers["set-cookie"].partition(";")[0])


def _table(url: str, cookie: str) -> str:
    body = json.dumps({"name": "Honest", "sides": 5, "small": 1, "big": 2}).encode()
    head = {"Cookie": cookie, "Content-Type": "application/json"}
    with urlopen(Request(f"{url}/api/tables", body, head), timeout=60) as answer:
        return str(json.load(answer)["id"])


async def play(url: str, attack: list[str], seconds: float) -> tuple[list[float], int]:
    """Return the waits of all requests in seconds, and how many hands were played."""
    port = int(url.rpartition(":")[2])
    cookies = [await asyncio.to_thread(_guest, url) for _ in range(PLAYERS)]
    players = [await Player.connect(port, cookie) for cookie in cookies]
    for start in (0, PLAYERS // 2):
        masa = await asyncio.to_thread(_table, url, cookies[start])
        for side, player in enumerate(players[start : start + PLAYERS // 2]):
            answer = await player.ask("sit", masa=masa, side=side, stack=200)
            assert answer["type"] == "done", answer
    for player in players:
        player.waits.clear()
    attackers = attack and await asyncio.create_subprocess_exec(*attack, stdout=subprocess.DEVNULL)
    until = time.monotonic() + seconds
    await asyncio.gather(*[player.ping(until) for player in players])
    if attackers:
        await attackers.wait()
    for player in players:
        await player.close()
    return [w for player in players for w in player.waits], sum(p.hands for p in players[::5])


@contextlib.contextmanager
def serving(folder: str) -> Iterator[str]:
    """Start a room on a core of its own, if there are several cores. Yield its address."""
    arguments = ["serve", "--port", "0", "--data", folder, "--log-level", "error"]
    room = subprocess.Popen([*MASA, *arguments], stdout=subprocess.PIPE, text=True)
    try:
        assert room.stdout is not None
        url = next(m[0] for line in room.stdout if (m := re.search(r"http://[\d.:]+", line)))
        if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
            core, *others = sorted(os.sched_getaffinity(0))
            os.sched_setaffinity(room.pid, {core})
            os.sched_setaffinity(0, others or {core})
        yield url
    finally:
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, range(os.cpu_count() or 1))
        room.terminate()
        room.communicate()


def attacked(kind: str, seconds: float, lines: int, addresses: int) -> tuple[float, str]:
    """Return the longest wait in milliseconds, and the text to print about this run."""
    with tempfile.TemporaryDirectory() as folder:
        with serving(folder) as url:
            port = url.rpartition(":")[2]
            arguments = [kind, port, str(addresses), str(seconds), str(lines)]
            attack = [sys.executable, "-m", "tests.server.flood", *arguments]
            waits, hands = asyncio.run(play(url, [] if kind == "none" else attack, seconds))
        audit = [*MASA, "admin", "audit", "--data", folder]
        books = subprocess.run(audit, check=False, capture_output=True, text=True)
    waits.sort()
    p50, p99, most = (
        1000 * waits[min(len(waits) - 1, int(len(waits) * q))] for q in (0.5, 0.99, 1)
    )
    said = "books right" if books.returncode == 0 else f"BOOKS WRONG: {books.stdout}{books.stderr}"
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return most, (
        f"p50 {p50:.1f} ms, p99 {p99:.0f} ms, longest {most:.0f} ms; "
        f"{len(waits)} requests, {hands} hands; {said}; load {load:.1f}"
    )


def main() -> None:
    from tests.server.flood import ATTACKS

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=["none", *ATTACKS])
    parser.add_argument("--lines", type=int, default=CONNECTIONS)
    parser.add_argument("--addresses", type=int, default=4, help="Of the attackers.")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--runs", type=int, default=1)
    chosen = parser.parse_args()
    for kind in chosen.kinds:
        found = []
        for _ in range(chosen.runs):
            most, said = attacked(kind, chosen.seconds, chosen.lines, chosen.addresses)
            found.append(most)
            print(f"{kind}: {said}", flush=True)
        if chosen.runs > 1:
            best, middle = min(found), median(found)
            print(
                f"{kind}: best {best:.0f} ms, median {middle:.0f} ms of {chosen.runs}", flush=True
            )


if __name__ == "__main__":
    main()
