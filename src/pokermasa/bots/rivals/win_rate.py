"""Twin of PyPokerEngine's estimate of a hand's chance, compared by tests/bots/test_rivals.py.

The estimate is the share of random deals in which no other hand is better by PyPokerEngine's own
ranking of hands. In that ranking only the two hole cards count as kickers, even if five better
cards are on the board. Flushes compare the highest card and then the hole cards. The ace is never
low. The numbers therefore differ from the equities of `pokermasa.strength`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pokermasa.batch.array import Ints, UInt64s
from pokermasa.batch.kernel import kernel, scalar
from pokermasa.cards import Card

_PAIR, _TWO_PAIR, _THREE, _STRAIGHT = 1 << 8, 1 << 9, 1 << 10, 1 << 11
_FLUSH, _FULL_HOUSE, _FOUR, _STRAIGHT_FLUSH = 1 << 12, 1 << 13, 1 << 14, 1 << 15

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


def win_rate(
    hole: Sequence[Card], board: Sequence[Card], players: int, simulations: int, seed: int = 0
) -> float:
    """Return the estimated winning chance. Equal arguments give equal results, and another *seed*
    gives other random deals.

    >>> from pokermasa.cards import read_cards
    >>> win_rate(read_cards("As Ah"), (), players=2, simulations=1000) > 0.8
    True
    """
    cards = np.zeros(52, np.int64)  # known cards first, then all others
    known = [card.number for card in (*hole, *board)]
    cards[: len(known)] = known
    cards[len(known) :] = [number for number in range(52) if number not in known]
    start = hash((seed, players, *known)) & (1 << 64) - 1  # equal on all machines
    return float(_simulate(cards, len(known), players, simulations, np.uint64(start)))


def score(hole: Sequence[Card], board: Sequence[Card]) -> int:
    """Return the value of seven cards in PyPokerEngine's ranking.

    >>> from pokermasa.cards import read_cards
    >>> bin(score(read_cards("Ah 3h"), read_cards("3d 8c 9s Ks Kd")))
    '0b101101001111100011'
    """
    cards = np.array([card.number for card in (*hole, *board)], np.int64)
    return int(_score_seven(cards))


@kernel
def _simulate(cards: Ints, known: int, players: int, simulations: int, seed: np.uint64) -> float:
    dice = np.empty(1, np.uint64)
    dice[0] = seed
    needed = 7 + 2 * (players - 1)
    wins = 0
    hand = np.empty(7, np.int64)
    hand[:2] = cards[:2]
    for _ in range(simulations):
        for place in range(known, needed):  # board cards first, then the opponents' hole cards
            other = place + np.int64((_random_bits(dice) >> _32) * np.uint64(52 - place) >> _32)
            cards[place], cards[other] = cards[other], cards[place]
        hand[:2] = cards[:2]
        hand[2:] = cards[2:7]
        mine = _score(hand)
        best = True
        for place in range(7, needed, 2):
            hand[0], hand[1] = cards[place], cards[place + 1]
            if _score(hand) > mine:
                best = False
                break
        wins += best
    return wins / simulations


@kernel
def _score_seven(cards: Ints) -> int:
    return _score(cards)


@scalar
def _random_bits(dice: UInt64s) -> np.uint64:
    """Return the next 64 random bits (SplitMix64)."""
    dice[0] += _GOLDEN
    word = dice[0]
    word = (word ^ word >> _30) * _MIX_1
    word = (word ^ word >> _27) * _MIX_2
    return np.uint64(word ^ word >> _31)


@scalar
def _lowest_of_straight(ranks: int) -> int:
    """Return the highest rank of the best straight in a set of ranks, or 0 if there is none."""
    fives = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4
    low = 0
    while fives:
        fives >>= 1
        low += 1
    return max(low - 1, 0)


@scalar
def _score(cards: Ints) -> int:
    """Return the value of seven cards. The first two are the hole cards."""
    counts = np.zeros(15, np.int64)
    suits = np.zeros(4, np.int64)  # bit set of ranks for each suit
    sizes = np.zeros(4, np.int64)
    ranks = 0
    for card in cards:
        rank, suit = card // 4 + 2, card % 4
        counts[rank] += 1
        ranks |= 1 << rank
        suits[suit] |= 1 << rank
        sizes[suit] += 1
    high, low = cards[0] // 4 + 2, cards[1] // 4 + 2
    hole = max(high, low) << 4 | min(high, low)
    flush = 0
    for suit in range(4):
        if sizes[suit] >= 5:
            flush = suits[suit]
    four, three, second_three, pair, second_pair = 0, 0, 0, 0, 0
    for rank in range(14, 1, -1):
        count = counts[rank]
        if count == 4:
            four = rank
        elif count == 3:
            if three:
                second_three = rank
            else:
                three = rank
        elif count == 2:
            if not pair:
                pair = rank
            elif not second_pair:
                second_pair = rank
    straight = _lowest_of_straight(ranks)
    straight_flush = _lowest_of_straight(flush)
    if straight_flush:
        hand = _STRAIGHT_FLUSH | straight_flush << 4
    elif four:
        hand = _FOUR | four << 4
    elif three and max(pair, second_three):
        hand = _FULL_HOUSE | three << 4 | max(pair, second_three)
    elif flush:
        top = 0
        while flush > 1:
            flush >>= 1
            top += 1
        hand = _FLUSH | top << 4
    elif straight:
        hand = _STRAIGHT | straight << 4
    elif three:
        hand = _THREE | three << 4
    elif second_pair:
        hand = _TWO_PAIR | pair << 4 | second_pair
    elif pair:
        hand = _PAIR | pair << 4
    else:
        hand = hole
    return int(hand << 8 | hole)
