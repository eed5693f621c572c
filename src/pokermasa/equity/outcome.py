"""The result of counting equity: how often each player won, and with which hand categories."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokermasa.batch.array import Floats, UInt64s
from pokermasa.batch.kernel import popcount, scalar

CLASSES = 169
CATEGORIES = 9


class Outcome(NamedTuple):
    """Sums over boards, weighted by the probability of the deal; a row for each player."""

    won: Floats
    """Boards won, indexed by player and number of winners: 1 is alone, 2 or more is a split pot."""
    made: Floats
    """Boards on which the player's hand is of a category, indexed by player and category."""
    dealt: Floats
    """Boards on which the player holds a class of hands, indexed by player and class."""
    earned: Floats
    """The share of those pots that the player wins, indexed by player and class."""

    @property
    def equities(self) -> Floats:
        """Equity of each player, from 0 to 1."""
        parts = (self.won[:, 1:] / np.arange(1, self.won.shape[1])).sum(axis=1)
        equities: Floats = parts / self.dealt.sum(axis=1)
        return equities

    @classmethod
    def nothing(cls, players: int) -> Outcome:
        """Return sums of zero for a number of players."""
        return cls(
            np.zeros((players, players + 1)),
            np.zeros((players, CATEGORIES)),
            np.zeros((players, CLASSES)),
            np.zeros((players, CLASSES)),
        )

    def plus(self, other: Outcome) -> Outcome:
        """Return the sum of two outcomes."""
        return Outcome(*(mine + its for mine, its in zip(self, other, strict=True)))


@scalar
def winners_of(values: UInt64s) -> int:
    """Return the players with the highest of *values* as a set of bits. Compiled code only."""
    best = values[0]
    winners = 1
    for player in range(1, len(values)):
        if values[player] > best:
            best = values[player]
            winners = 1 << player
        elif values[player] == best:
            winners |= 1 << player
    return winners


@scalar
def book(winners: int, boards: float, won: npt.NDArray[Any]) -> None:
    """Add *boards* to the sum of each of the *winners*. Compiled code only."""
    count = np.int64(popcount(np.uint64(winners)))
    for player in range(len(won)):
        if winners >> player & 1:
            won[player, count] += boards
