"""A PettingZoo environment: learners on all seats act in turn, and an episode is one hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from pokermasa.batch import NOBODY
from pokermasa.learn.action import verified
from pokermasa.learn.drawing import drawn
from pokermasa.learn.lockstep_tables import LockstepTables
from pokermasa.learn.observed_hand import Stakes
from pokermasa.learn.single import spaces_of
from pokermasa.rules import Betting, Chips, HouseRules


def env(**options: Any) -> AECEnv:
    """Return the environment with PettingZoo's usual checks. The options are those of
    `HoldemAEC`."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**options)))


class HoldemAEC(AECEnv):  # type: ignore[misc]
    """Texas hold'em with a learner on every seat, without checks of the call order.

    With *copy* False, all observations share the same two arrays, which are overwritten by the next
    observation.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "name": "pokermasa_holdem_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        players: int = 2,
        stack: Chips = 200,
        blinds: Sequence[Chips] = (1, 2),
        rules: HouseRules | str = "tda",
        betting: Betting | str | None = None,
        render_mode: str | None = None,
        copy: bool = True,
    ) -> None:
        super().__init__()
        self.stakes = Stakes.checked(players, stack, blinds, rules, betting)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{index}" for index in range(players)]
        self.agents: list[str] = []
        seen = spaces_of(self.stakes)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {
            agent: spaces.Discrete(self.stakes.actions) for agent in self.possible_agents
        }
        self._generator: np.random.Generator | None = None
        self._place = {agent: index for index, agent in enumerate(self.possible_agents)}
        self._is_copied = copy
        self._game = LockstepTables(self.stakes, 1, [None] * players, stops=True)
        results = self._game.results
        self._seen, self._mask = results.seen[0], results.mask[0]
        self._observer: int | None = None
        self._none = np.zeros(self.stakes.actions, np.int8)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or self._generator is None:
            self._generator = np.random.default_rng(seed)
            self._game.seed(int(self._generator.integers(2**63)))
        self._game.start()
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = self.rewards.copy()
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = self.terminations.copy()
        self._set_turn(int(self._game.results.turn[0]))

    def observe(self, agent: str) -> dict[str, Any]:
        place = self._place[agent]
        if place != self._observer:
            self._game.observe(place)
            self._observer = place
        if self._is_copied:
            return {"observation": self._seen.copy(), "action_mask": self._mask.copy()}
        return {"observation": self._seen, "action_mask": self._mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = verified(action, self.stakes.actions)
        self._cumulative_rewards[agent] = 0.0
        self._game.step(number)
        turn = int(self._game.results.turn[0])
        if turn >= 0:  # No player has won anything, so rewards and sums do not change.
            self._set_turn(turn)
            return
        big = self.stakes.blinds.big
        for other, won in zip(
            self.possible_agents, self._game.results.won[0].tolist(), strict=True
        ):
            self.rewards[other] = won / big
            self.terminations[other] = True
        self._accumulate_rewards()
        self._set_turn(NOBODY, after=agent)

    def _set_turn(self, turn: int, after: str = "") -> None:
        """Set the agent to act (after the end of a hand: the one after *after*) and the action
        masks of all agents."""
        none = self._none
        self.infos = {agent: {"action_mask": none.copy()} for agent in self.agents}
        self._observer = None
        if turn >= 0:
            self.agent_selection = self.possible_agents[turn]
            self.infos[self.agent_selection]["action_mask"] = self._mask.copy()
            self._observer = turn
        else:
            self.agent_selection = self.agents[(self.agents.index(after) + 1) % len(self.agents)]

    def render(self) -> str | None:
        if self.render_mode != "ansi" or self._generator is None:
            return None
        return drawn(self._game.arguments.state, self._place[self.agent_selection])

    def close(self) -> None: ...


raw_env = HoldemAEC
