"""The prizes of all places. They always add up to the prize pool exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt

from pokermasa.rules import Chips, OddChips
from pokermasa.rules.chips import split

SMALL_FIELDS = ((3, (1,)), (6, (65, 35)), (18, (50, 30, 20)), (27, (40, 25, 15, 12, 8)))
"""The shares of the places in small tournaments. Each row begins with the number of entrants up to
which it applies."""


@dataclass(frozen=True, slots=True)
class Payouts:
    """The rule by which the prize pool is divided among the places.

    >>> Payouts().prizes(pool=1000, entrants=9)
    (500, 300, 200)
    >>> Payouts(((100, (2, 1)),)).prizes(pool=100, entrants=9)
    (67, 33)
    """

    tables: tuple[tuple[int, tuple[int, ...]], ...] = SMALL_FIELDS
    """Rows of the shares of the places, each with the number of entrants up to which it applies.
    With more entrants the shares fall by a formula (see `shares`)."""
    percent: int = 15
    """The percentage of entrants who win a prize if there are more than `tables` has rows for."""

    def shares(self, entrants: int) -> tuple[int, ...]:
        """Return the relative shares of the places. Only their ratios matter."""
        for most, shares in self.tables:
            if entrants <= most:
                return shares
        places = self.places(entrants)
        # 1 / place ** 0.75 in whole numbers. With it the last paid place wins about two buy-ins.
        return tuple([10**12 // isqrt(isqrt(place**3 * 10**16)) for place in range(1, places + 1)])

    def places(self, entrants: int) -> int:
        """Return the number of places that win a prize.

        It does not use `shares`, because it is called after every hand.
        """
        for most, shares in self.tables:
            if entrants <= most:
                return min(len(shares), entrants)
        return max(1, entrants * self.percent // 100)

    def prizes(self, pool: Chips, entrants: int, qualified: int | None = None) -> tuple[Chips, ...]:
        """Return the prizes in chips, beginning with first place.

        *qualified* is the number of entries that can win a prize, by default all of them. Shares of
        places beyond that number go to the better places.
        """
        shares = self.shares(entrants)[: entrants if qualified is None else max(qualified, 1)]
        total = sum(shares)
        prizes = [pool * share // total for share in shares]
        for place in range(pool - sum(prizes)):
            prizes[place] += 1
        return tuple(prizes)


def with_shares(prizes: Sequence[Chips], shares: Sequence[tuple[int, Chips]]) -> tuple[Chips, ...]:
    """Return *prizes* after some players were paid an amount other than the prize of their place.

    *shares* has the place and amount of each such player in the order of payment. The difference is
    taken proportionally from the better places, because worse places may have been paid already.
    Only if that is not enough, the rest is taken from the worse places. An amount paid for a place
    that has no prize does not appear in the result.

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
    """Take *due* chips proportionally from the places in *group* and return the part they lack.

    A negative *due* is given to them.
    """
    total = sum([amounts[index] for index in group])
    amount = min(due, total)
    if not total:
        return due
    left = amount
    for index in reversed(group):
        taken = left * amounts[index] // total if total else 0
        total -= amounts[index]
        left -= taken
        amounts[index] -= taken
    return due - amount


def shared(prizes: Sequence[Chips], place: int, tied: int) -> tuple[Chips, ...]:
    """Return the prize of each of *tied* players who share *place* and the places after it.

    The first players get the chips that cannot be divided equally.

    >>> shared((50, 30, 20), place=2, tied=3)
    (17, 17, 16)
    """
    pool = sum(prizes[place - 1 : place - 1 + tied])
    return split(pool, tied, OddChips.ONE_EACH)
