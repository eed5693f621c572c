"""Repeats `rules.dealer` and `Situation.move`, compiled; held by tests/batch/test_same_game.py.

One hand on rows of arrays (`pokermasa.batch.state`): each function here, in `opening`, `legal` and
`paying` is the twin of one in `pokermasa.rules`, and says which; the test plays both and compares
every decision. Amounts always mean *to*. A hand is played like this:

    shuffle, begin
    while not pass_turn:
        look, act
    settle

They become a part of the loop that calls them, so a loop names each once: it compiles sooner.
"""

from pokermasa.batch.inlining import inline
from pokermasa.batch.legal import fixed_bet, is_bet, least_added
from pokermasa.batch.rule import ADD_UP, FIXED_LIMIT, FULL_RAISE, Rule
from pokermasa.batch.state import (
    ACTED,
    BUTTON,
    FULL_RAISE_TO,
    INVOLVED,
    LAST_FULL_RAISE,
    LEAST,
    LEFT,
    MOST,
    POT,
    PRICE,
    RAISES,
    ROUND,
    SHORT,
    TO_CALL,
    TOTAL,
    TURN,
    WAITING,
    State,
    next_of,
)

FOLD, CALL, RAISE = range(3)
"""What a table is told: `CALL` is check or call, whatever it takes; `RAISE` goes to an amount, the
whole stack included."""

_RIVER = 3


@inline
def pass_turn(state: State, table: int, rule: Rule) -> bool:
    """`Situation.move`, after the act: the next turn, the next round, or the end, which is True."""
    row = state.row
    waiting = row[table, WAITING]
    if waiting:
        # `Dealer.next_to_act`: one that is left alone with all-ins acts only if it owes.
        index = next_of(waiting, row[table, TURN])
        if row[table, INVOLVED] != 1 << index or owes(state, table, int(index)):
            row[table, TURN] = index
            return False
    gather(state, table)
    left, involved = row[table, LEFT], row[table, INVOLVED]
    if row[table, ROUND] == _RIVER or involved & (involved - 1) == 0 or left & (left - 1) == 0:
        return True
    row[table, ROUND] += 1
    row[table, PRICE] = 0
    row[table, LAST_FULL_RAISE] = rule.big
    row[table, RAISES] = 0
    row[table, FULL_RAISE_TO] = 0
    row[table, ACTED] = 0
    row[table, WAITING] = involved
    row[table, TURN] = next_of(involved, row[table, BUTTON])
    return False


@inline
def owes(state: State, table: int, index: int) -> bool:
    """`turn.owes`"""
    row = state.row
    wager = row[table, TOTAL + state.players + index]
    if wager >= row[table, PRICE]:
        return False
    for i in range(state.players):
        if i != index and row[table, LEFT] >> i & 1 and row[table, TOTAL + i] > wager:
            return True
    return False


@inline
def gather(state: State, table: int) -> None:
    """`Dealer.finish`: the wagers leave the stacks' totals; they are in the pot. What nobody
    matched need not be returned: it can only be there when the hand is over, and then it is a pot
    that its owner alone plays for."""
    row, players = state.row, state.players
    for i in range(players):
        row[table, TOTAL + i] -= row[table, TOTAL + players + i]
        row[table, TOTAL + players + i] = 0


@inline
def accepted(state: State, table: int, kind: int, to: int) -> int:
    """`Legal.accept`: what is done about an act, which is itself, or a call where the house takes a
    raise under the minimum as one; -1 if it is refused."""
    answer = state.answer
    if kind < FOLD or kind > RAISE:
        return -1
    if kind != RAISE or (
        answer[MOST, table] > 0 and to >= answer[LEAST, table] and to <= answer[MOST, table]
    ):
        return kind
    return CALL if to < answer[SHORT, table] else -1


@inline
def act(state: State, table: int, rule: Rule, kind: int, to: int) -> None:
    """`Dealer.acted`, with an act as `accepted` has it; the turn has not passed yet."""
    row = state.row
    turn = row[table, TURN]
    me = 1 << turn
    row[table, ACTED] |= me
    row[table, WAITING] &= ~me
    if kind == FOLD:
        row[table, LEFT] &= ~me
        row[table, INVOLVED] &= ~me
    else:
        wager = row[table, TOTAL + state.players + turn]
        if kind == CALL:
            to = wager + state.answer[TO_CALL, table]
        else:
            raised(state, table, rule, to)
            row[table, WAITING] = row[table, INVOLVED] & ~me
        row[table, POT] += to - wager
        row[table, TOTAL + state.players + turn] = to
        if to == row[table, TOTAL + turn]:
            row[table, INVOLVED] &= ~me


@inline
def raised(state: State, table: int, rule: Rule, to: int) -> None:
    """`Dealer._raised`"""
    row = state.row
    price, full_raise_to = row[table, PRICE], row[table, FULL_RAISE_TO]
    added = to - price
    if rule.betting == FIXED_LIMIT:
        bet = fixed_bet(state, table, rule)
        is_full = added >= bet
        completes = rule.reopening == ADD_UP
        if not completes or 2 * (to - full_raise_to) >= bet:
            row[table, RAISES] += not is_bet(state, table, rule) or rule.cap_counts_bet
            if completes:
                row[table, FULL_RAISE_TO] = to
    else:
        is_full = added >= least_added(state, table, rule)
    if is_full:
        row[table, LAST_FULL_RAISE] = added
        if rule.reopening == FULL_RAISE:
            row[table, FULL_RAISE_TO] = to
    row[table, PRICE] = to
