"""Playing cards, a deck of cards, and a hand of cards.

>>> from random import Random
>>> deck = Deck.shuffled(Random(7))
>>> [str(card) for card in deck.deal(2)]
['4s', '4d']
"""

from pokermasa.cards.card import CARDS, Card, CardsLike, distinct, read_cards
from pokermasa.cards.deck import Deck, Source
from pokermasa.cards.hand import Hand
from pokermasa.cards.refusal import CardError, CardRefusal

__all__ = [
    "CARDS",
    "Card",
    "CardError",
    "CardRefusal",
    "CardsLike",
    "Deck",
    "Hand",
    "Source",
    "distinct",
    "read_cards",
]
