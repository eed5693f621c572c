"""The row of a masa in the database: written when the masa is opened, read by the process that
takes its lease."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from pokermasa.masa import Masa, Side, save
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.journal import journal, ledger
from pokermasa.server.storage.journal.lease import Lease
from pokermasa.server.table.access import Access
from pokermasa.server.table.hosting import Hosting
from pokermasa.server.table.waiting_list import WaitingList


class TableRecord(NamedTuple):
    """A masa and all other data of its table, as read from the database."""

    lease: Lease
    name: str
    masa: Masa
    seq: int
    access: Access
    host: Account | None = None
    key: str | None = None
    """The key in the link of a private masa. Everybody who has it may enter. None for an open
    masa."""
    seated: Mapping[Side, Account] = MappingProxyType({})
    queue: WaitingList = WaitingList()
    auto_top_up: Mapping[int, int] = MappingProxyType({})
    """Stack in chips to which each account is topped up before each hand."""
    hosting: Hosting = Hosting()
    own_chips: Mapping[int, int] = MappingProxyType({})
    """Chips off the table by account, in a game with chips of its own."""


def lay(
    connection: Connection,
    id: str,
    name: str,
    masa: Masa,
    access: Access,
    host: Account | None,
    key: str | None,
    now: int,
) -> None:
    """Inserts the row of a new masa."""
    connection.execute(
        insert(store.masa).values(
            id=id,
            name=name,
            terms=access.model_dump_json(),
            key=key,
            own_chips=access.own_chips,
            host=None if host is None else host.id,
            opened=now,
            seq=0,
            value=save.write(masa),
        )
    )


def recover(connection: Connection, lease: Lease) -> TableRecord:
    """Reads a masa. Must be called in the transaction that takes the lease, because from then on no
    other process can write."""
    row = connection.execute(select(store.masa).where(store.masa.c.id == lease.masa)).one()
    masa, seq = journal.recover(connection, lease.masa, row.value, row.seq)
    seat = store.seat.c
    seats = connection.execute(
        select(seat.side, seat.account, seat.auto_top_up).where(seat.masa == lease.masa)
    ).all()
    queue = WaitingList().to_data() if row.queue is None else json.loads(row.queue)
    hosting = Hosting().to_data() if row.hosting is None else json.loads(row.hosting)
    named = WaitingList.accounts_in(queue) | Hosting.accounts_in(hosting) | {row.host}
    accounts = _accounts(connection, {seat.account for seat in seats} | named)
    return TableRecord(
        lease,
        row.name,
        masa,
        seq,
        Access.model_validate_json(row.terms),
        accounts.get(row.host),
        row.key,
        {Side(seat.side): accounts[seat.account] for seat in seats},
        WaitingList.from_data(queue, accounts),
        {seat.account: seat.auto_top_up for seat in seats if seat.auto_top_up is not None},
        Hosting.from_data(hosting, accounts),
        ledger.players_of(connection, lease.masa),
    )


def _accounts(connection: Connection, ids: set[int]) -> dict[int, Account]:
    who = store.account.c
    rows = connection.execute(select(who.id, who.name, who.kind).where(who.id.in_(ids)))
    return {row.id: Account(*row) for row in rows}


def arrange(
    connection: Connection, id: str, access: Access, queue: WaitingList, hosting: Hosting
) -> None:
    """Stores access rules, waiting list and hosting data."""
    connection.execute(
        update(store.masa)
        .where(store.masa.c.id == id)
        .values(
            terms=access.model_dump_json(),
            queue=json.dumps(queue.to_data()),
            hosting=json.dumps(hosting.to_data()),
        )
    )


class Ended(NamedTuple):
    """A closed masa that had a host."""

    id: str
    name: str
    host: Account
    access: Access
    masa: Masa
    key: str | None
    rematch: tuple[str, str | None] | None
    """Id and key of the masa that was opened after this one, if it is still open, in any process.
    Otherwise None."""


def ended(connection: Connection, id: str) -> Ended | None:
    """Return a closed masa. Returns None if it does not exist, is still open, had no host, or
    belonged to a tournament."""
    masa = store.masa.c
    row = connection.execute(
        select(store.masa).where(
            masa.id == id,
            masa.closed.is_not(None),
            masa.host.is_not(None),
            masa.tournament.is_(None),
        )
    ).first()
    if row is None:
        return None
    host = _accounts(connection, {row.host})[row.host]
    access = Access.model_validate_json(row.terms)
    after = connection.execute(
        select(masa.id, masa.key).where(masa.id == access.rematch, masa.closed.is_(None))
    ).first()
    again = None if after is None else (after.id, after.key)
    return Ended(id, row.name, host, access, save.read(row.value), row.key, again)


def set_rematch(connection: Connection, id: str, access: Access) -> None:
    """Stores the id of the rematch, which is part of the access rules."""
    connection.execute(
        update(store.masa).where(store.masa.c.id == id).values(terms=access.model_dump_json())
    )


def set_key(connection: Connection, id: str, key: str) -> None:
    """Stores a new key for a private masa."""
    connection.execute(update(store.masa).where(store.masa.c.id == id).values(key=key))


def set_host(connection: Connection, id: str, account: Account) -> None:
    """Stores a new host."""
    connection.execute(update(store.masa).where(store.masa.c.id == id).values(host=account.id))


def set_auto_top_up(connection: Connection, id: str, account: Account, to: int | None) -> None:
    """Stores the stack to which the account is topped up before each hand. None switches this
    off."""
    connection.execute(
        update(store.seat)
        .where(store.seat.c.masa == id, store.seat.c.account == account.id)
        .values(auto_top_up=to)
    )


def close(connection: Connection, id: str, now: int) -> None:
    """Marks the masa as closed. Chips that belong only to this game become void."""
    ledger.void(connection, id, now)
    connection.execute(update(store.masa).where(store.masa.c.id == id).values(closed=now))
