"""Twin of a count of every board (tests/batch/brute.py), compared by tests/equity/test_counting.py.

Equity of two ranges, with all hands of a board at once.

The hands are visited in order of strength. Two sums are kept for each player: the weight of the
hands passed so far, and per card the weight of those that hold the card. A hand beats the first sum
minus the second for its two cards, because the opponent cannot hold those. The time for a board is
thus proportional to the number of hands, not of pairs of hands. Isomorphic boards (equal up to the
names of suits) are counted once.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from pokermasa.batch.array import Floats, Ints, UInt8s, UInt16s, UInt32s, UInt64s
from pokermasa.batch.combo import Combos, combos, renamings
from pokermasa.batch.kernel import kernel, popcount, scalar
from pokermasa.batch.lookup import Lookup, lookup, value_of_ranks
from pokermasa.equity.outcome import Outcome
from pokermasa.equity.runout import categories

_RANKS = np.uint64(0x1FFF)
_KEY = np.uint64(0xFFFFFFFF)
_16, _32 = np.uint64(16), np.uint64(32)
_INDEX_BITS = np.uint32(11)
_INDEX = np.uint32(0x7FF)
_LOW, _HIGH = np.uint32(0x7F), np.uint32(0x3F)
_HALF = np.uint32(7)


class WeightedBoards(NamedTuple):
    """Boards, one of each isomorphism class."""

    masks: UInt64s
    counts: Floats  # number of boards that each one stands for


def list_boards(board: int, dead: int, same: Ints) -> WeightedBoards:
    """Return the whole boards that begin with *board*, one of each set of boards that the renamings
    of suits in *same* (indexes) turn into each other. These renamings must not change *board* and
    *dead*."""
    bits = lookup(7).bits[:52]
    deck = bits[(bits & np.uint64(board | dead)) == 0]
    to_come = 5 - board.bit_count()
    most = comb(len(deck), to_come)
    masks, counts = np.empty(most, np.uint64), np.empty(most)
    found = _list_boards(deck, to_come, renamings()[same], np.uint64(board), masks, counts)
    return WeightedBoards(masks[:found].copy(), counts[:found].copy())


@kernel
def _list_boards(
    deck: UInt64s, to_come: int, renamings: Ints, board: np.uint64, masks: UInt64s, counts: Floats
) -> int:
    found = 0
    place = np.arange(to_come)
    while True:
        mask = board
        for card in range(to_come):
            mask |= deck[place[card]]
        alike = _names_that_keep(mask, renamings)
        if alike:
            masks[found] = mask
            counts[found] = len(renamings) / alike
            found += 1
        card = to_come - 1
        while card >= 0 and place[card] == len(deck) - to_come + card:
            card -= 1
        if card < 0:
            return found
        place[card] += 1
        for later in range(card + 1, to_come):
            place[later] = place[later - 1] + 1


@scalar
def _names_that_keep(mask: np.uint64, renamings: Ints) -> int:
    """Return how many renamings leave *mask* unchanged; 0 if one of them makes it smaller."""
    alike = 0
    for index in range(len(renamings)):
        renamed = np.uint64(0)
        for suit in range(4):
            ranks = mask >> np.uint64(16 * suit) & _RANKS
            renamed |= ranks << np.uint64(16 * renamings[index, suit])
        if renamed < mask:
            return 0
        if renamed == mask:
            alike += 1
    return alike


def sweep_boards(hands: UInt16s, weights: Floats, boards: WeightedBoards) -> Outcome:
    """Return the outcome of *boards* when two players hold *hands* with the weights in the two
    columns of *weights*."""
    outcome = Outcome.nothing(2)
    table = combos()
    hand_columns = Combos(
        table.high[hands], table.low[hands], table.mask[hands], table.hand_class[hands]
    )
    _sweep_boards(hand_columns, weights, boards, lookup(7), categories(), outcome)
    return outcome


@kernel
def _sweep_boards(
    hand_columns: Combos,
    weights: Floats,
    boards: WeightedBoards,
    tables: Lookup,
    category_of: UInt8s,
    outcome: Outcome,
) -> None:
    hands = len(weights)
    high, low, masks, classes = hand_columns
    pairs = np.empty(hands, np.uint8)
    pair_keys = np.empty(91, np.uint64)
    pair_values = np.empty(91, np.uint64)
    for hand in range(hands):
        rank = high[hand] // 4
        kicker = low[hand] // 4
        pairs[hand] = rank * (rank + 1) // 2 + kicker
        pair_keys[pairs[hand]] = (tables.suits[1 << rank] + tables.suits[1 << kicker]) & _KEY
    order = np.empty(hands, np.uint32)
    spare = np.empty(hands, np.uint32)
    beaten = np.empty((hands, 2))
    passed = np.empty((52, 2))  # weight of the hands passed that hold a card
    met = np.zeros((hands, 2))
    earned = np.zeros((hands, 2))
    for index in range(len(boards.masks)):
        count = boards.counts[index]
        live = _values_on(boards.masks[index], masks, pairs, pair_keys, pair_values, tables, order)
        _sort(order, spare, live)
        passed[:] = 0
        all_0 = 0.0
        all_1 = 0.0
        won_0 = 0.0
        won_1 = 0.0
        shared = 0.0
        first = 0
        while first < live:
            end = first
            while end < live and order[end] >> _INDEX_BITS == order[first] >> _INDEX_BITS:
                hand = order[end] & _INDEX
                one, other = high[hand], low[hand]
                beaten[end, 0] = all_1 - passed[one, 1] - passed[other, 1]
                beaten[end, 1] = all_0 - passed[one, 0] - passed[other, 0]
                end += 1
            for place in range(first, end):
                hand = order[place] & _INDEX
                one, other = high[hand], low[hand]
                weight_0, weight_1 = weights[hand, 0], weights[hand, 1]
                passed[one, 0] += weight_0
                passed[one, 1] += weight_1
                passed[other, 0] += weight_0
                passed[other, 1] += weight_1
                all_0 += weight_0
                all_1 += weight_1
            for place in range(first, end):
                hand = order[place] & _INDEX
                one, other = high[hand], low[hand]
                weight_0, weight_1 = weights[hand, 0], weights[hand, 1]
                # The same two cards in the opponent's hand were subtracted twice.
                not_lost_0 = all_1 - passed[one, 1] - passed[other, 1] + weight_1
                not_lost_1 = all_0 - passed[one, 0] - passed[other, 0] + weight_0
                won_0 += weight_0 * beaten[place, 0]
                won_1 += weight_1 * beaten[place, 1]
                shared += weight_0 * (not_lost_0 - beaten[place, 0])
                earned[hand, 0] += count * weight_0 * (beaten[place, 0] + not_lost_0)
                earned[hand, 1] += count * weight_1 * (beaten[place, 1] + not_lost_1)
            first = end
        outcome.won[0, 1] += count * won_0
        outcome.won[1, 1] += count * won_1
        outcome.won[0, 2] += count * shared
        outcome.won[1, 2] += count * shared

        category = category_of[0]
        made_0 = 0.0
        made_1 = 0.0
        for place in range(live):
            hand = order[place] & _INDEX
            one, other = high[hand], low[hand]
            weight_0, weight_1 = weights[hand, 0], weights[hand, 1]
            met_0 = count * weight_0 * (all_1 - passed[one, 1] - passed[other, 1] + weight_1)
            met_1 = count * weight_1 * (all_0 - passed[one, 0] - passed[other, 0] + weight_0)
            met[hand, 0] += met_0
            met[hand, 1] += met_1
            if category != category_of[order[place] >> _INDEX_BITS]:
                outcome.made[0, category] += made_0
                outcome.made[1, category] += made_1
                category = category_of[order[place] >> _INDEX_BITS]
                made_0 = 0.0
                made_1 = 0.0
            made_0 += met_0
            made_1 += met_1
        outcome.made[0, category] += made_0
        outcome.made[1, category] += made_1
    for hand in range(hands):
        for player in range(2):
            outcome.dealt[player, classes[hand]] += met[hand, player]
            outcome.earned[player, classes[hand]] += earned[hand, player] / 2


@scalar
def _values_on(
    board: np.uint64,
    masks: UInt64s,
    pairs: UInt8s,
    pair_keys: UInt64s,
    pair_values: UInt64s,
    tables: Lookup,
    order: UInt32s,
) -> int:
    """Write the value and the index of each possible hand to *order*, and return their number."""
    board_key = np.uint64(0)
    flush = np.uint64(0)
    can_flush = False
    for suit in range(4):
        ranks = board >> np.uint64(16 * suit) & _RANKS
        board_key += tables.suits[ranks] & _KEY
        if popcount(ranks) >= 3:
            flush = np.uint64(16 * suit)
            can_flush = True
    pair_values[:] = 0
    live = 0
    for hand in range(len(masks)):
        if masks[hand] & board:
            continue
        value = pair_values[pairs[hand]]
        if value == 0:
            value = value_of_ranks(board_key + pair_keys[pairs[hand]], tables)
            pair_values[pairs[hand]] = value
        if can_flush:
            ranks = (masks[hand] | board) >> flush & _RANKS
            value = max(value, tables.suits[ranks] >> _32)
        order[live] = np.uint32(value) << _INDEX_BITS | np.uint32(hand)
        live += 1
    return live


@scalar
def _sort(order: UInt32s, spare: UInt32s, count: int) -> None:
    """Sort by value: a radix sort of seven bits, then of six."""
    places = np.zeros(129, np.int64)
    for place in range(count):
        places[(order[place] >> _INDEX_BITS & _LOW) + 1] += 1
    for digit in range(128):
        places[digit + 1] += places[digit]
    for place in range(count):
        digit = order[place] >> _INDEX_BITS & _LOW
        spare[places[digit]] = order[place]
        places[digit] += 1
    places[:] = 0
    for place in range(count):
        places[(spare[place] >> (_INDEX_BITS + _HALF) & _HIGH) + 1] += 1
    for digit in range(64):
        places[digit + 1] += places[digit]
    for place in range(count):
        digit = spare[place] >> (_INDEX_BITS + _HALF) & _HIGH
        order[places[digit]] = spare[place]
        places[digit] += 1
