"""Measures how long a tournament has been played. Whole seconds are counted, as part of the change
in which they end."""

from __future__ import annotations

from pokermasa.server.clock import Clock
from pokermasa.tournament import Rise, Status, Tournament


class PlayTime:
    """A stopwatch for the playing time of one tournament."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._counted = clock.steady()
        """Moment up to which the time has been counted, by the monotonic clock."""
        self._held: float | None = None
        """Moment at which the stopwatch was stopped. None while it runs."""

    @property
    def now(self) -> int:
        """Calendar time in milliseconds since 1970."""
        return self._clock.now()

    @property
    def since(self) -> int:
        """Milliseconds that have not been counted yet."""
        return max(0, int((self._steady - self._counted) * 1000))

    @property
    def steady(self) -> float:
        """Seconds of the monotonic clock."""
        return self._clock.steady()

    @property
    def _steady(self) -> float:
        return self._clock.steady() if self._held is None else self._held

    @property
    def is_held(self) -> bool:
        """Whether the stopwatch is stopped."""
        return self._held is not None

    def hold(self) -> None:
        """Stops the stopwatch. Time that passes from now on is not playing time."""
        self._held = self._steady

    def go_on(self) -> None:
        """Starts the stopwatch again."""
        if self._held is not None:
            self._counted += self._clock.steady() - self._held
            self._held = None

    def passed(self, now: Tournament) -> int:
        """Return the whole seconds of playing time that have not been counted yet."""
        return self.since // 1000 if _counts(now) else 0

    def count(self, before: Tournament, passed: int) -> None:
        """Counts *passed* seconds. Fractions of a second are counted later. Time in which the
        tournament was not played is skipped."""
        self._counted = self._counted + passed if _counts(before) else self._steady

    def left(self, now: Tournament) -> float | None:
        """Return the seconds until the level or the break ends. Returns None if it does not end by
        time, or if the stopwatch is stopped."""
        if now.status is not Status.RUNNING or self.is_held:
            return None
        schedule, clock = now.structure.schedule, now.clock
        if clock.rest:
            return clock.rest - self.since / 1000
        if schedule.rises is not Rise.TIME:
            return None
        return (clock.level + 1) * schedule.every - clock.count - self.since / 1000


def _counts(now: Tournament) -> bool:
    """Return whether time counts now, because the tournament is running and its levels end by time
    or it is on a break."""
    by_time = now.structure.schedule.rises is Rise.TIME
    return now.status is Status.RUNNING and (by_time or now.on_break)
