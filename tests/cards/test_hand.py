"""A hand: a container that never has a card twice."""

import pytest

from pokermasa.cards import Card, CardError, Deck, Hand, read_cards


@pytest.mark.statement("S004-18")
def test_a_hand_starts_empty_and_counts_added_cards() -> None:
    hand = Hand()
    assert hand.no_of_cards == len(hand) == 0
    hand.add_card(Card("As"))
    hand.add_cards([Card("Kd"), Card("7c")])
    hand.add_cards("2h 3h")
    assert hand.no_of_cards == len(hand) == 5
    assert hand.cards == tuple(hand) == read_cards("As Kd 7c 2h 3h")


@pytest.mark.statement("S004-18")
def test_clear_empties_the_hand() -> None:
    hand = Hand("As Kd")
    hand.clear()
    assert hand.cards == ()
    hand.add_card("As")
    assert Card("As") in hand
    assert Card("Kd") not in hand


def test_a_hand_is_written_as_its_cards() -> None:
    assert str(Hand("As Kd")) == "As Kd"
    assert repr(Hand("As Kd")) == "Hand('As Kd')"


@pytest.mark.parametrize("more", ["As", "2c As", "2c 2c", "2c ??"])
def test_a_refused_card_leaves_the_hand_as_it_was(more: str) -> None:
    hand = Hand("As Kd")
    with pytest.raises(CardError):
        hand.add_cards(more)
    assert hand.cards == read_cards("As Kd")


def test_a_card_is_in_a_hand_or_a_deck_as_text_too() -> None:
    for cards in (Hand("As 10h"), Deck("As 10h")):
        assert "A♠" in cards
        assert "Th" in cards
        assert Card("Th") in cards
        assert "2c" not in cards
        with pytest.raises(CardError, match="'AsTh' is not a card"):
            assert "AsTh" in cards
