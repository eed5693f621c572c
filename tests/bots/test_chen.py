"""Tests of the Chen formula for all 169 hand classes."""

import pytest

from pokermasa.bots.chen import points
from pokermasa.cards import read_cards
from pokermasa.strength.hand_class import grid_classes
from tests.cases import each

# Suited hands are above the diagonal of pairs and aces come first, as in published charts of the
# formula.
CHART = """
 A   K   Q   J   T   9   8   7   6   5   4   3   2
20  12  11  10   8   7   7   7   7   7   7   7   7
10  16  10   9   8   6   5   5   5   5   5   5   5
 9   8  14   9   8   7   5   4   4   4   4   4   4
 8   7   7  12   9   8   6   4   3   3   3   3   3
 6   6   6   7  10   8   7   5   3   2   2   2   2
 5   4   5   6   6   9   8   7   5   3   2   2   2
 5   3   3   4   5   6   8   7   6   4   2   1   1
 5   3   2   2   3   5   5   7   7   6   4   2   1
 5   3   2   1   1   3   4   5   6   6   5   3   1
 5   3   2   1   0   1   2   4   4   5   6   5   3
 5   3   2   1   0   0   0   2   3   4   5   5   4
 5   3   2   1   0   0  -1   0   1   3   3   5   5
 5   3   2   1   0   0  -1  -1  -1   1   2   3   5
"""


@pytest.mark.statement("S004-24")
def test_chen_points_equal_the_published_chart() -> None:
    _, *rows = CHART.strip().splitlines()
    for classes, row in zip(grid_classes(), rows, strict=True):
        for hand_class, score in zip(classes, row.split(), strict=True):
            for combo in hand_class.combos:
                assert points(*combo) == points(*reversed(combo)) == int(score), str(hand_class)


@each(
    ("hand", "score", "rule"),
    [
        ("As Ah", 20, "a pair doubles its card"),
        ("4s 4h", 5, "no pair is worth less than five"),
        ("7s 7h", 7, "a seven is three and a half, and a pair doubles it exactly"),
        ("As Ks", 12, "two more when suited"),
        ("Ks Qh", 8, "next to each other: nothing off, and no straight bonus from the queen up"),
        ("Qs Jh", 7, "nor where one of them is the queen"),
        ("Js Th", 7, "but below: one more"),
        ("Js 9h", 6, "one gap: one off, one more"),
        ("Js 8h", 4, "two gaps: two off"),
        ("Js 7h", 2, "three gaps: four off"),
        ("Js 6h", 1, "more: five off"),
        ("As 2h", 5, "the ace is high: that is many gaps"),
        ("9s 8h", 6, "half a point is rounded up: 4.5 + 1"),
        ("7s 2h", -1, "also below zero: 3.5 - 5"),
    ],
)
def test_each_rule_of_the_chen_formula(hand: str, score: int, rule: str) -> None:
    assert points(*read_cards(hand)) == score, rule
