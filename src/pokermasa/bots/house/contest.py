"""The chance to win: one's hand against what the others may hold."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.bots.house.reading import Reading
from pokermasa.equity.against import combo_of, edges, shares, standing


class Potential(NamedTuple):
    """Against what an opponent may hold."""

    ahead: float
    """The chance to have the better hand now."""
    positive: float
    """To end ahead, when behind now."""
    negative: float
    """To end behind, when ahead now."""


class Contest:
    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.hand = combo_of(*[card.number for card in reading.cards])
        self.seen = reading.board_strengths
        self.edges = edges(tuple([card.number for card in reading.board]), self.hand)

    def against(self, stays: list[Floats], folding: list[float]) -> tuple[Floats, Floats]:
        """By how many opponents stay: the chance of that, and of winning then."""
        if len(stays) == 1:
            stay = stays[0]
            return (
                np.array([folding[0], stay.sum()]),
                np.array([folding[0], stay @ self.edges]),
            )
        return shares(self.seen, self.hand, np.array(stays), np.array(folding))

    @property
    def chance(self) -> float:
        """To win against all of them, if nobody folds any more."""
        ranges = list(self.reading.ranges.values())
        return float(self.against(ranges, [0.0] * len(ranges))[1][-1])

    @property
    def potential(self) -> Potential:
        """Against one opponent, who may be any of them."""
        ranges = list(self.reading.ranges.values())
        weights = ranges[0] if len(ranges) == 1 else np.sum(ranges, axis=0)
        return Potential(*standing(self.seen, self.hand, self.edges, weights))
