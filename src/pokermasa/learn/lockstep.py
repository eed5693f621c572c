"""Repeats `learn.action` and `learn.observation`, compiled; held by tests/learn/test_vector.py.

Thousands of tables, each played on until it is the learner's turn again.

The learner sits at place 0 of every table. Everybody else follows a policy of `pokermasa.batch`.
What it may do and see is the same, number by number, as in `action` and `observation`: a test
plays both and compares.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pokermasa.batch import hand, legal, opening, paying
from pokermasa.batch.array import Ints
from pokermasa.batch.bare import bare
from pokermasa.batch.hand import CALL, FOLD, RAISE
from pokermasa.batch.kernel import kernel
from pokermasa.batch.lookup import Lookup
from pokermasa.batch.policy import Plan, decide
from pokermasa.batch.rule import Rule
from pokermasa.batch.state import (
    BUTTON,
    IN_POT,
    INVOLVED,
    LEAST,
    LEFT,
    MOST,
    PRICE,
    ROUND,
    TO_CALL,
    TOTAL,
    TURN,
    State,
)
from pokermasa.batch.tables import next_hand

Floats32: TypeAlias = npt.NDArray[np.float32]
ME = 0
_BOARD, _ROUND, _SEATS = 52, 104, 108


class Memory(NamedTuple):
    """What a table remembers of its hand, by table, round and place."""

    put_in: Ints
    raises: Ints

    @classmethod
    def empty(cls, tables: int, players: int) -> Memory:
        return cls(*np.zeros((2, tables, 4, players), np.int64))


class Told(NamedTuple):
    """What a step answers, by table."""

    seen: Floats32
    mask: npt.NDArray[np.int8]
    won: Ints
    """Chips, where the learner's hand is over."""
    over: npt.NDArray[np.bool_]

    @classmethod
    def empty(cls, tables: int, numbers: int, actions: int) -> Told:
        return cls(
            np.zeros((tables, numbers), np.float32),
            np.zeros((tables, actions), np.int8),
            np.zeros(tables, np.int64),
            np.zeros(tables, np.bool_),
        )


@kernel
def advance(
    state: State,
    rule: Rule,
    tables: Lookup,
    plan: Plan,
    shown: Ints,
    actions: Ints,
    memory: Memory,
    told: Told,
) -> int:
    """The learner's action at every table (-1: none, where the first hand begins), and everything
    until its next turn. Hands that end without it count for nothing. Answers with a table at which
    a policy did what is not allowed, or -1."""
    row, players = state.row, state.players
    room = np.zeros((2, players), np.int64)
    for table in range(len(actions)):
        is_due = actions[table] >= 0
        told.over[table] = False
        told.won[table] = 0
        while True:
            turn = row[table, TURN]
            if turn == ME:
                if not is_due:
                    break
                kind, to = meant(state, table, actions[table])
            else:
                kind, to = decide(state, table, plan, shown)
                if kind < FOLD or kind > RAISE:
                    return table
                if kind == RAISE and (
                    state.answer[MOST, table] == 0
                    or to < state.answer[LEAST, table]
                    or to > state.answer[MOST, table]
                ):
                    return table
            round = row[table, ROUND]
            hand.act(state, table, rule, kind, to)
            memory.put_in[table, round, turn] = row[table, TOTAL + players + turn]
            memory.raises[table, round, turn] += kind == RAISE
            if turn == ME:
                is_due = False
            while hand.pass_turn(state, table, rule):
                paying.settle(state, table, rule, tables, room)
                if actions[table] >= 0 and not is_due and not told.over[table]:
                    told.over[table] = True
                    told.won[table] = row[table, TOTAL] - row[table, TOTAL + 2 * players]
                next_hand(state, table, rule)
                memory.put_in[table] = 0
                memory.raises[table] = 0
            legal.look(state, table, rule)
        write(state, table, memory, told)
    return -1


@bare
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


@bare
def meant(state: State, table: int, action: int) -> Any:
    """`action.act_of`"""
    if action == FOLD:
        return FOLD, 0
    least, most = state.answer[LEAST, table], state.answer[MOST, table]
    if action == CALL or most == 0:
        return CALL, 0
    return RAISE, max(least, min(most, size_of(state, table, action)))


@bare
def write(state: State, table: int, memory: Memory, told: Told) -> None:
    """`observation.encode` and `action.mask`"""
    row, players, deck = state.row, state.players, state.deck
    seen = told.seen
    for place in range(seen.shape[1]):
        seen[table, place] = 0
    hole = opening.hole_at(state, table, ME)
    seen[table, deck[table, hole]] = 1
    seen[table, deck[table, players + hole]] = 1
    round = row[table, ROUND]
    for place in range(0 if round == 0 else round + 2):
        seen[table, _BOARD + deck[table, 2 * players + place]] = 1
    seen[table, _ROUND + round] = 1
    seen[table, _SEATS + row[table, BUTTON]] = 1  # the learner is at place 0: no turning round
    chips = 0
    for i in range(players):
        chips += row[table, TOTAL + 2 * players + i]
    for i in range(players):
        is_left, is_in = row[table, LEFT] >> i & 1, row[table, INVOLVED] >> i & 1
        wager = row[table, TOTAL + players + i]
        at = _SEATS + i
        seen[table, at + players] = 1 - is_left
        seen[table, at + 2 * players] = is_left - is_in
        seen[table, at + 3 * players] = (row[table, TOTAL + i] - wager) / chips
        for each in range(4):
            put_in = wager if each == round else memory.put_in[table, each, i]
            seen[table, at + (4 + each) * players] = put_in / chips
            seen[table, at + (8 + each) * players] = min(memory.raises[table, each, i], 10) / 10
    least, most = state.answer[LEAST, table], state.answer[MOST, table]
    at = _SEATS + 12 * players
    seen[table, at] = state.answer[IN_POT, table] / chips
    seen[table, at + 1] = state.answer[TO_CALL, table] / chips
    seen[table, at + 2] = least / chips
    seen[table, at + 3] = most / chips
    mask = told.mask
    mask[table, FOLD] = 1
    mask[table, CALL] = 1
    for action in range(2, mask.shape[1]):
        amount = size_of(state, table, action)
        mask[table, action] = most > 0 and least <= amount and amount <= most
