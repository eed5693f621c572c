"""Paying: which pot goes to whom, and what each stack holds then.

The dealer knows no cards: it is told one comparable value a stack, and the highest wins.

Repeated by batch/paying.py, on arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pokermasa.rules.chips import Chips, StackIndex, indexed, stack_indexes
from pokermasa.rules.pot import PotDistribution, award
from pokermasa.rules.stack import Role, Stack

if TYPE_CHECKING:
    from pokermasa.rules.dealer import Dealer

_FOLDED = Role.FOLDED


def to_one(dealer: Dealer) -> PotDistribution:
    """Everything in the middle to the one who has not folded."""
    pot = dealer.finish().gathered
    winner = next(i for i, s in indexed(dealer.stacks) if s.role is not _FOLDED)
    return PotDistribution(pot, (winner,), (pot,))


def to_all(dealer: Dealer, hand_values: Sequence[Any]) -> list[PotDistribution]:
    """Each pot to the best of its members, the running pot first and the main pot last."""
    players = len(dealer.stacks)
    if len(hand_values) != players:
        raise ValueError(f"{players} stacks need as many values: {hand_values!r}")
    finished = dealer.finish()
    stacks = finished.stacks
    distributions = []
    for pot in (finished.running_pot, *finished.side_pots):
        if not pot.wager:
            continue
        winners = _best(stacks, pot.involved, hand_values)
        if not winners:
            # A state read from a Fen may hold a pot whose members have all folded.
            winners = _best(stacks, stack_indexes(players), hand_values)
            if not winners:
                raise ValueError(f"nobody with a hand value may win the pot {pot}")
        distributions.append(award(pot, winners, dealer.button, dealer.rules.odd_chips))
    return distributions


def _best(
    stacks: Sequence[Stack], members: Iterable[StackIndex], values: Sequence[Any]
) -> list[StackIndex]:
    """Those of *members* who have not folded and whose value nobody beats."""
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
    """What each stack holds once the pots are paid."""
    stacks = [s.stack for s in dealer.finish().stacks]
    for _, winners, shares in distributions:
        for index, share in zip(winners, shares, strict=True):
            stacks[index] += share
    return tuple(stacks)
