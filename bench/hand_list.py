"""Measures a page of `/api/hands` with 100,000 hands of one account: `python -m bench.hand_list`.

The database has 100,000 hands of three accounts, and as many hands that one of them uploaded. Every
kind of filter is measured on the first page and on a page in the middle, with the query plan. The
database is a SQLite file, or with `python -m bench.hand_list 100000 postgres` a PostgreSQL server
of this program.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter

from sqlalchemy import insert, text
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.histories.position import POSITIONS
from pokermasa.server.clock import Clock
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.archive.hand_archive import HandArchive
from pokermasa.server.storage.archive.hand_filter import HandFilter
from pokermasa.server.storage.archive.played_at import played_at
from pokermasa.server.storage.archive.upload_archive import UploadArchive
from pokermasa.server.storage.database import database, migration
from pokermasa.server.storage.database.storage import Storage
from pokermasa.server.storage.database.writer import Writer

HANDS = 100_000
TIMES = 20
ME = Account(1, "p1", "person")
FILTERS = {
    "none": HandFilter(),
    "result=won": HandFilter(result="won"),
    "position=BTN, showdown": HandFilter(position="BTN", showdown=True),
    "starting=AA": HandFilter(starting="AA"),
    "starting=AA, all-in, pot from 500": HandFilter(starting="AA", all_in=True, least_pot=500),
    "one day": HandFilter(since=50_000_000, until=50_086_400),
    "another table (nothing)": HandFilter(masa="nowhere"),
    "10 players, big blind from 50": HandFilter(least_players=10, least_big=50),
}


PLANS = {
    "room": "SELECT hand FROM hand_player WHERE account = 1 AND hand < 50000 AND cell IN (0, 14)"
    " AND pot >= 10 ORDER BY hand DESC LIMIT 100",
    "uploads": "SELECT id FROM uploaded_hand WHERE account = 1 AND (ended, id) < (50000000, 50000)"
    " AND cell IN (0, 14) AND pot >= 10 ORDER BY ended DESC, id DESC LIMIT 100",
}


@contextlib.contextmanager
def database_url(where: str) -> Iterator[str]:
    if where != "postgres":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite+aiosqlite:///{Path(folder) / 'room.db'}"
        return
    from tests.server.postgres import Cluster

    with Cluster() as cluster:
        yield cluster.url(cluster.new_database())


async def main(hands: str = str(HANDS), where: str = "sqlite") -> None:
    with database_url(where) as url:
        engine = database.open_database(url).reading()
        storage = Storage(engine, Writer(database.open_database(url).committer(10_000)), Clock())
        await migration.migrate(engine)
        await fill(engine, int(hands))
        if where == "postgres":
            async with engine.connect() as connection:
                await connection.execute(text("ANALYZE"))
                await connection.commit()
        await measure("room", HandArchive(storage), int(hands))
        await measure("uploads", UploadArchive(storage), int(hands))
        began = perf_counter()
        for _ in range(TIMES):
            places = await played_at(storage, ME)
        took = 1000 * (perf_counter() - began) / TIMES
        print(f"where one has played ({len(places)} places): {took:.1f} ms")
        explain = "EXPLAIN" if where == "postgres" else "EXPLAIN QUERY PLAN"
        async with engine.connect() as connection:
            for name, plan in PLANS.items():
                print(f"plan of a list ({name}):")
                for row in await connection.execute(text(f"{explain} {plan}")):
                    print(f"    {row[-1]}")
        await engine.dispose()


async def measure(source: str, archive: HandArchive | UploadArchive, hands: int) -> None:
    middle, slowest = f"{hands // 2:020x}", 0.0
    for name, wanted in FILTERS.items():
        for before in (None, middle):
            took = []
            for _ in range(TIMES):
                began = perf_counter()
                found = await archive.list_for(ME, before, wanted)
                took.append(1000 * (perf_counter() - began))
            took.sort()
            p95 = took[int(0.95 * TIMES)]
            slowest = max(slowest, p95)
            page = "first page" if before is None else "from the middle"
            print(f"{source:8} {name:36} {page:16} {len(found):4} hands  p95 {p95:6.1f} ms")
    print(f"{source}, {hands:,} hands of one account: the slowest p95 is {slowest:.1f} ms")


async def fill(engine: AsyncEngine, hands: int) -> None:
    rng = Random(1)

    def listed() -> dict[str, object]:
        return {
            **{"net": rng.randint(-200, 200), "tournament": None, "big": rng.choice((2, 10, 100))},
            **{"players": rng.randint(2, 9), "position": rng.choice(POSITIONS)},
            **{"cards": "AsKs", "cell": rng.randrange(169), "pot": rng.randint(3, 800)},
            **{"showdown": rng.random() < 0.3, "all_in": rng.random() < 0.1},
        }

    async with engine.begin() as connection:
        for number in (1, 2, 3):
            who = {"name": f"p{number}", "name_key": f"p{number}", "kind": "person", "created": 0}
            await connection.execute(insert(store.account).values(id=number, **who))
        await connection.execute(
            insert(store.masa).values(id="m", name="m", terms="", opened=0, seq=0, value="")
        )
        for first in range(1, hands + 1, 5_000):
            numbers = range(first, min(first + 5_000, hands + 1))
            await connection.execute(
                insert(store.hand),
                [
                    {
                        **{"id": id, "masa": "m", "number": id, "ended": 1000 * id},
                        **{"value": "x" * 2_500, "public": f"{id:020x}", "board": "AsKsQsJsTs"},
                    }
                    for id in numbers
                ],
            )
            await connection.execute(
                insert(store.hand_player),
                [
                    {"hand": id, "account": account, "stack": account - 1, "ended": 1000 * id}
                    | {"masa": "m", **listed()}
                    for id in numbers
                    for account in (1, 2, 3)
                ],
            )
            if first == 1:
                row = {"id": "u", "account": 1, "name": "u", "made": 0, "bytes": 0, "format": ""}
                counts = {"state": "done", "read_bytes": 0, "looked_at": 0, "hands": 0, "twice": 0}
                await connection.execute(
                    insert(store.upload).values(refused="[]", words="", **row, **counts)
                )
            await connection.execute(
                insert(store.uploaded_hand),
                [
                    {"id": id, "public": f"{id:020x}", "upload": "u", "account": 1, "number": id}
                    | {"digest": f"{id:032x}", "value": "x" * 1_200, "stack": 0, "scale": 100}
                    | {"currency": "$", "board": "AsKsQsJsTs", "ended": 1000 * id, **listed()}
                    for id in numbers
                ],
            )


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
