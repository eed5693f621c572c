"""Measures the server at a given rate of acts, and finds the highest rate that it can carry."""

import asyncio
import sys
import time
from typing import NamedTuple

from bench.load.bot import Bots
from bench.load.client import Client
from bench.load.process import cpu

BOUND = 0.050
"""Largest allowed time in seconds from an act until the last of six players has received it."""


class Pace(NamedTuple):
    acts: float
    messages: float
    p50: float
    p99: float
    busy: float
    """Share of one core that the server used."""

    @property
    def cost(self) -> float:
        """Processor time of the server for each act, in milliseconds, with all messages about
        it.
        """
        return 1e3 * self.busy / max(1e-9, self.acts)


async def pace(bots: Bots, clients: list[Client], pid: int, pause: float, seconds: float) -> Pace:
    bots.pause = pause
    await asyncio.sleep(1 + min(2.0, 2 * pause))  # Messages of the earlier rate are done.
    bots.latencies.clear()
    bots.acts = 0
    messages, began, used = sum(c.messages for c in clients), time.perf_counter(), cpu(pid)
    await asyncio.sleep(seconds)
    took = time.perf_counter() - began
    result = sorted(bots.latencies) or [float("inf")]
    return Pace(
        bots.acts / took,
        (sum(c.messages for c in clients) - messages) / took,
        result[len(result) // 2],
        result[min(len(result) - 1, int(len(result) * 0.99))],
        (cpu(pid) - used) / took,
    )


async def best_pace(
    bots: Bots, clients: list[Client], pid: int, tables: int, seconds: float
) -> tuple[Pace, list[Pace]]:
    """Return the highest rate at which the times stay within BOUND, found by bisection."""
    tried: list[Pace] = []
    good: Pace | None = None
    wanted, least, most = 400.0, 0.0, None
    for _ in range(9):
        now = await pace(bots, clients, pid, tables / wanted, seconds)
        tried.append(now)
        print(
            f"  wanted {wanted:6,.0f} acts/s: {now.acts:6,.0f} acts/s, "
            f"{now.messages:7,.0f} messages/s, p99 {1e3 * now.p99:6.1f} ms, "
            f"server {100 * now.busy:3.0f} %, {now.cost:.2f} ms an act",
            file=sys.stderr,
        )
        if now.p99 < BOUND:
            good = now if good is None or now.acts > good.acts else good
            least = wanted
            if now.acts < 0.7 * wanted:
                break  # This is the highest rate that can be generated.
        else:
            most = wanted
        if most is not None and most - least < 0.08 * most:
            break
        wanted = 1.6 * wanted if most is None else (least + most) / 2
    return good or tried[0], tried
