"""Limits the pauses of Python's garbage collector.

By default, a full collection runs whenever the heap has grown by a quarter. With a thousand seated
players it takes a third of a second, in which no message is sent. Here young objects are collected
as usual, in portions of at most 16,000 (about ten milliseconds during a flood of connections). Old
objects are collected only every ten minutes.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator

OFTEN = (2_000, 8, 1_000_000)
"""Thresholds of the three generations: new objects, young collections, and a value that prevents
automatic full collections."""
EVERY = 600.0
"""Seconds between two full collections."""


@contextlib.asynccontextmanager
async def limit_collector_pauses() -> AsyncIterator[None]:
    usual = gc.get_threshold()
    gc.freeze()  # Objects that exist at this point live until the end and are not scanned again.
    gc.set_threshold(*OFTEN)
    full_collections = asyncio.create_task(_collect_fully())
    try:
        yield
    finally:
        full_collections.cancel()
        gc.set_threshold(*usual)
        gc.unfreeze()


async def _collect_fully() -> None:
    while True:
        await asyncio.sleep(EVERY)
        gc.collect()
