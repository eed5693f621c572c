"""`Tables`: arguments, results, and hidden information."""

from typing import Any

import numpy as np
import pytest

from pokermasa.batch import CALL, FOLD, HIDDEN, RAISE, Tables
from pokermasa.batch.state import bytes_of
from pokermasa.rules import Blinds
from tests.batch.twin import any_acts
from tests.cases import each


def stepped(tables: Tables, steps: int, seed: int = 1) -> Tables:
    random = np.random.default_rng(seed)
    for _ in range(steps):
        tables.step(*any_acts(tables.legal(), random))
    return tables


def test_equal_seeds_give_equal_hands_and_different_seeds_different_hands() -> None:
    first, same, other = (stepped(Tables(50, 5, seed=seed), 40) for seed in (3, 3, 4))
    assert (first.state.row == same.state.row).all()
    assert (first.totals == same.totals).all()
    assert (first.decks != other.decks).any(axis=1).all()


def test_a_table_does_not_depend_on_the_number_of_tables() -> None:
    assert (Tables(3, 6, seed=9).decks == Tables(300, 6, seed=9).decks[:3]).all()


def test_decks_have_distinct_cards_that_are_uniform_in_every_position() -> None:
    tables = Tables(20_000, 10, seed=1)
    decks = np.sort(tables.decks, axis=1)
    assert (decks[:, 1:] > decks[:, :-1]).all()
    assert decks.max() == 51
    for place in (0, 12, 24):
        counts = np.bincount(tables.decks[:, place], minlength=52)
        expected = len(tables) / 52
        # chi square with 51 degrees of freedom: over 100 once in 50,000
        assert ((counts - expected) ** 2 / expected).sum() < 100


def test_the_button_moves_on_and_hands_are_counted() -> None:
    tables = Tables(2, 3, seed=1)
    for hand in range(7):
        assert tables.observe().button.tolist() == [hand % 3] * 2
        assert tables.hands.tolist() == [hand] * 2
        assert not tables.step([FOLD, FOLD]).any()
        assert tables.step([FOLD, FOLD]).all()
        assert (tables.results.sum(axis=1) == 0).all()
        assert sorted(tables.results[0].tolist()) == [-1, 0, 1]


def test_chips_are_conserved() -> None:
    tables = stepped(Tables(200, 7, "tda", [50, 3, 200, 17, 90, 1, 40], Blinds(1, 2, 1)), 100)
    assert tables.hands.min() > 0
    assert (tables.totals.sum(axis=1) == 0).all()
    chips = tables.state.stack.sum(axis=1) + tables.legal().pot
    assert (chips == 401).all()


def test_the_mask_shows_which_acts_are_legal() -> None:
    tables = Tables(2, 2, stacks=[[100, 100], [100, 2]])
    legal = tables.legal()
    assert legal.mask.tolist() == [[True, True, True], [True, True, legal.most[1] > 0]]
    tables.step([RAISE, CALL], [100, 0])
    assert tables.legal().mask[0].tolist() == [True, True, False]


# Heads-up, the player with 3 chips has the button: 2 chips pay the ante and 1 the big blind, so
# there is nothing to call.
DECIDED_EVERY_OTHER_HAND: dict[str, Any] = {
    "rules": "masa",
    "stacks": [3, 100],
    "blinds": Blinds(1, 2, 2, big_blind_ante=True),
}


def test_hands_decided_by_the_blinds_are_paid_and_counted() -> None:
    tables = Tables(300, 2, seed=3, **DECIDED_EVERY_OTHER_HAND)
    assert (tables.hands == 1).all()
    assert set(map(tuple, tables.totals.tolist())) == {(-3, 3), (1, -1), (-1, 1)}  # one is a split
    assert (tables.results == tables.totals).all()
    for number in range(1, 50):
        before = tables.totals.copy()
        # The short stack is the small blind, folds, and then loses or wins as the big blind.
        assert tables.step(np.full(300, FOLD)).all()
        assert (tables.hands == 1 + 2 * number).all()
        assert set(map(tuple, tables.results.tolist())) <= {(-4, 4), (0, 0), (-2, 2)}
        assert (tables.results == tables.totals - before).all()


def test_stacks_for_which_the_blinds_decide_every_hand_are_refused() -> None:
    with pytest.raises(ValueError, match=r"table 1: with stacks \[1, 1\] the blinds decide every"):
        Tables(2, 2, stacks=[[9, 9], [1, 1]], blinds=Blinds(1, 2))


# Observations


def test_an_observation_shows_only_own_and_public_cards() -> None:
    tables = Tables(1, 3)
    tables.decks = [[0, 1, 2, 10, 11, 12, 20, 21, 22, 23, 24]]
    assert tables.observe(place=1).hole.tolist() == [[0, 10]]  # left of the button: dealt first
    assert tables.observe().hole.tolist() == [[2, 12]]
    for shown in (0, 3, 4, 5):
        board = [20, 21, 22, 23, 24][:shown] + [HIDDEN] * (5 - shown)
        assert tables.observe().board.tolist() == [board]
        for _ in range(3):
            tables.step([CALL])


def test_an_observation_does_not_depend_on_hidden_cards() -> None:
    """The observation is the same for all hidden cards of the others and of the board."""
    random = np.random.default_rng(5)
    tables = Tables(400, 6, stacks=[200, 30, 90, 8, 200, 60], seed=8)
    n, players = len(tables), tables.players
    for step in range(30):
        place = step % players
        before = tables.observe(place)
        decks = tables.decks
        hidden = np.ones_like(decks, np.bool_)
        hole = (place - before.button - 1) % players  # the deal begins left of the button
        hidden[np.arange(n), hole] = hidden[np.arange(n), players + hole] = False
        hidden[:, 2 * players :] = before.board == HIDDEN
        for table in range(n):
            known = decks[table, ~hidden[table]]
            rest = random.permutation(np.setdiff1d(np.arange(52), known))
            decks[table, hidden[table]] = rest[: hidden[table].sum()]
        assert (tables.decks != decks).any()
        tables.decks = decks
        for a, b in zip(before, tables.observe(place), strict=True):
            assert (a == b).all()  # type: ignore[attr-defined]
        tables.step(*any_acts(tables.legal(), random))


def test_changing_a_returned_array_does_not_change_the_tables() -> None:
    tables = stepped(Tables(20, 4, seed=1), 5)
    row, answer, deck = tables.state.row.copy(), tables.state.answer.copy(), tables.decks
    for given in (*tables.legal(), *tables.observe(), *tables.observe(0), tables.decks):
        given[...] = 1
    assert (tables.state.row == row).all()
    assert (tables.state.answer == answer).all()
    assert (tables.decks == deck).all()


# Bad input


@each(
    ("acts", "amounts", "error", "words"),
    [
        ([1.0, 1.0], None, TypeError, "acts: whole numbers, not float64"),
        ([True, True], None, TypeError, "acts: whole numbers, not bool"),
        (["CALL", "FOLD"], None, TypeError, "acts: whole numbers, not <U4"),
        ([1], None, ValueError, r"acts: one for each of 2 tables, not of shape \(1,\)"),
        ([[1], [1]], None, ValueError, r"not of shape \(2, 1\)"),
        ([1, 3], None, ValueError, "table 1: 3 is no act: fold is 0, check or call 1, raise 2"),
        ([-1, 1], None, ValueError, "table 0: -1 is no act"),
        ([1, 2], [0, 0.5], TypeError, "amounts: whole numbers, not float64"),
        ([1, 2], [0], ValueError, r"amounts: one for each of 2 tables, not of shape \(1,\)"),
        ([1, 2], [0, 3], ValueError, "table 1: raise to 3, but the least is 4, the most 200"),
        ([1, 2], [0, 201], ValueError, "table 1: raise to 201, but the least is 4, the most 200"),
        ([1, 2], None, ValueError, "table 1: raise to 0, but the least is 4, the most 200"),
        (
            [1, 2],
            np.array([0, 2**64 - 5], np.uint64),
            ValueError,
            "table 1: raise to 18446744073709551611, but the least is 4, the most 200",
        ),
    ],
)
def test_an_illegal_act_at_one_table_changes_no_table(
    acts: list[Any], amounts: np.ndarray | list[float] | None, error: type[Exception], words: str
) -> None:
    tables = Tables(2, 3, seed=1)
    row, answer = tables.state.row.copy(), tables.state.answer.copy()
    with pytest.raises(error, match=words):
        tables.step(acts, amounts)
    assert (tables.state.row == row).all()
    assert (tables.state.answer == answer).all()


def test_a_raise_is_refused_where_no_raise_is_legal() -> None:
    tables = Tables(1, 2)
    tables.step([RAISE], [200])
    with pytest.raises(ValueError, match="table 0: raise to 200, but no raise is open"):
        tables.step([RAISE], [200])


@each("kind", [np.int8, np.uint8, np.int32, np.uint64, np.dtype(">i8"), np.dtype(">u2")])
def test_acts_can_be_of_any_integer_type(kind: Any) -> None:
    tables = Tables(4, 2, seed=1)
    acts, amounts = np.array([0, 1, 2, 1, 9], kind)[:4], np.array([0, 0, 9, 0], kind)
    acts.flags.writeable = False
    assert tables.step(acts, amounts).tolist() == [True, False, False, False]
    assert tables.step(np.array([[1, 1, 1, 1], [0, 0, 0, 0]], kind).T[:, 0]).any() in (True, False)


@each(
    ("options", "error", "words"),
    [
        ({"n": 0}, ValueError, "n: at least 1, not 0"),
        ({"n": -5}, ValueError, "n: at least 1, not -5"),
        ({"n": 2.0}, TypeError, r"n: a whole number of tables, not 2\.0"),
        ({"n": True}, TypeError, "n: a whole number of tables, not True"),
        ({"n": 10**12}, MemoryError, r"1,000,000,000,000 tables take .* GiB, and this machine has"),
        ({"n": 10**40}, MemoryError, "GiB"),
        ({"players": 1}, ValueError, "players: 2 to 10, not 1"),
        ({"players": 30}, ValueError, "players: 2 to 10, not 30"),
        ({"stacks": 0}, ValueError, "stacks: 1 to 1,000,000,000,000 chips, not 0 to 0"),
        ({"stacks": 10**13}, ValueError, "stacks: 1 to 1,000,000,000,000 chips"),
        ({"stacks": 10**30}, TypeError, "stacks: whole numbers of chips, not object"),
        ({"stacks": 1.5}, TypeError, "stacks: whole numbers of chips, not float64"),
        ({"stacks": [1, 2]}, ValueError, r"stacks: one, 3, or 4 x 3, not of shape \(2,\)"),
        ({"blinds": (2, 1)}, ValueError, "the small blind"),
        ({"blinds": (0, 0)}, ValueError, "the big blind must be at least 1"),
        ({"blinds": (0.5, 1)}, ValueError, r"whole numbers of chips, not 0\.5"),
        ({"bets": (4, 2)}, ValueError, "a smaller and a larger one"),
        ({"rules": "nonsense"}, ValueError, "no house rules are named 'nonsense'"),
        ({"seed": "x"}, TypeError, "seed: a whole number, not 'x'"),
    ],
)
def test_invalid_arguments_of_tables_are_refused(
    options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        Tables(**{"n": 4, "players": 3} | options)


@pytest.mark.parametrize(
    ("place", "error", "words"),
    [
        (3, ValueError, "places: 0 to 2, not 3 to 3"),
        ([0, -1], ValueError, "places: 0 to 2, not -1 to 0"),
        ([0, 1, 2], ValueError, r"places: one, or one for each of 2 tables, not \(3,\)"),
        (0.5, TypeError, "places: whole numbers, not float64"),
    ],
)
def test_observing_an_invalid_place_is_refused(
    place: float | list[int], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        Tables(2, 3).observe(place)


@pytest.mark.parametrize(
    ("decks", "error", "words"),
    [
        ([[0, 1, 2, 3, 4, 5, 6, 7, 52]], ValueError, "cards are 0 to 51, not as at table 0"),
        ([[0, 1, 2, 3, 4, 5, 6, 7, 7]], ValueError, "a card twice at table 0"),
        ([[0, 1, 2]], ValueError, r"decks: 1 rows of 9 cards, not \(1, 3\)"),
        ([[0.0] * 9], TypeError, "decks: card numbers, not float64"),
    ],
)
def test_invalid_decks_are_refused(
    decks: list[list[float]], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        Tables(1, 2).decks = decks


def test_the_predicted_memory_is_the_memory_used() -> None:
    assert Tables(100, 6).nbytes == bytes_of(100, 6)
    assert Tables(100, 2).nbytes == bytes_of(100, 2)


def test_the_largest_stacks_do_not_overflow() -> None:
    tables = Tables(50, 10, "tda", 10**12, Blinds(10**11, 10**12), seed=1)
    stepped(tables, 60)
    assert (tables.totals.sum(axis=1) == 0).all()
    assert tables.totals.max() <= 9 * 10**12 * tables.hands.max()
