"""Evaluating arrays of hands gives the same numbers as evaluating single hands."""

import re
from collections.abc import Callable
from itertools import chain, combinations, combinations_with_replacement
from math import comb
from typing import Any

import eval7
import numpy as np
import pytest

from pokermasa import strength
from pokermasa.batch import evaluate
from pokermasa.batch.lookup import lookup, values_of
from pokermasa.cards import CARDS, CardError, CardRefusal, read_cards
from pokermasa.strength import Category
from tests.cases import each


def random_hands(count: int, cards: int = 7, seed: int = 1) -> Any:
    random = np.random.default_rng(seed).random((count, 52))
    return random.argpartition(cards, axis=1)[:, :cards].astype(np.uint8)


def numbers_of(hands: np.ndarray) -> list[Any]:
    return [strength.rank([CARDS[card] for card in hand]) for hand in hands.tolist()]


def test_five_card_hands_have_the_known_frequency_of_each_category() -> None:
    """The frequencies are those printed in books on poker."""
    count = comb(52, 5)
    cards = chain.from_iterable(combinations(range(52), 5))
    hands = np.fromiter(cards, np.uint8, 5 * count).reshape(count, 5)
    numbers, counts = np.unique(evaluate(hands), return_counts=True)
    assert numbers.tolist() == list(range(1, 7463))
    found = [int(counts[category.ranks.start - 1 : category.ranks.stop - 1].sum())
             for category in Category]  # fmt: skip
    assert found == [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_hand_numbers_equal_those_of_strength(cards: int) -> None:
    hands = random_hands(20_000, cards, seed=cards)
    assert evaluate(hands).tolist() == numbers_of(hands)


@pytest.mark.parametrize("cards", [6, 7])
def test_rare_hands_have_the_same_numbers_as_in_strength(cards: int) -> None:
    """Cards of one suit only, and four of each of a few ranks, which random hands hardly
    contain."""
    suited = np.array([*combinations(range(0, 52, 4), cards)])
    crowded = np.array([*combinations(range(40, 52), cards)])
    hands = np.concatenate([suited, suited + 3, crowded])
    assert evaluate(hands).tolist() == numbers_of(hands)


def test_hands_are_ordered_as_by_eval7() -> None:
    hands = random_hands(100_000, seed=7)
    theirs = [eval7.Card(str(card)) for card in CARDS]
    said = [eval7.evaluate([theirs[card] for card in hand]) for hand in hands.tolist()]
    pairs = np.unique(np.stack([evaluate(hands), said], axis=1), axis=0)
    ours, peer = pairs.T
    assert (np.diff(ours) > 0).all()  # one pokerkit number for each of our hand ranks
    assert (np.diff(peer) > 0).all()  # and in the same order


def test_arrays_of_any_shape_and_integer_type_are_evaluated() -> None:
    hands = random_hands(24, seed=3)
    numbers = evaluate(hands)
    assert numbers.dtype == np.uint16
    for kind in (np.int8, np.int16, np.int32, np.int64, np.uint16, np.uint32, np.uint64):
        assert (evaluate(hands.astype(kind)) == numbers).all()
    assert (evaluate(hands.tolist()) == numbers).all()
    assert (evaluate(hands.reshape(2, 3, 4, 7)) == numbers.reshape(2, 3, 4)).all()
    assert (evaluate(np.asfortranarray(hands)) == numbers).all()
    assert (evaluate(np.repeat(hands, 2, axis=0)[::2]) == numbers).all()
    hands.flags.writeable = False
    assert (evaluate(hands) == numbers).all()
    one = evaluate(hands[0])
    assert one.shape == ()
    assert one == numbers[0]


def test_an_empty_array_gives_an_empty_result() -> None:
    assert evaluate(np.empty((0, 7), np.uint8)).shape == (0,)
    assert evaluate(np.empty((3, 0, 5), np.uint8)).shape == (3, 0)


@pytest.mark.parametrize("threads", [2, 3, 64, None])
def test_the_number_of_threads_does_not_change_the_result(threads: int | None) -> None:
    hands = random_hands(10_001, seed=5)
    assert (evaluate(hands, threads=threads) == evaluate(hands)).all()


def spoilt(
    row: int,
    column: int,
    card: int,
    kind: Callable[..., Any] = np.int64,
    shape: tuple[int, ...] = (100, 7),
) -> Any:
    hands = random_hands(100, seed=9).astype(kind)
    hands[row, column] = card
    return hands.reshape(shape)


@each("threads", [1, 2])
@each(
    ("hands", "words"),
    [
        (spoilt(0, 0, 52), "row 0: no card has number 52: they are 0 to 51"),
        (spoilt(99, 6, 255, np.uint8), "row 99: no card has number 255: they are 0 to 51"),
        (spoilt(60, 3, -1), "row 60: no card has number -1: they are 0 to 51"),
        (spoilt(60, 3, 2**40), "row 60: no card has number 1099511627776: they are 0 to 51"),
        (spoilt(5, 3, 256 + 7), "row 5: no card has number 263: they are 0 to 51"),
        (spoilt(7, 3, 77, shape=(2, 50, 7)), "row 0, 7: no card has number 77: they are 0 to 51"),
        ([51, 47, 43, 39, 51], "the ace of spades (As, 51) twice"),
        ([[1, 2, 3, 4, 5, 6, 7], [0, 1, 2, 3, 4, 5, 0]], "row 1: the two of clubs (2c, 0) twice"),
        ([[9] * 7], "row 0: the four of diamonds (4d, 9) twice"),
    ],
)
def test_an_invalid_hand_is_refused_with_its_row_and_card(
    hands: np.ndarray | list[int | list[int]], words: str, threads: int
) -> None:
    with pytest.raises(CardError) as refused:
        evaluate(hands, threads=threads)
    assert str(refused.value) == words
    twice = refused.value.code == CardRefusal.TWICE
    assert twice == words.endswith("twice")


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_every_repeated_card_is_detected(cards: int) -> None:
    """Bits are added, so a repeated card must not produce the sum of another hand."""
    for first, second in combinations(range(cards), 2):
        for card in range(52):
            others = [other for other in range(52) if other != card][: cards - 2]
            hand = [*others[:first], card, *others[first:]]
            hand.insert(second, card)
            with pytest.raises(CardError, match="twice"):
                evaluate([hand])


@each(
    ("hands", "kind", "words"),
    [
        ([[1.0, 2, 3, 4, 5]], TypeError, "card numbers are integers, not float64"),
        (np.ones((2, 7), bool), TypeError, "card numbers are integers, not bool"),
        ([[1, 2, 3, 4]], ValueError, "five, six or seven cards; this has the shape (1, 4)"),
        (np.zeros((3, 8), np.uint8), ValueError, "this has the shape (3, 8)"),
        (7, ValueError, "this has the shape ()"),
        (np.zeros((7, 0), np.uint8), ValueError, "this has the shape (7, 0)"),
    ],
)
def test_arrays_that_are_not_hands_are_refused(
    hands: np.ndarray | int | list[list[float | str]], kind: type[Exception], words: str
) -> None:
    with pytest.raises(kind) as refused:
        evaluate(hands)
    assert words in str(refused.value)


@each("threads", [0, -1, 1.5, True, "2"])
def test_an_invalid_number_of_threads_is_refused(threads: Any) -> None:
    with pytest.raises(ValueError, match="threads: 1 or more"):
        evaluate([[0, 1, 2, 3, 4]], threads=threads)


def test_lookups_with_repeated_cards_stay_inside_the_tables() -> None:
    """A loop over all pairs of ranks on a board must not read memory outside the tables."""
    tables = lookup(7)
    keys = tables.suits[1 << np.arange(13)] & np.uint64(0xFFFFFFFF)
    for board in combinations_with_replacement(range(13), 5):
        if max(board.count(rank) for rank in board) == 4:
            asked = keys[list(board)].sum() + keys[:, np.newaxis] + keys
            low, high = asked & np.uint64(0xFFFF), asked >> np.uint64(16)
            assert low.max() < len(tables.low)
            assert high.max() < len(tables.high)
            assert (tables.low[low].astype(int) + tables.high[high]).max() < len(tables.values)


def test_the_lookup_tables_take_a_few_hundred_kilobytes() -> None:
    seen = {id(table): table for cards in (5, 6, 7) for table in lookup(cards)}
    assert sum(table.nbytes for table in seen.values()) < 512 * 1024


@each("bad", [-1, 52, 256, 2**32, -(2**63), 2**63 - 1])
def test_large_arrays_of_int64_are_checked_like_small_ones(bad: int) -> None:
    source = np.random.default_rng(1)
    rows = source.permuted(np.tile(np.arange(52), (3000, 1)), axis=1)[:, :7]
    expected = evaluate(rows.astype(np.uint8))
    assert (evaluate(rows) == expected).all()
    assert (evaluate(np.asfortranarray(rows)) == expected).all()
    rows.flags.writeable = False
    assert (evaluate(rows.reshape(30, 100, 7)) == expected.reshape(30, 100)).all()
    wrong = rows.copy()
    wrong[2345, 3] = bad
    with pytest.raises(CardError, match=f"row 2345: no card has number {bad}: they are 0 to 51"):
        evaluate(wrong)


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_uncompiled_evaluation_of_masks_equals_the_compiled_one(cards: int) -> None:
    hands = random_hands(20_000, cards, seed=10 + cards)
    masks = np.bitwise_or.reduce(lookup(cards).bits[hands], axis=1)
    assert (values_of(masks, lookup(cards)) == evaluate(hands)).all()


def test_texts_and_cards_have_the_ranks_of_their_numbers() -> None:
    texts = ["As Ks Qs Js Ts 2d 3c", "2c3d4h5s6c9dTh"]
    numbers = [[card.number for card in read_cards(text)] for text in texts]
    expected = evaluate(numbers).tolist()
    assert evaluate(texts).tolist() == expected
    assert evaluate([read_cards(text) for text in texts]).tolist() == expected
    assert evaluate([text.split() for text in (texts[0],)]).tolist() == expected[:1]
    assert int(evaluate(texts[0])) == int(evaluate(read_cards(texts[0]))) == expected[0]


def test_texts_that_are_no_rows_of_cards_are_refused_in_words() -> None:
    for wrong, text in (
        ("As Kx Qs Js Ts", "'Kx' at character 4"),
        (["As Ks Qs Js Ts", "As As Qs Js Ts"], "the ace of spades (As) twice"),
        (["As Ks Qs Js Ts", "As Ks Qs Js Ts 2d"], "the same number of cards, not 5 and 6"),
        (["As Ks"], "a row holds five, six or seven cards"),
        ([["As", 5, "Qs", "Js", "Ts"]], "5 is not a card"),
    ):
        with pytest.raises(ValueError, match=re.escape(text)):
            evaluate(wrong)  # type: ignore[arg-type]
