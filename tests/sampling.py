"""Chooses the cases that `make test` runs, and prints how to repeat a failure.

Some test functions have many cases (`sampled`). Each run draws a part of them by a seed, at least
one of each function. Of the slowest functions (`rotated`), each run of the whole suite draws half.
The seed is made from the commit: every run of a commit draws the same cases, and the next commit
draws others. `SEED=…` sets another seed, and `WHOLE=1` runs everything. Hypothesis gets the same
seed for its examples.
"""

from __future__ import annotations

import os
import shlex
import subprocess
from collections import defaultdict
from collections.abc import Generator, Iterable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

REPOSITORY = Path(__file__).parent.parent
WHOLE_SUITE = 2000
"""A run of fewer functions is a part that somebody has selected. It leaves no function out."""
REPEATED = ("EXAMPLES", "STORE", "PROCESSES")
"""Environment variables of `make soak` that may affect the outcome of a test."""
NO_COMMIT = "1"
"""Seed of a copy without a git history."""


class Case(NamedTuple):
    """A collected test, and the rates at which its function is sampled and rotated."""

    id: str
    function: str
    """The test id without its parameters."""
    one_in: int
    """Sampling rate: one in this many cases of the function runs, but at least one."""
    is_rotated: bool = False
    """Half of the functions with this mark run, the others in runs with another seed."""


def seed() -> str:
    given = os.environ.get("SEED")
    if given:
        return given
    command = ["git", "-C", str(REPOSITORY), "rev-parse", "--short=8", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return NO_COMMIT
    return done.stdout.strip()


def drawn(cases: Iterable[Case], by: str) -> set[str]:
    """Return the ids of the cases that the seed *by* draws."""
    functions: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        functions[case.function].append(case)
    rotated = [function for function, all_cases in functions.items() if all_cases[0].is_rotated]
    if len(functions) < WHOLE_SUITE:
        rotated = []
    left_out = Random(by).sample(sorted(rotated), len(rotated) // 2)
    chosen: set[str] = set()
    for function, all_cases in functions.items():
        if function in left_out:
            continue
        rng = Random(f"{by} {function}")
        count = -(-len(all_cases) // all_cases[0].one_in)
        chosen.update(case.id for case in rng.sample(all_cases, count))
    return chosen


def case_of(item: pytest.Item) -> Case:
    mark = item.get_closest_marker("sampled")
    function = item.nodeid.partition("[")[0]
    is_rotated = item.get_closest_marker("rotated") is not None
    return Case(item.nodeid, function, 1 if mark is None else mark.args[0], is_rotated)


CASES = pytest.StashKey[list[Case]]()
"""All collected cases, also those that this run leaves out."""
SEED = pytest.StashKey[str]()


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    config.stash[SEED] = seed()
    if config.getoption("hypothesis_seed", None) is None:
        number = int.from_bytes(sha256(config.stash[SEED].encode()).digest()[:4])
        config.option.hypothesis_seed = number


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    cases = [case_of(item) for item in items]
    config.stash[CASES] = cases
    # A single function that was selected always runs.
    if os.environ.get("WHOLE") or len({case.function for case in cases}) == 1:
        return
    chosen = drawn(cases, config.stash[SEED])
    left_out = [item for item in items if item.nodeid not in chosen]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item.nodeid in chosen]


def pytest_sessionstart(session: pytest.Session) -> None:
    _print_seed(session.config)


def pytest_terminal_summary(config: pytest.Config) -> None:
    _print_seed(config)


def _print_seed(config: pytest.Config) -> None:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and not hasattr(config, "workerinput"):
        words = "all cases" if os.environ.get("WHOLE") else "make test SEED=… draws others"
        reporter.write_line(f"seed {config.stash[SEED]} ({words})")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    report = yield
    if report.failed:
        report.sections.append(("Repeat this test alone", repetition(item)))
    return report


def repetition(item: pytest.Item) -> str:
    """Return the command that runs *item* again with the same examples, database and number of
    processes.
    """
    arguments = ["-m", "pytest", "-n", "0", item.nodeid]
    if item.get_closest_marker("soak"):
        arguments[2:2] = ["-m", "soak", "-s"]
    given = {"SEED": item.config.stash[SEED]}
    given |= {name: os.environ[name] for name in REPEATED if os.environ.get(name)}
    settings = " ".join(f"{name}={shlex.quote(value)}" for name, value in given.items())
    return f"{settings} .venv/bin/python {shlex.join(arguments)}"
