"""The cards of Texas hold'em for a game of the solver."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pokermasa.batch import evaluate
from pokermasa.batch.array import UInt8s, UInt16s
from pokermasa.batch.combo import renamings
from pokermasa.cards import Card
from pokermasa.solve.cards import Cards, Values
from pokermasa.strength.range import Combo, Range


def hands_of(range_: Range, board: Sequence[Card]) -> list[Combo]:
    """Return the hands of a range that share no card with the board, in the order of the 1326
    combos."""
    return list(range_.without(board))


def holdem(ranges: tuple[Range, Range], board: tuple[Card, ...], symmetric: bool = True) -> Cards:
    """Return the cards of a hold'em subgame. With *symmetric*, isomorphic boards (equal up to the
    names of suits) are played only once."""
    both_hands = [[(a.number, b.number) for a, b in hands_of(each, board)] for each in ranges]
    tables = [np.array(hands, np.uint8) for hands in both_hands]
    base = np.array([card.number for card in board], np.uint8)

    def values(come: tuple[int, ...]) -> Values:
        first, second = (_strengths(table, base, come) for table in tables)
        return first, second

    on_board = {card.number for card in board}
    same = _renamings(ranges, board) if symmetric else [tuple(range(52))]
    return Cards(
        held=(both_hands[0], both_hands[1]),
        deck=tuple(card for card in range(52) if card not in on_board),
        chance=tuple(1 / (48 - len(board) - come) for come in range(5 - len(board))),
        values=values,
        renamings=tuple(same),
    )


def _strengths(hands: UInt8s, board: UInt8s, come: tuple[int, ...]) -> UInt16s:
    """Return the strength of each hand on the whole board; 0 for hands that share a card with
    *come*."""
    more = np.array(come, np.uint8)
    free = ~np.isin(hands, more).any(axis=1)
    rows = np.empty((int(free.sum()), 2 + len(board) + len(more)), np.uint8)
    rows[:, :2] = hands[free]
    rows[:, 2 : 2 + len(board)] = board
    rows[:, 2 + len(board) :] = more
    found = np.zeros(len(hands), np.uint16)
    found[free] = evaluate(rows)
    return found


def _renamings(ranges: tuple[Range, Range], board: tuple[Card, ...]) -> list[tuple[int, ...]]:
    """Return the renamings of suits that change neither the board nor the ranges, each as the new
    number of every card."""
    flop = {card.number for card in board}
    found = []
    for suits in renamings().tolist():
        becomes = tuple(card // 4 * 4 + suits[card % 4] for card in range(52))
        if {becomes[card] for card in flop} == flop and all(
            _keeps(each.without(board), becomes) for each in ranges
        ):
            found.append(becomes)
    return found


def _keeps(range_: Range, becomes: tuple[int, ...]) -> bool:
    """Return whether a renaming leaves a range as it is."""
    weights = {frozenset((a.number, b.number)): weight for (a, b), weight in range_.items()}
    return all(
        weights.get(frozenset(becomes[card] for card in hand)) == weight
        for hand, weight in weights.items()
    )
