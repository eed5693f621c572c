"""One table, stepped from Python: the game of `rules.Situation`, compiled, about a microsecond an
act.

`tests/batch/test_table.py` plays both and compares every decision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from typing import NamedTuple, NoReturn, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from pokermasa.batch import hand, legal, opening, paying
from pokermasa.batch.array import Ints
from pokermasa.batch.hand import CALL, RAISE
from pokermasa.batch.kernel import allocation_free_kernel, entry
from pokermasa.batch.lookup import Lookup, lookup
from pokermasa.batch.posts import write_opening_with_posts
from pokermasa.batch.random_numbers import checked_seed, generator_states
from pokermasa.batch.rule import Rule, rule
from pokermasa.batch.state import (
    BUTTON,
    IN_POT,
    LEAST,
    LEFT,
    MOST,
    RANDOM_STATE,
    ROUND,
    TO_CALL,
    TOTAL,
    WHO,
    State,
)
from pokermasa.batch.tables import Stacks, first_stacks, refusal_reason, verified_decks
from pokermasa.batch.unpacked_argument import accessors, allocate
from pokermasa.rules import Blinds, Chips, HouseRules, IllegalAct, Refusal
from pokermasa.rules.opening import Posts
from pokermasa.rules.refusal import in_short

NOBODY = -1
"""The turn after the end of a hand."""
_REFUSED = -2
_DEAL, _DEAL_AS_GIVEN, _GO_ON = 3, 4, 5
Answer: TypeAlias = tuple[int, int, int, int, int]
"""Turn, chips to call, least and most of a raise, and pot."""


class TableArguments(NamedTuple):
    """The arguments of the compiled functions."""

    state: State
    rule: Rule
    tables: Lookup
    room: Ints


class Saved(NamedTuple):
    """A saved position of a table, for `Table.restore`."""

    rule: Rule
    memory: Ints


class Table:
    """A table that changes with every act.

    `turn`, `to_call`, `least`, `most` and `pot` say who is to act and what is legal, as `Legal` of
    `Tables` does. After the end of the hand, `is_over` is true and `results` has what each stack
    won or lost.

    >>> from pokermasa.batch import CALL, FOLD, RAISE
    >>> table = Table(players=3, stacks=[200, 200, 60], seed=7)
    >>> table.turn, table.to_call, table.least, table.most, table.pot
    (0, 2, 4, 200, 3)
    >>> table.act(RAISE, 6)
    >>> table.act(FOLD)
    >>> table.act(CALL)
    >>> table.round, table.turn, table.pot, len(table.board)
    (1, 2, 13, 3)
    >>> table.act(FOLD)
    >>> table.is_over, table.results, table.stacks
    (True, (7, -1, -6), (207, 199, 54))
    >>> table.deal()  # the next hand, from the stacks of the first, the button moving on
    >>> table.button, table.stacks
    (1, (198, 200, 59))
    """

    __slots__ = (
        *("_at", "_blinds", "_unpacked", "_arguments", "_memory", "_play", "_rules"),
        *("is_over", "least", "most", "pot", "to_call", "turn"),
    )

    def __init__(
        self,
        players: int,
        rules: HouseRules | str = "tda",
        stacks: Stacks = 200,
        blinds: Blinds | tuple[Chips, ...] = (1, 2),
        seed: int = 0,
        bets: tuple[Chips, Chips] | None = None,
    ) -> None:
        """Open a table and deal the first hand, with the button at place 0.

        *stacks* is one number for all places or one for each. *bets* are the bets of fixed limit;
        the default is one and two big blinds.
        """
        self._rules = HouseRules.resolve(rules)
        self._blinds = self._rules.verified_blinds(blinds)
        first = first_stacks(1, players, stacks)
        self._keep(rule(self._rules, self._blinds, bets), players)
        row = self._arguments.state.row[0]
        row[TOTAL + 2 * players : TOTAL + 3 * players] = first
        row[RANDOM_STATE] = generator_states(checked_seed(seed), 1)[0]
        row[BUTTON] = players - 1
        self.deal()

    def _keep(self, rule: Rule, players: int) -> None:
        self._memory, state = State.single(players)
        self._arguments = TableArguments(state, rule, lookup(7), np.zeros((2, players), np.int64))
        self._unpacked, self._at = allocate()
        _keep(self._arguments, self._at)
        self._play: Callable[[int, int, int], Answer] = entry(_play, self._at, CALL, 0)

    # Play

    def deal(
        self,
        button: SupportsIndex | None = None,
        stacks: Stacks | None = None,
        deck: Sequence[int] | npt.NDArray[np.integer] | None = None,
        posts: Posts | None = None,
    ) -> None:
        """Deal the next hand; a hand in play is abandoned.

        By default, the button moves on, the stacks are those at the beginning of the last hand, and
        the cards are drawn. *deck* lists the cards in the order in which they are dealt: one to
        each place from the left of the button, a second one to each, then the board. *posts* is as
        in `Dealer.start`.

        >>> table = Table(players=2)
        >>> table.deal(button=0, stacks=[50, 90], deck=[51, 0, 50, 1, 2, 3, 4, 5, 6])
        >>> table.hole(1), table.most
        ((51, 50), 50)
        """
        state, players = self._arguments.state, self.players
        at = -1
        if button is not None:
            at = index(button)
            if not 0 <= at < players:
                raise ValueError(f"button: a place from 0 to {players - 1}, not {at}")
        how = _DEAL
        if deck is not None:
            cards = verified_decks(np.asarray(deck)[np.newaxis], state.deck.shape)
            how = _DEAL_AS_GIVEN
        begun = state.row[0, TOTAL + 2 * players : TOTAL + 3 * players]
        if stacks is not None:
            begun = first_stacks(1, players, stacks)[0]
        if posts is not None:
            chips = begun.tolist()
            row = state.row[0].copy()
            after = at if at >= 0 else (int(row[BUTTON]) + 1) % players
            write_opening_with_posts(row, chips, after, self._blinds, self._rules, posts)
        if stacks is not None:
            state.row[0, TOTAL + 2 * players : TOTAL + 3 * players] = begun
        if deck is not None:
            state.deck[:] = cards
        answer = self._play(self._at, how, at)
        if posts is not None:
            row[[RANDOM_STATE, BUTTON]] = state.row[0, [RANDOM_STATE, BUTTON]]
            state.row[0] = row
            answer = self._play(self._at, _GO_ON, 0)
        self._set_turn(answer)

    def act(self, kind: int, to: Chips = 0) -> None:
        """Apply an act: FOLD, CALL (also check, and call with fewer chips) or RAISE to an amount,
        at most the whole stack. Raises `IllegalAct` and changes nothing if the act is not allowed.

        >>> Table(players=2).act(RAISE, 3)
        Traceback (most recent call last):
            ...
        pokermasa.rules.refusal.IllegalAct: raise to 3, but the least is 4, the most 200
        """
        if type(kind) is not int or type(to) is not int or not 0 <= kind <= RAISE:
            kind, to = self._whole(kind), self._whole(to)
            if not 0 <= kind <= RAISE:
                self._refuse(kind, to)
        try:
            answer = self._play(self._at, kind, to)
        except OverflowError:
            self._refuse(kind, to)
        turn = answer[0]
        if turn == _REFUSED:
            self._refuse(kind, to)
        self.turn, self.to_call, self.least, self.most, self.pot = answer
        self.is_over = turn < 0

    def _set_turn(self, answer: Sequence[int]) -> None:
        self.turn, self.to_call, self.least, self.most, self.pot = answer
        self.is_over = self.turn < 0

    @staticmethod
    def _whole(number: SupportsIndex) -> int:
        try:
            return index(number)
        except TypeError:
            code = Refusal.NOT_WHOLE
            raise IllegalAct(code, f"{code.words}: {in_short(number)}") from None

    def _refuse(self, kind: int, to: int) -> NoReturn:
        if self.is_over:
            raise IllegalAct(Refusal.HAND_OVER, Refusal.HAND_OVER.words)
        code = Refusal.NOT_AN_ACT
        if kind == RAISE:
            code = Refusal.TOO_SMALL if to < self.least else Refusal.TOO_LARGE
            code = code if self.most else Refusal.NO_RAISE
        raises = (self.least, self.most) if self.most else None
        raise IllegalAct(code, refusal_reason(kind, to, self.least, self.most), raises=raises)

    # Search

    def save(self) -> Saved:
        """Return the whole position, with cards and random state.

        >>> table = Table(players=2)
        >>> before = table.save()
        >>> table.act(RAISE, 200)
        >>> table.restore(before)
        >>> table.to_call, table.most
        (1, 200)
        """
        return Saved(self._arguments.rule, self._memory.copy())

    def restore(self, saved: Saved) -> None:
        """Return to a position saved at this table or at a copy. Raises `ValueError` if it comes
        from a table with other rules or places."""
        if saved.rule != self._arguments.rule or saved.memory.shape != self._memory.shape:
            raise ValueError("the position was saved at a table with other rules or places")
        self._memory[:] = saved.memory
        self._set_turn(self._arguments.state.answer[: IN_POT + 1, 0].tolist())

    def copy(self) -> Table:
        """Return another table in the same position. `save` and `restore` are ten times as fast."""
        other = Table.__new__(Table)
        other._rules, other._blinds = self._rules, self._blinds
        other._keep(self._arguments.rule, self.players)
        other.restore(self.save())
        return other

    # Views

    @property
    def players(self) -> int:
        """Number of places."""
        return self._arguments.state.players

    @property
    def round(self) -> int:
        """0 before the flop, 1 flop, 2 turn, 3 river."""
        return int(self._arguments.state.row[0, ROUND])

    @property
    def button(self) -> int:
        """The place with the button."""
        return int(self._arguments.state.row[0, BUTTON])

    @property
    def stacks(self) -> tuple[Chips, ...]:
        """Chips behind; after the end of the hand, with the pots won."""
        return tuple(self._arguments.state.stack[0].tolist())

    @property
    def wagers(self) -> tuple[Chips, ...]:
        """Chips put in during this round."""
        return tuple(self._arguments.state.wager[0].tolist())

    @property
    def roles(self) -> tuple[int, ...]:
        """0 folded, 1 involved, 2 all in."""
        return tuple(self._arguments.state.role[0].tolist())

    @property
    def results(self) -> tuple[Chips, ...]:
        """Chips that each stack has won or lost; during a hand, the chips put in, below 0."""
        state, players = self._arguments.state, self.players
        first = state.row[0, TOTAL + 2 * players : TOTAL + 3 * players]
        return tuple((state.stack[0] - first).tolist())

    @property
    def board(self) -> tuple[int, ...]:
        """Card numbers of the open board; all five after a showdown."""
        row = self._arguments.state.row[0]
        is_shown_down = self.is_over and row[LEFT] & (row[LEFT] - 1)
        cards = 5 if is_shown_down else (0, 3, 4, 5)[row[ROUND]]
        return self.deck[2 * self.players :][:cards]

    def hole(self, place: int) -> tuple[int, int]:
        """Return the two card numbers of a place."""
        players = self.players
        if not 0 <= place < players:
            raise ValueError(f"place: 0 to {players - 1}, not {place}")
        at = (place - self.button - 1) % players  # as `opening.hole_at` has it
        deck = self._arguments.state.deck[0]
        return int(deck[at]), int(deck[players + at])

    @property
    def deck(self) -> tuple[int, ...]:
        """All card numbers of the hand in the order of dealing, also those not dealt yet."""
        return tuple(self._arguments.state.deck[0].tolist())


write_arguments, read_arguments = accessors(
    TableArguments(
        State.single(2)[1], rule("tda", (1, 2), None), lookup(7), np.zeros((2, 2), np.int64)
    )
)


@allocation_free_kernel
def _keep(arguments: TableArguments, at: int) -> None:
    write_arguments(arguments, at)


@allocation_free_kernel
def _play(at: int, kind: int, to: int) -> Answer:
    """Apply an act or, with one of the `_DEAL` kinds, deal a hand with the button *to*.

    This is a single kernel, because each kernel would compile the code that follows an act again.
    """
    arguments = read_arguments(at)
    state, rule = arguments.state, arguments.rule
    row, answer = state.row, state.answer
    table = int(np.int64(0))  # see `rollout._play`
    if kind <= RAISE:
        kind = hand.accepted(state, table, kind, to)
        if answer[WHO, table] < 0 or kind < 0:
            return _REFUSED, 0, 0, 0, 0
        hand.act(state, table, rule, kind, to)
    elif kind != _GO_ON:
        if to < 0:
            to = row[table, BUTTON] + 1
        row[table, BUTTON] = to if to < state.players else 0
        if kind == _DEAL:
            opening.shuffle(state, table)
        opening.begin(state, table, rule)
    if hand.pass_turn(state, table, rule):
        paying.settle(state, table, rule, arguments.tables, arguments.room)
        for question in range(len(answer)):
            answer[question, table] = 0
        answer[WHO, table] = NOBODY
    else:
        legal.compute_legal(state, table, rule)
    return (
        answer[WHO, table],
        answer[TO_CALL, table],
        answer[LEAST, table],
        answer[MOST, table],
        answer[IN_POT, table],
    )
