"""Tests with PostgreSQL killed, suspended, cut off or replaced by an old copy: nothing
acknowledged is lost, nothing is done twice, and acts are refused meanwhile."""

import asyncio
import contextlib
import logging
import shutil
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any
from unittest import mock

import pytest
from sqlalchemy import Connection, insert, text, update

from pokermasa.masa import save
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.database import database, migration
from pokermasa.server.storage.database.writer import FAULT_TIME, Writer
from pokermasa.server.storage.journal import ledger
from tests.masa.host import soak_terms
from tests.server.crash import stored
from tests.server.postgres import Cluster, Standby
from tests.server.proxy import AFTER, BEFORE, Line, Proxy
from tests.server.room import passive, until
from tests.server.store import POSTGRES, Store
from tests.server.unprivileged import own
from tests.server.whole_room.test_faults import Felt
from tests.server.wired import PATIENCE, Hall, StillClock, opened

pytestmark = pytest.mark.sampled(2)

PATIENT = int(1000 * PATIENCE)
"""Time in milliseconds after which a silent server counts as lost. It is long because a busy
machine is slow.
"""


@pytest.fixture(scope="module")
def own_cluster() -> Iterator[Cluster]:
    """A PostgreSQL server that the tests of this file may kill."""
    with Cluster() as cluster:
        yield cluster


@pytest.fixture
def cluster(own_cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    """The same server, used for all rooms of the test."""
    monkeypatch.setattr(Store, "kind", POSTGRES)
    monkeypatch.setattr(Store, "_cluster", own_cluster)
    monkeypatch.setattr(Store, "databases", {})
    yield own_cluster
    if not own_cluster.is_running:
        own_cluster.start()
    Store.forget()


@contextlib.asynccontextmanager
async def playing(folder: Any, **settings: Any) -> AsyncIterator[Felt]:
    """Opens a room in the middle of a hand."""
    with mock.patch.object(database, "ANSWER_TIME_MS", PATIENT):
        async with opened(folder, **settings) as hall:
            felt = await Felt.laid(hall)
            await felt.room.deal()
            assert (await felt.act(Random(1)))["type"] == "done"
            yield felt


def give_up_soon(hall: Hall) -> None:
    """Makes the writer treat a server as unreachable after one second of silence."""
    connection = hall.lobby.writer._committer._open.connection.driver_connection
    assert connection.limit == PATIENCE
    connection.limit = 1.0


async def health(hall: Any) -> int:
    hall.clock.pass_time(FAULT_TIME + 1)
    async with hall.client() as client:
        return (await client.get("/health")).status_code


async def until_done(felt: Felt, rng: Random) -> None:
    """Acts repeatedly until the database is back and an act succeeds."""
    async with asyncio.timeout(PATIENCE):
        while (answer := await felt.act(rng))["type"] == "refused":
            assert answer["code"] == "STORAGE", answer
            await asyncio.sleep(0.02)


@pytest.mark.rotated
def test_a_hand_continues_after_postgresql_was_killed_and_restarted(
    cluster: Cluster, tmp_path: Path
) -> None:
    """PostgreSQL is killed at any moment. Nothing acknowledged is lost and the hand goes on."""

    async def main() -> None:
        rng = Random(2)
        async with playing(tmp_path) as felt:
            before = save.write(felt.room.state.masa)
            await asyncio.to_thread(cluster.kill)
            assert await health(felt.hall) == 503
            line, frame = felt.frame(rng, "again")
            refused = await line.say(frame, "again")
            assert (refused["type"], refused["code"]) == ("refused", "STORAGE")
            assert save.write(felt.room.state.masa) == before
            async with felt.hall.client(felt.secrets[0]) as client:
                answer = await client.get("/api/hands")
                assert (answer.status_code, answer.json()["code"]) == (503, "STORAGE")
            assert (await felt.hall.line(felt.secrets[0])).closed == 1013
            await asyncio.to_thread(cluster.start)
            assert save.write(stored(felt.database, felt.masa)) == before
            await until_done(felt, rng)
            await felt.hand(rng)
            await felt.hand(rng)
            assert await health(felt.hall) == 200
            felt.check_books()

    asyncio.run(main())


def test_uncertain_commits_are_answered_when_a_suspended_server_resumes(
    cluster: Cluster, tmp_path: Path
) -> None:
    async def main() -> None:
        rng = Random(3)
        async with playing(tmp_path) as felt:
            writer = felt.hall.lobby.writer
            give_up_soon(felt.hall)
            cluster.freeze()
            try:
                line, frame = felt.frame(rng, "asleep")
                acting = asyncio.create_task(line.say(frame, "asleep"))
                await until(lambda: writer._committer.is_in_doubt)
                others = [felt.lines[3], felt.lines[(felt.lines.index(line) + 1) % 3]]
                result = await others[1].ask(do="leave_after_hand", masa=felt.masa, value=True)
                assert result["code"] == "STORAGE"
                with pytest.raises(Refused, match="cannot write"):
                    await writer.write(lambda connection: None)
                assert not acting.done(), "nobody knows whether it is done"
            finally:
                cluster.thaw()
            assert (await acting)["type"] == "done"
            await felt.hand(rng)
            felt.check_books()

    asyncio.run(main())


async def cut_often(folder: Any, port: int, name: str, seed: object, hands: int) -> int:
    """Plays *hands* hands while the writer's connection is cut at random messages, before or
    after delivery. Return the number of cuts."""
    rng = Random(f"cut {seed}")

    def fate(line: Line) -> str | None:
        if not line.is_writers or rng.random() < 0.85:
            return None
        return rng.choice((BEFORE, AFTER))

    async with Proxy(port) as proxy:
        url = f"postgresql://masa@127.0.0.1:{proxy.port}/{name}"
        async with playing(folder, database=url) as felt:
            proxy.fate = fate
            for _ in range(hands):
                await play_through(felt)
            proxy.fate = lambda line: None
            felt.check_books()
            tell_apart(felt)
    return proxy.cuts


async def play_through(felt: Felt) -> None:
    """Everybody checks or calls. A refused act is tried again."""
    async with asyncio.timeout(PATIENCE):
        while felt.room.state.masa.game is None:
            with contextlib.suppress(Refused):
                await felt.room.deal()
            await asyncio.sleep(0.005)  # The proxy to the database runs on this event loop too.
        while (side := felt.room.state.masa.to_act) is not None:
            seq, line = felt.room._seq, felt.lines[side]
            act = passive(await line.asked(felt.room.act_clock.token))
            answer = await line.ask(
                do="act", masa=felt.masa, act=act, turn=felt.room.act_clock.token
            )
            if answer["type"] == "refused":
                assert answer["code"] == "STORAGE", answer
                assert felt.room._seq == seq
                await asyncio.sleep(0.005)
            else:
                assert felt.room._seq == seq + 1


def tell_apart(felt: Felt) -> None:
    """Checks that no sequence number was used twice, and that all viewers received the same
    events.
    """
    for line in felt.lines:
        numbers = [m["seq"] for m in line.messages if m["type"] == "events"]
        assert numbers == sorted(set(numbers))


def test_a_connection_cut_at_any_moment_neither_loses_nor_repeats_an_act(
    cluster: Cluster, tmp_path: Path
) -> None:
    url = Store.url_of(tmp_path)
    name = url.rpartition("/")[2]
    cuts = asyncio.run(cut_often(tmp_path, cluster.port, name, 1, hands=3))
    assert cuts > 3


@pytest.mark.soak
def test_connections_cut_at_many_moments_neither_lose_nor_repeat_an_act(
    cluster: Cluster, tmp_path: Path
) -> None:
    seconds, seed = soak_terms()
    until, number, cuts = monotonic() + seconds, 0, 0
    while monotonic() < until:
        number += 1
        folder = tmp_path / str(number)
        folder.mkdir()
        name = Store.url_of(folder).rpartition("/")[2]
        cuts += asyncio.run(cut_often(folder, cluster.port, name, f"{seed}/{number}", hands=20))
    print(f"SEED={seed}: {number} rooms, {cuts} lines cut", flush=True)


def test_acts_are_refused_during_a_network_partition_and_play_goes_on_after(
    cluster: Cluster, tmp_path: Path
) -> None:
    async def main() -> None:
        rng = Random(4)
        url = Store.url_of(tmp_path)
        async with Proxy(cluster.port) as proxy:
            through = url.replace(str(cluster.port), str(proxy.port))
            async with playing(tmp_path, database=through) as felt:
                writer = felt.hall.lobby.writer
                give_up_soon(felt.hall)
                proxy.is_away = True
                line, frame = felt.frame(rng, "sit_out")
                acting = asyncio.create_task(line.say(frame, "sit_out"))
                await until(lambda: writer._committer.is_in_doubt)
                assert await health(felt.hall) == 503
                assert not acting.done()
                proxy.is_away = False
                assert (await acting)["type"] == "done"
                await felt.hand(rng)
                felt.check_books()

    asyncio.run(main())


def test_an_act_needs_one_round_trip_to_the_database(cluster: Cluster, tmp_path: Path) -> None:
    async def main() -> None:
        url = Store.url_of(tmp_path)
        counted: list[Any] = []
        async with Proxy(cluster.port) as proxy:
            through = url.replace(str(cluster.port), str(proxy.port))
            # The leases are so long that nothing else is written meanwhile.
            async with playing(tmp_path, database=through, lease_ms=10**9) as felt:
                while felt.room.state.masa.game is not None and len(counted) < 4:
                    before = proxy.writers_line.round_trips
                    side = felt.room.state.masa.to_act
                    act = passive(await felt.lines[side].asked(felt.room.act_clock.token))
                    ask = {
                        "do": "act",
                        "masa": felt.masa,
                        "act": act,
                        "turn": felt.room.act_clock.token,
                    }
                    assert (await felt.lines[side].ask(**ask))["type"] == "done"
                    if (
                        felt.room.state.masa.game is not None
                    ):  # An act that ends the hand writes more.
                        counted.append(proxy.writers_line.round_trips - before)
        assert counted
        assert set(counted) == {1}

    asyncio.run(main())


@pytest.mark.rotated
def test_a_database_that_lacks_acknowledged_data_is_refused(
    cluster: Cluster, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """An old copy replaces the database and lacks data that players have already received."""

    async def main() -> None:
        rng = Random(5)
        copy = cluster.folder / "copy"
        async with playing(tmp_path) as felt:
            await asyncio.to_thread(cluster.stop)
            await asyncio.to_thread(shutil.copytree, cluster.folder / "data", copy)
            own(copy)
            await asyncio.to_thread(cluster.start)
            await until_done(felt, rng)
            await asyncio.to_thread(cluster.stop)
            shutil.rmtree(cluster.folder / "data")
            copy.rename(cluster.folder / "data")
            await asyncio.to_thread(cluster.start)
            with caplog.at_level(logging.ERROR):
                assert await health(felt.hall) == 503
                for _ in range(3):
                    refused = await felt.act(rng)
                    assert (refused["type"], refused["code"]) == ("refused", "STORAGE")
            assert "of its commits" in caplog.text

    asyncio.run(main())


@pytest.mark.soak
def test_a_synchronous_replica_takes_the_place_of_a_lost_server(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nothing that was acknowledged is lost with the first machine."""

    async def main(primary: Cluster, standby: Standby) -> None:
        rng = Random(6)
        hosts = f"127.0.0.1:{primary.port},127.0.0.1:{standby.port}"
        name = Store.databases[tmp_path.resolve()]
        url = f"postgresql://masa@{hosts}/{name}?target_session_attrs=read-write"
        async with playing(tmp_path, database=url) as felt:
            before = save.write(felt.room.state.masa)
            await asyncio.to_thread(primary.kill)
            assert (await felt.act(rng))["code"] == "STORAGE", "the replica only reads"
            assert await health(felt.hall) == 503
            await asyncio.to_thread(standby.promote)
            monkeypatch.setattr(Store, "_cluster", standby)
            assert save.write(stored(felt.database, felt.masa)) == before
            for _ in range(3):
                await play_through(felt)
            assert await health(felt.hall) == 200
            felt.check_books()
            tell_apart(felt)

    with Cluster(is_durable=True) as primary:
        monkeypatch.setattr(Store, "kind", POSTGRES)
        monkeypatch.setattr(Store, "_cluster", primary)
        monkeypatch.setattr(Store, "databases", {})
        Store.url_of(tmp_path)
        with Standby(primary) as standby:
            asyncio.run(main(primary, standby))
            Store.databases.clear()  # The databases were deleted with their servers.


def test_leases_use_the_clock_of_the_database(cluster: Cluster, tmp_path: Path) -> None:
    """Two machines whose clocks differ by years do not take each other's tables."""

    async def main() -> None:
        for days in (400, -400):
            clock = StillClock()
            clock.wall += days * 86_400_000
            folder = tmp_path / str(days)
            folder.mkdir()
            async with opened(folder) as hall:
                felt = await Felt.laid(hall)
                await felt.room.deal()
                url = Store.url_of(folder)
                async with opened(tmp_path / "other", clock, database=url) as other:
                    assert felt.masa not in other.lobby.tables
                    assert (await felt.act(Random(1)))["type"] == "done"
                felt.check_books()

    asyncio.run(main())


@contextlib.asynccontextmanager
async def writers(url: str, number: int) -> AsyncIterator[list[Writer]]:
    found = [Writer(database.open_database(url, PATIENT).committer(PATIENT)) for _ in range(number)]
    for writer in found:
        writer.start()
    try:
        yield found
    finally:
        for writer in found:
            await writer.stop()


def test_two_deadlocked_processes_both_complete_once(cluster: Cluster, tmp_path: Path) -> None:
    """Each locks what the other needs next. The database aborts one of them, which retries."""
    meeting = threading.Barrier(2)

    def lock_in_order(first: str, second: str) -> Any:
        tries: list[int] = []

        def done(connection: Connection) -> int:
            tries.append(1)
            amount = store.balance.c.amount + 1
            for place, book in enumerate((first, second)):
                connection.execute(
                    update(store.balance).where(store.balance.c.book == book).values(amount=amount)
                )
                if place == 0 and len(tries) == 1:
                    meeting.wait(PATIENCE)
            return len(tries)

        return done

    async def main() -> None:
        async with writers(Store.url_of(tmp_path), 2) as (one, other):
            books = [{"book": "account:1", "amount": 0}, {"book": "account:2", "amount": 0}]
            await one.write(lambda c: c.execute(insert(store.balance), books))
            tries = await asyncio.gather(
                one.write(lock_in_order("account:1", "account:2")),
                other.write(lock_in_order("account:2", "account:1")),
            )
            assert sum(tries) > 2, "they were not in each other's way"
            for book in ("account:1", "account:2"):
                found = await one.write(lambda c, book=book: ledger.balance(c, book))  # type: ignore[misc]
                assert found == 2, "done twice, or not at all"

    asyncio.run(main())


def test_an_unstorable_value_does_not_affect_other_writes_of_the_batch(
    cluster: Cluster, tmp_path: Path
) -> None:
    """PostgreSQL cannot store a NUL character, and only the request that contains it is
    refused."""

    async def main() -> None:
        async with writers(Store.url_of(tmp_path), 1) as (writer,):

            def keep(book: str) -> Any:
                return lambda c: c.execute(insert(store.balance).values(book=book, amount=1))

            books = ["account:1", "bad\0book", "account:2"]
            done = await asyncio.gather(
                *[writer.write(keep(book)) for book in books], return_exceptions=True
            )
            assert isinstance(done[1], Refused)
            assert done[1].code is RoomRefusal.UNREADABLE
            assert not isinstance(done[0], Exception)
            assert not isinstance(done[2], Exception)
            assert await writer.write(lambda c: ledger.balance(c, "account:2")) == 1

    asyncio.run(main())


def test_a_nul_character_causes_no_internal_error_on_any_route(
    cluster: Cluster, tmp_path: Path
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            secret = await hall.guest()
            async with hall.client(secret) as client:
                made = await client.post("/api/tables", json={"name": "a\0b"})
                asked = await client.get("/api/hands", params={"masa": "a\0b"})
                label = await client.post("/api/me/tokens", json={"label": "a\0b"})
            assert (made.status_code, asked.status_code, label.status_code) == (422, 400, 422)

    asyncio.run(main())


def test_two_processes_that_start_together_create_the_tables_once(cluster: Cluster) -> None:
    url = cluster.url(cluster.new_database())

    async def main() -> None:
        engines = [database.open_database(url).reading() for _ in range(3)]
        await asyncio.gather(*[migration.migrate(engine) for engine in engines])
        for engine in engines:
            await engine.dispose()

    asyncio.run(main())


@pytest.mark.rotated
def test_text_sorts_by_bytes_in_any_database_locale(cluster: Cluster, tmp_path: Path) -> None:
    """Each column sets its collation, because keys are looked up by range."""
    engine = database.open_database(Store.url_of(tmp_path)).whole()
    with engine.begin() as connection:
        ordered = connection.execute(
            text(
                "SELECT count(*) FILTER (WHERE collation_name = 'C'), count(*)"
                " FROM information_schema.columns WHERE table_schema = 'public'"
                " AND data_type IN ('text', 'character varying')"
            )
        ).one()
    engine.dispose()
    assert ordered[0] == ordered[1] > 30
