"""Compares this checkout with another one: `python -m bench.load --against ../other --acts 300`.

Both rooms are open at the same time and are played in turn by the same clients, so that other work
on the machine slows both of them alike. The figures are medians.
"""

import argparse
import contextlib
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from bench.load.bot import Bots, seated
from bench.load.client import Client
from bench.load.echo import echoes
from bench.load.pace import Pace, pace
from bench.load.room import SIDES, all_open, database, generous
from bench.load.row import Row
from bench.load.server import prepared_by, running

OWN = Path(__file__).resolve().parents[2]


class Opened(NamedTuple):
    """The room of one checkout, with players at all tables."""

    pid: int
    bots: Bots
    clients: list[Client]


@contextlib.asynccontextmanager
async def opened(checkout: Path, options: argparse.Namespace) -> AsyncIterator[Opened]:
    with (
        tempfile.TemporaryDirectory(prefix="masa-load-") as folder,
        database(options.database) as database_settings,
    ):
        settings = {**generous(folder), **database_settings, "workers": options.workers}
        if options.workers > 1:
            settings["lease_ms"] = 10_000
        ids, secrets = prepared_by(checkout, settings, options.tables)
        with running("room", settings, checkout) as (port, pid):
            if options.workers > 1:
                await all_open(port, options.workers)
            bots = Bots(Random(options.seed))
            clients = await seated(port, bots, ids, secrets)
            bots.hold()
            yield Opened(pid, bots, clients)
            for client in clients:
                client.transport.abort()


async def echoed(checkout: Path, options: argparse.Namespace) -> float:
    """Return the messages that a bare echo server sends back per second of its processor."""
    with running("echo", source=checkout) as (port, pid):
        messages, busy = await echoes(port, pid, min(options.tables * SIDES, 1200), options.seconds)
    return messages / busy


async def compare(options: argparse.Namespace) -> list[Row]:
    checkouts = [options.against.resolve(), OWN]
    echo: list[list[float]] = [[], []]
    paces: list[list[Pace]] = [[], []]
    pause = options.tables / options.acts
    async with opened(checkouts[0], options) as before, opened(checkouts[1], options) as after:
        for _ in range(options.runs):
            for place, room in enumerate((before, after)):
                room.bots.go_on()
                paces[place].append(
                    await pace(room.bots, room.clients, room.pid, pause, options.seconds)
                )
                room.bots.hold()
        lost = [sum(c.is_lost for c in room.clients) for room in (before, after)]
    for _ in range(options.runs if options.echo else 0):
        for place, checkout in enumerate(checkouts):
            echo[place].append(await echoed(checkout, options))
    rows = [
        _row("acts a second", [[p.acts for p in side] for side in paces], "{:,.0f}"),
        _row("ms of processor an act", [[p.cost for p in side] for side in paces], "{:.3f}"),
        _row(
            "messages a processor second",
            [[p.messages / max(1e-9, p.busy) for p in side] for side in paces],
            "{:,.0f}",
        ),
        _row("p50, ms", [[1e3 * p.p50 for p in side] for side in paces], "{:.1f}"),
        _row("p99, ms", [[1e3 * p.p99 for p in side] for side in paces], "{:.1f}"),
        Row("sockets lost", f"{lost[0]} → {lost[1]}"),
    ]
    if options.echo:
        rows.append(_row("echo: messages a processor second", echo, "{:,.0f}"))
    return rows


def _row(what: str, both: list[list[float]], form: str) -> Row:
    before, after = both
    note = f"{median(after) / max(1e-9, median(before)):.2f} times; " + " | ".join(
        " ".join(form.format(value) for value in side) for side in both
    )
    return Row(what, f"{form.format(median(before))} → {form.format(median(after))}", note)
