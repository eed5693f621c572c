"""A playing card: a rank and a suit. There are exactly 52 `Card` objects.

This module also reads cards from text and refuses repeated cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import total_ordering
from typing import Any, NoReturn, overload

from pokermasa.cards.refusal import CardError, CardRefusal

RANK_LETTERS = "23456789TJQKA"
RANK_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
SUIT_LETTERS = "cdhs"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SUIT_SYMBOLS = "♣♦♥♠"
SUIT_OUTLINES = "♧♢♡♤"

# The sum of the rank keys of 5, 6 or 7 cards of one deck determines their ranks. Each key is the
# smallest number for which all such sums differ; they were found by a search.
RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
# The sum of the suit keys determines whether five or more cards have the same suit, and which. The
# sum of seven is below 2**8, so nearly every sum of card keys fits into 30 bits, one digit of a
# Python int, which is the fastest to add.
SUIT_KEYS = (0, 1, 25, 32)
SUIT_BITS = 8


@total_ordering
class Card:
    """One of the 52 cards; the same card is always the same object.

    >>> Card("As") is Card(14, 3) is Card.from_number(51)
    True
    >>> card = Card("10♥")
    >>> card, str(card), card.pretty, card.name
    (Card('Th'), 'Th', 'T♥', 'ten of hearts')
    >>> card.rank, card.suit, card.number
    (10, 2, 34)
    >>> Card("2c") < Card("2d") < Card("3c")
    True
    >>> match card:
    ...     case Card(rank=10, suit=suit):
    ...         suit
    2
    """

    __slots__ = ("key", "number", "rank", "suit")
    __match_args__ = ("rank", "suit")

    rank: int
    """The rank from 2 to 14: jack 11, queen 12, king 13, ace 14."""
    suit: int
    """The suit from 0 to 3: clubs, diamonds, hearts, spades."""
    number: int
    """The number of the card, 4 * (rank - 2) + suit, from 0 to 51. Arrays use it too."""
    key: int
    """The number that `pokermasa.strength` adds up. A slot is the fastest to read."""

    @overload
    def __new__(cls, rank: int, suit: int) -> Card: ...
    @overload
    def __new__(cls, rank: str) -> Card: ...
    def __new__(cls, rank: int | str, suit: int | None = None) -> Card:
        if isinstance(rank, str):
            if suit is not None:
                raise TypeError("a card is Card('As') or Card(14, 3)")
            return cls.read(rank)
        is_whole = hasattr(rank, "__index__") and hasattr(suit, "__index__")
        if suit is None or not is_whole or rank not in range(2, 15) or suit not in range(4):
            raise CardError(
                CardRefusal.UNREADABLE,
                f"no card has rank {rank!r} and suit {suit!r}: ranks are 2 to 14, suits 0 to 3",
            )
        return CARDS[4 * (rank - 2) + suit]

    @staticmethod
    def from_number(number: int) -> Card:
        """Return the card with this number, from 0 to 51.

        >>> [Card.from_number(number) for number in (0, 1, 51)]
        [Card('2c'), Card('2d'), Card('As')]
        """
        if not hasattr(number, "__index__") or number not in range(52):
            raise CardError(
                CardRefusal.UNREADABLE, f"no card has number {number!r}: they are 0 to 51"
            )
        return CARDS[number]

    @staticmethod
    def read(text: str) -> Card:
        """Read one card: a rank (ten is T or 10), then a suit as a letter or a symbol.

        Raise `CardError` if the text is not a card.

        >>> [Card.read(text) for text in ("Th", "10h", "tH", "T♥", "T♡")] == [Card(10, 2)] * 5
        True
        >>> Card.read("1s")
        Traceback (most recent call last):
            ...
        pokermasa.cards.refusal.CardError: '1s' is not a card: write it like As or Th
        """
        spelled = text if isinstance(text, str) else ""
        card = _SPELLED.get(spelled) or _SPELLED.get(spelled.strip().removesuffix(_EMOJI))
        if card is None:
            raise CardError(
                CardRefusal.UNREADABLE,
                f"{text!r} is {CardRefusal.UNREADABLE.words}: write it like As or Th",
            )
        return card

    @property
    def pretty(self) -> str:
        """The card with a suit symbol, as in T♥."""
        return RANK_LETTERS[self.rank - 2] + SUIT_SYMBOLS[self.suit]

    @property
    def name(self) -> str:
        """The English name of the card, as in "ten of hearts"."""
        return f"{RANK_NAMES[self.rank - 2]} of {SUIT_NAMES[self.suit]}"

    def __str__(self) -> str:
        return RANK_LETTERS[self.rank - 2] + SUIT_LETTERS[self.suit]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def _repr_html_(self) -> str:
        from pokermasa.notebook import html

        return html.page(html.card(str(self)))

    def __lt__(self, other: object) -> bool:
        return self.number < other.number if isinstance(other, Card) else NotImplemented

    def __hash__(self) -> int:
        # Not the address, so that the iteration order of a set is the same in every process.
        return self.number

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card is immutable; {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a card is immutable; {name} cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        return Card, (self.rank, self.suit)  # copying and unpickling give the same object


def _make(number: int) -> Card:
    rank, suit = divmod(number, 4)
    card = object.__new__(Card)
    object.__setattr__(card, "rank", rank + 2)
    object.__setattr__(card, "suit", suit)
    object.__setattr__(card, "number", number)
    object.__setattr__(card, "key", (RANK_KEYS[rank] << SUIT_BITS) + SUIT_KEYS[suit])
    return card


CARDS = tuple(map(_make, range(52)))
"""All 52 cards, by number."""

CardsLike = str | Iterable[Card | str]
"""The types that callers may pass for several cards: one text, or an iterable of cards or texts."""

_EMOJI = "\ufe0f"  # phones write it after a suit symbol to show it in colour
_BLANKS = frozenset(" \t\r\n," + _EMOJI)


def _spellings(card: Card) -> list[str]:
    letter = RANK_LETTERS[card.rank - 2]
    ranks = {letter, letter.lower()} | ({"10"} if letter == "T" else set())
    suit = SUIT_LETTERS[card.suit]
    suits = (suit, suit.upper(), SUIT_SYMBOLS[card.suit], SUIT_OUTLINES[card.suit])
    return [rank + suit for rank in ranks for suit in suits]


_SPELLED = {text: card for card in CARDS for text in _spellings(card)}


def read_cards(cards: CardsLike) -> tuple[Card, ...]:
    """Read cards from a text, with or without blanks and commas, or from an iterable.

    Raise `CardError` if a text is not a card or if a card is repeated.

    >>> read_cards("As Kh10d")
    (Card('As'), Card('Kh'), Card('Td'))
    >>> read_cards([Card("As"), "K♥"])
    (Card('As'), Card('Kh'))
    >>> read_cards("As Kx")
    Traceback (most recent call last):
        ...
    pokermasa.cards.refusal.CardError: 'Kx' at character 4 of 'As Kx' is not a card
    >>> read_cards("As Kh As")
    Traceback (most recent call last):
        ...
    pokermasa.cards.refusal.CardError: the ace of spades (As) twice
    """
    if isinstance(cards, str):
        return distinct(_scan(cards))
    if not isinstance(cards, Iterable):
        message = f"cards are a text as in 'As Kd', or several cards, not {cards!r:.40}"
        raise CardError(CardRefusal.UNREADABLE, message)
    return distinct([card if isinstance(card, Card) else Card.read(card) for card in cards])


def _scan(text: str) -> list[Card]:
    cards = []
    place = 0
    while place < len(text):
        if text[place] in _BLANKS:
            place += 1
            continue
        for width in (2, 3):  # 3 characters only for a ten written as 10h
            card = _SPELLED.get(text[place : place + width])
            if card is not None:
                break
        else:
            word = text[place:].replace(",", " ").split()[0]
            raise CardError(
                CardRefusal.UNREADABLE,
                f"{word!r} at character {place + 1} of {text!r} is {CardRefusal.UNREADABLE.words}",
            )
        cards.append(card)
        place += width
    return cards


def distinct(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards as a tuple. Raise `CardError` if a card is repeated.

    >>> distinct([Card("2c"), Card("2c")])
    Traceback (most recent call last):
        ...
    pokermasa.cards.refusal.CardError: the two of clubs (2c) twice
    """
    cards = tuple(cards)
    if len({card.number for card in cards}) != len(cards):
        repeated = next(card for place, card in enumerate(cards) if card in cards[:place])
        raise CardError(CardRefusal.TWICE, f"the {repeated.name} ({repeated}) twice")
    return cards
