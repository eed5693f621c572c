"""`masa admin drain` replaces the processes of a room one after the other.

Each process hands its tables to the others and ends. Its supervisor (`masa serve --workers`,
systemd) starts a new one. If the room has a bus of its own, the command covers the processes of
this machine. With the setting `bus` it covers those of all machines.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import time
from collections.abc import AsyncIterator
from typing import Any, NamedTuple, Protocol

import typer

from pokermasa.cli.command_line import fail
from pokermasa.server.bus.bus import Bus, NoBus
from pokermasa.server.settings import Settings
from pokermasa.server.storage.database import process as here

LOOK = 0.1
ENDING = 60.0
"""Maximum time in seconds, after `drain_ms`, for a process to end."""
AGAIN = 60.0
"""Maximum time in seconds for a new process to replace one that ended."""
PAUSE = 15.0
"""Time in seconds that a new process must be open before the next one is drained. It is longer than
the time for which nginx avoids a server that it could not reach (10 s)."""


class OpenProcesses(NamedTuple):
    name: str
    """Name for the operator: its process number, or MACHINE:NUMBER."""
    is_open: bool


class Processes(Protocol):
    where: str

    def found(self) -> dict[str, OpenProcesses]:
        """Return the running processes by a unique id. A process id would not do, because it may be
        reused."""

    def drain(self, process: str) -> None: ...


class Here:
    """The processes of the room on this machine, named by process number."""

    where = "here"

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def found(self) -> dict[str, OpenProcesses]:
        return {
            one.owner: OpenProcesses(str(one.pid), one.is_open)
            for one in here.running(self._settings)
        }

    def drain(self, process: str) -> None:
        one = self.found().get(process)
        if one is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(one.name), signal.SIGTERM)


class OnBus:
    """The processes of the room on all machines, named MACHINE:NUMBER."""

    where = "on this bus"

    def __init__(self, settings: Settings, bus: Bus) -> None:
        self._bus = bus
        self._prefix = settings.bus_prefix
        self._lease = settings.lease_ms / 1000
        self._alive: dict[str, dict[str, Any]] = {}
        self._last_seen: dict[str, float] = {}

    async def listen(self, seconds: float) -> None:
        await self._bus.subscribe(f"{self._prefix}.here", self._hear)
        await asyncio.sleep(seconds)

    def _hear(self, data: bytes) -> None:
        said = json.loads(data)
        if said.get("is_gone"):
            self._alive.pop(said["from"], None)
        else:
            self._alive[said["from"]] = said
            self._last_seen[said["from"]] = time.monotonic()

    def found(self) -> dict[str, OpenProcesses]:
        late = time.monotonic() - self._lease
        found = {
            process: OpenProcesses(f"{about['machine']}:{about['pid']}", about.get("is_open", True))
            for process, about in self._alive.items()
            if self._last_seen[process] > late
        }
        return dict(sorted(found.items(), key=lambda one: one[1].name))

    def drain(self, process: str) -> None:
        self._bus.publish(f"{self._prefix}.drain.{process}", b"")


@contextlib.asynccontextmanager
async def _processes(settings: Settings) -> AsyncIterator[Processes]:
    if not settings.bus:
        yield Here(settings)
        return
    from pokermasa.server.bus.nats_bus import NatsBus  # an optional package

    bus = NatsBus(settings.bus, settings.bus_ca, 10)
    try:
        await bus.start()
    except NoBus as error:
        raise fail("admin", str(error)) from None
    try:
        found = OnBus(settings, bus)
        await found.listen(settings.lease_ms / 2000)  # two announcements of each
        yield found
    finally:
        await bus.stop()


def drain(settings: Settings, name: str, pause: float = PAUSE) -> None:
    """Drains the process called *name*: MACHINE:NUMBER, or only the number on this machine.

    With an empty name all processes are drained in turn. The next one follows only after the
    previous one was replaced and the full number has been open for *pause* seconds.
    """
    asyncio.run(_drain(settings, name, pause))


async def _drain(settings: Settings, name: str, pause: float) -> None:
    async with _processes(settings) as processes:
        there = processes.found()
        own = socket.gethostname()
        meant = {name, f"{own}:{name}", name.removeprefix(f"{own}:")}
        chosen = [process for process, one in there.items() if not name or one.name in meant]
        if name and not chosen:
            known = ", ".join(one.name for one in there.values()) or "none"
            message = f"there is no process {name} of this room {processes.where}; there is {known}"
            raise fail("admin", message)
        if not name and len(there) < 2:
            raise fail(
                "admin",
                f"no process {processes.where} could take the tables of another one; "
                "name it to drain it anyway",
            )
        for process in chosen:
            one = there[process].name
            typer.echo(f"process {one} hands its tables over", err=True)
            processes.drain(process)
            until = time.monotonic() + settings.drain_ms / 1000 + ENDING
            while process in processes.found():
                await _wait(until, f"process {one} has not ended")
            if not name:  # a process that was named need not be replaced
                await _replaced(processes, one, len(there), pause)


async def _replaced(processes: Processes, one: str, number: int, pause: float) -> None:
    """Waits until *number* processes have been open for *pause* seconds. Fails after a time
    limit."""
    until = time.monotonic() + AGAIN + pause
    since = None
    while since is None or time.monotonic() - since < pause:
        is_whole = sum(found.is_open for found in processes.found().values()) >= number
        if not is_whole:
            since = None
        elif since is None:
            since = time.monotonic()
            typer.echo(f"process {one} is replaced; waiting for {pause:g} s", err=True)
        await _wait(until, f"nobody started a process in place of {one}: it goes no further")


async def _wait(until: float, message: str) -> None:
    if time.monotonic() > until:
        raise fail("admin", message)
    await asyncio.sleep(LOOK)
