"""Tests of hole cards and board cards: made hands and draws."""

import pytest

from pokermasa.bots.house.holding import Holding
from pokermasa.cards import read_cards
from tests.cases import each


def holding(cards: str, board: str = "") -> Holding:
    return Holding.from_cards(read_cards(cards), read_cards(board))  # type: ignore[arg-type]


@pytest.mark.statement("S004-24")
def test_hole_cards_have_chen_points_and_a_share_of_weaker_hands() -> None:
    assert holding("As Ah")[:2] == (20, pytest.approx(1 - 3 / 1326))
    assert holding("7s 2h").chen == -1
    assert (
        holding("7s 2h").percentile
        < 0.1
        < holding("9s 8h").percentile
        < holding("Ks Kh").percentile
    )


@pytest.mark.statement("S004-26")
@each(
    ("cards", "board", "outs"),
    [
        ("Ah Kd", "9c 6s 2d", 0),  # A card to come makes one pair at most.
        ("Ah Kd", "Ac 6s 2d", 2 + 3 + 3 + 3),  # three of a kind, or a second pair
        ("6h 6d", "6c As 2d", 1 + 3 + 3),  # four of a kind, or a full house
        ("Ah Kd", "9c 9s 2d", 2 + 3 + 3 + 3),
        ("Ah Kd", "9c 9s 2d 4h 5s", 0),  # no card comes after the river
    ],
)
def test_potential_duplicates(cards: str, board: str, outs: int) -> None:
    assert holding(cards, board).duplicates == outs


@pytest.mark.statement("S004-26")
@each(
    ("cards", "board", "outs"),
    [
        ("9h 8d", "7c 6s 2d", 8),  # an open-ended draw
        ("9h 8d", "6c 5s 2d", 4),  # only a seven completes it
        ("Ah 2d", "3c 4s Kd", 4),  # only a five completes it: the ace is low here
        ("Ah Kd", "Qc Js 2d", 4),
        ("9h 7d", "Jc 8s 5d", 8),  # two gutshots: a ten or a six
        ("9h 8d", "7c 6s 5d", 0),  # the straight is complete
        ("Ah Kd", "9c 5s 2d", 0),
        ("9h 8d", "7c 6s 2d 2h Kd", 0),
    ],
)
def test_potential_straight(cards: str, board: str, outs: int) -> None:
    assert holding(cards, board).straight == outs


@pytest.mark.statement("S004-26")
@each(
    ("cards", "board", "outs"),
    [
        ("Ah 5h", "9h 6h 2d", 9),
        ("Ah 5d", "9h 6h 2h", 9),
        ("Ah 5h", "9h 6c 2d", 0),
        ("Ah 5h", "9h 6h 2h", 0),
        ("Ah 5h", "9h 6h 2d 2c Kc", 0),
    ],
)
def test_potential_flush(cards: str, board: str, outs: int) -> None:
    assert holding(cards, board).flush == outs


@each(
    ("cards", "board", "words"),
    [
        ("As Kd", "", "AKo"),
        ("9s 8s", "", "98s"),
        ("As Kd", "Ah 7c 2d", "top pair"),
        ("As 7d", "Kh 7c 2d", "second pair"),
        ("As 2h", "Kh 7c 2d", "a low pair"),
        ("As Ad", "Kh 7c 2d", "an overpair"),
        ("6s 6d", "Kh 7c 2d", "a pair of sixes"),
        ("As Kd", "Qh 7c 2d", "two overcards"),
        ("As 3d", "Qh 7c 2d", "ace high"),
        ("As 3d", "Qh Qc 2d", "ace high"),
        ("As Kd", "Qh Qc 2d 2s", "two pair on the board"),
        ("Qs Kd", "Qh Kc 2d 2s", "two pair"),
        ("As Kd", "7h 7c 7d", "three of a kind on the board"),
        ("As 7s", "7h 7c 2d", "three of a kind"),
        ("Ah 5h", "9h 8h 2d", "ace high and a flush draw"),
        ("Jd Tc", "9h 8h 2d", "two overcards and a straight draw"),
        ("Qd Tc", "9h 8h 2d", "two overcards and a gutshot"),
        ("As 3d", "5c 6d 7h 8s 9c", "straight on the board"),
    ],
)
def test_holdings_are_described_in_words(cards: str, board: str, words: str) -> None:
    assert holding(cards, board).words == words
