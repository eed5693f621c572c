"""An account is deleted: by its owner, or by whoever keeps the room."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, delete, select, update

from pokermasa.server.accounts.sessions import end_sessions
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import ledger
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.upload_archive import DELETING

GONE = "(gone)"
"""What whoever is gone is called."""


def delete_account(connection: Connection, account: int, now: int) -> list[str]:
    """Refused while it sits or is entered somewhere; the digests of its sessions, whose sockets
    have to be cut."""
    seats = select(store.seat.c.masa).where(store.seat.c.account == account)
    if connection.execute(seats).first():
        raise Refused(RoomRefusal.STILL_SEATED)
    if connection.execute(entered(account)).first():
        raise Refused(RoomRefusal.STILL_SEATED, "a tournament is not over")
    book = ledger.of_account(account)
    left = ledger.balance(connection, book)
    ledger.book(connection, f"delete:{account}", "delete", {book: -left, ledger.BANK: left}, now)
    connection.execute(
        update(store.account)
        .where(store.account.c.id == account)
        .values(
            name=GONE,
            name_key=f"(gone {account})",
            look=None,
            password=None,
            role=None,
            deleted=now,
        )
    )
    own = (store.share, store.statistics, store.saved_range, store.tally, store.code, store.notice)
    for table in own:
        connection.execute(delete(table).where(table.c.account == account))
    note = store.note.c
    connection.execute(
        delete(store.note).where((note.account == account) | (note.about == account))
    )
    # What is in them is deleted piece by piece, now or when the room is opened again.
    uploads = update(store.upload).where(store.upload.c.account == account)
    connection.execute(uploads.values(state=DELETING))
    return end_sessions(connection, store.session.c.account == account)


def entered(account: int) -> Select[Any]:
    """The tournaments somebody is in that are not over."""
    entrant, tournament = store.entrant.c, store.tournament.c
    return (
        select(tournament.id)
        .join(store.entrant, entrant.tournament == tournament.id)
        .where(entrant.account == account, ~entrant.is_gone, tournament.ended.is_(None))
    )
