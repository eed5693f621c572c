"""Equity of the bot's hand against the ranges of its opponents."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.bots.house.reading import Reading
from pokermasa.equity.against import combo_of, edges, shares, standing


class Potential(NamedTuple):
    """Hand strength and potential against an opponent's range."""

    ahead: float
    """Probability that the hand is the best one now."""
    positive: float
    """Probability of ending ahead if the hand is behind now."""
    negative: float
    """Probability of ending behind if the hand is ahead now."""


class Contest:
    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.hand = combo_of(*[card.number for card in reading.cards])
        self.seen = reading.board_strengths
        self.edges = edges(tuple([card.number for card in reading.board]), self.hand)

    def against(self, stays: list[Floats], folding: list[float]) -> tuple[Floats, Floats]:
        """Return two arrays indexed by the number of opponents who stay: the probability of that
        number, and the joint probability of that number and winning."""
        if len(stays) == 1:
            stay = stays[0]
            return (
                np.array([folding[0], stay.sum()]),
                np.array([folding[0], stay @ self.edges]),
            )
        return shares(self.seen, self.hand, np.array(stays), np.array(folding))

    @property
    def chance(self) -> float:
        """Probability of winning against all opponents if nobody folds any more."""
        ranges = list(self.reading.ranges.values())
        return float(self.against(ranges, [0.0] * len(ranges))[1][-1])

    @property
    def potential(self) -> Potential:
        """Hand potential against the combined range of all opponents, treated as one opponent."""
        ranges = list(self.reading.ranges.values())
        weights = ranges[0] if len(ranges) == 1 else np.sum(ranges, axis=0)
        return Potential(*standing(self.seen, self.hand, self.edges, weights))
