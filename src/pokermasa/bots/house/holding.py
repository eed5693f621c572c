"""Description of a hand: Chen points of the hole cards, the made hand, and the outs."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from pokermasa import strength
from pokermasa.bots.chen import points
from pokermasa.cards import Card
from pokermasa.cards.card import RANK_NAMES
from pokermasa.strength import Category
from pokermasa.strength.hand_class import COMBOS, HandClass

_STRAIGHTS = tuple(
    [sum(1 << (rank - 1 if rank else 12) for rank in range(low, low + 5)) for low in range(10)]
)
"""Straights as bit sets of ranks. The lowest bit is the two. The first entry is the straight that
starts with an ace as the lowest card."""


class Holding(NamedTuple):
    chen: int
    """Points of the Chen formula."""
    percentile: float
    """Share of all 1326 hands with fewer points, plus half of those with equal points."""
    made: Category | None
    words: str
    """Description in a player's words, such as "top pair" or "a flush draw"."""
    duplicates: int
    """Number of cards that improve one pair to two pair, three of a kind or better."""
    straight: int
    """Number of cards that complete a straight. 0 if the hand is already a straight or better."""
    flush: int
    """Number of cards that complete a flush. 0 if the hand is already a flush or better."""

    @classmethod
    def from_cards(cls, cards: tuple[Card, Card], board: tuple[Card, ...] = ()) -> Holding:
        chen = points(*cards)
        percentile = _percentiles()[chen]
        if not board:
            return cls(chen, percentile, None, _class_words(cards), 0, 0, 0)
        seven = cards + board
        made = strength.evaluate(seven).category
        to_come = len(board) < 5
        straight = _straight_outs(seven) if to_come and made < Category.STRAIGHT else 0
        flush = _flush_outs(seven) if to_come and made < Category.FLUSH else 0
        duplicates = _duplicate_outs(seven) if to_come else 0
        description = _made_words(cards, board, made)
        if flush:
            description += " and a flush draw"
        if straight:
            description += " and a straight draw" if straight > 4 else " and a gutshot"
        return cls(chen, percentile, made, description, duplicates, straight, flush)


@cache
def _percentiles() -> dict[int, float]:
    scores = [points(*combo) for combo in COMBOS]
    return {
        score: (sum(other < score for other in scores) + scores.count(score) / 2) / len(scores)
        for score in set(scores)
    }


def _class_words(cards: tuple[Card, Card]) -> str:
    high, low = max(cards), min(cards)
    return str(HandClass.from_combo((high, low)))


def _straight_outs(cards: tuple[Card, ...]) -> int:
    ranks = 0
    for card in cards:
        ranks |= 1 << card.rank - 2
    missing = 0
    for straight in _STRAIGHTS:
        lacks = straight & ~ranks
        if lacks.bit_count() == 1:
            missing |= lacks
    return 4 * missing.bit_count()


def _flush_outs(cards: tuple[Card, ...]) -> int:
    suits = [card.suit for card in cards]
    return 9 if any(suits.count(suit) == 4 for suit in range(4)) else 0


def _duplicate_outs(cards: tuple[Card, ...]) -> int:
    """Return the outs to more equal ranks. There are none if the cards hold no pair, because one
    card makes only one pair."""
    ranks = [card.rank for card in cards]
    pairs = [rank for rank in set(ranks) if ranks.count(rank) > 1]
    if not pairs:
        return 0  # one more card makes at most one pair
    return sum(4 - ranks.count(rank) for rank in set(ranks))


def _made_words(cards: tuple[Card, Card], board: tuple[Card, ...], made: Category) -> str:
    first, second = cards
    ranks = sorted({card.rank for card in board}, reverse=True)
    if made is Category.ONE_PAIR:
        if first.rank == second.rank:
            return "an overpair" if first.rank > ranks[0] else f"a pair of {_plural(first.rank)}"
        paired = [rank for rank in (first.rank, second.rank) if rank in ranks]
        if not paired:
            return f"{RANK_NAMES[max(first.rank, second.rank) - 2]} high"  # the board is paired
        place = ranks.index(paired[0])
        return "top pair" if place == 0 else "second pair" if place == 1 else "a low pair"
    if made is Category.HIGH_CARD:
        over = min(first.rank, second.rank) > ranks[0]
        name = f"{RANK_NAMES[max(first.rank, second.rank) - 2]} high"
        return "two overcards" if over else name
    return f"{made.english} on the board" if _lies_open(board, made) else made.english


def _lies_open(board: tuple[Card, ...], made: Category) -> bool:
    """Return whether the board alone makes the hand, so that every player has it."""
    if len(board) == 5:
        return strength.evaluate(board).category is made
    ranks = [card.rank for card in board]
    counts = sorted([ranks.count(rank) for rank in set(ranks)], reverse=True)
    if made is Category.TWO_PAIR:
        return counts[:2] == [2, 2]
    return made is Category.THREE_OF_A_KIND and counts[0] == 3


def _plural(rank: int) -> str:
    name = RANK_NAMES[rank - 2]
    return name + ("es" if name == "six" else "s")
