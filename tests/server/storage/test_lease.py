"""Tests of leases: one process writes for one masa, on both databases, even with wrong clocks."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from pokermasa.server.refusal import Refused
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.database import database
from pokermasa.server.storage.database.writer import JournalLine, Writer
from pokermasa.server.storage.journal import lease
from tests.server.store import Store, make

pytestmark = pytest.mark.both_stores
NOW = 1_800_000_000_000
LONG = 10_000


@pytest.fixture
def url(tmp_path: Path) -> str:
    url = Store.url_of(tmp_path) or f"sqlite:///{tmp_path / 'room.db'}"
    make(url)
    return url


@pytest.fixture
def connection(url: str) -> Iterator[Connection]:
    engine = database.open_database(url).whole()
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def expire(connection: Connection, masa: str, left: int) -> None:
    """Makes the lease expire in *left* milliseconds, by the clock that leases use."""
    lease.take(connection, "clock", "nobody", NOW, 0)
    column = store.lease.c
    (now,) = connection.execute(select(column.expires).where(column.masa == "clock")).one()
    connection.execute(update(store.lease).where(column.masa == masa).values(expires=now + left))


def left(connection: Connection, masa: str) -> int:
    expire(connection, "clock", 0)
    column = store.lease.c
    rows = dict(map(tuple, connection.execute(select(column.masa, column.expires))))
    return rows[masa] - rows["clock"]


def test_only_one_process_owns_a_masa_until_its_lease_expires(connection: Connection) -> None:
    own = lease.take(connection, "m", "one", NOW, LONG)
    with pytest.raises(Refused, match="another process"):
        lease.take(connection, "m", "other", NOW, LONG)
    assert lease.lost(connection, [own], NOW, LONG) == set()
    expire(connection, "m", -1)
    taken = lease.take(connection, "m", "other", NOW, LONG)
    assert taken.fence == own.fence + 1
    assert lease.lost(connection, [own, taken], NOW, LONG) == {own}


def test_a_lease_is_renewed_when_half_of_it_is_over(connection: Connection) -> None:
    own = lease.take(connection, "m", "one", NOW, LONG)
    for rest, then in ((LONG * 3 // 4, LONG * 3 // 4), (LONG // 4, LONG), (-LONG, LONG)):
        expire(connection, "m", rest)
        lease.verify(connection, own, NOW, LONG)
        assert then - 1000 < left(connection, "m") <= then


def test_any_process_may_take_a_released_lease(connection: Connection) -> None:
    own = lease.take(connection, "m", "one", NOW, LONG)
    lease.give_back(connection, [own])
    assert lease.take(connection, "m", "other", NOW, LONG).fence == 2


def test_journal_entries_are_written_only_with_the_lease_and_renew_it(url: str) -> None:
    """The result equals that of `lost` for each lease. PostgreSQL uses a single statement."""

    async def main() -> None:
        writer = Writer(database.open_database(url, 5_000).committer(LONG))
        writer.start()
        names = ("fresh", "tired", "taken")
        leases = [
            await writer.write(lambda c, m=m: lease.take(c, m, "one", NOW, LONG))  # type: ignore[misc]
            for m in names
        ]

        def meanwhile(connection: Any) -> None:
            expire(connection, "fresh", LONG * 3 // 4)
            expire(connection, "tired", LONG // 4)
            expire(connection, "taken", -1)
            lease.take(connection, "taken", "other", NOW, LONG)

        await writer.write(meanwhile)
        written = await asyncio.gather(
            *[writer.journal(JournalLine(own, 1, NOW, f'["{own.masa}"]')) for own in leases],
            return_exceptions=True,
        )
        assert written[:2] == [None, None]
        assert isinstance(written[2], Refused)

        def look(connection: Any) -> tuple[list[int], list[tuple[Any, ...]]]:
            rest = [left(connection, name) for name in names]
            column = store.journal.c
            return rest, list(map(tuple, connection.execute(select(column.masa, column.causes))))

        (fresh, tired, _), lines = await writer.write(look)
        assert fresh <= LONG * 3 // 4
        assert tired > LONG * 3 // 4
        assert sorted(lines) == [("fresh", '["fresh"]'), ("tired", '["tired"]')]
        with pytest.raises(Refused, match="cannot write"):
            # This sequence number is already used.
            await writer.journal(JournalLine(leases[0], 1, NOW, "[]"))
        # The refused entry leaves nothing behind, whether the next act is written alone or with
        # other work.
        await writer.journal(JournalLine(leases[0], 2, NOW, "[]"))
        await asyncio.gather(
            writer.journal(JournalLine(leases[1], 2, NOW, "[]")), writer.write(look)
        )
        assert len((await writer.write(look))[1]) == 4
        await writer.stop()

    asyncio.run(main())
