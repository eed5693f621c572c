"""Hands of one learner against compiled policies, ten times as fast as against bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pokermasa.batch import Chart, Policy
from pokermasa.learn.action import Mask, verified
from pokermasa.learn.drawing import drawn
from pokermasa.learn.lockstep_tables import LockstepTables
from pokermasa.learn.observed_hand import Stakes

ME = 0
"""The learner's place."""
_READY_MADE = ("random", "caller", "folder")


def is_compiled(opponent: object) -> bool:
    """Return whether an opponent is a compiled policy, which needs no Python code."""
    if isinstance(opponent, str):
        return opponent in _READY_MADE
    return isinstance(opponent, Chart) or hasattr(opponent, "py_func")


class AgainstPolicies:
    """A table of one learner and compiled policies."""

    def __init__(self, stakes: Stakes, opponents: Sequence[Policy], is_copied: bool) -> None:
        self.stakes = stakes
        self.faults: list[str] | None = None
        self._is_copied = is_copied
        self._game = LockstepTables(stakes, 1, [None, *opponents], stops=True)
        results = self._game.results
        self._seen, self._mask = results.seen[ME], results.mask[ME]
        self._turn, self._won = results.turn, results.won
        self._big = stakes.blinds.big
        self._actions = stakes.actions
        self.is_on = False

    def seed(self, generator: np.random.Generator) -> None:
        self._game.seed(int(generator.integers(2**63)))
        self.is_on = False

    def start(self) -> None:
        self._game.start()
        self.is_on = True

    def step(self, action: Any) -> float:
        self._game.step(verified(action, self._actions))
        if self._turn[0] >= 0:
            return 0.0
        self.is_on = False
        return float(self._won[0, ME]) / self._big

    def seen(self) -> dict[str, Any]:
        if self._is_copied:
            return {"observation": self._seen.copy(), "action_mask": self._mask.copy()}
        return {"observation": self._seen, "action_mask": self._mask}

    def mask(self) -> Mask:
        mask: Mask = self._mask.copy()
        return mask

    def drawn(self) -> str:
        return drawn(self._game.arguments.state, ME)
