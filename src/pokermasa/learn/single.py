"""Gymnasium: one learner against bots, a hand an episode."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces

from pokermasa.bots.bot import Bot, Company, Student
from pokermasa.bots.named import named
from pokermasa.bots.referee import fault, in_words, judged
from pokermasa.learn import observation
from pokermasa.learn.action import act_of
from pokermasa.learn.deal import Deal, Stakes
from pokermasa.rules import Betting, Chips, HouseRules, PlayerAct, StackIndex
from pokermasa.rules.chips import stack_indexes

Opponent: TypeAlias = str | Callable[[int], Bot]
"""A bot's name, as on the command line, or what makes one from a seed."""
ME = StackIndex(0)


class OpponentFault(ValueError):
    """An opponent raised an exception, which is the cause of this one, or answered with what is not
    allowed, or, where it is a program, not at all."""


def spaces_of(stakes: Stakes) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (observation.size(stakes.players),), np.float32),
            "action_mask": spaces.Box(0, 1, (stakes.actions,), np.int8),
        }
    )


class HoldemEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """The learner is stack 0; the button moves on with every hand. An episode begins with its
    first decision: hands that end before it has one are played, but not shown.

    An opponent that fails ends the training with an `OpponentFault`. With *faults* "info" it is
    checked or folded instead, and `info["faults"]` has what happened since the last step, in words.
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
    ) -> None:
        if faults not in ("raise", "info"):
            raise ValueError(f'faults: "raise" or "info", not {faults!r}')
        each = [opponents] if isinstance(opponents, str) or callable(opponents) else opponents
        self._makes = [named(one).make if isinstance(one, str) else one for one in each]
        self.stakes = Stakes.of(1 + len(self._makes), stack, blinds, rules, betting)
        self.observation_space = spaces_of(self.stakes)
        self.action_space = spaces.Discrete(self.stakes.actions)
        self.render_mode = render_mode
        self._bots: list[Bot] = []
        self._dice = Random()
        self._button = -1
        self._deal: Deal | None = None
        self._faults: list[str] | None = [] if faults == "info" else None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or not self._bots:  # from here on all is a function of the seed
            self._bots = [make(int(self.np_random.integers(2**32))) for make in self._makes]
            self._dice = Random(int(self.np_random.integers(2**32)))
            self._button = -1
        while True:
            self._button = (self._button + 1) % self.stakes.players
            self._deal = Deal(self.stakes, self._button, self.np_random)
            self._meet()
            self._play_on()
            if not self._deal.is_over:
                return self._seen()
            self._learn()

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        deal = self._deal
        if deal is None or deal.is_over:
            raise gymnasium.error.ResetNeeded("the hand is over: reset deals the next")
        deal.move(act_of(deal.view(ME), action))
        self._play_on()
        reward = 0.0
        if deal.is_over:
            reward = deal.won(ME)
            self._learn()
        seen, info = self._seen()
        return seen, reward, deal.is_over, False, info

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """As sb3-contrib's MaskablePPO asks for them."""
        assert self._deal is not None
        return self._deal.mask(ME).astype(np.bool_)

    def render(self) -> str | None:
        if self.render_mode != "ansi" or self._deal is None:
            return None
        return self._deal.drawn(ME)

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        assert self._deal is not None
        seen = self._deal.observed(ME)
        info: dict[str, Any] = {"action_mask": seen["action_mask"].copy()}
        if self._faults is not None:
            info["faults"], self._faults = self._faults, []
        return dict(seen), info

    # The others

    def _play_on(self) -> None:
        deal = self._deal
        assert deal is not None
        while not deal.is_over and deal.turn != ME:
            deal.move(self._asked(deal, deal.turn))

    def _asked(self, deal: Deal, index: StackIndex) -> PlayerAct:
        view = deal.view(index)
        ruling = fault(view, "no answer")
        with self._watching(index):
            ruling = judged(view, self._bots[index - 1].choose(view), self._dice)
            if ruling.fault:
                raise OpponentFault(ruling.fault)
        return ruling.act

    def _meet(self) -> None:
        names = tuple(f"player {index}" for index in range(self.stakes.players))
        for index, bot in zip(stack_indexes(self.stakes.players)[1:], self._bots, strict=True):
            if isinstance(bot, Student):
                with self._watching(index):
                    bot.meet(Company(names, index))

    def _learn(self) -> None:
        assert self._deal is not None
        for index, bot in zip(stack_indexes(self.stakes.players)[1:], self._bots, strict=True):
            if isinstance(bot, Student):
                with self._watching(index):
                    bot.learn(self._deal.view(index))

    @contextmanager
    def _watching(self, index: StackIndex) -> Iterator[None]:
        """Whatever goes wrong in a bot is told as its fault."""
        try:
            yield
        except (Exception, SystemExit) as error:
            is_told = isinstance(error, OpponentFault)
            words = f"opponent {index}: {error if is_told else in_words(error)}"
            if self._faults is None:
                raise OpponentFault(words) from (None if is_told else error)
            self._faults.append(words)
