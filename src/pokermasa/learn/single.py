"""A Gymnasium environment: one learner against bots or compiled policies, and an episode is one
hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, cast

import gymnasium
import numpy as np
from gymnasium import spaces

from pokermasa.batch import Policy
from pokermasa.bots.bot import Bot
from pokermasa.bots.named import named
from pokermasa.learn import observation
from pokermasa.learn.against_bots import AgainstBots
from pokermasa.learn.against_policies import AgainstPolicies, is_compiled
from pokermasa.learn.observed_hand import Stakes
from pokermasa.rules import Betting, Chips, HouseRules

Opponent: TypeAlias = str | Callable[[int], Bot] | Policy
"""A bot's name as on the command line, a function that makes a bot from a seed, or a policy of
`batch`."""


def spaces_of(stakes: Stakes) -> spaces.Dict:
    """Return the observation space."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (observation.size(stakes.players),), np.float32),
            "action_mask": spaces.Box(0, 1, (stakes.actions,), np.int8),
        }
    )


class HoldemEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """Texas hold'em for one learner, who is stack 0. The button moves on with every hand.

    >>> env = HoldemEnv(opponents=["caller"])
    >>> observation, info = env.reset(seed=1)
    >>> observation["observation"].shape, observation["action_mask"].shape
    ((136,), (8,))

    An episode begins at the learner's first decision; hands that end before it are played but not
    shown. If all opponents are policies ("caller", "folder", "random", a `Chart`, or a function
    compiled with Numba), the whole hand is compiled.

    An opponent that fails raises `OpponentFault`. With *faults* "info", a failing bot checks or
    folds instead, and `info["faults"]` lists what happened since the last step. With *copy* False
    and compiled opponents, all observations share the same two arrays, which each step overwrites.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        opponents: Opponent | Sequence[Opponent] = "basic",
        stack: Chips = 200,
        blinds: Sequence[Chips] = (1, 2),
        rules: HouseRules | str = "tda",
        betting: Betting | str | None = None,
        render_mode: str | None = None,
        faults: str = "raise",
        copy: bool = True,
    ) -> None:
        if faults not in ("raise", "info"):
            raise ValueError(f'faults: "raise" or "info", not {faults!r}')
        each = list(opponents) if isinstance(opponents, list | tuple) else [opponents]
        self.stakes = Stakes.checked(1 + len(each), stack, blinds, rules, betting)
        self.observation_space = spaces_of(self.stakes)
        self.action_space = spaces.Discrete(self.stakes.actions)
        self.render_mode = render_mode
        self._faults: list[str] | None = [] if faults == "info" else None
        self._hand: AgainstBots | AgainstPolicies
        if all(map(is_compiled, each)):
            self._hand = AgainstPolicies(self.stakes, cast(list[Policy], each), copy)
        else:
            makes = [self._make(one) for one in each]
            self._hand = AgainstBots(self.stakes, makes, self._faults)
        self._is_seeded = False

    @staticmethod
    def _make(opponent: Any) -> Callable[[int], Bot]:
        if isinstance(opponent, str):
            return named(opponent).make
        if is_compiled(opponent):
            raise ValueError(f"policies and bots cannot be mixed: {opponent!r}")
        if not callable(opponent):
            message = (
                "an opponent is a name ('caller'), a policy, or a function from a seed to a bot"
            )
            if hasattr(opponent, "choose"):
                message += f": lambda seed: {type(opponent).__name__}()"
            raise ValueError(f"{message}; not {opponent!r:.60}")
        return cast(Callable[[int], Bot], opponent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or not self._is_seeded:
            self._hand.seed(self.np_random)
            self._is_seeded = True
        self._hand.start()
        return self._seen()

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        hand = self._hand
        if not hand.is_on:
            raise gymnasium.error.ResetNeeded("the hand is over: call reset to deal the next one")
        reward = hand.step(action)
        seen, info = self._seen()
        return seen, reward, not hand.is_on, False, info

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Return the legal actions as booleans, for MaskablePPO of sb3-contrib."""
        return self._hand.mask().astype(np.bool_)

    def render(self) -> str | None:
        if self.render_mode != "ansi" or not self._is_seeded:
            return None
        return self._hand.drawn()

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        seen = self._hand.seen()
        info: dict[str, Any] = {"action_mask": seen["action_mask"].copy()}
        if self._faults is not None:
            info["faults"] = self._faults.copy()
            self._faults.clear()
        return seen, info
