"""Creates other load for the server during a measurement: equities, backups, newcomers."""

import asyncio
import contextlib
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path


@contextlib.asynccontextmanager
async def studied(port: int, at_once: int) -> AsyncIterator[None]:
    """Measures while *people* ask for expensive equities, one after another."""
    import httpx

    question = {"hands": ["random", "22+, A2s+", "random"], "precision": 0.002}
    answers: Counter[int] = Counter()

    async def asking() -> None:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            # A busy room may refuse requests.
            while (await client.post("/api/guests")).status_code != 201:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
            while True:
                answers[(await client.post("/api/tools/equity", json=question)).status_code] += 1

    tasks = [asyncio.create_task(asking()) for _ in range(at_once)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if at_once:
            print(f"  equities meanwhile, by status: {dict(answers)}", file=sys.stderr)


@contextlib.asynccontextmanager
async def backed_up(folder: str, stored: dict[str, str], is_on: bool) -> AsyncIterator[None]:
    """Measures while the room makes one backup after another."""
    made = 0

    async def back_up() -> None:
        nonlocal made
        where = ["--database", stored["database"]] if stored["database"] else ["--data", folder]
        order = [sys.executable, "-c", "from pokermasa.cli import main; main()", "admin", "backup"]
        while True:
            file = Path(folder) / "copy.db"
            # The backup runs on the driver's core. Its start must not delay the driver.
            process = await asyncio.create_subprocess_exec(
                *("nice", *order), str(file), *where, stdout=subprocess.DEVNULL
            )
            made += await process.wait() == 0
            file.unlink(missing_ok=True)

    task = asyncio.create_task(back_up()) if is_on else None
    try:
        yield
    finally:
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            print(f"  backups meanwhile: {made}", file=sys.stderr)


@contextlib.asynccontextmanager
async def newcomers(port: int, a_second: float) -> AsyncIterator[None]:
    """Measures with *rate* requests a second from clients without a seat, however long each
    takes.
    """
    import httpx

    answers: Counter[int] = Counter()
    asked: set[asyncio.Task[None]] = set()

    async def come(client: httpx.AsyncClient) -> None:
        with contextlib.suppress(httpx.TransportError):
            answers[(await client.get("/api/tables")).status_code] += 1

    async def coming(client: httpx.AsyncClient) -> None:
        await client.post("/api/guests")
        while True:
            await asyncio.sleep(1 / a_second)
            task = asyncio.create_task(come(client))
            asked.add(task)
            task.add_done_callback(asked.discard)

    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        task = asyncio.create_task(coming(client)) if a_second else None
        try:
            yield
        finally:
            for one in [task, *asked] if task is not None else []:
                one.cancel()
                await asyncio.gather(one, return_exceptions=True)
            if a_second:
                print(f"  who came meanwhile, by status: {dict(answers)}", file=sys.stderr)
