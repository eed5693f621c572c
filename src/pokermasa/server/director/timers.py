"""When a tournament has something to do though nobody asks: its start, the end of a level or break,
and telling how it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pokermasa.server.clock import Timer
from pokermasa.server.refusal import Refused
from pokermasa.tournament import Change, Rise, Status

if TYPE_CHECKING:
    from pokermasa.server.director.director import Director

LINGER = 60.0
"""Seconds that the last table of a finished tournament can be looked at."""
RETRY = 1.0
HOUR = 3600.0
LATE = 0.05
FIGURES = 200
"""Entrants for each second between two messages with figures: the more there are, the rarer."""


class Timers:
    def __init__(self, director: Director) -> None:
        self._director = director
        self._running: dict[str, Timer] = {}

    def stop(self) -> None:
        for timer in self._running.values():
            timer.cancel()
        self._running.clear()

    def _set(self, name: str, seconds: float | None, doing: Callable[[], None]) -> None:
        timer = self._running.pop(name, None)
        if timer is not None:
            timer.cancel()
        if seconds is not None and not self._director.is_lost:
            call_later = self._director.clock.call_later
            self._running[name] = call_later(max(0.0, seconds), doing)

    def set(self) -> None:
        """After every change: for the start, and for the end of a level or a break."""
        director = self._director
        now, starts = director.tournament, director.terms.starts
        until = None
        if now.status is Status.REGISTERING and starts is not None:
            # The calendar may be set: it is looked at again at least every hour. A little late
            # rather than a little early, which would be once more.
            until = min(HOUR, (starts - director.clock.now()) / 1000 + LATE)
        self._set("start", until, lambda: director.run(self._start_or_wait))
        rings = None
        if now.status is Status.RUNNING:
            schedule, clock = now.structure.schedule, now.clock
            if clock.rest:
                rings = clock.rest - director.since_tick / 1000
            elif schedule.rises is Rise.TIME:
                left = (clock.level + 1) * schedule.every - clock.count
                rings = left - director.since_tick / 1000
        self._set("tick", rings, lambda: director.run(self._tick))
        if now.is_ended:
            self._set("over", LINGER, lambda: director.on_over(director))

    async def _start_or_wait(self) -> None:
        try:
            await self._director.onward()
        finally:
            self.set()

    async def _tick(self) -> None:
        """A level or a break is over."""
        try:
            await self._director.change(Change)
            await self._director.onward()
        except Refused:  # the disk may be full
            self._set("tick", RETRY, lambda: self._director.run(self._tick))

    def tell_soon(self, doing: Callable[[], None]) -> None:
        """Once for all that happens in a second, and more rarely the more there are to tell."""
        if "figures" in self._running:
            return

        def ring() -> None:
            self._running.pop("figures", None)
            doing()

        self._set("figures", max(1.0, self._director.tournament.entries / FIGURES), ring)
