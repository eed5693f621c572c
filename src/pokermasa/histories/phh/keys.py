"""The keys of a `.phhs`, none of which may come twice."""

from __future__ import annotations

MOST_KEPT = 1_000_000
"""Other keys than numbers in a row: of more nobody says that they came before."""


class Keys:
    """Numbers in a row, as programs write them, take no memory.

    >>> keys = Keys()
    >>> [keys.has(key) for key in ("1", "2", "b", "3", "2", "b")]
    [False, False, False, False, True, True]
    """

    def __init__(self) -> None:
        self._first = self._last = 0
        self._others: set[str] = set()

    def has(self, key: str) -> bool:
        """Whether it came before; from now on it did."""
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
        if len(self._others) < MOST_KEPT:
            self._others.add(key)
        return False
