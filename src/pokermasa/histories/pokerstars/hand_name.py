"""Names of hands as PokerStars writes them: `two pair, Aces and Kings`."""

from __future__ import annotations

from collections.abc import Sequence

from pokermasa.cards import Card
from pokermasa.histories.history import HoleCards
from pokermasa.strength import Category, evaluate

_RANKS = (
    *("Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"),
    *("Jack", "Queen", "King", "Ace"),
)


def bracketed(cards: Sequence[Card | None]) -> str:
    """Return the known cards in brackets.

    >>> from pokermasa.cards import read_cards
    >>> bracketed(read_cards("Ah 7c 2d"))
    '[Ah 7c 2d]'
    """
    return f"[{' '.join([str(card) for card in cards if card is not None])}]"


def described(hand: HoleCards, board: Sequence[Card]) -> str:
    """Return the name of a hand on this board.

    >>> from pokermasa.cards import read_cards
    >>> board = read_cards("Ah 7c 2d 9s 4h")
    >>> described(read_cards("As 7h"), board), described(read_cards("6s 6h"), ())
    ('two pair, Aces and Sevens', 'a pair of Sixes')
    """
    cards = [*[card for card in hand if card is not None], *board]
    if len(cards) < 5:
        ranks = [card.rank for card in cards]
        if len(ranks) == 2 and ranks[0] == ranks[1]:
            return f"a pair of {_plural(ranks[0])}"
        return f"high card {_name(max(ranks))}"
    value = evaluate(cards)
    first, second, third, fourth, fifth = (card.rank for card in value.best_five)
    match value.category:
        case Category.HIGH_CARD:
            return f"high card {_name(first)}"
        case Category.ONE_PAIR:
            return f"a pair of {_plural(first)}"
        case Category.TWO_PAIR:
            return f"two pair, {_plural(first)} and {_plural(third)}"
        case Category.THREE_OF_A_KIND:
            return f"three of a kind, {_plural(first)}"
        case Category.STRAIGHT:
            return f"a straight, {_name(fifth)} to {_name(first)}"
        case Category.FLUSH:
            return f"a flush, {_name(first)} high"
        case Category.FULL_HOUSE:
            return f"a full house, {_plural(first)} full of {_plural(fourth)}"
        case Category.FOUR_OF_A_KIND:
            return f"four of a kind, {_plural(first)}"
        case Category.STRAIGHT_FLUSH:
            if (first, second) == (14, 13):
                return "a Royal Flush"
            return f"a straight flush, {_name(fifth)} to {_name(first)}"


def _name(rank: int) -> str:
    return _RANKS[rank - 2]


def _plural(rank: int) -> str:
    return _name(rank) + ("es" if rank == 6 else "s")
