"""How long a tournament has been played: whole seconds are counted, with the change they end in."""

from __future__ import annotations

from pokermasa.server.clock import Clock
from pokermasa.tournament import Rise, Status, Tournament


class PlayTime:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._counted = clock.steady()
        """Until then."""
        self._held: float | None = None
        """When the clock was stopped; None while it runs."""

    @property
    def now(self) -> int:
        """On the calendar, in milliseconds."""
        return self._clock.now()

    @property
    def since(self) -> int:
        """Milliseconds that are not counted yet."""
        return max(0, int((self._steady - self._counted) * 1000))

    @property
    def steady(self) -> float:
        """Seconds by a clock that nobody sets."""
        return self._clock.steady()

    @property
    def _steady(self) -> float:
        return self._clock.steady() if self._held is None else self._held

    @property
    def is_held(self) -> bool:
        return self._held is not None

    def hold(self) -> None:
        """Stop the clock: time that passes from now on is not play."""
        self._held = self._steady

    def go_on(self) -> None:
        if self._held is not None:
            self._counted += self._clock.steady() - self._held
            self._held = None

    def passed(self, now: Tournament) -> int:
        """Whole seconds of play that are not counted yet."""
        return self.since // 1000 if _counts(now) else 0

    def count(self, before: Tournament, passed: int) -> None:
        """What is left of a second counts with the next; time in which nothing is played does
        not."""
        self._counted = self._counted + passed if _counts(before) else self._steady

    def left(self, now: Tournament) -> float | None:
        """Seconds to the end of the level or the break, if time ends it and the clock runs."""
        if now.status is not Status.RUNNING or self.is_held:
            return None
        schedule, clock = now.structure.schedule, now.clock
        if clock.rest:
            return clock.rest - self.since / 1000
        if schedule.rises is not Rise.TIME:
            return None
        return (clock.level + 1) * schedule.every - clock.count - self.since / 1000


def _counts(now: Tournament) -> bool:
    """Whether time that passes now means anything."""
    by_time = now.structure.schedule.rises is Rise.TIME
    return now.status is Status.RUNNING and (by_time or now.on_break)
