"""Kuhn's and Leduc poker in the solver's own words."""

from typing import Any

import numpy as np

from pokermasa.solve.cards import Cards
from pokermasa.solve.game import Game
from pokermasa.solve.game_arrays import NodeKind
from pokermasa.solve.node import Node

FOLD, CALL, RAISE = 0, 1, 2  # as OpenSpiel numbers them


def folded(who: int, paid: int) -> Node:
    won = [paid, paid]
    won[who] = -paid
    return Node(NodeKind.FOLDED, won=tuple(won))  # type: ignore[arg-type]


def kuhn() -> Game:
    """Three cards, a chip each in the pot, one bet of one chip. Hand n holds cards 2n and 2n + 1,
    so that two players never have the same."""

    def shown(paid: int) -> Node:
        return Node(NodeKind.SHOWN, won=(paid, paid), lost=(-paid, -paid))

    def answer(who: int) -> Node:
        return Node(NodeKind(who), (FOLD, CALL), [folded(who, 1), shown(2)])

    check = Node(NodeKind.SECOND, ("pass", "bet"), [shown(1), answer(0)])
    root = Node(NodeKind.FIRST, ("pass", "bet"), [check, answer(1)])
    held = [(2 * card, 2 * card + 1) for card in range(3)]
    ranks = np.array([1, 2, 3], np.uint16)
    cards = Cards((held, held), (), (), lambda _: (ranks, ranks))
    return Game(root, cards, (np.ones(3), np.ones(3)), threads=1)


def leduc() -> Game:
    """Six cards of three ranks, a chip each; two rounds with bets of 2 and 4, two of them at most;
    a card between them, and whoever pairs it wins."""

    def betting(round: int, paid: list[Any], who: int, raises: int, checked: bool) -> Node:
        """*paid* is what each has in; the one to act may owe a bet."""
        bet = (2, 4)[round]
        owes = paid[1 - who] - paid[who]
        acts, children = [], []
        if owes:
            acts.append(FOLD)
            children.append(folded(who, paid[who]))
        acts.append(CALL)
        level = max(paid)
        if owes or checked:
            if round == 0:
                below = betting(1, [level, level], 0, 0, False)
                children.append(Node(NodeKind.DEAL, (), [below]))
            else:
                children.append(Node(NodeKind.SHOWN, won=(level, level), lost=(-level, -level)))
        else:
            children.append(betting(round, paid, 1 - who, 0, True))
        if raises < 2:
            more = list(paid)
            more[who] = level + bet
            acts.append(RAISE)
            children.append(betting(round, more, 1 - who, raises + 1, True))
        return Node(NodeKind(who), tuple(acts), children)

    held = [(2 * card, 2 * card + 1) for card in range(6)]

    def values(come: Any) -> tuple[np.ndarray, np.ndarray]:
        (public,) = come  # a card that comes is the first of its pair
        strength = [1 + card // 2 + (3 if card // 2 == public // 4 else 0) for card in range(6)]
        found = np.array(strength, np.uint16)
        found[public // 2] = 0
        return found, found

    cards = Cards((held, held), tuple(range(0, 12, 2)), (1 / 4,), values)
    return Game(betting(0, [1, 1], 0, 0, False), cards, (np.ones(6), np.ones(6)), threads=1)


def average(game: Game, node: Node, board: int) -> np.ndarray:
    """[act, hand] straight from the arrays."""
    from pokermasa.solve.game_arrays import NodeFact, SegmentFact

    facts, own = game.tree.segments[node.segment], game.tree.nodes[node.number]
    count, who = game.counts[node.kind], node.kind
    copy = board - facts[SegmentFact.BOARD]
    row = copy * facts[SegmentFact.ROWS + who] + own[NodeFact.ROW]
    start = facts[SegmentFact.BASE + who] + row * count
    acts = len(node.children)
    sums = game.store.sums[start : start + acts * count].reshape(acts, count).astype(float)
    total = sums.sum(axis=0)
    return np.where(total > 0, sums / np.where(total > 0, total, 1), 1 / acts)
