"""Bots at masas: asked in turn, told who they play with and how it ended. One hand at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias, TypeVar

from pokermasa.arena.fault import FaultOf
from pokermasa.arena.hand import closed
from pokermasa.bots.bot import Bot, Company, Student
from pokermasa.bots.referee import ask, in_words
from pokermasa.masa import Game, Masa, Side
from pokermasa.rules import Chips, PastAct, PlayerAct, View
from pokermasa.rules.chips import indexed

T = TypeVar("T")
Seated: TypeAlias = Mapping[Side, int]
"""Which bot sits on each side."""


class BotDriver:
    def __init__(self, names: Sequence[str], bots: Sequence[Bot], dice: Random) -> None:
        self._names, self._bots, self._dice = names, bots, dice
        self._students = [bot if isinstance(bot, Student) else None for bot in bots]
        self._past: tuple[PastAct, ...] = ()
        self.prizes: tuple[float, ...] = ()
        """What the places still open pay."""
        self.stacks: Callable[[], Mapping[Any, Chips]] = dict
        """Everybody's, at all tables, where there are several."""
        self.hands = 0
        self.reasons: dict[int, str] = {}
        """The bots' own in the hand that was played last, by the number of the act."""
        self.faults: list[FaultOf] = []

    def choose(self, masa: Masa, seated: Seated) -> PlayerAct:
        """What the bot to act does."""
        game, side = masa.game, masa.to_act
        assert game is not None
        assert side is not None
        if not game.acts:
            self._meet(game, seated)
        bot = seated[side]
        view = masa.view(side)
        assert view is not None
        ruling = ask(self._bots[bot], view._replace(past=self._past), self._dice)
        if ruling.fault:
            self._fault(bot, ruling.fault)
        if ruling.reason:
            self.reasons[len(game.acts)] = ruling.reason
        self._past = (*self._past, PastAct.of(game.situation.move(ruling.act)))
        return ruling.act

    def hand_over(self, game: Game, seated: Seated) -> None:
        if not game.acts:  # the blinds took every chip: nobody was asked
            self._meet(game, seated)
        for index, side in enumerate(game.sides):
            student = self._students[seated[side]]
            if student is not None:
                view = View.of(game.situation, index, self._past)
                self._lesson(seated[side], student.learn, view)

    def close(self) -> tuple[str, ...]:
        """The last words of each bot."""
        return tuple([closed(bot) for bot in self._bots])

    def _meet(self, game: Game, seated: Seated) -> None:
        """A hand begins."""
        self.hands += 1
        self._past = ()
        self.reasons = {}
        sitting = [seated[side] for side in game.sides]
        names = tuple([self._names[bot] for bot in sitting])
        students = [(i, bot) for i, bot in indexed(sitting) if self._students[bot] is not None]
        stacks = self.stacks() if students else {}
        elsewhere = tuple([stack for bot, stack in stacks.items() if bot not in sitting])
        for index, bot in students:
            student = self._students[bot]
            assert student is not None
            self._lesson(bot, student.meet, Company(names, index, self.prizes, elsewhere))

    def _lesson(self, bot: int, tell: Callable[[T], None], what: T) -> None:
        try:
            tell(what)
        except Exception as error:  # whatever a stranger's bot does, the game goes on
            self._fault(bot, in_words(error))

    def _fault(self, bot: int, words: str) -> None:
        self.faults.append((bot, self.hands, words))
