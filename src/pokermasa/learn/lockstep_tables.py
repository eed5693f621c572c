"""Compiled tables of an environment: policies play in compiled code until a learner is to act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn, cast

import numpy as np

from pokermasa.batch.array import Ints
from pokermasa.batch.kernel import entry
from pokermasa.batch.policy import (
    RAISED_EXCEPTION,
    Function,
    Policy,
    answer_of,
    call_in_python,
    policy_table,
)
from pokermasa.batch.random_numbers import checked_seed, generator_states
from pokermasa.batch.rule import rule
from pokermasa.batch.state import BUTTON, RANDOM_STATE, WHO, State
from pokermasa.batch.table import NOBODY
from pokermasa.batch.unpacked_argument import allocate
from pokermasa.bots.referee import in_words
from pokermasa.learn import observation
from pokermasa.learn.lockstep import (
    OBSERVE,
    START,
    StepArguments,
    StepResults,
    advance,
    write_step_arguments,
)
from pokermasa.learn.observed_hand import Stakes


class OpponentFault(ValueError):
    """Raised when an opponent raises an exception (the cause of this one), returns an act that is
    not allowed, or, as a separate program, does not answer."""


class LockstepTables:
    """Tables at which compiled policies and learners play.

    *policies* has a policy for each place, or None for a learner. With *stops*, a hand that is over
    stays until the next one is started; otherwise the next hand begins in the same step.
    """

    def __init__(
        self, stakes: Stakes, tables: int, policies: Sequence[Policy | None], stops: bool
    ) -> None:
        self.stakes = stakes
        self._policies = policies
        learners = sum(1 << index for index, policy in enumerate(policies) if policy is None)
        state = State.empty(np.full((tables, stakes.players), stakes.stack, np.int64))
        self.arguments = StepArguments.from_state(
            state,
            rule(stakes.rules, stakes.blinds, None),
            # The policy of a learner's place is never called.
            policy_table(
                ["caller" if policy is None else policy for policy in policies], stakes.players
            ),
            learners,
            stops,
            observation.size(stakes.players),
            stakes.actions,
        )
        self.results: StepResults = self.arguments.results
        self._unpacked, self._at = allocate()
        write_step_arguments(self.arguments, self._at)
        self._advance: Callable[[int, int], int] = entry(advance, self._at, -1)

    def seed(self, seed: int) -> None:
        """Restart. From here on, everything is determined by *seed*, and each table has its own
        random numbers. No hand is in play; the first one has the button at place 0."""
        state = self.arguments.state
        state.row[:, RANDOM_STATE] = generator_states(checked_seed(seed), len(state.row))
        state.row[:, BUTTON] = self.stakes.players - 1
        state.answer[WHO] = NOBODY

    def start(self) -> None:
        """Start the next hand at every table."""
        self.arguments.state.answer[WHO] = NOBODY
        self.arguments.actions[:] = START
        self.play_on()

    def play_on(self) -> None:
        """Apply `arguments.actions`, and play on until a learner is to act at every table."""
        refused = self._advance(self._at, -1)
        if refused >= 0:
            self._refuse(refused)

    def step(self, action: int) -> None:
        """Apply an action at the only table."""
        self.arguments.actions[0] = action
        refused = self._advance(self._at, -1)
        if refused >= 0:
            self._refuse(refused)

    def observe(self, viewer: int) -> None:
        """Write the results again as *viewer* sees the tables. Out of turn, the viewer has no legal
        action."""
        self.arguments.actions[:] = OBSERVE
        self._advance(self._at, viewer)

    def save(self) -> list[Ints]:
        """Return a copy of everything that changes during a hand."""
        return [array.copy() for array in self._arrays]

    def restore(self, saved: Sequence[Ints]) -> None:
        """Return to a saved position."""
        for array, copy in zip(self._arrays, saved, strict=True):
            array[...] = copy

    @property
    def _arrays(self) -> Sequence[Ints]:
        state = self.arguments.state
        return [state.row, state.answer, cast(Ints, state.deck), *self.arguments.record]

    def _refuse(self, table: int) -> NoReturn:
        """Raise `OpponentFault` for a policy that returned an act that is not allowed or raised an
        exception."""
        where = int(self.arguments.state.answer[WHO, table])
        policy = self._policies[where]
        name = getattr(policy, "__name__", repr(policy))
        message = f"table {table}, opponent {where}: the policy {name}"
        kind, _ = answer_of(self.arguments.exchange)
        if kind != RAISED_EXCEPTION:
            raise OpponentFault(f"{message} returned an act that is not allowed")
        try:
            call_in_python(cast(Function, policy), self.arguments.exchange)
        except Exception as error:
            raise OpponentFault(f"{message} raised {in_words(error)}") from error
        raise OpponentFault(f"{message} raised an exception")
