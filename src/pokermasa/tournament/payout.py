"""Prizes: what each place is paid. They sum to the pool, to the chip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt

from pokermasa.rules import Chips, OddChips
from pokermasa.rules.chips import split

SMALL_FIELDS = ((3, (1,)), (6, (65, 35)), (18, (50, 30, 20)), (27, (40, 25, 15, 12, 8)))
"""Up to so many entrants: the shares of the places."""


@dataclass(frozen=True, slots=True)
class Payouts:
    """
    >>> Payouts().prizes(pool=1000, entrants=9)
    (500, 300, 200)
    >>> Payouts(((100, (2, 1)),)).prizes(pool=100, entrants=9)
    (67, 33)
    """

    tables: tuple[tuple[int, tuple[int, ...]], ...] = SMALL_FIELDS
    """Up to so many entrants, these shares; more entrants than any are paid on a curve."""
    percent: int = 15
    """How much of a large field is paid."""

    def shares(self, entrants: int) -> tuple[int, ...]:
        for most, shares in self.tables:
            if entrants <= most:
                return shares
        places = self.places(entrants)
        # 1 / place ** 0.75 in whole numbers: the last place paid has about two buy-ins.
        return tuple([10**12 // isqrt(isqrt(place**3 * 10**16)) for place in range(1, places + 1)])

    def places(self, entrants: int) -> int:
        """How many are paid. (Asked after every hand: the curve is not drawn for it.)"""
        for most, shares in self.tables:
            if entrants <= most:
                return min(len(shares), entrants)
        return max(1, entrants * self.percent // 100)

    def prizes(self, pool: Chips, entrants: int, qualified: int | None = None) -> tuple[Chips, ...]:
        """What the first, the second, … wins; places that nobody *qualified* can take (the others
        were sent away) go to those above."""
        shares = self.shares(entrants)[: entrants if qualified is None else max(qualified, 1)]
        total = sum(shares)
        prizes = [pool * share // total for share in shares]
        for place in range(pool - sum(prizes)):
            prizes[place] += 1
        return tuple(prizes)


def with_shares(prizes: Sequence[Chips], shares: Sequence[tuple[int, Chips]]) -> tuple[Chips, ...]:
    """Return *prizes* after players were paid a share of their own instead of the prize of their
    place. *shares* has place and share, in the order in which they were paid. The difference is
    taken from the better places in proportion, since worse places may have been paid already; only
    what they do not have is taken from the worse places. A share for a place without a prize is in
    no element of the result.

    >>> with_shares((500, 300, 200), [(3, 333)])
    (416, 251, 333)
    >>> with_shares((390, 210), [(4, 200)])
    (260, 140)
    """
    places = max([len(prizes), *(place for place, _ in shares)])
    amounts = [*prizes, *[0] * (places - len(prizes))]
    own: set[int] = set()
    for place, share in shares:
        own.add(place - 1)
        due = share - amounts[place - 1]
        amounts[place - 1] = share
        worse = [index for index in range(place, places) if index not in own]
        for group in (list(range(place - 1)), worse):
            due = _taken(amounts, group, due)
    return tuple(amounts[: len(prizes)])


def _taken(amounts: list[Chips], group: Sequence[int], due: Chips) -> Chips:
    """Take *due* from these places in proportion, and return what they did not have. Less than 0 is
    given to them."""
    total = sum([amounts[index] for index in group])
    amount = min(due, total)
    if not total:
        return due
    left = amount
    for index in reversed(group):
        part = left * amounts[index] // total if total else 0
        total -= amounts[index]
        left -= part
        amounts[index] -= part
    return due - amount


def shared(prizes: Sequence[Chips], place: int, tied: int) -> tuple[Chips, ...]:
    """What each of those tied for *place* (and the places after it) gets, odd chips from the first.

    >>> shared((50, 30, 20), place=2, tied=3)
    (17, 17, 16)
    """
    pool = sum(prizes[place - 1 : place - 1 + tied])
    return split(pool, tied, OddChips.ONE_EACH)
