"""Source of all shuffled decks that the server deals from."""

from secrets import SystemRandom

from pokermasa.cards import Deck

_RANDOM = SystemRandom()


def fresh_deck() -> Deck:
    """Return a deck shuffled by the operating system's secure random number generator."""
    return Deck.shuffled(_RANDOM)
