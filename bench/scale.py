"""Estimates what a room with 10,000 and with 1,000,000 seated players needs: `python -m
bench.scale`.

With `--measure` (one minute), a room in this process on its own PostgreSQL plays hands, and bytes
and messages are counted. Numbers that need a quiet machine come from `make load` (`MEASURED`, with
the date). A simulation follows acts through a process (its event loop and its commits) and over the
bus. The plan is the smallest number of processes in which 99 of 100 acts reach all players within
50 ms. docs/scale.md shows the result; tests/test_scale.py compares the simulation with known
results.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import sys
import tempfile
import time
from collections import deque
from pathlib import Path
from random import Random
from typing import NamedTuple

SIDES = 6
BOUND = 0.050
YEAR = 365 * 86_400


class Costs(NamedTuple):
    act: float
    """Processor time in seconds for an act with six viewers, with its commit."""
    viewer: float
    """Additional processor time in seconds for each further viewer."""
    bus: float
    """Processor time in seconds to send or receive one message over the bus."""
    commit: float
    """Seconds until a commit is on disk, or confirmed by the database."""
    stall: float
    """Seconds for which the event loop sometimes does other work, such as storing hands, sending
    lists and collecting garbage. It is chosen so that the simulation has the p99 of `make load`.
    """
    stalls: float
    """Number of such interruptions a second."""
    act_bytes: int
    """Bytes sent to one viewer for an act."""
    offer_bytes: int
    """Bytes sent additionally to the player to act."""
    wal_act: int
    """Bytes in the write-ahead log of the database for an act."""
    wal_hand: int
    """Additional bytes in the write-ahead log for the end of a hand."""
    hand_bytes: int
    """Bytes that a six-handed hand takes in the database permanently, with its indexes."""
    acts_a_hand: float
    socket_bytes: int
    table_bytes: int


MEASURED = Costs(
    act=0.00106,  # make load, quiet, 2026-11-15: 74 % of a core at 696 acts a second
    # 6 µs in the room itself (--measure), and half of the cost of an echo: the socket.
    viewer=0.000035,
    bus=0.000030,  # an estimate: nats-py alone takes 8 µs
    commit=0.002,  # an estimate for a disk, or a replica in the same building
    stall=0.030,
    stalls=0.8,
    act_bytes=269,  # --measure 30, 2026-11-16; the next five as well
    offer_bytes=197,
    wal_act=441,
    wal_hand=5_945,
    hand_bytes=4_642,
    acts_a_hand=9.6,
    socket_bytes=40_243,  # make load, 5,000 idle sockets: 39.3 KiB each
    table_bytes=100_000,  # an estimate; a small part of the total
)


class Pattern(NamedTuple):
    """Assumptions about how people play. They are not measured; replace them by your own."""

    act_time: float = 6.0
    """Seconds from one act at a table to the next, with the pause between hands."""
    watching: float = 0.5
    """Number of spectators at each table."""
    peak: float = 3.0
    """Players at the busiest hour divided by the average of a year."""


# One process: an event loop that does one thing at a time, and a thread that commits


def simulated(
    costs: Costs, rate: float, viewers: float, seconds: float, seed: int = 1
) -> Simulated:
    """Simulate random acts at *rate* a second. Each act is checked (0.4 of its cost), waits for the
    next commit, which contains all waiting acts, and is sent to its viewers (0.6 of its cost).
    """
    rng = Random(f"scale {seed}")
    each = costs.act + viewers * costs.viewer
    first, last = 0.4 * each, 0.6 * each
    arrivals: deque[float] = deque()
    now = 0.0
    while now < seconds:
        now += rng.expovariate(rate)
        arrivals.append(now)
    loop, writer, busy = 0.0, 0.0, 0.0  # the times at which each is free again
    stalled = rng.expovariate(costs.stalls)
    checked: deque[tuple[float, float]] = deque()  # (ready to be committed, arrived)
    committed: deque[tuple[float, float]] = deque()  # (committed, arrived)
    took: list[float] = []
    while arrivals or checked or committed:
        if checked and (not arrivals or max(writer, checked[0][0]) <= max(loop, arrivals[0])):
            begin = max(writer, checked[0][0])
            writer = begin + costs.commit * rng.uniform(0.5, 1.5)
            while checked and checked[0][0] <= begin:
                committed.append((writer, checked.popleft()[1]))
            continue
        if committed and (not arrivals or committed[0][0] <= max(loop, arrivals[0])):
            ready, arrived = committed.popleft()
            work = last * rng.uniform(0.5, 1.5)
            loop = max(loop, ready) + work
            took.append(loop - arrived)
        else:
            arrived = arrivals.popleft()
            work = first * rng.uniform(0.5, 1.5)
            loop = max(loop, arrived) + work
            checked.append((loop, arrived))
        busy += work
        if loop >= stalled:
            loop += costs.stall
            stalled = loop + rng.expovariate(costs.stalls)
    took.sort()
    whole = max(loop, seconds)
    return Simulated(took[len(took) // 2], took[int(0.99 * len(took))], busy / whole)


class Simulated(NamedTuple):
    p50: float
    p99: float
    busy: float


def most_acts(costs: Costs, viewers: float = 0.0, seconds: float = 60.0) -> float:
    """Return the acts a second that one process can carry while p99 stays within the bound, found
    by bisection.
    """
    least, most = 1.0, 1 / (costs.act + viewers * costs.viewer)
    for _ in range(12):
        middle = (least + most) / 2
        if simulated(costs, middle, viewers, seconds).p99 < BOUND:
            least = middle
        else:
            most = middle
    return least


# Over the bus


class Traffic(NamedTuple):
    """Average bus traffic of one act."""

    messages: float
    bytes: float


def over_the_bus(costs: Costs, pattern: Pattern, processes: int, seed: int = 1) -> Traffic:
    """Return the bus traffic if players of a table are connected to any process and one process
    owns the table.

    The act and its reply use the bus once if the player is connected elsewhere. The events are sent
    once to each other process with viewers of the table. The `act` message is sent to the process
    of the next player.
    """
    rng = Random(f"bus {seed}")
    messages = size = 0.0
    tables = 4000
    for _ in range(tables):
        watching = int(pattern.watching) + (rng.random() < pattern.watching % 1)
        where = [rng.randrange(processes) for _ in range(SIDES + watching)]
        actor, following = where[0], where[1]
        if actor:  # Process 0 owns the table.
            messages += 2
            size += 2 * 120
        elsewhere = len({place for place in where if place})
        messages += elsewhere
        size += elsewhere * costs.act_bytes
        if following:
            messages += 1
            size += costs.offer_bytes
    return Traffic(messages / tables, size / tables)


# The plan


class Plan(NamedTuple):
    players: int
    tables: int
    acts: float
    processes: int
    acts_a_process: float
    load: Simulated
    sockets_a_process: float
    memory_a_process: float
    bus_messages: float
    bus_bytes: float
    client_bytes: float
    commits: float
    rows: float
    wal: float
    hands_a_year: float
    stored_a_year: float


def plan(players: int, costs: Costs = MEASURED, pattern: Pattern = Pattern()) -> Plan:  # noqa: B008
    tables = math.ceil(players / SIDES)
    acts = tables / pattern.act_time
    processes = 2  # One process may fail.
    while True:  # More processes need more bus messages, and so more work for each.
        bus = over_the_bus(costs, pattern, processes)
        # A message costs time at its sender and at its receiver.
        dearer = costs._replace(act=costs.act + 2 * bus.messages * costs.bus)
        most = most_acts(dearer, pattern.watching, 20.0)
        # A third in reserve for processes that fail.
        needed = max(2, math.ceil(acts / (0.7 * most)))
        if needed <= processes:
            break
        processes = needed
    rate = acts / processes
    people = players + pattern.watching * tables
    hands = acts / costs.acts_a_hand
    result = simulated(dearer, rate, pattern.watching, 60.0)
    # Acts that arrive during a commit go into the next one.
    commits = processes * min(rate, 1 / costs.commit)
    year = hands / pattern.peak * YEAR
    return Plan(
        players,
        tables,
        acts,
        processes,
        rate,
        result,
        people / processes,
        people / processes * costs.socket_bytes + tables / processes * costs.table_bytes + 200e6,
        bus.messages * acts,
        bus.bytes * acts,
        acts * (costs.act_bytes * (SIDES + pattern.watching) + costs.offer_bytes),
        commits,
        acts + hands * (2 + SIDES),
        acts * costs.wal_act + hands * costs.wal_hand,
        year,
        year * costs.hand_bytes,
    )


def table(plans: list[Plan]) -> str:
    def row(what: str, *cells: str) -> str:
        return f"| {what} | " + " | ".join(cells) + " |"

    def each(what: str, result: str, name: str) -> str:
        return row(what, *[result.format(getattr(one, name)) for one in plans])

    return "\n".join(
        [
            row("seated players", *[f"{one.players:,}" for one in plans]),
            row("---", *["---"] * len(plans)),
            each("tables of six", "{:,}", "tables"),
            each("acts a second", "{:,.0f}", "acts"),
            each("processes, a core each", "{:,}", "processes"),
            each("acts a second for each", "{:,.0f}", "acts_a_process"),
            row(
                "told to all (simulated): p50, p99",
                *[f"{1e3 * one.load.p50:.1f}, {1e3 * one.load.p99:.1f} ms" for one in plans],
            ),
            each("sockets for each", "{:,.0f}", "sockets_a_process"),
            row("memory for each", *[f"{one.memory_a_process / 1e9:.2f} GB" for one in plans]),
            each("messages a second over the bus", "{:,.0f}", "bus_messages"),
            row(
                "bytes a second over the bus", *[f"{one.bus_bytes / 1e6:,.1f} MB" for one in plans]
            ),
            row(
                "bytes a second to clients", *[f"{one.client_bytes / 1e6:,.1f} MB" for one in plans]
            ),
            each("PostgreSQL: commits a second", "{:,.0f}", "commits"),
            each("rows written a second", "{:,.0f}", "rows"),
            row("written ahead a second (WAL)", *[f"{one.wal / 1e6:,.1f} MB" for one in plans]),
            row("hands a year", *[f"{one.hands_a_year / 1e6:,.0f} million" for one in plans]),
            row("hands kept for a year", *[f"{one.stored_a_year / 1e12:,.2f} TB" for one in plans]),
        ]
    )


# Measured in a room of this process


async def counted(hands: int) -> dict[str, float]:
    import psycopg

    from tests.server.store import POSTGRES, Store
    from tests.server.whole_room.test_faults import Felt
    from tests.server.wired import opened

    Store.kind = POSTGRES
    rng = Random(1)
    with tempfile.TemporaryDirectory() as folder:
        async with opened(Path(folder)) as hall:
            felt = await Felt.laid(hall, SIDES)
            name = Store.databases[Path(folder).resolve()]  # noqa: ASYNC240

            def ask(statement: str) -> float:
                with psycopg.connect(Store.cluster().url(name)) as connection:
                    row = connection.execute(statement.encode()).fetchone()
                    assert row is not None
                    return float(row[0])

            size = "SELECT sum(pg_total_relation_size(c)) FROM unnest(ARRAY['hand','hand_player']"
            size += "::regclass[]) c"
            wal = "SELECT pg_current_wal_insert_lsn() - '0/0'"

            async def play(number: int) -> tuple[int, int, int]:
                acts, inside, at_the_end = 0, 0, 0
                for _ in range(number):
                    for side in range(SIDES):
                        short = 200 - felt.room.state.masa.seat(side).stack
                        if short > 0:
                            await felt.lines[side].ask(do="top_up", masa=felt.masa, amount=short)
                    await felt.room.deal()
                    while felt.room.state.masa.to_act is not None:
                        before = ask(wal)
                        assert (await felt.act(rng))["type"] == "done"
                        used = int(ask(wal) - before)
                        acts += 1
                        if felt.room.state.masa.game is None:
                            at_the_end += used
                        else:
                            inside += used
                return acts, inside, at_the_end

            await play(3)
            Store.cluster().do("CHECKPOINT")
            await play(3)  # The database writes whole pages after a checkpoint.
            begin = ask(size)
            messages_received = [len(line.received) for line in felt.lines]
            acts, inside, at_the_end = await play(hands)
            grown = ask(size) - begin
            received = [
                t
                for line, n in zip(felt.lines, messages_received, strict=True)
                for t in line.received[n:]
            ]
            by_type: dict[str, list[int]] = {}
            for text in received:
                by_type.setdefault(json.loads(text)["type"], []).append(len(text))
            alone = await timed(felt, rng, 15)
            watchers = [await hall.line(felt.secrets[-1]) for _ in range(60)]
            for line in watchers:
                await line.ask(do="watch", masa=felt.masa)
            crowd = await timed(felt, rng, 15)
    Store.stop()
    events, offers = by_type["events"], by_type["act"]
    return {
        "acts_a_hand": acts / hands,
        "wal_act": inside / (acts - hands),
        "wal_hand": at_the_end / hands,
        "hand_bytes": grown / hands,
        "act_bytes": sum(events) / len(events),
        "offer_bytes": sum(offers) / len(offers),
        "viewer": (crowd - alone) / 60,
    }


async def timed(felt: object, rng: Random, hands: int) -> float:
    """Return the processor time of this process for an act in seconds, without database and
    clients.
    """
    acts, used = 0, 0.0
    for _ in range(hands):
        for side in range(SIDES):
            short = 200 - felt.room.state.masa.seat(side).stack  # type: ignore[attr-defined]
            if short > 0:
                line = felt.lines[side]  # type: ignore[attr-defined]
                await line.ask(do="top_up", masa=felt.masa, amount=short)  # type: ignore[attr-defined]
        await felt.room.deal()  # type: ignore[attr-defined]
        began = time.process_time()
        while felt.room.state.masa.to_act is not None:  # type: ignore[attr-defined]
            await felt.act(rng)  # type: ignore[attr-defined]
            acts += 1
        used += time.process_time() - began
    return used / acts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("players", type=int, nargs="*", default=[10_000, 1_000_000])
    parser.add_argument("--act-time", type=float, default=Pattern().act_time)
    parser.add_argument("--watching", type=float, default=Pattern().watching)
    parser.add_argument("--peak", type=float, default=Pattern().peak)
    parser.add_argument("--measure", type=int, metavar="HANDS", help="count bytes and messages")
    options = parser.parse_args()
    if min(options.players, default=1) < 1 or options.act_time <= 0 or options.peak < 1:
        sys.exit("players and --act-time are more than nothing, --peak is 1 or more")
    if options.measure:
        for name, value in asyncio.run(counted(options.measure)).items():
            print(f"{name:12} {value:,.6g}")
        return
    pattern = Pattern(options.act_time, options.watching, options.peak)
    most = most_acts(MEASURED)
    result = simulated(MEASURED, 696, 0, 60)
    print(f"one process, simulated: at most {most:,.0f} acts a second with p99 under 50 ms;")
    print(
        f"at 696: p50 {1e3 * result.p50:.1f} ms, p99 {1e3 * result.p99:.1f} ms, "
        f"{result.busy:.0%} busy"
    )
    print("(measured at 696: p50 5.3 ms, p99 32.8 ms, 74 % busy)\n")
    print(table([plan(players, pattern=pattern) for players in options.players]))


if __name__ == "__main__":
    main()
