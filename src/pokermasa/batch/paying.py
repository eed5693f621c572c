"""Repeats `rules.paying` and `rules.pot`, compiled; held by tests/batch/test_same_game.py.

How a hand ends: which chips make which pot, and who is paid.
"""

import numpy as np

from pokermasa.batch.array import Ints
from pokermasa.batch.bare import bare
from pokermasa.batch.lookup import Lookup, value
from pokermasa.batch.opening import ante_of, hole_at
from pokermasa.batch.rule import DROPPED, ONE_EACH, Rule
from pokermasa.batch.state import (
    BUTTON,
    DEAD,
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


@bare
def hand_value(state: State, table: int, index: int, board: np.uint64, tables: Lookup) -> np.int64:
    """`HandDealer.value`"""
    deck, bits, at = state.deck, tables.bits, hole_at(state, table, index)
    mask = board + bits[deck[table, at]] + bits[deck[table, state.players + at]]
    return np.int64(value(mask, tables))


@bare
def settle(state: State, table: int, rule: Rule, tables: Lookup, room: Ints) -> None:
    """`Dealer.distribute_all` and `paid`: every pot to the best of its members. *room* holds two
    numbers a stack: what its hand is worth, and what it put in."""
    row, players = state.row, state.players
    left = row[table, LEFT]
    if left & (left - 1) == 0:
        row[table, TOTAL + first_of(left)] += row[table, POT]
        return
    board = np.uint64(0)
    for place in range(2 * players, 2 * players + 5):
        board += tables.bits[state.deck[table, place]]
    for i in range(players):
        room[0, i] = hand_value(state, table, i, board, tables) if left >> i & 1 else 0
        room[1, i] = row[table, TOTAL + 2 * players + i] - row[table, TOTAL + i]
    all_in = left & ~row[table, INVOLVED]
    dead = row[table, DEAD]
    if dead:
        take_out_dead(state, table, rule, room)
    # `pot.gather`: a layer for each level at which somebody is all in, and one above them all, if
    # anybody is left there. Who has nothing in but a dead ante plays for the dead antes alone.
    highest = np.int64(_NO_LEVEL)
    if left == all_in:
        highest = np.int64(0)
        for i in range(players):
            if left >> i & 1:
                highest = max(highest, room[1, i])
    floor = np.int64(-1)
    while True:
        level = np.int64(_NO_LEVEL)
        for i in range(players):
            if all_in >> i & 1 and floor < room[1, i] < level:
                level = room[1, i]
        if level >= highest:
            level = np.int64(_NO_LEVEL)
        chips = dead
        dead = np.int64(0)
        members = np.int64(0)
        for i in range(players):
            chips += max(0, min(room[1, i], level) - max(floor, 0))
            if left >> i & 1 and (room[1, i] > floor or not all_in >> i & 1):
                members |= 1 << i
        if chips:
            award(state, table, rule, chips, members, room)
        if level == _NO_LEVEL:
            return
        floor = level


@bare
def take_out_dead(state: State, table: int, rule: Rule, room: Ints) -> None:
    """Dead antes are nobody's wager."""
    players = state.players
    if not rule.big_blind_ante:
        for i in range(players):
            room[1, i] -= ante_of(state, table, i, rule)
        return
    big = state.row[table, BUTTON] + (1 if players == 2 and rule.small_on_button else 2)
    big = big % players
    room[1, big] -= ante_of(state, table, big, rule)


@bare
def award(state: State, table: int, rule: Rule, chips: int, members: np.int64, room: Ints) -> None:
    """`pot.award`: odd chips go round from the left of the button."""
    row, players = state.row, state.players
    best = np.int64(0)
    winners = 0
    for i in range(players):
        if members >> i & 1:
            if room[0, i] > best:
                best = room[0, i]
                winners = 0
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
