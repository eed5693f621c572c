"""A game as arrays: what the compiled walk reads, and what it writes.

The betting is cut into *segments*, one for each betting round on each line; what a segment looks
like does not depend on the cards. A *board* is what lies on the table; a segment is played once on
each board of its level (0 is where the game begins). So a decision is a node of a segment and a
board, and its numbers lie, a row of hands for each act, at

    base + (board - first board of the level) × rows × hands + row × hands

The arrays are few and wide, since compiling takes longer with each that is handed on.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokermasa.batch.array import Ints, UInt16s

Int32s = npt.NDArray[np.int32]
Floats32 = npt.NDArray[np.float32]


class NodeKind(IntEnum):
    """Of a node: a decision of either player, three ends, and a card to come."""

    FIRST = 0
    SECOND = 1
    FOLDED = 2
    SHOWN = 3
    ALL_IN = 4
    """A showdown with cards to come."""
    DEAL = 5


class NodeFact(IntEnum):
    """Columns of `TreeArrays.nodes`."""

    KIND = 0
    ACTS = 1
    CHILDREN = 2
    """Where its children begin in `TreeArrays.lists`."""
    ROW = 3
    """Where its rows begin in those of its segment and player."""
    PLACE = 4
    """Which decision of its segment it is."""
    BELOW = 5
    """Of a deal: the segment that follows."""
    REACH = 6
    """And the next, by player: which weights of that player's hands arrive here. Those of a
    decision's children are their own if that player decides, and else the same as here."""
    LANE = 8
    """And the next, by player, of an end: which column of the sums that player is paid from."""


class SegmentFact(IntEnum):
    """Columns of `TreeArrays.segments`."""

    FIRST = 0
    """Its first node, and the one after its last."""
    LAST = 1
    LEVEL = 2
    BOARD = 3
    """The first board of its level."""
    IS_LAST = 4
    """Whether no card is to come."""
    DECISIONS = 5
    DECISION_BASE = 6
    """Where its decisions begin, one for each board and decision."""
    DEALS = 7
    """Where its deals begin in `TreeArrays.lists`, and how many there are."""
    DEAL_COUNT = 8
    ROWS = 9
    """And the next, by player; likewise all that follow."""
    BASE = 11
    LANES = 13
    LANES_SHOWN = 15
    """So many lanes, the first ones, are needed for showdowns."""
    LANE_REACH = 17
    """Where its lanes' weights begin in `TreeArrays.lists`."""


class BoardFact(IntEnum):
    """Columns of `BoardArrays.facts`, which has a row more than there are boards."""

    CHILDREN = 0
    """Its first child; they go on to the next board's."""
    IMAGES = 1
    """Where the renamings begin in `BoardArrays.images` by which it stands for others of its parent's
    children; they go on to the next board's."""
    LIVE = 2
    """And the next, by player: how many hands it leaves possible."""
    SCORE = 4
    """Its table in `BoardArrays.scores`, or -1."""


# The compiled walk uses plain numbers, which compile sooner than members of enums.
FOLDED, SHOWN, DEAL = map(int, (NodeKind.FOLDED, NodeKind.SHOWN, NodeKind.DEAL))
KIND, ACTS, CHILDREN, ROW, PLACE, BELOW, REACH, LANE = map(int, NodeFact)
FIRST, LAST, LEVEL, BOARD, IS_LAST, DECISIONS, DECISION_BASE, DEALS, DEAL_COUNT = map(
    int, [*SegmentFact][:9]
)
ROWS, BASE, LANE_COUNT, LANES_SHOWN, LANE_REACH = map(int, [*SegmentFact][9:])
BOARD_CHILDREN, IMAGES, LIVE, SCORE = map(int, BoardFact)


class TreeArrays(NamedTuple):
    nodes: Int32s
    """By node, in preorder within each segment."""
    segments: Ints
    lists: Int32s
    pays: Floats32
    """[player, node, which] of an end: chips for each half of the pot that is won, and chips
    whoever wins."""


class HandArrays(NamedTuple):
    counts: tuple[int, int]
    held: Int32s
    """[which, player, hand]: its two cards, and the opponent's hand with the same cards or -1."""
    renamed: Int32s
    """[renaming, player, hand]: the hand it becomes."""


class BoardArrays(NamedTuple):
    facts: Ints
    images: Int32s
    ranked: UInt16s
    """[which, player, board, place]: the hands that the board leaves possible, weakest first, then
    the others; and how strong each is, on the last level."""
    scores: UInt16s
    """[table, hand, opponent's hand]: 2 for each way to win once all cards are there, 1 to tie."""
    odds: Floats32
    """By level: how likely each next card is, once both hands are known; from `UNITS` on, by board:
    1 / the number of ways in which the rest may come."""


UNITS = 4


class CfrArrays(NamedTuple):
    """What is learnt, in 32 bits (the first two) or in 16 (the next three)."""

    regrets: Floats32
    sums: Floats32
    small_regrets: npt.NDArray[np.int16]
    small_sums: UInt16s
    units: Floats32
    """[which, decision]: what the largest regret and the largest sum stand for."""
    lock: Int32s
    """By decision: where its strategy begins in `locked`, or -1 (just one -1: there are none)."""
    locked: Floats32
    """A part for each act and hand; all 0 where the hand is free."""


class WalkBuffers(NamedTuple):
    """Where one thread writes what it needs for a moment."""

    reach: Floats32
    """[player, level, buffer, hand]"""
    values: Floats32
    """[level, node, hand]"""
    ends: Floats32
    """[which, level, block of lanes, hand × lane]: twice the share won of the weights met, a tie
    being a half; and the weights met."""
    acts: Floats32
    """[which, act × hand]: a strategy, regrets, sums, a total."""
    columns: Floats32
    """[row × lane]: a row for each hand, then one for each card."""
