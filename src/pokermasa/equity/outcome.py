"""What comes of the boards: who won them, with what; the sums that every way of counting fills."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokermasa.batch.array import Floats, UInt64s
from pokermasa.batch.kernel import popcount, scalar

CLASSES = 169
CATEGORIES = 9


class Outcome(NamedTuple):
    """All weighted by how likely the deal is; a row for each player."""

    won: Floats
    """[player, winners]: boards won alone (1) or shared by so many."""
    made: Floats
    """[player, category]: boards on which the hand was this."""
    dealt: Floats
    """[player, class]: boards on which the player held a hand of this class."""
    earned: Floats
    """[player, class]: the part of those pots that the player took."""

    @property
    def equities(self) -> Floats:
        """The part of the pot that each player may expect."""
        parts = (self.won[:, 1:] / np.arange(1, self.won.shape[1])).sum(axis=1)
        equities: Floats = parts / self.dealt.sum(axis=1)
        return equities

    @classmethod
    def nothing(cls, players: int) -> Outcome:
        return cls(
            np.zeros((players, players + 1)),
            np.zeros((players, CATEGORIES)),
            np.zeros((players, CLASSES)),
            np.zeros((players, CLASSES)),
        )

    def plus(self, other: Outcome) -> Outcome:
        return Outcome(*(mine + its for mine, its in zip(self, other, strict=True)))


@scalar
def winners_of(values: UInt64s) -> int:
    """Who has the highest of *values*, a bit for each player. Compiled code only."""
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
    """Write so many *boards* to the account of *winners*. Compiled code only."""
    count = np.int64(popcount(np.uint64(winners)))
    for player in range(len(won)):
        if winners >> player & 1:
            won[player, count] += boards
