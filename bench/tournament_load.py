"""Measures one tournament with many sockets in one server process, with its clients on another
core.

`python -m bench.tournament_load --players 1000`

Every program watches the tournament and its table, and waits about a second before it acts. An act
counts as delivered when the last socket at its table has received it. The tournament is played to
its end.
"""

import argparse
import asyncio
import json
import os
import re
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from bench.load.client import Client, connected
from bench.load.process import cpu, memory
from bench.load.room import generous
from bench.load.server import running

SEATS = 9
TOML = """
name = "load"
rules = "tda"
seats = 9
stack = 200
entrants = [2, {players}]
buy_in = 10
[levels]
rises = "hands"
every = {every}
beyond = "double"
scale = [[10, 20], [15, 30], [25, 50]]
"""
HEAD = re.compile(rb'^\{"type":"events","masa":"([^"]+)","seq":(\d+)')


class Programs:
    def __init__(self, rng: Random, id: str, pause: float) -> None:
        self.luck, self.id, self.pause = rng, id, pause
        self.loop = asyncio.get_running_loop()
        self.seq: dict[bytes, int] = {}
        self.sent: dict[tuple[bytes, int], float] = {}
        self.received: dict[tuple[bytes, int], float] = {}
        self.asked: dict[str, tuple[bytes, int]] = {}
        self.acts = self.refused = self.moves = 0
        self.over = asyncio.Event()
        self.codes: Counter[str] = Counter()
        self.first: Client | None = None
        """The only programs that read the standings. A thousand readers would need more than one
        core.
        """
        self.left: tuple[Any, ...] = ()
        self.bytes: Counter[bytes] = Counter()
        self.largest: Counter[bytes] = Counter()
        """Size of the largest message in bytes, by type."""

    def on_message(self, client: Client, message: bytes) -> None:
        kind = message[9 : message.find(b'"', 9)]
        self.bytes[kind] += len(message)
        self.largest[kind] = max(self.largest[kind], len(message))
        found = HEAD.match(message)
        if found is not None:
            key = found[1], int(found[2])
            self.seq[key[0]] = max(key[1], self.seq.get(key[0], 0))
            if key in self.sent:
                self.received[key] = self.loop.time()
        elif message.startswith(b'{"type":"act"'):
            offer = json.loads(message)
            turn = offer["masa"], offer["turn"]
            if client.seat != turn:  # sent again to players who have come to the table since
                client.seat = turn
                wait = self.pause * self.luck.uniform(0.5, 1.5)
                self.loop.call_later(wait, self.act, client, offer)
        elif message.startswith(b'{"type":"tournament_seat"'):
            seat = json.loads(message)
            self.moves += seat["was"] is not None
            client.say(do="watch", masa=seat["masa"], id=f"w{seat['masa']}")
        elif message.startswith(b'{"type":"view"'):
            view = json.loads(message)
            masa = view["masa"].encode()
            self.seq[masa] = max(view["seq"], self.seq.get(masa, 0))
        elif message.startswith(b'{"type":"refused"'):
            refused = json.loads(message)
            self.refused += 1
            self.codes[refused["code"]] += 1
            unsent = self.asked.get(refused["id"])
            if unsent is not None and unsent not in self.received:
                self.sent.pop(unsent, None)  # nobody will receive it
        elif b'"event":"finished"' in message:
            self.over.set()
        elif kind == b"standings" and client is self.first:
            data = json.loads(message)["figures"]
            figures = ("left", "tables", "level", "hands", "status", "hand_for_hand")
            self.left = tuple(data[name] for name in figures)

    def act(self, client: Client, offer: dict[str, Any]) -> None:
        if client.is_lost:
            return
        acts, dice = offer["acts"], self.luck.random()
        act = "CH" if "CH" in acts else "FO"
        if dice < 0.4 and "AA" in acts:
            act = "AA"
        elif dice < 0.8 and "CA" in acts:
            act = "CA"
        masa = offer["masa"].encode()
        self.acts += 1
        key, turn = (masa, self.seq.get(masa, 0) + 1), offer["turn"]
        id = f"{offer['masa']}{turn}"
        self.sent[key], self.asked[id] = self.loop.time(), key
        client.say(do="act", masa=offer["masa"], act=act, turn=turn, id=id)

    @property
    def latencies(self) -> list[float]:
        return sorted(received - self.sent[key] for key, received in self.received.items())

    @property
    def by_time(self) -> list[str]:
        first = min(self.sent.values(), default=0.0)
        found: dict[int, list[float]] = {}
        for key, message in self.received.items():
            found.setdefault(int(self.sent[key] - first) // 30, []).append(message - self.sent[key])
        slices = [sorted(waits) for _, waits in sorted(found.items())]
        return [f"{1000 * waits[len(waits) * 99 // 100]:.0f} ms" for waits in slices]


async def prepared(
    settings: dict[str, Any], players: int, every: int
) -> tuple[str, str, list[str]]:
    """Create all accounts and enter them, except for one, whose entry starts the tournament."""
    from pokermasa.server import app as room
    from pokermasa.server.director import entering
    from pokermasa.server.director.terms import Terms
    from pokermasa.server.protocol.tournament import Kind
    from pokermasa.server.settings import Settings
    from pokermasa.tournament import Structure

    app = room.build(Settings(**settings))
    async with app.router.lifespan_context(app):
        accounts, tournaments = app.state.accounts, app.state.lobby.tournaments
        structure = Structure.read(TOML.format(players=players, every=every))
        director = await tournaments.open("Load", Terms(kind=Kind.SIT_AND_GO), structure)
        secrets = []
        for number in range(players):
            account = await accounts.guest()
            secrets.append(await accounts.sessions.open(account))
            if number < players - 1:
                await entering.register(director, account)
        return director.id, secrets[-1], secrets


async def measure(players: int, pause: float, seconds: float, every: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        settings = generous(folder) | {"between_hands_ms": 200}
        began = time.monotonic()
        id, _, secrets = await prepared(settings, players, every)
        print(f"{players} have entered after {time.monotonic() - began:.0f} s", flush=True)
        with running("room", settings) as (port, pid):
            others = os.sched_getaffinity(0) - os.sched_getaffinity(pid)
            os.sched_setaffinity(0, others or os.sched_getaffinity(0))
            programs = Programs(Random(1), id, pause)
            async with connected(port, list(secrets), programs.on_message) as clients:
                programs.first = clients[0]
                for client in clients:
                    client.say(do="watch_tournament", tournament=id, id="t")
                await asyncio.sleep(2)
                busy, began = cpu(pid), time.monotonic()
                clients[-1].say(do="register", tournament=id, id="r")
                try:
                    async with asyncio.timeout(seconds):
                        await programs.over.wait()
                except TimeoutError:
                    print(f"not at its end yet: {programs.left}", flush=True)
                took, used = time.monotonic() - began, cpu(pid) - busy
                lost = sum(client.is_lost for client in clients)
                result = programs.latencies
                received = sum(client.messages for client in clients)
                print(
                    f"{players} sockets: {'over' if programs.over.is_set() else 'running'} after "
                    f"{took:.0f} s, {programs.acts} acts ({programs.acts / took:.0f} a second), "
                    f"{programs.moves} moves, {programs.refused} refused {dict(programs.codes)}, "
                    f"{lost} lost; "
                    f"told p50 {result[len(result) // 2] * 1000:.1f} ms, "
                    f"p99 {result[len(result) * 99 // 100] * 1000:.1f} ms, "
                    f"most {result[-1] * 1000:.0f} ms; {received / took:.0f} messages a second; "
                    f"server {100 * used / took:.0f} % of a core, {memory(pid) / 2**20:.0f} MiB; "
                    f"database {(Path(folder) / 'room.db').stat().st_size / 2**20:.0f} MiB",
                    flush=True,
                )
                print(f"  p99 in each half minute: {programs.by_time}", flush=True)
                for kind, size in programs.bytes.most_common(6):
                    print(
                        f"  {kind.decode()}: {size / took / 1e6:.2f} MB a second to all, "
                        f"the largest {programs.largest[kind] / 1e3:.1f} kB",
                        flush=True,
                    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds before each act")
    parser.add_argument("--seconds", type=float, default=600, help="at most")
    parser.add_argument("--every", type=int, default=1, help="hands of a level")
    options = parser.parse_args()
    asyncio.run(measure(options.players, options.pause, options.seconds, options.every))


if __name__ == "__main__":
    main()
