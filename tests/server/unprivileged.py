"""The user as which PostgreSQL of the tests runs, and folders that this user can reach.

PostgreSQL refuses to run as root. Tests that run as root start it as `nobody`, who cannot enter a
checkout or a TMPDIR below a folder such as /root (mode 0700). Tests that run as an ordinary user
start it as that user.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

PLACES = ("/tmp", "/var/tmp", "/dev/shm")
"""Folders for temporary files that are tried if nobody can enter TMPDIR."""


@cache
def user() -> Mapping[str, Any]:
    """Return the arguments of `subprocess.run` that choose the user; empty unless we are root."""
    if os.name != "posix" or os.geteuid() != 0:
        return {}
    import pwd

    nobody = pwd.getpwnam("nobody")  # its group is named nogroup, nobody or nfsnobody
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def can_use(path: Path) -> bool:
    """Return whether that user can enter the folder *path*, or run the program *path*."""
    return not user() or not subprocess.run(["test", "-x", path], cwd="/", **user()).returncode


@cache
def _place() -> str | None:
    if not user():
        return None  # as tempfile chooses
    tried = dict.fromkeys((tempfile.gettempdir(), *PLACES))
    for name in tried:
        is_open = Path(name).is_dir() and can_use(Path(name))
        if is_open and not os.statvfs(name).f_flag & getattr(os, "ST_NOEXEC", 0):
            return name
    raise AssertionError(f"nobody can run programs in {', '.join(tried)}: run the tests as a user")


def new_folder(prefix: str) -> Path:
    """Make a temporary folder that belongs to that user."""
    folder = Path(tempfile.mkdtemp(prefix=prefix, dir=_place()))
    own(folder)
    return folder


def own(folder: Path) -> None:
    """Give *folder* and everything in it to that user."""
    if user():
        for path in (folder, *folder.rglob("*")):
            shutil.chown(path, user()["user"], user()["group"])
