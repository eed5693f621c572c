"""Restores a room from an encrypted backup into an empty database.

A person with the backup may know the cards of hands in play, so these hands are void and the wagers
are returned. All sessions end. Bans and deletions since the backup stay in force.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from pokermasa.masa import event as at_masa
from pokermasa.masa import save as masa_save
from pokermasa.server import sealed_file
from pokermasa.server.accounts import second_factor
from pokermasa.server.accounts.audit import audit
from pokermasa.server.accounts.deletion import delete_account, delete_later
from pokermasa.server.accounts.erasure import erase_some
from pokermasa.server.admin.later_list import Later, read_later
from pokermasa.server.refusal import Refused
from pokermasa.server.storage import notice
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.admin_request import Command
from pokermasa.server.storage.backup import room_copy, room_dump
from pokermasa.server.storage.journal import journal, lease
from pokermasa.server.table import table_record
from pokermasa.tournament import TableNumber, event, save

OWNER = "restore"
LEASE_TIME = 3_600_000


class NoRestore(RuntimeError):
    """Raised when a backup cannot be restored; nothing has changed. The message can be shown to the
    user."""


class Restored(NamedTuple):
    made: int
    """Time of the backup, in Unix milliseconds."""
    void: int
    """Number of hands in play that were cancelled."""
    later: int
    """Number of bans and deletions that were applied again."""


def restore(file: Path, key: bytes, url: str, now: int) -> Restored:
    """Restores the room. The whole file is read and verified first."""
    try:
        room_dump.verify(_lines(file, key))
    except (sealed_file.NotOpened, room_dump.NoDump) as error:
        raise NoRestore(f"{file}: {error}") from None
    with room_copy.new(url) as connection:
        about = room_dump.load(connection, _lines(file, key))
        _void_recovery_codes(connection, now)
        for table in (store.session, store.code):
            connection.execute(delete(table))
        waiting = store.admin_request.c.answered.is_(None)
        connection.execute(delete(store.admin_request).where(waiting))
        void = _void_tables(connection, now) + _void_tournaments(connection, now)
        # Each epoch must be higher than any used before or since the backup, so that clients
        # discard what they know.
        connection.execute(
            update(store.lease).values(expires=0, fence=store.lease.c.fence + now // 1000)
        )
        later = _apply(connection, read_later(file.parent, about.made), now)
        while erase_some(connection, now):
            pass
        faults = audit(connection)
        if faults:
            raise NoRestore(
                f"the accounts of chips in the backup are wrong: {'; '.join(faults[:5])}"
            )
    return Restored(about.made, void, later)


def _lines(file: Path, key: bytes) -> Iterator[bytes]:
    with file.open("rb") as found:
        yield from sealed_file.unseal(found, key)


def _void_recovery_codes(connection: Connection, now: int) -> None:
    """Deletes all recovery codes and informs their owners.

    Otherwise a code used since the backup would work again. The owners can still use their phones.
    """
    code = store.recovery_code.c
    text = "the room was restored from a backup: your recovery codes are void, make new ones"
    for account in connection.execute(select(code.account).distinct()).scalars().all():
        notice.add(connection, account, second_factor.KIND, text, now)
    connection.execute(delete(store.recovery_code))


def _void_tables(connection: Connection, now: int) -> int:
    masa, void = store.masa.c, 0
    query = select(masa.id).where(masa.closed.is_(None), masa.tournament.is_(None))
    connection.execute(update(store.lease).values(expires=0))
    for id in connection.execute(query).scalars().all():
        taken = lease.take(connection, id, OWNER, now, LEASE_TIME)
        record = table_record.recover(connection, taken)
        if record.masa.is_game:
            change = record.masa.abort()
            after = dict(record.seated)
            for event in change.events:
                if isinstance(event, at_masa.PlayerLeft):
                    after.pop(event.side, None)
            new_entry = journal.MasaEntry(
                taken, record.seq + 1, now, change, dict(record.seated), after
            )
            journal.keep(connection, new_entry, LEASE_TIME, masa_save.write(change.masa), None)
            void += 1
    return void


def _void_tournaments(connection: Connection, now: int) -> int:
    """Adds an abort to the journal of each tournament with a hand in play.

    It is replayed like every other entry when the tournament continues.
    """
    row, void = store.tournament.c, 0
    query = select(row.id, row.value, row.seq).where(row.ended.is_(None))
    for found in connection.execute(query).all():
        field, seq = journal.recover_tournament(connection, found.id, found.value, found.seq)
        busy = [n for n, table in enumerate(field.tables) if table and table.masa.is_game]
        causes_now = [event.AtTable(TableNumber(n), at_masa.Aborted()) for n in busy]
        if causes_now:
            data = [save.cause_to_data(cause) for cause in causes_now]
            connection.execute(
                insert(store.journal).values(
                    masa=found.id, seq=seq + 1, made=now, causes=json.dumps(data)
                )
            )
            void += len(busy)
    return void


def _apply(connection: Connection, later: Iterable[Later], now: int) -> int:
    who, count = store.account.c, 0
    for one in later:
        here = who.id == one.account
        match one.what:
            case Command.BAN:
                connection.execute(update(store.account).where(here).values(banned=one.at))
            case Command.UNBAN:
                connection.execute(update(store.account).where(here).values(banned=None))
            case Command.DELETE:
                found = connection.execute(select(who.deleted).where(here)).first()
                if found is None or found.deleted is not None:
                    continue  # The account was made after the backup or deleted before it.
                try:
                    with connection.begin_nested():
                        delete_account(connection, one.account, now)
                except Refused:  # The account had a seat or an entry at that time.
                    delete_later(connection, one.account, one.at)
            case _:
                continue
        count += 1
    return count
