"""A list of bans and deletions beside the backups.

Restoring an older backup thereby does not bring back a banned or deleted account. The list contains
account numbers only, no names.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, select

from pokermasa.server.storage import schema as store
from pokermasa.server.storage.admin_request import Command

NAME = "later.jsonl"


class Later(NamedTuple):
    at: int
    what: str
    account: int


def missing(connection: Connection, folder: Path, now: int) -> list[Later]:
    """Return the bans and deletions in the database that the list lacks.

    Comparing with the database also finds those that were made while the room was closed or right
    before a crash.
    """
    banned: dict[int, int | None] = {}
    deleted: dict[int, int] = {}
    for one in read_later(folder, 0):
        if one.what == Command.DELETE:
            deleted[one.account] = one.at
        else:
            banned[one.account] = one.at if one.what == Command.BAN else None
    who = store.account.c
    known = select(who.id, who.banned, who.deleted).where(
        who.banned.is_not(None) | who.deleted.is_not(None) | who.id.in_(list(banned))
    )
    found = []
    for row in connection.execute(known.order_by(who.id)).all():
        if row.banned is not None and row.banned != banned.get(row.id):
            found.append(Later(row.banned, str(Command.BAN), row.id))
        if row.banned is None and banned.get(row.id) is not None:
            found.append(Later(now, str(Command.UNBAN), row.id))
        if row.deleted is not None and row.deleted != deleted.get(row.id):
            found.append(Later(row.deleted, str(Command.DELETE), row.id))
    return sorted(found)


def add_later(folder: Path, found: list[Later]) -> None:
    """Appends the entries to the list. They are on disk when this returns."""
    if not found:
        return
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    flags = os.O_CREAT | os.O_APPEND | os.O_WRONLY
    with open(os.open(folder / NAME, flags, 0o600), "a") as file:
        file.write("".join([json.dumps(one._asdict()) + "\n" for one in found]))
        file.flush()
        os.fsync(file.fileno())


def read_later(folder: Path, after: int) -> list[Later]:
    """Return the entries since the time *after*, in order. A line that a crash cut short is left
    out."""
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
