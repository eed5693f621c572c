"""A session at the table: you and the bots, hand after hand. Independent of screen and keyboard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum, auto
from random import Random
from shlex import quote
from typing import NamedTuple

from pokermasa.bots.bot import Bot, HandInfo, LearningBot
from pokermasa.bots.referee import Ruling, ask
from pokermasa.cards import Deck
from pokermasa.cli.play.book import Book
from pokermasa.cli.play.game import Event, TerminalGame
from pokermasa.cli.play.saying import Said, chips, ending, said, sentence
from pokermasa.histories.description import describe_act
from pokermasa.histories.masa_hand import history
from pokermasa.masa import Masa, Side
from pokermasa.masa.event import HandEnded
from pokermasa.masa.game import Game as Hand
from pokermasa.rules import Chips, PlayerAct, StackIndex, View
from pokermasa.rules.chips import indexed


class Stage(Enum):
    BETWEEN = auto()
    """No hand is in play. The next one may be dealt."""
    YOURS = auto()
    THEIRS = auto()
    OVER = auto()


class Reason(NamedTuple):
    """An act of a bot with its reason. Shown when the hand is over."""

    act: str
    words: str


class HandScene(NamedTuple):
    """Your view of the current hand, or of the end of the last one."""

    view: View
    sides: tuple[Side, ...]
    stacks: Mapping[Side, Chips]
    """Stacks by side, also of players who are not in the hand."""


class Session:
    def __init__(self, game: TerminalGame, bots: Sequence[Bot], dice: Random, book: Book) -> None:
        """*bots* are the players after you, in the order of the game."""
        self.game = game
        self.bots = bots
        self.dice = dice
        self.book = book
        self.problem: OSError | None = None
        """Error that prevents saving the hands."""
        self.log: list[Said] = []
        self.reasons: list[Reason] = []
        self._remarks: dict[int, str] = {}
        """The bots' reasons in the current hand, by the number of the act."""
        self.told_reasons: list[Reason] = []
        """Reasons of the last finished hand."""

    @property
    def stage(self) -> Stage:
        to_act = self.game.masa.to_act
        if to_act is not None:
            return Stage.YOURS if to_act == self.game.you else Stage.THEIRS
        return Stage.OVER if self.game.is_over else Stage.BETWEEN

    @property
    def scene(self) -> HandScene | None:
        """Return the current scene, or None before the first hand."""
        masa = self.game.masa
        stacks = {side: seat.stack for side, seat in masa.seats.items()}
        if masa.game is not None:
            view = masa.view(self.game.you)
            assert view is not None
            return HandScene(view, masa.game.sides, stacks)
        hand = masa.last_game
        if hand is None:
            return None
        return HandScene(
            View.from_situation(hand.situation, hand.stack_of(self.game.you)), hand.sides, stacks
        )

    @property
    def view(self) -> View:
        """Your view of the hand in play."""
        view = self.game.masa.view(self.game.you)
        assert view is not None
        return view

    def name(self, side: Side) -> str:
        return self.game.name(self.game.player(side))

    # Playing

    def deal(self) -> list[Said]:
        self.reasons = []
        self._remarks = {}
        self.book.begin()
        before = self.game.masa
        events = self.game.deal(Deck.shuffled(self.dice))
        hand = self.game.masa.game
        if hand is not None:
            self._meet(hand)
        return self._tell(events, before)

    def act(self, act: PlayerAct) -> list[Said]:
        """Makes your act. Raises `IllegalAct` if it is not allowed."""
        return self._move(self.game.you, act)

    def time_out(self) -> list[Said]:
        before = self.game.masa
        return self._tell(self.game.time_out(), before)

    def think(self) -> Ruling:
        """Return the decision of the bot to act. The game does not change."""
        masa = self.game.masa
        side = masa.to_act
        assert side is not None
        view = masa.view(side, past=True)
        assert view is not None
        return ask(self._bot(side), view, self.dice)

    def take(self, ruling: Ruling) -> list[Said]:
        masa = self.game.masa
        side = masa.to_act
        assert side is not None
        assert masa.game is not None
        act = sentence(self.name(side), describe_act(masa.game.situation.move(ruling.act), chips))
        text = f"(its answer was not taken: {ruling.fault})" if ruling.fault else ruling.reason
        self.reasons.append(Reason(act, text))
        self._remarks[len(masa.game.acts)] = ruling.reason
        return self._move(side, ruling.act)

    def _bot(self, side: Side) -> Bot:
        return self.bots[self.game.player(side) - 1]

    def _move(self, side: Side, act: PlayerAct) -> list[Said]:
        before = self.game.masa
        return self._tell(self.game.move(side, act), before)

    def _tell(self, events: Sequence[Event], before: Masa) -> list[Said]:
        lines: list[Said] = []
        for event in events:
            lines += said(event, before, self.name, self.game.name)
            if isinstance(event, HandEnded):
                hand = self.game.masa.last_game
                assert hand is not None
                lying = before.game.first_cards if before.game is not None else ()
                lines += ending(hand, self.name, len(lying))
                self._over(hand)
        self.log += lines
        return lines

    # Start and end of a hand

    def _meet(self, hand: Hand) -> None:
        names = tuple(self.name(side) for side in hand.sides)
        for index, learning_bot in self._learning_bots(hand):
            with self._forgiving(names[index]):
                learning_bot.meet(HandInfo(names, index, self.game.prizes))

    def _over(self, hand: Hand) -> None:
        past = hand.past
        for index, learning_bot in self._learning_bots(hand):
            with self._forgiving(self.name(hand.sides[index])):
                learning_bot.learn(View.from_situation(hand.situation, index, past))
        self.told_reasons = self.reasons
        try:
            names = {side: self.name(side) for side in hand.sides}
            self.book.write(history(hand, names).with_remarks(self._remarks))
        except OSError as error:
            self.problem = error

    def _learning_bots(self, hand: Hand) -> Iterator[tuple[StackIndex, LearningBot]]:
        for index, side in indexed(hand.sides):
            if side != self.game.you and isinstance(bot := self._bot(side), LearningBot):
                yield index, bot

    @contextmanager
    def _forgiving(self, name: str) -> Iterator[None]:
        """Records an exception of a bot among the reasons. A bot may raise anything, and the game
        must go on."""
        try:
            yield
        except Exception as error:
            self.reasons.append(Reason(sentence(name, "is confused"), str(error)))

    def close(self) -> None:
        """Ends the programs of bots that run as separate processes."""
        for bot in self.bots:
            if (close := getattr(bot, "close", None)) is not None:
                close()

    def farewell(self) -> list[str]:
        """Return lines with your result and the location of the saved hands."""
        lines = [self.game.result]
        if self.game.masa.is_game:
            lines.append("The hand you left does not count: everybody has their chips back.")
        if self.problem is not None:
            lines.append(f"Hands could not be saved: {self.problem}")
        elif self.book.hands:
            count = f"{self.book.hands:,} hand{'s' if self.book.hands > 1 else ''}"
            lines.append(f"{count} saved as PHH in {self.book.path}")
            lines.append(f"Watch them: masa replay {quote(str(self.book.path))}")
        return lines


def odds(view: View) -> str:
    """Return your winning chance against random hands, and the chance that a call needs."""
    from pokermasa.equity import equity

    assert view.viewer is not None
    hole = view.players[view.viewer].cards
    assert hole is not None
    others = len(view.remaining) - 1
    share = equity([hole, *["random"] * others], view.board, precision=0.005).shares[0]
    against = "a random hand" if others == 1 else f"{others} random hands"
    text = f"{share.equity:.0%} against {against}"
    if view.to_call:
        price = view.to_call / (view.pot + view.to_call)
        text += f"; calling {chips(view.to_call)} for {chips(view.pot)} needs {price:.0%}"
    return text
