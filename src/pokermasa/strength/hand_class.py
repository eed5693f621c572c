"""Hands of two hole cards: the 1326 combos, and the 169 classes that ignore the choice of suits."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import NamedTuple

from pokermasa.cards.card import CARDS, RANK_LETTERS, Card

Combo = tuple[Card, Card]
"""Two hole cards, the higher card number first."""

COMBOS: tuple[Combo, ...] = tuple((high, low) for high in CARDS for low in CARDS[: high.number])
"""All 1326 combos. The combo of cards with numbers a > b has index a (a - 1) / 2 + b."""

# The 169 classes ordered by their equity against two random cards over all boards, the best first.
# A test computes the order again. A range such as "15%" is the beginning of this list.
_BEST_FIRST = """
AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s A9o KJo 55
QJs K9s A5s A6s A8o KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s QTo 44 A4o K6s K8o Q8s
A3o K5s J9s Q9o JTo K7o A2o K4s Q7s K6o K3s T9s J8s 33 Q6s Q8o K5o J9o K2s Q5s T8s K4o J7s Q4s Q7o
T9o J8o K3o Q6o Q3s 98s T7s J6s K2o 22 Q2s Q5o J5s T8o J7o Q4o 97s J4s T6s J3s Q3o 98o 87s T7o J6o
96s J2s Q2o T5s J5o T4s 97o 86s J4o T6o 95s T3s 76s J3o 87o T2s 85s 96o J2o T5o 94s 75s T4o 93s 86o
65s 84s 95o T3o 92s 76o 74s T2o 54s 85o 64s 83s 94o 75o 82s 73s 93o 65o 53s 63s 84o 92o 43s 74o 72s
54o 64o 52s 62s 83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o 42o 32o
"""


class HandClass(NamedTuple):
    """A class of hands with the same two ranks: a pair, suited hands, or offsuit hands.

    >>> str(HandClass(14, 13, suited=True)), len(HandClass(14, 13, suited=True).combos)
    ('AKs', 4)
    """

    high: int
    low: int
    suited: bool = False

    @classmethod
    def from_combo(cls, combo: Combo) -> HandClass:
        """Return the class of a combo."""
        high, low = combo
        return cls(high.rank, low.rank, high.suit == low.suit)

    @property
    def combos(self) -> tuple[Combo, ...]:
        """All combos of the class."""
        return _by_class()[self]

    def __str__(self) -> str:
        ranks = RANK_LETTERS[self.high - 2] + RANK_LETTERS[self.low - 2]
        return ranks if self.high == self.low else ranks + ("s" if self.suited else "o")


@cache
def _by_class() -> dict[HandClass, tuple[Combo, ...]]:
    combos = defaultdict(list)
    for combo in COMBOS:
        combos[HandClass.from_combo(combo)].append(combo)
    return {hand_class: tuple(alike) for hand_class, alike in combos.items()}


@cache
def grid_classes() -> tuple[tuple[HandClass, ...], ...]:
    """Return the usual 13 × 13 grid: aces first, suited hands above the diagonal of pairs.

    >>> [str(hand_class) for hand_class in grid_classes()[1][:4]]
    ['AKo', 'KK', 'KQs', 'KJs']
    """
    ranks = range(14, 1, -1)
    return tuple(
        tuple(HandClass(max(row, column), min(row, column), row > column) for column in ranks)
        for row in ranks
    )


def top_combos(percent: float) -> list[Combo]:
    """Return the combos of the best classes that make up *percent* of all hands, or slightly more.

    >>> len(top_combos(15)), len(top_combos(0.1)), len(top_combos(100))
    (200, 6, 1326)
    """
    combos: list[Combo] = []
    named = {str(hand_class): hand_class for row in grid_classes() for hand_class in row}
    for name in _BEST_FIRST.split():
        if len(combos) >= percent / 100 * len(COMBOS):
            break
        combos += named[name].combos
    return combos
