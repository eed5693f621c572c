"""What whoever keeps the room may look up and do, straight at the database, open or not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select, update

from pokermasa.server.accounts.sessions import add_token
from pokermasa.server.protocol.scope import Scope
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import ledger
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import HOUSE, name_key


class User(NamedTuple):
    name: str
    kind: str
    chips: int
    hands: int
    silenced: bool


class Table(NamedTuple):
    id: str
    name: str
    host: str
    players: int
    chips: int
    private: bool


def users(connection: Connection) -> list[User]:
    who, player = store.account.c, store.hand_player.c
    counted = select(player.account, func.count()).group_by(player.account)
    hands = {row[0]: row[1] for row in connection.execute(counted)}
    rows = connection.execute(select(store.account).where(who.deleted.is_(None)).order_by(who.id))
    return [
        User(
            row.name,
            row.kind,
            ledger.balance(connection, ledger.of_account(row.id)),
            hands.get(row.id, 0),
            row.silenced is not None,
        )
        for row in rows.all()
    ]


def tables(connection: Connection) -> list[Table]:
    masa, who, seat = store.masa.c, store.account.c, store.seat.c
    rows = connection.execute(
        select(masa.id, masa.name, masa.key, who.name.label("host"))
        .outerjoin(store.account, who.id == masa.host)
        .where(masa.closed.is_(None), masa.tournament.is_(None))
        .order_by(masa.opened)
    ).all()
    seated = {
        row[0]: row[1]
        for row in connection.execute(select(seat.masa, func.count()).group_by(seat.masa))
    }
    return [
        Table(
            row.id,
            row.name,
            row.host or "the house",
            seated.get(row.id, 0),
            ledger.balance(connection, ledger.of_masa(row.id)),
            row.key is not None,
        )
        for row in rows
    ]


def reports(connection: Connection) -> list[tuple[str, str, str]]:
    """Who said what, and what others said about it."""
    who, chat, report = store.account.c, store.chat.c, store.report.c
    rows = connection.execute(
        select(who.name, chat.text, report.reason)
        .join(store.chat, chat.id == report.chat)
        .join(store.account, who.id == chat.account)
        .order_by(report.made)
    )
    return [(row.name, row.text, row.reason) for row in rows]


def make_token(
    connection: Connection, name: str, label: str, scopes: Iterable[Scope], most: int, now: int
) -> str:
    """For a bot of somebody's; the database keeps only its digest."""
    account = _account(connection, name)
    return add_token(connection, account.id, label, scopes, most, now)


def silence(connection: Connection, name: str, value: bool, now: int) -> None:
    account = _account(connection, name)
    connection.execute(
        update(store.account)
        .where(store.account.c.id == account.id)
        .values(silenced=now if value else None)
    )


def _account(connection: Connection, name: str) -> Any:
    who = store.account.c
    found = connection.execute(
        select(who.id, who.kind).where(who.name_key == name_key(name), who.deleted.is_(None))
    ).first()
    if found is None or found.kind == HOUSE:
        raise Refused(RoomRefusal.NOT_FOUND, name)
    return found
