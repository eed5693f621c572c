"""Visits to cash tables: where an account sits or sat in the last hour, and its stack at the end.

A player who returns owes the blinds and brings the same stack (`server/lobby/seating.py`). Rows are
written with the chips, so they are the same for all processes of a room and after a restart.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select

from pokermasa.server.clock import HOUR_MS
from pokermasa.server.storage import schema as store

_visit = store.visit.c
_DELETE = delete(store.visit).where(
    _visit.account == bindparam("account"), _visit.masa == bindparam("masa")
)
_INSERT = insert(store.visit)


class Visit(NamedTuple):
    """A visit to a cash table."""

    masa: str
    is_home_game: bool
    """Whether the table is private and has no house bots."""
    stack: int
    """The chips the player left with; 0 while the player sits there."""


def begin(connection: Connection, account: int, masa: str) -> None:
    _replace(connection, account, masa, None, 0)


def end(connection: Connection, account: int, masa: str, stack: int, now: int) -> None:
    _replace(connection, account, masa, now, stack)


def _replace(
    connection: Connection, account: int, masa: str, ended: int | None, stack: int
) -> None:
    here = {"account": account, "masa": masa}
    connection.execute(_DELETE, here)
    connection.execute(_INSERT, {**here, "ended": ended, "stack": stack})


def recent(connection: Connection, account: int, now: int) -> list[Visit]:
    """Return the visits that are in progress or ended within the last hour."""
    rows = connection.execute(
        select(_visit.masa, store.masa.c.key, store.masa.c.terms, _visit.stack)
        .join(store.masa, store.masa.c.id == _visit.masa)
        .where(_visit.account == account, _visit.ended.is_(None) | (_visit.ended > now - HOUR_MS))
    )
    return [
        Visit(row.masa, row.key is not None and not json.loads(row.terms)["bots"], row.stack)
        for row in rows
    ]


def forget(connection: Connection, now: int) -> None:
    """Deletes the visits that ended more than an hour ago."""
    connection.execute(delete(store.visit).where(_visit.ended <= now - HOUR_MS))
