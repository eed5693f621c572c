"""Value of tournament chips by the independent chip model (Malmuth and Harville).

The probability of finishing first is the share of all chips. After removing the winner's chips, the
same applies to the second place, and so on. In a cash game all chips have the same value.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

_PLACES = 4  # further prizes count like the last one; the time grows with each place
_PLAYERS = 12  # the other players of a large field are combined into one


def prize(stacks: Sequence[float], prizes: Sequence[float], me: int) -> float:
    """Return the expected prize of player *me*.

    >>> [round(prize([5000, 3000, 2000], [50, 30, 20], player), 2) for player in range(3)]
    [38.39, 32.75, 28.86]
    >>> prize([100, 0], [10], 1), prize([100, 0], [7, 3], 1)
    (0.0, 3.0)
    """
    return _prize(tuple(stacks), tuple(prizes), me)


@lru_cache(4096)
def _prize(stacks: tuple[float, ...], prizes: tuple[float, ...], me: int) -> float:
    total = sum(stacks)
    if not prizes:
        return 0.0
    if total <= 0:  # players who bust in the same hand share the remaining places
        return sum(prizes[: len(stacks)]) / len(stacks)
    expected = stacks[me] / total * prizes[0]
    if len(prizes) == 1:
        return expected
    for winner, chips in enumerate(stacks):
        if winner != me and chips > 0:
            rest = stacks[:winner] + stacks[winner + 1 :]
            expected += chips / total * _prize(rest, prizes[1:], me - (winner < me))
    return expected


def caution(
    stacks: Sequence[float],
    me: int,
    opponent: int,
    prizes: Sequence[float],
    elsewhere: Sequence[float] = (),
) -> float:
    """Return the value of a lost chip relative to a won chip when all in against that opponent. It
    is 1 in a cash game and when only the first place is paid.

    >>> caution([1000, 1000], 0, 1, [])
    1.0
    >>> caution([1000, 1000, 1000], 0, 1, [1])
    1.0
    >>> caution([1000, 1000, 1000], 0, 1, [50, 50]) > 1.9
    True
    """
    at_risk = min(stacks[me], stacks[opponent])
    if not prizes or at_risk <= 0:
        return 1.0
    others = sorted(elsewhere, reverse=True)
    room = max(0, _PLAYERS - len(stacks))
    field = [*stacks, *others[:room]]
    if others[room:]:
        field.append(sum(others[room:]))
    paid = list(prizes[:_PLACES])
    # Everybody still in gets at least the next lower prize, so only the amount above it is at
    # stake.
    least = prizes[_PLACES] if len(prizes) > _PLACES else 0.0
    paid = [each - least for each in paid]

    def after(change: float) -> float:
        chips = list(field)
        chips[me] += change
        chips[opponent] -= change
        return _prize(tuple(chips), tuple(paid), me)

    now, won, lost = after(0.0), after(at_risk), after(-at_risk)
    return max(1.0, (now - lost) / (won - now)) if won > now else 4.0
