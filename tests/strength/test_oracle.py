"""Comparison with evaluators of other projects."""

from random import Random
from typing import Any

import eval7
import pokerkit
import pytest
from pokerkit.lookups import Entry

from pokermasa.cards import CARDS, Card
from pokermasa.strength import Category, evaluate, rank
from pokermasa.strength.hand_ranking import hand_ranking

EVAL7 = [eval7.Card(str(card)) for card in CARDS]
POKERKIT = tuple(card for text in map(str, CARDS) for card in pokerkit.Card.parse(text))


def by_eval7(hand: Any) -> Any:
    return eval7.evaluate([EVAL7[card.number] for card in hand])


def by_pokerkit(hand: list[Card]) -> Entry:
    return pokerkit.StandardHighHand.from_game([POKERKIT[card.number] for card in hand]).entry


def drawn(
    count: int, hands: int, cards: tuple[Card, ...] | list[Any] = CARDS, seed: int = 1
) -> list[Any]:
    source = Random(seed)
    return [source.sample(cards, count) for _ in range(hands)]


def agree(ours: list[Any], theirs: list[Any]) -> bool:
    """Whether both evaluators order the same hands equally, including ties."""
    pairs = sorted(set(zip(ours, theirs, strict=True)))
    return len(pairs) == len(set(ours)) == len(set(theirs)) and sorted(
        theirs for _, theirs in pairs
    ) == [theirs for _, theirs in pairs]


def test_comparison_finds_a_wrong_order_and_a_wrong_tie() -> None:
    assert agree([1, 2, 2, 5], [10, 20, 20, 30])
    assert not agree([1, 2], [2, 1])
    assert not agree([1, 2], [1, 1])
    assert not agree([1, 1], [1, 2])


@pytest.mark.parametrize("count", [5, 6, 7])
def test_eval7_orders_random_hands_in_the_same_way(count: int) -> None:
    hands = drawn(count, hands=30_000)
    assert agree(list(map(rank, hands)), list(map(by_eval7, hands)))


@pytest.mark.parametrize("count", [5, 6, 7])
def test_eval7_orders_hands_of_two_suits_in_the_same_way(count: int) -> None:
    """Hands of two suits include thousands of flushes and straight flushes."""
    hands = drawn(count, hands=20_000, cards=[card for card in CARDS if card.suit < 2])
    assert agree(list(map(rank, hands)), list(map(by_eval7, hands)))


@pytest.mark.parametrize("count", [5, 6, 7])
def test_eval7_orders_hands_of_few_ranks_in_the_same_way(count: int) -> None:
    """Hands of few ranks include thousands of full houses and four of a kind."""
    hands = drawn(count, hands=20_000, cards=[card for card in CARDS if card.rank in (2, 5, 9, 14)])
    assert agree(list(map(rank, hands)), list(map(by_eval7, hands)))


@pytest.mark.parametrize("count", [5, 6, 7])
def test_pokerkit_gives_random_hands_the_same_number_and_category(count: int) -> None:
    """Pokerkit counts hand numbers from 0."""
    for hand in drawn(count, hands=1_000):
        value, entry = evaluate(hand), by_pokerkit(hand)
        assert value.rank == entry.index + 1, hand
        assert value.category.english == entry.label.value.lower(), hand


def test_pokerkit_gives_every_hand_the_same_number() -> None:
    for rung in range(1, 7463):
        suited = Category.from_rank(rung) in (Category.FLUSH, Category.STRAIGHT_FLUSH)
        suits = [3] * 5 if suited else [0, 1, 2, 3, 0]
        hand = [Card(rank, suit) for rank, suit in zip(hand_ranking()[rung], suits, strict=True)]
        assert by_pokerkit(hand).index + 1 == rung
