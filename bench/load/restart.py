"""How long a killed room takes to come back, with a hand at every table.

`python -m bench.load --restart`: the time from the start of the new process until the first act is
done, and the time until all clients, who come back at once, have the state of their table.
"""

import argparse
import asyncio
import json
import os
import signal
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from bench.load.bot import Bots, Felt, seated
from bench.load.client import Client, come_in
from bench.load.comparison import OWN
from bench.load.pace import pace
from bench.load.room import SIDES, generous
from bench.load.row import Row
from bench.load.server import prepared_by, running


class Returning:
    """Clients that come back to a room that was killed."""

    def __init__(self, ids: list[str]) -> None:
        self._ids = ids
        self._without_view = len(ids) * SIDES
        self._is_asked = False
        loop = asyncio.get_running_loop()
        self.first_act: asyncio.Future[float] = loop.create_future()
        """Time of the first act that was done."""
        self.last_view: asyncio.Future[float] = loop.create_future()
        """Time at which the last client got the state of its table."""

    def on_message(self, client: Client, message: bytes) -> None:
        if message.startswith(b'{"type":"view"'):
            self._without_view -= 1
            if self._without_view == 0:
                self.last_view.set_result(time.perf_counter())
        elif message.startswith(b'{"type":"act"') and not self._is_asked:
            self._is_asked = True
            asked: dict[str, Any] = json.loads(message)
            act = next(act for act in ("CH", "CA", "FO") if act in asked["acts"])
            client.say(do="act", masa=asked["masa"], act=act, turn=asked["turn"], id="first")
        elif message == b'{"type":"done","id":"first"}':
            self.first_act.set_result(time.perf_counter())

    def watch(self, clients: list[Client]) -> None:
        for number, client in enumerate(clients):
            client.say(do="watch", masa=self._ids[number // SIDES], id="w")


async def restart(options: argparse.Namespace) -> list[Row]:
    checkouts = [OWN] if options.against is None else [options.against.resolve(), OWN]
    return [row for checkout in checkouts for row in await restarted(checkout, options)]


async def restarted(checkout: Path, options: argparse.Namespace) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="masa-load-") as folder:
        settings = generous(folder)
        ids, secrets = prepared_by(checkout, settings, options.tables)
        with running("room", settings, checkout) as (port, pid):
            bots = Bots(Random(options.seed))
            clients = await seated(port, bots, ids, secrets)
            await pace(bots, clients, pid, 1.0, 2)
            bots.is_on = False
            await asyncio.sleep(0.5)
            felts: list[Felt] = [client.seat for client in clients[::SIDES]]
            os.kill(pid, signal.SIGKILL)
        killed = time.perf_counter()
        with running("room", settings, checkout) as (port, pid):
            opened = time.perf_counter()
            returning = Returning(ids)
            everybody = [secret for six in secrets for secret in six]
            back = await come_in(port, everybody, returning.on_message, len(everybody))
            returning.watch(back)
            acted, viewed = await asyncio.gather(returning.first_act, returning.last_view)
            lost = sum(client.is_lost for client in back)
            for client in back:
                client.transport.abort()
    note = f"open after {opened - killed:.2f} s; {len(felts)} tables in a hand; {checkout.name}"
    return [
        Row("killed, until the first act", f"{acted - killed:.2f} s", note),
        Row(
            f"{len(back):,} sockets come back at once",
            f"{viewed - opened:.2f} s",
            f"until all have their view; {lost} lost",
        ),
    ]
