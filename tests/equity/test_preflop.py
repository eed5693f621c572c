"""Preflop equities, compared with simulated deals."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from pokermasa.batch import evaluate
from pokermasa.batch.combo import combos
from pokermasa.cards import read_cards
from pokermasa.equity.against import board_strengths, combo_of, edges, shares
from pokermasa.equity.class_strength import CROWD, STRENGTH
from pokermasa.equity.preflop import preflop
from pokermasa.equity.preflop_buckets import CLASSES, first_hands
from tests.cases import each

DEALS, PLAYERS = 400_000, 10


def hand(cards: str) -> int:
    return combo_of(*[card.number for card in read_cards(cards)])


def anything(mine: int, part: float = 1.0) -> Any:
    """Return the best share *part* of all hands that share no card with mine."""
    strength = board_strengths(()).strength
    free = (combos().mask & combos().mask[mine]) == 0
    weights = np.where(free & (strength >= np.quantile(strength, 1 - part)), 1.0, 0.0)
    return weights / weights.sum()


def chance(mine: int, opponents: int, part: float = 1.0) -> Any:
    stays = np.array([anything(mine, part)] * opponents)
    return shares(board_strengths(()), mine, stays, np.zeros(opponents))[1][-1]


@cache
def dealt() -> tuple[Any, np.ndarray]:
    """Deal ten hands and a board; return their numbers and values, indexed by deal and player."""
    random = np.random.default_rng(1)
    decks = random.permuted(np.tile(np.arange(52, dtype=np.uint8), (DEALS, 1)), axis=1)
    hands, board = decks[:, : 2 * PLAYERS].reshape(DEALS, PLAYERS, 2), decks[:, -5:]
    boards = np.broadcast_to(board[:, np.newaxis], (DEALS, PLAYERS, 5))
    values = evaluate(np.concatenate([hands, boards], axis=2).reshape(-1, 7))
    high, low = hands.max(axis=2).astype(int), hands.min(axis=2).astype(int)
    return high * (high - 1) // 2 + low, values.reshape(DEALS, PLAYERS).astype(int)


def truth(opponents: int) -> np.ndarray:
    """Return, per class, the share of the pot that a hand wins from its neighbours."""
    numbers, values = dealt()
    best, ties = np.zeros_like(values), np.ones_like(values)
    for place in range(1, opponents + 1):
        other = np.roll(values, -place, axis=1)
        ties = np.where(other > best, 1, ties + (other == best))
        best = np.maximum(best, other)
    share = np.where(values > best, 1.0, np.where(values == best, 1 / (1 + ties), 0.0))
    cells = combos().hand_class[numbers].ravel()
    return np.bincount(cells, share.ravel()) / np.bincount(cells)


def test_the_stored_class_tables_equal_newly_computed_ones() -> None:
    tables = [preflop(cell) for cell in range(CLASSES)]
    boards, won, there, edges = (np.array(column) for column in zip(*tables, strict=True))
    masks, cells = combos().mask, combos().hand_class
    left = np.array(
        [np.bincount(cells[masks & masks[hand] == 0], minlength=CLASSES) for hand in first_hands()]
    )
    strength = (edges * left).sum(axis=1) / left.sum(axis=1)
    assert strength == pytest.approx(STRENGTH, rel=1e-12)
    # With random hands, all players win equally often.
    anything = left / left.sum(axis=1, keepdims=True)
    beaten, possible = (np.einsum("chx,cx->ch", part, anything) for part in (won, there))
    for opponents, crowd in enumerate(CROWD):
        shares_of = (boards * beaten**opponents).sum(axis=1)
        shares_of /= (boards * possible**opponents).sum(axis=1)
        mean = shares_of @ np.bincount(cells) / len(cells)
        assert mean * crowd == pytest.approx(1 / (1 + opponents), rel=1e-12)


def ranks(numbers: np.ndarray) -> np.ndarray:
    return np.argsort(np.argsort(numbers))


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("opponents", range(1, PLAYERS))
def test_class_equities_have_the_right_values_and_order(opponents: int) -> None:
    cells = combos().hand_class
    found = np.array([chance(np.flatnonzero(cells == cell)[0], opponents) for cell in range(169)])
    wanted = truth(opponents)
    assert np.abs(found - wanted).max() < 0.025
    assert np.sqrt(np.mean((found - wanted) ** 2)) < 0.008
    assert np.corrcoef(ranks(found), ranks(wanted))[0, 1] > 0.99


def test_ace_king_is_stronger_than_five_deuce() -> None:
    assert chance(hand("As Kd"), 4) > 2.5 * chance(hand("5s 2d"), 4)


@pytest.mark.rotated
@pytest.mark.parametrize("opponents", [2, 3, 5])
def test_equities_against_strong_ranges_match_simulated_deals(opponents: int) -> None:
    """Each opponent has the best tenth of all hands."""
    mine = hand("Js Jd")
    strong = np.flatnonzero(anything(mine, 0.1))
    random = np.random.default_rng(2)
    high, low = combos().high, combos().low
    rows: list[Any] = []
    while len(rows) < 6000:
        held = [mine, *random.choice(strong, opponents)]
        cards = [card for each in held for card in (int(high[each]), int(low[each]))]
        if len(set(cards)) == len(cards):
            left = [card for card in range(52) if card not in cards]
            board = random.choice(left, 5, replace=False)
            rows.append([[high[each], low[each], *board] for each in held])
    values = evaluate(np.array(rows).reshape(-1, 7)).reshape(-1, opponents + 1).astype(int)
    best = values.max(axis=1)
    share = np.where(values[:, 0] == best, 1 / (values == best[:, np.newaxis]).sum(axis=1), 0.0)
    assert chance(mine, opponents, 0.1) == pytest.approx(share.mean(), abs=0.035)


@each(
    ("mine", "theirs", "wanted"),
    [
        ("As Ad", "Kc Kh", 0.82),
        ("As Kd", "Qc Qh", 0.43),
        ("As Ks", "2c 2h", 0.5),
        ("7s 2d", "Ac Kh", 0.33),
        ("Js Ts", "Ac Kh", 0.41),
    ],
)
def test_equities_of_hand_pairs_are_close_to_the_known_values(
    mine: str, theirs: str, wanted: float
) -> None:
    assert edges((), hand(mine))[hand(theirs)] == pytest.approx(wanted, abs=0.025)


def test_suits_do_not_matter_before_the_flop() -> None:
    strength = board_strengths(()).strength
    assert strength[hand("As Kd")] == strength[hand("Kh Ac")] < strength[hand("Ac Kc")]
    assert chance(hand("9s 8s"), 3) == pytest.approx(chance(hand("9d 8d"), 3))


def test_folds_and_other_acts_are_distinguished() -> None:
    mine = hand("As Ad")
    one = anything(mine)
    stays, folding = np.array([0.5 * one, 0.3 * one]), np.array([0.25, 0.7])
    likely, won = shares(board_strengths(()), mine, stays, folding)
    assert likely == pytest.approx([0.25 * 0.7, 0.5 * 0.7 + 0.25 * 0.3, 0.15])
    assert won[0] == pytest.approx(likely[0])
    assert won[1] == pytest.approx(likely[1] * 0.852, rel=0.01)
    assert won[2] == pytest.approx(likely[2] * 0.734, rel=0.02)
