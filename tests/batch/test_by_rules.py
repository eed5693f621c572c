"""A short rollout on a new machine: the same result as the compiled one, without compiling."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokermasa.batch import Chart, by_rules, rollout
from pokermasa.batch.luck import seed_of
from pokermasa.batch.rollout import _is_short
from pokermasa.rules import Blinds, HouseRules
from tests.batch.test_same_game import HOUSES, allowed

CHART = Chart(np.tile([0.2, 0.4, 0.4], (169, 1)), raise_to="pot")
FEW = Chart(np.tile([0.1, 0.8, 0.1], (169, 1)), raise_to="most")


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: rules.name)
@pytest.mark.parametrize(
    ("policies", "stacks", "blinds"),
    [
        (["random"] * 6, [100] * 6, Blinds(1, 2)),
        (["caller", "random", "folder"], [30, 11, 90], Blinds(2, 5, ante=3)),
        ([CHART, "random"], [60, 200], Blinds(1, 2, 1, big_blind_ante=True)),
        ([CHART, FEW, "random", "random"], [9, 60, 200, 31], Blinds(3, 10)),
    ],
)
def test_the_same_seed_gives_the_same_result_compiled_or_not(
    rules: HouseRules, policies: Any, stacks: list[int], blinds: Blinds
) -> None:
    players, hands, blinds = len(stacks), 25, allowed(blinds, rules)
    kept = np.zeros((hands, players), np.int64)
    compiled = rollout(
        *(hands, players, policies, rules, stacks, blinds), seed=9, start=7, keep=True
    )
    played = by_rules.play(
        policies, rules, stacks, blinds, None, int(seed_of(9)), range(7, 7 + hands), kept
    )
    assert (kept == compiled.results).all()
    assert (played[0] == compiled.totals).all()
    assert (played[1] == compiled.squares).all()
    assert played[2].tolist() == [compiled.acts, compiled.showdowns, 0]


def test_on_a_new_machine_a_short_rollout_compiles_nothing_and_answers_the_same(
    tmp_path: Path,
) -> None:
    program = (
        "from pokermasa.batch import rollout;"
        "print(rollout(200, 6, seed=3, stacks=[50, 100, 20, 100, 7, 100]).totals.tolist())"
    )
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    cold = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert not cold.stderr
    assert not [*tmp_path.rglob("*.nbc")]
    warm = rollout(200, 6, seed=3, stacks=[50, 100, 20, 100, 7, 100]).totals.tolist()
    assert cold.stdout.strip() == str(warm)


def test_where_the_loop_is_compiled_it_plays_the_short_ones_too() -> None:
    rollout(by_rules.MOST_HANDS + 1, 2)
    assert not _is_short(1, "random")


def test_the_houses_of_the_documents_are_among_them() -> None:
    assert {HouseRules.named(name) for name in ("masa", "classic", "botpoker", "limit", "tda")} <= {
        *HOUSES
    }
