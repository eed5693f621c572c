"""Repeats the fields of `rules.Dealer`, as arrays; held by tests/batch/test_same_game.py.

What one act reads and writes stands in one row of one array, because an act costs as much as the
memory it has to fetch; columns of that array are what NumPy works on. What the next stack to act
may do is worked out once, when the turn passes to it, and kept apart: a short array for each
question, which is what the caller reads.
"""

import os
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Ints, UInt8s
from pokermasa.batch.inlining import inline
from pokermasa.batch.kernel import popcount

FOLDED, INVOLVED_ROLE, ALL_IN = range(3)

# Columns of `row`. LEFT, INVOLVED, ACTED and WAITING are sets of stacks, a bit for each.
(
    RANDOM_STATE,  # where the table's luck stands
    BUTTON,
    TURN,
    ROUND,
    PRICE,
    LAST_FULL_RAISE,
    RAISES,
    FULL_RAISE_TO,
    POT,  # all chips in the middle, wagers in front included
    DEAD,  # antes that everyone plays for, however little one paid
    DEAD_POSTS,  # dead posts, for which all play whom the antes left a chip
    BY_ANTE,  # all in by the ante, kept where there are dead posts
    LEFT,  # not folded
    INVOLVED,  # left, and not all in
    ACTED,  # in this round
    WAITING,  # involved, and with something to decide before the round ends
    TOTAL,  # of the first stack: what is behind and in front; then of the others
) = range(17)
# WAGER = TOTAL + players: what is in front, this round
# FIRST = TOTAL + 2 * players: what the stacks begin each hand with
# DEAD_OF = TOTAL + 3 * players: what each has paid of the dead antes and posts

# Rows of `answer`: what the stack to act may do.
WHO, TO_CALL, LEAST, MOST, IN_POT, SHORT = range(6)
NO_SHORT = -(2**63)


class State(NamedTuple):
    """An argument of the kernels."""

    players: int
    row: Ints  # by table and column
    answer: Ints  # by question and table
    deck: UInt8s  # by table and place: the cards of the hand, those not seen yet included

    @classmethod
    def empty(cls, first: Ints) -> "State":
        """Tables before their first hand."""
        tables, players = first.shape
        row = np.zeros((tables, TOTAL + 4 * players), np.int64)
        row[:, TOTAL + 2 * players : TOTAL + 3 * players] = first
        return cls(
            players,
            row,
            np.zeros((6, tables), np.int64),
            np.zeros((tables, 2 * players + 5), np.uint8),
        )

    @classmethod
    def single(cls, players: int) -> "tuple[Ints, State]":
        """One table, and the memory in which all of it lies."""
        width, cards = TOTAL + 4 * players, 2 * players + 5
        memory = np.zeros(width + 6 + -(-cards // 8), np.int64)
        deck = memory[width + 6 :].view(np.uint8)[:cards]
        row, answer = memory[:width], memory[width : width + 6]
        return memory, cls(
            players, row.reshape(1, width), answer.reshape(6, 1), deck.reshape(1, cards)
        )

    @property
    def total(self) -> Ints:
        return self.row[:, TOTAL : TOTAL + self.players]

    @property
    def wager(self) -> Ints:
        return self.row[:, TOTAL + self.players : TOTAL + 2 * self.players]

    @property
    def stack(self) -> Ints:
        return self.total - self.wager

    @property
    def role(self) -> UInt8s:
        bits = np.int64(1) << np.arange(self.players)
        left = (self.row[:, LEFT, np.newaxis] & bits) != 0
        involved = (self.row[:, INVOLVED, np.newaxis] & bits) != 0
        return np.where(involved, INVOLVED_ROLE, np.where(left, ALL_IN, FOLDED)).astype(np.uint8)


@inline
def first_of(stacks: int) -> np.int64:
    """The lowest index in a set."""
    return np.int64(popcount(np.uint64((stacks & -stacks) - 1)))


@inline
def next_of(stacks: int, after: int) -> np.int64:
    """The next index of a set, clockwise, that is not empty."""
    above = stacks & (-2 << after)
    return first_of(above if above else stacks)


@inline
def size_of(stacks: int) -> np.int64:
    return np.int64(popcount(np.uint64(stacks)))


def bytes_of(tables: int, players: int) -> int:
    """What so many tables take up, results included.

    >>> bytes_of(65_536, players=6) // 2**20
    30
    """
    return tables * (8 * (TOTAL + 4 * players + 6 + 2 * players + 1) + 2 * players + 5)


def demand(size: int, what: str) -> None:
    """Say before the machine does that it has not enough memory.

    >>> demand(2**60, "results")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    MemoryError: results take 1,073,741,824.0 GiB, and this machine has ... GiB to give
    """
    free = _free()
    if size > free:
        raise MemoryError(
            f"{what} take {size / 2**30:,.1f} GiB, and this machine has {free / 2**30:,.1f} "
            "GiB to give"
        )


def _free() -> int:
    """Bytes that can be had, as far as the system tells."""
    try:
        for line in Path("/proc/meminfo").read_text("ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return 1024 * int(line.split()[1])
    except (OSError, ValueError):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 16 * 2**30  # a guess: no machine we know of says nothing
