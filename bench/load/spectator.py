"""Measures whether many spectators delay the players."""

import argparse
import asyncio

from bench.load.bot import Bots, Felt
from bench.load.client import Client, connected, deaf
from bench.load.pace import pace
from bench.load.room import SIDES
from bench.load.row import Row


async def spectators(
    port: int, pid: int, bots: Bots, clients: list[Client], options: argparse.Namespace
) -> list[Row]:
    """Measure one table at a steady rate of acts, without spectators and with many."""
    felt: Felt = clients[0].seat
    for client in clients[SIDES:]:
        client.transport.abort()
    players = clients[:SIDES]
    await asyncio.sleep(0.5)
    seconds = 2 * options.seconds
    alone = await pace(bots, players, pid, 0.1, seconds)
    async with connected(port, [None] * options.spectators, deaf) as crowd:
        for client in crowd:
            client.say(do="watch", masa=felt.id, id="w")
        await asyncio.sleep(1 + options.spectators / 1000)
        watched = await pace(bots, players, pid, 0.1, seconds)
        received = sum(client.messages for client in crowd)
        lost = sum(client.is_lost for client in crowd)
    return [
        Row(
            "a table nobody watches",
            f"p99 {1e3 * alone.p99:.1f} ms",
            f"p50 {1e3 * alone.p50:.1f} ms, {alone.acts:.1f} acts/s",
        ),
        Row(
            f"the same with {options.spectators:,} spectators",
            f"p99 {1e3 * watched.p99:.1f} ms",
            f"p50 {1e3 * watched.p50:.1f} ms, {watched.acts:.1f} acts/s; "
            f"the crowd got {received:,} messages, {lost} were lost; "
            f"server {100 * watched.busy:.0f} %",
        ),
    ]
