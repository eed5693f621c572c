"""Python's collector, kept from stopping the room.

By itself it looks through everything that lives whenever that has grown by a quarter. With a
thousand players at the tables this takes a third of a second, in which nobody is told anything. The
young, where the waste is, are looked through as ever, few enough at a time (16,000: some ten
milliseconds, while a flood of connections comes in); the old only now and then.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator

OFTEN = (2_000, 8, 1_000_000)
"""So many new objects, so many rounds of that; and hardly ever all of them."""
EVERY = 600.0
"""Seconds from one look through everything to the next."""


@contextlib.asynccontextmanager
async def tended() -> AsyncIterator[None]:
    usual = gc.get_threshold()
    gc.freeze()  # what is there by now stays
    gc.set_threshold(*OFTEN)
    now_and_then = asyncio.create_task(_now_and_then())
    try:
        yield
    finally:
        now_and_then.cancel()
        gc.set_threshold(*usual)
        gc.unfreeze()


async def _now_and_then() -> None:
    while True:
        await asyncio.sleep(EVERY)
        gc.collect()
