"""Twin of a count of every board (tests/batch/brute.py), compared by tests/equity/test_counting.py.

Counts every board for a deal without visiting each one.

Suits matter only for flushes. Boards are first counted by their ranks, as if there were no flushes:
6175 sets of five ranks stand for 1,712,304 boards. Then, for each suit, the boards on which
somebody has a flush are corrected. Such a board has at most two cards of other suits, and for these
the ranks are enough again.
"""

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple, Self

import numpy as np

from pokermasa.batch.array import Floats, Ints, UInt8s, UInt16s, UInt64s
from pokermasa.batch.combo import Combos, combos
from pokermasa.batch.kernel import kernel, popcount, scalar
from pokermasa.batch.lookup import Lookup, lookup, value_of_ranks
from pokermasa.equity.deal import Deals
from pokermasa.equity.outcome import Outcome, book, winners_of
from pokermasa.strength.category import STRONGEST, Category

_RANKS = np.uint64(0x1FFF)
_KEY = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)


class RankSets(NamedTuple):
    """The sets of ranks that can be drawn, without suits."""

    keys: UInt64s  # keys as in `Lookup.suits`
    ranks: UInt8s  # 13 * count + rank for each rank drawn, filled up with 0 (no deuce)


@cache
def rank_sets(cards: int) -> RankSets:
    """Return all sets of ranks of *cards* cards.

    >>> len(rank_sets(5).keys), rank_sets(2).ranks[-1].tolist()
    (6175, [38, 0])
    """
    single = lookup(7).suits[1 << np.arange(13)]
    keys, ranks = [], []
    for drawn in combinations_with_replacement(range(13), cards):
        counted = [13 * drawn.count(rank) + rank for rank in dict.fromkeys(drawn)]
        if max(counted, default=0) < 13 * 5:
            keys.append(single[list(drawn)].sum())
            ranks.append(counted + [0] * (max(cards, 1) - len(counted)))
    return RankSets(np.array(keys, np.uint64), np.array(ranks, np.uint8))


@cache
def subsets() -> tuple[UInt64s, Ints]:
    """Return all sets of up to five ranks as bits, the smaller first, and the index at which each
    size begins."""
    masks = np.arange(1 << 13)
    counts = np.bitwise_count(masks)
    order = np.argsort(counts, kind="stable")
    starts = np.searchsorted(counts[order], np.arange(7))
    return masks[order].astype(np.uint64), starts


@cache
def categories() -> UInt8s:
    """Return the category of each hand rank."""
    numbers = range(1, STRONGEST + 1)
    return np.array([0, *(Category.from_rank(number) for number in numbers)], np.uint8)


class RunoutBuffers(NamedTuple):
    """Buffers of the compiled loop. A loop that allocates arrays itself takes half as long again to
    compile."""

    hands: UInt64s
    keys: UInt64s
    values: UInt64s
    flush_values: UInt64s
    ways: Ints  # ways to draw a number of cards of a rank: [13 * count + rank]
    others: Ints
    won: Ints
    made: Ints

    @classmethod
    def empty(cls, players: int, categories: int) -> Self:
        hands, keys, values, flush_values = np.zeros((4, players), np.uint64)
        ways, others = np.ones(5 * 13, np.int64), np.zeros(13, np.int64)
        won, made = (np.zeros((players, width), np.int64) for width in (players + 1, categories))
        return cls(hands, keys, values, flush_values, ways, others, won, made)


def count_runouts(deals: Deals, board: int, dead: int) -> Outcome:
    """Count every board for each of *deals*. *board* and *dead* are masks."""
    players, to_come = deals.combos.shape[1], 5 - board.bit_count()
    outcome = Outcome.nothing(players)
    _count_runouts(
        *(deals.combos, deals.weights, np.uint64(board), np.uint64(dead)),
        *(combos(), lookup(7), categories()),
        *(rank_sets(to_come), *subsets()),
        *(RunoutBuffers.empty(players, outcome.made.shape[1]), outcome),
    )
    return outcome


@kernel
def _count_runouts(
    deals: UInt16s,
    weights: Floats,
    board: np.uint64,
    dead: np.uint64,
    combo: Combos,
    tables: Lookup,
    category_of: UInt8s,
    sets: RankSets,
    flushes: UInt64s,
    starts: Ints,
    buffers: RunoutBuffers,
    outcome: Outcome,
) -> None:
    players = deals.shape[1]
    to_come = 5 - np.int64(popcount(board))
    hands, keys, values, ways = buffers.hands, buffers.keys, buffers.values, buffers.ways
    won, made = buffers.won, buffers.made
    for deal in range(len(deals)):
        for player in range(players):
            for winners in range(players + 1):
                won[player, winners] = 0
            for category in range(made.shape[1]):
                made[player, category] = 0
        gone = board | dead
        for player in range(players):
            hand = combo.mask[deals[deal, player]]
            gone |= hand
            hands[player] = hand | board
            keys[player] = 0
            for suit in range(4):
                ranks = hands[player] >> np.uint64(16 * suit) & _RANKS
                keys[player] += tables.suits[ranks] & _KEY

        for rank in range(13):
            left = np.int64(4)
            for suit in range(4):
                left -= np.int64(gone >> np.uint64(16 * suit + rank) & np.uint64(1))
            ways[13 + rank] = left
            ways[26 + rank] = left * (left - 1) // 2
            ways[39 + rank] = left * (left - 1) * (left - 2) // 6
            ways[52 + rank] = left == 4
        for drawn in range(len(sets.keys)):
            boards = ways[sets.ranks[drawn, 0]]
            for place in range(1, sets.ranks.shape[1]):
                boards *= ways[sets.ranks[drawn, place]]
            if boards:
                for player in range(players):
                    value = value_of_ranks(keys[player] + sets.keys[drawn], tables)
                    values[player] = value
                    made[player, category_of[value]] += boards
                book(winners_of(values), boards, won)

        for suit in range(4):
            _mend_flushes(
                np.uint64(16 * suit),
                *(to_come, gone, tables, category_of, flushes, starts, buffers),
            )

        for player in range(players):
            hand_class = combo.hand_class[deals[deal, player]]
            for winners in range(1, players + 1):
                weighted = weights[deal] * won[player, winners]
                outcome.won[player, winners] += weighted
                outcome.earned[player, hand_class] += weighted / winners
            for category in range(made.shape[1]):
                weighted = weights[deal] * made[player, category]
                outcome.made[player, category] += weighted
                outcome.dealt[player, hand_class] += weighted


@scalar
def _mend_flushes(
    shift: np.uint64,
    to_come: np.int64,
    gone: np.uint64,
    tables: Lookup,
    category_of: UInt8s,
    flushes: UInt64s,
    starts: Ints,
    buffers: RunoutBuffers,
) -> None:
    """Correct the sums for boards on which somebody has a flush of the suit at *shift*."""
    hands, keys, values, flush_values = (
        buffers.hands,
        buffers.keys,
        buffers.values,
        buffers.flush_values,
    )
    won, made = buffers.won, buffers.made
    players = len(hands)
    suited = np.int64(0)
    for player in range(players):
        suited = max(suited, np.int64(popcount(hands[player] >> shift & _RANKS)))
    left = ~(gone >> shift) & _RANKS
    others = buffers.others  # cards left of each rank in the other suits
    for rank in range(13):
        others[rank] = buffers.ways[13 + rank] - np.int64(left >> np.uint64(rank) & np.uint64(1))
    least = 5 - suited if suited < 5 else np.int64(0)
    for drawn in range(least, to_come + 1):
        rest = to_come - drawn  # cards of other suits; with more than two, there is no flush
        for place in range(starts[drawn], starts[drawn + 1]):
            flush = flushes[place]
            if flush & ~left:
                continue
            for player in range(players):
                ranks = hands[player] >> shift & _RANKS | flush
                flush_values[player] = tables.suits[ranks] >> _32
            for high in range(13 if rest >= 1 else 1):
                for low in range(high + 1 if rest == 2 else 1):
                    key = tables.suits[flush] & _KEY
                    boards = 1
                    if rest >= 1:
                        key += tables.suits[1 << high] & _KEY
                        boards = others[high]
                    if rest == 2:
                        key += tables.suits[1 << low] & _KEY
                        boards *= others[low] if low < high else others[low] - 1
                        if low == high:
                            boards //= 2
                    if boards == 0:
                        continue
                    for player in range(players):
                        values[player] = value_of_ranks(keys[player] + key, tables)
                    before = winners_of(values)
                    for player in range(players):
                        if flush_values[player]:
                            made[player, category_of[values[player]]] -= boards
                            made[player, category_of[flush_values[player]]] += boards
                            values[player] = flush_values[player]
                    after = winners_of(values)
                    if before != after:
                        book(before, -boards, won)
                        book(after, boards, won)
