"""Twin of `rules.paying` and `rules.pot`, compiled, compared by tests/batch/test_same_game.py.

The end of a hand: chips are divided into pots, and the pots are paid.
"""

import numpy as np

from pokermasa.batch.array import Ints
from pokermasa.batch.inlining import inline
from pokermasa.batch.lookup import Lookup, value
from pokermasa.batch.opening import hole_at
from pokermasa.batch.rule import DROPPED, ONE_EACH, Rule
from pokermasa.batch.state import (
    BUTTON,
    BY_ANTE,
    DEAD,
    DEAD_POSTS,
    INVOLVED,
    LEFT,
    POT,
    TOTAL,
    State,
    first_of,
    next_of,
    size_of,
)

_NO_LEVEL = 2**62
_LOWEST = -1  # below every level


@inline
def hand_value(state: State, table: int, index: int, board: np.uint64, tables: Lookup) -> np.int64:
    """Twin of `HandDealer.value`."""
    deck, bits, at = state.deck, tables.bits, hole_at(state, table, index)
    mask = board + bits[deck[table, at]] + bits[deck[table, state.players + at]]
    return np.int64(value(mask, tables))


@inline
def settle(state: State, table: int, rule: Rule, tables: Lookup, room: Ints) -> None:
    """Twin of `Dealer.distribute_all` and `paid`: pay every pot to the best hands among its
    members. *room* is a buffer of two numbers for each stack: the value of its hand, and its
    level."""
    row, players = state.row, state.players
    left = row[table, LEFT]
    if left & (left - 1) == 0:
        row[table, TOTAL + first_of(left)] += row[table, POT]
        return
    board = np.uint64(0)
    for place in range(2 * players, 2 * players + 5):
        board += tables.bits[state.deck[table, place]]
    dead, posts = row[table, DEAD], row[table, DEAD_POSTS]
    posts_above = np.int64(_LOWEST)
    for i in range(players):
        room[0, i] = hand_value(state, table, i, board, tables) if left >> i & 1 else 0
        paid = row[table, TOTAL + 2 * players + i] - row[table, TOTAL + i]
        paid -= row[table, TOTAL + 3 * players + i]
        room[1, i] = 2 * paid + 1
        if row[table, BY_ANTE] >> i & 1:
            room[1, i] = 2 * paid
            posts_above = max(posts_above, 2 * paid)
    all_in = left & ~row[table, INVOLVED]
    # `pot.gather`: a pot for each level at which a player is all in, and one above them if players
    # with chips are left. A player who has paid only a dead ante plays only for the dead antes.
    # Levels are twice the chips: a player who is all in with the ante is half a chip below others
    # who have paid the same, because dead posts come in between.
    highest = np.int64(_NO_LEVEL)
    if left == all_in:
        highest = np.int64(0)
        for i in range(players):
            if left >> i & 1:
                highest = max(highest, room[1, i])
    below = np.int64(_LOWEST)  # the level under this pot
    while True:
        level = np.int64(_NO_LEVEL)
        for i in range(players):
            if all_in >> i & 1 and below < room[1, i] < level:
                level = room[1, i]
        if level >= highest:
            level = np.int64(_NO_LEVEL)
        chips = dead
        dead = np.int64(0)
        if below >= posts_above:
            chips += posts
            posts = np.int64(0)
        members = np.int64(0)
        for i in range(players):
            upto = level if level < room[1, i] else room[1, i]
            inside = upto // 2 - (below // 2 if below > 0 else 0)
            chips += inside if inside > 0 else 0
            if left >> i & 1 and (room[1, i] > below or not all_in >> i & 1):
                members |= 1 << i
        if chips:
            award(state, table, rule, chips, members, room)
        if level == _NO_LEVEL:
            return
        below = level


@inline
def award(state: State, table: int, rule: Rule, chips: int, members: np.int64, room: Ints) -> None:
    """Twin of `pot.award`: divide a pot among the winners. Odd chips are given clockwise from the
    left of the button."""
    row, players = state.row, state.players
    best = np.int64(0)
    winners = int(best)  # A literal 0 would make Numba compile the callees again for that type.
    for i in range(players):
        if members >> i & 1:
            if room[0, i] > best:
                best = room[0, i]
                winners = int(np.int64(0))
            if room[0, i] == best:
                winners |= 1 << i
    count = size_of(winners)
    if count == 1:
        row[table, TOTAL + first_of(winners)] += chips
        return
    share = chips // count
    odd = chips - share * count
    if rule.odd_chips == DROPPED:
        odd = np.int64(0)
    index = row[table, BUTTON]
    for _ in range(count):
        index = next_of(winners, index)
        extra = np.int64(odd > 0) if rule.odd_chips == ONE_EACH else odd
        row[table, TOTAL + index] += share + extra
        odd -= extra
