"""Hands of one learner against bots. Bots are Python code, so `rules.Situation` plays these
hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

import numpy as np

from pokermasa.bots.bot import Bot, HandInfo, LearningBot
from pokermasa.bots.referee import fault, in_words, judged
from pokermasa.learn.action import Mask, act_of
from pokermasa.learn.lockstep_tables import OpponentFault
from pokermasa.learn.observed_hand import ObservedHand, Stakes
from pokermasa.rules import PlayerAct, StackIndex
from pokermasa.rules.chips import stack_indexes

ME = StackIndex(0)
"""The learner's stack index."""


class AgainstBots:
    """A table of one learner and bots."""

    def __init__(
        self,
        stakes: Stakes,
        makes: Sequence[Callable[[int], Bot]],
        faults: list[str] | None,
    ) -> None:
        """*makes* creates each bot from a seed. *faults* collects the faults of bots as text; with
        None, a fault raises `OpponentFault`."""
        self.stakes = stakes
        self._makes = makes
        self.faults = faults
        self._bots: list[Bot] = []
        self._random = Random()
        self._button = -1
        self._generator = np.random.default_rng()
        self.hand: ObservedHand | None = None

    @property
    def is_on(self) -> bool:
        """Whether a hand is in play."""
        return self.hand is not None and not self.hand.is_over

    def seed(self, generator: np.random.Generator) -> None:
        """Restart with new bots. From here on, everything is determined by *generator*."""
        self._generator = generator
        self._bots = [make(int(generator.integers(2**32))) for make in self._makes]
        self._random = Random(int(generator.integers(2**32)))
        self._button = -1

    def start(self) -> None:
        """Deal hands until one reaches a decision of the learner."""
        while True:
            self._button = (self._button + 1) % self.stakes.players
            self.hand = ObservedHand(self.stakes, self._button, self._generator)
            self._meet()
            self._play_on(self.hand)
            if not self.hand.is_over:
                return
            self._learn(self.hand)

    def step(self, action: Any) -> float:
        """Apply the learner's action and play on until its next decision. Returns the big blinds
        won if the hand is over, otherwise 0."""
        hand = self.hand
        assert hand is not None
        hand.move(act_of(hand.view(ME), action))
        self._play_on(hand)
        if not hand.is_over:
            return 0.0
        won = hand.won(ME)
        self._learn(hand)
        return won

    def seen(self) -> dict[str, Any]:
        assert self.hand is not None
        return dict(self.hand.observed(ME))

    def mask(self) -> Mask:
        assert self.hand is not None
        return self.hand.mask(ME)

    def drawn(self) -> str:
        assert self.hand is not None
        return self.hand.drawn(ME)

    # Bots

    def _play_on(self, hand: ObservedHand) -> None:
        while not hand.is_over and hand.turn != ME:
            hand.move(self._bot_act(hand, hand.turn))

    def _bot_act(self, hand: ObservedHand, index: StackIndex) -> PlayerAct:
        view = hand.view(index)
        ruling = fault(view, "no answer")
        with self._watching(index):
            ruling = judged(view, self._bots[index - 1].choose(view), self._random)
            if ruling.fault:
                raise OpponentFault(ruling.fault)
        return ruling.act

    def _meet(self) -> None:
        names = tuple(f"player {index}" for index in range(self.stakes.players))
        for index, bot in zip(stack_indexes(self.stakes.players)[1:], self._bots, strict=True):
            if isinstance(bot, LearningBot):
                with self._watching(index):
                    bot.meet(HandInfo(names, index))

    def _learn(self, hand: ObservedHand) -> None:
        for index, bot in zip(stack_indexes(self.stakes.players)[1:], self._bots, strict=True):
            if isinstance(bot, LearningBot):
                with self._watching(index):
                    bot.learn(hand.view(index))

    @contextmanager
    def _watching(self, index: StackIndex) -> Iterator[None]:
        """Report every exception within this context as a fault of the bot."""
        try:
            yield
        except (Exception, SystemExit) as error:
            is_fault = isinstance(error, OpponentFault)
            message = f"opponent {index}: {error if is_fault else in_words(error)}"
            if self.faults is None:
                raise OpponentFault(message) from (None if is_fault else error)
            self.faults.append(message)
