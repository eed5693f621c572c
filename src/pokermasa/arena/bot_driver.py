"""Bots that play at masas, one hand at a time.

A `BotDriver` asks the bot to act, and tells bots that learn who they play with and how the hand
ended.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias, TypeVar

from pokermasa.arena.fault import FaultOf
from pokermasa.arena.hand import close_bot
from pokermasa.bots.bot import Bot, HandInfo, LearningBot
from pokermasa.bots.referee import ask, in_words
from pokermasa.masa import Game, Masa, Side
from pokermasa.rules import Chips, PastAct, PlayerAct, View
from pokermasa.rules.chips import indexed

T = TypeVar("T")
Seated: TypeAlias = Mapping[Side, int]
"""Number of the bot on each side."""


class BotDriver:
    """Several bots that play against each other at masas, with a record of their faults."""

    def __init__(self, names: Sequence[str], bots: Sequence[Bot], dice: Random) -> None:
        self._names, self._bots, self._dice = names, bots, dice
        self._learning_bots = [bot if isinstance(bot, LearningBot) else None for bot in bots]
        self._past: tuple[PastAct, ...] = ()
        self.prizes: tuple[float, ...] = ()
        """Prizes of the places that are still open, the best first."""
        self.stacks: Callable[[], Mapping[Any, Chips]] = dict
        """Function that returns the stacks of all bots at all tables. Empty with a single table."""
        self.hands = 0
        self.reasons: dict[int, str] = {}
        """Reasons that bots gave for their acts in the current or last hand, by the number of the
        act."""
        self.faults: list[FaultOf] = []

    def choose(self, masa: Masa, seated: Seated) -> PlayerAct:
        """Ask the bot to act and return its act. An invalid answer is recorded as a fault."""
        game, side = masa.game, masa.to_act
        assert game is not None
        assert side is not None
        if not game.acts:
            self._begin_hand(game, seated)
        bot = seated[side]
        view = masa.view(side)
        assert view is not None
        ruling = ask(self._bots[bot], view._replace(past=self._past), self._dice)
        if ruling.fault:
            self._fault(bot, ruling.fault)
        if ruling.reason:
            self.reasons[len(game.acts)] = ruling.reason
        self._past = (*self._past, PastAct.from_move(game.situation.move(ruling.act)))
        return ruling.act

    def hand_over(self, game: Game, seated: Seated) -> None:
        """Tell the bots that learn how the hand ended."""
        if not game.acts:  # the blinds put everybody all in, so no bot was asked
            self._begin_hand(game, seated)
        for index, side in enumerate(game.sides):
            learning_bot = self._learning_bots[seated[side]]
            if learning_bot is not None:
                view = View.from_situation(game.situation, index, self._past)
                self._teach(seated[side], learning_bot.learn, view)

    def close(self) -> tuple[str, ...]:
        """Close all bots and return the last output of each."""
        return tuple([close_bot(bot) for bot in self._bots])

    def _begin_hand(self, game: Game, seated: Seated) -> None:
        """Begin a hand and tell the bots that learn who plays."""
        self.hands += 1
        self._past = ()
        self.reasons = {}
        sitting = [seated[side] for side in game.sides]
        names = tuple([self._names[bot] for bot in sitting])
        learning_bots = [
            (i, bot) for i, bot in indexed(sitting) if self._learning_bots[bot] is not None
        ]
        stacks = self.stacks() if learning_bots else {}
        elsewhere = tuple([stack for bot, stack in stacks.items() if bot not in sitting])
        for index, bot in learning_bots:
            learning_bot = self._learning_bots[bot]
            assert learning_bot is not None
            self._teach(bot, learning_bot.meet, HandInfo(names, index, self.prizes, elsewhere))

    def _teach(self, bot: int, tell: Callable[[T], None], what: T) -> None:
        try:
            tell(what)
        except Exception as error:  # a bot's own code may raise anything, and the game must go on
            self._fault(bot, in_words(error))

    def _fault(self, bot: int, text: str) -> None:
        self.faults.append((bot, self.hands, text))
