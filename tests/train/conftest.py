"""The trainer's library, built for the CPU from the code that runs on the GPU."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.server.store import FILES
from train import prepare
from train.abstraction import Cards
from train.library import Library

CUDA = Path(__file__).parents[2] / "train" / "cuda"


@pytest.fixture(scope="session")
def built() -> Path:
    """The folder with the library and its card tables, shared by all test workers."""
    if shutil.which("g++") is None:
        pytest.skip("the trainer's code is built by g++, which is not here")
    import fcntl  # where g++ is, this is

    folder = Path(os.environ[FILES], "train")
    folder.mkdir(exist_ok=True)
    ready = folder / "cards.npz"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not ready.exists():
            for name in ("build", "launch.h", "round.h", "boards.cu", "early.cu", "river.cu"):
                shutil.copy(CUDA / name, folder)
            subprocess.run(["sh", "./build", "cpu"], cwd=folder, check=True)
            prepare.write(folder / "new.npz")
            (folder / "new.npz").rename(ready)
    return folder


@pytest.fixture(scope="session")
def cards(built: Path) -> Cards:
    return Cards(Library(gpu=False, folder=built), str(built / "cards.npz"))
