"""A two-player game prepared for CFR: its arrays, and traversals on one or several threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cached_property
from math import prod
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Floats, Ints
from pokermasa.batch.simd import LANES
from pokermasa.batch.threads import thread_count
from pokermasa.solve.cards import Cards
from pokermasa.solve.game_arrays import (
    BoardArrays,
    BoardFact,
    CfrArrays,
    Floats32,
    Int32s,
    NodeKind,
    SegmentFact,
    WalkBuffers,
)
from pokermasa.solve.node import Node, lay_out
from pokermasa.solve.traversal import DOWN, EXPECT, LEARN, RESPOND, SETTLE, TASKS, UP, walk

CARDS = 64
"""Upper limit of card numbers."""
_ALL = DOWN | SETTLE | TASKS | UP


class MemoryNeed(NamedTuple):
    """Memory that a game needs, in bytes."""

    learnt: int
    """Regrets and strategies."""
    tables: int
    """Boards and showdown scores."""
    buffers: int
    """Buffers of all threads."""

    @property
    def total(self) -> int:
        """The sum of all parts."""
        return sum(self)


class Game:
    """A two-player game: a betting tree, and hands of two cards that exclude each other by their
    cards, with up to two community cards to come one by one."""

    def __init__(
        self,
        root: Node,
        cards: Cards,
        weights: tuple[Floats, Floats],
        small: bool = False,
        threads: int | None = None,
    ) -> None:
        self.root = root
        self.cards = cards
        self.small = small
        self.threads = thread_count(threads)
        self.hands = cards.hands()
        self.counts = self.hands.counts
        self.board_counts = cards.board_counts()
        self.layout = lay_out(root, self.counts, self.board_counts)
        self.tree = self.layout.tree
        self.width = -(-max(self.counts) // 16) * 16
        self.weights = np.zeros((2, self.width), np.float32)
        for player, weight in enumerate(weights):
            self.weights[player, : len(weight)] = weight
        self.time = 0
        """CFR iterations so far."""

    # Memory

    @property
    def need(self) -> MemoryNeed:
        """The memory that the game needs. It is known before any large array is allocated."""
        number = 4 if not self.small else 2
        learnt = 2 * number * self.layout.numbers + (8 * self.layout.decisions if self.small else 0)
        boards = sum(self.board_counts)
        tables = 2 * 2 * 2 * boards * max(self.counts)
        for level in self._scored:
            tables += 2 * self.board_counts[level] * self.counts[0] * self.counts[1]
        buffers = (
            4 * sum(map(prod, self._buffer_shapes)) * self.threads
            + 4 * len(self._tasks_at_root) * self.width
        )
        return MemoryNeed(learnt, tables, buffers)

    @cached_property
    def _scored(self) -> set[int]:
        """The levels on which a player can be all in with cards to come."""
        nodes = self.root.nodes()
        segments = {node.segment for node in nodes if node.kind == NodeKind.ALL_IN}
        return {int(self.tree.segments[each, SegmentFact.LEVEL]) for each in segments}

    @cached_property
    def _buffer_shapes(self) -> list[tuple[int, ...]]:
        levels, width = len(self.board_counts), self.width
        found = self.layout
        blocks = max(1, -(-found.lanes // LANES))
        return [
            (2, levels, found.buffers, width),
            (levels, found.nodes, width),
            (2, levels, blocks, width * LANES),
            (4, found.acts * width),
            ((width + CARDS) * LANES,),
        ]

    @cached_property
    def _tasks_at_root(self) -> Int32s:
        return self.tasks(0, 0)

    def tasks(self, segment: int, board: int) -> Int32s:
        """Return the pairs of a deal of the segment and a board that may follow."""
        facts = self.tree.segments[segment]
        start = facts[SegmentFact.DEALS]
        deals = self.tree.lists[start : start + facts[SegmentFact.DEAL_COUNT]].tolist()
        pairs = [(deal, child) for deal in deals for child in self.children(board)]
        return np.array(pairs, np.int32).reshape(-1, 2)

    def children(self, board: int) -> range:
        """Return the boards that may follow a board."""
        if board == 0:
            return range(1, 1 + (self.board_counts[1] if self.cards.chance else 0))
        first = self.boards.facts[:, BoardFact.CHILDREN]
        return range(int(first[board]), int(first[board + 1]))

    # Arrays, allocated at the first use

    @cached_property
    def boards(self) -> BoardArrays:
        return self.cards.boards(self._scored)

    @cached_property
    def store(self) -> CfrArrays:
        large = 1 if self.small else max(2, self.layout.numbers)
        small = max(2, self.layout.numbers) if self.small else 1
        return CfrArrays(
            regrets=np.zeros(large, np.float32),
            sums=np.zeros(large, np.float32),
            small_regrets=np.zeros(small, np.int16),
            small_sums=np.zeros(small, np.uint16),
            units=np.zeros((2, self.layout.decisions if self.small else 1), np.float32),
            lock=np.full(1, -1, np.int32),
            locked=np.zeros(1, np.float32),
        )

    @cached_property
    def buffers_by_thread(self) -> list[WalkBuffers]:
        return [
            WalkBuffers(*[np.zeros(shape, np.float32) for shape in self._buffer_shapes])
            for _ in range(self.threads)
        ]

    def lock(self, decision: int, table: Floats) -> None:
        """Fix the strategy at a decision. *table* is indexed by act and hand."""
        old, places = self.store, self.store.lock
        if len(places) == 1:
            # One element more than decisions, because length 1 means that no decision is locked.
            places = np.full(self.layout.decisions + 1, -1, np.int32)
        places[decision] = len(old.locked)
        locked = np.concatenate([old.locked, table.astype(np.float32).ravel()])
        self.store = old._replace(lock=places, locked=locked)

    # Traversals

    def learn(self, times: int, is_over: Callable[[], bool] = lambda: False) -> None:
        """Run *times* CFR iterations for both players, or fewer if *is_over* returns true between
        two of them.

        On one thread, all iterations run in a single compiled call, and *is_over* is not asked.
        """
        if self.threads == 1 or not len(self._tasks_at_root):
            self._walk(self.buffers_by_thread[0], 0, 0, -1, LEARN, _ALL, self.weights, times=times)
            self.time += times
            return
        for _ in range(times):
            if is_over():
                return
            for player in range(2):
                self.play(0, 0, player, LEARN, self.weights)
            self.time += 1

    def play(
        self, segment: int, board: int, player: int, mode: int, weights: Floats32
    ) -> WalkBuffers:
        """Run one traversal for one player, and return the buffers that hold the values of the
        segment."""
        tasks = self._tasks_at_root if segment == 0 else self.tasks(segment, board)
        trunk = self.buffers_by_thread[0]
        threads = min(self.threads, len(tasks))
        if threads <= 1:
            self._walk(trunk, segment, board, player, mode, _ALL, weights, tasks)
            return trunk
        self._walk(trunk, segment, board, player, mode, DOWN, weights, tasks)
        futures = [
            self._pool.submit(
                self._walk, buffers, segment, board, player, mode, TASKS, weights, tasks
            )
            for buffers in self.buffers_by_thread[1:threads]
        ]
        try:
            self._walk(trunk, segment, board, player, mode, SETTLE | TASKS, weights, tasks)
        finally:  # No thread may still write to the arrays after Ctrl-C.
            wait(futures)
        for future in futures:
            future.result()
        self._walk(trunk, segment, board, player, mode, UP, weights, tasks)
        return trunk

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(max(1, self.threads - 1))

    @cached_property
    def _next_task(self) -> Ints:
        return np.zeros(1, np.int64)

    @cached_property
    def _results(self) -> Floats32:
        return np.zeros((max(1, len(self._tasks_at_root)), self.width), np.float32)

    def _walk(
        self,
        buffers: WalkBuffers,
        segment: int,
        board: int,
        player: int,
        mode: int,
        parts: int,
        weights: Floats32,
        tasks: Int32s | None = None,
        times: int = 1,
    ) -> None:
        tasks = self._tasks_at_root if tasks is None else tasks
        results = self._results
        if len(tasks) > len(results):
            self._results = results = np.zeros((len(tasks), self.width), np.float32)
        walk(
            *(
                self.tree,
                self.hands,
                self.boards,
                self.store,
                self.buffers_by_thread[0].reach,
                buffers,
            ),
            *(weights, tasks, results, self._next_task),
            *(segment, board, player, mode, parts, self.time, times),
        )

    # Results

    @cached_property
    def pairs(self) -> float:
        """The total weight of all pairs of hands that share no card."""
        return float(self.met(self.weights)[0] @ self.weights[0, : self.counts[0]].astype(float))

    def met(self, weights: Floats32 | Floats) -> tuple[Floats, Floats]:
        """Return, per player and hand, the weight of the opponent hands that share no card with
        it."""
        found = []
        for player in range(2):
            other = 1 - player
            theirs = weights[other, : self.counts[other]].astype(np.float64)
            by_card = np.zeros(CARDS)
            np.add.at(by_card, self.hands.held[0, other, : len(theirs)], theirs)
            np.add.at(by_card, self.hands.held[1, other, : len(theirs)], theirs)
            count = self.counts[player]
            one, two, same = self.hands.held[:, player, :count]
            twins = np.where(same >= 0, theirs[np.maximum(same, 0)], 0.0)
            found.append(theirs.sum() - by_card[one] - by_card[two] + twins)
        return found[0], found[1]

    def value(self, player: int, mode: int) -> float:
        """Return the chips that the player gains from the root on. *mode* is RESPOND or EXPECT."""
        buffers = self.play(0, 0, player, mode, self.weights)
        values = buffers.values[0, 0, : self.counts[player]].astype(np.float64)
        mine = self.weights[player, : self.counts[player]].astype(np.float64)
        return float(values @ mine) / self.pairs

    def expected(self) -> tuple[float, float]:
        """Return the expected chips of both players when they play their average strategies."""
        return self.value(0, EXPECT), self.value(1, EXPECT)

    def best(self) -> tuple[float, float]:
        """Return the chips that each player gains with the best response to the opponent's average
        strategy."""
        return self.value(0, RESPOND), self.value(1, RESPOND)
