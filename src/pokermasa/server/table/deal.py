"""The one place where decks come from."""

from secrets import SystemRandom

from pokermasa.cards import Deck

_LUCK = SystemRandom()


def fresh_deck() -> Deck:
    """A deck that nobody can foresee."""
    return Deck.shuffled(_LUCK)
