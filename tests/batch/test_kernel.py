"""Compiled code is cached, a notice is printed, and outdated code is never used."""

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
COMPILING_NOTICE = "pokermasa: compiling for this machine, once; this takes some seconds …\n"


def start(cache: Path, **more: str) -> subprocess.Popen[str]:
    surroundings = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "PYTHONIOENCODING": "utf-8"} | more
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        env=surroundings,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def errors_of(process: subprocess.Popen[str]) -> str:
    """Wait for a process, check its answer, and return its stderr."""
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (0, "[7462]\n"), err
    return err


@pytest.mark.rotated
def test_the_cache_survives_concurrent_processes_and_a_damaged_file(tmp_path: Path) -> None:
    both = [start(tmp_path), start(tmp_path)]
    said = [errors_of(process) for process in both]
    # If the second process is late, it finds the code that the first one has compiled.
    assert COMPILING_NOTICE in said
    assert set(said) <= {COMPILING_NOTICE, ""}

    assert errors_of(start(tmp_path)) == ""

    files = [*tmp_path.rglob("*.nbc")]
    assert files
    for path in files:
        path.write_bytes(path.read_bytes()[:-1000])
    assert errors_of(start(tmp_path)) == COMPILING_NOTICE
    assert not [*tmp_path.rglob("*.tmp.*")]


@pytest.mark.rotated
@pytest.mark.skipif(sys.platform == "win32", reason="there each process compiles for itself")
def test_only_one_of_two_concurrent_processes_compiles(tmp_path: Path) -> None:
    both = [start(tmp_path, NUMBA_DEBUG_CACHE="1") for _ in range(2)]
    said = "".join(process.communicate(timeout=120)[0] for process in both)
    assert said.count("[7462]") == 2
    assert said.count("data saved") == len([*tmp_path.rglob("*.nbc")]) > 0


@pytest.mark.rotated
def test_kernels_work_without_a_writable_folder(tmp_path: Path) -> None:
    nowhere = tmp_path / "a file"
    nowhere.touch()
    assert errors_of(start(nowhere)) == COMPILING_NOTICE


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the sources that a test can change."""
    shutil.copytree(kernel._ROOM, tmp_path / "batch", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(kernel, "_ROOM", tmp_path / "batch")
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    kernel.folder.cache_clear()
    yield tmp_path / "batch"
    kernel.folder.cache_clear()


@pytest.mark.parametrize("changed", ["evaluate", "lookup", "kernel"])
def test_a_change_in_any_source_file_changes_the_cache_folder(copied: Path, changed: str) -> None:
    """Numba alone would keep using a kernel if a callee in another file has changed."""
    before = kernel.folder(copied / "evaluate.py")
    assert before.parent == copied / "__pycache__"
    with (copied / f"{changed}.py").open("a") as file:
        file.write("\n")
    kernel.folder.cache_clear()
    assert kernel.folder(copied / "evaluate.py") != before


def test_a_change_in_an_unrelated_file_keeps_the_cache_folder(copied: Path) -> None:
    before = kernel.folder(copied / "evaluate.py")
    with (copied / "sample.py").open("a") as file:
        file.write("\n")
    kernel.folder.cache_clear()
    assert kernel.folder(copied / "evaluate.py") == before


def test_an_unclear_import_makes_the_cache_depend_on_all_files(copied: Path) -> None:
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


def test_functions_without_a_file_are_not_cached() -> None:
    assert kernel.folder(Path("<stdin>")) is None


def test_another_processor_or_compiler_changes_the_cache_folder(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = kernel.folder(copied / "evaluate.py")
    monkeypatch.setattr(kernel._numba.core.config, "CPU_NAME", "generic")
    kernel.folder.cache_clear()
    assert kernel.folder(copied / "evaluate.py") != before


def test_the_cache_is_in_the_home_folder_if_the_package_is_read_only(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (copied / "__pycache__").touch()  # a file at the path of a folder
    monkeypatch.setenv("XDG_CACHE_HOME", str(copied.parent / "home"))
    monkeypatch.setattr(sys, "platform", "linux")
    place = kernel.folder(copied / "evaluate.py")
    assert place.parent == copied.parent / "home" / "pokermasa"
    # The code in this folder is executed, so nobody else may write to it.
    assert place.stat().st_mode & 0o077 == 0


def test_old_cache_folders_are_deleted_after_a_month(copied: Path) -> None:
    old = copied / "__pycache__" / "pokermasa-0123456789abcdef"
    recent = copied / "__pycache__" / "pokermasa-fedcba9876543210"
    for place in (old, recent):
        place.mkdir(parents=True)
    long_ago = time.time() - 40 * 24 * 3600
    os.utime(old, (long_ago, long_ago))
    kernel.folder(copied / "evaluate.py")
    assert not old.exists()
    assert recent.exists()


def test_a_kernel_accepts_only_one_signature() -> None:
    """Two processes could overwrite each other's signatures in the same folder."""

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
def test_calling_an_inline_function_from_python_raises_an_error(
    function: Any, args: tuple[np.uint64 | Lookup, ...]
) -> None:
    """Numba itself would crash the process."""
    with pytest.raises(TypeError, match="can only be called by compiled code"):
        function(*args)
