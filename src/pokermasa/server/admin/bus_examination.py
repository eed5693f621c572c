"""Checks of the bus and of the processes that are heard on it, for `masa admin doctor`."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from pokermasa import __version__
from pokermasa.server.admin.finding import CheckResult, Finding, well
from pokermasa.server.bus.bus import NoBus
from pokermasa.server.bus_address import BusAddress
from pokermasa.server.settings import Settings
from pokermasa.server.storage.database.process import running

WRONG_CLOCK = 2_000
"""Largest acceptable difference between two clocks, in milliseconds."""


class Heard(NamedTuple):
    machine: str
    pid: int
    version: str
    off: int
    """Difference between its clock and this machine's in milliseconds; positive if its clock is
    ahead."""

    @property
    def name(self) -> str:
        return f"{self.machine}:{self.pid}"


def examine_bus(settings: Settings) -> Iterator[Finding]:
    """Yield findings about the bus.

    Listens for half a lease, in which every process sends two heartbeats.
    """
    if not settings.bus:
        text = (
            f"none is set, and none needed: processes of this room here: {len(running(settings))}"
        )
        yield well("bus", text)
        return
    try:
        peers = asyncio.run(_listen(settings, settings.lease_ms / 2000))
    except NoBus as error:
        text = f"{error}: does it run, and are address, password and bus_ca right?"
        yield Finding("bus", CheckResult.WRONG, text)
        return
    names = ", ".join(one.name for one in peers) or "no process of this room"
    yield well("bus", f"answers at {BusAddress.read(settings.bus).shown}; there: {names}")
    yield from judge(peers, settings)


def judge(peers: list[Heard], settings: Settings) -> Iterator[Finding]:
    versions = sorted({one.version for one in peers})
    if len(versions) > 1:
        text = f"processes of {' and '.join(versions)}: finish the upgrade (masa admin drain)"
        yield Finding("versions", CheckResult.WARNING, text)
    elif versions not in ([], [__version__]):
        text = (
            f"the processes run {versions[0]}, but {__version__} is installed here: "
            "restart them (masa admin drain)"
        )
        yield Finding("versions", CheckResult.WARNING, text)
    for one in peers:
        if abs(one.off) > WRONG_CLOCK:
            text = f"{one.name} is {one.off / 1000:+.1f} s from this machine: run an NTP client"
            yield Finding("clock", CheckResult.WRONG, text)
    if settings.address_key is None and len({one.machine for one in peers}) > 1:
        text = "address_key is not set: each machine hashes addresses in its own way, and"
        text = f"{text} `masa admin signals` cannot compare them; give all the same file"
        yield Finding("configuration", CheckResult.WARNING, text)


async def _listen(settings: Settings, seconds: float) -> list[Heard]:
    # Imported only if needed: a room of one process has no NATS.
    from pokermasa.server.bus.nats_bus import NatsBus

    found: dict[str, Heard] = {}

    def hear(data: bytes) -> None:
        one = read(data, time.time_ns() // 1_000_000)
        if one is not None:
            found[one.name] = one

    bus = NatsBus(settings.bus, settings.bus_ca, 10)
    try:
        await bus.start()
        await bus.subscribe(f"{settings.bus_prefix}.here", hear)
        await asyncio.sleep(seconds)
    finally:
        await bus.stop()
    return sorted(found.values())


def read(data: bytes, now: int) -> Heard | None:
    """Parse a heartbeat. Return None if it cannot be parsed or announces the end of a process."""
    try:
        said: dict[str, Any] = json.loads(data)
        version, off = str(said.get("version", "an older one")), int(said.get("now", now)) - now
        return Heard(str(said["machine"]), int(said["pid"]), version, off)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
