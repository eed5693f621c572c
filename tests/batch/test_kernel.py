"""Compiled code is kept, told about, and never taken for what it is not."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokermasa.batch import kernel
from pokermasa.batch.hand import act
from pokermasa.batch.lookup import Lookup, lookup, value
from pokermasa.batch.random_numbers import mix

PROGRAM = """
import numpy as np
from pokermasa.batch import evaluate
print(evaluate(np.array([[51, 47, 43, 39, 35, 1, 4]], dtype=np.uint8)))
"""
SAYS = "pokermasa: compiling for this machine, once; this takes some seconds …\n"


def start(cache: Path, **more: str) -> subprocess.Popen[str]:
    surroundings = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "PYTHONIOENCODING": "utf-8"} | more
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        env=surroundings,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def heard(process: subprocess.Popen[str]) -> str:
    """What it said on stderr; its answer must be right."""
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (0, "[7462]\n"), err
    return err


def test_two_at_once_a_later_one_and_a_torn_file(tmp_path: Path) -> None:
    both = [start(tmp_path), start(tmp_path)]
    assert [heard(process) for process in both] == [SAYS, SAYS]

    assert heard(start(tmp_path)) == ""

    files = [*tmp_path.rglob("*.nbc")]
    assert files
    for path in files:
        path.write_bytes(path.read_bytes()[:-1000])
    assert heard(start(tmp_path)) == SAYS
    assert not [*tmp_path.rglob("*.tmp.*")]


@pytest.mark.skipif(sys.platform == "win32", reason="there each process compiles for itself")
def test_of_two_that_start_together_one_compiles(tmp_path: Path) -> None:
    both = [start(tmp_path, NUMBA_DEBUG_CACHE="1") for _ in range(2)]
    said = "".join(process.communicate(timeout=120)[0] for process in both)
    assert said.count("[7462]") == 2
    assert said.count("data saved") == len([*tmp_path.rglob("*.nbc")]) > 0


def test_without_a_place_to_write_it_works_all_the_same(tmp_path: Path) -> None:
    nowhere = tmp_path / "a file"
    nowhere.touch()
    assert heard(start(nowhere)) == SAYS


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The sources, where a test may change them."""
    shutil.copytree(kernel._ROOM, tmp_path / "batch", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(kernel, "_ROOM", tmp_path / "batch")
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    kernel.folder.cache_clear()
    yield tmp_path / "batch"
    kernel.folder.cache_clear()


@pytest.mark.parametrize("changed", ["evaluate", "lookup", "kernel"])
def test_a_change_in_any_source_is_another_folder(copied: Path, changed: str) -> None:
    """Numba alone would go on using a kernel whose callee in another file has changed."""
    before = kernel.folder(copied / "evaluate.py")
    assert before.parent == copied / "__pycache__"
    with (copied / f"{changed}.py").open("a") as file:
        file.write("\n")
    kernel.folder.cache_clear()
    assert kernel.folder(copied / "evaluate.py") != before


def test_a_change_elsewhere_is_not(copied: Path) -> None:
    before = kernel.folder(copied / "evaluate.py")
    with (copied / "sample.py").open("a") as file:
        file.write("\n")
    kernel.folder.cache_clear()
    assert kernel.folder(copied / "evaluate.py") == before


def test_an_import_that_is_not_understood_counts_as_all(copied: Path) -> None:
    room = {path.name for path in copied.glob("*.py")}
    for line in (
        "import pokermasa.batch as b",
        "from pokermasa.batch import (",
        "from pokermasa.batch import *",
        "from .lookup import lookup",
    ):
        (copied / "evaluate.py").write_text(line)
        assert {path.name for path in kernel._made_from(copied / "evaluate.py")} == room
    (copied / "evaluate.py").write_text("from pokermasa.batch import array")
    assert len(kernel._made_from(copied / "evaluate.py")) == 2


def test_what_has_no_file_is_not_kept() -> None:
    assert kernel.folder(Path("<stdin>")) is None


def test_another_processor_or_compiler_is_another_folder(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = kernel.folder(copied / "evaluate.py")
    monkeypatch.setattr(kernel._numba.core.config, "CPU_NAME", "generic")
    kernel.folder.cache_clear()
    assert kernel.folder(copied / "evaluate.py") != before


def test_a_package_that_may_not_be_written_to_uses_the_home_folder(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (copied / "__pycache__").touch()  # in the way of a folder
    monkeypatch.setenv("XDG_CACHE_HOME", str(copied.parent / "home"))
    monkeypatch.setattr(sys, "platform", "linux")
    place = kernel.folder(copied / "evaluate.py")
    assert place.parent == copied.parent / "home" / "pokermasa"
    assert place.stat().st_mode & 0o077 == 0  # what lies there is run, so it is nobody else's


def test_what_older_sources_left_is_forgotten_in_time(copied: Path) -> None:
    old = copied / "__pycache__" / "pokermasa-0123456789abcdef"
    recent = copied / "__pycache__" / "pokermasa-fedcba9876543210"
    for place in (old, recent):
        place.mkdir(parents=True)
    long_ago = time.time() - 40 * 24 * 3600
    os.utime(old, (long_ago, long_ago))
    kernel.folder(copied / "evaluate.py")
    assert not old.exists()
    assert recent.exists()


def test_a_kernel_has_one_signature() -> None:
    """Two signatures in one folder could be written over each other by two processes."""

    @kernel.kernel
    def twice(number: Any) -> int | str:
        return number + number

    assert twice(3) == 6
    with pytest.raises(TypeError):
        twice("3")


@pytest.mark.parametrize(
    ("function", "args"),
    [(mix, (np.uint64(1),)), (value, (np.uint64(31), lookup(5))), (act, ())],
    ids=["bare", "scalar", "without arguments"],
)
def test_python_that_calls_a_part_of_a_loop_is_told_so(
    function: Any, args: tuple[np.uint64 | Lookup, ...]
) -> None:
    """Numba would end the process."""
    with pytest.raises(TypeError, match="can only be called by compiled code"):
        function(*args)
