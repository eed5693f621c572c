"""Layout of a game in the arrays that the compiled traversal reads and writes.

The betting tree is cut into *segments*: the part of one betting round on one line of play. A
segment does not depend on the cards. A *board* is the set of community cards that have come; board
0 is the root. Boards with the same number of cards form a *level*, and a segment is played once on
each board of its level. A decision is thus a node of a segment together with a board. Its numbers,
a row of hands for each act, begin at

   base + (board - first board of the level) × rows × hands + row × hands

There are few arrays with many columns, because compiling takes longer with each additional
argument.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokermasa.batch.array import Ints, UInt16s

Int32s = npt.NDArray[np.int32]
Floats32 = npt.NDArray[np.float32]


class NodeKind(IntEnum):
    """The kind of a node: a decision of player 0 or 1, one of three ends, or a card to come."""

    FIRST = 0
    SECOND = 1
    FOLDED = 2
    """A player has folded."""
    SHOWN = 3
    """A showdown on the last board."""
    ALL_IN = 4
    """A showdown with cards to come."""
    DEAL = 5
    """A community card comes."""


class NodeFact(IntEnum):
    """Columns of `TreeArrays.nodes`."""

    KIND = 0
    """The `NodeKind`."""
    ACTS = 1
    """Number of children."""
    CHILDREN = 2
    """Index in `TreeArrays.lists` at which the children begin."""
    ROW = 3
    """First row of this decision among the rows of its segment and player."""
    PLACE = 4
    """Number of this decision within its segment."""
    BELOW = 5
    """The segment that follows a deal."""
    REACH = 6
    """Two columns, one per player: index of the buffer with the weights of that player's hands at
    this node. A child of a decision has a buffer of its own for the player who decides, and shares
    the parent's buffer for the other."""
    LANE = 8
    """Two columns, one per player, for an end: the SIMD lane from which the player's result is
    read."""


class SegmentFact(IntEnum):
    """Columns of `TreeArrays.segments`."""

    FIRST = 0
    """The first node."""
    LAST = 1
    """One more than the number of the last node."""
    LEVEL = 2
    """Number of cards that have come."""
    BOARD = 3
    """The first board of the level."""
    IS_LAST = 4
    """1 if no more card comes, otherwise 0."""
    DECISIONS = 5
    """Number of decisions in the segment."""
    DECISION_BASE = 6
    """Number of the first decision of the segment, counted over all boards."""
    DEALS = 7
    """Index in `TreeArrays.lists` at which the deals begin."""
    DEAL_COUNT = 8
    """Number of deals in the segment."""
    ROWS = 9
    """Two columns, one per player: number of rows, that is, of acts at all decisions."""
    BASE = 11
    """Two columns, one per player: index of the first number in `CfrArrays`."""
    LANES = 13
    """Two columns, one per player: number of SIMD lanes."""
    LANES_SHOWN = 15
    """Two columns, one per player: number of lanes that include a showdown. They are the first
    ones."""
    LANE_REACH = 17
    """Two columns, one per player: index in `TreeArrays.lists` at which the buffers of the lanes
    begin."""


class BoardFact(IntEnum):
    """Columns of `BoardArrays.facts`, which has one row more than there are boards."""

    CHILDREN = 0
    """The first child. The children end where those of the next board begin."""
    IMAGES = 1
    """Index in `BoardArrays.images` at which the renamings of this board begin. Each renaming leads
    to an isomorphic sibling that is not stored. They end where those of the next board begin."""
    LIVE = 2
    """Two columns, one per player: number of hands that share no card with the board."""
    SCORE = 4
    """Index of the table in `BoardArrays.scores`, or -1."""


# Compiled code uses plain numbers, because they compile faster than members of enums.
FOLDED, SHOWN, DEAL = map(int, (NodeKind.FOLDED, NodeKind.SHOWN, NodeKind.DEAL))
KIND, ACTS, CHILDREN, ROW, PLACE, BELOW, REACH, LANE = map(int, NodeFact)
FIRST, LAST, LEVEL, BOARD, IS_LAST, DECISIONS, DECISION_BASE, DEALS, DEAL_COUNT = map(
    int, [*SegmentFact][:9]
)
ROWS, BASE, LANE_COUNT, LANES_SHOWN, LANE_REACH = map(int, [*SegmentFact][9:])
BOARD_CHILDREN, IMAGES, LIVE, SCORE = map(int, BoardFact)


class TreeArrays(NamedTuple):
    """The betting tree as arrays."""

    nodes: Int32s
    """Per node, the columns of `NodeFact`; in preorder within each segment."""
    segments: Ints
    """Per segment, the columns of `SegmentFact`."""
    lists: Int32s
    """Lists of variable length (children, deals, buffers of lanes), one after the other."""
    pays: Floats32
    """Indexed by player, end and column. Column 0: chips for each half of the pot that is won.
    Column 1: chips that are gained or lost in any case."""


class HandArrays(NamedTuple):
    """The hands of both players as arrays."""

    counts: tuple[int, int]
    """Number of hands of each player."""
    held: Int32s
    """Indexed by row, player and hand. Rows 0 and 1: the two cards. Row 2: the opponent's hand with
    the same cards, or -1."""
    renamed: Int32s
    """Indexed by renaming, player and hand: the hand that it becomes."""


class BoardArrays(NamedTuple):
    """The boards as arrays."""

    facts: Ints
    """Per board, the columns of `BoardFact`."""
    images: Int32s
    """Renamings that lead from a stored board to its isomorphic siblings; see
    `BoardFact.IMAGES`."""
    ranked: UInt16s
    """Indexed by row, player, board and rank. Row 0: the possible hands from the weakest to the
    strongest, then the impossible ones. Row 1: the strength of that hand, on boards of the last
    level."""
    scores: UInt16s
    """Showdown scores with cards to come, indexed by table, hand and opponent's hand: 2 for each
    runout that wins, 1 for each tie."""
    odds: Floats32
    """Per level, the probability of each next card when both hands are known. From index `UNITS`
    on, per board: 1 / number of runouts."""


UNITS = 4
"""First index in `BoardArrays.odds` of the values per board."""


class CfrArrays(NamedTuple):
    """Regrets, sums of strategies and locks: the state of CFR, and the content of a solution file.

    The numbers are in the first two arrays (32-bit) or in the next three (16-bit); the others have
    length 1. The field names are stored in solution files.
    """

    regrets: Floats32
    """Discounted regrets."""
    sums: Floats32
    """Discounted sums of strategies; divided by their total they are the average strategy."""
    small_regrets: npt.NDArray[np.int16]
    """Regrets in 16 bits, as multiples of a unit per decision."""
    small_sums: UInt16s
    """Sums of strategies in 16 bits, as multiples of a unit per decision."""
    units: Floats32
    """Row 0: the largest regret of each decision. Row 1: the largest sum. They scale the 16-bit
    numbers."""
    lock: Int32s
    """Per decision, the index in `locked` at which its fixed strategy begins, or -1. Length 1: no
    decision is locked."""
    locked: Floats32
    """Fixed strategies: a frequency for each act and hand; all 0 where the hand is free."""


class WalkBuffers(NamedTuple):
    """Temporary arrays of one thread."""

    reach: Floats32
    """Weights of hands, indexed by player, level, buffer and hand."""
    values: Floats32
    """Counterfactual values, indexed by level, node and hand."""
    ends: Floats32
    """Results at the ends, indexed by row, level, block of lanes, and hand × lane. Row 0: twice the
    weight of the opponent hands that are beaten, a tie counting half. Row 1: the weight of those
    that can be met."""
    acts: Floats32
    """Rows indexed by act × hand: a strategy, regrets, sums, and a total."""
    columns: Floats32
    """Weights and sums for eight lanes at a time: a row for each hand, then one for each card."""
