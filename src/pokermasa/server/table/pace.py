"""How lively a masa is, by its last hands."""

from __future__ import annotations

from collections import deque

from pokermasa.server.clock import Clock

LAST = 50
QUIET = 300
"""Seconds without a hand after which it is not lively at all."""
USUAL_HAND = 15.0
"""Seconds from one hand to the next, where it is not known from the last hands."""


class Pace:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._hands: deque[tuple[float, int]] = deque(maxlen=LAST)
        self._dealt_at: float | None = None

    def note_dealt(self) -> None:
        self._dealt_at = self._clock.steady()

    @property
    def next_hand_in(self) -> float:
        """Expected seconds until the next hand is dealt, by the last hands, while one is played.
        A hand that has taken longer than usual is expected to take a quarter of its time more."""
        an_hour = self.hands_an_hour
        usual = 3600 / an_hour if an_hour else USUAL_HAND
        age = 0.0 if self._dealt_at is None else self._clock.steady() - self._dealt_at
        return max(usual - age, usual / 4, age / 4)

    def note(self, pot: int) -> None:
        """A hand was played for this pot, and people were in it."""
        if self._is_quiet:
            self._hands.clear()  # another game; the time between them was none
        self._hands.append((self._clock.steady(), pot))

    @property
    def _is_quiet(self) -> bool:
        return not self._hands or self._clock.steady() - self._hands[-1][0] > QUIET

    @property
    def average_pot(self) -> int:
        return 0 if self._is_quiet else sum(p for _, p in self._hands) // len(self._hands)

    @property
    def hands_an_hour(self) -> int:
        if self._is_quiet:
            return 0
        seconds = self._hands[-1][0] - self._hands[0][0]
        return int(3600 * (len(self._hands) - 1) / seconds) if seconds else 0
