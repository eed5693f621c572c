"""Plays single hands between bots, until each is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeAlias, TypeVar

from pokermasa.bots.bot import Bot, HandInfo, LearningBot
from pokermasa.bots.referee import Ruling, ask, in_words
from pokermasa.rules import Dealer, HandDealer, Move, PastAct, Situation, StackIndex, View
from pokermasa.rules.chips import indexed

T = TypeVar("T")
Watch: TypeAlias = Callable[[StackIndex, View, Ruling], None]
"""A function that is called with every answer of a bot and the view it had."""


class PlayedHand(NamedTuple):
    """A hand that bots played."""

    end: Situation
    moves: list[Move]
    reasons: dict[int, str]
    """Reasons that bots gave for their acts, by the index of the move."""


class BotTable:
    """Bots that play several hands with each other, each on its own stack.

    >>> from pokermasa.arena.terms import Terms
    >>> from pokermasa.bots import Caller
    >>> table = BotTable(["a", "b"], [Caller(), Caller()], Random(1))
    >>> played = table.play(Terms().opening(2), HandDealer(["As Ah", "Kd Kc"], "2c 3c 4d 9s 9h"))
    >>> len(played.moves), played.end.outcome.winners.stacks
    (8, (202, 198))
    """

    def __init__(
        self,
        names: Sequence[str],
        bots: Sequence[Bot],
        dice: Random,
        watch: Watch | None = None,
    ) -> None:
        self.names = tuple(names)
        self.bots = tuple(bots)
        self._dice = dice
        self._watch = watch
        self._learning_bots = [(i, bot) for i, bot in indexed(bots) if isinstance(bot, LearningBot)]
        self.faults: list[tuple[StackIndex, str]] = []
        """Faults in the last hand: the stack of the bot, and the reason."""

    def play(self, opening: Dealer, cards: HandDealer) -> PlayedHand:
        """Play one hand to its end."""
        self.faults = []
        for index, learning_bot in self._learning_bots:
            self._teach(index, learning_bot.meet, HandInfo(self.names, index))
        bots, dice, watch = self.bots, self._dice, self._watch
        situation = Situation(opening, cards)
        moves: list[Move] = []
        reasons: dict[int, str] = {}
        past: tuple[PastAct, ...] = ()
        while not situation.end:
            turn = situation.dealer.turn_to_act
            view = View.from_situation(situation, turn, past)
            ruling = ask(bots[turn], view, dice)
            if ruling.fault:
                self.faults.append((turn, ruling.fault))
            if watch is not None:
                watch(turn, view, ruling)
            if ruling.reason:
                reasons[len(moves)] = ruling.reason
            move = situation.move(ruling.act)
            moves.append(move)
            past = (*past, PastAct.from_move(move))
            situation = move.situation_after
        for index, learning_bot in self._learning_bots:
            self._teach(index, learning_bot.learn, View.from_situation(situation, index, past))
        return PlayedHand(situation, moves, reasons)

    def _teach(self, index: StackIndex, tell: Callable[[T], None], what: T) -> None:
        try:
            tell(what)
        except Exception as error:  # a bot's own code may raise anything, and the game must go on
            self.faults.append((index, in_words(error)))


def close_bot(bot: Bot) -> str:
    """Close a bot and return its last output. Only a bot that is a program has any."""
    close = getattr(bot, "close", None)
    if close is not None:
        close()
    output: str = getattr(bot, "last_words", "")
    return output
