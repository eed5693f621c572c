"""Brute-force equity: every deal and every board, with every hand evaluated."""

from collections.abc import Collection, Sequence
from itertools import combinations, product

import numpy as np

from pokermasa.batch import evaluate
from pokermasa.cards import Card
from pokermasa.equity import Equity
from pokermasa.strength import Range
from pokermasa.strength.category import Category
from pokermasa.strength.hand_class import HandClass


class Counted:
    def __init__(self, players: int) -> None:
        self.total = 0.0
        self.equity = np.zeros(players)
        self.win = np.zeros(players)
        self.tie = np.zeros(players)
        self.categories = np.zeros((players, len(Category)))
        self.classes: list[dict[HandClass, list[float]]] = [
            {} for _ in range(players)
        ]  # of each: weight, earned
        self.looked_at = 0


def count(
    ranges: Sequence[Range], board: Collection[Card] = (), dead: Collection[Card] = ()
) -> Counted:
    """Count the equity of *ranges* (`Range`s), given *board* and *dead* cards."""
    counted = Counted(len(ranges))
    known = {*board, *dead}
    for deal in product(*(hands.items() for hands in ranges)):
        cards = [card for combo, _ in deal for card in combo]
        if len(known.union(cards)) < len(known) + len(cards):
            continue
        weight = float(np.prod([each for _, each in deal]))
        left = [n for n in range(52) if n not in {card.number for card in [*known, *cards]}]
        runouts = np.array([*combinations(left, 5 - len(board))], dtype=np.uint8)
        boards = np.empty((len(runouts), 5), np.uint8)
        boards[:, : len(board)] = [card.number for card in board]
        boards[:, len(board) :] = runouts.reshape(len(runouts), -1)
        hands = [[card.number for card in combo] for combo, _ in deal]
        values = np.stack(
            [evaluate(np.hstack([np.tile(np.array(hand, np.uint8), (len(boards), 1)), boards]))
             for hand in hands]
        )  # fmt: skip
        winners = values == values.max(axis=0)
        parts = (winners / winners.sum(axis=0)).sum(axis=1)
        counted.total += weight * len(boards)
        counted.looked_at += len(boards)
        counted.equity += weight * parts
        counted.win += weight * (winners & (winners.sum(axis=0) == 1)).sum(axis=1)
        counted.tie += weight * (winners & (winners.sum(axis=0) > 1)).sum(axis=1)
        for category in Category:
            among = (values >= category.ranks.start) & (values < category.ranks.stop)
            counted.categories[:, category] += weight * among.sum(axis=1)
        for player, (combo, _) in enumerate(deal):
            of_class = counted.classes[player].setdefault(HandClass.from_combo(combo), [0.0, 0.0])
            of_class[0] += weight * len(boards)
            of_class[1] += weight * parts[player]
    return counted


def agrees(result: Equity, counted: Counted) -> None:
    assert result.looked_at == counted.looked_at
    for player, share in enumerate(result.shares):
        close(share.equity, counted.equity[player] / counted.total)
        close(share.win, counted.win[player] / counted.total)
        close(share.tie, counted.tie[player] / counted.total)
        close([*share.categories.values()], counted.categories[player] / counted.total)
        assert share.classes.keys() == counted.classes[player].keys()
        for hand_class, (weight, earned) in counted.classes[player].items():
            close(share.classes[hand_class].weight, weight / counted.total)
            close(share.classes[hand_class].equity, earned / weight)


def close(ours: float | Sequence[float], theirs: float | Sequence[float] | np.ndarray) -> None:
    np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-12)
