"""A Gymnasium vector environment on compiled tables: thousands of hands at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from pokermasa.batch import Policy
from pokermasa.batch.array import Ints
from pokermasa.bots.referee import in_words
from pokermasa.learn.lockstep import SKIP
from pokermasa.learn.lockstep_tables import LockstepTables, OpponentFault
from pokermasa.learn.observed_hand import Stakes
from pokermasa.learn.single import spaces_of
from pokermasa.rules import Betting, Chips, HouseRules

Choose: TypeAlias = Callable[[npt.NDArray[np.float32], npt.NDArray[np.int8]], npt.ArrayLike]
"""A function from observations and action masks (a row each) to an action for each row."""


class Batched:
    """An opponent in Python, such as a neural network, that acts at many tables with one call.
    *choose* gets the observations and action masks of all tables at which it is to act, and returns
    an action for each."""

    def __init__(self, choose: Choose) -> None:
        self.choose = choose


class HoldemVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """The episodes of `HoldemEnv` at *num_envs* tables, against policies of `pokermasa.batch`
    ("random", "caller", "folder", a `Chart`, or a function compiled with Numba) or against
    `Batched` opponents.

    Where a hand ends, the next one is dealt in the same step: `terminations` says where, `rewards`
    has the big blinds won, and the observation is that of the new hand.

    With *self_play*, the number of players, there are no opponents. Each step gives the observation
    of the player to act at each table, takes that player's action, and rewards it. `info["place"]`
    is that player, and `info["won"]` has the big blinds that every place has won where a hand has
    ended.

    With *copy* False, observations are views of arrays that the next step overwrites.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1024,
        opponents: Policy | Batched | Sequence[Policy | Batched] | None = None,
        stack: Chips = 200,
        blinds: Sequence[Chips] = (1, 2),
        rules: HouseRules | str = "tda",
        betting: Betting | str | None = None,
        self_play: int | None = None,
        copy: bool = True,
    ) -> None:
        policies: list[Policy | Batched | None]
        if self_play is not None:
            if opponents is not None:
                raise ValueError("self_play allows no opponents")
            policies = [None] * self_play
        else:
            others: Any = "random" if opponents is None else opponents
            policies = [None, *(others if isinstance(others, list | tuple) else [others])]
        self.stakes = Stakes.checked(len(policies), stack, blinds, rules, betting)
        self.num_envs = num_envs
        self.single_observation_space = spaces_of(self.stakes)
        self.single_action_space = spaces.Discrete(self.stakes.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._is_self_play = self_play is not None
        self._is_copied = copy
        self._batched = {
            place: policy for place, policy in enumerate(policies) if isinstance(policy, Batched)
        }
        compiled = [None if isinstance(policy, Batched) else policy for policy in policies]
        self.game = LockstepTables(self.stakes, num_envs, compiled, stops=False)
        self._rewards = np.zeros(num_envs)
        self._over = np.zeros(num_envs, np.bool_)
        self._is_begun = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start new hands at all tables. A *seed* determines everything from here on; each table
        gets its own random numbers from it."""
        if isinstance(seed, list):
            raise ValueError("give one seed for all tables, not a list")
        if seed is not None or self._np_random is None:
            super().reset(seed=seed)
        self.game.seed(int(self.np_random.integers(2**63)))
        self.game.start()
        self._ask_batched()
        self._is_begun = True
        return self._seen()

    def step(self, actions: npt.ArrayLike) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        if not self._is_begun:
            raise ValueError("call reset before the first step")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "ui":
            raise ValueError(f"actions: one whole number for each of {self.num_envs} tables")
        if not 0 <= chosen.min() <= chosen.max() < self.stakes.actions:
            raise ValueError(f"actions are 0 to {self.stakes.actions - 1}")
        game, results = self.game, self.game.results
        place = results.turn.copy()
        self._rewards[:] = 0
        self._over[:] = False
        game.arguments.actions[:] = chosen
        game.play_on()
        self._note(place, slice(None))
        won = np.where(results.over[:, np.newaxis], results.won, 0) if self._is_self_play else None
        self._ask_batched()
        seen, info = self._seen()
        if won is not None:
            info["won"] = won / self.stakes.blinds.big
        never = np.zeros(self.num_envs, np.bool_)
        return seen, self._rewards.copy(), self._over.copy(), never, info

    def _note(self, place: Ints | int, rows: slice | Ints) -> None:
        """Write rewards and terminations of *place* where a hand has ended in which it has
        acted."""
        results = self.game.results
        each = np.arange(self.num_envs)[rows]
        at = place[rows] if isinstance(place, np.ndarray) else np.full(len(each), place)
        ended = results.over[rows] & (results.acted[rows] >> at & 1 == 1)
        where = each[ended]
        self._over[where] = True
        self._rewards[where] = results.won[where, at[ended]] / self.stakes.blinds.big

    def _ask_batched(self) -> None:
        """Let the `Batched` opponents act until the learner is to act at every table."""
        game, results = self.game, self.game.results
        while self._batched:
            rows = np.flatnonzero(results.turn)
            if not len(rows):
                return
            game.arguments.actions[:] = SKIP
            for place, policy in self._batched.items():
                where = np.flatnonzero(results.turn == place)
                if len(where):
                    game.arguments.actions[where] = self._asked(place, policy, where)
            game.play_on()
            self._note(0, rows)

    def _asked(self, place: int, policy: Batched, rows: Ints) -> Ints:
        results = self.game.results
        try:
            answer = np.asarray(policy.choose(results.seen[rows], results.mask[rows]))
        except Exception as error:
            raise OpponentFault(f"opponent {place}: {in_words(error)}") from error
        last = self.stakes.actions - 1
        if answer.shape != rows.shape or answer.dtype.kind not in "ui":
            message = f"an array of {len(rows)} actions, not {answer.dtype} of shape {answer.shape}"
            raise OpponentFault(f"opponent {place}: {message}")
        if not 0 <= answer.min() <= answer.max() <= last:
            raise OpponentFault(f"opponent {place}: actions are 0 to {last}")
        return answer.astype(np.int64)

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        results = self.game.results
        seen: dict[str, Any] = {"observation": results.seen, "action_mask": results.mask}
        if self._is_copied:
            seen = {name: array.copy() for name, array in seen.items()}
        info: dict[str, Any] = {"action_mask": results.mask.copy()}
        if self._is_self_play:
            info["place"] = results.turn.copy()
        return seen, info
