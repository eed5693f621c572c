"""The strength of every hand of two cards on one board, now and on the runouts.

On the flop, a fixed sample of runouts is used, the same for a board in every process; from the turn
on, all runouts are included.
"""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np

from pokermasa.batch.array import Floats, Int32s, UInt16s, UInt64s
from pokermasa.batch.kernel import kernel, popcount
from pokermasa.batch.lookup import Lookup, lookup, value_of_ranks, values_of
from pokermasa.batch.random_numbers import bit_stream
from pokermasa.equity.combo_tables import COMBOS, FINE, KEY, RANKS, STEPS, ComboTables, combo_tables

RIVERS = 2  # sampled river cards for each turn card, on the flop

_32 = np.uint64(32)


class BoardStrengths(NamedTuple):
    """The strengths of all hands on one board."""

    runouts: UInt64s
    """The cards to come, as masks."""
    values: UInt16s
    """Hand ranks indexed by runout and combo; 0 for combos that share a card with the board."""
    now: UInt16s
    """The current hand rank of each combo; 0 before the flop and for combos that share a card
    with the board."""
    strength: Floats
    """The share of all other hands that each combo beats on average at showdown; below 0 for combos
    that share a card with the board."""


def combo_of(one: int, other: int) -> int:
    """Return the number of the combo of two card numbers, from 0 to 1325.

    >>> combo_of(51, 50), combo_of(0, 1)
    (1325, 0)
    """
    high, low = max(one, other), min(one, other)
    return high * (high - 1) // 2 + low


def compute_board_strengths(board: tuple[int, ...], boards: int = 0) -> BoardStrengths:
    """Compute the strengths on *board*: none, three, four or five card numbers in any order.
    Without cards, *boards* whole boards are drawn.

    >>> river = compute_board_strengths((51, 47, 43, 39, 34))  # A K Q J of spades, ten of hearts
    >>> river.values.shape, int(river.values[0, combo_of(35, 0)])
    ((1, 1326), 7462)
    """
    cards = sum(lookup(7).bits[list(board)].tolist())
    count = {0: boards, 3: RIVERS * 49, 4: 48, 5: 1}[len(board)]
    runouts = _drawn(cards, 5 - len(board), count)
    values = np.zeros((len(runouts), COMBOS), np.uint16)
    now = np.zeros(COMBOS, np.uint16)
    strength = np.zeros(COMBOS)
    _compute(
        np.uint64(cards),
        runouts,
        combo_tables(),
        lookup(7),
        StrengthBuffers.empty(),
        values,
        strength,
    )
    if board:
        free = combo_tables().masks & np.uint64(cards) == 0
        now[free] = values_of(combo_tables().masks[free] | np.uint64(cards), lookup(2 + len(board)))
    return BoardStrengths(runouts, values, now, strength)


def values_on(board: tuple[int, ...], runouts: UInt64s) -> UInt16s:
    """Return hand ranks indexed by runout and combo. *runouts* are masks of the cards that
    complete *board*. The number is 0 for combos that share a card with the board."""
    cards = np.uint64(sum(int(lookup(7).bits[card]) for card in board))
    values = np.zeros((len(runouts), COMBOS), np.uint16)
    _compute(
        cards, runouts, combo_tables(), lookup(7), StrengthBuffers.empty(), values, np.zeros(COMBOS)
    )
    return values


class StrengthBuffers(NamedTuple):
    """Buffers of the compiled loop. A loop that allocates arrays itself takes half as long again to
    compile."""

    of_ranks: UInt16s
    counts: Int32s
    seen: Int32s

    @classmethod
    def empty(cls) -> Self:
        return cls(np.zeros(91, np.uint16), np.zeros(STEPS, np.int32), np.zeros(COMBOS, np.int32))


def _drawn(board: int, to_come: int, count: int) -> UInt64s:
    """Draw *count* runouts and return them as masks. Plain Python is fast enough and need not be
    compiled."""
    stream = bit_stream(next(bit_stream(board)))

    def place(end: int) -> int:
        return (next(stream) >> 32) * end >> 32

    cards = [bit for bit in lookup(7).bits[:52].tolist() if not bit & board]
    end = len(cards)
    for last in range(end - 1, 0, -1):
        other = place(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    if to_come == 5:
        drawn = [0] * count
        for runout in range(count):
            while drawn[runout].bit_count() < 5:
                drawn[runout] |= cards[place(end)]
    elif to_come == 2:
        # Every card comes equally often on the turn and on the river.
        pairs = ((at % end, (at % end + 1 + at // end) % end) for at in range(count))
        drawn = [cards[first] | cards[second] for first, second in pairs]
    else:
        drawn = cards[:count] if to_come else [0] * count
    return np.array(drawn, np.uint64)


@kernel
def _compute(  # noqa: C901 - compiled as one loop
    board: np.uint64,
    runouts: UInt64s,
    by_combo: ComboTables,
    tables: Lookup,
    buffers: StrengthBuffers,
    values: UInt16s,
    strength: Floats,
) -> None:
    masks = by_combo.masks
    of_ranks, counts, seen = buffers.of_ranks, buffers.counts, buffers.seen
    for runout in range(len(runouts)):
        whole = board | runouts[runout]
        row = values[runout]
        # Without flushes, only the ranks matter, and two cards have 91 pairs of ranks.
        key = np.uint64(0)
        for suit in range(4):
            key += tables.suits[whole >> np.uint64(16 * suit) & RANKS] & KEY
        for pair in range(len(of_ranks)):
            of_ranks[pair] = value_of_ranks(key + by_combo.pair_keys[pair], tables)
        for combo in range(len(masks)):
            row[combo] = of_ranks[by_combo.pairs[combo]]
        for suit in range(4):
            shift = np.uint64(16 * suit)
            ranks = whole >> shift & RANKS
            count = popcount(ranks)
            if count == 3:
                for at in range(by_combo.suited.shape[1]):
                    combo = by_combo.suited[suit, at]
                    flush = tables.suits[ranks | masks[combo] >> shift & RANKS] >> _32
                    if flush > row[combo]:
                        row[combo] = flush
            elif count > 3:
                for combo in range(len(masks)):
                    flush = tables.suits[ranks | masks[combo] >> shift & RANKS] >> _32
                    if flush > row[combo]:
                        row[combo] = flush
        for card in range(52):
            if tables.bits[card] & whole:
                for at in range(by_combo.holding.shape[1]):
                    row[by_combo.holding[card, at]] = 0
        for step in range(len(counts)):
            counts[step] = 0
        alive = 0
        for combo in range(len(masks)):
            counts[row[combo] >> FINE] += 1
            alive += row[combo] != 0
        counts[0] -= len(masks) - alive
        below = 0
        for step in range(len(counts)):
            count_here = counts[step]
            counts[step] = 2 * below + count_here - 1  # in halves: a win 2, about a tie 1
            below += count_here
        for combo in range(len(masks)):
            if row[combo]:
                strength[combo] += counts[row[combo] >> FINE] / (2.0 * (alive - 1))
                seen[combo] += 1
    for combo in range(len(masks)):
        strength[combo] = strength[combo] / seen[combo] if seen[combo] else -1.0
