"""Deletion of an account, by its owner or by the operator.

Nobody can log in to the account afterwards, and no list or hand shows its name. Stored copies of
the name are overwritten afterwards in small steps: see erasure.py.
"""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, Select, delete, insert, select, update

from pokermasa.server.accounts.sessions import end_sessions
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import deleted_name, room_order
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import DELETED
from pokermasa.server.storage.archive.upload_archive import DELETING
from pokermasa.server.storage.journal import ledger

WAITING, FIRST = "waiting", "hands"
"""Stages of a deletion: `WAITING` while the account still has a seat or a tournament entry, `FIRST`
for the first step of the erasure."""


def delete_account(connection: Connection, account: int, now: int) -> list[str]:
    """Delete the account and return the digests of its sessions, whose sockets must be closed.

    Refused while the account has a seat or is entered in a tournament.
    """
    _verify_may_go(connection, account)
    who = store.account.c
    row = connection.execute(
        select(who.name, who.banned).where(who.id == account, who.deleted.is_(None))
    ).first()
    if row is None:
        raise Refused(RoomRefusal.NOT_FOUND)  # It was deleted meanwhile.
    book = ledger.of_account(account)
    left = ledger.balance(connection, book)
    ledger.book(connection, f"delete:{account}", "delete", {book: -left, ledger.BANK: left}, now)
    connection.execute(
        update(store.account)
        .where(who.id == account)
        .values(
            name=DELETED,
            name_key=f"({DELETED} {account})",
            look=None,
            password=None,
            role=None,
            deleted=now,
        )
    )
    room_order.call_off_hosted(connection, account, now)
    deleted_name.keep(connection, row.name, account, row.banned is not None, now)
    _remove_own(connection, account)
    names = json.dumps([row.name], ensure_ascii=False)
    _begin(connection, account, stage=FIRST, at=0, names=names)
    return end_sessions(connection, store.session.c.account == account)


def delete_later(connection: Connection, account: int, now: int) -> None:
    """Marks the account for deletion as soon as it has no seat and no tournament entry.

    It is banned until then, so that it leaves its tables.
    """
    here = store.account.c.id == account
    was_let_in = connection.execute(select(store.account.c.banned).where(here)).scalar() is None
    connection.execute(update(store.account).where(here).values(banned=now))
    room_order.call_off_hosted(connection, account, now)
    _begin(connection, account, stage=WAITING, at=int(was_let_in), names="[]")


def _begin(connection: Connection, account: int, **values: Any) -> None:
    connection.execute(delete(store.deletion).where(store.deletion.c.account == account))
    connection.execute(insert(store.deletion).values(account=account, **values))


def _verify_may_go(connection: Connection, account: int) -> None:
    seats = select(store.seat.c.masa).where(store.seat.c.account == account)
    if connection.execute(seats).first():
        raise Refused(RoomRefusal.STILL_SEATED)
    if connection.execute(entered(account)).first():
        message = "a tournament is not over: unregister first, or wait for its end"
        raise Refused(RoomRefusal.STILL_SEATED, message)


def _remove_own(connection: Connection, account: int) -> None:
    """Deletes the rows that concern only this account, and other players' notes and mutes about
    it."""
    own = (
        *(store.share, store.statistics, store.saved_range, store.tally, store.code, store.notice),
        *(store.second_factor, store.recovery_code, store.email, store.address_use, store.visit),
        store.judgement,
    )
    for table in own:
        connection.execute(delete(table).where(table.c.account == account))
    for table, other in ((store.note, "about"), (store.mute, "muted")):
        here = (table.c.account == account) | (table.c[other] == account)
        connection.execute(delete(table).where(here))
    # The contents of uploads are deleted in small steps, now or after the next start.
    uploads = update(store.upload).where(store.upload.c.account == account)
    connection.execute(uploads.values(state=DELETING))


def entered(account: int) -> Select[Any]:
    """Query for the unfinished tournaments in which the account is entered."""
    entrant, tournament = store.entrant.c, store.tournament.c
    return (
        select(tournament.id)
        .join(store.entrant, entrant.tournament == tournament.id)
        .where(entrant.account == account, ~entrant.is_gone, tournament.ended.is_(None))
    )
