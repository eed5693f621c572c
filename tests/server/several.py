"""Opens a room of several processes for tests: rooms in threads of their own on one database, and a
real NATS server between them.

    with nats() as bus, several(tmp_path, bus.url, bus.url) as (one, two):
        masa = one.table(host)["id"]            # owned by the first
        ada = await two.connect(session)        # connected to the second
"""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pokermasa.server.bus.nats_server import NatsServer
from pokermasa.server.lobby import dealing_loop, open_list
from tests.server.room import PATIENCE, Opened, settings


@contextlib.contextmanager
def nats(**options: Any) -> Iterator[NatsServer]:
    server = NatsServer(**options)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def wait_for(seen: Any) -> None:
    until = time.monotonic() + PATIENCE
    while not seen():
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.005)


@contextlib.contextmanager
def several(
    data: Path,
    *urls: str,
    clock: Any = None,
    fellows: Any = None,
    databases: Any = (),
    **changes: Any,
) -> Iterator[list[Opened]]:
    """Opens one room for each URL in *urls*, and waits until every room has found the others.

    The dealing loop and the lobby lists run without their usual pauses. *fellows* has one object
    for each room that passes sockets to the others. *databases* has the URL at which each room
    reaches the shared database.
    """
    rooms: list[Opened] = []
    patch = pytest.MonkeyPatch()
    patch.setattr(dealing_loop, "IDLE", 0.1)
    patch.setattr(open_list, "EVERY", 0.02)
    try:
        each = zip(urls, fellows or [None] * len(urls), databases or [""] * len(urls), strict=True)
        for url, fellow, database in each:
            own = {"database": database} if database else {}
            room = Opened(settings(data, bus=url, **own, **changes), clock, fellows=fellow)
            room.start()
            rooms.append(room)
        for room in rooms:
            wait_for(lambda room=room: len(room.lobby.peers.alive) >= len(rooms) - 1)
        yield rooms
    finally:
        for room in rooms:
            if room.thread.is_alive():
                room.stop()
        patch.undo()
