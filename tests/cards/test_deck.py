"""A deck: shuffled by a given source, and dealt from the top."""

from collections import Counter
from random import Random, SystemRandom
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokermasa.cards import CARDS, Card, CardError, CardRefusal, Deck, read_cards


@pytest.mark.statement("S002-01", "S004-16")
def test_a_new_deck_holds_every_card_once_in_order() -> None:
    deck = Deck()
    assert len(deck) == 52
    assert tuple(deck) == CARDS


@pytest.mark.statement("S004-16")
def test_deal_takes_the_top_card() -> None:
    deck = Deck("As Kd 7c")
    assert deck.deal() is Card("As")
    assert deck.deal() is Card("Kd")
    assert list(deck) == [Card("7c")]


@pytest.mark.statement("S004-16")
def test_deal_n_takes_the_top_n_in_order() -> None:
    deck = Deck("As Kd 7c 2h")
    assert deck.deal(3) == read_cards("As Kd 7c")
    assert deck.deal(0) == ()
    assert deck.deal(1) == (Card("2h"),)
    assert len(deck) == 0


@pytest.mark.statement("S004-16")
@pytest.mark.parametrize("name", ["7c", Card("7c"), Card(7, 0)])
def test_deal_named_takes_that_card_and_keeps_the_order_of_the_others(name: str | Card) -> None:
    deck = Deck("As Kd 7c 2h")
    deck.deal()
    assert deck.deal_named(name) is Card("7c")
    assert tuple(deck) == read_cards("Kd 2h")


@pytest.mark.statement("S004-16")
def test_reset_gathers_every_card_in_the_order_of_the_new_deck() -> None:
    deck = Deck()
    deck.shuffle(Random(1))
    deck.deal(20)
    deck.deal_named(next(iter(deck)))
    deck.reset()
    assert tuple(deck) == CARDS

    stacked = Deck("As Kd 7c")
    stacked.deal(2)
    stacked.reset()
    assert tuple(stacked) == read_cards("As Kd 7c")


@pytest.mark.statement("S004-16")
def test_shuffle_order_follows_from_the_given_source() -> None:
    """The order is literal: a seed must give the same deck in every version."""
    deck = Deck()
    deck.shuffle(Random(2024))
    assert " ".join(map(str, deck.deal(9))) == "Tc 9s 7s 8d 9c Ad 4h 6h 7c"
    assert tuple(Deck.shuffled(Random(2024)))[9:] == tuple(deck)


class Always:
    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        return self.number


def test_shuffle_swaps_each_position_with_one_at_or_below_it() -> None:
    """The Fisher-Yates shuffle, from the bottom of the deck to its top."""
    deck = Deck("As Kd 7c 2h")
    deck.shuffle(Always(0.0))
    assert tuple(deck) == read_cards("Kd 7c 2h As")
    deck.reset()
    deck.shuffle(Always(1 - 2**-53))  # the highest that a source gives: every card stays
    assert tuple(deck) == read_cards("As Kd 7c 2h")


def test_every_order_is_equally_likely() -> None:
    """24,000 shuffles of three cards give 4000 of each order, within five standard deviations."""
    source = Random(5)
    orders: Counter[Any] = Counter()
    for _ in range(24_000):
        deck = Deck("As Kd 7c")
        deck.shuffle(source)
        orders[tuple(deck)] += 1
    assert len(orders) == 6
    assert all(abs(count - 4000) < 5 * (24_000 * 1 / 6 * 5 / 6) ** 0.5 for count in orders.values())


@given(st.randoms(use_true_random=False), st.integers(0, 52))
def test_a_shuffle_keeps_the_cards_left_and_leaves_the_dealt_ones_dealt(
    source: Random, dealt: int
) -> None:
    deck = Deck()
    deck.deal(dealt)
    deck.shuffle(source)
    assert sorted(deck) == list(CARDS[dealt:])


def test_the_operating_system_may_be_the_source() -> None:
    assert sorted(Deck.shuffled(SystemRandom())) == list(CARDS)


def test_a_deck_of_given_cards_holds_exactly_these() -> None:
    assert tuple(Deck(["As", Card("Kd")])) == read_cards("As Kd")
    assert repr(Deck("As Kd")) == "<Deck: 2 of 2 cards left>"
    assert Card("As") in Deck("As Kd")
    assert Card("2c") not in Deck("As Kd")
    assert len(Deck("")) == 0
    with pytest.raises(CardError, match="the ace of spades"):
        Deck("As Kd As")


@pytest.mark.parametrize("count", [3, -1])
def test_dealing_more_cards_than_are_left_is_refused_and_deals_none(count: int) -> None:
    deck = Deck("As Kd")
    with pytest.raises(CardError) as refused:
        deck.deal(count)
    assert refused.value.code is CardRefusal.TOO_FEW_LEFT
    assert str(refused.value) == f"2 left in the deck, {count} to deal"
    assert tuple(deck) == read_cards("As Kd")


def test_an_empty_deck_deals_nothing() -> None:
    deck = Deck("As")
    deck.deal()
    with pytest.raises(CardError, match="0 left in the deck, 1 to deal"):
        deck.deal()


def test_dealing_a_card_that_is_not_in_the_deck_is_refused() -> None:
    deck = Deck("As Kd")
    deck.deal()
    with pytest.raises(CardError) as refused:
        deck.deal_named("As")
    assert refused.value.code is CardRefusal.NOT_IN_DECK
    assert str(refused.value) == "the ace of spades (As) is not in the deck"
    assert tuple(deck) == (Card("Kd"),)


@pytest.mark.statement("S004-16")
def test_deal_with_rank_and_suit_takes_that_card() -> None:
    deck = Deck()
    assert deck.deal(14, 3) is Card("As")
    assert len(deck) == 51
    with pytest.raises(CardError) as refused:
        deck.deal(14, 3)
    assert refused.value.code is CardRefusal.NOT_IN_DECK
    with pytest.raises(CardError, match="ranks are 2 to 14"):
        deck.deal(1, 3)


@pytest.mark.statement("S004-16")
def test_a_shuffle_without_a_source_is_never_the_same_twice() -> None:
    orders = set()
    for _ in range(20):
        deck = Deck()
        deck.shuffle()
        assert set(deck) == set(CARDS)
        orders.add(tuple(deck))
    assert len(orders) == 20
    assert len({tuple(Deck.shuffled()) for _ in range(20)}) == 20


@pytest.mark.parametrize("source", [1, "seed", 0.5])
def test_value_that_is_not_a_source_of_random_numbers_is_refused(source: Any) -> None:
    with pytest.raises(CardError, match=r"a deck is shuffled by a random.Random, not by") as no:
        Deck.shuffled(source)
    assert no.value.code is CardRefusal.NO_SOURCE


def test_error_for_a_seed_shows_how_to_create_a_source() -> None:
    with pytest.raises(CardError, match=r"not by 1: Random\(1\)$"):
        Deck.shuffled(1)  # type: ignore[arg-type]


@pytest.mark.parametrize("count", ["As", Card("As"), 1.5])
def test_deal_takes_a_number_and_names_the_function_that_takes_a_card(count: Any) -> None:
    with pytest.raises(CardError, match="deal takes a number of cards, and deal_named a card"):
        Deck().deal(count)
