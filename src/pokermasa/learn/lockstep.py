"""Twin of `learn.action` and `learn.observation`, compiled, compared by tests/learn/test_vector.py.

Plays one table or thousands in compiled code, each until a learner is to act. Actions and
observations equal those of `action` and `observation`, number by number; the tests play both and
compare.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pokermasa.batch import hand, legal, opening, paying
from pokermasa.batch.array import Ints
from pokermasa.batch.hand import CALL, FOLD, RAISE
from pokermasa.batch.inlining import inline
from pokermasa.batch.kernel import allocation_free_kernel
from pokermasa.batch.lookup import Lookup, lookup
from pokermasa.batch.policy import EXCHANGE_SIZE, PolicyTable, decide, policy_table
from pokermasa.batch.rule import Rule, rule
from pokermasa.batch.state import (
    BUTTON,
    IN_POT,
    INVOLVED,
    LEAST,
    LEFT,
    MOST,
    POT,
    PRICE,
    ROUND,
    TO_CALL,
    TOTAL,
    WHO,
    State,
)
from pokermasa.batch.table import NOBODY
from pokermasa.batch.tables import next_hand
from pokermasa.batch.unpacked_argument import accessors

Floats32: TypeAlias = npt.NDArray[np.float32]
START, SKIP, OBSERVE = -1, -2, -3
"""Values instead of an action. START begins the next hand, SKIP leaves the table unchanged, and
OBSERVE only writes the results again."""
_BOARD, _ROUND, _SEATS = 52, 104, 108


class HandRecord(NamedTuple):
    """The history of the hand at each table, as far as observations need it."""

    put_in: Ints  # [table, round, place]: chips put in
    raises: Ints  # [table, round, place]: number of raises
    acted: Ints  # [table]: the set of learners that have acted in this hand
    behind: Ints  # [table, place]: stacks at the end of the hand, before it is paid
    pot: Ints  # [table]: the pot at that moment

    @classmethod
    def empty(cls, tables: int, players: int) -> HandRecord:
        return cls(
            np.zeros((tables, 4, players), np.int64),
            np.zeros((tables, 4, players), np.int64),
            np.zeros(tables, np.int64),
            np.zeros((tables, players), np.int64),
            np.zeros(tables, np.int64),
        )


class StepResults(NamedTuple):
    """The results of a step, by table. They share no memory with the cards."""

    seen: Floats32
    """Observations."""
    mask: npt.NDArray[np.int8]
    """Legal actions."""
    turn: Ints
    """The learner to act; NOBODY after the end of a hand if the tables stop there."""
    over: npt.NDArray[np.bool_]
    """Whether a hand has ended in which a learner has acted."""
    won: Ints
    """Chips that each place has won in that hand."""
    acted: Ints
    """The set of learners that have acted in that hand."""

    @classmethod
    def empty(cls, tables: int, players: int, numbers: int, actions: int) -> StepResults:
        return cls(
            np.zeros((tables, numbers), np.float32),
            np.zeros((tables, actions), np.int8),
            np.full(tables, NOBODY, np.int64),
            np.zeros(tables, np.bool_),
            np.zeros((tables, players), np.int64),
            np.zeros(tables, np.int64),
        )


class StepArguments(NamedTuple):
    """The arguments of the compiled loop."""

    state: State
    rule: Rule
    tables: Lookup
    policies: PolicyTable
    learners: Ints  # two numbers: the set of learners' places, and the first of them
    stops: Ints  # one number: whether a hand that is over stays until START
    actions: Ints  # by table
    exchange: Ints
    record: HandRecord
    results: StepResults
    room: Ints

    @classmethod
    def from_state(
        cls,
        state: State,
        rule: Rule,
        policies: PolicyTable,
        learners: int,
        stops: bool,
        numbers: int,
        actions: int,
    ) -> StepArguments:
        tables, players = len(state.row), state.players
        state.answer[WHO] = NOBODY
        return cls(
            state,
            rule,
            lookup(7),
            policies,
            np.array([learners, (learners & -learners).bit_length() - 1]),
            np.array([int(stops)]),
            np.full(tables, START, np.int64),
            np.zeros(EXCHANGE_SIZE, np.int64),
            HandRecord.empty(tables, players),
            StepResults.empty(tables, players, numbers, actions),
            np.zeros((2, players), np.int64),
        )


write_arguments, read_arguments = accessors(
    StepArguments.from_state(
        State.empty(np.ones((1, 2), np.int64)),
        rule("tda", (1, 2), None),
        policy_table("caller", 2),
        *(1, False, 1, 1),
    )
)


@allocation_free_kernel
def write_step_arguments(arguments: StepArguments, at: int) -> None:
    write_arguments(arguments, at)


@allocation_free_kernel
def advance(at: int, viewer: int) -> int:
    """Play every table until a learner is to act, and write what *viewer* (-1: that learner)
    observes.

    Hands that end without an act of a learner do not appear in the results. Returns a table at
    which a policy has failed, or -1.
    """
    arguments = read_arguments(at)
    state, rule, record, results = (
        arguments.state,
        arguments.rule,
        arguments.record,
        arguments.results,
    )
    row, answer, players = state.row, state.answer, state.players
    stops = arguments.stops[0] != 0
    for table in range(len(row)):
        action = arguments.actions[table]
        if action == SKIP:
            continue
        if action != OBSERVE:
            results.over[table] = False
        is_due = action >= 0
        while action != OBSERVE:
            turn = answer[WHO, table]
            if turn < 0:
                next_hand(state, table, rule)
                record.put_in[table] = 0
                record.raises[table] = 0
                record.acted[table] = 0
            else:
                if arguments.learners[0] >> turn & 1:
                    if not is_due:
                        break
                    kind, to = act_of(state, table, action)
                    is_due = False
                    record.acted[table] |= 1 << turn
                else:
                    kind, to = decide(state, table, arguments.policies, arguments.exchange)
                kind = hand.accepted(state, table, kind, to)
                if kind < 0:
                    return table
                round = row[table, ROUND]
                hand.act(state, table, rule, kind, to)
                record.put_in[table, round, turn] = row[table, TOTAL + players + turn]
                record.raises[table, round, turn] += kind == RAISE
            if stops:
                record_before_payout(state, table, record)
            if not hand.pass_turn(state, table, rule):
                legal.compute_legal(state, table, rule)
                continue
            paying.settle(state, table, rule, arguments.tables, arguments.room)
            answer[WHO, table] = NOBODY
            if record.acted[table]:
                results.over[table] = True
                results.acted[table] = record.acted[table]
                for i in range(players):
                    won = row[table, TOTAL + i] - row[table, TOTAL + 2 * players + i]
                    results.won[table, i] = won
                if stops:
                    break
        turn = answer[WHO, table]
        results.turn[table] = turn
        me = viewer
        if me < 0:
            me = turn if turn >= 0 else arguments.learners[1]
        write_observation(state, table, record, results, me)
    return -1


@inline
def record_before_payout(state: State, table: int, record: HandRecord) -> None:
    """Twin of `Dealer.finish` for observations of a hand that is over: record the stacks and the
    pot before the payout, with an uncalled bet returned."""
    row, players = state.row, state.players
    highest, second, owner = np.int64(0), np.int64(0), np.int64(0)
    for i in range(players):
        wager = row[table, TOTAL + players + i]
        record.behind[table, i] = row[table, TOTAL + i] - wager
        if wager > highest:
            highest, second, owner = wager, highest, np.int64(i)
        elif wager > second:
            second = wager
    record.pot[table] = row[table, POT]
    if highest > second and row[table, LEFT] >> owner & 1:
        record.behind[table, owner] += highest - second
        record.pot[table] -= highest - second


@inline
def size_of(state: State, table: int, action: int) -> Any:
    """Twin of `action.amounts`: return the amount of a raise action, also where it is not legal."""
    if action == 2:
        return state.answer[LEAST, table]
    if action == 7:
        return state.answer[MOST, table]
    pot = state.answer[IN_POT, table] + state.answer[TO_CALL, table]
    numerator, whole = 1, 1
    if action == 3:
        whole = 3
    elif action == 4:
        whole = 2
    elif action == 5:
        numerator, whole = 3, 4
    return state.row[table, PRICE] + pot * numerator // whole


@inline
def act_of(state: State, table: int, action: int) -> Any:
    """Twin of `action.act_of`."""
    if action == FOLD:
        return FOLD, 0
    least, most = state.answer[LEAST, table], state.answer[MOST, table]
    if action == CALL or most == 0:
        return CALL, 0
    return RAISE, max(least, min(most, size_of(state, table, action)))


@inline
def write_observation(
    state: State, table: int, record: HandRecord, results: StepResults, me: int
) -> None:
    """Twin of `observation.encode` and `action.mask`."""
    row, players, deck = state.row, state.players, state.deck
    seen, mask = results.seen, results.mask
    left = row[table, LEFT]
    is_over, is_turn = state.answer[WHO, table] < 0, state.answer[WHO, table] == me
    for place in range(seen.shape[1]):
        seen[table, place] = 0
    hole = opening.hole_at(state, table, me)
    seen[table, deck[table, hole]] = 1
    seen[table, deck[table, players + hole]] = 1
    round = row[table, ROUND]
    dealt = 0 if round == 0 else round + 2
    if is_over and left & (left - 1):
        dealt = np.int64(5)
    for place in range(dealt):
        seen[table, _BOARD + deck[table, 2 * players + place]] = 1
    seen[table, _ROUND + round] = 1
    button = row[table, BUTTON] - me
    seen[table, _SEATS + (button if button >= 0 else button + players)] = 1
    chips = 0
    for i in range(players):
        chips += row[table, TOTAL + 2 * players + i]
    for i in range(players):
        is_left, is_in = left >> i & 1, row[table, INVOLVED] >> i & 1
        wager = row[table, TOTAL + players + i]
        behind = record.behind[table, i] if is_over else row[table, TOTAL + i] - wager
        at = _SEATS + (i - me if i >= me else i - me + players)
        seen[table, at + players] = 1 - is_left
        seen[table, at + 2 * players] = is_left - is_in
        seen[table, at + 3 * players] = behind / chips
        for each in range(4):
            put_in = record.put_in[table, each, i]
            if each == round and not is_over:
                put_in = wager
            seen[table, at + (4 + each) * players] = put_in / chips
            seen[table, at + (8 + each) * players] = min(record.raises[table, each, i], 10) / 10
    at = _SEATS + 12 * players
    seen[table, at] = (record.pot[table] if is_over else row[table, POT]) / chips
    for action in range(mask.shape[1]):
        mask[table, action] = 0
    if not is_turn:
        return
    least, most = state.answer[LEAST, table], state.answer[MOST, table]
    seen[table, at + 1] = state.answer[TO_CALL, table] / chips
    seen[table, at + 2] = least / chips
    seen[table, at + 3] = most / chips
    mask[table, FOLD] = 1
    mask[table, CALL] = 1
    for action in range(2, mask.shape[1]):
        amount = size_of(state, table, action)
        mask[table, action] = most > 0 and least <= amount and amount <= most
