"""Rivers solved during play, and a best response against them: by the bot's own compiled code and,
if g++ is available, by the trainer's code."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokermasa.bots.limit.limit import shipped
from pokermasa.bots.limit.table import StrategyTable
from pokermasa.equity.board_strengths import values_on
from train.betting import bases
from train.live import LINES, Rivers, best
from train.reference import ReferenceSubgame

pytestmark = pytest.mark.sampled(2)

CUDA = Path(__file__).parents[2] / "train" / "cuda"
BOARD = (5, 18, 33, 46, 2)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("g++") is None:
        pytest.skip("live.cpp is built by g++, which is not here")
    folder = tmp_path_factory.mktemp("live")
    for name in ("build", "launch.h", "round.h", "live.cpp"):
        shutil.copy(CUDA / name, folder)
    subprocess.run(["sh", "./build", "live"], cwd=folder, check=True)
    return folder


def drawn() -> StrategyTable:
    """A random table with few buckets."""
    random, sizes, widths = np.random.default_rng(1), (3, 4, 12), (7, 63, 567)
    after = [
        [
            random.integers(0, 8, (n, 8, w)).astype(np.uint8)
            for n, w in zip(sizes, widths, strict=True)
        ]
        for _ in range(2)
    ]
    first = random.integers(0, 8, (8, 169, 2)).astype(np.uint8)
    first[1, :, 0] = 0  # nothing to fold to
    first[(4, 7), :, 1] = 0  # no bet left
    centres = [
        random.integers(0, 256, (n, w)).astype(np.uint8)
        for n, w in zip(sizes, (16, 16, 8), strict=True)
    ]
    return StrategyTable(
        {},
        np.arange(169, dtype=np.uint8) % 8,
        tuple(centres),  # type: ignore[arg-type]
        first,
        tuple(map(tuple, after)),  # type: ignore[arg-type]
    )


def acts_of(rivers: Rivers, z: int, r: int, board: tuple[int, ...]) -> Callable[..., np.ndarray]:
    """Return the strategy of round *r* on *board* in the form of `train.reference`."""
    rows = rivers.buckets.all(board).astype(np.int64) % 65535
    table = rivers.parts[z][r][rows % len(rivers.parts[z][r])]

    def acts(at: Any, line: Any, past: Any) -> np.ndarray:
        part, level, none = table[:, :, line], past.count("r"), np.zeros(1326)
        if level == 0:
            fold, raises = none, part[:, 0]
        elif (1 if past[0] == "r" else 0) == z:
            fold, raises = (part[:, 1], part[:, 2]) if level == 2 else (part[:, 3], none)
        else:
            first = 4 if level == 1 else 6
            fold, raises = part[:, first], part[:, first + 1]
        return np.stack([fold, 1 - fold - raises, raises], axis=1)

    return acts


@pytest.mark.rotated
@pytest.mark.parametrize("z", [0, 1])
def test_the_numba_best_response_equals_the_reference_implementation(z: int) -> None:
    """On a turn with two of its rivers."""
    rivers, boards = Rivers(drawn(), fast=False), [BOARD, (*BOARD[:4], 50)]
    down = [rivers.reach(BOARD[:4], who) for who in (0, 1)]
    reach, line = [ways[-1][0] for ways in down], 37
    some = np.arange(9 * line, 9 * line + 9)
    whole = sum(rivers.values(board, reach, 0, some)[0, z] for board in boards)
    q = down[z][1][1][:, line : line + 1]
    values = np.zeros((1326, 1, 9), np.float32)
    values[:, 0] = whole[:, some]
    order = np.arange(9) if z == 1 else [0, 5, 6, 7, 8, 1, 2, 3, 4]
    found = best(np.stack([values[..., order]] * 2), q, bases()[1][line], 4, z == 1)[1, :, 0]
    strengths = np.stack([values_on(board, np.zeros(1, np.uint64))[0] for board in boards])
    plain = ReferenceSubgame(np.array(boards), strengths, (1.0, 1.0))
    rounds = [None, acts_of(rivers, z, 1, BOARD[:4]), None]
    rounds[2] = lambda at, line, past: acts_of(rivers, z, 2, boards[at[0]])(at, line, past)
    start = down[z][1][0][:, line].astype(float)
    want = plain._round(1, z, rounds, start, line, bases()[1][line], np.arange(2))
    free = strengths.any(axis=0)
    assert np.abs(want).max() > 1
    assert np.abs(found - want)[free].max() < 1e-5 * np.abs(want).max()


@pytest.mark.rotated
def test_the_bot_and_the_cpp_code_solve_rivers_equally(folder: Path) -> None:
    """Rounding of different precision changes the results by less than a hundredth."""
    table = shipped()[0]
    slow, fast = Rivers(table, fast=False), Rivers(table, folder=folder)
    reach = [slow.reach(BOARD[:4], z)[-1][0] for z in (0, 1)]
    lines = np.array([190])
    one, two = (each.values(BOARD, reach, 100, lines)[..., 190] for each in (slow, fast))
    for z in (0, 1):
        most = np.abs(one[0, z]).max()
        assert (one[0, z] != one[1, z]).any()
        assert np.abs(one[0, z] - two[0, z]).max() < 1e-5 * most
        assert np.abs(one[1, z] - two[1, z]).max() < 1e-2 * most
    assert np.nextafter(0.0, 1.0) > 0, "the library leaves the processor as it was"


def test_the_best_response_to_solved_rivers_equals_the_reference_implementation(
    folder: Path,
) -> Any:
    rivers: Any = Rivers(shipped()[0], folder=folder)
    reach = [rivers.reach(BOARD[:4], z)[-1][0] for z in (0, 1)]
    line, z = 190, 0
    solved = np.zeros((2, 1081, 8, 1), np.float32)
    found = rivers.values(BOARD, reach, 100, np.array([line]), solved)
    assert (found[0, z] != found[1, z]).any()
    strength = values_on(BOARD, np.zeros(1, np.uint64))[0]
    rivers.parts[z][2] = np.zeros((1326, 8, LINES), np.float32)
    rivers.parts[z][2][np.argsort(strength, kind="stable")[-1081:], :, line] = solved[z, :, :, 0]
    rivers.buckets.all = lambda board: np.arange(1326)  # every hand for itself
    plain = ReferenceSubgame(np.array([BOARD]), strength[np.newaxis], (1.0, 1.0))
    start = np.where(strength > 0, reach[z][:, line], 0).astype(float)
    acts = [None, None, acts_of(rivers, z, 2, BOARD)]
    want = plain._round(2, z, acts, start, line, bases()[2][line], np.arange(1))
    assert np.abs(found[1, z][:, line] - want).max() < 1e-4 * np.abs(want).max()


def test_a_response_chosen_on_other_cards_wins_no_more_than_the_best() -> None:
    """For each hand, a response chosen on other cards is never better than the best response on
    these cards."""
    random = np.random.default_rng(3)
    values, q = random.normal(size=(2, 1326, 2, 9)), 3e-4 * random.random((1326, 2, 9))
    base = np.array([4.0, 6.0])
    for first in (True, False):
        own = best(np.stack([values[1]] * 2), q, base, 4, first)[1]
        other = best(values, q, base, 4, first)[1]
        assert (other <= own + 1e-9).all()
        assert (other < own - 1e-3).any()
