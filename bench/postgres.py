"""Compares the cost of psycopg and asyncpg for the room's commits: `python -m bench.postgres`.

Each commit is one of the room's writer: the lease check and the journal entries. The processor time
of this process and the time until the commit is confirmed are measured. asyncpg is measured only if
it is installed.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg

from tests.server.postgres import Cluster

try:
    import asyncpg
except ImportError:
    asyncpg = None

TABLES = 200
COMMITS = 1500
CAUSES = '[{"event":"player_acted","side":3,"act":"RR60","time":1234}]' * 2
SCHEMA = """
CREATE TABLE lease (masa text PRIMARY KEY, owner text, fence bigint, expires bigint);
CREATE TABLE journal (masa text, seq bigint, made bigint, causes text, PRIMARY KEY (masa, seq));
INSERT INTO lease SELECT 'masa' || n, 'me', 1, 0 FROM generate_series(0, 199) n;
"""
ONE = """
WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset({}::json)
  AS g(masa text, owner text, fence bigint, seq bigint, made bigint, causes text)),
held AS (SELECT masa, owner, fence FROM lease
  WHERE masa = ANY(ARRAY(SELECT masa FROM given)) FOR NO KEY UPDATE),
kept AS (INSERT INTO journal SELECT masa, seq, made, causes
  FROM given JOIN held USING (masa, owner, fence) RETURNING masa)
SELECT masa FROM kept
"""
FENCE = "SELECT masa, owner, fence FROM lease WHERE masa = ANY(%s) FOR NO KEY UPDATE"
LINE = "INSERT INTO journal VALUES (%s, %s, %s, %s)"
Commit = Callable[[int, int], Awaitable[int]]


def batch(number: int, size: int) -> list[dict[str, Any]]:
    seq = number * size // TABLES + 1
    return [
        {
            "masa": f"masa{(number * size + n) % TABLES}",
            "owner": "me",
            "fence": 1,
            "seq": seq,
            "made": seq,
            "causes": CAUSES,
        }
        for n in range(size)
    ]


async def timed(commit: Commit, size: int) -> str:
    for number in range(50):
        await commit(-number - 1000, size)
    used, began = time.process_time(), time.perf_counter()
    for number in range(COMMITS):
        assert await commit(number, size) == size
    used, took = time.process_time() - used, time.perf_counter() - began
    return f"{1e6 * used / COMMITS:5.0f} µs processor, {1e6 * took / COMMITS:5.0f} µs until known"


async def measure(url: str, empty: Callable[[], None]) -> None:
    loop, thread = asyncio.get_running_loop(), ThreadPoolExecutor(1)
    sync = psycopg.connect(url, autocommit=True)
    native = await psycopg.AsyncConnection.connect(url, autocommit=True)
    other = None if asyncpg is None else await asyncpg.connect(url)

    def one(number: int, size: int) -> int:
        lines = json.dumps(batch(number, size))
        return len(sync.execute(ONE.format("%s"), [lines]).fetchall())

    def apart(number: int, size: int) -> int:
        lines = batch(number, size)
        sync.execute("BEGIN")
        held = sync.execute(FENCE, [[line["masa"] for line in lines]])
        rows = [[line[n] for n in ("masa", "seq", "made", "causes")] for line in lines]
        sync.cursor().executemany(LINE, rows)
        sync.execute("COMMIT")
        return held.rowcount

    def pipelined(number: int, size: int) -> int:
        lines = batch(number, size)
        with sync.pipeline():
            sync.execute("BEGIN")
            held = sync.execute(FENCE, [[line["masa"] for line in lines]])
            rows = [[line[n] for n in ("masa", "seq", "made", "causes")] for line in lines]
            sync.cursor().executemany(LINE, rows)
            sync.execute("COMMIT")
        return held.rowcount

    def in_thread(function: Callable[[int, int], int]) -> Commit:
        return lambda number, size: loop.run_in_executor(thread, function, number, size)

    async def on_loop(number: int, size: int) -> int:
        lines = json.dumps(batch(number, size))
        return len(await (await native.execute(ONE.format("%s"), [lines])).fetchall())

    async def with_asyncpg(number: int, size: int) -> int:
        assert other is not None
        return len(await other.fetch(ONE.format("$1"), json.dumps(batch(number, size))))

    ways: dict[str, Commit] = {
        "psycopg in the writer's thread, one statement": in_thread(one),
        "psycopg in the writer's thread, pipelined": in_thread(pipelined),
        "psycopg in the writer's thread, a round trip each": in_thread(apart),
        "psycopg on the loop, one statement": on_loop,
    }
    if other is not None:
        ways["asyncpg on the loop, one statement"] = with_asyncpg
    for size in (1, 8):
        for name, way in ways.items():
            empty()
            print(f"{size} acts a commit: {name:50} {await timed(way, size)}", flush=True)
    sync.close()
    await native.close()
    if other is not None:
        await other.close()


def main() -> None:
    with Cluster() as cluster:
        name = cluster.new_database()
        cluster.do(SCHEMA, name)
        asyncio.run(measure(cluster.url(name), lambda: cluster.do("TRUNCATE journal", name)))


if __name__ == "__main__":
    main()
