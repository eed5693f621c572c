"""Card names of RLCard and PyPokerEngine, which write the suit first."""

from collections.abc import Iterable

from pokermasa.cards import Card


def card_names(cards: Iterable[Card]) -> list[str]:
    """Return the names of *cards* with the suit first.

    >>> from pokermasa.cards import read_cards
    >>> card_names(read_cards("As Td 2c"))
    ['SA', 'DT', 'C2']
    """
    return [str(card)[::-1].upper() for card in cards]
