"""Counts the calls, functions and files of one act, and of the end of a tournament hand.

`python -m bench --only act_path` plays at a table of a real room (`masa serve` in a process of its
own) and counts the Python functions of pokermasa that run from the arrival of a request until all
viewers have received its events. A coroutine that waits and continues is counted again. The act
with the fewest calls is shown, because timers and other background work may fall into the others.
The odds of an all-in are not counted: a thread of their own computes them after the hand's events
have been sent, and they follow as another event.
"""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from bench.attack import Player, _guest
from bench.row import Row
from pokermasa.cli import main

QUIET = 0.25
"""Seconds without further work after which an act counts as finished."""
ACTS = 12
SETTINGS = {
    "POKERMASA_HOUSE_TABLES": "false",
    "POKERMASA_STUDY_WORKERS": "0",
    "POKERMASA_LOGINS_A_MINUTE": "1000",
    "POKERMASA_ACCOUNTS_AN_ADDRESS": "1000",
}
FIELDS = 8
"""Number of tournaments that are counted. If the hand eliminates fewer than two players, the
tournament is played again."""
BACKGROUND = 2.0
"""Time in seconds in which the room's background work is counted."""
STRUCTURE = """name = "three all in"
rules = "tda"
seats = 6
stack = 1000
entrants = [6, 6]
buy_in = 100
points = [[3, 1, 0]]
[levels]
rises = "hands"
every = 10
beyond = "double"
scale = [[5, 10], [10, 20]]
[late]
levels = 0
"""


class Counting(Player):
    """A client that acts only when the test says so."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.asked_to_act: dict[str, Any] | None = None
        self.messages_received = 0
        self.is_out = False
        self.table: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def _take(self, message: dict[str, Any]) -> None:
        self.messages_received += 1
        self.is_out = self.is_out or message["type"] == "tournament_over"
        if message["type"] == "tournament_seat":
            self.table.set_result(message["masa"])
        if message["type"] == "act":
            self.asked_to_act = message
        else:
            super()._take(message)


class Room:
    """`masa serve` with a counter of calls between two signals."""

    def __init__(self, folder: Path) -> None:
        self._counts = folder / "counts.json"
        arguments = ["--port", "0", "--data", str(folder / "room"), "--log-level", "error"]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.act_path", str(self._counts), "serve", *arguments],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | SETTINGS,
        )
        assert self._process.stdout is not None
        lines = self._process.stdout
        self.url = next(m[0] for line in lines if (m := re.search(r"http://[\d.:]+", line)))

    async def count(self, players: list[Counting], action: Any) -> Counter[tuple[str, str]]:
        """Return how often each function was called while *action* was done, by file and name."""
        self._counts.unlink(missing_ok=True)
        self._process.send_signal(signal.SIGUSR1)
        await asyncio.sleep(QUIET)
        await action
        result = -1
        while result != (result := sum(player.messages_received for player in players)):  # noqa: ASYNC110 - counted, not signalled
            await asyncio.sleep(QUIET)
        self._process.send_signal(signal.SIGUSR2)
        while not self._counts.exists():  # noqa: ASYNC110 - written by another process
            await asyncio.sleep(0.01)
        found = json.loads(self._counts.read_text("utf-8"))
        return Counter({(file, name): number for file, name, number in found})

    def post(self, path: str, cookie: str, **body: Any) -> Any:
        head = {"Cookie": cookie, "Content-Type": "application/json"}
        with urlopen(
            Request(self.url + path, json.dumps(body).encode(), head), timeout=60
        ) as answer:
            return json.load(answer)

    async def players(self, number: int) -> tuple[list[str], list[Counting]]:
        cookies = [await asyncio.to_thread(_guest, self.url) for _ in range(number)]
        port = int(self.url.rpartition(":")[2])
        return cookies, [await Counting.connect(port, cookie) for cookie in cookies]

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate()


async def turn_of(players: list[Counting]) -> tuple[Counting, dict[str, Any]]:
    while True:
        for player in players:
            if (asked := player.asked_to_act) is not None:
                player.asked_to_act = None
                return player, asked
        await asyncio.sleep(0.01)


async def one_act(room: Room, scale: float) -> Counter[tuple[str, str]]:
    """Count a check or a call at a table with two players and no spectators."""
    cookies, players = await room.players(2)
    body = {"name": "Path", "sides": 5, "small": 1, "big": 2}
    masa = (await asyncio.to_thread(lambda: room.post("/api/tables", cookies[0], **body)))["id"]
    for side, player in enumerate(players):
        answer = await player.ask("sit", masa=masa, side=side, stack=200)
        assert answer["type"] == "done", answer
    found = []
    for _ in range(ceil(ACTS * scale)):
        player, asked = await turn_of(players)
        act = next(act for act in ("CH", "CA", "FO") if act in asked["acts"])
        action = player.ask("act", masa=masa, turn=asked["turn"], act=act)
        found.append(await room.count(players, action))
    for player in players:
        await player.close()
    return min(found, key=lambda counts: counts.total())


async def hand_end(room: Room, scale: float) -> Counter[tuple[str, str]]:
    """Count the end of a hand in which three of six entrants go all in and two are eliminated."""
    found: list[Counter[tuple[str, str]]] = []
    while len(found) < FIELDS * scale:
        cookies, players = await room.players(7)
        body = {"name": "Path", "structure": STRUCTURE}
        opened = await asyncio.to_thread(room.post, "/api/tournaments", cookies[6], **body)
        for player in players[:6]:
            answer = await player.ask("register", tournament=opened["id"])
            assert answer["type"] == "done", answer
        for player in players[:6]:
            await player.ask("watch", masa=await player.table)
        for number in range(6):
            player, asked = await turn_of(players)
            act = "FO" if number < 3 else "AA" if "AA" in asked["acts"] else "CA"
            action = player.ask("act", masa=asked["masa"], turn=asked["turn"], act=act)
            if number < 5:
                await action
            else:
                counts = await room.count(players, action)
        if sum(player.is_out for player in players) == 2:
            found.append(counts)
        for player in players:
            await player.close()
    return min(found, key=lambda counts: counts.total())


def measured(scale: float = 1) -> Iterator[tuple[str, Counter[tuple[str, str]]]]:
    """Return the counts without functions that also run in a room where nobody plays."""
    with tempfile.TemporaryDirectory() as folder:
        room = Room(Path(folder))
        try:
            background = asyncio.run(room.count([], asyncio.sleep(BACKGROUND * scale)))
            for what, path in (("one act", one_act), ("a hand's end in a tournament", hand_end)):
                counts = asyncio.run(path(room, scale))
                yield what, Counter({c: n for c, n in counts.items() if c not in background})
        finally:
            room.stop()


def rows(scale: float) -> Iterator[Row]:
    for what, counts in measured(min(scale, 1)):
        files = {file for file, _ in counts}
        note = f"{len(counts)} functions in {len(files)} files"
        yield Row(what, counts.total(), "calls", note=note)


def serve(out: Path, arguments: list[str]) -> None:
    """Run `masa` with the arguments *arguments*, and count calls between SIGUSR1 and SIGUSR2."""
    counts: Counter[Any] = Counter()
    is_counting = False

    def note(frame: Any, event: str, _: Any) -> None:
        is_ours = event == "call" and "/src/pokermasa/" in frame.f_code.co_filename
        if is_counting and is_ours and not threading.current_thread().name.startswith("odds"):
            counts[frame.f_code] += 1

    def begin(*_: Any) -> None:
        nonlocal is_counting
        counts.clear()
        is_counting = True

    def end(*_: Any) -> None:
        nonlocal is_counting
        is_counting = False
        found = [
            (
                code.co_filename.partition("/src/pokermasa/")[2],
                f"{code.co_qualname}:{code.co_firstlineno}",
                number,
            )
            for code, number in counts.items()
        ]
        part = out.with_suffix(".part")
        part.write_text(json.dumps(found), "utf-8")
        part.rename(out)

    signal.signal(signal.SIGUSR1, begin)
    signal.signal(signal.SIGUSR2, end)
    threading.setprofile(note)
    sys.setprofile(note)
    sys.argv = ["masa", *arguments]
    main()


if __name__ == "__main__":
    if len(sys.argv) > 2:
        serve(Path(sys.argv[1]), sys.argv[2:])
    else:
        for what, counts in measured():
            files = {file for file, _ in counts}
            print(f"{what}: {counts.total()} calls, {len(counts)} functions, {len(files)} files")
            if os.environ.get("DETAIL"):
                for (file, name), number in sorted(counts.items()):
                    print(f"  {number:4} {file} {name}")
