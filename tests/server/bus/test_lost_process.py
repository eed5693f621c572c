"""Tests of processes that stop or crash and of a bus that fails: every seat, chip and card
stays unchanged, and clients of another process play on over the same socket."""

import asyncio
import contextlib
import gc
import json
import logging
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import typer
from websockets.exceptions import InvalidHandshake

from pokermasa.cli.drain import drain
from pokermasa.client.client import RequestRefused
from pokermasa.server.bus.nats_server import NatsServer
from pokermasa.server.storage import database
from tests.masa.host import soak_terms
from tests.server.crash import (
    Nursery,
    Server,
    faults_in_the_books,
    halt,
    let_leases_run_out,
    on_the_table,
    stored,
)
from tests.server.picture import Drawing
from tests.server.postgres import Cluster
from tests.server.proxy import Proxy
from tests.server.room import PATIENCE, QUICK, CheckedClient, passive, run, until
from tests.server.several import nats, several, wait_for
from tests.server.store import POSTGRES, Store, reading

pytestmark = pytest.mark.sampled(2)

LEASE = 3000
PASSING = {"LOST_LEASE", "BUS", "STORAGE", "STALE_TURN"}
SLOW = {"act_time_ms": 600_000, "reconnect_grace_ms": 600_000}
"""Settings with such long limits that nobody is folded for being slow on a busy machine."""


@pytest.fixture(scope="module")
def bus() -> Iterator[NatsServer]:
    with nats() as server:
        yield server


class Player:
    """A player that checks and calls at one table and builds its own state from events. Every
    full view that it receives must equal that state."""

    def __init__(self, client: Any, masa: Any) -> None:
        self.drawing = Drawing()
        self.client, self.masa = client, masa
        self.hands = 0
        self.views: list[Any] = []
        self.cards = None
        self.asked = None
        self.is_holding = False
        self._task = asyncio.create_task(self._play())

    async def _play(self) -> None:
        while True:
            message = await self.client.next()
            self.drawing.draw(message)
            if message["type"] in ("view", "joined_table"):
                self.views.append(message)
            for event in message.get("events", ()):
                if event["event"] == "deal_pocket_cards":
                    self.cards = event["cards"]
                self.hands += event["event"] == "hand_ended"
            if message["type"] == "act":
                self.asked = message
                if not self.is_holding:
                    await self.act()

    @property
    def is_over(self) -> bool:
        """Whether the connection is closed."""
        return self._task.done()

    async def act(self) -> None:
        asked, self.asked = self.asked, None
        try:
            await self.client.act(asked, passive(asked))
        except RequestRefused as refused:
            assert refused.code in PASSING, refused  # noqa: PT017
            await asyncio.sleep(0.05)
            self.asked = self.asked or asked  # The turn's token stays valid when the table moves.

    async def more(self, hands: int) -> None:
        """Waits until *hands* more hands have been played."""
        wanted = self.hands + hands
        while self.hands < wanted:
            assert not self._task.done(), self._task.exception()
            await asyncio.sleep(0.005)

    async def stop(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def sit(client: CheckedClient, masa: Any, side: int) -> Player:
    await client.watch(masa)
    await client.ask("sit", masa=masa, side=side, stack=200)
    return Player(client, masa)


# Processes that stop in order


def test_a_stopping_process_hands_its_tables_over_between_hands(
    tmp_path: Path, bus: NatsServer, caplog: pytest.LogCaptureFixture
) -> None:
    """Clients of both processes play on without a new connection, and nothing is logged as a
    warning."""
    caplog.set_level(logging.INFO)
    with several(tmp_path, bus.url, bus.url, bus_prefix="drain", **SLOW) as (one, two):
        ada, bob = one.guest(), two.guest()
        masa = one.table(ada, sides=2)["id"]

        async def main() -> None:
            here = await sit(await one.connect(ada), masa, 0)
            there = await sit(await two.connect(bob), masa, 1)
            await here.more(2)
            draining = asyncio.create_task(asyncio.to_thread(one.run, one.lobby.drain()))
            await until(lambda: masa in two.lobby.tables)
            await draining
            assert masa not in one.lobby.tables
            # The table moved between two hands, so no hand was interrupted.
            await asyncio.gather(here.more(2), there.more(2))
            assert here.views[-1]["epoch"] == there.views[-1]["epoch"] != here.views[0]["epoch"]
            for player in (here, there):
                await player.stop()

        run(main())
        assert two.lobby.tables[masa].state.seated[0].name == ada.name
        assert two.lobby.tables[masa].state.seated[1].name == bob.name
        assert not one.lobby.tables
        # A process that is stopping adopts no tables.
        one.run(one.lobby.adopt())
        assert not one.lobby.tables
    assert any("goes to process" in text for text in caplog.messages)
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING] == []
    assert on_the_table(stored(tmp_path / "room.db", masa)) == 400
    assert faults_in_the_books(tmp_path / "room.db", masa) == []


def test_a_hand_that_lasts_too_long_is_handed_over_as_it_stands(
    tmp_path: Path, bus: NatsServer
) -> None:
    changes = {"bus_prefix": "late", "drain_ms": 0, **SLOW}
    with several(tmp_path, bus.url, bus.url, **changes) as (one, two):
        ada, bob = one.guest(), two.guest()
        masa = one.table(ada, sides=2)["id"]

        async def main() -> None:
            players = [
                await sit(await one.connect(ada), masa, 0),
                await sit(await two.connect(bob), masa, 1),
            ]
            for player in players:
                player.is_holding = True
            await until(lambda: any(p.asked for p in players) and all(p.cards for p in players))
            before = stored(tmp_path / "room.db", masa)
            await asyncio.to_thread(one.run, one.lobby.drain())
            await until(lambda: masa in two.lobby.tables)
            assert two.lobby.tables[masa].state.masa == before
            for player in players:
                await until(lambda player=player: len(player.views) > 2)  # type: ignore[misc]
                player.is_holding = False
            asked = next(player for player in players if player.asked)
            await asked.act()
            await asyncio.gather(*[player.more(2) for player in players])
            for player in players:
                await player.stop()

        run(main())
    assert faults_in_the_books(tmp_path / "room.db", masa) == []


def test_a_new_process_takes_its_share_of_the_tables(tmp_path: Path, bus: NatsServer) -> None:
    changes = {"bus_prefix": "share", "lease_ms": LEASE}
    with several(tmp_path, bus.url, **changes) as (one,):
        host = one.guest()
        masas = {one.table(host)["id"] for _ in range(6)}
        with several(tmp_path, bus.url, **changes) as (two,):
            wait_for(lambda: len(two.lobby.tables) == 3 and len(one.lobby.tables) == 3)
            assert {*one.lobby.tables, *two.lobby.tables} == masas
        wait_for(lambda: {*one.lobby.tables} == masas)


def test_a_process_of_another_machine_is_drained_over_the_bus(
    tmp_path: Path, bus: NatsServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command `masa admin drain MACHINE:NUMBER` needs only the address of the bus."""
    changes = {"bus_prefix": "order", "lease_ms": LEASE}
    with several(tmp_path, bus.url, bus.url, **changes) as (one, two):
        masa = one.table(one.guest())["id"]
        about = one.lobby.peers.about
        one.lobby.peers.about = lambda: about() | {"machine": "far", "pid": 7}

        def end() -> None:
            wait_for(lambda: one.server.should_exit)
            one.loop.call_soon_threadsafe(one.server.leave)

        ending = threading.Thread(target=end)
        ending.start()
        with pytest.raises(typer.Exit):
            drain(one.settings, "far:8")
        assert "there is no process far:8 of this room on this bus" in capsys.readouterr().err
        drain(one.settings, "far:7")
        ending.join(PATIENCE)
        wait_for(lambda: masa in two.lobby.tables)
        with pytest.raises(typer.Exit):
            drain(one.settings, "")
        assert "name it to drain it anyway" in capsys.readouterr().err


# The bus


def test_without_the_bus_each_process_goes_on_with_its_own_tables(tmp_path: Path) -> None:
    with (
        nats() as bus,
        several(tmp_path, bus.url, bus.url, bus_prefix="away", **SLOW) as (one, two),
    ):
        ada, bob, cem = one.guest(), one.guest(), two.guest()
        masa = one.table(ada, sides=2)["id"]

        async def main() -> None:
            players = [
                await sit(await one.connect(who), masa, side) for side, who in enumerate((ada, bob))
            ]
            looking = await two.connect(cem)
            await looking.watch(masa)
            assert (await looking.next("view"))["masa"] == masa
            await players[0].more(1)
            bus.kill()
            await until(lambda: not (one.lobby.peers.bus.is_up or two.lobby.peers.bus.is_up))
            await asyncio.gather(*[player.more(2) for player in players])
            with pytest.raises(RequestRefused) as refused:
                await looking.ask("sit", masa=masa, side=0, stack=200)
            assert refused.value.code == "BUS"
            with two.http(cem) as client:
                answer = client.get(f"/api/tables/{masa}")
                assert (answer.status_code, answer.json()["code"]) == (503, "BUS")
                assert answer.headers["retry-after"]
                health = client.get("/health").json()
                assert (health["ok"], health["bus"], health["processes"]) == (True, False, 1)
                assert client.get("/health/live").json() == {"ok": True}
            bus.start()
            # The client watches again without asking.
            while (await looking.next("view"))["masa"] != masa:
                pass
            with pytest.raises(RequestRefused) as refused:
                await looking.ask("sit", masa=masa, side=0, stack=200)
            assert refused.value.code == "SIDE_TAKEN"
            for player in players:
                await player.stop()

        run(main())
        with one.http() as client:
            assert client.get("/health").json()["bus"] is True
    assert faults_in_the_books(tmp_path / "room.db", masa) == []


@contextlib.contextmanager
def partition(port: int) -> Iterator[Proxy]:
    """Opens a proxy in front of the bus that can be silenced. It has its own event loop."""
    loop, ready, proxies = asyncio.new_event_loop(), threading.Event(), []

    async def main() -> None:
        async with Proxy(port) as proxy:
            proxies.append(proxy)
            stop = asyncio.Event()
            proxy.stop = lambda: loop.call_soon_threadsafe(stop.set)  # type: ignore[attr-defined]
            ready.set()
            await stop.wait()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for line in proxies[0].lines:
            for end in (line.client, line.server):
                end.close()
                with contextlib.suppress(OSError):
                    await end.wait_closed()

    thread = threading.Thread(target=lambda: loop.run_until_complete(main()))
    thread.start()
    assert ready.wait(PATIENCE)
    try:
        yield proxies[0]
    finally:
        proxies[0].stop()  # type: ignore[attr-defined]
        thread.join(PATIENCE)
        loop.close()


@pytest.mark.soak  # takes as long as a whole lease
@pytest.mark.filterwarnings("ignore:unclosed <StreamWriter:ResourceWarning")
def test_a_process_cut_off_from_the_bus_keeps_its_tables_and_reconnects(
    tmp_path: Path, bus: NatsServer
) -> None:
    """The process still reaches the database, so it renews its leases and keeps its tables."""
    changes = {"bus_prefix": "cut", "lease_ms": LEASE, **SLOW}
    with partition(bus.port) as line:
        behind = bus.url.replace(str(bus.port), str(line.port))
        with several(tmp_path, behind, bus.url, **changes) as (one, two):
            ada, bob = one.guest(), two.guest()
            masa = one.table(ada, sides=2)["id"]

            async def main() -> None:
                here = await sit(await one.connect(ada), masa, 0)
                there = await sit(await two.connect(bob), masa, 1)
                await here.more(2)
                line.is_away = True
                await until(lambda: not one.lobby.peers.alive and not two.lobby.peers.alive)
                await until(lambda: not one.lobby.tables[masa].all_here)
                assert masa in one.lobby.tables
                line.is_away = False
                await asyncio.gather(here.more(2), there.more(2))
                for player in (here, there):
                    await player.stop()

            run(main())
            assert masa in one.lobby.tables
            assert not one.lobby.tables[masa].is_lost
    assert faults_in_the_books(tmp_path / "room.db", masa) == []
    # Connections that nats-py left open are collected in this test and not in another one.
    gc.collect()


@pytest.mark.soak  # takes several whole leases
def test_a_process_cut_off_from_the_database_loses_its_tables_until_it_is_back(
    tmp_path: Path, bus: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection fails repeatedly, at varying moments of a hand. Acts are refused
    meanwhile, the other process goes on with the same cards and chips, and after the outage
    both players play on."""
    _, seed = soak_terms()
    dice = Random(seed)
    with (
        Cluster() as cluster,
        partition(cluster.port) as first,
        partition(cluster.port) as second,
    ):
        monkeypatch.setattr(Store, "kind", POSTGRES)
        monkeypatch.setattr(Store, "_cluster", cluster)
        monkeypatch.setattr(Store, "databases", {})
        url, lines = Store.url_of(tmp_path), (first, second)
        ways = [url.replace(f":{cluster.port}/", f":{line.port}/") for line in lines]
        assert url not in ways
        monkeypatch.setattr(database, "ANSWER_TIME_MS", 1000)
        changes = {"bus_prefix": "far", "lease_ms": LEASE, **SLOW}
        with several(tmp_path, bus.url, bus.url, databases=ways, **changes) as rooms:
            secrets = [room.guest() for room in rooms]
            masa = rooms[0].table(secrets[0], sides=2)["id"]

            def owners() -> list[int]:
                return [place for place, room in enumerate(rooms) if masa in room.lobby.tables]

            def is_at(place: int) -> bool:
                return place in owners()

            async def main() -> None:
                players = [
                    await sit(await room.connect(secret), masa, side)
                    for side, (room, secret) in enumerate(zip(rooms, secrets, strict=True))
                ]
                for _ in range(4):
                    await asyncio.gather(*[player.more(2) for player in players])
                    await asyncio.sleep(dice.uniform(0, 0.1))
                    (there,) = owners()
                    lines[there].is_away = True
                    await until(partial(is_at, 1 - there))
                    before = on_the_table(stored(tmp_path / "room.db", masa))
                    assert before == 400
                    lines[there].is_away = False
                    await until(lambda: len(owners()) == 1)
                    for place, room in enumerate(rooms):
                        # The connection was cut, so the player reconnects as clients do.
                        if players[place].is_over:
                            players[place] = Player(await room.connect(secrets[place]), masa)
                            await players[place].client.watch(masa)
                    for player in players:
                        if player.asked:
                            await player.act()
                await asyncio.gather(*[player.more(1) for player in players])
                for player in players:
                    await player.stop()

            run(main())
        assert on_the_table(stored(tmp_path / "room.db", masa)) == 400
        assert faults_in_the_books(tmp_path / "room.db", masa) == []
        Store.databases.clear()  # The databases were deleted with their server.


# Processes that are killed or suspended


def guest(server: Server) -> str:
    answer = httpx.post(f"{server.http}/api/guests", timeout=PATIENCE)
    assert answer.status_code == 201, answer.text
    return next(value for name, value in answer.cookies.items() if name.endswith("masa"))


async def answers(server: Server) -> None:
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        while True:
            with contextlib.suppress(httpx.TransportError):
                found = await client.get(f"{server.http}/health")
                if found.status_code == 200 and found.json()["processes"] == 2:
                    return
            await asyncio.sleep(0.01)


def owner(file: Path, masa: str) -> str:
    with reading(file) as connection:
        found: tuple[str] = connection.execute(
            "SELECT owner FROM lease WHERE masa=?", [masa]
        ).fetchone()
    return found[0]


@pytest.mark.sampled(4)
@pytest.mark.both_stores
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_the_tables_of_a_lost_process_continue_in_another_process_in_mid_hand(
    tmp_path: Path, bus: NatsServer, nursery: Nursery, how: signal.Signals, store: str
) -> None:
    """A process that was stopped instead of killed wakes up when another process has its
    tables. It writes nothing more, and its own client plays on at the new owner."""
    settings = (
        QUICK
        | SLOW
        | {
            "data": str(tmp_path),
            "database": Store.url_of(tmp_path),
            "bus": bus.url,
            "bus_prefix": f"lost-{store}-{int(how)}",
            "lease_ms": LEASE,
        }
    )
    file = tmp_path / "room.db"

    async def main() -> Any:
        lost = nursery.start(settings)
        ada = guest(lost)
        async with httpx.AsyncClient(headers={"Authorization": f"Bearer {ada}"}) as client:
            made = await client.post(f"{lost.http}/api/tables", json={"name": "T", "sides": 2})
            masa = made.json()["id"]
        first_owner = owner(file, masa)
        other = nursery.start(settings)
        await answers(other)
        bob = guest(other)
        players = [
            await sit(await CheckedClient.connect(lost.http, ada), masa, 0),
            await sit(await CheckedClient.connect(other.http, bob), masa, 1),
        ]
        await players[1].more(2)
        for player in players:
            player.is_holding = True
        await until(lambda: any(player.asked for player in players))
        # It was suspended too long because the machine is busy.
        if owner(file, masa) != first_owner:
            lost, other = other, lost
            ada, bob = bob, ada
            players.reverse()
        before = stored(file, masa)
        cards: Any = players[1].cards
        seen = len(players[1].views)
        if how == signal.SIGKILL:
            lost.kill()
        else:
            halt(lost, file)
            let_leases_run_out(file)
        # The new owner sends the full state over the same socket.
        await until(lambda: len(players[1].views) > seen)
        view = players[1].views[-1]
        assert view["view"]["game"] is not None
        assert all(f'"{card}"' in json.dumps(view["view"]) for card in cards)
        assert stored(file, masa) == before
        if how == signal.SIGKILL:
            await players[0].stop()
            players[0] = Player(await CheckedClient.connect(other.http, ada), masa)
            await players[0].client.watch(masa)
        else:
            os.kill(lost.pid, signal.SIGCONT)
            seen = len(players[0].views)
            await until(lambda: len(players[0].views) > seen)
        for player in players:
            player.is_holding = False
        await until(lambda: any(player.asked for player in players) or players[0].hands)
        for player in players:
            if player.asked:
                await player.act()
        await asyncio.gather(*[player.more(2) for player in players])
        for player in players:
            await player.stop()
        other.kill()
        lost.kill()
        await other.death()
        return masa

    masa = run(main())
    assert on_the_table(stored(file, masa)) == 400
    assert faults_in_the_books(file, masa) == []


@pytest.mark.soak
@pytest.mark.both_stores
def test_players_lose_nothing_while_processes_are_killed_repeatedly(
    tmp_path: Path, bus: NatsServer, nursery: Nursery, store: str
) -> None:
    """Two processes run at a time. Every few seconds one is killed or stopped and another one
    starts. Players connect to any living process and lose nothing."""
    seconds, seed = soak_terms()
    dice = Random(seed)
    tables = int(os.environ.get("TABLES") or 8)
    every = float(os.environ.get("EVERY") or LEASE / 1000)
    Drawing.faults, Drawing.compared = [], 0
    settings = (
        QUICK
        | SLOW
        | {
            "data": str(tmp_path),
            "database": Store.url_of(tmp_path),
            "bus": bus.url,
            "bus_prefix": f"again-{store}",
            "lease_ms": LEASE,
        }
    )
    living = [nursery.start(settings) for _ in range(2)]
    hands: Counter[Any] = Counter()
    done = False

    async def play(secret: str, masa: Any, side: int) -> None:
        """Plays until the test ends, connected to any living process."""
        is_seated = False
        while not done:
            player = None
            with contextlib.suppress(OSError, InvalidHandshake, RequestRefused):
                server = dice.choice(living)
                async with asyncio.timeout(20):  # A suspended process does not answer.
                    client = await CheckedClient.connect(server.http, secret)
                    await client.watch(masa)
                    if not is_seated:
                        with contextlib.suppress(RequestRefused):
                            await client.ask("sit", masa=masa, side=side, stack=400, id=f"s{side}")
                        is_seated = True
                player = Player(client, masa)
                while not player.is_over and not done and server in living:
                    await asyncio.sleep(0.5)
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(20):
                            # Requests the full view instead of the missed events.
                            await client.ask("watch", masa=masa)
            if player is not None:
                hands[masa] += player.hands
                await player.stop()
                await player.client.close()
            await asyncio.sleep(0.05)

    async def main() -> list[Any]:
        nonlocal done
        masas, secrets = [], []
        for server in living:
            await answers(server)
        for number in range(tables):
            server = living[number % 2]
            secrets.append([guest(server) for _ in range(2)])
            headers = {"Authorization": f"Bearer {secrets[-1][0]}"}
            async with httpx.AsyncClient(headers=headers, timeout=PATIENCE) as client:
                body = {"name": "T", "sides": 2}
                masas.append(
                    (await client.post(f"{server.http}/api/tables", json=body)).json()["id"]
                )
        playing = [
            asyncio.create_task(play(secret, masa, side))
            for masa, two in zip(masas, secrets, strict=True)
            for side, secret in enumerate(two)
        ]
        until_then = time.monotonic() + seconds
        kills = 0
        while time.monotonic() < until_then:
            await asyncio.sleep(dice.uniform(0.5, 1.5) * every)
            lost = living.pop(dice.randrange(2))
            stops = dice.random() < 0.3
            os.kill(lost.pid, signal.SIGSTOP if stops else signal.SIGKILL)
            kills += 1
            living.append(nursery.start(settings))
            if stops:
                await asyncio.sleep(1.5 * LEASE / 1000)
                os.kill(lost.pid, signal.SIGCONT)
                await asyncio.sleep(dice.uniform(0, 1))
                lost.kill()
        played = Counter(hands)
        await asyncio.sleep(2 * LEASE / 1000)
        done = True
        await asyncio.gather(*playing)
        for server in living:
            server.kill()
            await server.death()
        assert all(hands[masa] > played[masa] for masa in masas), "a table does not go on"
        assert not Drawing.faults, Drawing.faults[0]
        assert Drawing.compared > tables
        print(
            f"SEED={seed}: {kills} processes lost, {sum(hands.values()) // 2} hands at {tables} "
            f"tables, {Drawing.compared} pictures compared"
        )
        return masas

    masas = asyncio.run(main())
    file = tmp_path / "room.db"
    assert faults_in_the_books(file, *masas) == []
    for masa in masas:
        assert on_the_table(stored(file, masa)) == 800
