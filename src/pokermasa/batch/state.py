"""Twin of the fields of `rules.Dealer`, as arrays, compared by tests/batch/test_same_game.py.

Everything that an act reads and writes is in one row of one array, because memory access dominates
the cost of an act. NumPy works on the columns of that array. The legal acts of the next stack are
computed once, when the turn passes to it, and stored in a separate short array for each question,
which the caller reads.
"""

import os
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Ints, UInt8s
from pokermasa.batch.inlining import inline
from pokermasa.batch.kernel import popcount

FOLDED, INVOLVED_ROLE, ALL_IN = range(3)

# Columns of `row`. LEFT, INVOLVED, ACTED and WAITING are sets of stacks, with a bit for each.
(
    RANDOM_STATE,  # state of the table's random number generator
    BUTTON,
    TURN,
    ROUND,
    PRICE,
    LAST_FULL_RAISE,
    RAISES,
    FULL_RAISE_TO,
    POT,  # all chips in the middle, wagers in front included
    DEAD,  # dead antes: all players can win them
    DEAD_POSTS,  # dead posts: all players with chips left after the antes can win them
    BY_ANTE,  # set of stacks that are all in with the ante; used only with dead posts
    LEFT,  # not folded
    INVOLVED,  # left, and not all in
    ACTED,  # in this round
    WAITING,  # involved, and still to act before the round ends
    TOTAL,  # stack and wager of the first player; those of the others follow
) = range(17)
# WAGER = TOTAL + players: wagers of this round
# FIRST = TOTAL + 2 * players: stacks at the beginning of each hand
# DEAD_OF = TOTAL + 3 * players: dead antes and posts paid by each

# Rows of `answer`: the legal acts of the stack to act.
WHO, TO_CALL, LEAST, MOST, IN_POT, SHORT = range(6)
NO_SHORT = -(2**63)


class State(NamedTuple):
    """The state of some tables, as an argument of kernels."""

    players: int
    row: Ints  # by table and column
    answer: Ints  # by row of `answer` and table
    deck: UInt8s  # by table: the cards of the hand, also those not dealt yet

    @classmethod
    def empty(cls, first: Ints) -> "State":
        """Return tables before their first hand. *first* has the stacks of each table."""
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
        """Return one table, and the block of memory that holds all of it."""
        width, cards = TOTAL + 4 * players, 2 * players + 5
        memory = np.zeros(width + 6 + -(-cards // 8), np.int64)
        deck = memory[width + 6 :].view(np.uint8)[:cards]
        row, answer = memory[:width], memory[width : width + 6]
        return memory, cls(
            players, row.reshape(1, width), answer.reshape(6, 1), deck.reshape(1, cards)
        )

    @property
    def total(self) -> Ints:
        """Stack and wager of each player, by table."""
        return self.row[:, TOTAL : TOTAL + self.players]

    @property
    def wager(self) -> Ints:
        """Chips put in during this round, by table and player."""
        return self.row[:, TOTAL + self.players : TOTAL + 2 * self.players]

    @property
    def stack(self) -> Ints:
        """Chips behind, by table and player."""
        return self.total - self.wager

    @property
    def role(self) -> UInt8s:
        """0 folded, 1 involved, 2 all in, by table and player."""
        bits = np.int64(1) << np.arange(self.players)
        left = (self.row[:, LEFT, np.newaxis] & bits) != 0
        involved = (self.row[:, INVOLVED, np.newaxis] & bits) != 0
        return np.where(involved, INVOLVED_ROLE, np.where(left, ALL_IN, FOLDED)).astype(np.uint8)


@inline
def first_of(stacks: int) -> np.int64:
    """Return the lowest index in a set."""
    return np.int64(popcount(np.uint64((stacks & -stacks) - 1)))


@inline
def next_of(stacks: int, after: int) -> np.int64:
    """Return the next index after *after* in a set that is not empty, clockwise."""
    above = stacks & (-2 << after)
    return first_of(above if above else stacks)


@inline
def size_of(stacks: int) -> np.int64:
    """Return the number of elements of a set."""
    return np.int64(popcount(np.uint64(stacks)))


def bytes_of(tables: int, players: int) -> int:
    """Return the memory of *tables* tables in bytes, with their results.

    >>> bytes_of(65_536, players=6) // 2**20
    30
    """
    return tables * (8 * (TOTAL + 4 * players + 6 + 2 * players + 1) + 2 * players + 5)


def require_memory(size: int, what: str) -> None:
    """Raise `MemoryError` if *size* bytes are more than the machine has available. *what* appears
    in the message.

    >>> require_memory(2**60, "results")  # doctest: +ELLIPSIS
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
    """Return the available memory in bytes, as far as the system reports it."""
    try:
        for line in Path("/proc/meminfo").read_text("ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return 1024 * int(line.split()[1])
    except (OSError, ValueError):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 16 * 2**30  # a guess for an unknown system
