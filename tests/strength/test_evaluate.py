"""The value of a hand: literal examples, and properties of all hands."""

import pickle
import subprocess
import sys
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokermasa.cards import CARDS, Card, CardError, CardRefusal, read_cards
from pokermasa.strength import Category, HandValue, evaluate, rank
from tests.cases import each

# Weakest first: each hand beats all hands above it.
HANDS = [
    ("7c 5d 4h 3s 2c", Category.HIGH_CARD, "7c 5d 4h 3s 2c"),
    ("2c As 4h 9d Kc 7d 3s", Category.HIGH_CARD, "As Kc 9d 7d 4h"),
    ("2c Ks 2h 9d Ac 7d 3s", Category.ONE_PAIR, "2h 2c Ac Ks 9d"),
    ("As 4c Ad Kh 9c 2d 7h", Category.ONE_PAIR, "As Ad Kh 9c 7h"),
    ("9h Qd Ac 4c As 9s 2d", Category.TWO_PAIR, "As Ac 9s 9h Qd"),
    ("2c 2d 9h 9s Ac Ah Kd", Category.TWO_PAIR, "Ah Ac 9s 9h Kd"),  # three pairs
    ("7c 7d 7h 2s 4c Kd Js", Category.THREE_OF_A_KIND, "7h 7d 7c Kd Js"),
    ("Ah 2c 3d 4h 5s 5d 9c", Category.STRAIGHT, "5s 4h 3d 2c Ah"),  # the ace plays low
    ("6c 7d 8h 9s Tc Td 2h", Category.STRAIGHT, "Td 9s 8h 7d 6c"),
    ("Ah Kc Qd Jh Ts 9d 8c", Category.STRAIGHT, "Ah Kc Qd Jh Ts"),
    ("2h 4h 7h 9h Kh Ac As", Category.FLUSH, "Kh 9h 7h 4h 2h"),
    ("2h 4h 7h 9h Kh Ah Qh", Category.FLUSH, "Ah Kh Qh 9h 7h"),
    ("7c 7d 7h Ks Kc 2d 3s", Category.FULL_HOUSE, "7h 7d 7c Ks Kc"),
    ("Ks Kc Kd 7c 7d 7h 2s", Category.FULL_HOUSE, "Ks Kd Kc 7h 7d"),  # three of a kind twice
    ("Ks Kc Kd 7c 7d Ah As", Category.FULL_HOUSE, "Ks Kd Kc As Ah"),  # two pairs to choose from
    ("9c 9d 9h 9s Kc Kd Kh", Category.FOUR_OF_A_KIND, "9s 9h 9d 9c Kh"),
    ("9c 9d 9h 9s 2c 2d Ah", Category.FOUR_OF_A_KIND, "9s 9h 9d 9c Ah"),
    ("Ah 2h 3h 4h 5h Kh Qh", Category.STRAIGHT_FLUSH, "5h 4h 3h 2h Ah"),
    ("5h 6h 7h 8h 9h Ah Ac", Category.STRAIGHT_FLUSH, "9h 8h 7h 6h 5h"),
    ("As Ks Qs Js Ts 9s 8s", Category.STRAIGHT_FLUSH, "As Ks Qs Js Ts"),
]


@pytest.mark.statement("S002-18")
@each(("cards", "category", "five"), HANDS)
def test_best_five_cards_and_description_of_example_hands(
    cards: str, category: Category, five: str
) -> None:
    value = evaluate(cards)
    assert value.category is category
    assert " ".join(map(str, value.best_five)) == five


@pytest.mark.statement("S002-44")
def test_best_hands_are_compared_and_the_higher_wins() -> None:
    values = [evaluate(cards) for cards, _, _ in HANDS]
    assert all(low < high and high > low and low != high for low, high in combinations(values, 2))
    assert max(reversed(values)) is values[-1]


@pytest.mark.statement("S002-44")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("As Kd Qh Jc 9s 4d 2c", "Ah Kc Qd Js 9h 5d 3c"),  # the sixth card plays no part
        ("Ah Ad Kc Qs 9h 4c 2d", "As Ac Kd Qh 9s 5c 3d"),
        ("2c 3c Ah Kh Qd Jd Ts", "4s 5s Ah Kh Qd Jd Ts"),  # the board plays
        ("Ah Kh Qh Jh 9h 2h 3c", "Ah Kh Qh Jh 9h 4h 5c"),  # a sixth heart plays no part
    ],
)
def test_hands_that_differ_only_beyond_the_best_five_tie(one: str, other: str) -> None:
    assert evaluate(one) == evaluate(other)
    assert hash(evaluate(one)) == hash(evaluate(other))
    assert not evaluate(one) < evaluate(other)
    assert evaluate(one) <= evaluate(other) <= evaluate(one)


@each(
    ("higher", "lower"),
    [
        ("As Kd Qh Jc 9s", "As Kd Qh Jc 8s"),
        ("Ah Ad Kc 9s 8h", "Ah Ad Kc 9s 7h"),
        ("Ah Ad 3c 3s Kh", "Ah Ad 3c 3s Qh"),
        ("Ah Ad 3c 3s 2h", "Kh Kd Qc Qs Ah"),
        ("8h 8d 8c Ks 3h", "8h 8d 8c Ks 2h"),
        ("6h 5d 4c 3s 2h", "5d 4c 3s 2h Ah"),
        ("3h 3d 3c 2s 2h", "2h 2d 2c As Ah"),
    ],
)
def test_within_a_category_pairs_count_before_kickers(higher: str, lower: str) -> None:
    assert evaluate(higher) > evaluate(lower)


def test_hand_numbers_run_from_seven_high_to_the_royal_flush() -> None:
    assert rank(read_cards("7c 5d 4h 3s 2c")) == 1
    assert rank(read_cards("As Kd Qh Jc 9s")) == 1277
    assert rank(read_cards("2s 2d 5h 4c 3s")) == 1278
    assert rank(read_cards("5s 4s 3s 2s As")) == 7453
    assert rank(read_cards("As Ks Qs Js Ts")) == 7462
    assert evaluate("As Ks Qs Js Ts 2d 3c").rank == 7462


def test_four_cards_in_a_row_or_of_a_suit_are_no_straight_or_flush() -> None:
    assert evaluate("As Ks Qs Js 2d 3c 4h").category is Category.HIGH_CARD
    assert evaluate("Qs Kd Ah 2c 3d").category is Category.HIGH_CARD  # no straight goes round


def test_cards_come_as_text_or_as_cards() -> None:
    cards = read_cards("As Ks Qs Js Ts")
    assert evaluate(cards) == evaluate(list(cards)) == evaluate(iter(cards)) == HandValue(7462)
    assert evaluate(["As", "Ks", "Qs", "Js", "Ts"]) == HandValue(7462)
    assert rank(list(cards)) == rank(cards)


@each("count", [0, 1, 4, 8, 52])
def test_a_hand_has_five_six_or_seven_cards(count: int) -> None:
    for ask in (rank, evaluate):
        with pytest.raises(CardError) as refused:
            ask(CARDS[:count])
        assert refused.value.code is CardRefusal.WRONG_COUNT
        assert str(refused.value) == f"a hand has five, six or seven cards, not {count}"


def test_repeated_card_is_refused_with_its_name() -> None:
    with pytest.raises(CardError, match=r"the ace of spades \(As\) twice"):
        evaluate("As Ks Qs Js Ts As 2c")


def test_fast_lookup_refuses_five_of_a_rank_and_a_suit_with_a_repeated_card() -> None:
    aces = [Card("As"), Card("Ah"), Card("Ad"), Card("Ac"), Card("As")]
    with pytest.raises(CardError, match="the same card twice in As Ah Ad Ac As"):
        rank(aces)
    with pytest.raises(CardError, match="the same card twice"):
        rank([*read_cards("As Ks Qs Js"), Card("As")])


def test_unreadable_cards_are_refused() -> None:
    with pytest.raises(CardError, match="'Xx' at character 13"):
        evaluate("As Ks Qs Js Xx")


def test_a_value_can_be_made_from_a_number_alone() -> None:
    value = HandValue(7297)
    assert value.category is Category.FOUR_OF_A_KIND
    assert value.best_five == ()
    assert value == evaluate("2c 2d 2h 2s 3c")
    for nothing in (0, 7463, -1):
        with pytest.raises(ValueError, match=f"no hand has rank {nothing}: they are 1 to 7462"):
            HandValue(nothing)


def test_a_value_never_changes_and_survives_pickling() -> None:
    value = evaluate("As Ks Qs Js Ts")
    with pytest.raises(AttributeError):
        value.rank = 1  # type: ignore[misc]
    again = pickle.loads(pickle.dumps(value))
    assert again == value
    assert again.best_five == value.best_five
    assert repr(value) == "<HandValue 7462: royal flush>"


def test_a_value_is_compared_with_values_only() -> None:
    assert evaluate("As Ks Qs Js Ts") != 7462
    with pytest.raises(TypeError):
        evaluate("As Ks Qs Js Ts") < 7463  # noqa: B015


@pytest.mark.parametrize(
    "first", ["As Ks Qs Js 9s", "As Kd Qs Js 9s", "As Ks Qs Js Ts 2d", "As Ks Qs 2s 3s 4s 5s"]
)
def test_first_call_gives_the_same_result_as_later_calls(first: str) -> None:
    """The first call computes the tables, for any number of cards, with or without a flush."""
    program = f"from pokermasa.strength import evaluate; print(evaluate({first!r}).rank)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert int(done.stdout) == evaluate(first).rank


hands = st.lists(st.sampled_from(CARDS), min_size=5, max_size=7, unique=True)
# Hands drawn at random are seldom better than two pair; those of few ranks or few suits are.
few_ranks = st.lists(st.sampled_from(CARDS[-16:]), min_size=5, max_size=7, unique=True)
few_suits = st.lists(
    st.sampled_from([card for card in CARDS if card.suit > 1]), min_size=5, max_size=7, unique=True
)
any_hand = st.one_of(hands, few_ranks, few_suits)


@pytest.mark.rotated
@given(any_hand, st.randoms())
def test_order_of_the_cards_does_not_matter(hand: list[Card], source: Random) -> None:
    shuffled = list(hand)
    source.shuffle(shuffled)
    assert rank(shuffled) == rank(hand)
    assert evaluate(shuffled).best_five == evaluate(hand).best_five


@pytest.mark.statement("S002-18")
@given(any_hand)
def test_the_value_is_that_of_the_best_of_all_fives_and_best_five_is_one_of_them(
    hand: list[Card],
) -> None:
    value = evaluate(hand)
    assert value.rank == max(rank(five) for five in combinations(hand, 5))
    assert rank(value.best_five) == value.rank
    assert set(value.best_five) <= set(hand)
    assert len(set(value.best_five)) == 5


@given(any_hand.filter(lambda hand: len(hand) == 7))
def test_another_card_never_lowers_the_value(hand: list[Card]) -> None:
    assert rank(hand[:5]) <= rank(hand[:6]) <= rank(hand)


@given(any_hand, st.permutations(range(4)))
def test_no_suit_is_better_than_another(hand: list[Card], suits: list[int]) -> None:
    assert rank([Card(card.rank, suits[card.suit]) for card in hand]) == rank(hand)


@given(any_hand, any_hand)
def test_values_are_ordered_as_their_numbers(one: list[Card], other: list[Card]) -> None:
    a, b = evaluate(one), evaluate(other)
    assert (a < b, a <= b, a == b, a >= b, a > b) == (
        a.rank < b.rank,
        a.rank <= b.rank,
        a.rank == b.rank,
        a.rank >= b.rank,
        a.rank > b.rank,
    )


@given(any_hand)
def test_the_best_five_are_laid_in_groups_from_high_to_low(hand: list[Card]) -> None:
    ranks = [card.rank for card in evaluate(hand).best_five]
    if ranks == [5, 4, 3, 2, 14]:
        return
    groups = [(ranks.count(rank), rank) for rank in ranks]
    assert all(before >= after for before, after in pairwise(groups))
