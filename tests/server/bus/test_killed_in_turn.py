"""Kills one of two `masa serve` processes every 20 seconds while players at many tables raise, fold
and go all in. The processes share one PostgreSQL and one NATS server, and each behaves like a
machine of its own.

`TABLES=50 EVERY=20 SECONDS=600 make soak`. Afterwards the room and the test audit the ledger. Every
account has the chips that follow from its hands, every acknowledged act is in its hand exactly once
as it was sent, no hand contains an act that nobody sent, and the state that each client built from
events equals the room's.
"""

import asyncio
import contextlib
import itertools
import json
import os
import re
import signal
import subprocess
import time
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidHandshake

from pokermasa.client.client import RequestRefused
from pokermasa.masa import save
from pokermasa.notation import uci
from pokermasa.rules import Situation
from tests.masa.host import soak_terms
from tests.server.bus.test_lost_process import PASSING
from tests.server.bus.test_workers import MASA, guest
from tests.server.crash import faults_in_the_books, stored
from tests.server.picture import Drawing
from tests.server.postgres import Cluster
from tests.server.room import PATIENCE, CheckedClient
from tests.server.several import nats
from tests.server.store import Store, reading

LEASE = 3000
GRANT = 10**7
PEOPLE = 3
"""Players at each table. At every fifth table, house bots fill the other sides."""
SETTINGS = {
    "LEASE_MS": LEASE,
    "SIGNUP_GRANT": GRANT,
    "HOUSE_TABLES": False,
    "STUDY_WORKERS": 0,
    "BETWEEN_HANDS_MS": 1000,
    "BOT_DELAY_MS": 200,
    # A busy machine must not cause timeouts.
    "ACT_TIME_MS": 600_000,
    "RECONNECT_GRACE_MS": 600_000,
    "ACCOUNTS_AN_ADDRESS": 10**6,
    "LOGINS_A_MINUTE": 10**5,
    "ACTS_A_SECOND": 10**4,
    "REQUESTS_A_SECOND": 10**4,
    "SOCKETS_AN_ADDRESS": 10**4,
    "CONNECTIONS_AN_ADDRESS": 10**4,
}


class Machine:
    """A room process with its own data folder. Others notice its death only when its lease
    expires."""

    def __init__(self, folder: Any, database: Any, bus: Any) -> None:
        folder.mkdir(mode=0o700)
        self._folder, self._log = folder, folder.with_suffix(".log")
        words = SETTINGS | {"DATABASE": database, "BUS": bus, "DATA": folder}
        self._env = os.environ | {f"POKERMASA_{name}": str(value) for name, value in words.items()}
        self._port = "0"
        self.url = ""
        self.process: Any = None

    def start(self) -> None:
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [*MASA, "serve", "--port", self._port],
                env=self._env,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    async def open(self) -> None:
        """Waits until the process accepts connections, and checks that its address stays the
        same."""
        line = await asyncio.to_thread(self.process.stdout.readline)
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert found, self._log.read_text()
        self.url, self._port = found[0], found[1]

    def end(self, how: Any) -> Any:
        if self.process is None:
            return None
        self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return status

    def faults(self) -> Any:
        """Return the logged faults of the process itself, without errors about a killed
        dependency."""
        return [line for line in self._log.read_text().splitlines() if "fault" in line]


class Program:
    """A player at one side of one table during the whole test, connected to any machine that
    answers."""

    def __init__(self, secret: Any, masa: Any, machines: Any, seed: Any) -> None:
        self.secret, self.masa = secret, masa
        self._machines = machines
        self._dice = Random(seed)
        self.is_over = False
        self.name = ""
        """The account's name, once the program has a seat."""
        self.tried: defaultdict[Any, list[Any]] = defaultdict(list)
        """Acts that were sent, by turn."""
        self.done: dict[Any, Any] = {}
        """The acknowledged act of each turn."""
        self.arrivals: list[Any] = []
        """Times at which events of the table arrived."""
        self.connections = 0

    async def play(self) -> None:
        while not self.is_over:
            with contextlib.suppress(OSError, InvalidHandshake, RequestRefused, TimeoutError):
                async with asyncio.timeout(20):
                    machine = self._dice.choice(self._machines)
                    client = await CheckedClient.connect(machine.url, self.secret)
                async with client:
                    await (self._stay(client) if self.name else self._sit(client))
            await asyncio.sleep(0.1)

    async def _sit(self, client: Any) -> None:
        async with asyncio.timeout(20):
            with contextlib.suppress(RequestRefused):  # The player already has a seat.
                await client.ask("sit", id="sit", masa=self.masa, stack=200)
            await client.ask("auto_top_up", masa=self.masa, to=200)
            self.name = client.name

    async def _stay(self, client: Any) -> None:
        drawing = Drawing(f"{self.masa}, {client.name}")
        async with asyncio.timeout(20):
            await client.watch(self.masa)
        self.connections += 1
        self._asked, self._turn = asyncio.Event(), None
        asking = asyncio.create_task(self._ask(client))
        try:
            while not self.is_over:
                assert not asking.done(), asking.result()
                message = await client.next()
                drawing.draw(message)
                if message["type"] == "events":
                    self.arrivals.append(time.monotonic())
                elif message["type"] == "act":
                    self._turn = message
                    self._asked.set()
        finally:
            asking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asking

    async def _ask(self, client: Any) -> None:
        """Acts on each turn, and sometimes requests the full state."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._dice.uniform(1, 5)):
                    await self._asked.wait()
            if not self._asked.is_set():
                with contextlib.suppress(RequestRefused):
                    # Requests the full view instead of the missed events.
                    await client.ask("watch", masa=self.masa)
                continue
            await asyncio.sleep(self._dice.expovariate(1))
            asked = self._turn
            act = self._choice(asked)
            self.tried[asked["turn"]].append(act)
            self._asked.clear()
            try:
                await client.act(asked, act)
            except RequestRefused as refused:
                assert refused.code in PASSING, refused  # noqa: PT017
                if refused.code != "STALE_TURN" and self._turn is asked:
                    self._asked.set()  # The turn's token stays valid when the table moves.
            else:
                assert asked["turn"] not in self.done, "one turn was answered twice"
                self.done[asked["turn"]] = act

    def _choice(self, asked: Any) -> Any:
        acts = [act for act in asked["acts"] if act != "AA"]
        if asked["least"] is not None and asked["least"] < asked["most"]:
            acts.append(f"RR{self._dice.randrange(asked['least'], asked['most'])}")
        if not acts or self._dice.random() < 0.05:
            return "AA" if "AA" in asked["acts"] else acts[0]
        return self._dice.choice(acts)


async def opened(machine: Any, number: Any) -> Any:
    """Open a table. Return its id and the sessions of its players; the first one is the host."""
    secrets = [await asyncio.to_thread(guest, machine.url) for _ in range(PEOPLE)]
    headers = {"Authorization": f"Bearer {secrets[0]}"}
    body = {"name": f"T{number}", "sides": 5 if number % 5 == 4 else PEOPLE}
    body |= {"bots": number % 5 == 4, "rules": "tda"}
    async with httpx.AsyncClient(headers=headers, timeout=PATIENCE) as client:
        made = await client.post(f"{machine.url}/api/tables", json=body)
        assert made.status_code == 201, made.text
    return made.json()["id"], secrets


def faults_in_the_hands(file: Any, programs: Any) -> Any:
    """Return acts that are missing, duplicated or of another player, and accounts whose chips do
    not follow from their hands.
    """
    masas = {program.masa: stored(file, program.masa) for program in programs}
    with reading(file) as connection:

        def found(options: Any) -> Any:
            return connection.execute(options).fetchall()

        by_name = {program.name: program for program in programs}
        by_account = {
            id: by_name[name]
            for id, name in found("SELECT id, name FROM account")
            if name in by_name
        }
        hands = found("SELECT id, masa, number, value FROM hand")
        players = {
            (hand, stack): by_account.get(account)
            for hand, stack, account in found("SELECT hand, stack, account FROM hand_player")
        }
        nets = dict(found("SELECT account, SUM(net) FROM hand_player GROUP BY account"))
        chips = dict(found("SELECT book, amount FROM balance"))
        seats = found("SELECT account, masa, side FROM seat")
    saved, faults = set(), []
    for id, masa, number, value in hands:
        for index, stack, act in _acts(save.game_from_data(json.loads(value)["game"])):
            turn, program = f"{number}.{index}", players[id, stack]
            saved.add((masa, turn))
            if program is None:
                continue  # a house bot
            tried = program.tried.get(turn, [])
            if act not in tried or program.done.get(turn, act) != act:
                faults.append(f"{masa} {turn}: {act} is kept, of {tried} that was sent")
    for program in programs:
        masa = masas[program.masa]
        now = "none" if masa.game is None else f"{masa.hands}."
        faults += [
            f"{program.masa} {turn}: {act} was acknowledged and is not kept"
            for turn, act in program.done.items()
            if (program.masa, turn) not in saved and not turn.startswith(now)
        ]
    for account, id, side in seats:
        if account in by_account:
            has = chips[f"account:{account}"] + _stack(masas[id], side)
            if has != GRANT + nets.get(account, 0):
                faults.append(f"account {account} has {has}, by its hands {nets.get(account)} more")
    if {by_account.get(account) for account, *_ in seats} - {None} != {*programs}:
        faults.append("somebody has lost a seat")
    return faults


def _acts(game: Any) -> Any:
    """Yield index, player and Uci text of each act of the game."""
    situation = Situation(game.opened, None)
    for index, act in enumerate(game.acts):
        words = uci.write(act)
        yield index, situation.dealer.turn_to_act, "AA" if words.startswith("A") else words
        situation = situation.move(act).situation_after


def _stack(masa: Any, side: Any) -> Any:
    """Return the stack of *side* at the start of the current hand."""
    game = masa.game
    if game is not None and side in game.sides:
        return game.stacks[game.sides.index(side)]
    return masa.seats[side].stack


def pauses(programs: Any, begun: Any, ended: Any) -> Any:
    """Return the longest pause between two events at each table, as its players received them."""
    received: defaultdict[Any, list[Any]] = defaultdict(list)
    for program in programs:
        received[program.masa] += program.arrivals
    longest = {}
    for masa, times in received.items():
        moments = sorted([begun, *times, ended])
        longest[masa] = max(after - before for before, after in itertools.pairwise(moments))
    return sorted(longest.values())


@pytest.mark.soak
def test_two_machines_are_killed_in_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds, seed = soak_terms()
    tables = int(os.environ.get("TABLES") or 8)
    every = float(os.environ.get("EVERY") or 8)
    dice = Random(seed)
    Drawing.faults, Drawing.compared = [], 0
    with nats() as bus, Cluster(is_durable=True) as cluster:
        database = cluster.url(cluster.template)
        monkeypatch.setattr(Store, "url_of", lambda folder: database)
        machines = [Machine(tmp_path / name, database, bus.url) for name in ("one", "two")]
        programs: list[Any]
        programs, kills = [], 0

        async def kill_in_turn(begun: Any) -> None:
            nonlocal kills
            while time.monotonic() < begun + seconds:
                await asyncio.sleep(every * dice.uniform(0.9, 1.1))
                lost = machines[kills % 2]
                lost.end(signal.SIGKILL)
                kills += 1
                lost.start()
                await lost.open()
            await asyncio.sleep(every)
            for program in programs:
                program.is_over = True

        async def main() -> Any:
            for machine in machines:
                machine.start()
                await machine.open()
            for number in range(tables):
                masa, secrets = await opened(machines[number % 2], number)
                for secret in secrets:
                    programs.append(Program(secret, masa, machines, f"{seed} {len(programs)}"))
            begun = time.monotonic()
            async with asyncio.TaskGroup() as group:
                for program in programs:
                    group.create_task(program.play())
                group.create_task(kill_in_turn(begun))
            return pauses(programs, begun, time.monotonic())

        try:
            standing = asyncio.run(main())
            for machine in machines:
                assert machine.end(signal.SIGINT) == 128 + signal.SIGINT
        finally:
            for machine in machines:
                machine.end(signal.SIGKILL)
        audit = [*MASA, "admin", "audit", "--database", database]
        audited = subprocess.run(audit, check=False, capture_output=True, text=True)
        file = tmp_path / "room.db"
        with reading(file) as connection:
            (hands,) = connection.execute("SELECT COUNT(*) FROM hand").fetchone()
        print(
            f"SEED={seed}: {kills} processes killed, {hands} hands and "
            f"{sum(len(p.done) for p in programs)} acts at {tables} tables, "
            f"{sum(p.connections for p in programs)} connections, {Drawing.compared} pictures "
            f"compared; longest pause of a table {standing[len(standing) // 2]:.1f} s (half of "
            f"them), {standing[-1]:.1f} s (the longest of all)"
        )
        assert audited.returncode == 0, audited.stdout + audited.stderr
        assert faults_in_the_books(file, *{program.masa for program in programs}) == []
        assert faults_in_the_hands(file, programs) == []
        assert not Drawing.faults, Drawing.faults[0]
        assert Drawing.compared > tables
        assert standing[-1] < every, "a table has stood still from one kill to the next"
        for machine in machines:
            assert machine.faults() == []
