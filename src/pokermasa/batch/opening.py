"""Twin of `rules.opening` and `HandDealer.deal`, compared by tests/batch/test_same_game.py.

The beginning of a hand: the cards are dealt, antes and blinds are posted.
"""

import numpy as np

from pokermasa.batch.inlining import inline
from pokermasa.batch.random_numbers import next_bits
from pokermasa.batch.rule import Rule
from pokermasa.batch.state import (
    ACTED,
    BUTTON,
    BY_ANTE,
    DEAD,
    DEAD_POSTS,
    FULL_RAISE_TO,
    INVOLVED,
    LAST_FULL_RAISE,
    LEFT,
    POT,
    PRICE,
    RAISES,
    RANDOM_STATE,
    ROUND,
    TOTAL,
    TURN,
    WAITING,
    State,
)

_1, _32, _52 = np.uint64(1), np.uint64(32), np.uint64(52)
_LOW = np.uint64(0xFFFFFFFF)


@inline
def shuffle(state: State, table: int) -> None:
    """Draw the cards of a hand. Every card is equally likely; a card that was drawn before is drawn
    again.

    The card is written before this is checked, and the index then does not advance, because a
    branch that the processor cannot predict would be slower.
    """
    deck, row = state.deck, state.row
    need = deck.shape[1]
    used = np.uint64(0)
    place = np.int64(0)
    while True:
        # 32 bits make a card. No card is more likely than another by more than one part in 10**7.
        bits = next_bits(row, table, RANDOM_STATE)
        card = (bits & _LOW) * _52 >> _32
        deck[table, place] = card
        place += np.int64(~used >> card & _1)
        used |= _1 << card
        if place == need:
            return
        card = (bits >> _32) * _52 >> _32
        deck[table, place] = card
        place += np.int64(~used >> card & _1)
        used |= _1 << card
        if place == need:
            return


@inline
def hole_at(state: State, table: int, index: int) -> np.int64:
    """Twin of `HandDealer.deal`: return the index in the deck of a stack's first card. Its second
    card follows after as many places as there are players. The deal begins left of the button."""
    at = np.int64(index - state.row[table, BUTTON] - 1)
    return at + state.players if at < 0 else at


@inline
def begin(state: State, table: int, rule: Rule) -> None:
    """Twin of `Dealer.start`: post antes and blinds. The turn is set to the big blind and still has
    to pass."""
    row, players = state.row, state.players
    wager, first, dead = TOTAL + players, TOTAL + 2 * players, TOTAL + 3 * players
    for i in range(players):
        row[table, TOTAL + i] = row[table, first + i]
        row[table, wager + i] = 0
        row[table, dead + i] = 0
    small = row[table, BUTTON]
    if players > 2 or not rule.small_on_button:
        small = small + 1 if small + 1 < players else 0
    big = small + 1 if small + 1 < players else 0
    row[table, LEFT] = row[table, INVOLVED] = (1 << players) - 1
    row[table, POT] = 0
    row[table, DEAD] = row[table, DEAD_POSTS] = row[table, BY_ANTE] = 0
    if rule.ante:
        if rule.big_blind_ante:
            pay_ante(state, table, big, rule)
        else:
            for i in range(players):
                pay_ante(state, table, i, rule)
    pay_blind(state, table, small, rule.small)
    pay_blind(state, table, big, rule.big)
    row[table, ACTED] = 0
    row[table, WAITING] = row[table, INVOLVED]
    row[table, ROUND] = 0
    price = rule.big
    if not rule.full_price:
        price = max(row[table, wager + small], row[table, wager + big])
    row[table, PRICE] = row[table, FULL_RAISE_TO] = price
    row[table, LAST_FULL_RAISE] = rule.big
    row[table, RAISES] = 0
    row[table, TURN] = big


@inline
def pay_ante(state: State, table: int, index: int, rule: Rule) -> None:
    """Twin of `opening._pay`, together with `_gather` of the ante."""
    row = state.row
    paid = min(rule.ante, row[table, TOTAL + index])
    row[table, TOTAL + index] -= paid
    row[table, POT] += paid
    if rule.dead_antes:
        row[table, DEAD] += paid
        row[table, TOTAL + 3 * state.players + index] = paid
    if row[table, TOTAL + index] == 0:
        row[table, INVOLVED] &= ~(1 << index)


@inline
def pay_blind(state: State, table: int, index: int, amount: int) -> None:
    """Twin of `opening._pay`."""
    row = state.row
    paid = min(amount, row[table, TOTAL + index])
    row[table, TOTAL + state.players + index] = paid
    row[table, POT] += paid
    if paid == row[table, TOTAL + index]:
        row[table, INVOLVED] &= ~(1 << index)
