"""When a tournament has something to do though nobody asks: its start, the end of a level, a break
or a long pause, telling how it stands, trying again what could not be written, being forgotten."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from pokermasa.server.clock import HOUR, Clock, Timer
from pokermasa.server.director.orders import authority
from pokermasa.server.director.state import TournamentState
from pokermasa.tournament import Rise, Status

LINGER = 60.0
"""Seconds that the last table of a finished tournament can be looked at."""
RETRY = 1.0
LATE = 0.05
REST = 0.25
LONGEST_WAIT = 600.0
"""Seconds that one player who is left waits for re-entries where levels do not rise by time: no
hand is dealt meanwhile, so the level in which registration closes would never come."""
FIGURES = 200
"""Entrants for each second between two messages with figures: the more there are, the rarer."""


class Ring(StrEnum):
    START = "start"
    TICK = "tick"
    """A level or a break is over."""
    RESUME = "resume"
    """It has been paused for long enough."""
    NO_RE_ENTRY = "no re-entry"
    """The last player has waited long enough for others to enter again."""
    FIGURES = "figures"
    REST = "rest"
    """What is left to be told."""
    AGAIN = "again"
    """What follows could not be written."""
    OVER = "over"


class Timers:
    """*ring* is called with what it is time for."""

    def __init__(self, state: TournamentState, clock: Clock, ring: Callable[[Ring], None]) -> None:
        self._state, self._clock, self._ring = state, clock, ring
        self._running: dict[Ring, Timer] = {}

    def stop(self) -> None:
        for timer in self._running.values():
            timer.cancel()
        self._running.clear()

    def _set(self, name: Ring, seconds: float | None) -> None:
        timer = self._running.pop(name, None)
        if timer is not None:
            timer.cancel()
        if seconds is None:
            return

        def ring() -> None:
            self._running.pop(name, None)
            self._ring(name)

        self._running[name] = self._clock.call_later(max(0.0, seconds), ring)

    def set(self) -> None:
        """After every change: for the start, and for the end of a level or a break."""
        now, starts = self._state.tournament, self._state.terms.starts
        until = None
        if now.status is Status.REGISTERING and starts is not None:
            # The calendar may be set: it is looked at again at least every hour. A little late
            # rather than a little early, which would be once more.
            until = min(HOUR, (starts - self._clock.now()) / 1000 + LATE)
        self._set(Ring.START, until)
        self._set(Ring.TICK, self._state.time.left(now))
        if now.status is not Status.PAUSED:
            self._set(Ring.RESUME, None)
        else:
            self._set(Ring.RESUME, authority.longest_pause(self._state) - self._state.paused)
        if not now.awaited or now.structure.schedule.rises is Rise.TIME:
            self._set(Ring.NO_RE_ENTRY, None)
        elif Ring.NO_RE_ENTRY not in self._running:
            self._set(Ring.NO_RE_ENTRY, LONGEST_WAIT)
        if now.is_ended:
            self._set(Ring.OVER, LINGER)

    def tell_soon(self) -> None:
        """Once for all that happens in a second, and more rarely the more there are to tell."""
        if Ring.FIGURES not in self._running:
            self._set(Ring.FIGURES, max(1.0, self._state.tournament.entries / FIGURES))

    def tell_rest(self) -> None:
        if Ring.REST not in self._running:
            self._set(Ring.REST, REST)

    def try_again(self, name: Ring = Ring.AGAIN) -> None:
        self._set(name, RETRY)
