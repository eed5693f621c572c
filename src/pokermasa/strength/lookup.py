"""The hand rank of five, six or seven cards, by adding keys and looking up the sum in tables.

`Card.key` has a number for the rank in its upper bits and one for the suit in its lower bits (see
`pokermasa.cards.card`). The lower bits of the sum determine whether there is a flush and its suit,
the upper bits determine the ranks. The tables are computed at the first call, so that importing the
module is fast.

Twins: batch/lookup.py (compiled) and web/masa/strength.ts.
"""

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement

from pokermasa.cards.card import RANK_KEYS, SUIT_BITS, SUIT_KEYS, Card
from pokermasa.cards.refusal import CardError, CardRefusal
from pokermasa.strength.category import Category
from pokermasa.strength.hand_ranking import hand_ranking

SUIT_MASK = (1 << SUIT_BITS) - 1

# Hand ranks by the sum of rank keys, for hands without a flush. They are empty until the first
# call. There is a table for each number of cards because the key of a two is 0: 9 9 9 K A has the
# same sum with two twos and without them.
FIVE: dict[int, int] = {}
SIX: dict[int, int] = {}
SEVEN: dict[int, int] = {}
# Hand ranks by the ranks in the suit of the flush, as a bit set of five or more ranks.
_FLUSH: dict[int, int] = {}
# The suit of the flush by the sum of suit keys. None if there is no flush.
SUIT_OF_FIVE: list[int | None] = [None] * (1 << SUIT_BITS)
SUIT_OF_SIX = SUIT_OF_FIVE.copy()
SUIT_OF_SEVEN = SUIT_OF_FIVE.copy()


def rank(cards: Sequence[Card]) -> int:
    """Return the hand rank of the best five of 5, 6 or 7 cards: 1 to 7462, higher wins.

    Equal numbers tie. This is the fast function: the caller has to make sure that all cards are
    different. Raise `CardError` for another number of cards.

    >>> from pokermasa.cards import read_cards
    >>> rank(read_cards("As Ks Qs Js Ts 2d 3c"))
    7462
    >>> rank(read_cards("7c 5d 4h 3s 2c"))
    1
    """
    # The sums are written out because a loop or a function call would take longer than the sum.
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
        # No other category can be better than the flush: with five different ranks in one suit, two
        # more cards cannot make a full house.
        ranks = 0
        for card in cards:
            if card.suit == suit:
                ranks |= 1 << card.rank
        return _FLUSH[ranks]
    except (AttributeError, TypeError):
        message = "rank takes five to seven cards, as read_cards returns them"
        raise CardError(CardRefusal.UNREADABLE, f"{message}, not {cards!r:.80}") from None
    except KeyError:
        if SEVEN:
            raise CardError(
                CardRefusal.TWICE, f"{CardRefusal.TWICE.words} in {' '.join(map(str, cards))}"
            ) from None
    fill()
    return rank(cards)


def fill() -> None:
    """Compute the tables unless that was done before. It takes about 0.15 s.

    Call it in advance if the first call of `rank` must not take so long.
    """
    if SEVEN:
        return
    five, flush = {}, {}
    for hand, ranks in enumerate(hand_ranking()[1:], start=1):
        if Category.from_rank(hand) in (Category.FLUSH, Category.STRAIGHT_FLUSH):
            flush[sum(1 << rank for rank in ranks)] = hand
        else:
            five[sum(RANK_KEYS[rank - 2] for rank in ranks)] = hand
    for count in (6, 7):
        for bits in combinations([1 << rank for rank in range(2, 15)], count):
            flush[sum(bits)] = max([flush[sum(bits) - bit] for bit in bits])
    six = _with_one_more(five, 6)
    seven = _with_one_more(six, 7)
    SUIT_OF_FIVE[:], SUIT_OF_SIX[:], SUIT_OF_SEVEN[:] = map(_suits, (5, 6, 7))
    # Each table is filled with one update, and SEVEN, which means "done", is the last. So another
    # thread never sees a table that is partly filled.
    for table, content in ((_FLUSH, flush), (FIVE, five), (SIX, six), (SEVEN, seven)):
        table.update(content)


def _with_one_more(fewer: dict[int, int], count: int) -> dict[int, int]:
    """Return the table for *count* cards, derived from the table for one card fewer.

    The best hand of *count* cards is the best of the hands without one of these cards.
    """
    table = {}
    for keys in combinations_with_replacement(RANK_KEYS, count):
        # A deck has only four cards of a rank.
        if keys[0] != keys[4] and keys[-5] != keys[-1] and keys[1] != keys[5]:
            key = sum(keys)
            table[key] = max([fewer[key - one] for one in keys])
    return table


def _suits(count: int) -> list[int | None]:
    """Return the suit of the flush by the sum of the suit keys of *count* cards."""
    suits: list[int | None] = [None] * (1 << SUIT_BITS)
    for hand in combinations_with_replacement(range(4), count):
        for suit in range(4):
            if hand.count(suit) >= 5:
                suits[sum(SUIT_KEYS[suit] for suit in hand)] = suit
    return suits
