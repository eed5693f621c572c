"""A solution of a subgame: improving it, and reading strategies and values from it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokermasa.batch.array import Floats
from pokermasa.cards import CardError, read_cards
from pokermasa.notebook import html
from pokermasa.notebook.html import shortened
from pokermasa.solve.game import Game
from pokermasa.solve.game_arrays import BoardFact, NodeFact, SegmentFact
from pokermasa.solve.interrupt import interruptions
from pokermasa.solve.lock import words_of
from pokermasa.solve.node import Node
from pokermasa.solve.place import NAMES, Place
from pokermasa.solve.refusal import SolveError, SolveRefusal
from pokermasa.solve.subgame import Subgame
from pokermasa.solve.traversal import EXPECT, RESPOND
from pokermasa.solve.validation import verify_limits
from pokermasa.strength.hand_class import Combo

SOLVED = 5.0
"""Largest exploitability, in per cent of the pot, at which a subgame counts as solved."""
_AT_ONCE = 10  # iterations between two checks of the time and the exploitability
_PATIENCE = 0.5  # seconds by which a time limit may be exceeded


class Progress(NamedTuple):
    """The progress of a solution while it is improved."""

    iterations: int
    """CFR iterations so far."""
    percent: float
    """Exploitability, in per cent of the pot."""
    seconds: float
    """Seconds since `improve` was called."""


Watch = Callable[[Progress], None]
"""A function that is called with the progress after every few iterations."""


class Solution:
    """The average strategies of both players for a subgame, as far as they are solved.

    The exploitability is the mean of both players' gains from switching to a best response. No
    equilibrium is worth less to a player than `value` minus the opponent's gain.

    >>> from pokermasa.solve import solve
    >>> subgame = Subgame.from_board(
    ...     "2c 7d 9h Js Qs", pot=100, stack=100, oop="AA, 88", ip="KK", bets="all-in"
    ... )
    >>> solution = solve(subgame, target=0.1)
    >>> solution.is_solved, solution.at("CH", "AA").acts
    (True, ('FO', 'AA'))
    """

    def __init__(self, subgame: Subgame, game: Game) -> None:
        self.subgame = subgame
        self.game = game
        self.interrupted = False
        """Whether Ctrl-C ended the last `improve`."""
        self.seconds = 0.0
        """Time spent in `improve` so far, in seconds."""
        self.unit = (1, "")
        """Chips in one unit of money, and its sign, if the subgame comes from a hand for money."""
        self.reached: float | None = None
        """Exploitability in per cent of the pot, when `improve` last computed it."""
        self._known: tuple[tuple[float, float], tuple[float, float]] | None = None
        self._values: dict[tuple[int, int, int], npt.NDArray[np.float32]] = {}
        self._shares: dict[int, Floats] = {}

    # Iterating

    def improve(
        self,
        target: float | None = 0.5,
        seconds: float | None = None,
        iterations: int | None = None,
        watch: Watch | None = None,
    ) -> Solution:
        """Run CFR iterations until one of the given limits is reached, and return this solution.

        The limits are an exploitability of *target* per cent of the pot, *seconds* from now, and a
        number of further *iterations*. At least one must be given, otherwise `SolveError` is
        raised. Ctrl-C also ends the run; the iteration in progress is finished. *watch* is called
        with the progress.
        """
        if target is None and seconds is None and iterations is None:
            raise SolveError(SolveRefusal.UNREADABLE, "give a limit: target, seconds or iterations")
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
                    # Computing the exploitability costs time too, so it is not done each time.
                    if self.game.time - judged < min(_AT_ONCE, count) and not is_over:
                        continue
                    judged = self.game.time
                    percent = self.reached = self._percent()
                    if watch is not None:
                        watch(Progress(self.game.time, percent, time.monotonic() - began))
                    if target is not None and percent <= target:
                        break
                if is_over:
                    break
        self.seconds += time.monotonic() - began
        return self

    def _percent(self) -> float:
        """Return the exploitability in per cent of the pot. Without a rake, this needs no expected
        values."""
        best = self.game.best()
        if self.subgame.rake.part:
            expected = self.game.expected()
            gains = sum(best) - sum(expected)
        else:
            gains = sum(best) - self.subgame.pot
        return 100 * gains / 2 / self.subgame.pot

    def __repr__(self) -> str:
        # The exploitability is not computed here, because that takes time.
        how_far = "" if self.reached is None else f", exploitable by {self.reached:.3g} %"
        done = f"{self.iterations:,} iterations{how_far}"
        return shortened(f"<Solution: {self.subgame.words}, {done}>")

    def _repr_html_(self) -> str:
        return html.page(html.line(repr(self)[1:-1]), self.root.strategy_grid())

    @property
    def iterations(self) -> int:
        """CFR iterations so far."""
        return self.game.time

    # Exploitability

    def _judged(self) -> tuple[tuple[float, float], tuple[float, float]]:
        if self._known is None:
            expected = self.game.expected()
            best = self.game.best()
            self._known = expected, (best[0] - expected[0], best[1] - expected[1])
        return self._known

    @property
    def value(self) -> tuple[float, float]:
        """Expected chips of each player when both play their average strategy. The sum is the pot
        minus the rake."""
        return self._judged()[0]

    @property
    def gains(self) -> tuple[float, float]:
        """Chips that each player would gain by switching to a best response."""
        return self._judged()[1]

    @property
    def exploitability(self) -> float:
        """The mean of both gains, in chips."""
        return sum(self.gains) / 2

    @property
    def percent(self) -> float:
        """The exploitability, in per cent of the pot."""
        return 100 * self.exploitability / self.subgame.pot

    @property
    def is_solved(self) -> bool:
        """Whether the exploitability is at most `SOLVED`. Do not follow the strategy of an unsolved
        subgame; `improve` it first."""
        return self.percent <= SOLVED

    def best_response(self, player: int) -> tuple[float, Floats]:
        """Return the value of the best response to the opponent's average strategy, in chips: over
        the whole range, and per hand (NaN if the opponent cannot hold anything)."""
        arrays = self.game.play(0, 0, player, RESPOND, self.game.weights)
        values = arrays.values[0, 0, : self.game.counts[player]].astype(np.float64)
        weights = self.game.weights[player, : len(values)].astype(np.float64)
        met = self.game.met(self.game.weights)[player]
        with np.errstate(divide="ignore", invalid="ignore"):
            by_hand = np.where(met > 0, values / met, np.nan)
        return float(values @ weights) / self.game.pairs, by_hand

    def best_acts(self, player: int) -> tuple[float, ...]:
        """Return the value of each act at the root, over the whole range, if the player to act then
        plays the best response."""
        game = self.game
        arrays = game.play(0, 0, player, RESPOND, game.weights)
        mine = game.weights[player, : game.counts[player]].astype(np.float64)
        children = [child.number for child in game.root.children]
        values = arrays.values[0, children, : len(mine)].astype(np.float64)
        return tuple((values @ mine / game.pairs).tolist())

    def fill(self, node: Node, strategy: Floats, board: int = 0) -> None:
        """Set the average strategy at a decision. *strategy* is indexed by act and hand. Further
        iterations add to it."""
        start, size, _ = self.slice_of(node, board)
        self.game.store.sums[start : start + size] = strategy.ravel()

    # Reading

    @property
    def root(self) -> Place:
        """The first decision of the subgame."""
        game = self.game
        first, second = (
            game.weights[player, : game.counts[player]].astype(np.float64) for player in range(2)
        )
        frame = np.arange(game.counts[0]), np.arange(game.counts[1])
        reach = (first, second)
        return Place(self, game.root, 0, (), (), reach, reach, frame, tuple(range(52)))

    def at(self, *path: str) -> Place:
        """Return the place after acts (in Uci) and cards, such as `at("CH", "RR90", "CA", "7h")`.

        One text with blanks between the words works too. Raises `SolveError` if an act or a card is
        not possible there.
        """
        place = self.root
        for word in words_of(" ".join(path)):
            place = place.after(word)
        return place

    def index(self, player: int, hand: str | Combo) -> int:
        """Return the index of a hand in the arrays of a player. Raises `SolveError` if the range
        does not contain the hand."""
        try:
            cards = read_cards(hand)
        except CardError as error:
            raise SolveError(SolveRefusal.CARDS, str(error)) from None
        ordered = tuple(sorted(cards, reverse=True))
        hands = self.subgame.hands[player]
        if ordered not in hands:
            message = f"{NAMES[player]} does not hold {''.join(map(str, cards))} here"
            raise SolveError(SolveRefusal.RANGE, message)
        return hands.index((ordered[0], ordered[1]))

    # Used by `Place`

    def slice_of(self, node: Node, board: int) -> tuple[int, int, int]:
        """Return the start and the size of a decision's numbers in the CFR arrays, and the
        decision's number."""
        tree = self.game.tree
        facts, own = tree.segments[node.segment], tree.nodes[node.number]
        player, count = node.kind, self.game.counts[node.kind]
        copy = board - int(facts[SegmentFact.BOARD])
        row = copy * int(facts[SegmentFact.ROWS + player]) + int(own[NodeFact.ROW])
        decision = int(facts[SegmentFact.DECISION_BASE]) + copy * int(facts[SegmentFact.DECISIONS])
        start = int(facts[SegmentFact.BASE + player]) + row * count
        return start, len(node.children) * count, decision + int(own[NodeFact.PLACE])

    def average(self, node: Node, board: int) -> Floats:
        """Return the average strategy at a decision, indexed by act and hand."""
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
        """Return the counterfactual values of a segment, indexed by node of the segment and hand.

        Both players play their average strategy from the beginning of the segment, which they reach
        with the weights *opened*. The values are not divided by the weight of the opponent's hands.
        """
        key = segment, board, player
        if key not in self._values:
            weights = np.zeros_like(self.game.weights)
            for each in range(2):
                weights[each, : len(opened[each])] = opened[each]
            arrays = self.game.play(segment, board, player, EXPECT, weights)
            level = self.game.tree.segments[segment, SegmentFact.LEVEL]
            self._values[key] = arrays.values[level, :, : self.game.counts[player]].copy()
        return self._values[key]

    @property
    def pairs(self) -> Floats:
        """A matrix indexed by hand and opponent's hand: 1 if the two hands share no card, otherwise
        0."""
        if -1 not in self._shares:
            self._shares[-1] = (~self.game.cards.excluded()).astype(np.float64)
        return self._shares[-1]

    def shares(self, board: int) -> Floats:
        """Return the share of the pot that player 0's hand wins at showdown, indexed by hand and
        opponent's hand. It is 0 for hands that share a card."""
        if board not in self._shares:
            game = self.game
            cards = game.cards.listed[board]
            table = int(game.boards.facts[board, BoardFact.SCORE])
            scores = game.boards.scores[table] if table >= 0 else game.cards.scores(cards)
            self._shares[board] = scores / (2.0 * game.cards.ways(len(cards)))
        return self._shares[board]

    def child(self, board: int, card: int) -> tuple[int, int]:
        """Return the stored board for *board* plus *card*, and the renaming of suits that leads to
        it.

        Isomorphic boards are stored once, so the stored board may have other suits.
        """
        cards, facts = self.game.cards, self.game.boards.facts
        for below in self.game.children(board):
            old_boards = cards.listed[below][-1]
            first, last = facts[below, BoardFact.IMAGES], facts[below + 1, BoardFact.IMAGES]
            for renaming in (0, *self.game.boards.images[first:last].tolist()):
                if cards.renamings[renaming][card] == old_boards:
                    return below, renaming
        raise SolveError(SolveRefusal.CARDS, f"no board for card {card}")
