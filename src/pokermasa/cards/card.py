"""A card: a rank and a suit. There are 52, and each exists once.

Everything that turns text into cards is here, and everything that refuses a card named twice.
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

# Which ranks lie in a hand can be told from the sum of these alone, whatever 5, 6 or 7 cards of
# one deck it has: each is the least number that keeps all sums of one count apart. Found by trying.
RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
# Likewise, whether five or more are of one suit, and of which. Seven of them stay below 2**8, so
# nearly every hand's key fits one digit of a Python int (30 bits), which adds fastest.
SUIT_KEYS = (0, 1, 25, 32)
SUIT_BITS = 8


@total_ordering
class Card:
    """One of the 52 cards; the same card is always the same object.

    >>> Card("As") is Card(14, 3) is Card.of(51)
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
    """2 to 14: jack 11, queen 12, king 13, ace 14."""
    suit: int
    """0 to 3: clubs, diamonds, hearts, spades."""
    number: int
    """4 * (rank - 2) + suit, 0 to 51: how the whole house counts cards, arrays included."""
    key: int
    """What `pokermasa.strength` adds up; kept here since a slot is the fastest place to read."""

    @overload
    def __new__(cls, rank: int, suit: int) -> Card: ...
    @overload
    def __new__(cls, rank: str) -> Card: ...
    def __new__(cls, rank: int | str, suit: int | None = None) -> Card:
        if isinstance(rank, str):
            if suit is not None:
                raise TypeError("a card is Card('As') or Card(14, 3)")
            return cls.read(rank)
        if suit is None or rank not in range(2, 15) or suit not in range(4):
            raise CardError(
                CardRefusal.UNREADABLE,
                f"no card has rank {rank!r} and suit {suit!r}: ranks are 2 to 14, suits 0 to 3",
            )
        return CARDS[4 * (rank - 2) + suit]

    @staticmethod
    def of(number: int) -> Card:
        """
        >>> [Card.of(number) for number in (0, 1, 51)]
        [Card('2c'), Card('2d'), Card('As')]
        """
        if number not in range(52):
            raise CardError(
                CardRefusal.UNREADABLE, f"no card has number {number!r}: they are 0 to 51"
            )
        return CARDS[number]

    @staticmethod
    def read(text: str) -> Card:
        """Exactly one card: a rank (ten is T or 10), then a suit as a letter or a symbol.

        >>> [Card.read(text) for text in ("Th", "10h", "tH", "T♥", "T♡")] == [Card(10, 2)] * 5
        True
        >>> Card.read("1s")
        Traceback (most recent call last):
            ...
        pokermasa.cards.refusal.CardError: '1s' is not a card: write it like As or Th
        """
        card = _SPELLED.get(text) or _SPELLED.get(text.strip().removesuffix(_EMOJI))
        if card is None:
            raise CardError(
                CardRefusal.UNREADABLE,
                f"{text!r} is {CardRefusal.UNREADABLE.words}: write it like As or Th",
            )
        return card

    @property
    def pretty(self) -> str:
        return RANK_LETTERS[self.rank - 2] + SUIT_SYMBOLS[self.suit]

    @property
    def name(self) -> str:
        return f"{RANK_NAMES[self.rank - 2]} of {SUIT_NAMES[self.suit]}"

    def __str__(self) -> str:
        return RANK_LETTERS[self.rank - 2] + SUIT_LETTERS[self.suit]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __lt__(self, other: object) -> bool:
        return self.number < other.number if isinstance(other, Card) else NotImplemented

    def __hash__(self) -> int:
        # Not the address: a set of cards is walked in the same order in every process.
        return self.number

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card does not change: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a card does not change: {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return Card, (self.rank, self.suit)  # copies and pickles come back as the same object


def _make(number: int) -> Card:
    rank, suit = divmod(number, 4)
    card = object.__new__(Card)
    object.__setattr__(card, "rank", rank + 2)
    object.__setattr__(card, "suit", suit)
    object.__setattr__(card, "number", number)
    object.__setattr__(card, "key", (RANK_KEYS[rank] << SUIT_BITS) + SUIT_KEYS[suit])
    return card


CARDS = tuple(map(_make, range(52)))
"""Every card, by number: no jokers."""

CardsLike = str | Iterable[Card | str]
"""Cards as a caller may give them: one text, or cards (or their texts) one by one."""

_EMOJI = "\ufe0f"  # what phones write after a suit symbol to have it drawn in colour
_BLANKS = frozenset(" \t\r\n," + _EMOJI)


def _spellings(card: Card) -> list[str]:
    letter = RANK_LETTERS[card.rank - 2]
    ranks = {letter, letter.lower()} | ({"10"} if letter == "T" else set())
    suit = SUIT_LETTERS[card.suit]
    suits = (suit, suit.upper(), SUIT_SYMBOLS[card.suit], SUIT_OUTLINES[card.suit])
    return [rank + suit for rank in ranks for suit in suits]


_SPELLED = {text: card for card in CARDS for text in _spellings(card)}


def read_cards(cards: CardsLike) -> tuple[Card, ...]:
    """Cards from a text, with or without blanks and commas; or from an iterable, checked likewise.

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
    return distinct([card if isinstance(card, Card) else Card.read(card) for card in cards])


def _scan(text: str) -> list[Card]:
    cards = []
    place = 0
    while place < len(text):
        if text[place] in _BLANKS:
            place += 1
            continue
        for width in (2, 3):  # 3: only 10h and its like
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
    """The same cards, once it is sure that none is there twice; else `CardError` names the twin.

    >>> distinct([Card("2c"), Card("2c")])
    Traceback (most recent call last):
        ...
    pokermasa.cards.refusal.CardError: the two of clubs (2c) twice
    """
    cards = tuple(cards)
    if len({card.number for card in cards}) != len(cards):
        twin = next(card for place, card in enumerate(cards) if card in cards[:place])
        raise CardError(CardRefusal.TWICE, f"the {twin.name} ({twin}) twice")
    return cards
