"""What stacks are worth in prizes: the independent chip model of Malmuth and Harville.

The chance to win is one's share of the chips; the second place is won likewise among the others,
and so on. It is the race of stacks that arrive at random, each at a rate of its chips: up to ten
stacks are counted place by place, and more of them by integrating that race over time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp

from pokermasa.rules import Chips

COUNTED = 10
"""Stacks up to which every order of the places is counted."""
STEPS = 400
"""Of the integral, for more of them."""


def shares(stacks: Sequence[Chips], prizes: Sequence[Chips]) -> tuple[Chips, ...]:
    """Whole chips that add up to the prizes; what rounding leaves goes to the largest rests, the
    first stack first.

    >>> shares([50, 30, 20], [70, 30])  # Harville by hand: 45.18, 32.25 and 22.57
    (45, 32, 23)
    """
    if not stacks or min(stacks) < 0 or not sum(stacks):
        raise ValueError(f"some of the stacks have chips, and none less than nothing: {stacks}")
    paid = tuple(prizes[: len(stacks)])
    worth = _counted(tuple(stacks), paid) if len(stacks) <= COUNTED else _raced(stacks, paid)
    whole = [int(value) for value in worth]
    left = sum(paid) - sum(whole)
    by_rest = sorted(range(len(stacks)), key=lambda i: (whole[i] - worth[i], i))
    for index in by_rest[:left]:
        whole[index] += 1
    return tuple(whole)


def _counted(stacks: tuple[Chips, ...], prizes: tuple[Chips, ...]) -> list[float]:
    everybody = (1 << len(stacks)) - 1

    @cache
    def worth(left: int) -> tuple[float, ...]:
        """What each has won once the stacks in *left* have raced for the places that remain."""
        won = [0.0] * len(stacks)
        place = len(stacks) - left.bit_count()
        if place >= len(prizes):
            return tuple(won)
        running = [index for index in range(len(stacks)) if left >> index & 1]
        total = sum([stacks[index] for index in running])
        for index in running:
            # Who has no chips left finishes behind all who have, and shares with the others.
            chance = stacks[index] / total if total else 1 / len(running)
            if chance:
                won[index] += chance * prizes[place]
                for other, value in enumerate(worth(left & ~(1 << index))):
                    won[other] += chance * value
        return tuple(won)

    return list(worth(everybody))


def _raced(stacks: Sequence[Chips], prizes: tuple[Chips, ...]) -> list[float]:
    """A stack that arrives at a time drawn with its chips as rate is first with the chance of its
    share: the place is how many others have arrived by then."""
    total = sum(stacks)
    # The usual stack has rate 1: with u = exp(-t) time is (0, 1], and the midpoint rule does.
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
    """How many have arrived, with one more who has with this chance."""
    for place in range(len(counts) - 1, 0, -1):
        counts[place] += (counts[place - 1] - counts[place]) * chance
    counts[0] *= 1.0 - chance


def _without(counts: list[float], chance: float) -> list[float]:
    """The same without one of them."""
    stays = 1.0 - chance
    if stays < exp(-20):
        return [*counts[1:], 0.0]  # it has arrived for sure
    found = [counts[0] / stays]
    for place in range(1, len(counts)):
        found.append(max(0.0, (counts[place] - chance * found[place - 1]) / stays))
    return found
