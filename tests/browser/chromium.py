"""Finds Debian's Chromium for the browser tests, or installs it where that is allowed.

Chromium is taken from the environment variable CHROMIUM, or else from the PATH. If there is none,
it is installed if we are root on a Debian, and a message says so. Otherwise browser tests are
skipped; with CI=true they fail.

The headless shell is preferred: the same engine in a smaller package.
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
    """Return the path of Chromium. Without one, skips the test, or fails it if CI=true."""
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
    # Several workers may need Chromium at the same time. One installs it, the others wait.
    with (Path(tempfile.gettempdir()) / "pokermasa-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if found() is not None:
            return
        said = f"Installing {PACKAGE}, for the tests with a browser"
        print(said, file=sys.__stderr__, flush=True)
        for text in (["update"], ["install", "-y", "--no-install-recommends", PACKAGE]):
            subprocess.run(
                ["apt-get", "-qq", *text],
                env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
                stdout=subprocess.DEVNULL,
                timeout=900,
            )


LAN_NAME = "poker.lan"
"""Name under which tests reach a room as devices in a local network do: not as a secure context."""


def flags() -> list[str]:
    # Chromium's sandbox does not work as root.
    lan = f"--host-resolver-rules=MAP {LAN_NAME} 127.0.0.1"
    return [*FLAGS, lan, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
