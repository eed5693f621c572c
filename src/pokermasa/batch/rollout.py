"""Whole hands in compiled code, with compiled policies: what plays how well, over millions."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Executor
from typing import NamedTuple, TypeAlias, cast

import numpy as np

from pokermasa.batch import hand, legal, opening, paying
from pokermasa.batch.array import Floats, Ints, UInt8s
from pokermasa.batch.kernel import allocation_free_kernel
from pokermasa.batch.lookup import Lookup, lookup
from pokermasa.batch.policy import (
    RAISED_EXCEPTION,
    SHOWN,
    Function,
    Plan,
    Policy,
    answer_in,
    asked_again,
    decide,
    plan,
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
    demand,
)
from pokermasa.batch.tables import Stacks, first_stacks, whole, why_not
from pokermasa.batch.threads import spread
from pokermasa.rules import Blinds, Chips, HouseRules

_PIECE = 8192  # hands that one thread plays at a stretch
_SHARE = 32 * _PIECE  # hands that an Executor is asked for at a time
_Part: TypeAlias = tuple[Ints, Floats, Ints]
"""Sums and squares by place, and counts: what came of a piece."""


class PolicyError(ValueError):
    """A policy answered with what is not allowed, or raised an exception."""

    def __init__(self, words: str, hand: int, act: int, place: int) -> None:
        super().__init__(words)
        self.hand, self.act, self.place = hand, act, place

    def __reduce__(self) -> tuple[type[PolicyError], tuple[str, int, int, int]]:
        """It may come from another process."""
        return PolicyError, (str(self), self.hand, self.act, self.place)


class Rollout(NamedTuple):
    """What came of it, by place."""

    hands: int
    totals: Ints
    """Chips won or lost in all."""
    squares: Floats
    """The squares of what was won or lost in each hand, added up."""
    acts: int
    showdowns: int
    seconds: float
    results: Ints | None = None
    """What was won or lost in each hand, a row for each, if it was asked for."""

    @property
    def mean(self) -> Floats:
        """Chips won or lost in a hand, on average."""
        mean: Floats = self.totals / self.hands
        return mean

    @property
    def error(self) -> Floats:
        """The standard error of `mean`."""
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
    """Play hands, each from the same stacks, the button moving on.

    *policies* are one for all or one for each place: `"random"`, `"caller"`, `"folder"`, a `Chart`,
    or a function compiled with `numba.njit` that takes a `View` and a number from 0 to 1, its luck,
    and answers with an act and an amount. The cards of a hand come from the seed and its number,
    whatever the policies do and however many threads play; *start* is the number of the first one.
    *threads* may be an Executor: other processes, a cluster; the result is the same to the bit.
    *keep* keeps the result of every hand.

    >>> played = rollout(1000, players=2, policies=["caller", "folder"], seed=1)
    >>> played.totals.tolist(), played.mean.tolist()
    ([528, -528], [0.528, -0.528])
    """
    hands = whole(hands, "hands", "hands")
    begin = whole(start + 1, "start", "hands") - 1
    if keep:
        demand(8 * hands * players, f"the results of {hands:,} hands")
    terms = (players, policies, rules, stacks, blinds, seed, bets, keep)
    if isinstance(threads, Executor):
        began = time.perf_counter()
        shares = [(at, min(_SHARE, hands - at)) for at in range(0, hands, _SHARE)]
        asked = [threads.submit(_share, begin + at, count, *terms) for at, count in shares]
        try:
            done = [future.result() for future in asked]
        finally:  # Ctrl-C, or a policy that was refused
            for future in asked:
                future.cancel()
        parts = [part for share in done for part in share.parts]
        kept = np.concatenate([share.kept for share in done])
        seconds = time.perf_counter() - began
    else:
        parts, kept, seconds = _share(begin, hands, *terms, threads)
    # Python's whole numbers have no end; an array that cannot hold their sum says so.
    totals = [sum(column) for column in zip(*(part[0].tolist() for part in parts), strict=True)]
    acts, showdowns, _ = np.sum([part[2] for part in parts], axis=0).tolist()
    return Rollout(
        hands,
        np.array(totals, np.int64),
        np.sum([part[1] for part in parts], axis=0),
        acts,
        showdowns,
        seconds,
        kept if keep else None,
    )


class _Share(NamedTuple):
    parts: list[_Part]
    kept: Ints
    seconds: float


def _share(
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
) -> _Share:
    """All of a rollout, or what one worker plays of it."""
    seed_bits = checked_seed(seed)
    house = rule(rules, blinds, bets)
    first = first_stacks(1, players, stacks)
    each = plan(policies, players)
    kept = np.zeros((hands if keep else 0, players), np.int64)
    tables = lookup(7)

    def play(at: int, count: int) -> _Part:
        sums, squares = np.zeros(players, np.int64), np.zeros(players)
        counts, shown = np.zeros(3, np.int64), np.zeros(SHOWN, np.int64)
        room = np.zeros((2, players), np.int64)
        state, work = State.empty(first), Work(sums, squares, counts, shown, room)
        results = kept[at : at + count] if keep else kept
        refused = _play(state, house, tables, each, seed_bits, begin + at, count, work, results)
        if refused >= 0:
            raise _nonsense(policies, state, refused, work)
        return sums, squares, counts

    def piece(number: int) -> _Part:
        at = number * _PIECE
        return play(at, min(_PIECE, hands - at))

    play(0, 0)  # compiles, so that the time measured is that of playing
    began = time.perf_counter()
    parts = spread(piece, -(-hands // _PIECE), threads)
    return _Share(parts, kept, time.perf_counter() - began)


def cards_of(hands: int, players: int, seed: int = 0, start: int = 0) -> UInt8s:
    """The cards of those hands of a rollout, as `Tables.decks` has them: to play one again.
    The button of a hand is its number modulo the players.

    >>> cards_of(1, players=2, seed=1, start=41).tolist()
    [[5, 27, 38, 32, 0, 28, 40, 18, 34]]
    """
    seed_bits = checked_seed(seed)
    hands = whole(hands, "hands", "hands")
    begin = whole(start + 1, "start", "hands") - 1
    state = State.empty(first_stacks(1, players, 1))
    places = state.deck.shape[1]
    demand(hands * places, f"the cards of {hands:,} hands")
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


class Work(NamedTuple):
    """What a loop fills: sums and squares by place, counts, and what a policy was last shown."""

    sums: Ints
    squares: Floats
    counts: Ints  # acts, showdowns, and the acts of the hand in play
    shown: Ints
    room: Ints  # for `settle`: a loop that makes arrays takes longer to compile


_ACTS, _SHOWDOWNS, _IN_HAND = range(3)


def _nonsense(
    policies: Policy | Sequence[Policy], state: State, number: int, work: Work
) -> PolicyError:
    place, act = int(state.row[0, TURN]), int(work.counts[_IN_HAND])
    policy = policies[place] if isinstance(policies, list | tuple) else policies
    name = getattr(policy, "__name__", repr(policy))
    kind, to = (int(number) for number in answer_in(work.shown))
    where = f"hand {number}, act {act}, place {place}: the policy {name}"
    if kind != RAISED_EXCEPTION:
        least, most = (int(state.answer[row, 0]) for row in (LEAST, MOST))
        return PolicyError(f"{where} says {why_not(kind, to, least, most)}", number, act, place)
    error = PolicyError(f"{where} raised an exception", number, act, place)
    try:
        asked_again(cast(Function, policy), work.shown)
    except Exception as cause:
        error = PolicyError(f"{where} raised {cause!r}", number, act, place)
        error.__cause__ = cause
    return error


@allocation_free_kernel
def _play(
    state: State,
    rule: Rule,
    tables: Lookup,
    plan: Plan,
    seed: np.uint64,
    start: int,
    count: int,
    work: Work,
    results: Ints,
) -> int:
    """The number of a hand in which a policy did what is not allowed, or -1."""
    row, players = state.row, state.players
    counts = work.counts
    table = int(np.int64(0))  # a plain 0 would have every function compiled again for that number
    for number in range(start, start + count):
        row[table, RANDOM_STATE] = generator_state(seed, number)
        row[table, BUTTON] = number % players
        opening.shuffle(state, table)
        opening.begin(state, table, rule)
        counts[_IN_HAND] = 0
        while not hand.pass_turn(state, table, rule):
            legal.look(state, table, rule)
            kind, to = decide(state, table, plan, work.shown)
            kind = hand.accepted(state, table, kind, to)
            if kind < 0:
                return number
            hand.act(state, table, rule, kind, to)
            counts[_IN_HAND] += 1
        counts[_ACTS] += counts[_IN_HAND]
        left = row[table, LEFT]
        counts[_SHOWDOWNS] += left & (left - 1) != 0
        paying.settle(state, table, rule, tables, work.room)
        for i in range(players):
            won = row[table, TOTAL + i] - row[table, TOTAL + 2 * players + i]
            work.sums[i] += won
            work.squares[i] += np.float64(won) * np.float64(won)
            if len(results):
                results[number - start, i] = won
    return -1
