"""Statistics of the last hands of a masa: hands per hour, average pot, expected time of the next
hand."""

from __future__ import annotations

from collections import deque

from pokermasa.server.clock import Clock

LAST = 50
"""Number of hands in the statistics."""
QUIET = 300
"""Seconds without a hand after which hands per hour and average pot are 0."""
USUAL_HAND = 15.0
"""Assumed seconds from one hand to the next while the last hands do not give a value."""


class Pace:
    """The speed of play at one masa."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._hands: deque[tuple[float, int]] = deque(maxlen=LAST)
        self._dealt_at: float | None = None

    def note_dealt(self) -> None:
        """Notes that a hand was dealt now."""
        self._dealt_at = self._clock.steady()

    @property
    def next_hand_in(self) -> float:
        """Expected seconds until the next hand is dealt, estimated from the last hands. A hand that
        has taken longer than usual is expected to take another quarter of its time."""
        an_hour = self.hands_an_hour
        usual = 3600 / an_hour if an_hour else USUAL_HAND
        age = 0.0 if self._dealt_at is None else self._clock.steady() - self._dealt_at
        return max(usual - age, usual / 4, age / 4)

    def note(self, pot: int) -> None:
        """Notes the end of a hand that people played, and its pot in chips."""
        if self._is_quiet:
            self._hands.clear()  # the break does not count as playing time
        self._hands.append((self._clock.steady(), pot))

    @property
    def _is_quiet(self) -> bool:
        return not self._hands or self._clock.steady() - self._hands[-1][0] > QUIET

    @property
    def average_pot(self) -> int:
        """Average pot of the last hands in chips."""
        return 0 if self._is_quiet else sum(p for _, p in self._hands) // len(self._hands)

    @property
    def hands_an_hour(self) -> int:
        """Hands per hour, from the times of the last hands."""
        if self._is_quiet:
            return 0
        seconds = self._hands[-1][0] - self._hands[0][0]
        return int(3600 * (len(self._hands) - 1) / seconds) if seconds else 0
