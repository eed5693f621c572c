"""Rollouts: millions of whole hands played by compiled policies, to compare how well they play."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np

from pokermasa.batch import hand, legal, opening, paying
from pokermasa.batch.array import Floats, Ints, UInt8s
from pokermasa.batch.kernel import allocation_free_kernel
from pokermasa.batch.lookup import Lookup, lookup
from pokermasa.batch.policy import (
    EXCHANGE_SIZE,
    RAISED_EXCEPTION,
    Function,
    Policy,
    PolicyTable,
    answer_of,
    call_in_python,
    decide,
    policy_table,
)
from pokermasa.batch.random_numbers import checked_seed, generator_state
from pokermasa.batch.rule import Rule, rule
from pokermasa.batch.state import (
    BUTTON,
    LEAST,
    LEFT,
    MOST,
    RANDOM_STATE,
    TOTAL,
    TURN,
    State,
    require_memory,
)
from pokermasa.batch.tables import Stacks, checked_count, first_stacks, refusal_reason
from pokermasa.batch.threads import spread
from pokermasa.notebook.data import data_frame
from pokermasa.notebook.html import shortened
from pokermasa.rules import Blinds, Chips, HouseRules

_PIECE = 8192  # hands in one task of a thread
_SHARE = 32 * _PIECE  # hands in one task of an Executor
_Part: TypeAlias = tuple[Ints, Floats, Ints]
"""The result of one task: sums and sums of squares by place, and counts."""


class PolicyError(ValueError):
    """Raised when a policy returns an act that is not allowed, or raises an exception.

    `hand` and `act` are the numbers of the hand and of its act, and `place` is the place of the
    policy.
    """

    def __init__(self, text: str, hand: int, act: int, place: int) -> None:
        super().__init__(text)
        self.hand, self.act, self.place = hand, act, place

    def __reduce__(self) -> tuple[type[PolicyError], tuple[str, int, int, int]]:
        """Support pickling, because the error may come from another process."""
        return PolicyError, (str(self), self.hand, self.act, self.place)


class Rollout(NamedTuple):
    """The result of a rollout. Arrays are by place.

    >>> rollout(1000, 2, ["caller", "folder"], seed=1)
    <Rollout: 1,000 hands, chips a hand: +0.53 ± 0.09, -0.53 ± 0.09>
    """

    hands: int
    """Number of hands."""
    totals: Ints
    """Chips won (or lost, below 0) in all hands."""
    squares: Floats
    """The squares of the chips won in each hand, summed."""
    acts: int
    """Number of acts."""
    showdowns: int
    """Number of showdowns."""
    seconds: float
    """Duration in seconds, without compiling."""
    results: Ints | None = None
    """Chips won in each hand, a row for each hand. None unless `keep` was set."""

    def __repr__(self) -> str:
        pairs = zip(self.mean.tolist(), self.error.tolist(), strict=True)
        won = [f"{mean:+,.2f} ± {1.96 * error:,.2f}" for mean, error in pairs]
        return shortened(f"<Rollout: {self.hands:,} hands, chips a hand: {', '.join(won)}>")

    def to_records(self) -> list[dict[str, Any]]:
        """Return one plain dictionary for each place. `error` is the standard error of `mean`."""
        columns = (self.totals.tolist(), self.mean.tolist(), self.error.tolist())
        return [
            {"place": place, "hands": self.hands, "chips": chips, "mean": mean, "error": error}
            for place, (chips, mean, error) in enumerate(zip(*columns, strict=True))
        ]

    def to_frame(self) -> Any:
        """Return the records as a data frame of pandas, or of polars if only that is installed."""
        return data_frame(self.to_records())

    @property
    def mean(self) -> Floats:
        """Average chips won in a hand."""
        mean: Floats = self.totals / self.hands
        return mean

    @property
    def error(self) -> Floats:
        """Standard error of `mean`."""
        spread = self.squares / self.hands - self.mean**2
        error: Floats = np.sqrt(np.maximum(spread, 0) / self.hands)
        return error

    @property
    def hands_a_second(self) -> float:
        return self.hands / self.seconds


def rollout(
    hands: int,
    players: int,
    policies: Policy | Sequence[Policy] = "random",
    rules: HouseRules | str = "tda",
    stacks: Stacks = 200,
    blinds: Blinds | tuple[Chips, ...] = (1, 2),
    seed: int = 0,
    threads: int | Executor | None = 1,
    bets: tuple[Chips, Chips] | None = None,
    keep: bool = False,
    start: int = 0,
) -> Rollout:
    """Play hands, each from the same stacks, with the button moving on.

    *policies* is one policy for all places or one for each: `"random"`, `"caller"`, `"folder"`, a
    `Chart`, or a function compiled with `numba.njit` that takes a `View` and a random number from 0
    to 1 and returns an act and an amount. The cards of a hand depend only on the seed and the
    number of the hand, not on policies or threads; *start* is the number of the first hand.
    *threads* may be an Executor of other processes or of a cluster; the result is the same to the
    bit. *keep* also returns the result of every hand. Raises `PolicyError` if a policy fails.

    >>> played = rollout(1000, players=2, policies=["caller", "folder"], seed=1)
    >>> played.totals.tolist(), played.mean.tolist()
    ([528, -528], [0.528, -0.528])
    """
    hands = checked_count(hands, "hands", "hands")
    begin = checked_count(start + 1, "start", "hands") - 1
    if keep:
        require_memory(8 * hands * players, f"the results of {hands:,} hands")
    terms = (players, policies, rules, stacks, blinds, seed, bets, keep)
    if isinstance(threads, Executor):
        began = time.perf_counter()
        shares = [(at, min(_SHARE, hands - at)) for at in range(0, hands, _SHARE)]
        futures = [threads.submit(_play_hands, begin + at, count, *terms) for at, count in shares]
        try:
            done = [future.result() for future in futures]
        finally:  # Ctrl-C or a PolicyError
            for future in futures:
                future.cancel()
        parts = [part for share in done for part in share.parts]
        results = np.concatenate([share.results for share in done])
        seconds = time.perf_counter() - began
    else:
        parts, results, seconds = _play_hands(begin, hands, *terms, threads)
    # Python's integers do not overflow; if a sum does not fit the array, NumPy raises an error.
    totals = [sum(column) for column in zip(*(part[0].tolist() for part in parts), strict=True)]
    acts, showdowns, _ = np.sum([part[2] for part in parts], axis=0).tolist()
    return Rollout(
        hands,
        np.array(totals, np.int64),
        np.sum([part[1] for part in parts], axis=0),
        acts,
        showdowns,
        seconds,
        results if keep else None,
    )


class _Played(NamedTuple):
    """The results of a rollout or of one task of an Executor."""

    parts: list[_Part]
    results: Ints
    seconds: float


def _play_hands(
    begin: int,
    hands: int,
    players: int,
    policies: Policy | Sequence[Policy],
    rules: HouseRules | str,
    stacks: Stacks,
    blinds: Blinds | tuple[Chips, ...],
    seed: int,
    bets: tuple[Chips, Chips] | None,
    keep: bool,
    threads: int | None = 1,
) -> _Played:
    """Play a whole rollout, or one task of an Executor."""
    seed_bits = checked_seed(seed)
    house = rule(rules, blinds, bets)
    first = first_stacks(1, players, stacks)
    each = policy_table(policies, players)
    results = np.zeros((hands if keep else 0, players), np.int64)
    tables = lookup(7)

    def play(at: int, count: int) -> _Part:
        sums, squares = np.zeros(players, np.int64), np.zeros(players)
        counts, exchange = np.zeros(3, np.int64), np.zeros(EXCHANGE_SIZE, np.int64)
        room = np.zeros((2, players), np.int64)
        state, buffers = (
            State.empty(first),
            RolloutBuffers(sums, squares, counts, exchange, room),
        )
        rows = results[at : at + count] if keep else results
        refused = _play(state, house, tables, each, seed_bits, begin + at, count, buffers, rows)
        if refused >= 0:
            raise _policy_error(policies, state, refused, buffers)
        return sums, squares, counts

    def play_piece(number: int) -> _Part:
        at = number * _PIECE
        return play(at, min(_PIECE, hands - at))

    play(0, 0)  # Compile before the time is measured.
    began = time.perf_counter()
    parts = spread(play_piece, -(-hands // _PIECE), threads)
    return _Played(parts, results, time.perf_counter() - began)


def cards_of(hands: int, players: int, seed: int = 0, start: int = 0) -> UInt8s:
    """Return the cards of some hands of a rollout, in the form of `Tables.decks`, to play them
    again.

    The button of a hand is its number modulo the number of players.

    >>> cards_of(1, players=2, seed=1, start=41).tolist()
    [[5, 27, 38, 32, 0, 28, 40, 18, 34]]
    """
    seed_bits = checked_seed(seed)
    hands = checked_count(hands, "hands", "hands")
    begin = checked_count(start + 1, "start", "hands") - 1
    state = State.empty(first_stacks(1, players, 1))
    places = state.deck.shape[1]
    require_memory(hands * places, f"the cards of {hands:,} hands")
    decks = np.empty((hands, places), np.uint8)
    _deal(state, seed_bits, begin, decks)
    return decks


@allocation_free_kernel
def _deal(state: State, seed: np.uint64, start: int, decks: UInt8s) -> None:
    table = int(np.int64(0))  # see `_play`
    for number in range(len(decks)):
        state.row[table, RANDOM_STATE] = generator_state(seed, start + number)
        opening.shuffle(state, table)
        for place in range(decks.shape[1]):
            decks[number, place] = state.deck[table, place]


class RolloutBuffers(NamedTuple):
    """Buffers of the compiled loop: results by place, counts, and the exchange with a policy."""

    sums: Ints
    squares: Floats
    counts: Ints  # acts, showdowns, and the acts of the hand in play
    exchange: Ints
    room: Ints  # for `settle`; a loop that allocates arrays takes longer to compile


_ACTS, _SHOWDOWNS, _IN_HAND = range(3)


def _policy_error(
    policies: Policy | Sequence[Policy], state: State, number: int, buffers: RolloutBuffers
) -> PolicyError:
    place, act = int(state.row[0, TURN]), int(buffers.counts[_IN_HAND])
    policy = policies[place] if isinstance(policies, list | tuple) else policies
    name = getattr(policy, "__name__", repr(policy))
    kind, to = (int(number) for number in answer_of(buffers.exchange))
    where = f"hand {number}, act {act}, place {place}: the policy {name}"
    if kind != RAISED_EXCEPTION:
        least, most = (int(state.answer[row, 0]) for row in (LEAST, MOST))
        text = f"{where} returned {refusal_reason(kind, to, least, most)}"
        return PolicyError(text, number, act, place)
    error = PolicyError(f"{where} raised an exception", number, act, place)
    try:
        call_in_python(cast(Function, policy), buffers.exchange)
    except Exception as cause:
        error = PolicyError(f"{where} raised {cause!r}", number, act, place)
        error.__cause__ = cause
    return error


@allocation_free_kernel
def _play(
    state: State,
    rule: Rule,
    tables: Lookup,
    policies: PolicyTable,
    seed: np.uint64,
    start: int,
    count: int,
    buffers: RolloutBuffers,
    results: Ints,
) -> int:
    """Play hands *start* to *start* + *count* - 1. Return the number of a hand in which a policy
    failed, or -1."""
    row, players = state.row, state.players
    counts = buffers.counts
    table = int(np.int64(0))  # A literal 0 would make Numba compile every callee for that type.
    for number in range(start, start + count):
        row[table, RANDOM_STATE] = generator_state(seed, number)
        row[table, BUTTON] = number % players
        opening.shuffle(state, table)
        opening.begin(state, table, rule)
        counts[_IN_HAND] = 0
        while not hand.pass_turn(state, table, rule):
            legal.compute_legal(state, table, rule)
            kind, to = decide(state, table, policies, buffers.exchange)
            kind = hand.accepted(state, table, kind, to)
            if kind < 0:
                return number
            hand.act(state, table, rule, kind, to)
            counts[_IN_HAND] += 1
        counts[_ACTS] += counts[_IN_HAND]
        left = row[table, LEFT]
        counts[_SHOWDOWNS] += left & (left - 1) != 0
        paying.settle(state, table, rule, tables, buffers.room)
        for i in range(players):
            won = row[table, TOTAL + i] - row[table, TOTAL + 2 * players + i]
            buffers.sums[i] += won
            buffers.squares[i] += np.float64(won) * np.float64(won)
            if len(results):
                results[number - start, i] = won
    return -1
