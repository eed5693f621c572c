"""The Chen formula: rates two hole cards in points."""

import math

from pokermasa.cards import Card

_HIGH = {14: 10.0, 13: 8.0, 12: 7.0, 11: 6.0}
_GAP = {0: 0, 1: 1, 2: 2, 3: 4}


def points(first: Card, second: Card) -> int:
    """Return the Chen points of two cards, from -1 (7-2 offsuit) to 20 (two aces).

    >>> from pokermasa.cards import read_cards
    >>> [points(*read_cards(hand)) for hand in ("AsAh", "AsKs", "JsTs", "6s6h", "7s2h", "2s2h")]
    [20, 12, 9, 6, -1, 5]
    """
    high, low = max(first.rank, second.rank), min(first.rank, second.rank)
    score = _HIGH.get(high, high / 2)
    if high == low:
        return math.ceil(max(2 * score, 5))
    if first.suit == second.suit:
        score += 2
    gap = high - low - 1
    score -= _GAP.get(gap, 5)
    # Connected cards below a queen, or with a gap of one rank, can make more straights.
    if gap <= 1 and high < 12:
        score += 1
    return math.ceil(score)
