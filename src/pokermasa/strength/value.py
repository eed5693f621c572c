"""The value of a hand: its order among all hands, its category, and its best five cards."""

from __future__ import annotations

from functools import total_ordering
from typing import Any

from pokermasa.cards.card import SUIT_BITS, Card, CardsLike, read_cards
from pokermasa.strength import sentence
from pokermasa.strength.category import STRONGEST, Category
from pokermasa.strength.hand_ranking import hand_ranking
from pokermasa.strength.lookup import (
    FIVE,
    SEVEN,
    SIX,
    SUIT_MASK,
    SUIT_OF_FIVE,
    SUIT_OF_SEVEN,
    SUIT_OF_SIX,
)
from pokermasa.strength.lookup import rank as rank_of


def evaluate(cards: CardsLike) -> HandValue:
    """Return the value of the best five of five, six or seven cards. Raise `CardError` for others.

    >>> value = evaluate("9h Kd Ac 4c As 9s 2d")
    >>> str(value)
    'two pair, aces and nines, king kicker'
    >>> value.category, value.category.chinese
    (<Category.TWO_PAIR: 2>, '两对')
    >>> " ".join(map(str, value.best_five))
    'As Ac 9s 9h Kd'
    >>> evaluate("As Ks Qs Js")
    Traceback (most recent call last):
        ...
    pokermasa.cards.refusal.CardError: a hand has five, six or seven cards, not 4
    """
    if type(cards) is tuple:
        # A tuple usually has Card objects. Each card is a single object, so repeated cards are
        # found by comparing all pairs with `is`: neighbours in a ring, then every second and third.
        # This is written out, as in `strength.lookup`, because a set would take twice as long.
        given: tuple[Any, ...] = cards
        rank = 0
        try:
            if len(given) == 7:
                a, b, c, d, e, f, g = given
                if (
                    (a is not b is not c is not d is not e is not f is not g is not a)
                    and (a is not c is not e is not g is not b is not d is not f is not a)
                    and (a is not d is not g is not c is not f is not b is not e is not a)
                ):
                    key = a.key + b.key + c.key + d.key + e.key + f.key + g.key
                    if SUIT_OF_SEVEN[key & SUIT_MASK] is None:
                        rank = SEVEN[key >> SUIT_BITS]
                    else:
                        rank = rank_of(given)
            elif len(given) == 6:
                a, b, c, d, e, f = given
                if (
                    (a is not b is not c is not d is not e is not f is not a)
                    and (a is not c is not e is not a and b is not d is not f is not b)
                    and (a is not d and b is not e and c is not f)
                ):
                    key = a.key + b.key + c.key + d.key + e.key + f.key
                    if SUIT_OF_SIX[key & SUIT_MASK] is None:
                        rank = SIX[key >> SUIT_BITS]
                    else:
                        rank = rank_of(given)
            elif len(given) == 5:
                a, b, c, d, e = given
                if (a is not b is not c is not d is not e is not a) and (
                    a is not c is not e is not b is not d is not a
                ):
                    key = a.key + b.key + c.key + d.key + e.key
                    if SUIT_OF_FIVE[key & SUIT_MASK] is None:
                        rank = FIVE[key >> SUIT_BITS]
                    else:
                        rank = rank_of(given)
            if rank:
                value = _new(HandValue)
                _set_rank(value, rank)
                _set_cards(value, given)
                return value
        except (AttributeError, KeyError):
            pass  # an element is a text, or the tables are not computed yet
    cards = read_cards(cards)
    return HandValue(rank_of(cards), cards)


@total_ordering
class HandValue:
    """The value of a hand. Values are compared by `rank` alone, so hands that tie are equal.

    >>> HandValue(7462) == evaluate("Ah Kh Qh Jh Th") == evaluate("As Ks Qs Js Ts")
    True
    >>> HandValue(7297).sentence, HandValue(7297).chinese
    ('four of a kind, twos, three kicker', '四条2，踢脚牌3')
    """

    __slots__ = ("_cards", "_rank")

    def __init__(self, rank: int, cards: tuple[Card, ...] = ()) -> None:
        """Create a value. *cards* are five to seven cards whose hand rank is *rank*."""
        if not hasattr(rank, "__index__") or not 1 <= rank <= STRONGEST:
            raise ValueError(f"no hand has rank {rank!r}: they are 1 to {STRONGEST}")
        self._rank = rank
        self._cards = cards

    @property
    def rank(self) -> int:
        """The hand rank, from 1 to 7462 (a royal flush), as from `strength.rank`."""
        return self._rank

    @property
    def category(self) -> Category:
        return Category.from_rank(self._rank)

    @property
    def best_five(self) -> tuple[Card, ...]:
        """The five cards that count: pairs before single cards, then high to low.

        Of cards that are equally good, the one with the higher suit is taken, so the order of the
        given cards does not matter. Empty for a value that was created from a rank alone.

        >>> " ".join(map(str, evaluate("Ah 2c 3d 4h 5s 5d 9c").best_five))
        '5s 4h 3d 2c Ah'
        """
        if not self._cards:
            return ()
        left = sorted(self._cards, reverse=True)
        if self.category in (Category.FLUSH, Category.STRAIGHT_FLUSH):
            suits = [card.suit for card in left]
            left = [card for card in left if suits.count(card.suit) >= 5]
        five = []
        for rank in hand_ranking()[self._rank]:
            card = next(card for card in left if card.rank == rank)
            left.remove(card)
            five.append(card)
        return tuple(five)

    @property
    def sentence(self) -> str:
        """The English description of the hand."""
        return sentence.english(self._rank)

    @property
    def chinese(self) -> str:
        """The Chinese description of the hand."""
        return sentence.chinese(self._rank)

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"<HandValue {self._rank}: {self.sentence}>"

    def _repr_html_(self) -> str:
        from pokermasa.notebook import html

        return html.page(html.cards(map(str, self.best_five)), html.line(self.sentence))

    def __eq__(self, other: object) -> bool:
        return self._rank == other._rank if isinstance(other, HandValue) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._rank < other._rank if isinstance(other, HandValue) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._rank)


# `evaluate` writes the slots directly, which is faster than `__init__` with its check.
_new = object.__new__
_set_rank = HandValue.__dict__["_rank"].__set__
_set_cards = HandValue.__dict__["_cards"].__set__
