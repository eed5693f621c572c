"""Tests of the released package, built as for the package index and installed into a fresh
environment.
"""

import os
import runpy
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
import websockets

from pokermasa import __version__
from tests.test_house import HOUSE, REPOSITORY

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
NO_NODE = {
    **os.environ,
    "PATH": os.defpath if shutil.which("node", path=os.defpath) is None else "",
}
NO_NODE.pop("PYTHONPATH", None)


def build(folder: Path, target: str, out: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", out],
        cwd=folder,
        env=NO_NODE,
        check=True,
        capture_output=True,
        timeout=300,
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel. The web client must have been built before, since this needs no
    Node.
    """
    client = runpy.run_path(str(REPOSITORY / "web" / "build.py"))
    if not client["is_fresh"](client["STAMP"], *client["sources"]()):
        text = "the web client is not built, or not from these sources: make web"
        pytest.fail(text) if os.environ.get("CI") else pytest.skip(text)
    out = tmp_path_factory.mktemp("dist")
    build(REPOSITORY, "wheel", out)
    return out


def names(wheel: Path) -> set[str]:
    return set(ZipFile(wheel).namelist())


def wheel_in(folder: Path) -> Path:
    (found,) = folder.glob("*.whl")
    return found


def environment(folder: Path) -> Path:
    """Create an environment without pip and packages. Return its Python."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    return folder / ("Scripts" if os.name == "nt" else "bin") / "python"


def install(python: Path, *arguments: str | Path) -> None:
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *arguments]
    done = subprocess.run(pip, env=NO_NODE, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stderr


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(arguments, env=NO_NODE, capture_output=True, text=True, timeout=300)


HAND = """
import sys
from pokermasa import *
from pokermasa import __version__, client
from pokermasa.rules import Fold
situation = Situation(Dealer.start(stacks=[200, 200], button=0, blinds=Blinds(1, 2)))
print(__version__, situation.move(Fold()).situation_after.end, "numpy" in sys.modules)
"""


@pytest.mark.rotated
def test_the_bare_wheel_plays_in_a_fresh_environment(built: Path, tmp_path: Path) -> None:
    python = environment(tmp_path / "fresh")
    install(python, "--no-deps", "--no-index", wheel_in(built))
    said = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    site = Path(said.stdout.strip())
    # Its only dependency is copied from here, so that nothing is downloaded.
    ours = Path(websockets.__file__).parent.parent
    for path in [ours / "websockets", *ours.glob("websockets-*.dist-info")]:
        shutil.copytree(path, site / path.name)

    done = run(python, "-c", HAND)
    assert done.stdout == f"{__version__} True False\n", done.stderr
    done = run(python.parent / "masa", "play")
    assert done.returncode == 1
    assert done.stderr.rstrip().endswith("pip install 'pokermasa[play]'")


def test_the_wheel_has_the_web_client_and_no_development_files(built: Path) -> None:
    wheel = names(wheel_in(built))
    assert "pokermasa/server/web/index.html" in wheel
    assert "pokermasa/py.typed" in wheel
    assert not [name for name in wheel if name.startswith(("tests/", "web/", "docs/"))]


@pytest.mark.soak
def test_the_sdist_makes_the_same_wheel(built: Path, tmp_path: Path) -> None:
    build(REPOSITORY, "sdist", tmp_path)
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    build(tmp_path / f"pokermasa-{__version__}", "wheel", tmp_path / "again")
    assert names(wheel_in(tmp_path / "again")) == names(wheel_in(built))


def test_the_version_is_named_once() -> None:
    assert PROJECT["dynamic"] == ["version"]
    named = [
        path.relative_to(REPOSITORY).as_posix()
        for path in [
            REPOSITORY / "pyproject.toml",
            REPOSITORY / "CITATION.cff",
            *HOUSE.rglob("*.py"),
        ]
        if f'"{__version__}"' in path.read_text("utf-8")
    ]
    assert named == ["src/pokermasa/__init__.py"]


EXTRAS = {
    "batch": ("python", "-c", "from pokermasa.equity import equity; equity(['AhAd', 'KK'])"),
    "room": ("masa", "admin", "--help"),
    "postgres": ("python", "-c", "import psycopg, pokermasa.server.app"),
    "workers": ("python", "-c", "import nats, pokermasa.server.bus.nats_server as s; s.program()"),
    "play": ("masa", "table", "--bots", "2xcaller", "--hands", "2"),
    "gym": ("python", "-c", "import pokermasa.learn"),
    "ray": ("python", "-c", "import pokermasa.arena.ray_executor, ray"),
    "plot": ("python", "-c", "import PIL"),
    "all": ("masa", "evaluate", "AsKs", "9h9d", "--board", "Ts9sJs2d2c"),
}
"""A command for each extra that needs it."""


def test_every_extra_is_tried() -> None:
    assert EXTRAS.keys() == PROJECT["optional-dependencies"].keys()


@pytest.mark.soak
@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_installs_everything_that_its_command_needs(
    extra: str, built: Path, tmp_path: Path
) -> None:
    """Installs from the package index, with the newest versions."""
    python = environment(tmp_path / "fresh")
    install(python, f"{wheel_in(built)}[{extra}]")
    program, *text = EXTRAS[extra]
    done = run(python.parent / program, *text)
    assert done.returncode == 0, done.stderr
