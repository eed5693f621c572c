"""Twin of `rules.dealer` and `Situation.move`, compiled, compared by tests/batch/test_same_game.py.

One hand, on rows of arrays (`pokermasa.batch.state`). Each function here and in `opening`, `legal`
and `paying` is the twin of one in `pokermasa.rules` and names it. The test plays both and compares
every decision. Amounts are totals of the betting round. A hand is played like this:

   shuffle, begin
   while not pass_turn:
       compute_legal, act
   settle

The functions are inlined into the loop that calls them. A loop that names each one only once
compiles faster.
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
"""The kinds of acts. `CALL` is a check or a call, also with the last chips. `RAISE` goes to an
amount and includes an all-in."""

_RIVER = 3


@inline
def pass_turn(state: State, table: int, rule: Rule) -> bool:
    """Twin of `Situation.move`, after the act: pass to the next turn or round. Returns True at the
    end of the hand."""
    row = state.row
    waiting = row[table, WAITING]
    if waiting:
        # `Dealer.next_to_act`: a player alone against all-ins acts only if there is more to call.
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
    """Twin of `turn.owes`."""
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
    """Twin of `Dealer.finish`: wagers leave the totals of the stacks and stay in the pot.

    An uncalled bet need not be returned here. It is possible only when the hand is over, and then
    it is a pot that only its owner can win.
    """
    row, players = state.row, state.players
    for i in range(players):
        row[table, TOTAL + i] -= row[table, TOTAL + players + i]
        row[table, TOTAL + players + i] = 0


@inline
def accepted(state: State, table: int, kind: int, to: int) -> int:
    """Twin of `Legal.accept`: return the kind of act that is applied, or -1 if the act is refused.
    It differs from *kind* only where the house rules take a raise below the minimum as a call."""
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
    """Twin of `Dealer.acted`, for an act returned by `accepted`. The turn does not pass yet."""
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
    """Twin of `Dealer._raised`."""
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
