"""An option: one act with its expected value."""

from __future__ import annotations

from typing import NamedTuple

from pokermasa.rules import Chips, PlayerAct

_LITTLE = 0.84  # factor of the fair share: a raise with a smaller chance when called is a bluff


class HouseOption(NamedTuple):
    act: PlayerAct
    cost: Chips
    """Chips that the act adds to the pot."""
    worth: float
    """Expected value relative to folding, in chips."""
    raises: bool = False
    called: float = 0.0
    """Probability of winning if at least one opponent stays."""
    alone: float = 0.0
    """Fold equity: the probability that all opponents fold."""
    fair: float = 0.5
    """Share of the pot that a player would win if all remaining hands were equally strong: a half
    against one opponent, less against several."""

    @property
    def is_bluff(self) -> bool:
        return self.raises and self.called < _LITTLE * self.fair
