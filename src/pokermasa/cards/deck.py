"""A deck of cards, dealt from the top."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, overload

from pokermasa.cards.card import CARDS, Card, CardsLike, read_cards
from pokermasa.cards.refusal import CardError, CardRefusal


class Source(Protocol):
    """A source of random numbers, such as `random.Random` or `random.SystemRandom`."""

    def random(self) -> float:
        """Return a random number of at least 0 and less than 1."""
        ...


class Deck:
    """A mutable deck. It has all 52 cards ordered by number, or the given cards, the first on top.

    >>> deck = Deck()
    >>> len(deck), deck.deal(), deck.deal(3)
    (52, Card('2c'), (Card('2d'), Card('2h'), Card('2s')))
    >>> deck.deal_named("As"), len(deck)
    (Card('As'), 47)
    >>> deck.reset()
    >>> len(deck)
    52
    >>> [str(card) for card in Deck("As Kd 7c")]
    ['As', 'Kd', '7c']
    """

    __slots__ = ("_cards", "_next", "_whole")

    def __init__(self, cards: CardsLike | None = None) -> None:
        self._whole = CARDS if cards is None else read_cards(cards)
        self._cards = self._whole
        self._next = 0

    @classmethod
    def shuffled(cls, source: Source | None = None) -> Deck:
        """Return a complete deck after `shuffle`.

        >>> from random import Random
        >>> list(Deck.shuffled(Random(7))) == list(Deck.shuffled(Random(7)))
        True
        """
        deck = cls()
        deck.shuffle(source)
        return deck

    def shuffle(self, source: Source | None = None) -> None:
        """Put the cards that are left into a random order. Cards already dealt stay dealt.

        Without *source* the operating system's secure random numbers are used. Pass
        `random.Random(seed)` for a repeatable order. Raise `CardError` if *source* has no method
        `random`.

        >>> deck = Deck()
        >>> deck.shuffle()
        >>> len(deck), set(deck) == set(Deck())
        (52, True)

        Only `source.random()` is used: of all methods of `random.Random`, Python guarantees only
        for this one that a seed gives the same numbers in every version. With its 53 bits the
        probabilities of two positions in a deck differ by less than one part in 10**14.
        """
        if source is None:
            from random import (
                SystemRandom,
            )  # the only random numbers that this package draws itself

            source = SystemRandom()
        elif not callable(getattr(source, "random", None)):
            message = f"a deck is shuffled by a random.Random, not by {source!r:.40}"
            example = f": Random({source})" if isinstance(source, int) else ""
            raise CardError(CardRefusal.NO_SOURCE, f"{message}{example}")
        cards = list(self._cards[self._next :])
        random = source.random
        for last in range(len(cards) - 1, 0, -1):
            other = int(random() * (last + 1))
            cards[last], cards[other] = cards[other], cards[last]
        self._cards = tuple(cards)
        self._next = 0

    @overload
    def deal(self) -> Card: ...
    @overload
    def deal(self, count: int) -> tuple[Card, ...]: ...
    @overload
    def deal(self, count: int, suit: int) -> Card: ...
    def deal(self, count: int | None = None, suit: int | None = None) -> Card | tuple[Card, ...]:
        """Deal the top card, or the top *count* cards.

        Two numbers are a rank and a suit: that card is dealt as by `deal_named`. Raise `CardError`,
        without dealing any card, if there are too few.

        >>> Deck().deal(14, 3)
        Card('As')
        >>> Deck("As Kd").deal(3)
        Traceback (most recent call last):
            ...
        pokermasa.cards.refusal.CardError: 2 left in the deck, 3 to deal
        """
        if suit is not None:
            return self.deal_named(Card(count, suit))  # type: ignore[arg-type]
        if count is not None and not isinstance(count, int):
            message = f"deal takes a number of cards, and deal_named a card; not {count!r:.40}"
            raise CardError(CardRefusal.WRONG_COUNT, message)
        first, end = self._next, self._next + (1 if count is None else count)
        if not first <= end <= len(self._cards):
            raise CardError(
                CardRefusal.TOO_FEW_LEFT,
                f"{len(self)} left in the deck, {end - first} to deal",
            )
        self._next = end
        return self._cards[first] if count is None else self._cards[first:end]

    def deal_named(self, card: Card | str) -> Card:
        """Deal *card* from anywhere in the deck. Raise `CardError` if it is not in the deck.

        >>> Deck("As Kd").deal_named("2c")
        Traceback (most recent call last):
            ...
        pokermasa.cards.refusal.CardError: the two of clubs (2c) is not in the deck
        """
        (card,) = read_cards([card])
        if card not in self:
            raise CardError(CardRefusal.NOT_IN_DECK, f"the {card.name} ({card}) is not in the deck")
        self._cards = tuple([other for other in self if other is not card])
        self._next = 0
        return card

    def reset(self) -> None:
        """Put back all cards in the order of the new deck."""
        self._cards = self._whole
        self._next = 0

    def __len__(self) -> int:
        return len(self._cards) - self._next

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards[self._next :])

    def __contains__(self, card: object) -> bool:
        return (Card.read(card) if isinstance(card, str) else card) in self._cards[self._next :]

    def __repr__(self) -> str:
        # The order of the cards is what nobody may know; list(deck) has it.
        return f"<Deck: {len(self)} of {len(self._whole)} cards left>"
