"""The pace of the acts: what the server does at one, and the highest that it keeps up with."""

import asyncio
import sys
import time
from typing import NamedTuple

from bench.load.bot import Bots
from bench.load.client import Client
from bench.load.process import cpu

BOUND = 0.050
"""Seconds from an act to the last of the six being told."""


class Pace(NamedTuple):
    acts: float
    messages: float
    p50: float
    p99: float
    busy: float
    """Of one core, by the server."""

    @property
    def cost(self) -> float:
        """Milliseconds of the server's processor for an act, with all that it tells of it."""
        return 1e3 * self.busy / max(1e-9, self.acts)


async def pace(bots: Bots, clients: list[Client], pid: int, pause: float, seconds: float) -> Pace:
    bots.pause = pause
    await asyncio.sleep(1 + min(2.0, 2 * pause))  # what was said at the old pace is over
    bots.latencies.clear()
    bots.acts = 0
    messages, began, used = sum(c.messages for c in clients), time.perf_counter(), cpu(pid)
    await asyncio.sleep(seconds)
    took = time.perf_counter() - began
    told = sorted(bots.latencies) or [float("inf")]
    return Pace(
        bots.acts / took,
        (sum(c.messages for c in clients) - messages) / took,
        told[len(told) // 2],
        told[min(len(told) - 1, int(len(told) * 0.99))],
        (cpu(pid) - used) / took,
    )


async def best_pace(
    bots: Bots, clients: list[Client], pid: int, tables: int, seconds: float
) -> tuple[Pace, list[Pace]]:
    """The highest rate that keeps the bound, between one that does and one that does not."""
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
                break  # it cannot be asked for more
        else:
            most = wanted
        if most is not None and most - least < 0.08 * most:
            break
        wanted = 1.6 * wanted if most is None else (least + most) / 2
    return good or tried[0], tried
