"""`masa admin drain`: the processes of a room on this machine are replaced, one after the other.

Each hands its tables to the others and ends; whoever started it (`masa serve --workers`, systemd)
starts a new one.
"""

from __future__ import annotations

import os
import signal
import time

import typer

from pokermasa.cli.command_line import fail
from pokermasa.server.settings import Settings
from pokermasa.server.storage.process import living

LOOK = 0.1
ENDING = 60.0
"""Seconds, after `drain_time`, for a process to end;"""
AGAIN = 60.0
"""for a new one to come in its place."""


def drain(settings: Settings, name: str) -> None:
    """The process whose number is *name*; all of them, if it is empty."""
    here = living(settings)
    chosen = [pid for pid in here if name in ("", str(pid))]
    if name and not chosen:
        known = ", ".join(map(str, here)) or "none"
        raise fail("admin", f"there is no process {name} of this room here; there is {known}")
    if not name and len(here) < 2:
        words = "no process here could take the tables of another one; name it to drain it anyway"
        raise fail("admin", words)
    for pid in chosen:
        typer.echo(f"process {pid} hands its tables over", err=True)
        os.kill(pid, signal.SIGTERM)
        _wait_for_end(settings, pid)
        if pid != chosen[-1]:
            _wait_for_others(settings, len(here), pid)


def _wait_for_end(settings: Settings, pid: int) -> None:
    until = time.monotonic() + settings.drain_time / 1000 + ENDING
    while pid in living(settings):
        if time.monotonic() > until:
            raise fail("admin", f"process {pid} has not ended")
        time.sleep(LOOK)


def _wait_for_others(settings: Settings, number: int, pid: int) -> None:
    until = time.monotonic() + AGAIN
    while len(living(settings)) < number:
        if time.monotonic() > until:
            raise fail("admin", f"nobody started a process in place of {pid}: it goes no further")
        time.sleep(LOOK)
