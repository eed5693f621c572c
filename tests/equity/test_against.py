"""Equity of one hand against weighted ranges, compared with counting every board."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from pokermasa import strength
from pokermasa.batch import evaluate
from pokermasa.batch.combo import combos
from pokermasa.cards import read_cards
from pokermasa.equity import against, preflop, preflop_buckets
from pokermasa.equity import board_strengths as board_strengths_module
from pokermasa.equity.against import (
    COMBOS,
    FOLDS,
    RAISES,
    STAYS,
    answers,
    board_strengths,
    combo_of,
    edges,
    shares,
    standing,
)
from tests.cases import each

BOARDS = ["As Kd 7h 7c 2s", "9c 8c 7c 2c Ah", "Ts Js Qs Ks As", "2c 2d 2h 2s 3c", "4d 5d 6h 7s Kd"]


def numbers(cards: str) -> tuple[Any, ...]:
    return tuple(card.number for card in read_cards(cards))


def hand(cards: str) -> int:
    return combo_of(*numbers(cards))


def only(*hands: str) -> np.ndarray:
    weights = np.zeros(COMBOS)
    weights[[hand(each) for each in hands]] = 1 / len(hands)
    return weights


def share(mine: str, theirs: str, board: Any) -> Any:
    """Compute the share of the pot by trying every card to come."""
    known = numbers(mine) + numbers(theirs) + board
    left = [card for card in range(52) if card not in known]
    rows = [
        (*cards, *board, *more)
        for more in combinations(left, 5 - len(board))
        for cards in (numbers(mine), numbers(theirs))
    ]
    values = evaluate(np.array(rows)).reshape(-1, 2).astype(int)
    return np.mean((np.sign(values[:, 0] - values[:, 1]) + 1) / 2)


@each("board", BOARDS)
def test_river_values_equal_those_of_the_evaluator(board: str) -> None:
    cards, table = numbers(board), combos()
    seen = board_strengths(cards)
    for combo, (high, low) in enumerate(zip(table.high, table.low, strict=True)):
        if high in cards or low in cards:
            assert seen.values[0, combo] == seen.now[combo] == 0
            assert seen.strength[combo] < 0
    free = seen.now > 0
    rows = [(h, lo, *cards) for h, lo in zip(table.high[free], table.low[free], strict=True)]
    assert (evaluate(np.array(rows)) == seen.now[free]).all()
    assert (seen.values[0] == seen.now).all()


def test_strength_is_the_share_of_other_hands_that_is_beaten() -> None:
    seen = board_strengths(numbers("As Kd 7h 8c 2s"))
    assert seen.strength[hand("Ah Ac")] == pytest.approx(1, abs=0.002)
    assert seen.strength[hand("3c 4c")] < 0.05
    assert seen.strength[seen.strength >= 0].mean() == pytest.approx(0.5, abs=0.001)


@pytest.mark.parametrize(
    ("mine", "theirs", "board"),
    [
        ("Ah Kh", "Qs Qc", "Qh 7h 2c 3d"),
        ("8d 8s", "Ac 9c", "9d 7c 2c 2h"),
        ("Ah 2d", "Ac 3d", "Kh Ks Kd 9c"),
        ("Jh Th", "Ac Ad", "9h 8c 2h 3s 7d"),
    ],
)
def test_equity_of_two_players_is_exact_from_the_turn_on(
    mine: str, theirs: str, board: Any
) -> None:
    board = numbers(board)
    assert edges(board, hand(mine))[hand(theirs)] == pytest.approx(share(mine, theirs, board))


@pytest.mark.parametrize(
    ("mine", "theirs", "board"),
    [
        ("Ah Kh", "Qs Qc", "Qh 7h 2c"),
        ("8d 8s", "Ac Kc", "9d 7c 2h"),
        ("9h 8h", "Ac Ad", "7h 6h 2s"),
    ],
)
def test_sampled_flop_runouts_use_every_turn_card_equally_often(
    mine: str, theirs: str, board: Any
) -> None:
    board = numbers(board)
    found = edges(board, hand(mine))[hand(theirs)]
    assert found == pytest.approx(share(mine, theirs, board), abs=0.12)


@pytest.mark.parametrize(
    ("name", "against_any"),
    [("As Ah", 0.852), ("Ks Qs", 0.634), ("7s 2h", 0.346), ("2s 2h", 0.503)],
)
def test_preflop_equities_are_close_to_the_known_values(name: str, against_any: float) -> None:
    """The values are the well-known equities against a random hand."""
    mine = np.uint64(combos().mask[hand(name)])
    free = (combos().mask & mine) == 0
    assert edges((), hand(name))[free].mean() == pytest.approx(against_any, abs=0.03)


def test_the_sampled_runouts_of_a_board_are_always_the_same() -> None:
    board = numbers("Qh 7h 2c")
    first = board_strengths(board).runouts.copy()
    board_strengths.cache_clear()
    board_strengths(numbers("Ah Kd 2c"))
    assert (board_strengths(board).runouts == first).all()


def test_shares_against_several_opponents_are_correct() -> None:
    board = numbers("Ah Kd 7c 4s 2h")
    seen = board_strengths(board)
    middle = hand("As Qs")  # a pair of aces
    better, worse = only("Ks Kh"), only("Jd Tc")
    chance, won = shares(seen, middle, np.array([better, worse]), np.zeros(2))
    assert chance.tolist() == [0, 0, 1]
    assert won[2] == 0
    chance, won = shares(
        seen, middle, np.array([0.25 * better, 0.5 * worse]), np.array([0.75, 0.5])
    )
    assert chance == pytest.approx([0.375, 0.5, 0.125])
    # with the weaker hand alone, or without an opponent
    assert won == pytest.approx([0.375, 0.375, 0])


def test_probability_of_other_acts_is_left_out_of_shares() -> None:
    seen = board_strengths(numbers("Ah Kd 7c 4s 2h"))
    chance, _ = shares(seen, hand("As Qs"), np.array([0.3 * only("Jd Tc")]), np.array([0.5]))
    assert chance.sum() == pytest.approx(0.8)


def test_a_flush_draw_is_behind_with_positive_potential() -> None:
    board = numbers("Qh 7h 2c 3d")
    mine = hand("Ah 5h")
    ahead, positive, negative = standing(
        board_strengths(board), mine, edges(board, mine), only("Qs Qc")
    )
    assert (ahead, negative) == (0, 0)
    # nine hearts of 44 cards, of which two pair the board for queens full; a four makes a straight
    assert positive == pytest.approx((9 - 2 + 3) / 44)


def everything(board: Any) -> Any:
    weights = np.where(board_strengths(board).now > 0, 1.0, 0.0)
    return weights / weights.sum()


def split(
    fold: float, raising: float, honesty: float = 1.0, bluff: float = 0.0, board: Any = None
) -> tuple[np.ndarray, Any, Any]:
    board = board or numbers("Qh 7h 2c 3d 9s")
    weights = everything(board)
    return (
        answers(weights, board_strengths(board).strength, fold, raising, honesty, bluff),
        weights,
        board,
    )


def test_answers_keep_the_total_weight_of_a_range() -> None:
    parts, weights, _ = split(0.4, 0.15, 0.8, 0.2)
    assert parts.sum(axis=0) == pytest.approx(weights, abs=1e-4)
    assert parts.sum(axis=1) == pytest.approx([0.4, 0.45, 0.15], abs=0.03)


def test_an_honest_range_raises_the_best_and_folds_the_worst_hands() -> None:
    parts, weights, board = split(0.4, 0.15)
    best, worst = hand("Qs Qd"), hand("5h 4d")
    assert parts[RAISES][best] > 0.95 * weights[best]
    assert parts[FOLDS][worst] > 0.95 * weights[worst]
    assert board_strengths(board).strength[best] > board_strengths(board).strength[worst]


def test_a_bluffing_range_raises_some_of_the_worst_hands() -> None:
    worst = hand("5h 4d")
    honest, *_ = split(0.4, 0.3, bluff=0.0)
    bluffing, *_ = split(0.4, 0.3, bluff=0.5)
    assert bluffing[RAISES][worst] > 5 * honest[RAISES][worst]


def test_acts_of_a_player_who_ignores_the_cards_carry_no_information() -> None:
    parts, weights, _ = split(0.3, 0.3, honesty=0.0)
    for act, part in ((FOLDS, 0.3), (STAYS, 0.4), (RAISES, 0.3)):
        assert parts[act] == pytest.approx(part * weights)


def test_the_range_of_a_player_who_always_raises_is_unchanged() -> None:
    parts, weights, _ = split(0.0, 1.0)
    assert parts[RAISES] == pytest.approx(weights)


def test_combo_of_gives_the_number_of_the_combo() -> None:
    assert strength.range.COMBOS[hand("7s 2h")] == tuple(read_cards("7s 2h"))


def test_prepare_compiles_all_kernels_that_a_bot_uses() -> None:
    """The server calls it before it opens, so that nothing is compiled during play."""
    against.prepare()
    kind = type(against._edge)
    modules = (against, preflop_buckets, board_strengths_module, preflop)
    kernels = {each for module in modules for each in vars(module).values() if type(each) is kind}
    assert len(kernels) == 7
    assert all(vars(each)["_compiled"] for each in kernels)
