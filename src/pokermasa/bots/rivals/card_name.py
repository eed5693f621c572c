"""How both houses write a card: the suit first."""

from collections.abc import Iterable

from pokermasa.cards import Card


def card_names(cards: Iterable[Card]) -> list[str]:
    """
    >>> from pokermasa.cards import read_cards
    >>> card_names(read_cards("As Td 2c"))
    ['SA', 'DT', 'C2']
    """
    return [str(card)[::-1].upper() for card in cards]
