"""Notices of the room to an account, stored until the account has read them."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from pokermasa.server.protocol import message as messages
from pokermasa.server.storage import schema as store

MOST = 50
DIRECTOR = "director"
"""Kind of a notice about an order of a tournament director."""
_notice = store.notice.c


class Notice(NamedTuple):
    """A notice to an account. `kind` is the action that it is about, `words` a sentence."""

    id: int
    made: int
    kind: str
    words: str

    @property
    def message(self) -> messages.Notice:
        return {"type": "notice", "kind": self.kind, "message": self.words, "at": self.made}


def add(connection: Connection, account: int, kind: str, text: str, now: int) -> None:
    connection.execute(
        insert(store.notice).values(account=account, made=now, kind=kind, words=text[:300])
    )


def list_for(connection: Connection, account: int) -> list[Notice]:
    """Return the newest `MOST` notices of the account, the newest first."""
    rows = connection.execute(
        select(_notice.id, _notice.made, _notice.kind, _notice.words)
        .where(_notice.account == account)
        .order_by(_notice.id.desc())
        .limit(MOST)
    )
    return [Notice(*row) for row in rows]


def remove(connection: Connection, account: int, id: int) -> bool:
    """Delete a notice that has been read. Returns False if the account has no notice with this
    id."""
    here = (_notice.account == account) & (_notice.id == id)
    return connection.execute(delete(store.notice).where(here)).rowcount == 1
