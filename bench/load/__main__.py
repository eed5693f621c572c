"""Measures how many acts one server process can carry, with its clients on another core: `make
load`.

It prints a table for each of three questions. How many acts a second can be played at many tables
while all players of a table receive 99 of 100 acts within 50 ms, and how many messages does a
server on the same stack echo? What does an idle socket cost? Do many spectators delay the players?
"""

import argparse
import asyncio
import json
import os
import resource
import tempfile
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Table

from bench.load.bot import Bots, seated
from bench.load.comparison import compare
from bench.load.disturbance import backed_up, newcomers, studied
from bench.load.echo import echoes
from bench.load.idle_socket import idle, idle_beside_a_table
from bench.load.pace import BOUND, best_pace, pace
from bench.load.restart import restart
from bench.load.room import SIDES, all_open, database, generous, prepared
from bench.load.row import Row
from bench.load.server import running, serve
from bench.load.spectator import spectators


async def at_pace(options: argparse.Namespace) -> list[Row]:
    """Return the cost of an act for the server at one steady rate of acts."""
    with (
        tempfile.TemporaryDirectory(prefix="masa-load-") as folder,
        database(options.database) as database_settings,
    ):
        settings = {**generous(folder), **database_settings, "workers": options.workers}
        if options.workers > 1:
            settings["lease_ms"] = 10_000  # a third of the tables is handed over in each round
        ids, secrets = await prepared(Path(folder), settings, options.tables)
        with running("room", settings) as (port, pid):
            if options.workers > 1:
                await all_open(port, options.workers)
            bots = Bots(Random(options.seed))
            clients = await seated(port, bots, ids, secrets)
            pause = options.tables / options.acts
            async with (
                studied(port, options.study),
                backed_up(folder, database_settings, options.backup),
                newcomers(port, options.newcomers),
            ):
                now = await pace(bots, clients, pid, pause, options.seconds)
                lost = sum(client.is_lost for client in clients)
            after = ""
            if options.then:
                calm = await pace(
                    bots, clients, pid, options.tables / options.then, options.seconds
                )
                after = f"; then at {calm.acts:,.0f} acts/s p99 {1e3 * calm.p99:.1f} ms"
            bots.is_on = False
    note = f"p50 {1e3 * now.p50:.1f} ms, p99 {1e3 * now.p99:.1f} ms, server {100 * now.busy:.0f} %"
    if bots.refused:
        note += f", refused {dict(bots.refused)}"
    note += f", {lost} sockets lost" * bool(lost) + after
    return [Row(f"{now.acts:,.0f} acts/s", f"{now.cost:.3f} ms of processor an act", note)]


async def measure(options: argparse.Namespace) -> list[Row]:
    rows: list[Row] = []
    sockets = options.tables * SIDES
    with running("echo") as (port, pid):
        bare, busy = await echoes(port, pid, min(sockets, 1200), options.seconds)
    note = f"{min(sockets, 1200)} sockets, {bare / busy:,.0f} a second of its processor"
    rows.append(Row("bare echo server", f"{bare:,.0f} messages/s", note))
    with (
        tempfile.TemporaryDirectory(prefix="masa-load-") as folder,
        database(options.database) as database_settings,
    ):
        settings = {**generous(folder), **database_settings}
        ids, secrets = await prepared(Path(folder), settings, options.tables)
        with running("room", settings) as (port, pid):
            bots = Bots(Random(options.seed))
            clients = await seated(port, bots, ids, secrets)
            best, _ = await best_pace(bots, clients, pid, options.tables, options.seconds)
            slow = "" if best.p99 < BOUND else ", NOT within the bound"
            rows += [
                Row(
                    f"{options.tables} tables x {SIDES} bots",
                    f"{best.acts:,.0f} acts/s",
                    f"p50 {1e3 * best.p50:.1f} ms, p99 {1e3 * best.p99:.1f} ms{slow}",
                ),
                Row(
                    "messages delivered",
                    f"{best.messages:,.0f} /s",
                    f"{best.messages / bare:.2f} of the echo server's (goal 0.25); "
                    f"{best.messages / best.busy:,.0f} a second of its processor, "
                    f"{best.messages / best.busy / (bare / busy):.2f} of the echo server's",
                ),
                Row("the server's processor", f"{best.cost:.2f} ms an act"),
                Row(
                    "unexpected",
                    f"{sum(bots.refused.values())} refused",
                    f"{sum(c.is_lost for c in clients)} sockets lost",
                ),
            ]
            rows += await spectators(port, pid, bots, clients, options)
            bots.is_on = False
            for client in clients:
                client.transport.abort()
    with tempfile.TemporaryDirectory(prefix="masa-idle-") as folder:
        rows.append(await idle(folder, options.idle))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=4, help="of every measurement (4)")
    parser.add_argument("--idle", type=int, default=5000, help="sockets that do nothing (5000)")
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--database", default="", help="postgres for one of our own, or a URL; else SQLite"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes; with --acts")
    parser.add_argument("--acts", type=float, help="a second: only what an act costs at that pace")
    parser.add_argument(
        "--study", type=int, default=0, help="with --acts: so many people ask for equities, too"
    )
    parser.add_argument(
        "--backup", action="store_true", help="with --acts: one backup after the other, too"
    )
    parser.add_argument(
        "--newcomers", type=float, default=0, help="with --acts: so many others a second, too"
    )
    parser.add_argument("--then", type=float, help="with --acts: and then at that pace")
    parser.add_argument(
        "--idle-beside", action="store_true", help="only the idle sockets, beside the tables"
    )
    parser.add_argument(
        "--against", type=Path, help="with --acts: another checkout to compare this one with"
    )
    parser.add_argument("--runs", type=int, default=5, help="with --against: of each (5)")
    parser.add_argument("--echo", action="store_true", help="with --against: echo servers, too")
    parser.add_argument(
        "--restart", action="store_true", help="only how long a killed room takes to come back"
    )
    parser.add_argument("--json", action="store_true", help="the rows as JSON")
    for name in ("--serve", "--settings"):
        parser.add_argument(name, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if options.serve:
        serve(options.serve, options.port, options.settings)
        return
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        os.sched_setaffinity(0, set(cores[1:]))
    what = idle_beside_a_table if options.idle_beside else at_pace if options.acts else measure
    if options.against is not None:
        if not options.acts and not options.restart:
            parser.error("--against needs --acts or --restart")
        what = compare
    if options.restart:
        what = restart
    rows = asyncio.run(what(options))
    if options.json:
        print(json.dumps([row._asdict() for row in rows], indent=1))
        return
    table = Table("what", "measured", "")
    for row in rows:
        table.add_row(*row)
    Console().print(table)


if __name__ == "__main__":
    main()
