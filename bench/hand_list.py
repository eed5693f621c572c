"""A page of `/api/hands` with 100,000 hands of one account: `python -m bench.hand_list`.

A SQLite file with 100,000 hands of three accounts, then every kind of filter on the hands of one,
on the first page and in the middle.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter

from sqlalchemy import insert, text

from pokermasa.histories.position import POSITIONS
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.hand_archive import HandArchive
from pokermasa.server.storage.hand_filter import HandFilter

HANDS = 100_000
TIMES = 20
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


async def main(hands: int = HANDS) -> None:
    with tempfile.TemporaryDirectory() as folder:
        engine = store.open_engine(f"sqlite+aiosqlite:///{Path(folder) / 'room.db'}")
        await store.migrate(engine)
        await fill(engine, hands)
        archive, me = HandArchive(engine), Account(1, "p1", "person")
        middle = f"{hands // 2:020x}"
        slowest = 0.0
        for name, wanted in FILTERS.items():
            for before in (None, middle):
                took = []
                for _ in range(TIMES):
                    began = perf_counter()
                    found = await archive.of(me, before, wanted)
                    took.append(1000 * (perf_counter() - began))
                took.sort()
                p95 = took[int(0.95 * TIMES)]
                slowest = max(slowest, p95)
                where = "first page" if before is None else "from the middle"
                print(f"{name:36} {where:16} {len(found):4} hands  p95 {p95:6.1f} ms")
        async with engine.connect() as connection:
            plan = "EXPLAIN QUERY PLAN SELECT hand FROM hand_player WHERE account = 1 AND cell = 0"
            for row in await connection.execute(text(f"{plan} ORDER BY hand DESC LIMIT 100")):
                print(row[-1])
        print(f"{hands:,} hands of one account: the slowest p95 is {slowest:.1f} ms")
        await engine.dispose()


async def fill(engine: store.AsyncEngine, hands: int) -> None:
    rng = Random(1)
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
                    {
                        **{"hand": id, "account": account, "stack": account - 1},
                        **{"net": rng.randint(-200, 200), "ended": 1000 * id, "masa": "m"},
                        **{"tournament": None, "big": rng.choice((2, 10, 100))},
                        **{"players": rng.randint(2, 9), "position": rng.choice(POSITIONS)},
                        **{"cards": "AsKs", "cell": rng.randrange(169)},
                        **{"pot": rng.randint(3, 800), "showdown": rng.random() < 0.3},
                        **{"all_in": rng.random() < 0.1},
                    }
                    for id in numbers
                    for account in (1, 2, 3)
                ],
            )


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
