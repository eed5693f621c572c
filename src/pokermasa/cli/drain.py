"""`masa admin drain`: the processes of a room are replaced, one after the other.

Each hands its tables to the others and ends; whoever started it (`masa serve --workers`, systemd)
starts a new one. Where the room has a bus of its own, those of this machine are meant; with `bus`
set, those of all machines.
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
"""Seconds, after `drain_ms`, for a process to end;"""
AGAIN = 60.0
"""for a new one to come in its place."""
PAUSE = 15.0
"""Seconds that a new process must have been open before the next one is drained: longer than nginx
leaves out a server that it could not reach (10 s)."""


class Found(NamedTuple):
    name: str
    """What the operator calls it: its number, or MACHINE:NUMBER."""
    is_open: bool


class Processes(Protocol):
    where: str

    def found(self) -> dict[str, Found]:
        """By what never comes again: a new process may have the number of the old one."""

    def drain(self, process: str) -> None: ...


class Here:
    """Of this machine, by their numbers."""

    where = "here"

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def found(self) -> dict[str, Found]:
        return {one.owner: Found(str(one.pid), one.is_open) for one in here.running(self._settings)}

    def drain(self, process: str) -> None:
        one = self.found().get(process)
        if one is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(one.name), signal.SIGTERM)


class OnBus:
    """Of all machines: MACHINE:NUMBER."""

    where = "on this bus"

    def __init__(self, settings: Settings, bus: Bus) -> None:
        self._bus = bus
        self._prefix = settings.bus_prefix
        self._lease = settings.lease_ms / 1000
        self._alive: dict[str, dict[str, Any]] = {}
        self._heard: dict[str, float] = {}

    async def listen(self, seconds: float) -> None:
        await self._bus.subscribe(f"{self._prefix}.here", self._hear)
        await asyncio.sleep(seconds)

    def _hear(self, data: bytes) -> None:
        said = json.loads(data)
        if said.get("is_gone"):
            self._alive.pop(said["from"], None)
        else:
            self._alive[said["from"]] = said
            self._heard[said["from"]] = time.monotonic()

    def found(self) -> dict[str, Found]:
        late = time.monotonic() - self._lease
        found = {
            process: Found(f"{about['machine']}:{about['pid']}", about.get("is_open", True))
            for process, about in self._alive.items()
            if self._heard[process] > late
        }
        return dict(sorted(found.items(), key=lambda one: one[1].name))

    def drain(self, process: str) -> None:
        self._bus.publish(f"{self._prefix}.drain.{process}", b"")


@contextlib.asynccontextmanager
async def _processes(settings: Settings) -> AsyncIterator[Processes]:
    if not settings.bus:
        yield Here(settings)
        return
    from pokermasa.server.bus.nats_bus import NatsBus  # a room of one process needs none

    bus = NatsBus(settings.bus, settings.bus_ca, 10)
    try:
        await bus.start()
    except NoBus as error:
        raise fail("admin", str(error)) from None
    try:
        found = OnBus(settings, bus)
        await found.listen(settings.lease_ms / 2000)  # each says it twice in that time
        yield found
    finally:
        await bus.stop()


def drain(settings: Settings, name: str, pause: float = PAUSE) -> None:
    """The process called *name*: MACHINE:NUMBER, or only the number on this machine. All of them
    if it is empty: then the next one is drained when each has been replaced, and as many as before
    have been open for *pause* seconds; and so it is waited for after the last one."""
    asyncio.run(_drain(settings, name, pause))


async def _drain(settings: Settings, name: str, pause: float) -> None:
    async with _processes(settings) as processes:
        there = processes.found()
        own = socket.gethostname()
        meant = {name, f"{own}:{name}", name.removeprefix(f"{own}:")}
        chosen = [process for process, one in there.items() if not name or one.name in meant]
        if name and not chosen:
            known = ", ".join(one.name for one in there.values()) or "none"
            words = f"there is no process {name} of this room {processes.where}; there is {known}"
            raise fail("admin", words)
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
            if not name:  # one that was named may be taken away for good
                await _replaced(processes, one, len(there), pause)


async def _replaced(processes: Processes, one: str, number: int, pause: float) -> None:
    """Until *number* processes are open, and have been for *pause* seconds."""
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


async def _wait(until: float, words: str) -> None:
    if time.monotonic() > until:
        raise fail("admin", words)
    await asyncio.sleep(LOOK)
