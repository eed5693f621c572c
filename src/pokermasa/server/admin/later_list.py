"""Bans and deletions, written beside the backups as they happen: a restore from an older one brings
nobody back. Numbers of accounts only, no names.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

NAME = "later.jsonl"


class Later(NamedTuple):
    at: int
    what: str
    account: int


def add_later(folder: Path, one: Later) -> None:
    """On disk when this returns."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    flags = os.O_CREAT | os.O_APPEND | os.O_WRONLY
    with open(os.open(folder / NAME, flags, 0o600), "a") as file:
        file.write(json.dumps(one._asdict()) + "\n")
        file.flush()
        os.fsync(file.fileno())


def read_later(folder: Path, after: int) -> list[Later]:
    """In order; a line that was cut short by a crash is left out."""
    found = []
    try:
        lines = (folder / NAME).read_text("utf-8").splitlines()
    except FileNotFoundError:
        return []
    for line in lines:
        try:
            data = json.loads(line)
            one = Later(int(data["at"]), str(data["what"]), int(data["account"]))
        except (ValueError, KeyError, TypeError):
            continue
        if one.at >= after:
            found.append(one)
    return found
