"""Cards: reading, writing, and errors."""

import copy
import pickle
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokermasa.cards import CARDS, Card, CardError, CardRefusal, distinct, read_cards
from tests.cases import each

card = st.sampled_from(CARDS)


@pytest.mark.statement("S002-01")
def test_there_are_52_cards_in_four_suits_of_thirteen_and_no_jokers() -> None:
    assert len(CARDS) == len(set(CARDS)) == 52
    assert {(card.rank, card.suit) for card in CARDS} == {
        (rank, suit) for rank in range(2, 15) for suit in range(4)
    }


@pytest.mark.statement("S004-17")
def test_a_card_is_made_from_rank_and_suit_or_from_text() -> None:
    assert Card(14, 3) is Card("As") is Card.read("As")
    assert (Card("As").rank, Card("As").suit) == (14, 3)
    assert (Card("Td").rank, Card("Td").suit) == (10, 1)
    assert (Card("2c").rank, Card("2c").suit) == (2, 0)


def test_numbers_count_suits_fastest_from_the_two_of_clubs_to_the_ace_of_spades() -> None:
    assert " ".join(map(str, CARDS[:5])) == "2c 2d 2h 2s 3c"
    assert str(CARDS[51]) == "As"
    assert [card.number for card in CARDS] == list(range(52))
    assert all(Card.from_number(card.number) is card for card in CARDS)
    assert all(card.number == 4 * (card.rank - 2) + card.suit for card in CARDS)


def test_cards_are_ordered_by_number() -> None:
    assert sorted([Card("As"), Card("2d"), Card("2c")]) == [Card("2c"), Card("2d"), Card("As")]
    assert Card("Ac") > Card("Ks") >= Card("Ks") <= Card("Ac")
    with pytest.raises(TypeError):
        Card("As") < 51  # noqa: B015


@each(
    "text",
    ["Th", "th", "TH", "tH", "10h", "10H", "T♥", "10♥", "10♡", "t♡", "10♥\ufe0f", " Th "],
)
def test_the_ten_of_hearts_in_every_spelling(text: str) -> None:
    assert Card(text) is Card(10, 2)


@pytest.mark.parametrize("suits", ["cdhs", "CDHS", "♣♦♥♠", "♧♢♡♤"])
def test_suits_as_letters_and_as_symbols(suits: str) -> None:
    assert [Card("A" + suit).suit for suit in suits] == [0, 1, 2, 3]


def test_a_card_is_written_as_rank_and_suit() -> None:
    assert str(Card("10♥")) == "Th"
    assert repr(Card("10♥")) == "Card('Th')"
    assert Card("Th").pretty == "T♥"
    assert Card("As").pretty == "A♠"
    assert Card("Jd").name == "jack of diamonds"


@given(card)
def test_written_card_can_be_read(card: Card) -> None:
    assert Card(str(card)) is card
    assert Card(card.pretty) is card


@each("text", ["", "A", "s", "1s", "11s", "Ax", "sA", "AsKd", "Joker", "A s", "As!"])
def test_unreadable_text_is_refused_by_name(text: str) -> None:
    with pytest.raises(CardError) as refused:
        Card(text)
    assert refused.value.code is CardRefusal.UNREADABLE
    assert str(refused.value) == f"{text!r} is not a card: write it like As or Th"


@each(("rank", "suit"), [(1, 0), (15, 0), (14, 4), (14, -1), (14, None)])
def test_no_card_has_a_rank_or_suit_outside_the_deck(rank: int, suit: int | None) -> None:
    with pytest.raises(CardError, match=f"no card has rank {rank} and suit {suit}"):
        Card(rank, suit)


@pytest.mark.parametrize("number", [-1, 52])
def test_no_card_has_a_number_outside_the_deck(number: int) -> None:
    with pytest.raises(CardError, match=f"no card has number {number}"):
        Card.from_number(number)


def test_a_card_is_not_made_from_text_and_suit() -> None:
    with pytest.raises(TypeError):
        Card("A", "s")  # type: ignore[call-overload]  # wrong on purpose


def test_a_card_never_changes() -> None:
    with pytest.raises(AttributeError):
        Card("As").rank = 2
    with pytest.raises(AttributeError):
        del Card("As").rank
    assert Card("As").rank == 14


def test_copies_and_pickles_are_the_card_itself() -> None:
    for card in CARDS:
        assert copy.copy(card) is card
        assert copy.deepcopy(card) is card
        assert pickle.loads(pickle.dumps(card)) is card


def test_a_card_can_be_matched() -> None:
    match Card("Kd"):
        case Card(13, suit):
            assert suit == 1
        case _:
            pytest.fail("a king is rank 13")


def test_set_of_cards_has_the_same_iteration_order_in_every_process() -> None:
    program = (
        "from pokermasa.cards import CARDS; print(*{c for c in reversed(CARDS) if c.number % 3})"
    )
    walks = {
        subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout
        for _ in range(2)
    }
    assert walks == {b" ".join(str(c).encode() for c in CARDS if c.number % 3) + b"\n"}


def test_cards_are_read_with_or_without_blanks_and_commas() -> None:
    three = (Card("As"), Card("Kh"), Card("Td"))
    for text in (
        "As Kh Td",
        "AsKhTd",
        "As Kh10d",
        "As,Kh,Td",
        " as, k♥\n10♦ ",
        "A♠\ufe0fK♥\ufe0fT♦",
    ):
        assert read_cards(text) == three
    assert read_cards("") == ()


def test_cards_already_read_pass_through() -> None:
    assert read_cards([Card("As"), "Kh"]) == read_cards("AsKh")
    assert read_cards(card for card in CARDS) == CARDS


@given(st.lists(card, unique=True), st.sampled_from(["", " ", ",", ", "]))
def test_written_cards_can_be_read(cards: list[Card], between: str) -> None:
    assert read_cards(between.join(map(str, cards))) == tuple(cards)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("As Kx 2c", "'Kx' at character 4 of 'As Kx 2c' is not a card"),
        ("AsKx,2c", "'Kx' at character 3 of 'AsKx,2c' is not a card"),
        ("As 1", "'1' at character 4 of 'As 1' is not a card"),
    ],
)
def test_an_unreadable_card_among_others_is_named_with_its_place(text: str, words: str) -> None:
    with pytest.raises(CardError) as refused:
        read_cards(text)
    assert (refused.value.code, str(refused.value)) == (CardRefusal.UNREADABLE, words)


@pytest.mark.parametrize("cards", ["As Kh As", "As Kh A♠", ["As", "Kh", "As"]])
def test_a_card_named_twice_is_refused_not_dropped(cards: str | list[str]) -> None:
    with pytest.raises(CardError) as refused:
        read_cards(cards)
    assert refused.value.code is CardRefusal.TWICE
    assert str(refused.value) == "the ace of spades (As) twice"


def test_distinct_returns_the_cards_or_names_the_repeated_one() -> None:
    assert distinct(iter(CARDS)) == CARDS
    with pytest.raises(CardError, match=r"the two of clubs \(2c\) twice"):
        distinct([*CARDS, Card("2c")])


def test_an_error_survives_pickling() -> None:
    with pytest.raises(CardError) as refused:
        Card("??")
    again = pickle.loads(pickle.dumps(refused.value))
    assert (again.code, str(again)) == (refused.value.code, str(refused.value))


@each("given", [None, 5, 1.5, True, object(), b"AhKh", [5], ["AhKh"], [None]])
def test_any_value_that_is_no_card_is_refused_in_words(given: Any) -> None:
    with pytest.raises(CardError) as refused:
        read_cards(given)
    assert refused.value.code is CardRefusal.UNREADABLE
    assert "cards are a text as in 'As Kd'" in str(refused.value) or "write it like As" in str(
        refused.value
    )
