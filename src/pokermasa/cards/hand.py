"""A hand: different cards, collected one after another."""

from collections.abc import Iterator

from pokermasa.cards.card import Card, CardsLike, distinct, read_cards


class Hand:
    """A mutable collection of different cards. Repeated cards raise `CardError`.

    >>> hand = Hand("As Kd")
    >>> hand.add_card(Card("7c"))
    >>> hand.no_of_cards, str(hand)
    (3, 'As Kd 7c')
    >>> hand.add_cards("2c As")
    Traceback (most recent call last):
        ...
    pokermasa.cards.refusal.CardError: the ace of spades (As) twice
    >>> hand.clear()
    >>> len(hand)
    0
    """

    __slots__ = ("_cards",)

    def __init__(self, cards: CardsLike = ()) -> None:
        self._cards = read_cards(cards)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order in which they were added."""
        return self._cards

    @property
    def no_of_cards(self) -> int:
        return len(self._cards)

    def add_card(self, card: Card | str) -> None:
        self.add_cards([card])

    def add_cards(self, cards: CardsLike) -> None:
        """Add all *cards*, or none of them if one is refused."""
        self._cards = distinct(self._cards + read_cards(cards))

    def clear(self) -> None:
        self._cards = ()

    def __len__(self) -> int:
        return len(self._cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards)

    def __contains__(self, card: object) -> bool:
        return (Card.read(card) if isinstance(card, str) else card) in self._cards

    def __str__(self) -> str:
        return " ".join(map(str, self._cards))

    def __repr__(self) -> str:
        from pokermasa.notebook.html import shortened

        return shortened(f"Hand({str(self)!r})")

    def _repr_html_(self) -> str:
        from pokermasa.notebook import html

        return html.page(html.cards(map(str, self._cards)))
