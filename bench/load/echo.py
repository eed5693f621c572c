"""How many messages a second a bare server sends back, on the same stack as the room's."""

import asyncio
import time

from bench.load.client import Client, connected
from bench.load.process import cpu

ECHO = b'{"type":"events","masa":"0123abcd","seq":12345,"events":[' + b'{"event":"x"},' * 12 + b"]}"


async def echoes(port: int, pid: int, sockets: int, seconds: float) -> tuple[float, float]:
    """Messages a second that a bare server sends back; and how much of one core that takes it."""

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
