"""Tests of tests/sampling.py: each run draws a part of the cases, and every case is drawn by some
seed.
"""

import os
import subprocess
import sys

import pytest

from tests.sampling import CASES, REPOSITORY, WHOLE_SUITE, Case, drawn, seed

SEEDS = [f"{number:08x}" for number in range(20)]


def test_97_percent_of_the_functions_run_for_each_seed_and_all_within_20_seeds(
    request: pytest.FixtureRequest,
) -> None:
    cases = request.config.stash[CASES]
    of_id = {case.id: case.function for case in cases}
    functions = set(of_id.values())
    draws = [{of_id[id] for id in drawn(cases, by)} for by in SEEDS]
    assert all(len(draw) >= 0.97 * len(functions) for draw in draws)
    assert set().union(*draws) == functions
    always = {case.function for case in cases if not case.is_rotated}
    assert all(always <= draw for draw in draws)


def test_half_of_the_rotated_functions_run_in_a_whole_run_and_all_in_a_part_of_it() -> None:
    rotated = [Case(f"t.py::test_{n}", f"t.py::test_{n}", 1, is_rotated=True) for n in range(10)]
    others = [Case(f"u.py::test_{n}", f"u.py::test_{n}", 1) for n in range(WHOLE_SUITE)]
    draws = [drawn([*rotated, *others], by) for by in SEEDS]
    assert {len(draw) for draw in draws} == {5 + WHOLE_SUITE}
    assert set().union(*draws) == {case.id for case in [*rotated, *others]}
    assert drawn(rotated, "1") == {case.id for case in rotated}


def test_a_seed_draws_the_same_cases_every_time_and_other_seeds_draw_others() -> None:
    cases = [Case(f"t.py::test_a[{n}]", "t.py::test_a", 4) for n in range(40)]
    draws = [drawn(cases, by) for by in SEEDS]
    assert draws == [drawn(cases, by) for by in SEEDS]
    assert {len(draw) for draw in draws} == {10}
    assert len({frozenset(draw) for draw in draws}) == 20


def test_the_seed_is_the_commit_unless_one_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEED", "7")
    assert seed() == "7"
    monkeypatch.delenv("SEED")
    if (REPOSITORY / ".git").exists():
        head = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, cwd=REPOSITORY)
        assert head.stdout.decode().startswith(seed())


def test_the_seed_is_printed_first_and_last_and_a_failure_says_how_to_repeat_it(
    pytester: pytest.Pytester,
) -> None:
    pytester.makeconftest("from tests.sampling import *\ndef pytest_addoption(parser): pass\n")
    pytester.makepyfile("def test_one(): pass\ndef test_two(): assert not 'here'\n")
    surroundings = {
        **os.environ,
        **{"EXAMPLES": "41", "STORE": "postgres", "PROCESSES": ""},
        **{"SEED": "blue sky", "PYTHONPATH": str(REPOSITORY)},
    }
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."],
        capture_output=True,
        text=True,
        env=surroundings,
    )
    lines = done.stdout.splitlines()
    assert lines[0] == "seed blue sky (make test SEED=… draws others)"
    assert "seed blue sky (make test SEED=… draws others)" in lines[-4:]
    name = pytester.path.name
    assert "test_two" in done.stdout
    said = next(line for line in lines if line.startswith("SEED="))
    command = "EXAMPLES=41 STORE=postgres .venv/bin/python -m pytest -n 0 "
    assert said.startswith(f"SEED='blue sky' {command}")
    assert said.endswith("py::test_two"), name
