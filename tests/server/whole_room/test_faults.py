"""Tests of broken connections, duplicate and late messages, full disks, clocks that jump and a
second process: nothing acknowledged is lost, other clients are not affected, and play goes on."""

import asyncio
import contextlib
import json
import os
import resource
import signal
import socket
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from pokermasa.masa import save
from pokermasa.notation import uci
from pokermasa.server.connection import connection
from pokermasa.server.refusal import Refused
from pokermasa.server.table.actor import TableActor
from tests.masa.host import soak_terms
from tests.masa.walk import chosen
from tests.server.crash import (
    Nursery,
    faults_in_the_books,
    halt,
    let_leases_run_out,
    on_the_table,
    stored,
)
from tests.server.room import Opened, open_room, play_hands, run, seat, until
from tests.server.store import SQLITE, Store
from tests.server.virtual_clock import VirtualClock
from tests.server.wired import PATIENCE, Hall, Line, StillClock, odds_are_told, opened

pytestmark = pytest.mark.sampled(2)

DAY = 24 * 3600


class Felt:
    """A table with three players and a spectator."""

    def __init__(self, hall: Hall, masa: str, secrets: list[str], lines: list[Line]) -> None:
        self.hall = hall
        self.masa = masa
        self.secrets = secrets
        self.lines = lines

    @classmethod
    async def laid(cls, hall: Hall, players: int = 3) -> "Felt":
        secrets = [await hall.guest() for _ in range(players + 1)]
        masa = await hall.table(secrets[0])
        lines = [await hall.line(secret) for secret in secrets]
        felt = cls(hall, masa, secrets, lines)
        for side, line in enumerate(lines):
            assert (await line.ask(do="watch", masa=masa))["type"] == "done"
            if side < players:
                sat = await line.ask(do="sit", masa=masa, side=side, stack=200)
                assert sat["type"] == "done", sat
        return felt

    @property
    def room(self) -> TableActor:
        room: TableActor = self.hall.lobby.tables[self.masa]
        return room

    @property
    def database(self) -> Path:
        return self.hall.settings.data / "room.db"

    def frame(self, rng: Random, id: str) -> tuple[Line, str]:
        """Return the connection of the player to act, and a frame with the next act."""
        side = self.room.state.masa.to_act
        assert side is not None
        act = uci.write(chosen(self.room.state.masa, rng))
        ask = {
            "do": "act",
            "masa": self.masa,
            "act": act,
            "turn": self.room.act_clock.token,
            "id": id,
        }
        return self.lines[side], json.dumps(ask)

    async def act(self, rng: Random, id: str | None = None) -> dict[str, Any]:
        id = id or f"act {rng.random()}"
        line, frame = self.frame(rng, id)
        return await line.say(frame, id)

    async def hand(self, rng: Random) -> None:
        if self.room.state.masa.game is None:
            await self.room.deal()
        while self.room.state.masa.to_act is not None:
            answer = await self.act(rng)
            assert answer["type"] == "done", answer

    def check_books(self) -> None:
        assert stored(self.database, self.masa) == self.room.state.masa
        assert faults_in_the_books(self.database, self.masa) == []


def batches(messages: list[dict[str, Any]]) -> dict[int, Any]:
    """Return the events by sequence number. The same number must always have the same events."""
    result: dict[int, Any] = {}
    for message in messages:
        if message["type"] == "events":
            assert result.setdefault(message["seq"], message["events"]) == message["events"]
    return result


# Disconnecting clients


async def drop_everywhere(hall: Hall, seed: object, hands: int) -> int:
    """Disconnect a player and a spectator at every message of *hands* hands. They reconnect at
    once, and at the end they must know the same as clients that never left. Return the number of
    disconnections.
    """
    rng = Random(f"drop {seed}")
    felt = await Felt.laid(hall)
    staying = [await hall.line(felt.secrets[0]), await hall.line(felt.secrets[3])]
    coming = [await hall.line(felt.secrets[0]), await hall.line(felt.secrets[3])]
    for line in (*staying, *coming):
        await line.ask(do="watch", masa=felt.masa)
    messages_received: list[list[dict[str, Any]]] = [[], []]
    epoch = felt.room.state.epoch
    drops = 0
    for _ in range(hands):
        await felt.room.deal()
        while felt.room.state.masa.to_act is not None:
            for number, line in enumerate(coming):
                # The client loses the last messages that were sent to it.
                await line.flush()
                messages_received[number] += line.messages[: rng.randrange(len(line.received) + 1)]
                await line.close()
                received = batches(messages_received[number])
                coming[number] = await hall.line(felt.secrets[3 * number])
                await coming[number].ask(
                    do="watch", masa=felt.masa, epoch=epoch, seq=max(received, default=0)
                )
                drops += 1
            assert (await felt.act(rng))["type"] == "done"
        await odds_are_told()
        if felt.room.state.masa.nb_players < 2 or not felt.room.state.masa.is_dealable:
            break
    for number, (line, back) in enumerate(zip(staying, coming, strict=True)):
        await line.flush()
        await back.flush()
        messages_received[number] += back.messages
        whole = batches(line.messages)
        again = batches(messages_received[number])
        assert {seq: received for seq, received in again.items() if seq >= min(whole)} == whole
        for seq in range(felt.room.broadcast.feed.seq + 1):
            late = await hall.line(felt.secrets[3 * number])
            await late.ask(do="watch", masa=felt.masa, epoch=epoch, seq=seq)
            tail = batches(late.messages)
            if not any(m["type"] == "view" for m in late.messages):
                tail = {
                    number: received for number, received in tail.items() if number >= min(whole)
                }
                assert tail == {
                    number: received for number, received in whole.items() if number > seq
                }
            await late.close()
            drops += 1
    return drops


def test_a_client_that_reconnects_after_any_message_has_the_same_state(tmp_path: Path) -> None:
    async def main() -> int:
        async with opened(tmp_path) as hall:
            return await drop_everywhere(hall, 1, hands=2)

    assert asyncio.run(main()) > 30


def test_watching_again_while_events_are_pending_delivers_nothing_twice(tmp_path: Path) -> None:
    """A program sends requests before it has read pending messages."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt, rng = await Felt.laid(hall), Random("twice")
            for secret in (felt.secrets[0], felt.secrets[3]):  # a player and a spectator
                line = await hall.line(secret)
                await line.ask(do="watch", masa=felt.masa)
                seq = line.last("view")["seq"]
                await felt.room.deal()
                while felt.room.state.masa.to_act is not None:
                    assert (await felt.act(rng))["type"] == "done"
                    await line.ask(do="watch", masa=felt.masa, epoch=felt.room.state.epoch, seq=seq)
                await line.flush()
                received = [m["seq"] for m in line.messages if m["type"] == "events"]
                assert received == sorted(set(received))
                assert len(received) > 3

    asyncio.run(main())


@pytest.mark.parametrize(
    ("epoch", "seq"), [("", -1), ("another", 0), ("same", 10**9), ("same", -(10**30))]
)
def test_a_client_that_requests_unavailable_events_gets_the_whole_view(
    tmp_path: Path, epoch: str, seq: int
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall)
            await felt.room.deal()
            line = await hall.line(felt.secrets[1])
            asked = felt.room.state.epoch if epoch == "same" else epoch
            await line.ask(do="watch", masa=felt.masa, epoch=asked, seq=seq)
            view = line.last("view")
            assert view["seq"] == felt.room.broadcast.feed.seq
            mine = next(p for p in view["view"]["game"]["players"] if p["side"] == 1)
            assert len(mine["cards"]) == 2

    asyncio.run(main())


def test_after_a_long_absence_the_view_is_sent_instead_of_dropped_events(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall)
            for number in range(260):
                value = number % 2 == 0
                answer = await felt.lines[1].ask(do="sit_out", masa=felt.masa, value=value)
                assert answer["type"] == "done", answer
            line = await hall.line(felt.secrets[0])
            await line.ask(do="watch", masa=felt.masa, epoch=felt.room.state.epoch, seq=1)
            assert line.last("view")["seq"] == felt.room.broadcast.feed.seq

    asyncio.run(main())


def test_a_preselected_act_is_still_there_after_reconnecting(tmp_path: Path) -> None:
    """Includes side 0, whose number is falsy."""

    async def main(side: int) -> None:
        async with opened(tmp_path / str(side)) as hall:
            felt = await Felt.laid(hall)
            await felt.room.deal()
            while felt.room.state.masa.to_act == side:
                assert (await felt.act(Random(1)))["type"] == "done"
            line = felt.lines[side]
            answer = await line.ask(do="preselect", masa=felt.masa, choice="fold")
            assert answer["type"] == "done", answer
            received = [text for text in line.received if '"event":"preselect"' in text]
            assert received, "nobody told the player itself"
            await felt.lines[3].flush()
            assert not any('"event":"preselect"' in text for text in felt.lines[3].received)
            for seq in (-1, felt.room.broadcast.feed.seq):
                back = await hall.line(felt.secrets[side])
                await back.ask(do="watch", masa=felt.masa, epoch=felt.room.state.epoch, seq=seq)
                assert '"fold"' in "".join(back.received), f"forgotten by watch from {seq}"

    for side in (0, 1):
        asyncio.run(main(side))


# Duplicate, late and reordered messages


async def replay_everything(hall: Hall, seed: object, hands: int) -> int:
    """Send every frame twice, and later all of them again in random order. Return the number of
    frames.
    """
    rng = Random(f"replay {seed}")
    felt = await Felt.laid(hall)
    sent: list[tuple[Line, str, str]] = []
    for number in range(hands):
        if not felt.room.state.masa.is_dealable:
            break
        await felt.room.deal()
        while felt.room.state.masa.to_act is not None:
            id = f"{number}.{len(sent)}"
            line, frame = felt.frame(rng, id)
            if rng.random() < 0.3:  # over another connection of the same account, at the same time
                twin = await hall.line(felt.secrets[felt.lines.index(line)])
                twin.send(frame)
                answer = await line.say(frame, id)
                second = await twin.answer(id)
                await twin.close()
            else:
                answer = await line.say(frame, id)
                after = save.write(felt.room.state.masa)
                second = await line.say(frame, id)
                assert save.write(felt.room.state.masa) == after, "done twice"
            assert answer == second
            assert answer["type"] == "done", answer
            sent.append((line, frame, id))
            # A stale turn with a new id.
            stale = json.dumps({**json.loads(rng.choice(sent)[1]), "id": f"stale {id}"})
            refused = await line.say(stale, f"stale {id}")
            assert refused["code"] in ("STALE_TURN", "NOT_ALLOWED"), refused
        await odds_are_told()
        value, seq = save.write(felt.room.state.masa), felt.room.broadcast.feed.seq
        rng.shuffle(sent)
        for line, frame, id in sent:
            await line.say(frame, id)
        assert (save.write(felt.room.state.masa), felt.room.broadcast.feed.seq) == (value, seq)
    felt.check_books()
    return len(sent)


def test_duplicate_stale_reordered_and_replayed_messages_change_nothing(tmp_path: Path) -> None:
    async def main() -> int:
        async with opened(tmp_path) as hall:
            return await replay_everything(hall, 1, hands=3)

    assert asyncio.run(main()) > 10


def test_a_repeated_top_up_request_with_one_id_is_done_once(tmp_path: Path) -> None:
    """The requests come on two connections at once, and again after a restart."""

    async def main() -> None:
        ask = {"do": "top_up", "amount": 50, "id": "more"}
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall)
            frame = json.dumps({**ask, "masa": felt.masa})
            twin = await hall.line(felt.secrets[0])
            twin.send(frame)
            felt.lines[0].send(frame)
            one, other = await felt.lines[0].answer("more"), await twin.answer("more")
            assert one == other
            assert one["type"] == "done"
            assert felt.room.state.masa.seat(0).stack == 250
            felt.check_books()
        async with opened(tmp_path) as hall:
            line = await hall.line(felt.secrets[0])
            await line.say(frame, "more")
            assert hall.lobby.tables[felt.masa].state.masa.seats[0].stack == 250

    asyncio.run(main())


# Clients that stop reading


def test_a_client_that_stops_reading_is_disconnected_and_delays_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "MOST_BEHIND", 20)

    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall)
            stuck = await hall.line(felt.secrets[3])
            await stuck.ask(do="watch", masa=felt.masa)
            stuck.is_writable = False
            watching = len(felt.room.audience.viewers)
            rng = Random(1)
            for _ in range(4):
                await felt.room.deal()
                while felt.room.state.masa.to_act is not None:
                    assert (await felt.act(rng))["type"] == "done"
                if not felt.room.state.masa.is_dealable:
                    break
            for number in range(30):
                await felt.lines[1].ask(do="sit_out", masa=felt.masa, value=number % 2 == 0)
            assert stuck._task is not None
            async with asyncio.timeout(PATIENCE):
                await asyncio.wait([stuck._task])
            assert len(felt.room.audience.viewers) == watching - 1
            for line in felt.lines:
                await line.flush()
            felt.check_books()

    asyncio.run(main())


def test_a_real_socket_that_stops_reading_is_disconnected_and_delays_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The socket is never read and has the smallest possible window. Its queue is bounded, it
    is disconnected, and the players receive everything."""

    async def main(room: Opened) -> None:
        people = [room.guest() for _ in range(2)]
        masa = room.table(people[0])["id"]
        clients = await seat(room, masa, *people)
        running = room.lobby.tables[masa]
        playing = asyncio.create_task(play_hands(clients, 10**9))
        stuck = await asyncio.to_thread(dumb_socket, room)
        try:
            hands = running.state.masa.hands
            ask = masked(json.dumps({"do": "watch", "masa": masa}).encode())
            stuck.setblocking(False)
            unsent = b""
            with contextlib.suppress(ConnectionError):  # The connection is closed.
                while not room.lobby.cut_off:
                    unsent = unsent or ask
                    with contextlib.suppress(BlockingIOError):
                        unsent = unsent[stuck.send(unsent) :]
                    await asyncio.sleep(0)
            await until(lambda: room.lobby.cut_off == 1)
            await until(lambda: running.state.masa.hands > hands + 3)
            await until(lambda: len(running.audience.viewers) == 2)
        finally:
            stuck.close()
            playing.cancel()

    monkeypatch.setattr(connection, "MOST_BEHIND", 20)
    with open_room(tmp_path) as room:
        run(main(room))


def dumb_socket(room: Opened) -> socket.socket:
    """Return a manually opened WebSocket that does not read."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    raw.settimeout(PATIENCE)
    raw.connect(("127.0.0.1", room.port))
    raw.sendall(
        b"GET /ws HTTP/1.1\r\nHost: room\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    assert raw.recv(12) == b"HTTP/1.1 101"
    return raw


def masked(text: bytes) -> bytes:
    """Return a client's text frame. Its mask is all zeros, so it does not change the text."""
    assert len(text) < 126
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


# Full disks


@pytest.mark.sqlite_only("a file can be locked; test_postgres.py has the like")
def test_acts_are_refused_while_the_database_is_locked_and_play_goes_on_after(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        rng = Random(2)
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall)
            await felt.room.deal()
            await felt.act(rng)
            before = save.write(felt.room.state.masa)
            other = sqlite3.connect(felt.database, 60, isolation_level=None)
            other.execute("BEGIN EXCLUSIVE")
            line, frame = felt.frame(rng, "again")
            refused = await line.say(frame, "again")
            assert (refused["type"], refused["code"]) == ("refused", "STORAGE")
            assert save.write(felt.room.state.masa) == before
            assert not await settled_without(felt), "somebody was told"
            other.execute("ROLLBACK")
            other.close()
            done = await line.say(frame, "again")
            assert done["type"] == "done", "a refusal to try again is not an answer for ever"
            await felt.hand(rng)
            felt.check_books()

    async def settled_without(felt: Felt) -> bool:
        seq = felt.room.broadcast.feed.seq
        for line in felt.lines:
            await line.flush()
        return any(max(batches(line.messages), default=0) > seq for line in felt.lines)

    asyncio.run(main())


@pytest.mark.sqlite_only("a file can be locked")
def test_a_timeout_that_cannot_be_written_is_retried(tmp_path: Path) -> None:
    """The table retries and does not stop for ever."""

    async def main() -> None:
        settings = {
            "programs_only": True,
            "act_time_ms": 300,
            "time_bank_ms": 200,
            "reconnect_grace_ms": 0,
        }
        clock = VirtualClock()
        async with opened(tmp_path, clock, **settings) as hall:
            felt = await Felt.laid(hall)
            other = sqlite3.connect(felt.database, 60, isolation_level=None)
            await felt.room.deal()
            turn = felt.room.act_clock.token
            other.execute("BEGIN IMMEDIATE")
            await clock.advance(1.4)  # act time and time bank, before the first retry
            assert felt.room.act_clock.token == turn
            other.execute("ROLLBACK")
            other.close()
            await clock.advance(0.2)
            assert felt.room.act_clock.token != turn
            await clock.advance(10)
            assert felt.room.state.masa.game is None
            felt.check_books()

    asyncio.run(main())


@pytest.mark.sqlite_only("the room's own disk")
def test_with_a_full_disk_acts_are_refused_and_nothing_acknowledged_is_lost(
    tmp_path: Path, nursery: Nursery
) -> None:
    """A file size limit stops the writes of a real server process until it is raised."""

    async def main() -> None:
        rng = Random(3)
        settings = {
            "data": str(tmp_path),
            "house_tables": False,
            "act_time_ms": 10**9,
            "between_hands_ms": 10,
            "acts_a_second": 1e6,
        }
        server = nursery.start(settings)
        database = tmp_path / "room.db"
        try:
            async with httpx.AsyncClient(base_url=server.http, timeout=PATIENCE) as client:
                people = []
                for _ in range(2):
                    client.cookies.clear()
                    people.append((await client.post("/api/guests")).cookies["masa"])
                made = await client.post("/api/tables", json={"name": "full", "sides": 2})
                masa = made.json()["id"]
                lines = [await Wired.connect(server.ws, p, masa) for p in people]
                for side, line in enumerate(lines):
                    sat = await line.ask(do="sit", masa=masa, side=side, stack=200)
                    assert sat["type"] == "done", sat
                await play_some(lines, masa, rng, 6)
                size = (tmp_path / "room.db-wal").stat().st_size
                resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, -1))
                refused = 0
                for _ in range(40):
                    answer = await one_act(lines, masa, rng)
                    before = stored(database, masa)
                    if answer is None or answer["type"] == "done":
                        continue
                    assert answer["code"] == "STORAGE", answer
                    assert stored(database, masa) == before
                    refused += 1
                    if refused == 3:
                        break
                assert refused == 3
                account = await client.post("/api/guests")
                assert account.status_code == 503, "no chips without a book"
                assert (await client.get("/health")).status_code == 503
                chips = on_the_table(stored(database, masa))
                resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (-1, -1))
                await play_some(lines, masa, rng, 8)
                assert (await client.post("/api/guests")).status_code == 201
                assert on_the_table(stored(database, masa)) == chips
                assert faults_in_the_books(database, masa) == []
                for line in lines:
                    await line.close()
        finally:
            server.kill()
            await server.death()
        assert faults_in_the_books(database, masa) == []

    asyncio.run(main())


@pytest.mark.sqlite_only("a file can be given no more pages")
def test_acts_are_refused_while_the_database_is_full_and_play_goes_on_after(
    tmp_path: Path,
) -> None:
    """SQLite itself reports a full disk, as it may not allocate another page."""

    async def main() -> None:
        rng = Random(5)
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall)
            await felt.hand(rng)
            pages = await hall.lobby.writer.write(pragma("page_count"))
            await hall.lobby.writer.write(pragma(f"max_page_count={pages}"))
            refused: list[str] = []
            before = save.write(felt.room.state.masa)
            while len(refused) < 3:
                before = save.write(felt.room.state.masa)
                if felt.room.state.masa.game is None:
                    with contextlib.suppress(Refused):
                        await felt.room.deal()
                    refused += [] if felt.room.state.masa.game else ["STORAGE"]
                else:
                    answer = await felt.act(rng)
                    refused += [answer["code"]] if answer["type"] == "refused" else []
            assert set(refused) == {"STORAGE"}
            assert save.write(felt.room.state.masa) == before, "what was refused was done"
            felt.check_books()
            await hall.lobby.writer.write(pragma("max_page_count=1000000"))
            await felt.hand(rng)
            felt.check_books()

    asyncio.run(main())


def pragma(text: str) -> Callable[[Connection], Any]:
    return lambda connection: connection.exec_driver_sql(f"PRAGMA {text}").scalar()


class Wired:
    """A player with a real socket."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.turn: dict[str, Any] | None = None
        self.said = 0

    @classmethod
    async def connect(cls, url: str, secret: str, masa: str) -> "Wired":
        headers = {"Cookie": f"masa={secret}"}
        line = cls(await connect(url, additional_headers=headers, ping_interval=None))
        assert (await line.ask(do="watch", masa=masa))["type"] == "done"
        return line

    async def ask(self, **ask: Any) -> dict[str, Any]:
        self.said += 1
        id = f"{self.said}"
        await self.socket.send(json.dumps({**ask, "id": id}))
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self.next()
                if message.get("id") == id and message["type"] in ("done", "refused"):
                    return message

    async def next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.socket.recv())
        if message["type"] == "act":
            self.turn = message
        return message

    async def read_on(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                while True:
                    await self.next()
        except TimeoutError:
            pass

    async def close(self) -> None:
        self.socket.transport.abort()
        await self.socket.wait_closed()


async def one_act(lines: list[Wired], masa: str, rng: Random) -> dict[str, Any] | None:
    """Sends one act for the player to act. Return the answer, or None if nobody is to act."""
    for line in lines:
        await line.read_on(0.03)
    for line in lines:
        if line.turn is None:
            continue
        turn, line.turn = line.turn, None
        act = next(a for a in ("CH", "CA", "AA") if a in turn["acts"])
        answer = await line.ask(do="act", masa=masa, act=act, turn=turn["turn"])
        if answer["type"] == "refused" and answer["code"] == "STORAGE":
            line.turn = turn  # The player is still to act.
        elif answer["type"] == "refused" and answer["code"] == "STALE_TURN":
            return None
        return answer
    return None


async def play_some(lines: list[Wired], masa: str, rng: Random, acts: int) -> None:
    done = 0
    async with asyncio.timeout(PATIENCE):
        while done < acts:
            answer = await one_act(lines, masa, rng)
            if answer is not None:
                assert answer["type"] == "done", answer
                done += 1


# Jumping clocks


@pytest.mark.parametrize("jump", [400 * DAY, -400 * DAY], ids=["ahead", "back"])
def test_a_jump_of_the_wall_clock_folds_nobody_and_loses_no_table(
    tmp_path: Path, jump: int
) -> None:
    async def main() -> None:
        rng = Random(4)
        clock = VirtualClock()
        async with opened(tmp_path, clock, act_time_ms=60_000) as hall:
            felt = await Felt.laid(hall)
            await felt.room.deal()
            await felt.act(rng)
            turn = felt.room.act_clock.token
            clock.wall += 1000 * jump
            # Sessions expire by the calendar, but have not been checked yet.
            await clock.advance(3)
            assert felt.room.act_clock.token == turn
            assert (await felt.act(rng))["type"] == "done"
            left = [m["left"] for line in felt.lines for m in line.messages if m["type"] == "act"]
            assert all(0 < some <= 60_000 for some in left)
            felt.check_books()
            masa, value = felt.masa, save.write(felt.room.state.masa)
        clock.wall -= 1000 * jump  # The clock jumps back while the room is closed.
        async with opened(tmp_path, clock) as hall:
            await clock.advance(60)
            assert save.write(hall.lobby.tables[masa].state.masa) == value

    asyncio.run(main())


# Two processes


LEASE = 60_000 if Store.kind == SQLITE else 5000
"""Length of the leases in milliseconds. It is short on PostgreSQL, whose own clock decides when
they expire.
"""


def test_a_process_that_lost_its_leases_cannot_write_for_its_tables(
    tmp_path: Path, nursery: Nursery
) -> None:
    """The first process is suspended until its lease expires and the second takes over. When
    the first resumes, it does not know that."""

    async def main() -> None:
        rng = Random(6)
        settings = {
            "data": str(tmp_path),
            "house_tables": False,
            "act_time_ms": 10**9,
            "reconnect_grace_ms": 0,
            "between_hands_ms": 10,
            "acts_a_second": 1e6,
            "lease_ms": LEASE,
            "database": Store.url_of(tmp_path),
        }
        database = tmp_path / "room.db"
        first = nursery.start(settings)
        second = None
        try:
            async with httpx.AsyncClient(base_url=first.http, timeout=PATIENCE) as client:
                people = []
                for _ in range(2):
                    client.cookies.clear()
                    people.append((await client.post("/api/guests")).cookies["masa"])
                made = await client.post("/api/tables", json={"name": "two", "sides": 2})
                masa = made.json()["id"]
            old = [await Wired.connect(first.ws, p, masa) for p in people]
            for side, line in enumerate(old):
                assert (await line.ask(do="sit", masa=masa, side=side, stack=200))["type"] == "done"
            await play_some(old, masa, rng, 3)
            for line in old:
                await line.read_on(0.1)
            halt(first, database)
            let_leases_run_out(database)
            second = nursery.start(settings)
            new = []
            async with asyncio.timeout(PATIENCE):
                for person in people:
                    while True:
                        try:
                            new.append(await Wired.connect(second.ws, person, masa))
                            break
                        # The second process has not taken the table over yet.
                        except AssertionError:
                            await asyncio.sleep(0.1)
            await play_some(new, masa, rng, 2)
            for line in new:
                await line.read_on(0.1)
            value = stored(database, masa)
            os.kill(first.pid, signal.SIGCONT)
            for line in old:
                await disturb(line, masa)
            await asyncio.sleep(0.2)
            assert stored(database, masa) == value, "written by who had lost it"
            await play_some(new, masa, rng, 6)
            assert faults_in_the_books(database, masa) == []
            for line in (*old, *new):
                await line.close()
        finally:
            os.kill(first.pid, signal.SIGCONT)
            for server in filter(None, (first, second)):
                server.kill()
                await server.death()

    async def disturb(line: Wired, masa: str) -> None:
        turn = "none" if line.turn is None else line.turn["turn"]
        acts = ["CH", "CA", "FO"]
        asks: list[dict[str, Any]] = [{"do": "act", "act": a, "turn": turn} for a in acts]
        asks += [
            {"do": "top_up", "amount": 10},
            {"do": "leave"},
            {"do": "leave_after_hand", "value": True},
        ]
        for ask in asks:
            try:
                answer = await line.ask(masa=masa, **ask)
            except (ConnectionClosed, TimeoutError):
                return
            assert answer["type"] == "refused", (ask, answer)

    asyncio.run(main())


def test_a_second_process_does_not_take_tables_of_a_living_one(tmp_path: Path) -> None:
    async def main() -> None:
        clock = StillClock()
        async with opened(tmp_path, clock) as hall:
            felt = await Felt.laid(hall)
            await felt.room.deal()
            async with opened(tmp_path, clock) as other:
                assert felt.masa not in other.lobby.tables
                assert (await felt.act(Random(1)))["type"] == "done"
            await felt.hand(Random(1))
            felt.check_books()

    asyncio.run(main())


@pytest.mark.soak
def test_random_faults_lose_nothing_acknowledged(tmp_path: Path) -> None:
    seconds, seed = soak_terms()

    async def main() -> tuple[int, int, int]:
        until, number, drops, replayed = monotonic() + seconds, 0, 0, 0
        while monotonic() < until:
            number += 1
            async with opened(tmp_path / str(number)) as hall:
                drops += await drop_everywhere(hall, f"{seed}/{number}", hands=3)
                replayed += await replay_everything(hall, f"{seed}/{number}", hands=6)
        return number, drops, replayed

    number, drops, replayed = asyncio.run(main())
    print(f"SEED={seed}: {number} rooms, {drops} drops, {replayed} acts replayed", flush=True)
