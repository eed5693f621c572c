"""Who decides in a `rollout`: compiled policies, ready-made, looked up, or a caller's own."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, cast

import llvmlite.ir
import numba
import numba.extending
import numpy as np

from pokermasa.batch.array import Floats, Ints
from pokermasa.batch.chart import SIZES, Chart
from pokermasa.batch.hand import CALL, FOLD, RAISE
from pokermasa.batch.inlining import inline
from pokermasa.batch.opening import hole_at
from pokermasa.batch.random_numbers import as_fraction, next_bits
from pokermasa.batch.state import (
    ALL_IN,
    BUTTON,
    FOLDED,
    INVOLVED,
    INVOLVED_ROLE,
    LEAST,
    LEFT,
    MOST,
    POT,
    RANDOM_STATE,
    ROUND,
    TO_CALL,
    TOTAL,
    TURN,
    State,
)

_numba: Any = numba
_ir: Any = llvmlite.ir

MOST_PLAYERS = 10
Ten: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, int]


class View(NamedTuple):
    """What a policy is shown: the table as the stack to act may see it. Nothing in it can be
    changed. Tuples of ten have zeros where nobody sits."""

    round: int
    """0 before the flop, 3 on the river."""
    place: int
    """Which stack is to act, and so one's own index in the tuples."""
    button: int
    players: int
    to_call: int
    """The chips a call takes; 0 where a check does."""
    least: int
    most: int
    """The range of a raise, as *to*; both 0 where there is none."""
    pot: int
    """All chips in the middle."""
    hole: tuple[int, int]
    board: tuple[int, int, int, int, int]
    """Card numbers; 255 for what is not dealt yet."""
    stacks: Ten
    """What is left behind."""
    wagers: Ten
    """What is in front."""
    roles: Ten
    """0 folded, 1 involved, 2 all in."""


Function: TypeAlias = Callable[[View, float], tuple[int, int]]
"""Answers with FOLD, CALL or RAISE and what a raise goes to. Its second argument is the luck of
this act: at least 0, less than 1. Compiled with `numba.njit`; if it is not, it will be."""

Policy: TypeAlias = Literal["random", "caller", "folder"] | Chart | Function
_READY_MADE = ("random", "caller", "folder")
_RANDOM, _CALLER, _FOLDER, _CHART, _OWN = range(5)


class Plan(NamedTuple):
    """The policies of a table, as numbers: an argument of the kernels."""

    kind: Ints  # by place
    chart: Ints  # by place: which of `upto`
    size: Ints  # by place
    address: Ints  # by place: of the compiled function
    upto: Floats  # by chart, round, class: below which luck to fold, and to call


def plan(policies: Policy | Sequence[Policy], players: int) -> Plan:
    """One policy for all, or one for each place."""
    each = list(policies) if isinstance(policies, list | tuple) else [policies] * players
    if len(each) != players:
        raise ValueError(f"policies: one, or one for each of {players} places, not {len(each)}")
    kind, chart, size, address = np.zeros((4, players), np.int64)
    charts = [np.zeros((4, 169, 2))]
    for place, policy in enumerate(each):
        if isinstance(policy, str):
            if policy not in _READY_MADE:
                raise ValueError(f"policies: {', '.join(_READY_MADE)}, not {policy!r}")
            kind[place] = _READY_MADE.index(policy)
        elif isinstance(policy, Chart):
            kind[place] = _CHART
            chart[place] = len(charts)
            size[place] = SIZES.index(policy.raise_to)
            charts.append(policy.upto)
        elif callable(policy):
            kind[place] = _OWN
            address[place] = bridge(policy).address
        else:
            raise TypeError(f"policies: a name, a Chart or a function, not {policy!r}")
    return Plan(kind, chart, size, address, np.stack(charts))


@inline
def decide(state: State, table: int, plan: Plan, shown: Ints) -> tuple[int, int]:
    """What the policy of the stack to act does: an act and an amount. *shown* is room for what a
    caller's own policy is shown, and its answer."""
    row = state.row
    turn = row[table, TURN]
    kind = plan.kind[turn]
    bits = next_bits(row, table, RANDOM_STATE)
    to_call = state.answer[TO_CALL, table]
    least, most = state.answer[LEAST, table], state.answer[MOST, table]
    if kind == _OWN:
        # What it is shown is written down by its own code (`bridge`): a loop that nobody's own
        # policy plays in is compiled without that.
        shown[_LUCK] = np.int64(bits >> np.uint64(11))
        shown[_TABLE], shown[_TABLES], shown[_PLAYERS] = table, row.shape[0], state.players
        at = row.ctypes.data, state.answer.ctypes.data, state.deck.ctypes.data, shown.ctypes.data
        if call(plan.address[turn], at) == 0:
            shown[_ACT] = RAISED_EXCEPTION
        return shown[_ACT], shown[_TO]
    chosen = CALL
    if kind == _RANDOM:
        # Each of those open, a fold only where there is something to call.
        ways = 1 + (to_call > 0) + (most > 0)
        chosen = np.int64(as_fraction(bits) * ways) + (to_call == 0)
    elif kind == _FOLDER:
        chosen = FOLD if to_call else CALL
    elif kind == _CHART:
        upto = plan.upto[plan.chart[turn], row[table, ROUND], class_of(state, table, turn)]
        among = as_fraction(bits)
        if among >= upto[1]:
            chosen = RAISE if most else CALL
        elif among < upto[0] and to_call:
            chosen = FOLD
    if chosen != RAISE:
        return chosen, 0
    size = plan.size[turn] if kind == _CHART else 3
    if size == 0:
        return RAISE, least
    if size == 1:
        pot = row[table, TOTAL + state.players + turn] + 2 * to_call + row[table, POT]
        return RAISE, min(max(pot, least), most)
    if size == 2:
        return RAISE, most
    return RAISE, least + np.int64(
        as_fraction(next_bits(row, table, RANDOM_STATE)) * (most - least + 1)
    )


@inline
def class_of(state: State, table: int, index: int) -> np.int64:
    """Which of the 169: a place in the grid that has aces first and suited hands above pairs."""
    at = hole_at(state, table, index)
    a, b = state.deck[table, at], state.deck[table, state.players + at]
    high = np.int64(12 - (max(a, b) >> 2))
    low = np.int64(12 - (min(a, b) >> 2))
    return high * 13 + low if a & 3 == b & 3 else low * 13 + high


# What a caller's own policy is shown, and answers with, as it lies in memory.
_HOLE, _BOARD, _STACKS = 8, 10, 15
_WAGERS, _ROLES = _STACKS + MOST_PLAYERS, _STACKS + 2 * MOST_PLAYERS
_LUCK = _STACKS + 3 * MOST_PLAYERS
_ACT, _TO = _LUCK + 1, _LUCK + 2
_TABLE, _TABLES, _PLAYERS = range(_TO + 1, _TO + 4)
SHOWN = _PLAYERS + 1
RAISED_EXCEPTION = -(2**63)
"""Stands for the act of a policy that gave none."""


def answer_in(shown: Ints) -> Ints:
    return shown[_ACT : _TO + 1]


@inline
def show(state: State, table: int, shown: Ints) -> None:
    row, players = state.row, state.players
    turn, round = row[table, TURN], row[table, ROUND]
    shown[0] = round
    shown[1] = turn
    shown[2] = row[table, BUTTON]
    shown[3] = players
    shown[4] = state.answer[TO_CALL, table]
    shown[5] = state.answer[LEAST, table]
    shown[6] = state.answer[MOST, table]
    shown[7] = row[table, POT]
    hole = hole_at(state, table, turn)
    shown[_HOLE] = state.deck[table, hole]
    shown[_HOLE + 1] = state.deck[table, players + hole]
    dealt = 0 if round == 0 else round + 2
    for i in range(5):
        shown[_BOARD + i] = state.deck[table, 2 * players + i] if i < dealt else 255
    for i in range(players):
        wager = row[table, TOTAL + players + i]
        shown[_STACKS + i] = row[table, TOTAL + i] - wager
        shown[_WAGERS + i] = wager
        role = INVOLVED_ROLE if row[table, INVOLVED] >> i & 1 else ALL_IN
        shown[_ROLES + i] = role if row[table, LEFT] >> i & 1 else FOLDED


@inline
def view_of(shown: Ints) -> View:
    return View(
        shown[0],
        shown[1],
        shown[2],
        shown[3],
        shown[4],
        shown[5],
        shown[6],
        shown[7],
        (shown[_HOLE], shown[_HOLE + 1]),
        (shown[10], shown[11], shown[12], shown[13], shown[14]),
        _ten(shown, _STACKS),
        _ten(shown, _WAGERS),
        _ten(shown, _ROLES),
    )


@inline
def _ten(shown: Ints, at: int) -> Ten:
    return (
        *(shown[at], shown[at + 1], shown[at + 2], shown[at + 3], shown[at + 4]),
        *(shown[at + 5], shown[at + 6], shown[at + 7], shown[at + 8], shown[at + 9]),
    )


@inline
def luck_of(shown: Ints) -> float:
    return np.float64(shown[_LUCK]) * 2.0**-53


def _call(_typing: Any, _address: Any, _at: Any) -> tuple[Any, Callable[..., Any]]:
    """A compiled function is called by its address: so the loop needs not be compiled again for
    every policy."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        number = _ir.IntType(64)
        kinds = [_ir.IntType(bits).as_pointer() for bits in (64, 64, 8, 64)]
        pointer = builder.inttoptr(args[0], _ir.FunctionType(number, kinds).as_pointer())
        each = (builder.extract_value(args[1], place) for place in range(4))
        data = [builder.inttoptr(at, kind) for at, kind in zip(each, kinds, strict=True)]
        return builder.call(pointer, data)

    types = _numba.types
    return types.int64(types.int64, types.UniTuple(types.uintp, 4)), generate


call: Callable[[int, tuple[int, int, int, int]], int] = _numba.extending.intrinsic(_call)
"""`call(address, (row, answer, deck, shown))`: where the arrays lie."""


@functools.lru_cache(64)
def bridge(policy: Function) -> Any:
    """The policy as a function that loops can call: it writes down what is shown, and its answer
    beside it; 0 if it raised an exception."""
    compiled = policy if hasattr(policy, "py_func") else _numba.njit(nogil=True)(policy)
    types = _numba.types
    shown = _numba.typeof(np.zeros(SHOWN, np.int64))
    _check_answer(policy, compiled, shown)

    def answer(row_at: Any, answer_at: Any, deck_at: Any, shown_at: Any) -> int:
        memory = _numba.carray(shown_at, SHOWN)
        tables, players = memory[_TABLES], memory[_PLAYERS]
        row = _numba.carray(row_at, (tables, TOTAL + 4 * players))
        answers = _numba.carray(answer_at, (6, tables))
        deck = _numba.carray(deck_at, (tables, 2 * players + 5))
        show(State(players, row, answers, deck), memory[_TABLE], memory)
        try:
            act, to = compiled(view_of(memory), luck_of(memory))
        except Exception:
            return 0
        memory[_ACT] = act
        memory[_TO] = to
        return 1

    numbers, cards = types.CPointer(types.int64), types.CPointer(types.uint8)
    return _numba.cfunc(types.int64(numbers, numbers, cards, numbers))(answer)


def _check_answer(policy: Function, compiled: Any, shown: Any) -> None:
    """A policy answers with two whole numbers, or it does not get to play."""
    name = getattr(policy, "__name__", repr(policy))

    def ask(memory: Ints) -> Any:
        return compiled(view_of(memory), luck_of(memory))

    try:
        probe = _numba.njit(ask)
        probe.compile((shown,))
    except _numba.core.errors.NumbaError as error:
        raise TypeError(f"the policy {name} cannot be compiled: {error}") from error
    answers = probe.nopython_signatures[0].return_type
    integer = _numba.types.Integer
    whole = isinstance(answers, _numba.types.BaseTuple) and len(answers) == 2
    if not whole or not all(isinstance(each, integer) for each in answers):
        raise TypeError(
            f"the policy {name} answers with {answers}, not with an act and an amount, "
            "two whole numbers"
        )


def asked_again(policy: Function, shown: Ints) -> None:
    """The exception that the policy raised when shown this."""
    plain = cast(Any, policy)
    getattr(plain, "py_func", plain)(_python_view(shown), float(shown[_LUCK]) * 2.0**-53)


def _python_view(shown: Ints) -> View:
    numbers = shown.tolist()
    tens = [tuple(numbers[at : at + MOST_PLAYERS]) for at in (_STACKS, _WAGERS, _ROLES)]
    hole, board = tuple(numbers[_HOLE:_BOARD]), tuple(numbers[_BOARD:_STACKS])
    return View._make([*numbers[:_HOLE], hole, board, *tens])
