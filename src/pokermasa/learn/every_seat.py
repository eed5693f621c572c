"""PettingZoo: a learner on every seat, in turn, a hand an episode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from pokermasa.learn.action import act_of
from pokermasa.learn.deal import Deal, Stakes
from pokermasa.learn.single import spaces_of
from pokermasa.rules import Betting, Chips, HouseRules
from pokermasa.rules.chips import StackIndex, indexed


def env(**options: Any) -> AECEnv:
    """With PettingZoo's usual checks around it: that is what one plays with."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**options)))


class HoldemAEC(AECEnv):  # type: ignore[misc]
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
    ) -> None:
        super().__init__()
        self.stakes = Stakes.of(players, stack, blinds, rules, betting)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{index}" for index in range(players)]
        self.agents: list[str] = []
        seen = spaces_of(self.stakes)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {
            agent: spaces.Discrete(self.stakes.actions) for agent in self.possible_agents
        }
        self._luck: np.random.Generator | None = None
        self._button = -1
        self._deal: Deal | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or self._luck is None:
            self._luck = np.random.default_rng(seed)
            self._button = -1
        self._button = (self._button + 1) % self.stakes.players
        self._deal = Deal(self.stakes, self._button, self._luck)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[self._deal.turn]
        self._tell()

    def _place(self, agent: str) -> StackIndex:
        return StackIndex(self.possible_agents.index(agent))

    def observe(self, agent: str) -> dict[str, Any]:
        assert self._deal is not None
        return dict(self._deal.observed(self._place(agent)))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        deal = self._deal
        assert deal is not None
        act = act_of(deal.view(deal.turn), action)
        self._cumulative_rewards[agent] = 0
        deal.move(act)
        self._clear_rewards()
        if deal.is_over:
            for index, other in indexed(self.possible_agents):
                self.rewards[other] = deal.won(index)
                self.terminations[other] = True
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        else:
            self.agent_selection = self.possible_agents[deal.turn]
        self._accumulate_rewards()
        self._tell()

    def _tell(self) -> None:
        deal = self._deal
        assert deal is not None
        self.infos = {
            agent: {"action_mask": deal.mask(self._place(agent))} for agent in self.agents
        }

    def render(self) -> str | None:
        if self.render_mode != "ansi" or self._deal is None:
            return None
        return self._deal.drawn(self._place(self.agent_selection))

    def close(self) -> None: ...


raw_env = HoldemAEC
