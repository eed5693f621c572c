"""Policies that decide in a `rollout`: ready-made ones, charts, and compiled functions of the
caller."""

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
"""Largest number of players at a table."""
Ten: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, int]
"""A number for each of ten places."""


class View(NamedTuple):
    """The view of the player to act, as a policy gets it. It cannot be changed. Tuples of ten have
    zeros for empty places."""

    round: int
    """0 before the flop, 1 flop, 2 turn, 3 river."""
    place: int
    """The stack to act, which is the policy's own index in the tuples."""
    button: int
    """The stack on the button."""
    players: int
    """Number of players."""
    to_call: int
    """Chips that a call takes; 0 if a check is possible."""
    least: int
    """The least amount of a raise, as a total of the round; 0 if no raise is possible."""
    most: int
    """The largest amount of a raise; 0 if no raise is possible."""
    pot: int
    """All chips in the middle, with the wagers of this round."""
    hole: tuple[int, int]
    """The player's two card numbers."""
    board: tuple[int, int, int, int, int]
    """Card numbers of the board; 255 for cards to come."""
    stacks: Ten
    """Chips behind."""
    wagers: Ten
    """Chips put in during this round."""
    roles: Ten
    """0 folded, 1 involved, 2 all in."""


Function: TypeAlias = Callable[[View, float], tuple[int, int]]
"""A policy as a function. It gets the view and a random number of at least 0 and less than 1, and
returns FOLD, CALL or RAISE and the amount of a raise. It is compiled with `numba.njit`, if it is
not already."""

Policy: TypeAlias = Literal["random", "caller", "folder"] | Chart | Function
"""A policy: a ready-made one by name, a chart, or a function."""
_READY_MADE = ("random", "caller", "folder")
_RANDOM, _CALLER, _FOLDER, _CHART, _OWN = range(5)


class PolicyTable(NamedTuple):
    """The policies of all places as numbers, as an argument of kernels."""

    kind: Ints  # by place
    chart: Ints  # by place: index in `upto`
    size: Ints  # by place: index in `SIZES`
    address: Ints  # by place: address of the compiled function
    upto: Floats  # [chart, round, class]: random numbers below these two mean fold and call


def policy_table(policies: Policy | Sequence[Policy], players: int) -> PolicyTable:
    """Return the table of one policy for all places, or of one for each place. Raises `ValueError`
    or `TypeError` for something else."""
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
            address[place] = native_policy(policy).address
        else:
            raise TypeError(f"policies: a name, a Chart or a function, not {policy!r}")
    return PolicyTable(kind, chart, size, address, np.stack(charts))


@inline
def decide(state: State, table: int, policies: PolicyTable, exchange: Ints) -> tuple[int, int]:
    """Ask the policy of the stack to act, and return its act and amount. *exchange* is the buffer
    through which functions get their view and return their answer."""
    row = state.row
    turn = row[table, TURN]
    kind = policies.kind[turn]
    bits = next_bits(row, table, RANDOM_STATE)
    to_call = state.answer[TO_CALL, table]
    least, most = state.answer[LEAST, table], state.answer[MOST, table]
    if kind == _OWN:
        # The function writes its view itself (`native_policy`). So the loop need not contain that
        # code, and compiles faster.
        exchange[_RANDOM_BITS] = np.int64(bits >> np.uint64(11))
        exchange[_TABLE], exchange[_TABLES], exchange[_PLAYERS] = (
            table,
            row.shape[0],
            state.players,
        )
        at = (
            row.ctypes.data,
            state.answer.ctypes.data,
            state.deck.ctypes.data,
            exchange.ctypes.data,
        )
        if call(policies.address[turn], at) == 0:
            exchange[_ACT] = RAISED_EXCEPTION
        return exchange[_ACT], exchange[_TO]
    chosen = CALL
    if kind == _RANDOM:
        # All legal acts are equally likely; a fold is included only if there is a bet to call.
        ways = 1 + (to_call > 0) + (most > 0)
        chosen = np.int64(as_fraction(bits) * ways) + (to_call == 0)
    elif kind == _FOLDER:
        chosen = FOLD if to_call else CALL
    elif kind == _CHART:
        upto = policies.upto[policies.chart[turn], row[table, ROUND], class_of(state, table, turn)]
        among = as_fraction(bits)
        if among >= upto[1]:
            chosen = RAISE if most else CALL
        elif among < upto[0] and to_call:
            chosen = FOLD
    if chosen != RAISE:
        return chosen, 0
    size = policies.size[turn] if kind == _CHART else 3
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
    """Return the hand class of a stack: its cell in the 13 × 13 grid, aces first, suited hands
    above the diagonal."""
    at = hole_at(state, table, index)
    a, b = state.deck[table, at], state.deck[table, state.players + at]
    high = np.int64(12 - (max(a, b) >> 2))
    low = np.int64(12 - (min(a, b) >> 2))
    return high * 13 + low if a & 3 == b & 3 else low * 13 + high


# Layout of the exchange buffer: the numbers of a `View`, the random number, and the answer.
_HOLE, _BOARD, _STACKS = 8, 10, 15
_WAGERS, _ROLES = _STACKS + MOST_PLAYERS, _STACKS + 2 * MOST_PLAYERS
_RANDOM_BITS = _STACKS + 3 * MOST_PLAYERS
_ACT, _TO = _RANDOM_BITS + 1, _RANDOM_BITS + 2
_TABLE, _TABLES, _PLAYERS = range(_TO + 1, _TO + 4)
EXCHANGE_SIZE = _PLAYERS + 1
"""Length of the exchange buffer."""
RAISED_EXCEPTION = -(2**63)
"""The act in the buffer after a policy has raised an exception."""


def answer_of(exchange: Ints) -> Ints:
    """Return the act and the amount in the buffer."""
    return exchange[_ACT : _TO + 1]


@inline
def write_view(state: State, table: int, exchange: Ints) -> None:
    """Write the view of the stack to act to the buffer."""
    row, players = state.row, state.players
    turn, round = row[table, TURN], row[table, ROUND]
    exchange[0] = round
    exchange[1] = turn
    exchange[2] = row[table, BUTTON]
    exchange[3] = players
    exchange[4] = state.answer[TO_CALL, table]
    exchange[5] = state.answer[LEAST, table]
    exchange[6] = state.answer[MOST, table]
    exchange[7] = row[table, POT]
    hole = hole_at(state, table, turn)
    exchange[_HOLE] = state.deck[table, hole]
    exchange[_HOLE + 1] = state.deck[table, players + hole]
    dealt = 0 if round == 0 else round + 2
    for i in range(5):
        exchange[_BOARD + i] = state.deck[table, 2 * players + i] if i < dealt else 255
    for i in range(players):
        wager = row[table, TOTAL + players + i]
        exchange[_STACKS + i] = row[table, TOTAL + i] - wager
        exchange[_WAGERS + i] = wager
        role = INVOLVED_ROLE if row[table, INVOLVED] >> i & 1 else ALL_IN
        exchange[_ROLES + i] = role if row[table, LEFT] >> i & 1 else FOLDED


@inline
def view_of(exchange: Ints) -> View:
    """Read the view from the buffer."""
    return View(
        exchange[0],
        exchange[1],
        exchange[2],
        exchange[3],
        exchange[4],
        exchange[5],
        exchange[6],
        exchange[7],
        (exchange[_HOLE], exchange[_HOLE + 1]),
        (exchange[10], exchange[11], exchange[12], exchange[13], exchange[14]),
        _ten(exchange, _STACKS),
        _ten(exchange, _WAGERS),
        _ten(exchange, _ROLES),
    )


@inline
def _ten(exchange: Ints, at: int) -> Ten:
    return (
        *(
            exchange[at],
            exchange[at + 1],
            exchange[at + 2],
            exchange[at + 3],
            exchange[at + 4],
        ),
        *(
            exchange[at + 5],
            exchange[at + 6],
            exchange[at + 7],
            exchange[at + 8],
            exchange[at + 9],
        ),
    )


@inline
def random_of(exchange: Ints) -> float:
    """Read the random number from the buffer."""
    return np.float64(exchange[_RANDOM_BITS]) * 2.0**-53


def _call(_typing: Any, _address: Any, _at: Any) -> tuple[Any, Callable[..., Any]]:
    """Generate a call by address, so that a loop need not be compiled again for each policy."""

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
"""`call(address, (row, answer, deck, exchange))` calls a native policy with the addresses of the
arrays."""


@functools.lru_cache(64)
def native_policy(policy: Function) -> Any:
    """Compile a policy to a native function that kernels can call by address.

    It writes the view to the exchange buffer, calls the policy, and writes the answer. It returns
    1, or 0 if the policy has raised an exception.
    """
    compiled = policy if hasattr(policy, "py_func") else _numba.njit(nogil=True)(policy)
    types = _numba.types
    exchange = _numba.typeof(np.zeros(EXCHANGE_SIZE, np.int64))
    _check_answer(policy, compiled, exchange)

    def answer(row_at: Any, answer_at: Any, deck_at: Any, shown_at: Any) -> int:
        memory = _numba.carray(shown_at, EXCHANGE_SIZE)
        tables, players = memory[_TABLES], memory[_PLAYERS]
        row = _numba.carray(row_at, (tables, TOTAL + 4 * players))
        answers = _numba.carray(answer_at, (6, tables))
        deck = _numba.carray(deck_at, (tables, 2 * players + 5))
        write_view(State(players, row, answers, deck), memory[_TABLE], memory)
        try:
            act, to = compiled(view_of(memory), random_of(memory))
        except Exception:
            return 0
        memory[_ACT] = act
        memory[_TO] = to
        return 1

    numbers, cards = types.CPointer(types.int64), types.CPointer(types.uint8)
    return _numba.cfunc(types.int64(numbers, numbers, cards, numbers))(answer)


def _check_answer(policy: Function, compiled: Any, exchange: Any) -> None:
    """Raise `TypeError` unless the policy can be compiled and returns two whole numbers."""
    name = getattr(policy, "__name__", repr(policy))

    def call_policy(memory: Ints) -> Any:
        return compiled(view_of(memory), random_of(memory))

    try:
        probe = _numba.njit(call_policy)
        probe.compile((exchange,))
    except _numba.core.errors.NumbaError as error:
        raise TypeError(f"the policy {name} cannot be compiled: {error}") from error
    answers = probe.nopython_signatures[0].return_type
    integer = _numba.types.Integer
    whole = isinstance(answers, _numba.types.BaseTuple) and len(answers) == 2
    if not whole or not all(isinstance(each, integer) for each in answers):
        raise TypeError(
            f"the policy {name} returns {answers} instead of two whole numbers, "
            "an act and an amount"
        )


def call_in_python(policy: Function, exchange: Ints) -> None:
    """Call the policy again in Python with the same view, so that its exception is raised here."""
    plain = cast(Any, policy)
    getattr(plain, "py_func", plain)(
        _python_view(exchange), float(exchange[_RANDOM_BITS]) * 2.0**-53
    )


def _python_view(exchange: Ints) -> View:
    numbers = exchange.tolist()
    tens = [tuple(numbers[at : at + MOST_PLAYERS]) for at in (_STACKS, _WAGERS, _ROLES)]
    hole, board = tuple(numbers[_HOLE:_BOARD]), tuple(numbers[_BOARD:_STACKS])
    return View._make([*numbers[:_HOLE], hole, board, *tens])
