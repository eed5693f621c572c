"""A deck: cards in an order, dealt from the top."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, overload

from pokermasa.cards.card import CARDS, Card, CardsLike, read_cards
from pokermasa.cards.refusal import CardError, CardRefusal


class Source(Protocol):
    """Where a shuffle takes its luck from: `random.Random`, `SystemRandom` and their like."""

    def random(self) -> float:
        """At least 0, less than 1."""
        ...


class Deck:
    """All 52 cards in the order of their numbers, or exactly the cards given, the first on top.

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
        """A whole deck, shuffled as `shuffle` does it.

        >>> from random import Random
        >>> list(Deck.shuffled(Random(7))) == list(Deck.shuffled(Random(7)))
        True
        """
        deck = cls()
        deck.shuffle(source)
        return deck

    def shuffle(self, source: Source | None = None) -> None:
        """Put the cards left into a random order; those already dealt stay dealt.

        Without a *source* the operating system's secure one is used, so that no two shuffles are
        alike. Pass `random.Random(seed)` where the order must be repeatable.

        >>> deck = Deck()
        >>> deck.shuffle()
        >>> len(deck), set(deck) == set(Deck())
        (52, True)

        Only `source.random()` is asked, since of all that `random.Random` offers it alone is
        promised to give the same numbers for a seed in every version of Python. Its 53 bits favour
        no place in a deck by more than one part in 10**14.
        """
        if source is None:
            from random import SystemRandom  # only here: this package is given its randomness

            source = SystemRandom()
        elif not callable(getattr(source, "random", None)):
            words = f"a deck is shuffled by a random.Random, not by {source!r:.40}"
            seed = f": Random({source})" if isinstance(source, int) else ""
            raise CardError(CardRefusal.NO_SOURCE, f"{words}{seed}")
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
        """The top card; or the top *count* cards, all of them or none. With two numbers, the card
        of that rank and *suit*, wherever it lies, as `deal_named` does it.

        >>> Deck().deal(14, 3)
        Card('As')
        >>> Deck("As Kd").deal(3)
        Traceback (most recent call last):
            ...
        pokermasa.cards.refusal.CardError: 2 left in the deck, 3 to deal
        """
        if suit is not None:
            return self.deal_named(Card(count, suit))  # type: ignore[arg-type]
        first, end = self._next, self._next + (1 if count is None else count)
        if not first <= end <= len(self._cards):
            raise CardError(
                CardRefusal.TOO_FEW_LEFT,
                f"{len(self)} left in the deck, {end - first} to deal",
            )
        self._next = end
        return self._cards[first] if count is None else self._cards[first:end]

    def deal_named(self, card: Card | str) -> Card:
        """Take out *card*, wherever it lies; the order of the others stays.

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
        """Gather every card again, in the order of the new deck, before any shuffle."""
        self._cards = self._whole
        self._next = 0

    def __len__(self) -> int:
        return len(self._cards) - self._next

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards[self._next :])

    def __contains__(self, card: object) -> bool:
        return card in self._cards[self._next :]

    def __repr__(self) -> str:
        return f"Deck({' '.join(map(str, self))!r})"
