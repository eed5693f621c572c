"""Tests of `.ci/release` in a small repository: it refuses until the version is ready."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from pokermasa import __version__
from tests.test_house import HOUSE, REPOSITORY

# Git without this machine's settings, and without the variables of a hook that may run these tests.
PLAIN = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
PLAIN |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
CHANGES = f"# Changelog\n\n## {__version__} (2026-01-01)\n\n- The first.\n"


def git(folder: Path, *arguments: str) -> None:
    named = [
        "-c",
        "user.name=Ada",
        "-c",
        "user.email=ada@example.org",
        "-c",
        "commit.gpgsign=false",
    ]
    subprocess.run(
        ["git", *named, "-C", folder, *arguments], env=PLAIN, check=True, capture_output=True
    )


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--message", "ready")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository that is ready for a release: committed, not tagged, with its version in the
    changelog.
    """
    for name in (".ci/release", ".gitignore", "pyproject.toml", "hatch_build.py", "README.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(REPOSITORY / name, tmp_path / name)
    package = tmp_path / "src" / "pokermasa"
    package.mkdir(parents=True)
    for name in ("LICENSE", "CITATION.cff"):
        shutil.copy(REPOSITORY / name, tmp_path)
    shutil.copy(HOUSE / "__init__.py", package)
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def release(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, folder / ".ci" / "release"],
        env=PLAIN,
        capture_output=True,
        text=True,
        timeout=120,
    )


def reasons(folder: Path) -> list[str]:
    done = release(folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert not (folder / "dist").exists()
    first, *rest = done.stderr.splitlines()
    assert first == "Not released:"
    return rest


def test_a_ready_version_is_built_and_the_next_steps_are_printed(repository: Path) -> None:
    done = release(repository)
    assert done.returncode == 0, done.stderr
    built = repository / "dist" / __version__
    wheel = built / f"pokermasa-{__version__}-py3-none-any.whl"
    assert {path.name for path in built.iterdir()} >= {
        wheel.name,
        f"pokermasa-{__version__}.tar.gz",
    }
    assert "pokermasa/__init__.py" in ZipFile(wheel).namelist()
    assert f'git tag -a v{__version__} -m "pokermasa {__version__}"' in done.stdout
    git(repository, "diff", "--quiet")


def test_a_changelog_with_unreleased_is_refused(repository: Path) -> None:
    (repository / "CHANGELOG.md").write_text(f"# Changelog\n\n## Unreleased\n\n## {__version__}\n")
    commit(repository)
    assert reasons(repository) == [
        '- CHANGELOG.md says "Unreleased": name the version and the day instead'
    ]


@pytest.mark.parametrize("newest", ["0.0.9", f"{__version__}.1", f"{__version__}0"])
def test_a_changelog_with_another_version_is_refused(repository: Path, newest: str) -> None:
    (repository / "CHANGELOG.md").write_text(CHANGES.replace(__version__, newest))
    commit(repository)
    assert reasons(repository) == [
        f"- CHANGELOG.md begins with {newest} (2026-01-01), but the package is {__version__}"
    ]


@pytest.mark.parametrize("name", ["README.md", "new.txt"])
def test_uncommitted_changes_are_refused(repository: Path, name: str) -> None:
    (repository / name).write_text("changed")
    assert reasons(repository)[0] == "- not everything is committed:"


def test_an_existing_version_is_refused(repository: Path) -> None:
    git(repository, "tag", f"v{__version__}")
    (only,) = reasons(repository)
    assert only.startswith(f"- v{__version__} is tagged already")


def test_all_reasons_are_printed_at_once(repository: Path) -> None:
    git(repository, "tag", f"v{__version__}")
    (repository / "CHANGELOG.md").write_text("# Changelog\n")
    assert len([line for line in reasons(repository) if line.startswith("- ")]) == 3
