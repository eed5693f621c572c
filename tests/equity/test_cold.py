"""Where nothing is compiled yet, short questions are answered without, and to the last bit."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from subprocess import CompletedProcess
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from pokermasa.batch import evaluate
from pokermasa.batch.kernel import compiled, light
from pokermasa.equity import against, deal, equity, heaps, outlook, preflop, runout
from pokermasa.equity.plan import COMBOS

QUESTIONS = [
    (["AhKh", "QsQd"], "", ""),
    (["AhKh", "QQ+", "9s8s"], "2h7d9h", "As"),
    (["AKs, 22", "JTs, A5s:0.5", "KQo"], "2h7d9hTh", ""),
    (["22+", "AJs+"], "2h3h4h5h6h", ""),
]


@pytest.fixture
def rooms() -> tuple[ModuleType, ...]:
    """`pokermasa.batch.evaluate` is the function; its file has the same name."""
    evaluate_file = sys.modules["pokermasa.batch.evaluate"]
    return evaluate_file, against, deal, heaps, outlook, preflop, runout


def interpreted(monkeypatch: pytest.MonkeyPatch, rooms: tuple[ModuleType, ...]) -> None:
    for room in rooms:
        monkeypatch.setattr(room, "light", lambda own, _, twin=None: twin or own.interpret)


@pytest.mark.parametrize(("hands", "board", "dead"), QUESTIONS)
def test_equity_is_the_same_interpreted_or_compiled(
    hands: list[str],
    board: str,
    dead: str,
    monkeypatch: pytest.MonkeyPatch,
    rooms: tuple[ModuleType, ...],
) -> None:
    with compiled():
        expected = equity(hands, board, dead, exact=True)
    interpreted(monkeypatch, rooms)
    assert equity(hands, board, dead, exact=True) == expected


def test_hand_numbers_and_standings_are_the_same(
    monkeypatch: pytest.MonkeyPatch, rooms: tuple[ModuleType, ...]
) -> None:
    dice = np.random.default_rng(4)
    hands = [np.array([dice.permutation(52)[:count] for _ in range(30)]) for count in (5, 6, 7)]
    flop = (3, 18, 44)
    seen, mine = against.outlook(flop), against.combo_of(20, 30)
    weights = np.where(seen.now > 0, dice.random(COMBOS), 0.0)

    def answers() -> tuple[list[Any], tuple[float, float, float]]:
        numbers = [evaluate(rows.astype(np.uint8)).tolist() for rows in hands]
        return numbers, against.standing(seen, mine, against.edges(flop, mine), weights)

    with compiled():
        expected = answers()
    interpreted(monkeypatch, rooms)
    assert answers() == expected


@pytest.mark.parametrize("opponents", [1, 2, 5, 9])
def test_what_a_bot_asks_before_the_flop_is_the_same(
    opponents: int, monkeypatch: pytest.MonkeyPatch, rooms: tuple[ModuleType, ...]
) -> None:
    dice = np.random.default_rng(opponents)
    ranges = dice.random((opponents, COMBOS)) * (dice.random((opponents, COMBOS)) < 0.7)
    ranges[-1] = 0  # one that never stays
    strength = against.outlook(()).strength

    def answers() -> list[Sequence[np.ndarray]]:
        told = []
        for hand in (0, 700, 1325):
            splits = [
                against.answers(weights, strength, *dice.dirichlet([1, 1, 1])[:2], honesty, 0.2)  # type: ignore[call-arg]
                for weights, honesty in zip(ranges, dice.random(opponents), strict=True)
            ]
            stays = np.array(splits)[:, 1] / COMBOS
            told += [splits, preflop.shares(hand, stays, dice.random(opponents))]
        return told

    before = dice.bit_generator.state
    with compiled():
        expected = answers()
    dice.bit_generator.state = before
    interpreted(monkeypatch, rooms)
    np.testing.assert_equal(answers(), expected)


BOARDS = [
    (),
    (3, 18, 44),
    (1, 5, 9),  # three of a suit
    (0, 1, 2, 3),  # four of a rank: of many hands there are five or six
    (48, 49, 50, 51, 0),
    (3, 7, 11, 15),  # four of a suit
    (3, 7, 11, 15, 19),
    (2, 9, 30, 41, 50),
]


@pytest.mark.parametrize("board", BOARDS)
def test_what_every_hand_may_become_is_the_same(
    board: tuple[int, ...], monkeypatch: pytest.MonkeyPatch, rooms: tuple[ModuleType, ...]
) -> None:
    with compiled():
        expected = outlook.look(board, boards=300)
    interpreted(monkeypatch, rooms)
    np.testing.assert_equal(outlook.look(board, boards=300), expected)


@pytest.mark.parametrize("board", BOARDS[1:])
@pytest.mark.parametrize("opponents", [1, 2, 5, 9])
def test_what_a_bot_asks_of_a_board_is_the_same(
    board: tuple[int, ...],
    opponents: int,
    monkeypatch: pytest.MonkeyPatch,
    rooms: tuple[ModuleType, ...],
) -> None:
    dice = np.random.default_rng(opponents)
    seen = against.outlook(board)
    ranges = dice.random((opponents, COMBOS)) * (seen.now > 0) / COMBOS
    ranges[-1] *= dice.random() < 0.5  # one that never stays
    folding = dice.random(opponents)
    mine = int(dice.choice(np.flatnonzero(seen.now)))
    gone = int(np.flatnonzero(seen.now == 0)[0])  # a hand that cannot be there

    def answers() -> tuple[list[np.ndarray], list[tuple[np.ndarray, np.ndarray]]]:
        against.edges.cache_clear()
        told = [against.edges(board, hand) for hand in (mine, gone)]
        return told, [against.shares(seen, hand, ranges, folding) for hand in (mine, gone)]

    with compiled():
        expected = answers()
    interpreted(monkeypatch, rooms)
    np.testing.assert_equal(answers(), expected)
    against.edges.cache_clear()


@pytest.mark.parametrize(
    ("fold", "raising", "honesty", "bluff"),
    [(0.0, 0.0, 1.0, 0.0), (1.0, 0.0, 1.0, 0.2), (0.0, 1.0, 0.4, 1.0), (0.3, 0.5, 0.9, 0.1)],
)
def test_a_range_is_split_alike_at_its_ends(
    fold: float,
    raising: float,
    honesty: float,
    bluff: float,
    monkeypatch: pytest.MonkeyPatch,
    rooms: tuple[ModuleType, ...],
) -> None:
    dice = np.random.default_rng(5)
    ranges = [np.zeros(COMBOS), np.ones(COMBOS), dice.random(COMBOS) * (dice.random(COMBOS) < 0.1)]

    def answers() -> list[Any]:
        strength = against.outlook((1, 5, 9)).strength
        split = (fold, raising, honesty, bluff)
        return [against.answers(weights, strength, *split) for weights in ranges]

    with compiled():
        expected = answers()
    interpreted(monkeypatch, rooms)
    np.testing.assert_equal(answers(), expected)


@pytest.mark.parametrize("cell", [0, 1, 13, 84, 168])
def test_a_class_of_hands_has_the_same_heaps(
    cell: int, monkeypatch: pytest.MonkeyPatch, rooms: tuple[ModuleType, ...]
) -> None:
    with compiled():
        expected = heaps.heaps(cell)
    interpreted(monkeypatch, rooms)
    np.testing.assert_equal(heaps.heaps(cell), expected)


def test_what_is_prepared_is_all_that_a_bot_may_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that nothing is compiled while people play: the room prepares before it opens."""
    against.prepare()
    kind = type(against._edge)
    monkeypatch.setattr(kind, "is_ready", False)  # what lies on disk does not count
    rooms = (against, heaps, outlook, preflop)
    own = {each for room in rooms for each in vars(room).values() if isinstance(each, kind)}
    assert len(own) == 7
    for each in own:
        assert light(each, 1) is each, each


def test_the_first_question_on_a_new_machine_compiles_nothing_and_answers_the_same(
    tmp_path: Path,
) -> None:
    program = "from pokermasa.equity import equity; print(equity(['AhKh', 'QsQd'], board='2h7d9h'))"
    cold = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert not cold.stderr
    assert not [*tmp_path.rglob("*.nbc")]
    with compiled():
        assert cold.stdout.strip() == str(equity(["AhKh", "QsQd"], board="2h7d9h"))


def test_a_first_short_match_of_the_house_bot_compiles_nothing_and_ends_the_same(
    tmp_path: Path,
) -> None:
    words = "masa match house caller basic:0.5 --hands 24 --seed 7 --json"

    def told(first: str, **more: Any) -> CompletedProcess[str]:
        lines = f"import sys; from pokermasa.cli import main; sys.argv = {words!r}.split(); main()"
        return subprocess.run(
            [sys.executable, "-c", first + lines],
            env=os.environ | more,
            capture_output=True,
            text=True,
            check=True,
        )

    cold = told("", NUMBA_CACHE_DIR=str(tmp_path))
    assert not cold.stderr
    assert not [*tmp_path.rglob("*.nbc")]
    everything = "from pokermasa.batch.kernel import compiled; compiled().__enter__();"
    assert cold.stdout == told(everything).stdout
