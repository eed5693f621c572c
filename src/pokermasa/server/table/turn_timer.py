"""The timer of one turn: normal time, extra time after a lost connection, and time bank."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pokermasa.server.clock import Clock, Timer


class TurnTimer:
    """A timer that calls *ring* with the token of the turn when its time is up. Durations are in
    milliseconds, moments in seconds of the monotonic clock."""

    def __init__(self, clock: Clock, ring: Callable[[str], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._timer: Timer | None = None
        self._deadline = 0.0
        self._bank_from: float | None = None
        self._grace_from: float | None = None
        self._held_at: float | None = None
        """Moment at which the clock of this turn was stopped. None if it is running."""
        self.turn = ""
        self.total = 0
        """Full length in milliseconds of the period that is running now, for example of the time
        bank."""

    def start(self, turn: str, time: int) -> None:
        """Starts the time of a new turn."""
        self.turn = turn
        self._bank_from = self._grace_from = self._held_at = None
        self._set(self._clock.steady() + time / 1000, time)

    def stop(self) -> None:
        """Ends the turn. The timer does not ring."""
        self.turn = ""
        self._bank_from = self._grace_from = self._held_at = None
        self._cancel()

    def retry(self, time: int) -> None:
        """Rings again after *time* milliseconds. The deadline does not change."""
        self._ring_at(self._clock.steady() + time / 1000)

    def hold(self, at: float) -> None:
        """Stops the clock of this turn, with the time left at the moment *at*, until `resume`."""
        if self._held_at is None:
            self._held_at = at

    @property
    def is_held(self) -> bool:
        return self._held_at is not None

    def resume(self, least: int) -> None:
        """Starts a stopped clock again with the time that was left, but at least *least*
        milliseconds."""
        assert self._held_at is not None
        now = self._clock.steady()
        pause, self._held_at = now - self._held_at, None
        if self._bank_from is not None:
            self._bank_from += pause
        if self._grace_from is not None:
            self._grace_from += pause
        deadline = max(self._deadline + pause, now + least / 1000)
        self._set(deadline, max(self.total, round((deadline - now) * 1000)))

    @property
    def now(self) -> float:
        """Moment up to which the time of this turn has run. It does not advance while the clock is
        stopped."""
        return self._clock.steady() if self._held_at is None else self._held_at

    def add_grace(self, time: int) -> None:
        """Adds extra time to the current deadline. Must be called at most once in a turn."""
        self._grace_from = self._deadline
        self._set(self._deadline + time / 1000, self.total + time)

    @property
    def has_grace(self) -> bool:
        return self._grace_from is not None

    @property
    def grace_used(self) -> int:
        """Milliseconds of the extra time that have been used: from the original deadline until now,
        or until the time bank was started."""
        if self._grace_from is None:
            return 0
        end = self.now
        if self._bank_from is not None and self._bank_from >= self._grace_from:
            end = self._bank_from
        return max(0, int((end - self._grace_from) * 1000))

    def open_bank(self, time: int) -> None:
        """Starts the time bank after the normal time is over."""
        self._bank_from = self._clock.steady()
        self._set(self._bank_from + time / 1000, time)

    @property
    def is_bank(self) -> bool:
        return self._bank_from is not None

    @property
    def bank_used(self) -> int:
        """Milliseconds of the time bank that have been used in this turn."""
        if self._bank_from is None:
            return 0
        return max(0, int((self.now - self._bank_from) * 1000))

    @property
    def left(self) -> int:
        """Milliseconds until the current deadline."""
        return max(0, round((self._deadline - self.now) * 1000))

    def _set(self, deadline: float, total: int) -> None:
        self._deadline, self.total = deadline, total
        self._ring_at(deadline)

    def _ring_at(self, moment: float) -> None:
        self._cancel()
        wait = max(0.0, moment - self._clock.steady())
        self._timer = self._clock.call_later(wait, partial(self._ring, self.turn))

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
