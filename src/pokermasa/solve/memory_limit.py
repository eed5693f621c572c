"""The memory limit of a solver tree, checked while the tree is built."""

from __future__ import annotations

import math
from typing import NoReturn

from pokermasa.rules import BettingRound
from pokermasa.solve.memory import in_words
from pokermasa.solve.refusal import SolveError, SolveRefusal

_MOST_DECISIONS = 50_000  # in the betting tree without cards; larger trees could not be solved
_MOST_RENAMINGS = 24


class MemoryLimit:
    """A limit for the estimated memory of a growing tree. A larger tree is refused with
    `SolveError` (`TOO_LARGE`)."""

    def __init__(
        self, counts: tuple[int, int], first: BettingRound, memory: int | None, small: bool
    ) -> None:
        """*counts* are the numbers of hands of both players, *first* is the round in which the tree
        begins, and *memory* is the limit in bytes (None: no limit). *small* means 16-bit
        numbers."""
        self._counts = counts
        self._first = first.place
        self._memory = memory
        self._small = small
        cards = first.board_cards
        self._boards = [1, *(52 - cards - come for come in range(5 - cards))]
        self._taken = 0
        self._decisions = 0

    def charge(self, round: BettingRound, player: int, acts: int) -> None:
        """Count one decision with its number of *acts*. Raises `SolveError` if the tree is
        certainly too large."""
        self._decisions += 1
        if self._decisions > _MOST_DECISIONS:
            message = f"the betting tree has more than {_MOST_DECISIONS:,} decisions: use fewer "
            message += "sizes, limit the raises, or set a smaller all-in threshold"
            raise SolveError(SolveRefusal.TOO_LARGE, message)
        copies = math.prod(self._boards[: 1 + round.place - self._first])
        self._taken += acts * self._counts[player] * copies * (4 if self._small else 8)
        # Board isomorphism can reduce the need by the number of suit permutations, at most 24.
        if self._memory is not None and self._taken > _MOST_RENAMINGS * self._memory:
            self._refuse(self._taken, "more than ")

    def check(self, need: int) -> None:
        """Raise `SolveError` if the finished tree needs more than the limit. *need* is in bytes."""
        if self._memory is not None and need > self._memory:
            self._refuse(need)

    def _refuse(self, need: float, prefix: str = "") -> NoReturn:
        advice = "fewer sizes or narrower ranges" + ("" if self._small else ", or 16-bit numbers")
        raise SolveError(
            SolveRefusal.TOO_LARGE,
            f"this tree needs {prefix}{in_words(need)} of memory, "
            f"and {in_words(self._memory or 0)} are available: use {advice}",
        )
