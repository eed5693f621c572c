"""Measures the messages a second that a bare server on the room's stack echoes."""

import asyncio
import time

from bench.load.client import Client, connected
from bench.load.process import cpu

ECHO = b'{"type":"events","masa":"0123abcd","seq":12345,"events":[' + b'{"event":"x"},' * 12 + b"]}"


async def echoes(port: int, pid: int, sockets: int, seconds: float) -> tuple[float, float]:
    """Return the messages a second that a bare server echoes, and the share of a core that this
    takes.
    """

    def again(client: Client, message: bytes) -> None:
        client.send(message)

    async with connected(port, [None] * sockets, again) as clients:
        for client in clients:
            client.send(ECHO)
        await asyncio.sleep(1)
        before, began, used = sum(c.messages for c in clients), time.perf_counter(), cpu(pid)
        await asyncio.sleep(seconds)
        took = time.perf_counter() - began
        return (sum(c.messages for c in clients) - before) / took, (cpu(pid) - used) / took
