"""Measures the cost of sockets that do nothing."""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from random import Random

from bench.load.bot import Bots, seated
from bench.load.client import connected, deaf
from bench.load.pace import pace
from bench.load.process import all_memory, cpu, memory
from bench.load.room import all_open, generous, prepared
from bench.load.row import Row
from bench.load.server import running


async def idle(folder: str, sockets: int) -> Row:
    with running("room", generous(folder)) as (port, pid):
        async with connected(port, [None] * 50, deaf):
            await asyncio.sleep(1)
            before = memory(pid)
            async with connected(port, [None] * sockets, deaf) as clients:
                await asyncio.sleep(2)
                used, began = cpu(pid), time.perf_counter()
                await asyncio.sleep(3)
                busy = (cpu(pid) - used) / (time.perf_counter() - began)
                each = (memory(pid) - before) / sockets
                lost = sum(client.is_lost for client in clients)
    note = f"{lost} lost, server {100 * busy:.1f} % busy"
    return Row(f"{sockets:,} idle sockets", f"{each / 1024:.1f} KiB each", note)


async def idle_beside_a_table(options: argparse.Namespace) -> list[Row]:
    """Measure the cost of idle sockets in all processes, and whether they delay the players."""
    with tempfile.TemporaryDirectory(prefix="masa-idle-") as folder:
        settings = {**generous(folder), "workers": options.workers}
        ids, secrets = await prepared(Path(folder), settings, options.tables)
        with running("room", settings) as (port, pid):
            if options.workers > 1:
                await all_open(port, options.workers)
            bots = Bots(Random(options.seed))
            players = await seated(port, bots, ids, secrets)
            alone = await pace(bots, players, pid, 0.2, options.seconds)
            before = all_memory(pid)
            async with connected(port, [None] * options.idle, deaf) as clients:
                for client in clients:
                    client.say(do="ping", id="1")  # The room closes sockets without any request.
                beside = await pace(bots, players, pid, 0.2, options.seconds)
                each = (all_memory(pid) - before) / options.idle
                lost = sum(client.is_lost for client in clients)
            bots.is_on = False
    return [
        Row(
            f"{options.idle:,} idle sockets over {options.workers} workers",
            f"{each / 1024:.1f} KiB each, {lost} lost",
            f"server {100 * beside.busy:.1f} % busy, {100 * alone.busy:.1f} % without them",
        ),
        Row(
            f"{options.tables} tables beside them",
            f"p99 {1e3 * beside.p99:.1f} ms",
            f"{1e3 * alone.p99:.1f} ms without them; {beside.acts:.0f} acts/s",
        ),
    ]
