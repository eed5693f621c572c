"""Gymnasium's vector environment on compiled tables: thousands of hands at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from pokermasa.batch import Policy, Tables
from pokermasa.batch.lookup import lookup
from pokermasa.batch.policy import RAISED_EXCEPTION, SHOWN, Function, answer_in, asked_again, plan
from pokermasa.batch.state import TURN
from pokermasa.bots.referee import in_words
from pokermasa.learn import observation
from pokermasa.learn.deal import Stakes
from pokermasa.learn.lockstep import Memory, Told, advance
from pokermasa.learn.single import OpponentFault, spaces_of
from pokermasa.rules import Betting, Chips, HouseRules


class HoldemVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """The same episodes as `HoldemEnv`, at *num_envs* tables, against policies of
    `pokermasa.batch`: "random", "caller", "folder", a `Chart`, or a function compiled with Numba.

    Where a hand ends, the next is dealt in the same step: `terminations` says where, `rewards` has
    what was won, and the observation is the new hand's first.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1024,
        opponents: Policy | Sequence[Policy] = "random",
        stack: Chips = 200,
        blinds: Sequence[Chips] = (1, 2),
        rules: HouseRules | str = "tda",
        betting: Betting | str | None = None,
    ) -> None:
        each: list[Policy]
        each = list(opponents) if isinstance(opponents, list | tuple) else [cast(Policy, opponents)]
        self._opponents = each
        self.stakes = Stakes.of(1 + len(each), stack, blinds, rules, betting)
        self.num_envs = num_envs
        self.single_observation_space = spaces_of(self.stakes)
        self.single_action_space = spaces.Discrete(self.stakes.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        # The learner's own place has a policy that is never asked.
        self._plan = plan(["caller", *each], self.stakes.players)
        self._shown = np.zeros(SHOWN, np.int64)
        self.tables: Tables | None = None

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A *seed* decides everything from here on; every table has its own luck from it."""
        if isinstance(seed, list):
            raise ValueError("one seed for all tables: each has its own luck from it")
        if seed is not None or self._np_random is None:
            super().reset(seed=seed)
        players = self.stakes.players
        self.tables = Tables(
            self.num_envs,
            players,
            self.stakes.rules,
            self.stakes.stack,
            self.stakes.blinds,
            int(self.np_random.integers(2**63)),
        )
        self._memory = Memory.empty(self.num_envs, players)
        told = self._advance(np.full(self.num_envs, -1, np.int64))
        return self._seen(told)

    def step(self, actions: npt.ArrayLike) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "ui":
            raise ValueError(f"actions: one whole number for each of {self.num_envs} tables")
        if not 0 <= chosen.min() <= chosen.max() < self.stakes.actions:
            raise ValueError(f"actions are 0 to {self.stakes.actions - 1}")
        told = self._advance(chosen.astype(np.int64))
        seen, info = self._seen(told)
        never = np.zeros(self.num_envs, np.bool_)
        return seen, told.won / self.stakes.blinds.big, told.over, never, info

    def _advance(self, actions: npt.NDArray[np.int64]) -> Told:
        assert self.tables is not None
        told = Told.empty(self.num_envs, observation.size(self.stakes.players), self.stakes.actions)
        tables = self.tables
        refused = advance(
            *(tables.state, tables.rule, lookup(7), self._plan, self._shown),
            *(actions, self._memory, told),
        )
        if refused >= 0:
            self._refuse(refused)
        return told

    def _refuse(self, table: int) -> None:
        """An opponent's policy did what is not allowed, or raised an exception."""
        assert self.tables is not None
        place = int(self.tables.state.row[table, TURN])
        policy = self._opponents[place - 1]
        name = getattr(policy, "__name__", repr(policy))
        where = f"table {table}, opponent {place}: the policy {name}"
        kind, _ = answer_in(self._shown)
        if kind != RAISED_EXCEPTION:
            raise OpponentFault(f"{where} did what is not allowed")
        try:
            asked_again(cast(Function, policy), self._shown)
        except Exception as error:
            raise OpponentFault(f"{where} raised {in_words(error)}") from error
        raise OpponentFault(f"{where} raised an exception")

    def _seen(self, told: Told) -> tuple[dict[str, Any], dict[str, Any]]:
        seen = {"observation": told.seen, "action_mask": told.mask}
        return seen, {"action_mask": told.mask.copy()}
