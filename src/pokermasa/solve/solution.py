"""Solving a spot, and reading the answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokermasa.batch.array import Floats
from pokermasa.cards import CardError, read_cards
from pokermasa.solve.game import Game
from pokermasa.solve.given import verify_limits
from pokermasa.solve.interrupt import interruptions
from pokermasa.solve.lock import words_of
from pokermasa.solve.node import Node
from pokermasa.solve.place import NAMES, Place
from pokermasa.solve.plan import BoardFact, NodeFact, SegmentFact
from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.solve.spot import Spot
from pokermasa.solve.traversal import EXPECT, RESPOND
from pokermasa.strength.hand_class import Combo

SOLVED = 5.0
"""Largest exploitability, in per cent of the pot, at which a solution is an answer."""
_AT_ONCE = 10  # rounds between two looks at the clock and at what is reached
_PATIENCE = 0.5  # seconds that nobody should wait in vain


class Progress(NamedTuple):
    """How far it is."""

    iterations: int
    percent: float
    """The exploitability, in per cent of the pot."""
    seconds: float


Watch = Callable[[Progress], None]


class Solution:
    """Both players' average strategies for a spot, as good as they are so far.

    The exploitability is the mean of what each would gain by the best answer to the other's; no
    equilibrium gives a player less than `value` less that player's own gain.
    """

    def __init__(self, spot: Spot, game: Game) -> None:
        self.spot = spot
        self.game = game
        self.interrupted = False
        """Whether Ctrl-C ended it."""
        self.seconds = 0.0
        """Spent on learning."""
        self.unit = (1, "")
        """Chips in one unit of money, and its sign, where the spot is of a hand for money."""
        self._known: tuple[tuple[float, float], tuple[float, float]] | None = None
        self._values: dict[tuple[int, int, int], npt.NDArray[np.float32]] = {}
        self._shares: dict[int, Floats] = {}

    # Learning

    def improve(
        self,
        target: float | None = 0.5,
        seconds: float | None = None,
        iterations: int | None = None,
        watch: Watch | None = None,
    ) -> Solution:
        """Goes on until the exploitability is *target* per cent of the pot, or so many *seconds*
        or *iterations* more have gone by, whichever is first. Ctrl-C ends it likewise."""
        if target is None and seconds is None and iterations is None:
            raise SolveError(
                SolveRefusal.UNREADABLE, "say when to stop: target, seconds, iterations"
            )
        verify_limits(target=target, seconds=seconds, iterations=iterations)
        began = time.monotonic()
        last = None if iterations is None else self.game.time + iterations
        self._known = None
        self._values.clear()
        self.interrupted = False
        at_once = 1 if seconds is not None else _AT_ONCE
        judged = self.game.time
        with interruptions() as interrupted:
            while last is None or self.game.time < last:
                if interrupted():
                    self.interrupted = True
                    break
                count = at_once if last is None else min(at_once, last - self.game.time)
                before = time.monotonic()
                self.game.learn(count, interrupted)
                now = time.monotonic()
                if now - before < _PATIENCE / 4 and at_once < _AT_ONCE:
                    at_once += 1
                is_over = seconds is not None and now - began >= seconds
                if target is not None or watch is not None:
                    # Where time is short, it is not spent on asking how good it is already.
                    if self.game.time - judged < min(_AT_ONCE, count) and not is_over:
                        continue
                    judged = self.game.time
                    percent = self._percent()
                    if watch is not None:
                        watch(Progress(self.game.time, percent, time.monotonic() - began))
                    if target is not None and percent <= target:
                        break
                if is_over:
                    break
        self.seconds += time.monotonic() - began
        return self

    def _percent(self) -> float:
        """The exploitability in per cent of the pot, by the shortest way."""
        best = self.game.best()
        if self.spot.rake.part:
            expected = self.game.expected()
            gains = sum(best) - sum(expected)
        else:
            gains = sum(best) - self.spot.pot
        return 100 * gains / 2 / self.spot.pot

    @property
    def iterations(self) -> int:
        return self.game.time

    # How good it is

    def _judged(self) -> tuple[tuple[float, float], tuple[float, float]]:
        if self._known is None:
            expected = self.game.expected()
            best = self.game.best()
            self._known = expected, (best[0] - expected[0], best[1] - expected[1])
        return self._known

    @property
    def value(self) -> tuple[float, float]:
        """Chips that each player may expect; together the pot, less the rake."""
        return self._judged()[0]

    @property
    def gains(self) -> tuple[float, float]:
        """Chips that each player would gain by the best answer to the other's strategy."""
        return self._judged()[1]

    @property
    def exploitability(self) -> float:
        """Chips: the mean of both gains."""
        return sum(self.gains) / 2

    @property
    def percent(self) -> float:
        """The exploitability in per cent of the pot."""
        return 100 * self.exploitability / self.spot.pot

    @property
    def is_solved(self) -> bool:
        """Whether the exploitability is at most `SOLVED`. The play of a solution that is not solved
        is no advice: `improve` it first."""
        return self.percent <= SOLVED

    def best_response(self, player: int) -> tuple[float, Floats]:
        """What the best answer to the other's strategy brings, in all and by hand."""
        work = self.game.play(0, 0, player, RESPOND, self.game.weights)
        values = work.values[0, 0, : self.game.counts[player]].astype(np.float64)
        weights = self.game.weights[player, : len(values)].astype(np.float64)
        met = self.game.met(self.game.weights)[player]
        with np.errstate(divide="ignore", invalid="ignore"):
            by_hand = np.where(met > 0, values / met, np.nan)
        return float(values @ weights) / self.game.pairs, by_hand

    def best_acts(self, player: int) -> tuple[float, ...]:
        """What each act at the beginning is worth to the player to act there, over all hands, if
        the player then plays the best answer to the other's strategy."""
        game = self.game
        work = game.play(0, 0, player, RESPOND, game.weights)
        mine = game.weights[player, : game.counts[player]].astype(np.float64)
        children = [child.number for child in game.root.children]
        values = work.values[0, children, : len(mine)].astype(np.float64)
        return tuple((values @ mine / game.pairs).tolist())

    def fill(self, node: Node, strategy: Floats, board: int = 0) -> None:
        """What is played at a decision is as given, [act, hand], until something else is learnt."""
        start, size, _ = self.slice_of(node, board)
        self.game.store.sums[start : start + size] = strategy.ravel()

    # Reading

    @property
    def root(self) -> Place:
        game = self.game
        first, second = (
            game.weights[player, : game.counts[player]].astype(np.float64) for player in range(2)
        )
        frame = np.arange(game.counts[0]), np.arange(game.counts[1])
        reach = (first, second)
        return Place(self, game.root, 0, (), (), reach, reach, frame, tuple(range(52)))

    def at(self, *path: str) -> Place:
        """The place after acts (in Uci) and cards: `at("CH", "RR90", "CA", "7h")`. A text with
        blanks between them will do as well."""
        place = self.root
        for word in words_of(" ".join(path)):
            place = place.after(word)
        return place

    def index(self, player: int, hand: str | Combo) -> int:
        """Where a hand stands in the arrays of a player."""
        try:
            cards = read_cards(hand)
        except CardError as error:
            raise SolveError(SolveRefusal.CARDS, str(error)) from None
        ordered = tuple(sorted(cards, reverse=True))
        hands = self.spot.hands[player]
        if ordered not in hands:
            words = f"{NAMES[player]} does not hold {''.join(map(str, cards))} here"
            raise SolveError(SolveRefusal.RANGE, words)
        return hands.index((ordered[0], ordered[1]))

    # What places ask

    def slice_of(self, node: Node, board: int) -> tuple[int, int, int]:
        """Where a decision's numbers begin, how many there are, and which decision it is."""
        tree = self.game.tree
        facts, own = tree.segments[node.segment], tree.nodes[node.number]
        player, count = node.kind, self.game.counts[node.kind]
        copy = board - int(facts[SegmentFact.BOARD])
        row = copy * int(facts[SegmentFact.ROWS + player]) + int(own[NodeFact.ROW])
        decision = int(facts[SegmentFact.DECISION_BASE]) + copy * int(facts[SegmentFact.DECISIONS])
        start = int(facts[SegmentFact.BASE + player]) + row * count
        return start, len(node.children) * count, decision + int(own[NodeFact.PLACE])

    def average(self, node: Node, board: int) -> Floats:
        """[act, hand]: what is played at a decision."""
        start, size, decision = self.slice_of(node, board)
        store = self.game.store
        sums = (store.small_sums if self.game.small else store.sums)[start : start + size]
        played = sums.astype(np.float64).reshape(len(node.children), -1)
        total = played.sum(axis=0)
        played = np.where(total > 0, played / np.where(total > 0, total, 1), 1 / len(played))
        if len(store.lock) > 1 and store.lock[decision] >= 0:
            first = int(store.lock[decision])
            locked = store.locked[first : first + size].reshape(played.shape)
            played = np.where(locked.sum(axis=0) > 0, locked, played)
        return played

    def values(
        self, segment: int, board: int, player: int, opened: tuple[Floats, Floats]
    ) -> npt.NDArray[np.float32]:
        """[node of the segment, hand]: unweighted values, both playing their average from where
        the segment begins with the weights *opened*."""
        key = segment, board, player
        if key not in self._values:
            weights = np.zeros_like(self.game.weights)
            for who in range(2):
                weights[who, : len(opened[who])] = opened[who]
            work = self.game.play(segment, board, player, EXPECT, weights)
            level = self.game.tree.segments[segment, SegmentFact.LEVEL]
            self._values[key] = work.values[level, :, : self.game.counts[player]].copy()
        return self._values[key]

    @property
    def pairs(self) -> Floats:
        """[hand, opponent's hand]: 1 where they do not exclude each other."""
        if -1 not in self._shares:
            self._shares[-1] = (~self.game.cards.excluded()).astype(np.float64)
        return self._shares[-1]

    def shares(self, board: int) -> Floats:
        """[hand, opponent's hand]: the part of the pot that player 0's hand would win; 0 for hands
        that exclude each other."""
        if board not in self._shares:
            game = self.game
            cards = game.cards.listed[board]
            table = int(game.boards.facts[board, BoardFact.SCORE])
            scores = game.boards.scores[table] if table >= 0 else game.cards.scores(cards)
            self._shares[board] = scores / (2.0 * game.cards.ways(len(cards)))
        return self._shares[board]

    def child(self, board: int, card: int) -> tuple[int, int]:
        """The board that is kept for *board* with another card, and the renaming that leads to
        it."""
        cards, facts = self.game.cards, self.game.boards.facts
        for below in self.game.children(board):
            kept = cards.listed[below][-1]
            first, last = facts[below, BoardFact.IMAGES], facts[below + 1, BoardFact.IMAGES]
            for renaming in (0, *self.game.boards.images[first:last].tolist()):
                if cards.renamings[renaming][card] == kept:
                    return below, renaming
        raise SolveError(SolveRefusal.CARDS, f"no board for card {card}")
