"""The value of stacks in prizes: the independent chip model (ICM) of Malmuth and Harville.

A stack's probability of first place is its share of all chips. Given the winner, the probability of
second place is the share of the remaining chips, and so on. With up to ten stacks the expected
prizes are computed exactly over all orders.

With more stacks the same model is computed as a race: each stack arrives after an exponentially
distributed time whose rate is its number of chips, and the order of arrival is the order of places.
The expected prizes are an integral over time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp

from pokermasa.rules import Chips
from pokermasa.rules.refusal import in_short

MOST_EXACT = 10
"""The largest number of stacks for which all orders are computed exactly."""
STEPS = 400
"""The number of steps of the integral for more stacks."""


def shares(stacks: Sequence[Chips], prizes: Sequence[Chips]) -> tuple[Chips, ...]:
    """Return the value of each stack in whole chips. The values add up to the prizes.

    Chips lost by rounding down go to the largest fractions, with equal ones to the first stack.
    Raise `ValueError` for negative stacks or if no stack has chips.

    >>> shares([50, 30, 20], [70, 30])  # the exact values are 45.18, 32.25 and 22.57
    (45, 32, 23)
    """
    if not all(_is_row(row) for row in (stacks, prizes)):
        rows = f"{in_short(stacks)} and {in_short(prizes)}"
        raise ValueError(f"stacks and prizes are whole numbers, one after the other, not {rows}")
    if not stacks or min(stacks) < 0 or not sum(stacks):
        raise ValueError(f"stacks must not be negative, and one must have chips: {stacks}")
    paid = tuple(prizes[: len(stacks)])
    is_exact = len(stacks) <= MOST_EXACT
    worth = _exact(tuple(stacks), paid) if is_exact else _integrated(stacks, paid)
    whole = [int(value) for value in worth]
    left = sum(paid) - sum(whole)
    by_rest = sorted(range(len(stacks)), key=lambda i: (whole[i] - worth[i], i))
    for index in by_rest[:left]:
        whole[index] += 1
    return tuple(whole)


def _is_row(amounts: object) -> bool:
    return isinstance(amounts, Sequence) and all(isinstance(amount, int) for amount in amounts)


def _exact(stacks: tuple[Chips, ...], prizes: tuple[Chips, ...]) -> list[float]:
    """Return the expected prize of each stack, computed over all sets of remaining stacks."""
    all_stacks = (1 << len(stacks)) - 1

    @cache
    def expected_prizes(left: int) -> tuple[float, ...]:
        """Return each stack's expected share of the places that the stacks in *left* still win.

        *left* is a bit set. The better places are already taken by the other stacks.
        """
        won = [0.0] * len(stacks)
        place = len(stacks) - left.bit_count()
        if place >= len(prizes):
            return tuple(won)
        running = [index for index in range(len(stacks)) if left >> index & 1]
        total = sum([stacks[index] for index in running])
        for index in running:
            # Stacks without chips finish behind all others, with equal probabilities.
            chance = stacks[index] / total if total else 1 / len(running)
            if chance:
                won[index] += chance * prizes[place]
                for other, value in enumerate(expected_prizes(left & ~(1 << index))):
                    won[other] += chance * value
        return tuple(won)

    return list(expected_prizes(all_stacks))


def _integrated(stacks: Sequence[Chips], prizes: tuple[Chips, ...]) -> list[float]:
    """Return the expected prize of each stack by numerical integration of the race.

    The place of a stack that arrives at time t is the number of stacks that arrived before t. The
    distribution of that number is kept in `ahead`, without one stack in `others`.
    """
    total = sum(stacks)
    # Rates are scaled so that an average stack has rate 1. With u = exp(-t), time is the interval
    # (0, 1], on which the midpoint rule is accurate enough.
    rates = [stack * len(stacks) / total for stack in stacks]
    won = [0.0] * len(stacks)
    places = len(prizes)
    for step in range(STEPS):
        u = (step + 0.5) / STEPS
        away = [u**rate for rate in rates]
        ahead = [1.0] + [0.0] * (places - 1)
        for chance in away:
            _add(ahead, 1.0 - chance)
        for index, rate in enumerate(rates):
            if rate:
                others = _without(ahead, 1.0 - away[index])
                density = rate * away[index] / u / STEPS
                won[index] += density * sum(
                    [p * prize for p, prize in zip(others, prizes, strict=True)]
                )
    scale = sum(prizes) / sum(won) if sum(won) else 0.0
    return [value * scale for value in won]


def _add(counts: list[float], chance: float) -> None:
    """Update the distribution of the number of arrivals with one more stack.

    *chance* is the probability that this stack has arrived. `counts[n]` is the probability of n
    arrivals.
    """
    for place in range(len(counts) - 1, 0, -1):
        counts[place] += (counts[place - 1] - counts[place]) * chance
    counts[0] *= 1.0 - chance


def _without(counts: list[float], chance: float) -> list[float]:
    """Return the distribution without one stack that has arrived with probability *chance*."""
    stays = 1.0 - chance
    if stays < exp(-20):
        return [*counts[1:], 0.0]  # the stack has certainly arrived; dividing would be inaccurate
    found = [counts[0] / stays]
    for place in range(1, len(counts)):
        found.append(max(0.0, (counts[place] - chance * found[place - 1]) / stays))
    return found
