"""Twin of `rules.legal`, compiled, compared by tests/batch/test_same_game.py.

The legal acts of the stack to act. `compute_legal` writes them down once a turn.
"""

import numpy as np

from pokermasa.batch.inlining import inline
from pokermasa.batch.rule import ADD_UP, ANY, FIXED_LIMIT, FULL_RAISE, POT_LIMIT, Rule
from pokermasa.batch.state import (
    ACTED,
    FULL_RAISE_TO,
    IN_POT,
    LAST_FULL_RAISE,
    LEAST,
    LEFT,
    MOST,
    NO_SHORT,
    POT,
    PRICE,
    RAISES,
    ROUND,
    SHORT,
    TO_CALL,
    TOTAL,
    TURN,
    WHO,
    State,
    first_of,
    size_of,
)


@inline
def compute_legal(state: State, table: int, rule: Rule) -> None:
    """Twin of `Legal.for_dealer`: write the chips to call, and the least and most of a raise (0 if
    there is none).

    An all-in that is a raise is the most, and also the least if it is not a full raise. `SHORT` is
    the amount below which a raise counts as a call, where the house rules do that.
    """
    row, answer = state.row, state.answer
    turn = row[table, TURN]
    wager = row[table, TOTAL + state.players + turn]
    total = row[table, TOTAL + turn]
    base = row[table, PRICE]
    reach = np.int64(0)
    others = row[table, LEFT] & ~(1 << turn)
    while others:
        reach = max(reach, row[table, TOTAL + first_of(others)])
        if reach > base:
            break
        others &= others - 1
    price = base
    if reach < price:
        price = max(reach, wager)
    least, most = np.int64(0), np.int64(0)
    is_open = reach > base and not is_closed(state, table, rule, wager)
    if is_open and total > price:
        least = most = base + least_added(state, table, rule)
        if rule.betting == FIXED_LIMIT:
            least = fixed_bet(state, table, rule)
            least += row[table, FULL_RAISE_TO] if rule.reopening == ADD_UP else base
            most = least
        elif rule.betting == POT_LIMIT:
            most = max(least, base + row[table, POT] + base - wager)
        else:
            most = total
        most = min(most, total)
        if total < least:
            least = total
            if rule.by_calling:
                least = most = np.int64(0)
    answer[WHO, table] = turn
    answer[TO_CALL, table] = min(price, total) - wager
    answer[LEAST, table] = least
    answer[MOST, table] = most
    answer[IN_POT, table] = row[table, POT]
    short = np.int64(NO_SHORT)
    if rule.short_calls and is_open:
        short = least if most else total + 1
    answer[SHORT, table] = short


@inline
def is_closed(state: State, table: int, rule: Rule, wager: int) -> bool:
    """Twin of `legal._why_closed`."""
    row = state.row
    fixed = rule.betting == FIXED_LIMIT
    if row[table, ACTED] >> row[table, TURN] & 1:
        added = row[table, PRICE] - wager
        if rule.reopening == ANY:
            closed = added <= 0
        elif rule.reopening == FULL_RAISE:
            closed = wager >= row[table, FULL_RAISE_TO]
        elif fixed:
            closed = 2 * added < fixed_bet(state, table, rule)
        else:
            closed = added < least_added(state, table, rule)
        if closed:
            return True
    return fixed and is_capped(state, table, rule)


@inline
def least_added(state: State, table: int, rule: Rule) -> np.int64:
    """Twin of `Dealer.least_added`."""
    return np.int64(1 if rule.any_raise else state.row[table, LAST_FULL_RAISE])


@inline
def fixed_bet(state: State, table: int, rule: Rule) -> np.int64:
    """Twin of `Dealer.fixed_bet`."""
    return np.int64(rule.early_bet if state.row[table, ROUND] < 2 else rule.late_bet)


@inline
def is_bet(state: State, table: int, rule: Rule) -> bool:
    """Twin of `Dealer._is_bet`."""
    row = state.row
    if rule.reopening == ADD_UP:
        return bool(row[table, PRICE] == 0 or row[table, FULL_RAISE_TO] == 0)
    return bool(row[table, PRICE] == 0)


@inline
def is_capped(state: State, table: int, rule: Rule) -> bool:
    """Twin of `Dealer.is_capped`."""
    row = state.row
    cap = rule.caps[row[table, ROUND]]
    if cap < 0 or (is_bet(state, table, rule) and not rule.cap_counts_bet):
        return False
    if rule.cap_lifts and size_of(row[table, LEFT]) == 2:
        return False
    return bool(row[table, RAISES] >= cap)
