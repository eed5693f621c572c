"""Many tables at once, stepped from Python: arrays of acts in, arrays of results out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pokermasa.batch import hand, legal, opening, paying
from pokermasa.batch.array import Ints, UInt8s
from pokermasa.batch.hand import CALL, FOLD, RAISE
from pokermasa.batch.inlining import inline
from pokermasa.batch.kernel import kernel
from pokermasa.batch.lookup import Lookup, lookup
from pokermasa.batch.random_numbers import checked_seed, generator_state
from pokermasa.batch.rule import Rule, rule
from pokermasa.batch.state import (
    BUTTON,
    IN_POT,
    LEAST,
    MOST,
    RANDOM_STATE,
    ROUND,
    SHORT,
    TOTAL,
    WHO,
    State,
    bytes_of,
    require_memory,
)
from pokermasa.rules import Blinds, Chips, HouseRules

MOST_IN_STACK = 10**12
"""Largest stack. It is smaller than in the rules, because sums of many pots must fit in 64 bits."""
HIDDEN = 255
"""The number of a card that is not dealt yet."""

Bools: TypeAlias = npt.NDArray[np.bool_]
"""An array of booleans."""
Stacks: TypeAlias = Chips | Sequence[Chips] | Sequence[Sequence[Chips]] | npt.NDArray[np.integer]
"""One stack for all, one for each place, or a row for each table."""


class Legal(NamedTuple):
    """The legal acts at each table. Amounts are totals of the round, except `to_call`."""

    turn: Ints
    """The stack to act."""
    to_call: Ints
    """Chips that a call takes; 0 if a check is possible."""
    least: Ints
    """The least amount of a raise; 0 if no raise is possible."""
    most: Ints
    """The largest amount of a raise, with the whole stack; 0 if no raise is possible."""
    pot: Ints
    """All chips in the middle."""

    @property
    def mask(self) -> Bools:
        """Whether FOLD, CALL (also check) and RAISE are legal, a column each. The first two always
        are."""
        mask = np.ones((len(self.turn), 3), np.bool_)
        mask[:, RAISE] = self.most > 0
        return mask


class Observation(NamedTuple):
    """The view of one place at each table: its own cards, and everything public."""

    hole: UInt8s
    """The two card numbers of the place."""
    board: UInt8s
    """Card numbers of the board; `HIDDEN` for cards to come."""
    round: Ints
    """0 before the flop, 1 flop, 2 turn, 3 river."""
    button: Ints
    """The stack on the button."""
    turn: Ints
    """The stack to act."""
    stacks: Ints
    """Chips behind."""
    wagers: Ints
    """Chips put in during this round."""
    roles: UInt8s
    """0 folded, 1 involved, 2 all in."""
    pot: Ints
    """All chips in the middle."""


class Tables:
    """Tables that play hand after hand, each hand from the same stacks, with the button moving on.

    >>> tables = Tables(3, players=2, stacks=100, blinds=Blinds(1, 2), seed=7)
    >>> legal = tables.legal()
    >>> legal.turn, legal.to_call, legal.least, legal.most
    (array([0, 0, 0]), array([1, 1, 1]), array([4, 4, 4]), array([100, 100, 100]))
    >>> over = tables.step([FOLD, CALL, RAISE], [0, 0, 100])
    >>> over, tables.results[0]
    (array([ True, False, False]), array([-1,  1]))
    """

    def __init__(
        self,
        n: int,
        players: int,
        rules: HouseRules | str = "tda",
        stacks: Stacks = 200,
        blinds: Blinds | tuple[Chips, ...] = (1, 2),
        seed: int = 0,
        bets: tuple[Chips, Chips] | None = None,
    ) -> None:
        """Open *n* tables and deal the first hands.

        *stacks* is one number for all, one for each place, or a row for each table. *bets* are the
        bets of fixed limit; the default is one and two big blinds. Raises `ValueError` if the
        blinds would decide every hand at a table.
        """
        seed_bits = checked_seed(seed)
        self.rule: Rule = rule(rules, blinds, bets)
        first = first_stacks(n, players, stacks)
        self.state = State.empty(first)
        self.results: Ints = np.zeros((n, players), np.int64)
        """Chips that each stack won or lost in the hand that ended last at its table. If the blinds
        alone decided the following hands, those are included."""
        self.totals: Ints = np.zeros((n, players), np.int64)
        """Chips that each stack has won or lost in all hands."""
        self.hands: Ints = np.zeros(n, np.int64)
        """Number of hands that have ended at each table."""
        self._lookup: Lookup = lookup(7)
        totals = ResultArrays(self.results, self.totals, self.hands)
        decided = _open(self.state, self.rule, self._lookup, seed_bits, totals)
        if decided >= 0:
            raise ValueError(
                f"table {decided}: with stacks {first[decided].tolist()} the blinds decide every "
                "hand, and no player would ever act"
            )

    def __len__(self) -> int:
        return len(self.hands)

    @property
    def players(self) -> int:
        """Number of places at each table."""
        return self.state.players

    @property
    def nbytes(self) -> int:
        """Memory of the tables, in bytes.

        >>> Tables(1024, players=6).nbytes // 1024  # KiB, so as many bytes a table
        489
        """
        state = self.state
        arrays = (state.row, state.answer, state.deck, self.results, self.totals, self.hands)
        return sum(array.nbytes for array in arrays)

    def legal(self) -> Legal:
        """Return the legal acts of the stack to act at every table."""
        return Legal(*self.state.answer[:SHORT].copy())

    def step(self, acts: npt.ArrayLike, amounts: npt.ArrayLike | None = None) -> Bools:
        """Apply one act at every table: FOLD, CALL (also check) or RAISE to the given amount.

        Where the hand ends, it is paid, `results` is updated, and the next hand is dealt. Returns
        at which tables that happened. If an act at any table is not allowed, `ValueError` is raised
        and nothing changes.

        >>> tables = Tables(2, players=2)
        >>> tables.step([CALL, RAISE], [0, 3])
        Traceback (most recent call last):
            ...
        ValueError: table 1: raise to 3, but the least is 4, the most 200
        """
        kinds = _whole(acts, len(self), "acts")
        to = np.zeros_like(kinds) if amounts is None else _whole(amounts, len(self), "amounts")
        over = np.zeros(len(self), np.bool_)
        totals = ResultArrays(self.results, self.totals, self.hands)
        bad = _step(self.state, self.rule, self._lookup, kinds, to, over, totals)
        if bad >= 0:
            legal = (int(self.state.answer[row, bad]) for row in (LEAST, MOST))
            given = int(kinds[bad]), 0 if amounts is None else int(np.asarray(amounts)[bad])
            raise ValueError(f"table {bad}: {refusal_reason(*given, *legal)}")
        return over

    def observe(self, place: int | npt.ArrayLike | None = None) -> Observation:
        """Return the view of a place: *place* (one for all tables, or one for each), or the stack
        to act.

        >>> Tables(1, players=2, seed=1).observe().board
        array([[255, 255, 255, 255, 255]], dtype=uint8)
        """
        state, players = self.state, self.players
        turn = state.answer[WHO].copy()
        at = turn if place is None else self._places(place)
        round = state.row[:, ROUND].copy()
        board = state.deck[:, 2 * players :].copy()
        dealt = np.array([0, 3, 4, 5])[round]
        board[np.arange(5) >= dealt[:, np.newaxis]] = HIDDEN
        each = np.arange(len(self))
        hole = (at - state.row[:, BUTTON] - 1) % players  # as `hand.hole_at` has it
        return Observation(
            np.stack([state.deck[each, hole], state.deck[each, players + hole]], axis=1),
            board,
            round,
            state.row[:, BUTTON].copy(),
            turn,
            state.stack,
            state.wager.copy(),
            state.role,
            state.answer[IN_POT].copy(),
        )

    def _places(self, place: int | npt.ArrayLike) -> Ints:
        at = np.asarray(place)
        if at.dtype.kind not in "ui":
            raise TypeError(f"places: whole numbers, not {at.dtype}")
        if at.shape not in ((), (len(self),)):
            raise ValueError(f"places: one, or one for each of {len(self)} tables, not {at.shape}")
        if not 0 <= at.min() <= at.max() < self.players:
            raise ValueError(f"places: 0 to {self.players - 1}, not {at.min()} to {at.max()}")
        return np.broadcast_to(at.astype(np.int64), (len(self),))

    @property
    def decks(self) -> UInt8s:
        """The cards of the current hand, a row for each table, in the order of dealing: one to each
        place from the left of the button, a second one to each, then the board. Assign to it to
        play given hands.

        >>> tables = Tables(1, players=2)  # the button is at place 0
        >>> tables.decks = np.array([[51, 0, 50, 1, 2, 3, 4, 5, 6]])
        >>> tables.observe(place=1).hole
        array([[51, 50]], dtype=uint8)
        """
        return self.state.deck.copy()

    @decks.setter
    def decks(self, cards: npt.ArrayLike) -> None:
        self.state.deck[:] = verified_decks(np.asarray(cards), self.state.deck.shape)


def verified_decks(
    array: npt.NDArray[np.integer], shape: tuple[int, ...]
) -> npt.NDArray[np.integer]:
    """Check that decks have the right shape and rows of different cards, and return them."""
    if array.dtype.kind not in "ui":
        raise TypeError(f"decks: card numbers, not {array.dtype}")
    if array.shape != shape:
        raise ValueError(f"decks: {shape[0]} rows of {shape[1]} cards, not {array.shape}")
    ordered = np.sort(array, axis=1)
    for table in np.flatnonzero((ordered[:, 0] < 0) | (ordered[:, -1] > 51)):
        raise ValueError(f"decks: cards are 0 to 51, not as at table {table}: {array[table]}")
    for table in np.flatnonzero((ordered[:, 1:] == ordered[:, :-1]).any(axis=1)):
        raise ValueError(f"decks: a card twice at table {table}: {array[table]}")
    return array


class ResultArrays(NamedTuple):
    """The result arrays of `Tables`, as an argument of kernels."""

    results: Ints
    totals: Ints
    hands: Ints


def refusal_reason(kind: int, to: int, least: int, most: int) -> str:
    """Return why an act is not allowed.

    >>> refusal_reason(7, 0, least=0, most=0)
    '7 is no act: fold is 0, check or call 1, raise 2'
    """
    if kind not in (FOLD, CALL, RAISE):
        return f"{kind} is no act: fold is {FOLD}, check or call {CALL}, raise {RAISE}"
    if most == 0:
        return f"raise to {to}, but no raise is open"
    return f"raise to {to}, but the least is {least}, the most {most}"


def first_stacks(n: int, players: int, stacks: Stacks) -> Ints:
    """Return a row of stacks for each table, from one number, one row, or all rows. Raises an error
    for stacks or numbers that are not possible."""
    n = checked_count(n, "n", "tables")
    if isinstance(players, bool) or not isinstance(players, int) or not 2 <= players <= 10:
        raise ValueError(f"players: 2 to 10, not {players!r}")
    require_memory(bytes_of(n, players), f"{n:,} tables")
    first = np.asarray(stacks)
    if first.dtype.kind not in "ui":
        raise TypeError(f"stacks: whole numbers of chips, not {first.dtype}")
    if first.shape not in ((), (players,), (n, players)):
        raise ValueError(f"stacks: one, {players}, or {n} x {players}, not of shape {first.shape}")
    if not 1 <= first.min() <= first.max() <= MOST_IN_STACK:
        raise ValueError(
            f"stacks: 1 to {MOST_IN_STACK:,} chips, not {first.min()} to {first.max()}"
        )
    return np.broadcast_to(first.astype(np.int64), (n, players))


def checked_count(number: int, name: str, what: str) -> int:
    """Check that a number is a whole number of at least 1.

    >>> checked_count(0, "n", "tables")
    Traceback (most recent call last):
        ...
    ValueError: n: at least 1, not 0
    """
    if isinstance(number, bool) or not isinstance(number, int | np.integer):
        raise TypeError(f"{name}: a whole number of {what}, not {number!r}")
    if number < 1:
        raise ValueError(f"{name}: at least 1, not {number}")
    return int(number)


def _whole(values: npt.ArrayLike, n: int, name: str) -> Ints:
    array = np.asarray(values)
    if array.dtype.kind not in "ui":
        raise TypeError(f"{name}: whole numbers, not {array.dtype}")
    if array.shape != (n,):
        raise ValueError(f"{name}: one for each of {n} tables, not of shape {array.shape}")
    # A number that is too large becomes negative here, and is refused later.
    return np.array(array, np.int64, order="C")


@kernel
def _open(state: State, rule: Rule, tables: Lookup, seed: np.uint64, totals: ResultArrays) -> int:
    """Deal the first hand of every table. Return a table at which nobody can ever act, or -1."""
    players = state.players
    room = np.zeros((2, players), np.int64)
    for table in range(len(state.row)):
        state.row[table, RANDOM_STATE] = generator_state(seed, table)
        state.row[table, BUTTON] = players - 1
        decided = 0
        while True:
            next_hand(state, table, rule)
            if not hand.pass_turn(state, table, rule):
                break
            if decided == players:
                return table
            pay_and_record(state, table, rule, tables, totals, room)
            decided += 1
        legal.compute_legal(state, table, rule)
    return -1


@inline
def next_hand(state: State, table: int, rule: Rule) -> None:
    """Move the button on and deal a hand."""
    button = state.row[table, BUTTON] + 1
    state.row[table, BUTTON] = button if button < state.players else 0
    opening.shuffle(state, table)
    opening.begin(state, table, rule)


@inline
def pay_and_record(
    state: State, table: int, rule: Rule, tables: Lookup, totals: ResultArrays, room: Ints
) -> None:
    """Pay a hand that is over, and add it to the results."""
    row, players = state.row, state.players
    paying.settle(state, table, rule, tables, room)
    totals.hands[table] += 1
    for i in range(players):
        won = row[table, TOTAL + i] - row[table, TOTAL + 2 * players + i]
        totals.results[table, i] += won
        totals.totals[table, i] += won


@kernel
def _step(
    state: State,
    rule: Rule,
    tables: Lookup,
    kinds: Ints,
    to: Ints,
    over: Bools,
    totals: ResultArrays,
) -> int:
    """Apply the acts. Return the first table with an act that is not allowed, without any change,
    or -1."""
    for table in range(len(kinds)):
        if hand.accepted(state, table, kinds[table], to[table]) < 0:
            return table
    room = np.zeros((2, state.players), np.int64)
    for table in range(len(kinds)):
        kind = hand.accepted(state, table, kinds[table], to[table])
        hand.act(state, table, rule, kind, to[table])
        while hand.pass_turn(state, table, rule):
            if not over[table]:
                over[table] = True
                for i in range(state.players):
                    totals.results[table, i] = 0
            pay_and_record(state, table, rule, tables, totals, room)
            next_hand(state, table, rule)
        legal.compute_legal(state, table, rule)
    return -1
