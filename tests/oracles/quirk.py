"""The rules in which pokerkit 0.7 differs from TDA's, stated without either engine.

Each predicate receives the events of the betting round (`Story`) but none of the engines' answers.
`named` returns the quirk, if any, that predicts a difference, and how.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from pokermasa.rules import Betting
from tests.oracles.start import Start


class Quirk(StrEnum):
    FIRST_SHORT_RAISE = "a first raise counts as full however short"
    """`completion_betting_or_raising_amount` starts each round at 0, so an all-in that opens (or
    first raises) a round with less than the least bet reopens the betting to those who acted."""
    FORGOTTEN_RUN = "short all-ins that have added up are forgotten when another follows"
    """`consecutive_short_all_in_amounts` is emptied when it reaches a full raise; the next short
    all-in then closes the betting again, though those who acted face more than before."""
    FIXED_LIMIT_ADDS_UP = "in fixed limit, too, short all-ins add up to a raise"
    """Our option here is `FULL_RAISE`, since pokerkit knows no half-bet rule; yet it adds up."""
    ASKS_THE_IDLE = "asks a stack that has nothing to call and nobody to raise"
    OPENS_BY_AMOUNT = "the first turn follows the largest post, not the big blind"
    """With equal posts pokerkit takes the last in its order. So with equal blinds the big blind is
    first to act heads-up, and without any blind it is the first stack left of the button."""
    MERGED_POTS = "odd chips of side pots that the same stacks survive to win are split as one"
    """Pokerkit removes losing hands before it makes the pots. TDA: each pot is split separately."""


@dataclass
class Story:
    """One betting round as a spectator sees it."""

    least: int
    """The least bet: the big blind, or fixed limit's bet."""
    is_fixed: bool
    raised: list[tuple[int, bool]] = field(default_factory=list)
    """The chips that each raise added to the price, and whether it was all in."""
    acted: dict[int, int] = field(default_factory=dict)
    """For each stack that has acted: the number of raises up to its last act, its own included."""

    @classmethod
    def from_start(cls, start: Start, betting_round: int) -> Story:
        """Return a round, 0 before the flop to 3 on the river, in which nobody has acted yet."""
        is_fixed = start.rules.betting is Betting.FIXED_LIMIT
        return cls(start.bets[betting_round // 2] if is_fixed else start.blinds.big, is_fixed)

    def note(self, stack: int, added: int = 0, all_in: bool = False) -> None:
        if added:
            self.raised.append((added, all_in))
        self.acted[stack] = len(self.raised)

    @property
    def full(self) -> int:
        """Return the number of chips that a full raise adds."""
        return max([self.least, *(added for added, _ in self.raised)])

    def faces(self, stack: int) -> list[int]:
        """Return the chips added by each raise since this stack acted."""
        return [added for added, _ in self.raised[self.acted[stack] :]]

    @property
    def forgetful_run(self) -> int:
        """Return the short all-ins that pokerkit adds up."""
        run = largest = 0
        for added, all_in in self.raised:
            largest = max(largest, added)
            run = run + added if all_in else 0
            run = run if run < largest else 0
        return run


def only_they_let_raise(story: Story, stack: int) -> Quirk | None:
    """Return the quirk by which pokerkit allows a raise to a stack that may not raise."""
    if stack not in story.acted or not (faces := story.faces(stack)):
        return None
    if max(faces) >= story.least:
        return None  # a full raise: open by any rule
    if all(added < story.least for added, _ in story.raised) and sum(faces) < story.least:
        return Quirk.FIRST_SHORT_RAISE
    if story.is_fixed and sum(faces) >= story.least:
        return Quirk.FIXED_LIMIT_ADDS_UP
    return None


def only_we_let_raise(story: Story, stack: int) -> Quirk | None:
    """Return the quirk by which pokerkit refuses a raise to a stack that faces a full raise."""
    if stack not in story.acted or story.is_fixed:
        return None
    faces = story.faces(stack)
    if max(faces) < story.full <= sum(faces) and 0 < story.forgetful_run < story.full:
        return Quirk.FORGOTTEN_RUN
    return None


def is_idle(stack: int, stacks: list[int], wagers: list[int], living: list[int]) -> bool:
    """Whether there is nothing to decide: the price is paid and no opponent has chips left."""
    others = [i for i, lives in enumerate(living) if lives and i != stack]
    return wagers[stack] >= max(wagers) and not any(stacks[i] for i in others)


def opens_elsewhere(posts: Sequence[int], order: Sequence[int], big_blind: int) -> int | None:
    """Return the post after which pokerkit begins, if it is not the big blind.

    Stacks without chips are skipped anyway, so only a stack that can act makes a difference.
    """
    last_largest = max(order, key=lambda stack: (posts[stack], order.index(stack)))
    return None if last_largest == big_blind else last_largest


class Won(NamedTuple):
    chips: int
    members: frozenset[int]
    winners: tuple[int, ...]


def merged(pots: Sequence[Won]) -> list[Won]:
    """Merge pots with equal members, ignoring members that win nothing, the main pot first."""
    survivors = {stack for pot in pots for stack in pot.winners}
    out: list[Won] = []
    for chips, members, winners in pots:
        alive = members & survivors
        if out and out[-1].members == alive:
            chips += out.pop().chips
        out.append(Won(chips, alive, winners))
    return out


def payout(pots: Iterable[Won], stacks: Sequence[int], order: Sequence[int]) -> list[int]:
    """Return *stacks* after payment, with all odd chips of a pot to its first winner in *order*."""
    paid = list(stacks)
    for chips, _, winners in pots:
        share, odd = divmod(chips, len(winners))
        for stack in winners:
            paid[stack] += share
        paid[min(winners, key=order.index)] += odd
    return paid
