"""Debian's Chromium: found, or installed where that is allowed, or done without.

It is looked for at CHROMIUM, then on the PATH. Where it is missing and this is root on a Debian, it
is installed, and that is said. Otherwise tests with a browser are skipped; with CI=true they fail.

The headless shell is preferred: the same engine without a desktop's windows, and a smaller install.
"""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

PACKAGE = "chromium-headless-shell"
NAMES = (PACKAGE, "chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--mute-audio",
)
MISSING = f"no Chromium here: apt-get install {PACKAGE} on a Debian, or set CHROMIUM to its path"


def path() -> str:
    """Where it is; whoever needs it stops here if it is nowhere."""
    if found() is None and may_install():
        install()
    chosen = found()
    if chosen is None:
        if os.environ.get("CI") == "true":
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    return chosen


def found() -> str | None:
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def may_install() -> bool:
    is_debian = Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None
    return is_debian and os.geteuid() == 0


def install() -> None:
    # Several workers find it missing at the same time; the others wait for the first.
    with (Path(tempfile.gettempdir()) / "pokermasa-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if found() is not None:
            return
        said = f"Installing {PACKAGE}, for the tests with a browser"
        print(said, file=sys.__stderr__, flush=True)
        for words in (["update"], ["install", "-y", "--no-install-recommends", PACKAGE]):
            subprocess.run(
                ["apt-get", "-qq", *words],
                env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
                stdout=subprocess.DEVNULL,
                timeout=900,
            )


def flags() -> list[str]:
    # As root Chromium has no sandbox to put its pages in.
    return [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
