"""`evaluate` refuses a repeated card at every pair of positions."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from pokermasa.cards import CARDS, CardError, CardRefusal
from pokermasa.strength import evaluate, rank
from tests.cases import each


@each("count", [5, 6, 7])
@each("kind", [tuple, list])
def test_repeated_card_is_found_at_every_pair_of_positions(count: int, kind: type[Any]) -> None:
    source = Random(count)
    for first, second in combinations(range(count), 2):
        cards = source.sample(CARDS, count)
        assert evaluate(kind(cards)).rank == rank(cards)
        cards[second] = cards[first]
        with pytest.raises(CardError, match=f"the {cards[first].name} .* twice") as refusal:
            evaluate(kind(cards))
        assert refusal.value.code is CardRefusal.TWICE


def test_cards_and_texts_may_be_mixed_in_a_tuple_too() -> None:
    mixed = (CARDS[51], "Ks", "Qs", CARDS[39], "Ts")
    assert evaluate(mixed).rank == 7462
    assert evaluate(mixed).best_five == tuple(CARDS[place] for place in (51, 47, 43, 39, 35))
    with pytest.raises(CardError, match="the ace of spades"):
        evaluate((*mixed, "As"))


@pytest.mark.parametrize("count", [0, 1, 4, 8])
def test_other_numbers_of_cards_are_refused(count: int) -> None:
    with pytest.raises(CardError, match=f"a hand has five, six or seven cards, not {count}"):
        evaluate(CARDS[:count])
