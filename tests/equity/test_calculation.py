"""Questions without an answer, and the forms of valid questions."""

from typing import Any

import pytest

from pokermasa.cards import Card, CardError
from pokermasa.equity import EquityError, EquityRefusal, equity
from pokermasa.strength.range import Range, RangeError
from tests.cases import each


@each(
    ("hands", "given", "code", "words"),
    [
        (["AhKh"], {}, EquityRefusal.PLAYERS, "between 2 and 10 players, not 1"),
        (["random"] * 11, {}, EquityRefusal.PLAYERS, "between 2 and 10 players, not 11"),
        ([], {}, EquityRefusal.PLAYERS, "between 2 and 10 players, not 0"),
        (
            ["AhKh", "QQ"],
            {"board": "2c3c"},
            EquityRefusal.BOARD,
            "a board has 0, 3, 4 or 5 cards, not 2: 2c 3c",
        ),
        (
            ["AhKh", "QQ"],
            {"board": "2c3c4c5c6c7c"},
            EquityRefusal.BOARD,
            "a board has 0, 3, 4 or 5 cards, not 6: 2c 3c 4c 5c 6c 7c",
        ),
        (["AhKh", "AhQh"], {}, EquityRefusal.NO_DEAL, "the hands exclude each other: AhKh, AhQh"),
        (["AA"] * 3, {}, EquityRefusal.NO_DEAL, "the hands exclude each other: AA, AA, AA"),
        (["QQ+"] * 7, {}, EquityRefusal.NO_DEAL, "the hands exclude each other"),
        (["JJ+, AJ+, KJ+, QJ"] * 9, {}, EquityRefusal.NO_DEAL, "the hands exclude each other"),
        (
            ["AA, KK", "AhKh"],
            {"board": "Ah7d2c"},
            EquityRefusal.NO_HAND_LEFT,
            "player 2: every hand of AhKh holds one of Ah 7d 2c",
        ),
        (
            ["QQ", "random"],
            {"dead": "QhQdQc"},
            EquityRefusal.NO_HAND_LEFT,
            "player 1: every hand of QQ holds one of Qh Qd Qc",
        ),
        (
            ["random"] * 10,
            {"dead": "".join(f"{rank}{suit}" for rank in "23456789" for suit in "cdhs")},
            EquityRefusal.TOO_FEW_CARDS,
            "25 cards must be dealt, but only 20 are left",
        ),
        ([("Ah", "Kh", "Qh"), "QQ"], {}, EquityRefusal.NOT_A_HAND, "a hand has two cards, not 3"),
        (["AA", "KK"], {"precision": 0}, EquityRefusal.PRECISION, "at least 0.00001, not 0"),
        (["AA", "KK"], {"precision": float("nan")}, EquityRefusal.PRECISION, "not nan"),
        (["AA", "KK"], {"seed": -1}, EquityRefusal.SEED, "a seed must be at least 0"),
        (["random"] * 4, {"exact": True}, EquityRefusal.TOO_LONG, "would take minutes"),
    ],
)
def test_invalid_questions_are_refused_with_a_code(
    hands: list[str | tuple[str, ...]],
    given: Any,
    code: EquityRefusal,
    words: str,
) -> None:
    with pytest.raises(EquityError) as refused:
        equity(hands, **given)
    assert refused.value.code == code
    assert words in str(refused.value)


@pytest.mark.parametrize("exact", [True, False, None])
def test_hands_that_exclude_each_other_are_refused_by_every_method(exact: bool | None) -> None:
    for hands, board in ((["AhKh", "AhQh"], ""), (["AA", "AA"], "AhKdQd"), (["AA"] * 3, "2c3c4c")):
        with pytest.raises(EquityError) as refused:
            equity(hands, board, exact=exact)
        assert refused.value.code == EquityRefusal.NO_DEAL


@pytest.mark.parametrize(
    ("hands", "given"),
    [
        (["AhKh", "QQ"], {"board": "2h7d2h"}),
        (["AhKh", "QQ"], {"board": "2h7d9h", "dead": "2h"}),
        (["AhKh", "QQ"], {"dead": "2h7x"}),
        ([("Ah", "Ah"), "QQ"], {}),
    ],
)
def test_invalid_cards_are_refused(
    hands: list[str | tuple[str, str]], given: dict[str, Any]
) -> None:
    with pytest.raises(CardError):
        equity(hands, **given)


def test_an_invalid_range_is_refused() -> None:
    with pytest.raises(RangeError, match="'ZZ' at character 5 of 'QQ, ZZ'"):
        equity(["AhKh", "QQ, ZZ"])


@pytest.mark.parametrize("threads", [0, -2, "all"])
def test_an_invalid_number_of_threads_is_refused(threads: Any) -> None:
    with pytest.raises(ValueError, match="threads: 1 or more"):
        equity(["AA", "KK"], threads=threads)


def test_hands_are_accepted_in_every_form() -> None:
    results = [
        equity([hand, "QQ"], board="2h7d9h").shares[0].equity  # type: ignore[list-item]  # wrong on purpose
        for hand in (
            "AhKh",
            "KhAh",
            "A♥K♥",
            Range.read("AhKh"),
            ["Ah", "Kh"],
            {Card("Ah"), "Kh"},
        )
    ]
    assert len({*results}) == 1


def test_equity_on_a_complete_board_is_the_showdown() -> None:
    result = equity(["AhKh", "QsQd", "2c2d"], board="2h7d9hQcAs")
    assert [share.equity for share in result.shares] == [0, 1, 0]
    assert result.looked_at == 1
    shared = equity(["AhKh", "AdKd"], board="QsJsTs2c2d").shares
    assert [(share.win, share.tie, share.equity) for share in shared] == [(0, 1, 0.5)] * 2


def test_impossible_hand_classes_are_left_out() -> None:
    shares = equity(["AA, KK, 72o", "random"], board="KhKdKc").shares
    assert {str(hand_class) for hand_class in shares[0].classes} == {"AA", "72o"}
    assert shares[0].grid[1][1] is None
    assert sum(of_class.weight for of_class in shares[0].classes.values()) == pytest.approx(1)


def test_a_text_in_place_of_a_list_of_hands_is_refused() -> None:
    with pytest.raises(TypeError, match="a list with one hand per player"):
        equity("AhKh")
