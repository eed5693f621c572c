"""An option: one act, and what may be expected of it."""

from __future__ import annotations

from typing import NamedTuple

from pokermasa.rules import Chips, PlayerAct

_LITTLE = 0.84  # of a fair share: a raise with less of a chance when called is a bluff


class Option(NamedTuple):
    act: PlayerAct
    cost: Chips
    """What it adds to the pot."""
    worth: float
    """In chips, beside folding."""
    raises: bool = False
    called: float = 0.0
    """The chance to win when somebody stays."""
    alone: float = 0.0
    """The chance that nobody does: the fold equity."""
    fair: float = 0.5
    """What everybody who stays would win if all hands were alike: a half against one of them, less
    against several."""

    @property
    def is_bluff(self) -> bool:
        return self.raises and self.called < _LITTLE * self.fair
