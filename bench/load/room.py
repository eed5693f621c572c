"""The measured room: its settings, database, accounts and tables."""

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SIDES = 6


def generous(folder: str) -> dict[str, Any]:
    """Return settings in which only the machine limits the players. The journal is written as
    always.
    """
    from pokermasa.server.settings import Settings

    limits = {
        name: 10**9
        for name in Settings.model_fields
        if name.endswith(("_a_second", "_a_minute", "_an_address", "_an_account"))
    }
    return {
        **limits,
        **dict.fromkeys(("most_sockets", "most_connections"), 10**6),
        "data": folder,
        "signup_grant": 10**9,
        "house_tables": False,
        "between_hands_ms": 50,
        "act_time_ms": 60_000,
        "lease_ms": 60_000,
    }


@contextlib.contextmanager
def database(wanted: str) -> Iterator[dict[str, str]]:
    """Return the database setting: a file, the URL of a server, or a server of this program that
    writes every commit to disk.
    """
    if wanted != "postgres":
        yield {"database": wanted}
        return
    from tests.server.postgres import Cluster

    with Cluster(is_durable=True, shared_buffers="128MB") as cluster:
        yield {"database": cluster.url(cluster.new_database())}


async def prepared(
    folder: Path, settings: dict[str, Any], tables: int
) -> tuple[list[str], list[list[str]]]:
    """Create accounts and tables before the server starts, because this is not measured."""
    import httpx

    from pokermasa.server import app as room
    from pokermasa.server.settings import Settings

    app = room.build(Settings(**settings))
    secrets: list[list[str]] = []
    ids: list[str] = []
    async with app.router.lifespan_context(app):
        accounts = app.state.accounts
        for _ in range(tables):
            six = [await accounts.guest() for _ in range(SIDES)]
            secrets.append([await accounts.sessions.open(account) for account in six])
            transport = httpx.ASGITransport(app)
            headers = {"Cookie": f"masa={secrets[-1][0]}"}
            async with httpx.AsyncClient(
                transport=transport, base_url="http://127.0.0.1", headers=headers
            ) as client:
                made = await client.post("/api/tables", json={"name": "load", "sides": SIDES})
                ids.append(made.json()["id"])
    return ids, secrets


async def all_open(port: int, workers: int) -> None:
    """Wait until all processes are open and each has its share of the tables."""
    import httpx

    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        while True:
            with contextlib.suppress(httpx.TransportError):
                seen = [(await client.get("/health")).json() for _ in range(4)]
                if all(one["processes"] == workers for one in seen):
                    break
            await asyncio.sleep(0.2)
    await asyncio.sleep(8)
