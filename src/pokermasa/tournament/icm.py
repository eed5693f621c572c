"""The value of stacks in prizes: the independent chip model (ICM) of Malmuth and Harville.

A stack's probability of first place is its share of all chips. Given the winner, the probability of
second place is the share of the remaining chips, and so on. With up to ten stacks the expected
prizes are computed exactly over all orders.

With more stacks the same model is computed as a race: each stack arrives after an exponentially
distributed time whose rate is its number of chips, and the order of arrival is the order of places.
The expected prizes are an integral over time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import exp, inf, log, sqrt
from numbers import Real

from pokermasa.rules import Chips
from pokermasa.rules.refusal import in_short

MOST_EXACT = 10
"""The largest number of stacks for which all orders are computed exactly."""
LARGEST_ERROR = 0.00001
"""The largest error with more stacks, as a share of the largest prize."""
WIDEST_STEP = 0.25
"""The step of the integral over the logarithm of time. With many prizes it is smaller."""
NEGLIGIBLE = 1e-13
"""Probabilities below this are left out."""
EARLIEST = 1e-7
"""Where the integral begins, as a share of the time at which one stack is expected to arrive."""


def shares(stacks: Sequence[float], prizes: Sequence[float]) -> tuple[float, ...]:
    """Return the value of each stack. The values add up to the prizes that are won.

    Stacks and prizes may be whole numbers or not, and there may be any number of each: a place
    without a prize wins nothing, and a prize without a stack is not paid. Up to `MOST_EXACT` stacks
    the result is exact, beyond that each value differs from the exact one by less than
    `LARGEST_ERROR` of the largest prize. Raise `ValueError` for negative amounts, for amounts that
    are no finite numbers, or if no stack has chips.

    >>> [round(value, 2) for value in shares([50, 30, 20], [70, 30])]
    [45.18, 32.25, 22.57]
    """
    for row in (stacks, prizes):
        if not isinstance(row, Iterable) or isinstance(row, str):
            raise ValueError(
                f"stacks and prizes are numbers, one after the other, not {in_short(row)}"
            )
    chips, paid = [_amount(stack) for stack in stacks], [_amount(prize) for prize in prizes]
    if not sum(chips):
        raise ValueError(f"at least one stack must have chips: {in_short(stacks)}")
    won = tuple(paid[: len(chips)])
    return tuple((_exact if len(chips) <= MOST_EXACT else _integrated)(tuple(chips), won))


def whole_shares(stacks: Sequence[Chips], prizes: Sequence[Chips]) -> tuple[Chips, ...]:
    """Return the value of each stack in whole chips, as tournaments pay it.

    Chips lost by rounding down go to the largest fractions, with equal ones to the first stack.

    >>> whole_shares([50, 30, 20], [70, 30])
    (45, 32, 23)
    """
    worth = shares(stacks, prizes)
    whole = [int(value) for value in worth]
    left = sum(prizes[: len(stacks)]) - sum(whole)
    by_rest = sorted(range(len(stacks)), key=lambda i: (whole[i] - worth[i], i))
    for index in by_rest[:left]:
        whole[index] += 1
    return tuple(whole)


def _amount(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 <= float(value) < inf:
        raise ValueError(f"stacks and prizes are numbers from 0 on, not {in_short(value)}")
    return float(value)


def _exact(stacks: tuple[float, ...], prizes: tuple[float, ...]) -> list[float]:
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


def _integrated(stacks: Sequence[float], prizes: Sequence[float]) -> list[float]:
    """Return the expected prize of each stack by numerical integration of the race.

    The place of a stack that arrives at time t is the number of stacks that arrived before t. The
    integral is over the logarithm of time, on which large and small stacks are equally wide, by the
    trapezoidal rule. Its step follows from the width of the distribution of the last prize.
    """
    racing = [index for index, stack in enumerate(stacks) if stack]
    paid, rest = list(prizes[: len(racing)]), prizes[len(racing) :]
    # Stacks without chips finish behind all others, with equal probabilities.
    won = [sum(rest) / max(len(stacks) - len(racing), 1) if not stack else 0.0 for stack in stacks]
    if not sum(paid):
        return won
    raced = [0.0] * len(racing)
    rates = [stacks[index] / sum(stacks) for index in racing]
    step = min(WIDEST_STEP, 1 / sqrt(len(paid)))
    at = log(EARLIEST)
    while True:
        time = exp(at)
        away = [exp(-rate * time) for rate in rates]
        open_places = 0.0
        for index, others in enumerate(_without_each([1 - stay for stay in away], len(paid))):
            chance = rates[index] * away[index] * time * step
            open_places = max(open_places, chance, away[index] * sum(others))
            raced[index] += chance * sum(
                [p * prize for p, prize in zip(others, paid, strict=False)]
            )
        if time > 1 and open_places < 1e-9:
            break
        at += step
    scale = sum(paid) / sum(raced)
    for index, value in zip(racing, raced, strict=True):
        won[index] = value * scale
    return won


def _without_each(chances: Sequence[float], places: int) -> list[list[float]]:
    """Return for each stack the distribution of the number of other stacks that have arrived.

    *chances* are the probabilities of having arrived. Only the numbers below *places* are kept. The
    stacks are halved again and again, and each half gets the arrivals of the other one, because
    taking a stack out of the distribution of all would divide by small numbers.
    """
    found: list[list[float]] = []

    def halve(first: int, end: int, counts: list[float]) -> None:
        if end - first == 1:
            found.append(counts)
            return
        middle = (first + end) // 2
        halve(first, middle, _with(counts, chances[middle:end], places))
        halve(middle, end, _with(counts, chances[first:middle], places))

    halve(0, len(chances), [1.0])
    return found


def _with(counts: list[float], chances: Sequence[float], places: int) -> list[float]:
    """Return the distribution of the number of arrivals with more stacks.

    Large numbers that are most unlikely are left out, which early in the race are nearly all.
    """
    for chance in chances:
        stays = 1 - chance
        counts = [
            same * stays + less * chance
            for same, less in zip([*counts, 0.0], [0.0, *counts], strict=True)
        ]
        while len(counts) > places or (counts and counts[-1] < NEGLIGIBLE):
            counts.pop()
    return counts
