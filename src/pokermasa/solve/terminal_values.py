"""Counterfactual values at the ends of one segment (showdowns and folds), compiled.

All ends of a segment share the board, so one pass over the hands in order of strength serves eight
ends side by side (`pokermasa.batch.simd`). The pass keeps two kinds of running sums: the weight of
all opponent hands so far, and per card the weight of the hands that hold this card. The weight of
the hands beaten by a hand is the total minus the sums of its two cards, because the opponent cannot
hold those.
"""

import numpy as np

from pokermasa.batch.inlining import inline, noinline
from pokermasa.batch.simd import LANES, load, minus, plus, plus_times, store, zeros
from pokermasa.solve.game_arrays import (
    IS_LAST,
    LANE_COUNT,
    LANE_REACH,
    LANES_SHOWN,
    LEVEL,
    LIVE,
    SCORE,
    UNITS,
    BoardArrays,
    Floats32,
    HandArrays,
    TreeArrays,
    WalkBuffers,
)

Index = int | np.int64


@inline
def _add(columns: Floats32, total: object, hand: Index, one: Index, two: Index) -> object:
    """Add the weights of one hand to the sums of its two cards, and return the new total."""
    weight = load(columns, hand)
    store(columns, one, plus(load(columns, one), weight))
    store(columns, two, plus(load(columns, two), weight))
    return plus(total, weight)


@inline
def _left(columns: Floats32, total: object, one: Index, two: Index) -> object:
    """Return the total without the hands that hold either card."""
    return minus(minus(total, load(columns, one)), load(columns, two))


@noinline
def settle(
    tree: TreeArrays,
    hands: HandArrays,
    boards: BoardArrays,
    buffers: WalkBuffers,
    at: Index,
    board: Index,
    player: Index,
) -> None:
    """Compute, for each lane and hand of the player, the weight of the opponent hands that it can
    meet, and twice the weight of those that it beats (a tie counts half)."""
    segment = tree.segments[at]
    level, is_last = segment[LEVEL], segment[IS_LAST] == 1
    other = 1 - player
    lanes, lanes_shown = segment[LANE_COUNT + player], segment[LANES_SHOWN + player]
    mine, theirs = boards.ranked[0, player, board], boards.ranked[0, other, board]
    my_values, their_values = boards.ranked[1, player, board], boards.ranked[1, other, board]
    my_live, their_live = boards.facts[board, LIVE + player], boards.facts[board, LIVE + other]
    one, two, same = hands.held[0, player], hands.held[1, player], hands.held[2, player]
    their_one, their_two = hands.held[0, other], hands.held[1, other]
    columns = buffers.columns
    hand: Index
    count = hands.counts[other]
    cards = buffers.reach.shape[3]  # first row of the sums per card
    for block in range((lanes + LANES - 1) // LANES):
        shown, met = buffers.ends[0, level, block], buffers.ends[1, level, block]
        first = block * LANES
        for lane in range(min(LANES, lanes - first)):
            buffer = tree.lists[segment[LANE_REACH + player] + first + lane]
            row = buffers.reach[other, level, buffer]
            for hand in range(count):
                columns[hand * LANES + lane] = row[hand]
        for card in range(64):
            store(columns, cards + card, zeros())
        total = zeros()
        place, their_place = 0, 0
        while first < lanes_shown and is_last and place < my_live:
            value = my_values[place]
            while their_place < their_live and their_values[their_place] < value:
                hand = np.int64(theirs[their_place])
                total = _add(columns, total, hand, cards + their_one[hand], cards + their_two[hand])
                their_place += 1
            end = place
            while end < my_live and my_values[end] == value:
                hand = np.int64(mine[end])
                store(shown, hand, _left(columns, total, cards + one[hand], cards + two[hand]))
                end += 1
            while their_place < their_live and their_values[their_place] == value:
                hand = np.int64(theirs[their_place])
                total = _add(columns, total, hand, cards + their_one[hand], cards + their_two[hand])
                their_place += 1
            while place < end:
                hand = np.int64(mine[place])
                won = _left(columns, total, cards + one[hand], cards + two[hand])
                won = plus(load(shown, hand), won)
                if same[hand] >= 0:
                    won = plus(won, load(columns, np.int64(same[hand])))
                store(shown, hand, won)
                place += 1
        while their_place < their_live:
            hand = np.int64(theirs[their_place])
            total = _add(columns, total, hand, cards + their_one[hand], cards + their_two[hand])
            their_place += 1
        for place in range(my_live):
            hand = np.int64(mine[place])
            meets = _left(columns, total, cards + one[hand], cards + two[hand])
            if same[hand] >= 0:
                meets = plus(meets, load(columns, np.int64(same[hand])))
            store(met, hand, meets)
        for place in range(my_live, hands.counts[player]):
            store(met, np.int64(mine[place]), zeros())
            store(shown, np.int64(mine[place]), zeros())
        if first < lanes_shown and not is_last:
            _score(boards, buffers, board, player, shown, met)


@noinline
def _score(
    boards: BoardArrays,
    buffers: WalkBuffers,
    board: Index,
    player: Index,
    shown: Floats32,
    met: Floats32,
) -> None:
    """Compute the same for all-ins with cards to come, from the table of showdown scores."""
    table = boards.scores[boards.facts[board, SCORE]]
    unit = boards.odds[UNITS + board]
    columns = buffers.columns
    mine, theirs = boards.ranked[0, player, board], boards.ranked[0, 1 - player, board]
    my_live, their_live = boards.facts[board, LIVE + player], boards.facts[board, LIVE + 1 - player]
    if player == 0:
        for place in range(my_live):
            hand = np.int64(mine[place])
            row = table[hand]
            won = zeros()
            for their_place in range(their_live):
                other = np.int64(theirs[their_place])
                won = plus_times(won, load(columns, other), np.float32(row[other]) * unit)
            store(shown, hand, won)
        return
    for place in range(my_live):
        hand = np.int64(mine[place])
        store(shown, hand, plus(load(met, hand), load(met, hand)))
    for their_place in range(their_live):
        other = np.int64(theirs[their_place])
        row = table[other]
        weight = load(columns, other)
        for place in range(my_live):
            hand = np.int64(mine[place])
            lost = -np.float32(row[hand]) * unit
            store(shown, hand, plus_times(load(shown, hand), weight, lost))
