"""Payment of the pots at the end of a hand.

Cards are not known here: the caller passes one comparable value for each stack; the highest wins.

Twins: batch/paying.py (arrays).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pokermasa.rules.chips import Chips, StackIndex, indexed, stack_indexes
from pokermasa.rules.pot import PotDistribution, award
from pokermasa.rules.refusal import in_short
from pokermasa.rules.stack import Role, Stack

if TYPE_CHECKING:
    from pokermasa.rules.dealer import Dealer

_FOLDED = Role.FOLDED


def to_one(dealer: Dealer) -> PotDistribution:
    """Return the distribution of all pots to the only stack that has not folded."""
    pot = dealer.finish().gathered
    winner = next(i for i, s in indexed(dealer.stacks) if s.role is not _FOLDED)
    return PotDistribution(pot, (winner,), (pot,))


def to_all(dealer: Dealer, hand_values: Sequence[Any]) -> list[PotDistribution]:
    """Return the distribution of each pot to its best members, the main pot last.

    Raise `ValueError` if the number of values is wrong, or if no stack can win some pot.
    """
    players = len(dealer.stacks)
    if not isinstance(hand_values, Sequence) or len(hand_values) != players:
        raise ValueError(f"{players} stacks need as many values, not {in_short(hand_values)}")
    finished = dealer.finish()
    stacks = finished.stacks
    distributions = []
    for pot in (finished.running_pot, *finished.side_pots):
        if not pot.wager:
            continue
        winners = _best(stacks, pot.involved, hand_values)
        if not winners:
            # All members of a pot may have folded in a state that was read from a Fen.
            winners = _best(stacks, stack_indexes(players), hand_values)
            if not winners:
                raise ValueError(f"no stack with a hand value can win the pot {pot}")
        distributions.append(award(pot, winners, dealer.button, dealer.rules.odd_chips))
    return distributions


def _best(
    stacks: Sequence[Stack], members: Iterable[StackIndex], values: Sequence[Any]
) -> list[StackIndex]:
    """Return the *members* with the highest value, without folded stacks and values of None."""
    best: Any = None
    winners: list[StackIndex] = []
    for index in members:
        if index >= len(values) or stacks[index].role is _FOLDED:
            continue
        value = values[index]
        if value is not None and (best is None or value >= best):
            if value == best:
                winners.append(index)
            else:
                best, winners = value, [index]
    return winners


def paid(dealer: Dealer, distributions: Iterable[PotDistribution]) -> tuple[Chips, ...]:
    """Return the chips of each stack after the pots have been paid."""
    stacks = [s.stack for s in dealer.finish().stacks]
    for _, winners, shares in distributions:
        for index, share in zip(winners, shares, strict=True):
            stacks[index] += share
    return tuple(stacks)
