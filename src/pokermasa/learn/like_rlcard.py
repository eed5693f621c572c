"""An environment with RLCard's interface, so that its agents can train here. RLCard itself is not
needed.

>>> table = RLCardEnv(players=2, seed=1)
>>> state, player = table.reset()
>>> player, list(state["legal_actions"]), state["obs"].shape
(0, [0, 1, 2, 4, 5, 6, 7], (136,))
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from pokermasa.batch.array import Ints
from pokermasa.learn import observation
from pokermasa.learn.action import Action, verified
from pokermasa.learn.lockstep_tables import LockstepTables
from pokermasa.learn.observed_hand import Stakes
from pokermasa.rules import Betting, Chips, HouseRules

_NAMES = tuple(Action)


class RLCardEnv:
    """An environment like those of `rlcard.make`.

    A state has `obs`, the observation of docs/learning.md; `legal_actions`, by number; `raw_obs`,
    the same as `obs`; `raw_legal_actions`, the same actions as `Action`; and `action_record`, the
    players and actions of this hand so far. Payoffs are in big blinds.
    """

    name = "pokermasa"

    def __init__(
        self,
        players: int = 2,
        stack: Chips = 200,
        blinds: Sequence[Chips] = (1, 2),
        rules: HouseRules | str = "tda",
        betting: Betting | str | None = None,
        seed: int | None = None,
        allow_step_back: bool = False,
    ) -> None:
        self.stakes = Stakes.checked(players, stack, blinds, rules, betting)
        self.num_players = players
        self.num_actions = self.stakes.actions
        self.state_shape = [[observation.size(players)] for _ in range(players)]
        self.action_shape: list[Any] = [None] * players
        self.allow_step_back = allow_step_back
        self.timestep = 0
        self.agents: list[Any] = []
        self.action_recorder: list[tuple[int, Action]] = []
        self._game = LockstepTables(self.stakes, 1, [None] * players, stops=True)
        results = self._game.results
        self._seen, self._mask, self._turn = results.seen[0], results.mask[0], results.turn
        self._past: list[tuple[list[Ints], int]] = []
        self._player = 0
        self.seed(seed)

    def seed(self, seed: int | None = None) -> int | None:
        self.np_random = np.random.default_rng(seed)
        self._game.seed(int(self.np_random.integers(2**63)))
        return seed

    def reset(self) -> tuple[dict[str, Any], int]:
        self._game.start()
        self.action_recorder = []
        self._past = []
        self._player = int(self._turn[0])
        return self._state(), self._player

    def step(self, action: SupportsIndex, raw_action: bool = False) -> tuple[dict[str, Any], int]:
        """Apply an action. *raw_action* makes no difference, because an `Action` equals its
        number."""
        if self.is_over():
            raise ValueError("the hand is over: call reset to deal the next one")
        number = verified(action, self.num_actions)
        if self.allow_step_back:
            self._past.append((self._game.save(), self._player))
        self.timestep += 1
        self.action_recorder.append((self._player, _NAMES[number]))
        self._game.step(number)
        turn = int(self._turn[0])
        if turn < 0:
            return self.get_state(self._player), self._player
        self._player = turn
        return self._state(), turn

    def step_back(self) -> tuple[dict[str, Any], int] | bool:
        """Undo the last step; returns False if there is none. It needs `allow_step_back=True`."""
        if not self.allow_step_back:
            raise ValueError("step_back needs allow_step_back=True")
        if not self._past:
            return False
        saved, self._player = self._past.pop()
        self.action_recorder.pop()
        self._game.restore(saved)
        return self.get_state(self._player), self._player

    def is_over(self) -> bool:
        return bool(self._turn[0] < 0)

    def get_player_id(self) -> int:
        return self._player

    def get_state(self, player_id: int) -> dict[str, Any]:
        self._game.observe(player_id)
        return self._state()

    def get_payoffs(self) -> npt.NDArray[np.float64]:
        payoffs: npt.NDArray[np.float64] = self._game.results.won[0] / self.stakes.blinds.big
        return payoffs

    def get_action_feature(self, action: int) -> npt.NDArray[np.int8]:
        feature = np.zeros(self.num_actions, np.int8)
        feature[action] = 1
        return feature

    def _state(self) -> dict[str, Any]:
        seen = self._seen.copy()
        allowed = np.flatnonzero(self._mask).tolist()
        return {
            "obs": seen,
            "legal_actions": OrderedDict.fromkeys(allowed),
            "raw_obs": seen,
            "raw_legal_actions": [_NAMES[number] for number in allowed],
            "action_record": self.action_recorder,
        }

    # Agents

    def set_agents(self, agents: Sequence[Any]) -> None:
        if len(agents) != self.num_players:
            raise ValueError(f"{self.num_players} agents, one for each place, not {len(agents)}")
        self.agents = list(agents)

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], npt.NDArray[np.float64]]:
        """Play one hand with the agents. Returns, for each player, its states and actions in turn
        with the last state, and the payoffs."""
        paths: list[list[Any]] = [[] for _ in range(self.num_players)]
        state, player = self.reset()
        while not self.is_over():
            agent = self.agents[player]
            action = agent.step(state) if is_training else agent.eval_step(state)[0]
            paths[player] += [state, action]
            state, player = self.step(action)
        for index, path in enumerate(paths):
            path.append(self.get_state(index))
        return paths, self.get_payoffs()
