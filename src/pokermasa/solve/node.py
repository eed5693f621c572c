"""The betting tree as linked nodes, and its conversion to arrays. It contains no cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from pokermasa.notation import uci
from pokermasa.solve.game_arrays import NodeFact, NodeKind, SegmentFact, TreeArrays
from pokermasa.solve.refusal import SolveError, SolveRefusal

Pair = tuple[float, float]
"""One number for each player."""


@dataclass(slots=True, eq=False, repr=False)
class Node:
    """A node of the betting tree: a decision, a card to come, or an end of the hand."""

    kind: int
    """A `NodeKind`."""
    acts: tuple[Any, ...] = ()
    """The possible acts of a decision, one for each child."""
    children: list[Node] = field(default_factory=list)
    """The next nodes. A card to come has one child, which stands for every card."""
    won: Pair = (0.0, 0.0)
    """Chips that each player gains since the root by winning at this end. After a fold: the gain of
    each player."""
    lost: Pair = (0.0, 0.0)
    """Chips that each player gains since the root by losing this showdown, normally below 0."""
    pot: float = 0.0
    """Chips in the middle."""
    spent: Pair = (0.0, 0.0)
    """Chips that each player has put in since the root."""
    parent: Node | None = None
    number: int = -1
    """Index in the arrays; set by `lay_out`."""
    segment: int = -1
    """Index of the segment; set by `lay_out`."""

    def __repr__(self) -> str:
        return f"<Node {self.number}: {', '.join(self.names) or NodeKind(self.kind).name.lower()}>"

    @property
    def is_decision(self) -> bool:
        return self.kind <= NodeKind.SECOND

    @property
    def names(self) -> tuple[str, ...]:
        """The possible acts in Uci, such as CH, CA, FO, AA or RR90."""
        return tuple(uci.write(act) for act in self.acts)

    def act_number(self, word: str) -> int:
        """Return the index of an act that is given in Uci. Raises `SolveError` if it is not
        possible here."""
        try:
            name = uci.write(uci.read(word.upper()))
        except (ValueError, AttributeError):
            name = ""
        if name == "CA" and self.names == ("FO", "AA"):
            name = "AA"  # a call for the last chips
        if name not in self.names:
            possible = ", ".join(self.names) or "the hand is over"
            raise SolveError(
                SolveRefusal.NO_SUCH_NODE, f"{str(word)[:40]!r} is no act here: {possible}"
            )
        return self.names.index(name)

    def nodes(self) -> Iterator[Node]:
        """Yield this node and all nodes below it, parents first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


class _Segment:
    def __init__(self, root: Node, level: int) -> None:
        self.level = level
        self.nodes: list[Node] = []
        waiting = [root]
        while waiting:
            node = waiting.pop()
            self.nodes.append(node)
            if node.kind != NodeKind.DEAL:
                waiting.extend(reversed(node.children))


class TreeLayout(NamedTuple):
    """The arrays of a tree, and the sizes from which the other arrays are made."""

    tree: TreeArrays
    numbers: int
    """Length of the array of regrets, and of that of strategy sums."""
    decisions: int
    """Number of decisions, counted once for each board."""
    buffers: int
    """Largest number of reach buffers that a segment needs."""
    nodes: int
    """Largest number of nodes in a segment."""
    lanes: int
    """Largest number of SIMD lanes in a segment."""
    acts: int
    """Largest number of acts at a decision."""


def lay_out(root: Node, hands: tuple[int, int], boards: list[int]) -> TreeLayout:
    """Convert the tree below *root* to arrays. *hands* are the numbers of hands, *boards* the
    number of boards on each level."""
    cut = [_Segment(root, 0)]
    for segment in cut:
        for node in segment.nodes:
            if node.kind == NodeKind.DEAL:
                cut.append(_Segment(node.children[0], segment.level + 1))
    for number, node in enumerate(node for segment in cut for node in segment.nodes):
        node.number = number
        for child in node.children:
            child.parent = node
    for number, segment in enumerate(cut):
        for node in segment.nodes:
            node.segment = number
    count = sum(len(segment.nodes) for segment in cut)
    nodes = np.zeros((count, 10), np.int32)
    segments = np.zeros((len(cut), 19), np.int64)
    pays = np.zeros((2, count, 2), np.float32)
    lists: list[int] = []
    first_board = np.cumsum([0, *boards])
    numbers, decisions, buffers = 0, 0, 1
    for facts, segment in zip(segments, cut, strict=True):
        level = segment.level
        facts[SegmentFact.FIRST] = segment.nodes[0].number
        facts[SegmentFact.LAST] = segment.nodes[-1].number + 1
        facts[SegmentFact.LEVEL] = level
        facts[SegmentFact.BOARD] = first_board[level]
        facts[SegmentFact.IS_LAST] = level == len(boards) - 1
        for node in segment.nodes:
            _lay_out_node(node, nodes[node.number], facts, lists, pays)
        deals = [node.number for node in segment.nodes if node.kind == NodeKind.DEAL]
        facts[SegmentFact.DEALS], facts[SegmentFact.DEAL_COUNT] = len(lists), len(deals)
        lists.extend(deals)
        buffers = max(buffers, *(_lay_out_reach(segment, nodes, player) for player in range(2)))
        for player in range(2):
            _lay_out_lanes(segment, nodes, facts, lists, player)
            facts[SegmentFact.BASE + player] = numbers
            numbers += int(facts[SegmentFact.ROWS + player]) * hands[player] * boards[level]
        facts[SegmentFact.DECISION_BASE] = decisions
        decisions += int(facts[SegmentFact.DECISIONS]) * boards[level]
    return TreeLayout(
        TreeArrays(nodes, segments, np.array(lists or [0], np.int32), pays),
        *(numbers, decisions, buffers),
        nodes=int((segments[:, SegmentFact.LAST] - segments[:, SegmentFact.FIRST]).max()),
        lanes=int(segments[:, SegmentFact.LANES : SegmentFact.LANES + 2].max()),
        acts=max(1, int(nodes[:, NodeFact.ACTS].max())),
    )


def _lay_out_node(node: Node, row: Any, facts: Any, lists: list[int], pays: Any) -> None:
    row[NodeFact.KIND], row[NodeFact.ACTS] = node.kind, len(node.children)
    row[NodeFact.CHILDREN] = len(lists)
    lists.extend(child.number for child in node.children)
    if node.is_decision:
        row[NodeFact.ROW] = facts[SegmentFact.ROWS + node.kind]
        facts[SegmentFact.ROWS + node.kind] += len(node.children)
        row[NodeFact.PLACE] = facts[SegmentFact.DECISIONS]
        facts[SegmentFact.DECISIONS] += 1
    elif node.kind == NodeKind.DEAL:
        row[NodeFact.BELOW] = node.children[0].segment
    elif node.kind == NodeKind.FOLDED:
        pays[:, node.number, 1] = node.won
    else:
        pays[:, node.number, 0] = (np.array(node.won) - np.array(node.lost)) / 2
        pays[:, node.number, 1] = node.lost


def _lay_out_reach(segment: _Segment, nodes: Any, player: int) -> int:
    """Assign reach buffers of the player to the nodes, and return how many there are."""
    column = NodeFact.REACH + player
    buffers = 1
    for node in segment.nodes:
        if node.kind == NodeKind.DEAL:
            continue
        for child in node.children:
            nodes[child.number, column] = nodes[node.number, column]
            if node.kind == player:
                nodes[child.number, column] = buffers
                buffers += 1
    return buffers


def _lay_out_lanes(
    segment: _Segment, nodes: Any, facts: Any, lists: list[int], player: int
) -> None:
    """Assign SIMD lanes to the ends. Ends that the opponent's hands reach with the same weights
    share a lane."""
    reach = {
        node: int(nodes[node.number, NodeFact.REACH + 1 - player])
        for node in segment.nodes
        if node.kind in (NodeKind.FOLDED, NodeKind.SHOWN, NodeKind.ALL_IN)
    }
    shown = {buffer for node, buffer in reach.items() if node.kind != NodeKind.FOLDED}
    used = [*sorted(shown), *sorted(set(reach.values()) - shown)]
    place = {buffer: lane for lane, buffer in enumerate(used)}
    for node, buffer in reach.items():
        nodes[node.number, NodeFact.LANE + player] = place[buffer]
    facts[SegmentFact.LANES + player] = len(used)
    facts[SegmentFact.LANES_SHOWN + player] = len(shown)
    facts[SegmentFact.LANE_REACH + player] = len(lists)
    lists.extend(used)
