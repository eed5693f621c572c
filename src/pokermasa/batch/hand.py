"""One hand of hold'em, compiled: the same game as `pokermasa.rules`, on rows of arrays.

Each function here is the twin of one there, and says which; a test plays both and compares every
decision. Amounts always mean *to*. A hand is played like this:

    shuffle, begin
    while not pass_turn:
        look, act
    settle

They become a part of the loop that calls them, so a loop names each once: it compiles sooner.
"""

import numpy as np

from pokermasa.batch.array import Ints
from pokermasa.batch.bare import bare
from pokermasa.batch.lookup import Lookup, value
from pokermasa.batch.luck import high_below, low_below, roll
from pokermasa.batch.rule import (
    ADD_UP,
    ANY,
    DROPPED,
    FIXED_LIMIT,
    FULL_RAISE,
    ONE_EACH,
    POT_LIMIT,
    Rule,
)
from pokermasa.batch.state import (
    ACTED,
    BUTTON,
    DEAD,
    DICE,
    FULL_RAISE_TO,
    IN_POT,
    INVOLVED,
    LAST_FULL_RAISE,
    LEAST,
    LEFT,
    MOST,
    POT,
    PRICE,
    RAISES,
    ROUND,
    TO_CALL,
    TOTAL,
    TURN,
    WAITING,
    WHO,
    State,
    first_of,
    next_of,
    size_of,
)

FOLD, CALL, RAISE = range(3)
"""What a table is told: `CALL` is check or call, whatever it takes; `RAISE` goes to an amount, the
whole stack included."""

_1, _52 = np.uint64(1), np.uint64(52)
_RIVER = 3
_NO_LEVEL = 2**62


@bare
def shuffle(state: State, table: int) -> None:
    """Lay out the cards of a hand: each card that falls is as likely, and one that lies there
    already is passed over. (To write it all the same, and not move on, spares a branch that no
    processor can foresee.)"""
    deck, row = state.deck, state.row
    need = deck.shape[1]
    used = np.uint64(0)
    place = np.int64(0)
    while True:
        luck = roll(row, table, DICE)
        card = low_below(luck, _52)
        deck[table, place] = card
        place += np.int64(~used >> card & _1)
        used |= _1 << card
        if place == need:
            return
        card = high_below(luck, _52)
        deck[table, place] = card
        place += np.int64(~used >> card & _1)
        used |= _1 << card
        if place == need:
            return


@bare
def hole_at(state: State, table: int, index: int) -> np.int64:
    """`HandDealer.deal`: where in the deck a stack's first card lies, as many places before its
    second as there are players. The deal begins left of the button."""
    at = np.int64(index - state.row[table, BUTTON] - 1)
    return at + state.players if at < 0 else at


@bare
def begin(state: State, table: int, rule: Rule) -> None:
    """`Dealer.start`: antes and blinds are posted; the turn is the big blind's, and will pass."""
    row, players = state.row, state.players
    wager, first = TOTAL + players, TOTAL + 2 * players
    for i in range(players):
        row[table, TOTAL + i] = row[table, first + i]
        row[table, wager + i] = 0
    small = row[table, BUTTON]
    if players > 2 or not rule.small_on_button:
        small = small + 1 if small + 1 < players else 0
    big = small + 1 if small + 1 < players else 0
    row[table, LEFT] = row[table, INVOLVED] = (1 << players) - 1
    row[table, POT] = 0
    row[table, DEAD] = 0
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


@bare
def ante_of(state: State, table: int, index: int, rule: Rule) -> np.int64:
    """The ante of a stack that owes one, as far as it reaches."""
    return np.int64(min(rule.ante, state.row[table, TOTAL + 2 * state.players + index]))


@bare
def pay_ante(state: State, table: int, index: int, rule: Rule) -> None:
    """`opening._pay_dead`"""
    row = state.row
    paid = ante_of(state, table, index, rule)
    row[table, TOTAL + index] -= paid
    row[table, POT] += paid
    if rule.dead_antes:
        row[table, DEAD] += paid
    if row[table, TOTAL + index] == 0:
        row[table, INVOLVED] &= ~(1 << index)


@bare
def pay_blind(state: State, table: int, index: int, amount: int) -> None:
    """`opening._pay`"""
    row = state.row
    paid = min(amount, row[table, TOTAL + index])
    row[table, TOTAL + state.players + index] = paid
    row[table, POT] += paid
    if paid == row[table, TOTAL + index]:
        row[table, INVOLVED] &= ~(1 << index)


@bare
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


@bare
def owes(state: State, table: int, index: int) -> bool:
    """`dealer._owes`"""
    row = state.row
    wager = row[table, TOTAL + state.players + index]
    if wager >= row[table, PRICE]:
        return False
    for i in range(state.players):
        if i != index and row[table, LEFT] >> i & 1 and row[table, TOTAL + i] > wager:
            return True
    return False


@bare
def gather(state: State, table: int) -> None:
    """`Dealer.finish`: the wagers leave the stacks' totals; they are in the pot. What nobody
    matched need not be returned: it can only be there when the hand is over, and then it is a pot
    that its owner alone plays for."""
    row, players = state.row, state.players
    for i in range(players):
        row[table, TOTAL + i] -= row[table, TOTAL + players + i]
        row[table, TOTAL + players + i] = 0


@bare
def look(state: State, table: int, rule: Rule) -> None:
    """`Legal.of`: the chips to call, and the least and most of a raise, both 0 if there is none. An
    all-in that is a raise is the most, and the least too if it is not a full one."""
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
    if reach > base and total > price and not is_closed(state, table, rule, wager):
        least = most = base + row[table, LAST_FULL_RAISE]
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


@bare
def is_closed(state: State, table: int, rule: Rule, wager: int) -> bool:
    """`legal._why_closed`"""
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
            closed = added < row[table, LAST_FULL_RAISE]
        if closed:
            return True
    return fixed and is_capped(state, table, rule)


@bare
def fixed_bet(state: State, table: int, rule: Rule) -> np.int64:
    """`Dealer.fixed_bet`"""
    return np.int64(rule.early_bet if state.row[table, ROUND] < 2 else rule.late_bet)


@bare
def is_bet(state: State, table: int, rule: Rule) -> bool:
    """`Dealer._is_bet`"""
    row = state.row
    if rule.reopening == ADD_UP:
        return bool(row[table, PRICE] == 0 or row[table, FULL_RAISE_TO] == 0)
    return bool(row[table, PRICE] == 0)


@bare
def is_capped(state: State, table: int, rule: Rule) -> bool:
    """`Dealer.is_capped`"""
    row = state.row
    cap = rule.caps[row[table, ROUND]]
    if cap < 0 or (is_bet(state, table, rule) and not rule.cap_counts_bet):
        return False
    if rule.cap_lifts and size_of(row[table, LEFT]) == 2:
        return False
    return bool(row[table, RAISES] >= cap)


@bare
def act(state: State, table: int, rule: Rule, kind: int, to: int) -> None:
    """`Dealer.acted`, with an act that `look` allows; the turn has not passed yet."""
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


@bare
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
        is_full = added >= row[table, LAST_FULL_RAISE]
    if is_full:
        row[table, LAST_FULL_RAISE] = added
        if rule.reopening == FULL_RAISE:
            row[table, FULL_RAISE_TO] = to
    row[table, PRICE] = to


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
