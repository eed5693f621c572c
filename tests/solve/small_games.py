"""Kuhn poker and Leduc poker as games of the solver."""

from typing import Any

import numpy as np

from pokermasa.solve.cards import Cards
from pokermasa.solve.game import Game
from pokermasa.solve.game_arrays import NodeKind
from pokermasa.solve.node import Node

FOLD, CALL, RAISE = 0, 1, 2  # numbered as in OpenSpiel


def folded(player: int, paid: int) -> Node:
    won = [paid, paid]
    won[player] = -paid
    return Node(NodeKind.FOLDED, won=tuple(won))  # type: ignore[arg-type]


def kuhn() -> Game:
    """Kuhn poker: three cards, one chip each in the pot, one bet of one chip. Hand n holds cards 2n
    and 2n + 1, so that two players never hold the same hand."""

    def shown(paid: int) -> Node:
        return Node(NodeKind.SHOWN, won=(paid, paid), lost=(-paid, -paid))

    def answer(player: int) -> Node:
        return Node(NodeKind(player), (FOLD, CALL), [folded(player, 1), shown(2)])

    check = Node(NodeKind.SECOND, ("pass", "bet"), [shown(1), answer(0)])
    root = Node(NodeKind.FIRST, ("pass", "bet"), [check, answer(1)])
    hands = [(2 * card, 2 * card + 1) for card in range(3)]
    ranks = np.array([1, 2, 3], np.uint16)
    cards = Cards((hands, hands), (), (), lambda _: (ranks, ranks))
    return Game(root, cards, (np.ones(3), np.ones(3)), threads=1)


def leduc() -> Game:
    """Leduc poker: six cards of three ranks, one chip each; two rounds with at most two bets of 2
    and 4; one community card between them, and a pair with it wins."""

    def betting(round: int, paid: list[Any], player: int, raises: int, checked: bool) -> Node:
        """Return the betting tree of a round. *paid* is what each player has put in."""
        bet = (2, 4)[round]
        owes = paid[1 - player] - paid[player]
        acts, children = [], []
        if owes:
            acts.append(FOLD)
            children.append(folded(player, paid[player]))
        acts.append(CALL)
        level = max(paid)
        if owes or checked:
            if round == 0:
                below = betting(1, [level, level], 0, 0, False)
                children.append(Node(NodeKind.DEAL, (), [below]))
            else:
                children.append(Node(NodeKind.SHOWN, won=(level, level), lost=(-level, -level)))
        else:
            children.append(betting(round, paid, 1 - player, 0, True))
        if raises < 2:
            more = list(paid)
            more[player] = level + bet
            acts.append(RAISE)
            children.append(betting(round, more, 1 - player, raises + 1, True))
        return Node(NodeKind(player), tuple(acts), children)

    hands = [(2 * card, 2 * card + 1) for card in range(6)]

    def values(come: Any) -> tuple[np.ndarray, np.ndarray]:
        (public,) = come  # A community card is the first one of its pair.
        strength = [1 + card // 2 + (3 if card // 2 == public // 4 else 0) for card in range(6)]
        found = np.array(strength, np.uint16)
        found[public // 2] = 0
        return found, found

    cards = Cards((hands, hands), tuple(range(0, 12, 2)), (1 / 4,), values)
    return Game(betting(0, [1, 1], 0, 0, False), cards, (np.ones(6), np.ones(6)), threads=1)


def average(game: Game, node: Node, board: int) -> np.ndarray:
    """Return the average strategy, indexed by act and hand, straight from the arrays."""
    from pokermasa.solve.game_arrays import NodeFact, SegmentFact

    facts, own = game.tree.segments[node.segment], game.tree.nodes[node.number]
    count, player = game.counts[node.kind], node.kind
    copy = board - facts[SegmentFact.BOARD]
    row = copy * facts[SegmentFact.ROWS + player] + own[NodeFact.ROW]
    start = facts[SegmentFact.BASE + player] + row * count
    acts = len(node.children)
    sums = game.store.sums[start : start + acts * count].reshape(acts, count).astype(float)
    total = sums.sum(axis=0)
    return np.where(total > 0, sums / np.where(total > 0, total, 1), 1 / acts)
