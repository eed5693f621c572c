"""Many tables at once, stepped from Python: arrays of acts in, arrays of answers out."""

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
    demand,
)
from pokermasa.rules import Blinds, Chips, HouseRules

MOST_IN_STACK = 10**12
"""Fewer than the rules allow: here the sums of many pots must fit 64 bits."""
HIDDEN = 255
"""Stands for a card that is not dealt yet."""

Bools: TypeAlias = npt.NDArray[np.bool_]
Stacks: TypeAlias = Chips | Sequence[Chips] | Sequence[Sequence[Chips]] | npt.NDArray[np.integer]


class Legal(NamedTuple):
    """What the stack to act may do at each table; amounts mean *to*, except `to_call`."""

    turn: Ints
    """Which stack is to act."""
    to_call: Ints
    """The chips a call takes; 0 where a check does."""
    least: Ints
    most: Ints
    """The range of a raise, the whole stack included; both 0 where there is none."""
    pot: Ints
    """All chips in the middle."""

    @property
    def mask(self) -> Bools:
        """Whether FOLD, CALL (which is also check) and RAISE are open, a column each; the first two
        always are."""
        mask = np.ones((len(self.turn), 3), np.bool_)
        mask[:, RAISE] = self.most > 0
        return mask


class Observation(NamedTuple):
    """What the stack at one place may see at each table: its own cards, and what lies open."""

    hole: UInt8s
    board: UInt8s
    """Card numbers; `HIDDEN` for what is not dealt yet."""
    round: Ints
    button: Ints
    turn: Ints
    stacks: Ints
    """What is left behind."""
    wagers: Ints
    """What is in front."""
    roles: UInt8s
    """0 folded, 1 involved, 2 all in."""
    pot: Ints


class Tables:
    """*n* tables that play hand after hand, each from the same stacks, the button moving on.

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
        """*stacks* are one number for all, one for each place, or a row for each table; *bets* are
        fixed limit's, one and two big blinds unless given."""
        seed_bits = checked_seed(seed)
        self.rule: Rule = rule(rules, blinds, bets)
        first = first_stacks(n, players, stacks)
        self.state = State.empty(first)
        self.results: Ints = np.zeros((n, players), np.int64)
        """What each stack won or lost when a hand last ended at its table. (Where the blinds alone
        decided the hand after it, both together.)"""
        self.totals: Ints = np.zeros((n, players), np.int64)
        """What each stack has won or lost in all hands."""
        self.hands: Ints = np.zeros(n, np.int64)
        """Hands ended at each table."""
        self._lookup: Lookup = lookup(7)
        books = Books(self.results, self.totals, self.hands)
        hopeless = _open(self.state, self.rule, self._lookup, seed_bits, books)
        if hopeless >= 0:
            raise ValueError(
                f"table {hopeless}: with stacks {first[hopeless].tolist()} the blinds decide every "
                "hand, and nobody would ever act"
            )

    def __len__(self) -> int:
        return len(self.hands)

    @property
    def players(self) -> int:
        return self.state.players

    @property
    def nbytes(self) -> int:
        """What these tables take up in memory.

        >>> Tables(1024, players=6).nbytes // 1024  # KiB, so as many bytes a table
        489
        """
        state = self.state
        arrays = (state.row, state.answer, state.deck, self.results, self.totals, self.hands)
        return sum(array.nbytes for array in arrays)

    def legal(self) -> Legal:
        """For the stack to act at every table."""
        return Legal(*self.state.answer[:SHORT].copy())

    def step(self, acts: npt.ArrayLike, amounts: npt.ArrayLike | None = None) -> Bools:
        """One act at every table: FOLD, CALL (also check) or RAISE, and what a raise goes to.

        Where that ends the hand, it is paid, `results` tells who won, and the next one is dealt;
        the answer says at which tables. A wrong act anywhere is refused before anything changes.

        >>> tables = Tables(2, players=2)
        >>> tables.step([CALL, RAISE], [0, 3])
        Traceback (most recent call last):
            ...
        ValueError: table 1: raise to 3, but the least is 4, the most 200
        """
        kinds = _whole(acts, len(self), "acts")
        to = np.zeros_like(kinds) if amounts is None else _whole(amounts, len(self), "amounts")
        over = np.zeros(len(self), np.bool_)
        books = Books(self.results, self.totals, self.hands)
        bad = _step(self.state, self.rule, self._lookup, kinds, to, over, books)
        if bad >= 0:
            legal = (int(self.state.answer[row, bad]) for row in (LEAST, MOST))
            given = int(kinds[bad]), 0 if amounts is None else int(np.asarray(amounts)[bad])
            raise ValueError(f"table {bad}: {why_not(*given, *legal)}")
        return over

    def observe(self, place: int | npt.ArrayLike | None = None) -> Observation:
        """What a stack sees: the one at *place* (one for all tables, or one each), or the one to
        act.

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
        """The cards of the hand in play, seen or not, a row for each table, as they are dealt: one
        to each place, beginning left of the button, a second to each, then the board. They may be
        set, too: to play given hands.

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


class Books(NamedTuple):
    """What has been won, of which a caller reads the arrays in `Tables`."""

    results: Ints
    totals: Ints
    hands: Ints


def why_not(kind: int, to: int, least: int, most: int) -> str:
    """Why an act that was refused is wrong.

    >>> why_not(7, 0, least=0, most=0)
    '7 is no act: fold is 0, check or call 1, raise 2'
    """
    if kind not in (FOLD, CALL, RAISE):
        return f"{kind} is no act: fold is {FOLD}, check or call {CALL}, raise {RAISE}"
    if most == 0:
        return f"raise to {to}, but no raise is open"
    return f"raise to {to}, but the least is {least}, the most {most}"


def first_stacks(n: int, players: int, stacks: Stacks) -> Ints:
    """A row of stacks for each table, from one number, one row, or all of them."""
    n = whole(n, "n", "tables")
    if isinstance(players, bool) or not isinstance(players, int) or not 2 <= players <= 10:
        raise ValueError(f"players: 2 to 10, not {players!r}")
    demand(bytes_of(n, players), f"{n:,} tables")
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


def whole(number: int, name: str, what: str) -> int:
    """
    >>> whole(0, "n", "tables")
    Traceback (most recent call last):
        ...
    ValueError: n: at least 1 of the tables, not 0
    """
    if isinstance(number, bool) or not isinstance(number, int | np.integer):
        raise TypeError(f"{name}: a number of {what}, not {number!r}")
    if number < 1:
        raise ValueError(f"{name}: at least 1 of the {what}, not {number}")
    return int(number)


def _whole(values: npt.ArrayLike, n: int, name: str) -> Ints:
    array = np.asarray(values)
    if array.dtype.kind not in "ui":
        raise TypeError(f"{name}: whole numbers, not {array.dtype}")
    if array.shape != (n,):
        raise ValueError(f"{name}: one for each of {n} tables, not of shape {array.shape}")
    # (A number too large for this turns negative, and so is refused as well.)
    return np.array(array, np.int64, order="C")


@kernel
def _open(state: State, rule: Rule, tables: Lookup, seed: np.uint64, books: Books) -> int:
    """The first hand of every table. Answers with a table at which nobody can ever act, or -1."""
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
            close(state, table, rule, tables, books, room)
            decided += 1
        legal.look(state, table, rule)
    return -1


@inline
def next_hand(state: State, table: int, rule: Rule) -> None:
    """The button moves on and a hand is dealt."""
    button = state.row[table, BUTTON] + 1
    state.row[table, BUTTON] = button if button < state.players else 0
    opening.shuffle(state, table)
    opening.begin(state, table, rule)


@inline
def close(state: State, table: int, rule: Rule, tables: Lookup, books: Books, room: Ints) -> None:
    """Pay a hand that is over, and book it."""
    row, players = state.row, state.players
    paying.settle(state, table, rule, tables, room)
    books.hands[table] += 1
    for i in range(players):
        won = row[table, TOTAL + i] - row[table, TOTAL + 2 * players + i]
        books.results[table, i] += won
        books.totals[table, i] += won


@kernel
def _step(
    state: State,
    rule: Rule,
    tables: Lookup,
    kinds: Ints,
    to: Ints,
    over: Bools,
    books: Books,
) -> int:
    """The first table with a wrong act, and nothing changed; or -1."""
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
                    books.results[table, i] = 0
            close(state, table, rule, tables, books, room)
            next_hand(state, table, rule)
        legal.look(state, table, rule)
    return -1
