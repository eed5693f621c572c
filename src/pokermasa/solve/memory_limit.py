"""The memory that a tree may take: one that cannot fit is given up while it grows."""

from __future__ import annotations

import math
from typing import NoReturn

from pokermasa.rules import BettingRound
from pokermasa.solve.memory import in_words
from pokermasa.solve.refusal import SolveError, SolveRefusal

_MOST_DECISIONS = 50_000  # of the tree without cards; such a tree is of no use to anybody
_MOST_RENAMINGS = 24


class MemoryLimit:
    """Told of each decision (round, player, number of acts) of a tree."""

    def __init__(
        self, counts: tuple[int, int], first: BettingRound, memory: int | None, small: bool
    ) -> None:
        """*counts* are the hands of both players, *first* the round in which the tree begins, and
        *memory* bytes (None: as many as one likes)."""
        self._counts = counts
        self._first = first.place
        self._memory = memory
        self._small = small
        cards = first.board_cards
        self._boards = [1, *(52 - cards - come for come in range(5 - cards))]
        self._taken = 0
        self._decisions = 0

    def charge(self, round: BettingRound, player: int, acts: int) -> None:
        self._decisions += 1
        if self._decisions > _MOST_DECISIONS:
            words = f"the betting alone has more than {_MOST_DECISIONS:,} decisions: take fewer "
            words += "sizes, cap the raises, or go all in from a part of the stack"
            raise SolveError(SolveRefusal.TOO_LARGE, words)
        copies = math.prod(self._boards[: 1 + round.place - self._first])
        self._taken += acts * self._counts[player] * copies * (4 if self._small else 8)
        # Boards that are alike but for the names of suits are kept once: that may spare some.
        if self._memory is not None and self._taken > _MOST_RENAMINGS * self._memory:
            self._refuse(self._taken, "more than ")

    def check(self, need: int) -> None:
        """What it takes is known now."""
        if self._memory is not None and need > self._memory:
            self._refuse(need)

    def _refuse(self, need: float, words: str = "") -> NoReturn:
        advice = "fewer sizes or narrower ranges" + ("" if self._small else ", or 16-bit numbers")
        raise SolveError(
            SolveRefusal.TOO_LARGE,
            f"this tree takes {words}{in_words(need)}, and there are "
            f"{in_words(self._memory or 0)}: take {advice}",
        )
