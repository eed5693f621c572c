"""How long one turn still goes on: the usual time, more after a lost connection, the time bank."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pokermasa.server.clock import Clock, Timer


class TurnTimer:
    """Rings once when time is up. Times are milliseconds."""

    def __init__(self, clock: Clock, ring: Callable[[str], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._timer: Timer | None = None
        self._deadline = 0.0
        self._bank_from: float | None = None
        self._grace_from: float | None = None
        self._held_at: float | None = None
        """The moment at which the time of this turn stands still, while it is held."""
        self.turn = ""
        self.total = 0
        """How long the time that runs now is in all."""

    def start(self, turn: str, time: int) -> None:
        self.turn = turn
        self._bank_from = self._grace_from = self._held_at = None
        self._set(self._clock.steady() + time / 1000)

    def stop(self) -> None:
        self.turn = ""
        self._bank_from = self._grace_from = self._held_at = None
        self._cancel()

    def retry(self, time: int) -> None:
        """Ring again after *time*. The deadline does not change."""
        self._ring_at(self._clock.steady() + time / 1000)

    def hold(self, at: float) -> None:
        """Stop the time of this turn, as it stood at the moment *at*, until `resume`."""
        if self._held_at is None:
            self._held_at = at

    @property
    def is_held(self) -> bool:
        return self._held_at is not None

    def resume(self, least: int) -> None:
        """Let the time of a held turn run again: what was left of it, and at least *least*."""
        assert self._held_at is not None
        now = self._clock.steady()
        held, self._held_at = now - self._held_at, None
        if self._bank_from is not None:
            self._bank_from += held
        if self._grace_from is not None:
            self._grace_from += held
        total = self.total
        self._set(max(self._deadline + held, now + least / 1000))
        self.total = max(total, self.left)

    @property
    def now(self) -> float:
        """The moment up to which the time of this turn has run, by the steady clock."""
        return self._clock.steady() if self._held_at is None else self._held_at

    def add_grace(self, time: int) -> None:
        """More time after that which runs now; once in a turn."""
        total = self.total + time
        self._grace_from = self._deadline
        self._set(self._deadline + time / 1000)
        self.total = total

    @property
    def has_grace(self) -> bool:
        return self._grace_from is not None

    @property
    def grace_used(self) -> int:
        """How long it has gone on after the time that would have been the last; what came after it
        was the time bank's."""
        if self._grace_from is None:
            return 0
        end = self.now
        if self._bank_from is not None and self._bank_from >= self._grace_from:
            end = self._bank_from
        return max(0, int((end - self._grace_from) * 1000))

    def open_bank(self, time: int) -> None:
        """The usual time is over; from here on it is the player's own."""
        self._bank_from = self._clock.steady()
        self._set(self._bank_from + time / 1000)

    @property
    def is_bank(self) -> bool:
        return self._bank_from is not None

    @property
    def bank_used(self) -> int:
        if self._bank_from is None:
            return 0
        return max(0, int((self.now - self._bank_from) * 1000))

    @property
    def left(self) -> int:
        return max(0, round((self._deadline - self.now) * 1000))

    def _set(self, deadline: float) -> None:
        self._deadline = deadline
        self.total = self.left
        self._ring_at(deadline)

    def _ring_at(self, moment: float) -> None:
        self._cancel()
        wait = max(0.0, moment - self._clock.steady())
        self._timer = self._clock.call_later(wait, partial(self._ring, self.turn))

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
