"""Tests of the keys by which a hand is recognised."""

from pokermasa.histories import phh
from pokermasa.histories.identity import identity, whole_text

HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ['d dh p1 AsAh', 'd dh p2 ????', 'p2 cbr 6', 'p1 f']
players = ['Ann', 'Bo']
"""


def test_the_whole_text_of_a_hand_differs_where_the_hand_differs() -> None:
    changes = [
        *(("AsAh", "7s2h"), ("cbr 6", "cbr 7"), ("'Bo'", "'Cem'"), ("200, 200", "200, 201")),
        *(("p1 f'", "p1 f # slowly'"), ("[1, 2]", "[1, 3]"), ("players", "table = 'A'\nplayers")),
    ]
    texts = [HAND, *(HAND.replace(*change) for change in changes)]
    assert len({whole_text(phh.read(text)) for text in texts}) == len(texts)
    assert whole_text(phh.read(HAND)) == whole_text(phh.read(HAND))


def test_a_hand_without_a_number_has_no_identity() -> None:
    assert identity(phh.read(HAND)) is None
    assert identity(phh.read(f"{HAND}hand = 7\n")) is not None
