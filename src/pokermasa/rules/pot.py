"""Pots: wagers are gathered into them, and they are divided among the winners.

The *running pot* is the pot that the stacks still acting play for. Each amount at which a stack
went all in closes a side pot, which consists of its chips and the stacks that can win it.

Twins: batch/paying.py (arrays).
"""

from collections.abc import Sequence
from typing import NamedTuple

from pokermasa.rules.chips import Chips, OddChips, StackIndex, split
from pokermasa.rules.stack import Role, Stack

_NEW_ALL_IN = Role.NEW_ALL_IN
_tuple = tuple.__new__  # creates a NamedTuple without its slower Python-level constructor


class Pot(NamedTuple):
    """An amount of chips and the stacks that can win it.

    >>> str(Pot(100, (0, 1, 2, 3)))
    '100 0 1 2 3'
    """

    wager: Chips
    """The chips in the pot."""
    involved: tuple[StackIndex, ...]
    """The stacks that can win the pot."""

    def __str__(self) -> str:
        return " ".join(map(str, (self.wager, *self.involved)))

    def without(self, folded: StackIndex) -> "Pot":
        return _tuple(Pot, (self[0], tuple([i for i in self[1] if i != folded])))


class PotDistribution(NamedTuple):
    """A pot after it has been won: its chips, the winners, and their shares.

    >>> str(PotDistribution(121, (2,), (121,)))
    '121 2'
    """

    wager: Chips
    involved: tuple[StackIndex, ...]
    """The winners."""
    shares: tuple[Chips, ...]
    """The chips of each winner, in the order of `involved`."""

    def __str__(self) -> str:
        return " ".join(map(str, (self.wager, *self.involved)))

    @property
    def dropped(self) -> Chips:
        """Odd chips that nobody gets, under `OddChips.DROPPED`."""
        return self.wager - sum(self.shares)


def return_uncalled(stacks: Sequence[Stack]) -> tuple[Stack, ...]:
    """Return the stacks after the unmatched part of the highest wager has gone back to its stack.

    The unmatched part is the difference to the second highest wager. Wagers of folded stacks count,
    since their chips stay in the middle.
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
    """Return the running pot and the side pots, newest first, after adding the wagers.

    Two stacks wager 100 and a third is all in for 30, so the third can win 30 from each:

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
        # A pot that was read from a Fen may have members without a stack.
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
        # All stacks that wagered more than every all-in have folded. Their chips belong to the
        # newest side pot.
        below, *others = side_pots
        return Pot(0, ()), (Pot(below.wager + amount, below.involved), *others)
    return _tuple(Pot, (amount, members)), side_pots


def award(
    pot: Pot, winners: Sequence[StackIndex], button: StackIndex, odd: OddChips
) -> PotDistribution:
    """Divide *pot* among *winners*. Odd chips are given out from the left of the button (TDA).

    >>> award(Pot(101, (0, 1, 2)), [0, 1], button=0, odd=OddChips.ONE_EACH)
    PotDistribution(wager=101, involved=(0, 1), shares=(50, 51))
    """
    if len(winners) == 1:
        return _tuple(PotDistribution, (pot[0], (winners[0],), (pot[0],)))
    ahead = [i for i in winners if i > button]
    from_the_left = ahead + [i for i in winners if i <= button]
    share_of = dict(zip(from_the_left, split(pot.wager, len(winners), odd), strict=True))
    return PotDistribution(pot.wager, tuple(winners), tuple([share_of[i] for i in winners]))
