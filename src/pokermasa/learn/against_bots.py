"""A hand of one learner against bots, which are Python: it is played by `rules.Situation`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

import numpy as np

from pokermasa.bots.bot import Bot, Company, Student
from pokermasa.bots.referee import fault, in_words, judged
from pokermasa.learn.action import Mask, act_of
from pokermasa.learn.deal import Deal, Stakes
from pokermasa.learn.game import OpponentFault
from pokermasa.rules import PlayerAct, StackIndex
from pokermasa.rules.chips import stack_indexes

ME = StackIndex(0)


class AgainstBots:
    def __init__(
        self,
        stakes: Stakes,
        makes: Sequence[Callable[[int], Bot]],
        faults: list[str] | None,
    ) -> None:
        """*faults* is where they are written; None if they end the training."""
        self.stakes = stakes
        self._makes = makes
        self.faults = faults
        self._bots: list[Bot] = []
        self._dice = Random()
        self._button = -1
        self._luck = np.random.default_rng()
        self.deal: Deal | None = None

    @property
    def is_on(self) -> bool:
        return self.deal is not None and not self.deal.is_over

    def seed(self, luck: np.random.Generator) -> None:
        """From here on all is a function of it."""
        self._luck = luck
        self._bots = [make(int(luck.integers(2**32))) for make in self._makes]
        self._dice = Random(int(luck.integers(2**32)))
        self._button = -1

    def start(self) -> None:
        """The next hand in which the learner has something to decide."""
        while True:
            self._button = (self._button + 1) % self.stakes.players
            self.deal = Deal(self.stakes, self._button, self._luck)
            self._meet()
            self._play_on(self.deal)
            if not self.deal.is_over:
                return
            self._learn(self.deal)

    def step(self, action: Any) -> float:
        """What the learner has won, if the hand is over now."""
        deal = self.deal
        assert deal is not None
        deal.move(act_of(deal.view(ME), action))
        self._play_on(deal)
        if not deal.is_over:
            return 0.0
        won = deal.won(ME)
        self._learn(deal)
        return won

    def seen(self) -> dict[str, Any]:
        assert self.deal is not None
        return dict(self.deal.observed(ME))

    def mask(self) -> Mask:
        assert self.deal is not None
        return self.deal.mask(ME)

    def drawn(self) -> str:
        assert self.deal is not None
        return self.deal.drawn(ME)

    # The others

    def _play_on(self, deal: Deal) -> None:
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

    def _learn(self, deal: Deal) -> None:
        for index, bot in zip(stack_indexes(self.stakes.players)[1:], self._bots, strict=True):
            if isinstance(bot, Student):
                with self._watching(index):
                    bot.learn(deal.view(index))

    @contextmanager
    def _watching(self, index: StackIndex) -> Iterator[None]:
        """Whatever goes wrong in a bot is told as its fault."""
        try:
            yield
        except (Exception, SystemExit) as error:
            is_told = isinstance(error, OpponentFault)
            words = f"opponent {index}: {error if is_told else in_words(error)}"
            if self.faults is None:
                raise OpponentFault(words) from (None if is_told else error)
            self.faults.append(words)
