"""The range notation of players."""

from typing import Any

import eval7
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokermasa.cards import CARDS, Card, Hand
from pokermasa.strength.hand_class import COMBOS, HandClass, grid_classes, top_combos
from pokermasa.strength.range import Range, RangeError
from tests.cases import each
from tests.histories.poker_package import PokerRange


def classes(text: str) -> set[Any]:
    return {str(hand_class) for hand_class in Range.read(text).classes}


@each(
    ("text", "named"),
    [
        ("QQ+", "QQ KK AA"),
        ("AA+", "AA"),
        ("77-", "77 66 55 44 33 22"),
        ("22-55", "22 33 44 55"),
        ("55-22", "22 33 44 55"),
        ("AKs", "AKs"),
        ("KAs", "AKs"),
        ("AKo", "AKo"),
        ("AK", "AKs AKo"),
        ("ATs+", "ATs AJs AQs AKs"),
        ("KQo+", "KQo"),
        ("T9s+", "T9s"),
        ("97+", "97s 98s 97o 98o"),
        ("A5s-A2s", "A5s A4s A3s A2s"),
        ("A2s-A5s", "A5s A4s A3s A2s"),
        ("A5s-A2", "A5s A4s A3s A2s"),
        ("A5-A2s", "A5s A4s A3s A2s"),
        ("A5s – A2s", "A5s A4s A3s A2s"),
        ("A4s-", "A4s A3s A2s"),
        ("JTs-54s", "JTs T9s 98s 87s 76s 65s 54s"),
        ("54s-JTs", "JTs T9s 98s 87s 76s 65s 54s"),
        ("QTs-97s", "QTs J9s T8s 97s"),
        ("98-76", "98s 87s 76s 98o 87o 76o"),
        ("Axs", "A2s A3s A4s A5s A6s A7s A8s A9s ATs AJs AQs AKs"),
        ("aXo", "A2o A3o A4o A5o A6o A7o A8o A9o ATo AJo AQo AKo"),
        ("2*s", "A2s K2s Q2s J2s T2s 92s 82s 72s 62s 52s 42s 32s"),
        ("A10s, 1010", "ATs TT"),
        ("109s", "T9s"),
        ("aks,QQ;jj\tt9O\n88", "AKs QQ JJ T9o 88"),
        ("QQ，JJ、TT", "QQ JJ TT"),
        ("  QQ , ", "QQ"),
        ("random, xxo:0, xxs:0, KK-22:0", "AA"),
    ],
)
def test_notation_of_classes(text: str, named: str) -> None:
    assert classes(text) == {*named.split()}


@each(
    ("text", "hands"),
    [
        ("AhKh", "AhKh"),
        ("khah", "AhKh"),
        ("Ah Kh", "AhKh"),
        ("As Ks, QsJs", "AsKs QsJs"),
        ("A♥K♥", "AhKh"),
        ("A♡K♡", "AhKh"),
        ("10♠️9♠️", "Ts9s"),
        ("10h9h", "Th9h"),
        ("AKhh", "AhKh"),
        ("AKhd", "AhKd"),
        ("ahk", "AhKc AhKd AhKh AhKs"),
        ("AA, AhAd:0, AhAc:0, AhAs:0", "AdAc AsAd AsAc"),
    ],
)
def test_notation_of_single_hands(text: str, hands: str) -> None:
    assert {f"{high}{low}" for high, low in Range.read(text)} == {*hands.split()}


@each(
    ("text", "count"),
    [
        ("random", 1326),
        ("RANDOM", 1326),
        ("any", 1326),
        ("any two", 1326),
        ("any two cards", 1326),
        ("ATC", 1326),
        ("all", 1326),
        ("*", 1326),
        ("xx", 1326),
        ("**", 1326),
        ("100%", 1326),
        ("xxs", 312),
        ("xxo", 936),
        ("Ax", 198),
        ("A♥x", 51),
        ("xh xh", 78),
        ("0.1%", 6),
        ("top 5%", 72),
        ("15%", 200),
        ("5%-15%", 128),
        ("15%-5%", 128),
        ("5-15%", None),
    ],
)
def test_number_of_hands_of_each_notation(text: str, count: int | None) -> None:
    if count is None:
        with pytest.raises(RangeError):
            Range.read(text)
    else:
        assert len(Range.read(text)) == count


def test_the_best_hands_are_whole_classes_and_no_less_than_asked() -> None:
    for percent in range(1, 101):
        combos = top_combos(percent)
        assert 0 <= len(combos) / 13.26 - percent < 12 / 13.26
        assert {*top_combos(percent - 1)} <= {*combos}


@each(
    ("text", "weights"),
    [
        ("76s:0.5", {"76s": 0.5}),
        ("76s@0.5", {"76s": 0.5}),
        ("76s@50", {"76s": 0.5}),
        ("76s@50%", {"76s": 0.5}),
        ("76s : 50 %", {"76s": 0.5}),
        ("76s:.5", {"76s": 0.5}),
        ("76s:1", {"76s": 1}),
        ("76s:1%", {"76s": 0.01}),
        ("QQ+:0.25, KK", {"QQ": 0.25, "KK": 1, "AA": 0.25}),
        ("[50]AKs, QQ[/50], JJ", {"AKs": 0.5, "QQ": 0.5, "JJ": 1}),
        ("[33.5]AKs[/33.5][10]QQ:0.9[/]", {"AKs": 0.335, "QQ": 0.9}),
        ("AK:0.5, AKs:0", {"AKo": 0.5}),
        ("JTs-98s:0.2", {"JTs": 0.2, "T9s": 0.2, "98s": 0.2}),
        ("AhKh:0.5", {"AKs": 0.125}),
    ],
)
def test_notation_of_weights(text: str, weights: dict[str, float]) -> None:
    """The results are mean weights of each class. A later term replaces earlier ones."""
    assert {str(each): weight for each, weight in Range.read(text).classes.items()} == weights


@each(
    ("text", "place", "expected"),
    [
        ("", 1, "a hand like AhKh"),
        (" , ", 4, "a hand like AhKh"),
        ("hello", 1, "a hand like AhKh"),
        ("QQ+, ZZ", 6, "a hand like AhKh"),
        ("QQ+, AKx", 8, "s, o, +, -, a weight like :0.5, or a comma"),
        ("QQ+ZZ", 4, "a weight like :0.5, or a comma"),
        ("QQ++", 4, "a weight like :0.5, or a comma"),
        ("AhKh+", 5, "a weight like :0.5, or a comma"),
        ("AKs:0.5x", 8, "a comma"),
        ("AK s", 4, "a hand like AhKh"),
        ("QQ, Ah", 5, "a second card, as in AhKh"),
        ("As", 1, "a second card, as in AhKh"),
        ("AhAh", 1, "two different cards"),
        ("QQs", 1, "a pair without s or o"),
        ("A5s-K2s", 4, "two pairs, two hands with the same high card, or equally far apart"),
        ("AA-A2", 3, "two pairs, two hands with the same high card, or equally far apart"),
        ("A5s-A2o", 4, "s or o on both sides alike"),
        ("A5s-Ax", 4, "a hand to go with A5"),
        ("22-5", 3, "a hand to go with 22"),
        ("AK:200", 3, "a weight from 0 to 1, or from 0% to 100%"),
        ("AK:x", 3, "s, o, +, -, a weight like :0.5, or a comma"),
        ("AKs:0", 6, "a hand with a weight above 0"),
        ("[50]AK", 7, "[/…], the end of the bracket"),
        ("AK[/50]", 3, "before a closing bracket"),
        ("[50][20]AK", 5, "before another bracket"),
        ("0%", 1, "a percentage above 0% and at most 100%"),
        ("150%", 1, "a percentage above 0% and at most 100%"),
        ("5%-5%", 6, "a hand like AhKh"),
        ("A\N{KELVIN SIGN}s", 1, "a hand like AhKh"),
    ],
)
def test_error_names_the_position_and_the_expected_text(
    text: str, place: int, expected: str
) -> None:
    with pytest.raises(RangeError) as refused:
        Range.read(text)
    assert refused.value.place == place
    assert expected in refused.value.expected
    assert f"at character {place} of {text!r}" in str(refused.value)


@given(st.text(alphabet="AKT29xsohd+-:@%.,[]/05 ", max_size=12))
def test_any_text_is_read_or_refused_with_range_error(text: str) -> None:
    try:
        read = Range.read(text)
    except RangeError as error:
        read, place = None, error.place
    if read is None:
        assert 1 <= place <= len(text) + 1
    else:
        assert Range.read(str(read)) == read


@given(
    st.dictionaries(
        st.sampled_from(COMBOS), st.floats(min_value=1e-9, max_value=1), min_size=1, max_size=40
    )
)
def test_a_written_range_is_read_back_equal(
    weights: dict[tuple[Card, Card], float],
) -> None:
    original = Range(weights)
    assert Range.read(str(original)) == original


CLASSES = [hand_class for row in grid_classes() for hand_class in row]


@given(st.sets(st.sampled_from(CLASSES), min_size=1), st.sampled_from((1.0, 0.5)))
def test_a_written_range_of_whole_classes_is_read_back_equal(
    chosen: set[HandClass], weight: float
) -> None:
    original = Range({combo: weight for hand_class in chosen for combo in hand_class.combos})
    assert Range.read(str(original)) == original
    assert {*original.classes} == chosen


@each(
    ("text", "written"),
    [
        ("AA, KK, QQ, 22-55, AKs, A2s-A5s", "QQ+, 55-22, AKs, A5s-A2s"),
        ("AK, KQo, AQo", "AKs, AQo+, KQo"),
        ("100%", "random"),
        ("random:0.5", "random:0.5"),
        ("76s:0.5, AhKh, QQ", "QQ, AhKh, 76s:0.5"),
    ],
)
def test_range_is_written_in_the_shortest_form(text: str, written: str) -> None:
    assert str(Range.read(text)) == written
    assert repr(Range.read(text)) == f"Range.read({written!r})"


@each("text", ["QQ+", "AKs", "A5s-A2s", "22-55", "ATo+", "T9s+", "97s+", "K9+", "AhKh", "AK, 22"])
def test_eval7_reads_the_same(text: str) -> None:
    theirs = {frozenset(map(str, combo)) for combo, _ in eval7.HandRange(text).hands}
    assert theirs == {frozenset(map(str, combo)) for combo in Range.read(text)}


@each("text", ["QQ+", "AKs", "ATo+", "T9s+", "97s+", "55-", "A5s-", "Axs", "XX"])
def test_the_package_poker_reads_the_same(text: str) -> None:
    signs = str.maketrans("♣♦♥♠", "cdhs")
    theirs = {str(combo).translate(signs) for combo in PokerRange(text).combos}
    ours = Range.read(text)
    assert len(theirs) == len(ours)
    assert {frozenset((hand[:2], hand[2:])) for hand in theirs} == {
        frozenset(map(str, combo)) for combo in ours
    }


def test_a_range_is_a_mapping() -> None:
    some_range = Range.read("AA, AhKh:0.5")
    assert len(some_range) == 7
    assert some_range[Card("Ah"), Card("Kh")] == 0.5
    assert (Card("Kh"), Card("Qh")) not in some_range
    assert sum(some_range.values()) == 6.5
    assert some_range.percent == pytest.approx(100 * 6.5 / 1326)
    assert some_range == Range(dict(some_range))
    assert hash(some_range) == hash(Range(dict(reversed([*some_range.items()]))))
    assert some_range != Range.read("AA")
    assert {*some_range.without([Card("Ah"), Card("Ad")])} == {(Card("As"), Card("Ac"))}
    assert some_range.grid[0][0] == 1
    assert some_range.grid[0][1] == 0.125
    assert sum(map(sum, some_range.grid)) == 1.125


@each("weight", [0, -1, 1.01, float("nan"), float("inf")])
def test_a_weight_is_above_0_and_at_most_1(weight: float) -> None:
    with pytest.raises(ValueError, match=r"AsAh has weight .*: a weight is above 0 and at most 1"):
        Range({(Card("As"), Card("Ah")): weight})


def test_a_range_holds_each_hand_once_with_the_higher_card_first() -> None:
    ah, as_ = Card("Ah"), Card("As")
    assert list(Range({(ah, as_): 1})) == [(as_, ah)]
    with pytest.raises(ValueError, match="a hand is two different cards"):
        Range({(ah, ah): 1})
    with pytest.raises(ValueError, match="AsAh is given twice"):
        Range({(ah, as_): 1, (as_, ah): 0.5})


@each(
    "hand",
    [
        "AhKh",
        "KhAh",
        "Kh Ah",
        "k♥ a♥",
        (Card("Ah"), Card("Kh")),
        (Card("Kh"), Card("Ah")),
        ("Kh", "Ah"),
        [Card("Kh"), "Ah"],
        Hand("Kh Ah"),
        "AsAh",
        "AhAs",
        (Card("Ah"), Card("As")),
    ],
)
def test_a_hand_is_in_its_range_however_it_is_written(hand: Any) -> None:
    some_range = Range.read("AA, AKs:0.5")
    assert hand in some_range
    assert some_range[hand] == some_range.get(hand, 0) == (1 if "s" in str(hand) else 0.5)
    assert hand not in Range.read("QQ")


@each(
    "hand",
    ["AKs", "AK", "Ah", "AhAh", "AhKhQh", "", (), 5, None, "x" * 999, ("Ah", 5), b"AhKh", (51, 47)],
)
def test_lookup_of_a_value_that_is_not_a_hand_is_refused(hand: Any) -> None:
    with pytest.raises(ValueError, match=r"a hand is two different cards, as in 'AhKh'") as refused:
        assert hand in Range.read("AA, AKs")
    assert len(str(refused.value)) < 120


def test_a_range_is_made_from_text_too() -> None:
    assert Range("QQ+, AKs:0.5") == Range.read("QQ+, AKs:0.5")
    with pytest.raises(RangeError, match="expected s, o"):
        Range("QQ+, AKx")


def test_classes_and_combos() -> None:
    assert len(COMBOS) == 1326
    assert all(high > low for high, low in COMBOS)
    assert COMBOS[-1] == (CARDS[51], CARDS[50])
    assert len({*CLASSES}) == 169
    assert sum(len(hand_class.combos) for hand_class in CLASSES) == 1326
    assert HandClass.from_combo((Card("Kh"), Card("7d"))) == HandClass(13, 7)


@each("given", [None, 5, ["AA", "KK"], ("AhKh",), b"AA"])
def test_a_range_of_something_else_than_text_or_weights_is_refused_in_words(given: Any) -> None:
    with pytest.raises(ValueError, match=r"a range is a text as in 'QQ\+, AKs', or the weights of"):
        Range(given)


# Ranges from ranges


def test_or_takes_the_larger_weight_and_the_smaller_and_minus_reduces() -> None:
    one, other = Range("QQ+, AKs:0.5"), Range("KK:0.25, AKs, 22")
    assert str(one | other) == "QQ+, 22, AKs"
    assert str(one & other) == "AKs:0.5, KK:0.25"
    assert str(one - other) == "AA, QQ, KK:0.75"
    assert one | "22" == Range("QQ+, 22, AKs:0.5")


@given(st.lists(st.sampled_from(["AA", "KQs", "AhKh:0.3", "72o:0.7", "22-55", "15%"]), min_size=1))
def test_intersection_and_difference_share_out_the_range(texts: list[str]) -> None:
    whole, part = Range(", ".join(texts)), Range("QQ+, AhKh:0.1, 72o, KQs:0.5, 33")
    inside, outside = whole & part, whole - part
    for hand, weight in whole.items():
        assert inside.get(hand, 0) + outside.get(hand, 0) == pytest.approx(weight)
    assert whole | part == part | whole
    assert whole - whole == Range({})


def test_range_is_combined_with_ranges_and_texts_only() -> None:
    for wrong in (5, None, ["AA"]):
        with pytest.raises(TypeError, match="a range is combined with a Range or a text, not"):
            Range("AA") | wrong  # type: ignore[operator]
    with pytest.raises(RangeError):
        Range("AA") - "AKx"


def test_top_is_the_best_part_of_all_hands() -> None:
    assert Range.top(15) == Range("15%")
    assert Range.top(100) == Range("random")
    for wrong in (0, -1, 101, float("nan"), "15", None):
        with pytest.raises(ValueError, match="a percentage is above 0 and at most 100, not"):
            Range.top(wrong)  # type: ignore[arg-type]


def test_range_is_read_back_from_its_dict_its_weights_and_its_grid() -> None:
    hands = Range("QQ+, AKs:0.5, AKo:0.25")
    assert Range(dict(hands)) == Range(hands.weights) == Range.from_grid(hands.grid) == hands
    assert hands.weights["AhKh"] == 0.5
    assert len(hands.combos) == len(hands) == 18 + 4 + 12
    assert Range({"QQ+": 1, "AKs": 0.5, "AhKs": 0.25})["Ks Ah"] == 0.25


def test_grid_and_weights_that_are_none_are_refused_in_words() -> None:
    grid = [[0.0] * 13 for _ in range(13)]
    grid[0][0] = float("nan")
    with pytest.raises(ValueError, match="AdAc has weight nan: a weight is above 0 and at most 1"):
        Range.from_grid(grid)
    with pytest.raises(ValueError, match="13 rows of 13 weights"):
        Range.from_grid(grid[:5])
    for wrong in ("much", None, 1.5, -0.5, 0, float("nan")):
        with pytest.raises(ValueError, match="a weight is above 0 and at most 1"):
            Range({"AhKh": wrong})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is given twice"):
        Range({"AKs": 1, "AhKh": 0.5})
