"""The set of keys of a `.phhs` file, to detect duplicates."""

from __future__ import annotations

MOST_KEYS = 1_000_000
"""Maximum number of keys in memory, without consecutive numbers. Duplicates of further keys are
not detected."""


class Keys:
    """A set of keys that stores consecutive numbers without using memory for each.

    >>> keys = Keys()
    >>> [keys.add(key) for key in ("1", "2", "b", "3", "2", "b")]
    [False, False, False, False, True, True]
    """

    def __init__(self) -> None:
        self._first = self._last = 0
        self._others: set[str] = set()

    def add(self, key: str) -> bool:
        """Add *key*. Return True if it was in the set before."""
        if key.isdecimal() and len(key) < 16 and key[0] != "0":
            number = int(key)
            if self._first <= number <= self._last:
                return self._last > 0
            if not self._last or number == self._last + 1:
                self._first = self._first or number
                self._last = number
                return key in self._others
        if key in self._others:
            return True
        if len(self._others) < MOST_KEYS:
            self._others.add(key)
        return False
