"""Mutants of the rules, the masa and the tournament: the tests should fail for each of them."""

import ast
import os
import shutil
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from tests.masa.host import soak_terms
from tests.mutation.mutant import mutants
from tests.test_house import HOUSE, REPOSITORY

ROOMS = ("rules", "masa", "tournament")

CODE = '''"""One line."""
def call(price: int = 2, most: int | None = None) -> bool:
    """Not 1 < 2."""
    if price <= 3 and not most:
        return max(price,
                   4) == price + 1
    return False
'''


def test_each_mutant_changes_exactly_one_place() -> None:
    found = list(mutants(CODE))
    assert [(mutant.line, mutant.before, mutant.after) for mutant in found] == [
        (2, "2", "3"),
        (4, "price <= 3 and (not most)", "price <= 3 or not most"),
        (4, "price <= 3", "price < 3"),
        (4, "3", "4"),
        (4, "not most", "most"),
        (5, "max(price, 4) == price + 1", "max(price, 4) != price + 1"),
        (5, "max(price, 4)", "min(price, 4)"),
        (6, "4", "5"),
        (6, "price + 1", "price - 1"),
        (6, "1", "2"),
        (7, "False", "True"),
    ]
    for mutant in found:
        tree = ast.parse(mutant.text)
        assert ast.unparse(tree) != ast.unparse(ast.parse(CODE))
        assert mutant.text.count("\n") == CODE.count("\n")
        assert ast.get_docstring(tree) == "One line."


def test_every_file_of_the_packages_can_be_mutated() -> None:
    for room in ROOMS:
        for path in sorted((HOUSE / room).glob("*.py")):
            for mutant in islice(mutants(path.read_text("utf-8")), 3):
                compile(mutant.text, path, "exec")


def copied(folder: Path) -> Path:
    """Copy the package, with the packages under test as files of their own."""
    package = folder / "pokermasa"
    package.mkdir()
    for path in HOUSE.iterdir():
        if path.name in ROOMS:
            shutil.copytree(path, package / path.name, ignore=shutil.ignore_patterns("__pycache__"))
        elif path.name == "__init__.py":
            shutil.copy(path, package)
        elif path.name != "__pycache__":
            (package / path.name).symlink_to(path)
    return package


def is_green(package: Path, room: str, limit: float) -> bool:
    """Whether the tests of the package pass. A test that hangs counts as failed."""
    tests = ["tests/rules", "tests/notation"] if room == "rules" else [f"tests/{room}"]
    arguments = ["-q", "-x", "-n", "0", "-p", "no:cacheprovider"]
    surroundings = {**os.environ, "PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    surroundings["EXAMPLES"] = "20"
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *arguments, *tests],
            cwd=REPOSITORY,
            env=surroundings,
            capture_output=True,
            timeout=limit,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


@pytest.mark.soak
def test_tests_fail_for_each_mutant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """SECONDS=600 SEED=1: random mutants. The ones for which no test failed are listed."""
    seconds, seed = soak_terms()
    package, drawn, survivors = copied(tmp_path), Random(seed), []
    files = [path for room in ROOMS for path in sorted((package / room).glob("*.py"))]
    limits: dict[str, float] = {}
    until, tried = time.monotonic() + seconds, 0
    while tried == 0 or time.monotonic() < until:
        path = drawn.choice(files)
        room, text = path.parent.name, path.read_text("utf-8")
        faults = list(mutants(text))
        if not faults:
            continue
        if room not in limits:  # Without a mutation the tests pass on this copy.
            began = time.monotonic()
            assert is_green(package, room, limit=1800), room
            limits[room] = 60 + 5 * (time.monotonic() - began)
        fault = drawn.choice(faults)
        path.write_text(fault.text, "utf-8")
        if is_green(package, room, limits[room]):
            place = f"src/{path.relative_to(package.parent).as_posix()}:{fault.line}"
            survivors.append(f"{place}: {fault.before}  →  {fault.after}")
        path.write_text(text, "utf-8")
        tried += 1
    with capsys.disabled():
        print(f"\n{tried} faults (SEED={seed}), {tried - len(survivors)} noticed; nothing noticed:")
        print(*survivors or ["none"], sep="\n")
