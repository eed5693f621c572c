"""An environment with the interface of open_spiel's `rl_environment`, so that its agents can train
here."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np

from pokermasa.learn import observation
from pokermasa.learn.action import verified
from pokermasa.learn.lockstep_tables import LockstepTables
from pokermasa.learn.observed_hand import Stakes
from pokermasa.rules import Betting, Chips, HouseRules

_OVER = -4  # pyspiel.PlayerId.TERMINAL


class SpielEnv:
    """An environment like `rl_environment.Environment`.

    A time step has `info_state`, each player's observation (see docs/learning.md) as a list;
    `legal_actions` of each player, empty out of turn; and `current_player`. Rewards are in big
    blinds, at the end of a hand.
    """

    def __init__(
        self,
        players: int = 2,
        stack: Chips = 200,
        blinds: Sequence[Chips] = (1, 2),
        rules: HouseRules | str = "tda",
        betting: Betting | str | None = None,
        seed: int | None = None,
        discount: float = 1.0,
    ) -> None:
        self.stakes = Stakes.checked(players, stack, blinds, rules, betting)
        self.num_players = players
        self.num_actions_per_step = 1
        self.is_turn_based = True
        self._discounts = [discount] * players
        self._game = LockstepTables(self.stakes, 1, [None] * players, stops=True)
        results = self._game.results
        self._seen, self._mask, self._turn = results.seen[0], results.mask[0], results.turn
        theirs: Any = import_module("open_spiel.python.rl_environment")
        self._time_step, self._step_type = theirs.TimeStep, theirs.StepType
        self.seed(seed)

    def seed(self, seed: int | None = None) -> None:
        generator = np.random.default_rng(seed)
        self._game.seed(int(generator.integers(2**63)))
        self._should_reset = True

    def reset(self) -> Any:
        self._game.start()
        self._should_reset = False
        return self._time_step(self._observations(), None, None, self._step_type.FIRST)

    def step(self, actions: Sequence[int]) -> Any:
        """Apply one action of the player to act. After the last time step of a hand, any action
        starts the next hand."""
        if len(actions) != 1:
            raise ValueError(f"give one action, that of the player to act, not {len(actions)}")
        if self._should_reset:
            return self.reset()
        self._game.step(verified(actions[0], self.stakes.actions))
        return self.get_time_step()

    def get_time_step(self) -> Any:
        self._should_reset = bool(self._turn[0] < 0)
        if not self._should_reset:
            rewards = [0.0] * self.num_players
            return self._time_step(
                self._observations(), rewards, self._discounts, self._step_type.MID
            )
        rewards = (self._game.results.won[0] / self.stakes.blinds.big).tolist()
        nothing = [0.0] * self.num_players
        return self._time_step(self._observations(), rewards, nothing, self._step_type.LAST)

    def _observations(self) -> dict[str, Any]:
        turn = int(self._turn[0])
        seen, allowed = [], []
        for player in range(self.num_players):
            self._game.observe(player)
            seen.append(self._seen.tolist())
            allowed.append(np.flatnonzero(self._mask).tolist())
        return {
            "info_state": seen,
            "legal_actions": allowed,
            "current_player": turn if turn >= 0 else _OVER,
            "serialized_state": [],
        }

    def observation_spec(self) -> dict[str, Any]:
        return {
            "info_state": (observation.size(self.num_players),),
            "legal_actions": (self.stakes.actions,),
            "current_player": (),
            "serialized_state": (),
        }

    def action_spec(self) -> dict[str, Any]:
        return {
            "num_actions": self.stakes.actions,
            "min": 0,
            "max": self.stakes.actions - 1,
            "dtype": int,
        }
