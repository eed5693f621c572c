"""Pots: how wagers are gathered into them, and how they are paid out.

The *running pot* is what the stacks still involved play for. Each level at which somebody went
all in closes a side pot: its amount, and the stacks that may win it.

Repeated by batch/paying.py, on arrays.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pokermasa.rules.chips import Chips, OddChips, StackIndex, split
from pokermasa.rules.stack import Role, Stack

_NEW_ALL_IN = Role.NEW_ALL_IN
_tuple = tuple.__new__  # makes a NamedTuple without its Python-level constructor


class Pot(NamedTuple):
    """
    >>> str(Pot(100, (0, 1, 2, 3)))
    '100 0 1 2 3'
    """

    wager: Chips
    involved: tuple[StackIndex, ...]

    def __str__(self) -> str:
        return " ".join(map(str, (self.wager, *self.involved)))

    def without(self, folded: StackIndex) -> "Pot":
        return _tuple(Pot, (self[0], tuple([i for i in self[1] if i != folded])))


class PotDistribution(NamedTuple):
    """One pot, who won it, and each winner's share.

    >>> str(PotDistribution(121, (2,), (121,)))
    '121 2'
    """

    wager: Chips
    involved: tuple[StackIndex, ...]
    """The winners, by stack index."""
    shares: tuple[Chips, ...]
    """As many as winners, in their order."""

    def __str__(self) -> str:
        return " ".join(map(str, (self.wager, *self.involved)))

    @property
    def dropped(self) -> Chips:
        return self.wager - sum(self.shares)


def return_uncalled(stacks: Sequence[Stack]) -> tuple[Stack, ...]:
    """Give back what nobody matched: the part of the highest wager above the second highest.

    Folded wagers count as matching: those chips were in the middle when their owner gave up.
    """
    wagers = [s[2] for s in stacks]
    highest = max(wagers)
    if wagers.count(highest) > 1:
        return tuple(stacks)
    matched = sorted(wagers)[-2]
    return tuple(
        [
            Stack(s.role, s.stack + highest - matched, matched, s.last_action)
            if s[2] == highest and s.role is not Role.FOLDED
            else s
            for s in stacks
        ]
    )


def gather(
    running: Pot, side_pots: tuple[Pot, ...], stacks: Sequence[Stack]
) -> tuple[Pot, tuple[Pot, ...]]:
    """The running pot and the side pots, newest first, once the wagers are in them.

    Three stacks wager 100; the one all in for 30 may win 30 from each:

    >>> a, b = Stack(Role.INVOLVED, 50, 100), Stack(Role.NEW_ALL_IN, 0, 30)
    >>> gather(Pot(0, (0, 1, 2)), (), [a, b, a])
    (Pot(wager=140, involved=(0, 2)), (Pot(wager=90, involved=(0, 1, 2)),))
    """
    amount, members = running
    wagers = [s[2] for s in stacks]
    all_ins = {s[2] for s in stacks if s[0] is _NEW_ALL_IN}
    if not all_ins:
        return _tuple(Pot, (amount + sum(wagers), members)), side_pots
    level = 0
    for all_in in sorted(all_ins):
        for wager in wagers:
            if wager > level:
                amount += (wager if wager < all_in else all_in) - level
        side_pots = (_tuple(Pot, (amount, members)), *side_pots)
        # (A pot read from a Fen may name members that have no stack.)
        members = tuple(
            [
                i
                for i in members
                if i >= len(stacks) or stacks[i][0] is not _NEW_ALL_IN or wagers[i] > all_in
            ]
        )
        amount, level = 0, all_in
    for wager in wagers:
        if wager > level:
            amount += wager - level
    if amount and not members:
        # Whoever wagered above every all-in has folded: those chips belong to the pot below.
        below, *others = side_pots
        return Pot(0, ()), (Pot(below.wager + amount, below.involved), *others)
    return _tuple(Pot, (amount, members)), side_pots


def award(
    pot: Pot, winners: Sequence[StackIndex], button: StackIndex, odd: OddChips
) -> PotDistribution:
    """Split *pot* among *winners*; odd chips go round from the left of the button.

    TDA, awarding odd chips: the first seat left of the button.

    >>> award(Pot(101, (0, 1, 2)), [0, 1], button=0, odd=OddChips.ONE_EACH)
    PotDistribution(wager=101, involved=(0, 1), shares=(50, 51))
    """
    if len(winners) == 1:
        return _tuple(PotDistribution, (pot[0], (winners[0],), (pot[0],)))
    ahead = [i for i in winners if i > button]
    from_the_left = ahead + [i for i in winners if i <= button]
    share_of = dict(zip(from_the_left, split(pot.wager, len(winners), odd), strict=True))
    return PotDistribution(pot.wager, tuple(winners), tuple([share_of[i] for i in winners]))
