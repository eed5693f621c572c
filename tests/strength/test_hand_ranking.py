"""The ranking of 7462 hands, and the number of hands with each hand rank."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Any

from pokermasa.cards import CARDS, Card
from pokermasa.strength import Category, rank
from pokermasa.strength.hand_ranking import hand_ranking

# Hand ranks in each category, and frequencies of all 5-card and 7-card hands, as in published
# tables of poker probabilities.
FIGURES = {
    Category.HIGH_CARD: (1277, 1_302_540, 23_294_460),
    Category.ONE_PAIR: (2860, 1_098_240, 58_627_800),
    Category.TWO_PAIR: (858, 123_552, 31_433_400),
    Category.THREE_OF_A_KIND: (858, 54_912, 6_461_620),
    Category.STRAIGHT: (10, 10_200, 6_180_020),
    Category.FLUSH: (1277, 5_108, 4_047_644),
    Category.FULL_HOUSE: (156, 3_744, 3_473_184),
    Category.FOUR_OF_A_KIND: (156, 624, 224_848),
    Category.STRAIGHT_FLUSH: (10, 40, 41_584),
}


def mixed(ranks: tuple[int, ...]) -> list[Any]:
    """Return cards of these ranks, with at most two of a suit."""
    return [Card(rank, place % 4) for place, rank in enumerate(sorted(ranks))]


def cards_of(rung: int) -> list[Any]:
    suited = Category.from_rank(rung) in (Category.FLUSH, Category.STRAIGHT_FLUSH)
    ranks = hand_ranking()[rung]
    return [Card(rank, 3) for rank in ranks] if suited else mixed(ranks)


def test_the_categories_divide_7462_numbers_among_them() -> None:
    assert {category: len(category.ranks) for category in Category} == {
        category: numbers for category, (numbers, _, _) in FIGURES.items()
    }
    assert [n for category in Category for n in category.ranks] == list(range(1, 7463))
    assert all(Category.from_rank(n) is category for category in Category for n in category.ranks)
    assert list(Category) == list(FIGURES)


def test_each_index_of_the_ranking_is_the_hand_number_of_its_cards() -> None:
    assert len(hand_ranking()) == 7463
    assert [rank(cards_of(rung)) for rung in range(1, 7463)] == list(range(1, 7463))


def test_all_five_card_hands_fall_into_the_categories_as_counted() -> None:
    hands = Counter(map(rank, combinations(CARDS, 5)))
    assert len(hands) == 7462
    assert hands[7462] == 4  # royal flushes
    counts: Counter[Any] = Counter()
    for rung, count in hands.items():
        counts[Category.from_rank(rung)] += count
    assert counts == {category: count for category, (_, count, _) in FIGURES.items()}


def test_all_seven_card_hands_fall_into_the_categories_as_counted() -> None:
    """133,784,560 hands: without a flush counted by ranks, with a flush by its suited ranks."""
    counts: Counter[Any] = Counter()
    for ranks in combinations_with_replacement(range(2, 15), 7):
        alike = Counter(ranks).values()
        if max(alike) <= 4:
            ways = prod(comb(4, count) for count in alike) - 4 * ways_with_five_spades(alike)
            counts[Category.from_rank(rank(mixed(ranks)))] += ways
    for suited in (5, 6, 7):
        for ranks in combinations(range(2, 15), suited):
            spades = [Card(rank, 3) for rank in ranks]
            # The ranks of the other cards do not matter beside a flush.
            others = CARDS[: 7 - suited]
            ways = 4 * comb(39, 7 - suited)
            counts[Category.from_rank(rank([*spades, *others]))] += ways
    assert counts == {category: count for category, (_, _, count) in FIGURES.items()}


def ways_with_five_spades(alike: Iterable[int]) -> int:
    """Return the number of choices of suits with five or more spades.

    *alike* has the number of cards of each rank.
    """
    by_spades = [1]
    for count in alike:
        without, within = comb(3, count), comb(3, count - 1)
        by_spades = [
            without * same + within * fewer
            for same, fewer in zip([*by_spades, 0], [0, *by_spades], strict=True)
        ]
    return sum(by_spades[5:])
