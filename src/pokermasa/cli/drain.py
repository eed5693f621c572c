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
import time
from collections.abc import AsyncIterator
from typing import Any, Protocol

import typer

from pokermasa.cli.command_line import fail
from pokermasa.server.bus.bus import Bus, NoBus
from pokermasa.server.settings import Settings
from pokermasa.server.storage.process import living

LOOK = 0.1
ENDING = 60.0
"""Seconds, after `drain_time`, for a process to end;"""
AGAIN = 60.0
"""for a new one to come in its place."""


class Processes(Protocol):
    where: str

    def names(self) -> list[str]: ...

    def drain(self, name: str) -> None: ...


class Here:
    """Of this machine, by their numbers."""

    where = "here"

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def names(self) -> list[str]:
        return [str(pid) for pid in living(self._settings)]

    def drain(self, name: str) -> None:
        os.kill(int(name), signal.SIGTERM)


class OnBus:
    """Of all machines: MACHINE:NUMBER."""

    where = "on this bus"

    def __init__(self, settings: Settings, bus: Bus) -> None:
        self._bus = bus
        self._prefix = settings.bus_prefix
        self._alive: dict[str, dict[str, Any]] = {}

    async def listen(self, seconds: float) -> None:
        await self._bus.subscribe(f"{self._prefix}.here", self._hear)
        await asyncio.sleep(seconds)

    def _hear(self, data: bytes) -> None:
        said = json.loads(data)
        if said.get("is_gone"):
            self._alive.pop(said["from"], None)
        else:
            self._alive[said["from"]] = said

    def _name(self, about: dict[str, Any]) -> str:
        return f"{about['machine']}:{about['pid']}"

    def names(self) -> list[str]:
        return sorted(map(self._name, self._alive.values()))

    def drain(self, name: str) -> None:
        for process, about in self._alive.items():
            if self._name(about) == name:
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
        await found.listen(settings.lease / 2000)  # each says it twice in that time
        yield found
    finally:
        await bus.stop()


def drain(settings: Settings, name: str) -> None:
    """The process called *name*; all of them, if it is empty."""
    asyncio.run(_drain(settings, name))


async def _drain(settings: Settings, name: str) -> None:
    async with _processes(settings) as processes:
        there = processes.names()
        chosen = [one for one in there if name in ("", one)]
        if name and not chosen:
            known = ", ".join(there) or "none"
            words = f"there is no process {name} of this room {processes.where}; there is {known}"
            raise fail("admin", words)
        if not name and len(there) < 2:
            raise fail(
                "admin",
                f"no process {processes.where} could take the tables of another one; "
                "name it to drain it anyway",
            )
        for one in chosen:
            typer.echo(f"process {one} hands its tables over", err=True)
            processes.drain(one)
            until = time.monotonic() + settings.drain_time / 1000 + ENDING
            while one in processes.names():
                await _wait(until, f"process {one} has not ended")
            until = time.monotonic() + AGAIN
            while one != chosen[-1] and len(processes.names()) < len(there):
                await _wait(
                    until, f"nobody started a process in place of {one}: it goes no further"
                )


async def _wait(until: float, words: str) -> None:
    if time.monotonic() > until:
        raise fail("admin", words)
    await asyncio.sleep(LOOK)
