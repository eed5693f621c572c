"""Repeats `learn.action` and `learn.observation`, compiled; held by tests/learn/test_vector.py.

One table or thousands, each played on until somebody is asked who is not compiled.

What may be done and seen is the same, number by number, as in `action` and `observation`: tests
play both and compare.
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
from pokermasa.batch.policy import SHOWN, Plan, decide, plan
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
START, SKIP, LOOK = -1, -2, -3
"""Instead of an action: the next hand begins; nothing happens; nothing but that it is told anew."""
_BOARD, _ROUND, _SEATS = 52, 104, 108


class Memory(NamedTuple):
    """What a table remembers of its hand."""

    put_in: Ints  # by table, round and place
    raises: Ints  # likewise
    acted: Ints  # by table: the set of those who were asked in this hand
    behind: Ints  # by table and place: the stacks before a hand that is over was paid
    pot: Ints  # by table: the pot then

    @classmethod
    def empty(cls, tables: int, players: int) -> Memory:
        return cls(
            np.zeros((tables, 4, players), np.int64),
            np.zeros((tables, 4, players), np.int64),
            np.zeros(tables, np.int64),
            np.zeros((tables, players), np.int64),
            np.zeros(tables, np.int64),
        )


class Told(NamedTuple):
    """What a step answers, by table. It shares no memory with the cards."""

    seen: Floats32
    mask: npt.NDArray[np.int8]
    turn: Ints
    """Who is asked; NOBODY once a hand is over, where the game stops there."""
    over: npt.NDArray[np.bool_]
    """A hand ended in which somebody was asked."""
    won: Ints
    """By table and place: what each won in it, in chips."""
    acted: Ints
    """The set of those who were asked in it."""

    @classmethod
    def empty(cls, tables: int, players: int, numbers: int, actions: int) -> Told:
        return cls(
            np.zeros((tables, numbers), np.float32),
            np.zeros((tables, actions), np.int8),
            np.full(tables, NOBODY, np.int64),
            np.zeros(tables, np.bool_),
            np.zeros((tables, players), np.int64),
            np.zeros(tables, np.int64),
        )


class StepArguments(NamedTuple):
    """All that the loop works on."""

    state: State
    rule: Rule
    tables: Lookup
    plan: Plan
    asked: Ints  # two numbers: the set of places that are asked, not compiled; and the first one
    stops: Ints  # one number: whether a hand that is over stays until the next is asked for
    actions: Ints  # by table
    shown: Ints
    memory: Memory
    told: Told
    room: Ints

    @classmethod
    def of(
        cls,
        state: State,
        rule: Rule,
        plan: Plan,
        asked: int,
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
            plan,
            np.array([asked, (asked & -asked).bit_length() - 1]),
            np.array([int(stops)]),
            np.full(tables, START, np.int64),
            np.zeros(SHOWN, np.int64),
            Memory.empty(tables, players),
            Told.empty(tables, players, numbers, actions),
            np.zeros((2, players), np.int64),
        )


write_arguments, read_arguments = accessors(
    StepArguments.of(
        State.empty(np.ones((1, 2), np.int64)),
        rule("tda", (1, 2), None),
        plan("caller", 2),
        *(1, False, 1, 1),
    )
)


@allocation_free_kernel
def keep(known: StepArguments, at: int) -> None:
    write_arguments(known, at)


@allocation_free_kernel
def advance(at: int, viewer: int) -> int:
    """Everything until somebody is asked; then what *viewer* sees is told, or who is asked for -1.
    Hands that end before anybody is asked count for nothing. Answers with a table at which a policy
    did what is not allowed, or -1."""
    known = read_arguments(at)
    state, rule, memory, told = known.state, known.rule, known.memory, known.told
    row, answer, players = state.row, state.answer, state.players
    stops = known.stops[0] != 0
    for table in range(len(row)):
        action = known.actions[table]
        if action == SKIP:
            continue
        if action != LOOK:
            told.over[table] = False
        is_due = action >= 0
        while action != LOOK:
            turn = answer[WHO, table]
            if turn < 0:
                next_hand(state, table, rule)
                memory.put_in[table] = 0
                memory.raises[table] = 0
                memory.acted[table] = 0
            else:
                if known.asked[0] >> turn & 1:
                    if not is_due:
                        break
                    kind, to = meant(state, table, action)
                    is_due = False
                    memory.acted[table] |= 1 << turn
                else:
                    kind, to = decide(state, table, known.plan, known.shown)
                kind = hand.accepted(state, table, kind, to)
                if kind < 0:
                    return table
                round = row[table, ROUND]
                hand.act(state, table, rule, kind, to)
                memory.put_in[table, round, turn] = row[table, TOTAL + players + turn]
                memory.raises[table, round, turn] += kind == RAISE
            if stops:
                remember(state, table, memory)
            if not hand.pass_turn(state, table, rule):
                legal.look(state, table, rule)
                continue
            paying.settle(state, table, rule, known.tables, known.room)
            answer[WHO, table] = NOBODY
            if memory.acted[table]:
                told.over[table] = True
                told.acted[table] = memory.acted[table]
                for i in range(players):
                    won = row[table, TOTAL + i] - row[table, TOTAL + 2 * players + i]
                    told.won[table, i] = won
                if stops:
                    break
        turn = answer[WHO, table]
        told.turn[table] = turn
        me = viewer
        if me < 0:
            me = turn if turn >= 0 else known.asked[1]
        write(state, table, memory, told, me)
    return -1


@inline
def remember(state: State, table: int, memory: Memory) -> None:
    """`Dealer.finish`, for those who look at a hand that is over: the stacks and the pot before it
    is paid, what nobody matched returned."""
    row, players = state.row, state.players
    highest, second, owner = np.int64(0), np.int64(0), np.int64(0)
    for i in range(players):
        wager = row[table, TOTAL + players + i]
        memory.behind[table, i] = row[table, TOTAL + i] - wager
        if wager > highest:
            highest, second, owner = wager, highest, np.int64(i)
        elif wager > second:
            second = wager
    memory.pot[table] = row[table, POT]
    if highest > second and row[table, LEFT] >> owner & 1:
        memory.behind[table, owner] += highest - second
        memory.pot[table] -= highest - second


@inline
def size_of(state: State, table: int, action: int) -> Any:
    """What an action would raise to, were it allowed: `action.amounts`."""
    if action == 2:
        return state.answer[LEAST, table]
    if action == 7:
        return state.answer[MOST, table]
    pot = state.answer[IN_POT, table] + state.answer[TO_CALL, table]
    part, whole = 1, 1
    if action == 3:
        whole = 3
    elif action == 4:
        whole = 2
    elif action == 5:
        part, whole = 3, 4
    return state.row[table, PRICE] + pot * part // whole


@inline
def meant(state: State, table: int, action: int) -> Any:
    """`action.act_of`"""
    if action == FOLD:
        return FOLD, 0
    least, most = state.answer[LEAST, table], state.answer[MOST, table]
    if action == CALL or most == 0:
        return CALL, 0
    return RAISE, max(least, min(most, size_of(state, table, action)))


@inline
def write(state: State, table: int, memory: Memory, told: Told, me: int) -> None:
    """`observation.encode` and `action.mask`"""
    row, players, deck = state.row, state.players, state.deck
    seen, mask = told.seen, told.mask
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
        behind = memory.behind[table, i] if is_over else row[table, TOTAL + i] - wager
        at = _SEATS + (i - me if i >= me else i - me + players)
        seen[table, at + players] = 1 - is_left
        seen[table, at + 2 * players] = is_left - is_in
        seen[table, at + 3 * players] = behind / chips
        for each in range(4):
            put_in = memory.put_in[table, each, i]
            if each == round and not is_over:
                put_in = wager
            seen[table, at + (4 + each) * players] = put_in / chips
            seen[table, at + (8 + each) * players] = min(memory.raises[table, each, i], 10) / 10
    at = _SEATS + 12 * players
    seen[table, at] = (memory.pot[table] if is_over else row[table, POT]) / chips
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
