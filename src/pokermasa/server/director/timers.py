"""Timers of a tournament: start, end of a level or a break, end of a long pause, sending figures,
retries, and closing after the end."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from pokermasa.server.clock import HOUR, Clock, Timer
from pokermasa.server.director.orders import authority
from pokermasa.server.director.state import TournamentState
from pokermasa.tournament import Rise, Status

LINGER = 60.0
"""Seconds for which the last table of a finished tournament stays open for viewers."""
RETRY = 1.0
"""Seconds before a failed write is tried again."""
LATE = 0.05
"""Seconds by which the start timer rings late, so that it does not ring just before the start
time."""
REST = 0.25
"""Seconds for which events are gathered before they are sent."""
LONGEST_WAIT = 600.0
"""Seconds for which a last remaining player waits for re-entries if levels do not rise by time. No
hand is dealt while waiting, so the level that closes registration would never be reached."""
FIGURES = 200
"""Number of entrants for each second between two messages with figures. Larger tournaments send
figures less often."""


class Ring(StrEnum):
    """Name of a timer."""

    START = "start"
    """The tournament may be due to start."""
    TICK = "tick"
    """A level or a break has ended."""
    RESUME = "resume"
    """The pause has reached its maximum length."""
    NO_RE_ENTRY = "no re-entry"
    """The last player has waited long enough for re-entries."""
    FIGURES = "figures"
    """The figures and standings are to be sent."""
    REST = "rest"
    """Gathered events and remaining standings are to be sent."""
    AGAIN = "again"
    """A consequence of a change could not be stored and is to be tried again."""
    OVER = "over"
    """The tournament ended `LINGER` seconds ago."""


class Timers:
    """The running timers of one tournament. *ring* is called with the name of a timer when its time
    is up."""

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
        """Sets the timers that depend on the state of the tournament. Called after every change."""
        now, starts = self._state.tournament, self._state.terms.starts
        until = None
        if now.status is Status.REGISTERING and starts is not None:
            # The system time may be changed, so it is checked at least every hour. The timer rings
            # slightly late, because ringing early would need a second timer.
            until = min(HOUR, (starts - self._clock.now()) / 1000 + LATE)
        self._set(Ring.START, until)
        self._set(Ring.TICK, self._state.time.left(now))
        if now.status is not Status.PAUSED:
            self._set(Ring.RESUME, None)
        else:
            longest = authority.longest_pause(self._state, self._state.ordered.paused_by)
            self._set(Ring.RESUME, longest - self._state.paused)
        if not now.awaited or now.structure.schedule.rises is Rise.TIME:
            self._set(Ring.NO_RE_ENTRY, None)
        elif Ring.NO_RE_ENTRY not in self._running:
            self._set(Ring.NO_RE_ENTRY, LONGEST_WAIT)
        if now.is_ended:
            self._set(Ring.OVER, LINGER)

    def tell_soon(self) -> None:
        """Sends the figures at the next interval: at most once a second, and less often in large
        tournaments."""
        if Ring.FIGURES not in self._running:
            self._set(Ring.FIGURES, max(1.0, self._state.tournament.entries / FIGURES))

    def tell_rest(self) -> None:
        """Sends gathered events after `REST` seconds."""
        if Ring.REST not in self._running:
            self._set(Ring.REST, REST)

    def try_again(self, name: Ring = Ring.AGAIN) -> None:
        """Rings *name* after `RETRY` seconds."""
        self._set(name, RETRY)
