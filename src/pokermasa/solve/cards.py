"""The hands and boards of a game as arrays: hands, possible boards, and showdown results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from pokermasa.batch.array import UInt16s
from pokermasa.batch.kernel import kernel
from pokermasa.solve.game_arrays import UNITS, BoardArrays, BoardFact, HandArrays

Renaming = tuple[int, ...]
"""A permutation of the cards: element i is the new number of card i."""
Values = tuple[UInt16s, UInt16s]
"""Per player, the strength of each hand; 0 if the hand shares a card with the board."""


@dataclass(frozen=True)
class Cards:
    """The cards of a game: hands of both players, deck, and strengths.

    `holdem` makes those of hold'em; the tests make those of smaller games.
    """

    held: tuple[Sequence[tuple[int, int]], Sequence[tuple[int, int]]]
    """Per player, the two cards of each hand, as numbers below 64."""
    deck: tuple[int, ...]
    """The cards that may come, before any hand is known."""
    chance: tuple[float, ...]
    """Per card to come, the probability of each remaining card when both hands are known. Its
    length is the number of cards to come."""
    values: Callable[[tuple[int, ...]], Values]
    """Function that returns the strengths of all hands, given the dealt cards in any order."""
    renamings: tuple[Renaming, ...] = (tuple(range(64)),)
    """The permutations of the cards that change nothing in the game. The first one is the
    identity."""

    def hands(self) -> HandArrays:
        """Return the hands of both players as arrays."""
        most = max(map(len, self.held))
        table = np.zeros((3, 2, most), np.int32)
        renamed = np.zeros((len(self.renamings), 2, most), np.int32)
        places = [{frozenset(hand): n for n, hand in enumerate(hands)} for hands in self.held]
        for player, hands in enumerate(self.held):
            other = places[1 - player]
            rows = [(*hand, other.get(frozenset(hand), -1)) for hand in hands]
            table[:, player, : len(hands)] = np.array(rows, np.int32).T
            for number, renaming in enumerate(self.renamings):
                becomes = [frozenset((renaming[a], renaming[b])) for a, b in hands]
                renamed[number, player, : len(hands)] = [places[player][hand] for hand in becomes]
        return HandArrays((len(self.held[0]), len(self.held[1])), table, renamed)

    def board_counts(self) -> list[int]:
        """Return the number of boards on each level, counting isomorphic boards once."""
        return [len(level) for level in self._levels[0]]

    @cached_property
    def listed(self) -> list[tuple[int, ...]]:
        """Per board, the cards that have come."""
        return [board for level in self._levels[0] for board in level]

    @cached_property
    def _levels(self) -> tuple[list[list[tuple[int, ...]]], list[list[int]], list[list[int]]]:
        """Return three lists: the boards on each level, the number of children of each board, and
        for each board the renamings that produce its isomorphic siblings."""
        same = list(range(len(self.renamings)))
        levels: list[list[tuple[int, ...]]] = [[()]]
        keeping = [[same]]  # per level and board: the renamings that leave the board unchanged
        images: list[list[int]] = [[]]
        counts: list[list[int]] = []
        for _ in self.chance:
            boards: list[tuple[int, ...]] = []
            pairs: list[list[int]] = []
            children: list[int] = []
            for board, group in zip(levels[-1], keeping[-1], strict=True):
                seen: set[int] = set(board)
                before = len(boards)
                for card in self.deck:
                    if card in seen:
                        continue
                    seen.add(card)
                    alike: list[int] = []
                    for number in group:
                        becomes = self.renamings[number].index(card)  # inverse of the permutation
                        if becomes not in seen:
                            seen.add(becomes)
                            alike.append(number)
                    boards.append((*board, card))
                    images.append(alike)
                    pairs.append([n for n in group if self.renamings[n][card] == card])
                children.append(len(boards) - before)
            levels.append(boards)
            keeping.append(pairs)
            counts.append(children)
        return levels, counts, images

    def boards(self, scored: set[int]) -> BoardArrays:
        """Return the arrays of all boards. *scored* are the levels on which a player can be all in
        with cards to come; their boards get a table of showdown scores."""
        levels, counts, images = self._levels
        values = cache(lambda cards: self.values(tuple(cards)))
        total = sum(map(len, levels))
        most = max(map(len, self.held))
        ranked = np.zeros((2, 2, total, most), np.uint16)
        facts = np.zeros((total + 1, 5), np.int64)
        all_boards = self.listed
        last = len(self.chance)
        for number, board in enumerate(all_boards):
            found = values(frozenset(board)) if len(board) == last else self._possible(board)
            for player, strengths in enumerate(found):
                order = np.argsort(strengths, kind="stable")
                blocked = int((strengths == 0).sum())
                order = np.concatenate([order[blocked:], order[:blocked]])
                ranked[0, player, number, : len(order)] = order
                ranked[1, player, number, : len(order)] = strengths[order]
                facts[number, BoardFact.LIVE + player] = len(order) - blocked
        first = 1
        for number, count in enumerate(count for level in counts for count in level):
            facts[number, BoardFact.CHILDREN] = first
            first += count
        facts[sum(map(len, counts)) :, BoardFact.CHILDREN] = first
        facts[:, BoardFact.IMAGES] = np.cumsum([0, *map(len, images)])
        odds = np.zeros(UNITS + total, np.float32)
        odds[: len(self.chance)] = self.chance
        facts[:, BoardFact.SCORE] = -1
        tables: list[UInt16s] = []
        for number, board in enumerate(all_boards):
            if len(board) < last and len(board) in scored:
                facts[number, BoardFact.SCORE] = len(tables)
                odds[UNITS + number] = 1 / self.ways(len(board))
                tables.append(self.scores(board, values))
        return BoardArrays(
            facts=facts,
            images=np.array([n for one in images for n in one] or [0], np.int32),
            ranked=ranked,
            scores=np.array(tables) if tables else np.zeros((1, 1, 1), np.uint16),
            odds=odds,
        )

    def scores(
        self,
        board: tuple[int, ...],
        values: Callable[[frozenset[int]], Values] | None = None,
    ) -> UInt16s:
        """Return the showdown scores of all pairs of hands on a board with cards to come.

        The result is indexed by hand and opponent's hand. Each runout adds 2 if the first player
        wins and 1 for a tie. Pairs that share a card have 0.
        """
        left = [card for card in self.deck if card not in board]
        ask = values or (lambda cards: self.values(tuple(cards)))
        ends = [
            ask(frozenset((*board, *more)))
            for more in combinations(left, len(self.chance) - len(board))
        ]
        mine = np.array([end[0] for end in ends])
        theirs = np.array([end[1] for end in ends])
        theirs[theirs == 0] = 65535
        table = np.zeros((mine.shape[1], theirs.shape[1]), np.uint16)
        _score(mine, theirs, table)
        table[self.excluded()] = 0
        return table

    def excluded(self) -> npt.NDArray[np.bool_]:
        """Return whether two hands share a card, indexed by hand and opponent's hand."""
        first, second = (
            np.array([1 << one | 1 << two for one, two in hands], np.uint64) for hands in self.held
        )
        found: npt.NDArray[np.bool_] = (first[:, None] & second) != 0
        return found

    def _possible(self, board: tuple[int, ...]) -> Values:
        first, second = (
            np.array([not set(hand) & set(board) for hand in hands], np.uint16)
            for hands in self.held
        )
        return first, second

    def ways(self, come: int) -> int:
        """Return the number of runouts after *come* cards when both hands are known, in any
        order."""
        if come == len(self.chance):
            return 1
        left = round(1 / self.chance[come])
        return comb(left, len(self.chance) - come)


@kernel
def _score(mine: UInt16s, theirs: UInt16s, table: UInt16s) -> None:
    for hand in range(mine.shape[1]):
        row = table[hand]
        for board in range(len(mine)):
            value = mine[board, hand]
            if value:
                others = theirs[board]
                for other in range(len(row)):
                    row[other] += np.uint16(others[other] < value) + np.uint16(
                        others[other] <= value
                    )
