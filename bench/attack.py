"""How long ten honest players wait at most while a room is attacked.

`python -m bench.attack tiny_chunks quoted_cookie --lines 8 --seconds 10`

The room is `masa serve` with its default settings, in a process of its own. Each player sends one
request every 50 ms and waits for its reply. The attackers are those of tests/server/flood.py.
"""

import argparse
import asyncio
import contextlib
import subprocess
import sys
import tempfile
import time
from urllib.request import urlopen

from bench.load.server import running

PLAYERS = 10
PAUSE = 0.05


async def play(url: str, attack: list[str], seconds: float) -> list[float]:
    """Return the waits of all requests, in seconds."""
    from pokermasa.client.client import Client, be_a_guest

    await asyncio.to_thread(_await_room, url)
    guests = [await asyncio.to_thread(be_a_guest, url) for _ in range(PLAYERS)]
    clients = [await Client.connect(url, guest.token) for guest in guests]
    waits: list[float] = []
    attackers = await asyncio.create_subprocess_exec(*attack, stdout=subprocess.DEVNULL)
    until = time.monotonic() + seconds

    async def ask(client: Client) -> None:
        while time.monotonic() < until:
            begun = time.monotonic()
            await client.ask("ping")
            waits.append(time.monotonic() - begun)
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*[ask(client) for client in clients])
    await attackers.wait()
    for client in clients:
        await client.close()
    return waits


def _await_room(url: str) -> None:
    """The port is open before the room is: a new machine compiles first."""
    for _ in range(120):
        with contextlib.suppress(OSError), urlopen(f"{url}/health", timeout=20):
            return
        time.sleep(0.5)


def main() -> None:
    from tests.server.flood import ATTACKS

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=list(ATTACKS))
    parser.add_argument("--lines", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=10.0)
    chosen = parser.parse_args()
    for kind in chosen.kinds:
        with (
            tempfile.TemporaryDirectory() as folder,
            running("room", {"data": folder}) as (port, _),
        ):
            words = [kind, str(port), "1", str(chosen.seconds), str(chosen.lines)]
            attack = [sys.executable, "-m", "tests.server.flood", *words]
            waits = sorted(asyncio.run(play(f"http://127.0.0.1:{port}", attack, chosen.seconds)))
        p99, most = 1000 * waits[len(waits) * 99 // 100], 1000 * waits[-1]
        print(f"{kind}: longest wait {most:.0f} ms, p99 {p99:.0f} ms, {len(waits)} requests")


if __name__ == "__main__":
    main()
