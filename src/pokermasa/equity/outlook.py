"""What every hand of two cards may become on one board.

A board is looked at once: every hand on every runout of a fixed choice of runouts, drawn alike for
the same board in every process. From the turn on, all runouts are there.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Floats, Ints, UInt8s, UInt16s, UInt64s
from pokermasa.batch.combo import combos
from pokermasa.batch.kernel import kernel, popcount, scalar
from pokermasa.batch.lookup import Lookup, lookup, value, value_of_ranks
from pokermasa.batch.luck import mixed
from pokermasa.strength.category import STRONGEST

COMBOS = 1326
RIVERS = 2  # for each turn card, on the flop; and turn cards for each river

_STEP = np.uint64(0x9E3779B97F4A7C15)
_32 = np.uint64(32)
_KEY, _RANKS = np.uint64(0xFFFFFFFF), np.uint64(0x1FFF)
_FINE = 2  # strength takes four hand numbers in a row for the same


class Outlook(NamedTuple):
    """What every hand of two cards may become on one board."""

    runouts: UInt64s
    """The cards to come, as masks."""
    values: UInt16s
    """[runout, combo]: the hand number; 0 where a card would be there twice."""
    now: UInt16s
    """[combo]: the hand number so far; 0 before the flop, and where a card would be there twice."""
    strength: Floats
    """[combo]: the part of all other hands that it beats in the end; below 0 where it cannot be."""


def combo_of(one: int, other: int) -> int:
    """The number of a hand of two card numbers.

    >>> combo_of(51, 50), combo_of(0, 1)
    (1325, 0)
    """
    high, low = max(one, other), min(one, other)
    return high * (high - 1) // 2 + low


class Plan(NamedTuple):
    """What all boards have in common."""

    masks: UInt64s
    """By combo."""
    pairs: UInt8s
    """By combo: which of the 91 pairs of ranks it is."""
    pair_keys: UInt64s
    """By pair of ranks: what it adds to the key of the board (see `lookup`)."""
    suited: Ints
    """[suit, 78]: the combos of that suit."""
    holding: Ints
    """[card, 51]: the combos that hold it."""


@cache
def plan() -> Plan:
    high, low = combos().high.astype(np.int64), combos().low.astype(np.int64)
    keys = lookup(7).suits[1 << np.arange(13)]
    ranks = high // 4 * 13 + low // 4
    pairs = np.unique(ranks)
    return Plan(
        combos().mask,
        np.searchsorted(pairs, ranks).astype(np.uint8),
        keys[pairs // 13] + keys[pairs % 13],
        np.array([np.flatnonzero((high % 4 == suit) & (low % 4 == suit)) for suit in range(4)]),
        np.array([np.flatnonzero((high == card) | (low == card)) for card in range(52)]),
    )


def look(board: tuple[int, ...], boards: int = 0) -> Outlook:
    """*board*: none, three, four or five card numbers, in any order; of none, so many *boards* are
    drawn.

    >>> river = look((51, 47, 43, 39, 34))               # A K Q J of spades, ten of hearts
    >>> river.values.shape, int(river.values[0, combo_of(35, 0)])
    ((1, 1326), 7462)
    """
    bits = lookup(7).bits
    cards = np.uint64(sum(int(bits[card]) for card in board))
    free = np.array([card for card in range(52) if card not in board], np.int64)
    runouts = np.zeros({0: boards, 3: RIVERS * 49, 4: 48, 5: 1}[len(board)], np.uint64)
    values = np.zeros((len(runouts), COMBOS), np.uint16)
    now = np.zeros(COMBOS, np.uint16)
    strength = np.zeros(COMBOS)
    _draw(cards, 5 - len(board), free, bits, runouts)
    _look(cards, runouts, plan(), lookup(7), values, strength)
    if board:
        _evaluate(cards, combos().mask, lookup(2 + len(board)), now)
    return Outlook(runouts, values, now, strength)


def values_on(board: tuple[int, ...], runouts: UInt64s) -> UInt16s:
    """[runout, combo]: the hand numbers on *board* with each of *runouts*, masks of cards that
    make it five; 0 where a card would be there twice."""
    cards = np.uint64(sum(int(lookup(7).bits[card]) for card in board))
    values = np.zeros((len(runouts), COMBOS), np.uint16)
    _look(cards, runouts, plan(), lookup(7), values, np.zeros(COMBOS))
    return values


@scalar
def _card(dice: UInt64s, end: int) -> np.int64:
    """A place below *end*."""
    dice[0] += _STEP
    return np.int64((mixed(dice[0]) >> _32) * np.uint64(end) >> _32)


@kernel
def _draw(board: np.uint64, to_come: int, free: Ints, bits: UInt64s, runouts: UInt64s) -> None:
    dice = np.empty(1, np.uint64)
    dice[0] = mixed(board + _STEP)
    end = len(free)
    cards = np.empty(end, np.int64)
    for place in range(end):
        cards[place] = free[place]
    for place in range(end - 1, 0, -1):
        other = _card(dice, place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    for runout in range(len(runouts)):
        if to_come == 1:
            runouts[runout] = bits[cards[runout]]
        elif to_come == 2:
            # every card as often as any other, on the turn and on the river
            first = runout % end
            second = (first + 1 + runout // end) % end
            runouts[runout] = bits[cards[first]] | bits[cards[second]]
        elif to_come == 5:
            mask = np.uint64(0)
            while popcount(mask) < 5:
                mask |= bits[cards[_card(dice, end)]]
            runouts[runout] = mask


@kernel
def _look(
    board: np.uint64,
    runouts: UInt64s,
    plan: Plan,
    tables: Lookup,
    values: UInt16s,
    strength: Floats,
) -> None:
    masks = plan.masks
    of_ranks = np.zeros(len(plan.pair_keys), np.uint16)
    counts = np.zeros((STRONGEST >> _FINE) + 1, np.int32)
    seen = np.zeros(len(masks), np.int32)
    for runout in range(len(runouts)):
        whole = board | runouts[runout]
        row = values[runout]
        # Flushes aside, a hand is its ranks, and two cards have 91 of them.
        key = np.uint64(0)
        for suit in range(4):
            key += tables.suits[whole >> np.uint64(16 * suit) & _RANKS] & _KEY
        for pair in range(len(of_ranks)):
            of_ranks[pair] = value_of_ranks(key + plan.pair_keys[pair], tables)
        for combo in range(len(masks)):
            row[combo] = of_ranks[plan.pairs[combo]]
        for suit in range(4):
            shift = np.uint64(16 * suit)
            ranks = whole >> shift & _RANKS
            count = popcount(ranks)
            if count == 3:
                for combo in plan.suited[suit]:
                    flush = tables.suits[ranks | masks[combo] >> shift & _RANKS] >> _32
                    row[combo] = max(row[combo], np.uint16(flush))
            elif count > 3:
                for combo in range(len(masks)):
                    flush = tables.suits[ranks | masks[combo] >> shift & _RANKS] >> _32
                    row[combo] = max(row[combo], np.uint16(flush))
        for card in range(52):
            if tables.bits[card] & whole:
                for combo in plan.holding[card]:
                    row[combo] = 0
        counts[:] = 0
        alive = 0
        for combo in range(len(masks)):
            counts[row[combo] >> _FINE] += 1
            alive += row[combo] != 0
        counts[0] -= len(masks) - alive
        below = 0
        for step in range(len(counts)):
            count_here = counts[step]
            counts[step] = 2 * below + count_here - 1  # halves: beaten, or as good as tied
            below += count_here
        for combo in range(len(masks)):
            if row[combo]:
                strength[combo] += counts[row[combo] >> _FINE] / (2.0 * (alive - 1))
                seen[combo] += 1
    for combo in range(len(masks)):
        strength[combo] = strength[combo] / seen[combo] if seen[combo] else -1.0


@kernel
def _evaluate(board: np.uint64, masks: UInt64s, tables: Lookup, now: UInt16s) -> None:
    for combo in range(len(masks)):
        if not masks[combo] & board:
            now[combo] = value(board | masks[combo], tables)
