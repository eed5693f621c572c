"""The hand number of five, six or seven cards, by adding keys and looking up the sum.

`Card.key` holds a number for the rank above one for the suit (see `pokermasa.cards.card`). The
lower part of the sum tells whether there is a flush, and of which suit; the upper part the ranks.
The tables are derived from the ranking at the first question, since importing should cost nothing.

Repeated by batch/lookup.py, compiled, and by web/masa/strength.ts.
"""

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement

from pokermasa.cards.card import RANK_KEYS, SUIT_BITS, SUIT_KEYS, Card
from pokermasa.cards.refusal import CardError, CardRefusal
from pokermasa.strength.category import Category
from pokermasa.strength.hand_ranking import hand_ranking

SUIT_MASK = (1 << SUIT_BITS) - 1

# By sum of rank keys, for hands without a flush; empty until the first question. A table for each
# count of cards, since a two adds nothing: 9 9 9 K A has the same sum with two of them and without.
FIVE: dict[int, int] = {}
SIX: dict[int, int] = {}
SEVEN: dict[int, int] = {}
# By the ranks of the flush's suit, five or more of them, one bit each.
_FLUSH: dict[int, int] = {}
# The suit of the flush, if any, by sum of suit keys.
SUIT_OF_FIVE: list[int | None] = [None] * (1 << SUIT_BITS)
SUIT_OF_SIX = SUIT_OF_FIVE.copy()
SUIT_OF_SEVEN = SUIT_OF_FIVE.copy()


def number(cards: Sequence[Card]) -> int:
    """The hand number of the best five among 5, 6 or 7 different cards: 1 to 7462, the higher wins.

    Equal numbers tie. This is the fast way, for cards already read: it does not look for twins.

    >>> from pokermasa.cards import read_cards
    >>> number(read_cards("As Ks Qs Js Ts 2d 3c"))
    7462
    >>> number(read_cards("7c 5d 4h 3s 2c"))
    1
    """
    # Written out, since a loop or a helper would take longer than the work itself.
    try:
        if len(cards) == 7:
            a, b, c, d, e, f, g = cards
            key = a.key + b.key + c.key + d.key + e.key + f.key + g.key
            suit = SUIT_OF_SEVEN[key & SUIT_MASK]
            if suit is None:
                return SEVEN[key >> SUIT_BITS]
        elif len(cards) == 5:
            a, b, c, d, e = cards
            key = a.key + b.key + c.key + d.key + e.key
            suit = SUIT_OF_FIVE[key & SUIT_MASK]
            if suit is None:
                return FIVE[key >> SUIT_BITS]
        elif len(cards) == 6:
            a, b, c, d, e, f = cards
            key = a.key + b.key + c.key + d.key + e.key + f.key
            suit = SUIT_OF_SIX[key & SUIT_MASK]
            if suit is None:
                return SIX[key >> SUIT_BITS]
        else:
            raise CardError(
                CardRefusal.WRONG_COUNT, f"a hand has five, six or seven cards, not {len(cards)}"
            )
        # A flush is the best there is: five different ranks and two more cards make no full house.
        ranks = 0
        for card in cards:
            if card.suit == suit:
                ranks |= 1 << card.rank
        return _FLUSH[ranks]
    except KeyError:
        if SEVEN:
            raise CardError(
                CardRefusal.TWICE, f"{CardRefusal.TWICE.words} in {' '.join(map(str, cards))}"
            ) from None
    fill()
    return number(cards)


def fill() -> None:
    """The tables, for whoever cannot wait at the first question: some 0.15 s, once."""
    if SEVEN:
        return
    five, flush = {}, {}
    for rung, ranks in enumerate(hand_ranking()[1:], start=1):
        if Category.of(rung) in (Category.FLUSH, Category.STRAIGHT_FLUSH):
            flush[sum(1 << rank for rank in ranks)] = rung
        else:
            five[sum(RANK_KEYS[rank - 2] for rank in ranks)] = rung
    for count in (6, 7):
        for bits in combinations([1 << rank for rank in range(2, 15)], count):
            flush[sum(bits)] = max([flush[sum(bits) - bit] for bit in bits])
    six = _with_one_more(five, 6)
    seven = _with_one_more(six, 7)
    SUIT_OF_FIVE[:], SUIT_OF_SIX[:], SUIT_OF_SEVEN[:] = map(_suits, (5, 6, 7))
    # Each at once, the one that says "filled" last: another thread sees no table half full.
    for table, content in ((_FLUSH, flush), (FIVE, five), (SIX, six), (SEVEN, seven)):
        table.update(content)


def _with_one_more(fewer: dict[int, int], count: int) -> dict[int, int]:
    """Hands of *count* cards are worth the best of the hands that leave one card out."""
    table = {}
    for keys in combinations_with_replacement(RANK_KEYS, count):
        if keys[0] != keys[4] and keys[-5] != keys[-1] and keys[1] != keys[5]:  # a deck has four
            key = sum(keys)
            table[key] = max([fewer[key - one] for one in keys])
    return table


def _suits(count: int) -> list[int | None]:
    suits: list[int | None] = [None] * (1 << SUIT_BITS)
    for hand in combinations_with_replacement(range(4), count):
        for suit in range(4):
            if hand.count(suit) >= 5:
                suits[sum(SUIT_KEYS[suit] for suit in hand)] = suit
    return suits
