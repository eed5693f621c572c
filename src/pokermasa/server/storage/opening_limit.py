"""Limits on open tables and tournaments, per account and for all accounts of one address together.

The limits are checked in the transaction that opens something or changes its host. The rows are
locked first, so that processes that open something at the same moment count one after the other.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, func, select

from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage import schema as store


class Opener(NamedTuple):
    """The account that opens a table or tournament."""

    account: int
    address: str | None = None
    """Keyed hash of the address that the request came from; None if the address does not count."""


def verify_tables(connection: Connection, opener: Opener, settings: Settings) -> None:
    """Raise `Refused` if *opener* may not have another cash table."""
    masa = store.masa.c
    is_open = masa.closed.is_(None) & masa.tournament.is_(None)
    _verify(connection, opener, settings, "tables", is_open, masa.host)


def verify_tournaments(connection: Connection, opener: Opener, settings: Settings) -> None:
    """Raise `Refused` if *opener* may not have another tournament."""
    tournament = store.tournament.c
    is_open = tournament.ended.is_(None)
    _verify(connection, opener, settings, "tournaments", is_open, tournament.host)


def _verify(
    connection: Connection,
    opener: Opener,
    settings: Settings,
    what: str,
    is_open: ColumnElement[bool],
    host: ColumnElement[int],
) -> None:
    def count(whose: ColumnElement[bool]) -> int:
        return connection.execute(select(func.count()).where(is_open, whose)).scalar() or 0

    use = store.address_use.c
    if is_gone(connection, opener.account):
        raise Refused(RoomRefusal.NOT_LOGGED_IN)
    most = settings.tables_an_account
    if count(host == opener.account) >= most:
        raise Refused(RoomRefusal.NOT_ALLOWED, f"at most {most} {what} at once")
    if opener.address is None:
        return
    here = use.address == opener.address
    rows = select(use.account).where(here).order_by(use.account).with_for_update()
    neighbours = [row.account for row in connection.execute(rows)]
    most = settings.tables_an_address
    if count(host.in_(neighbours)) >= most:
        message = f"at most {most} {what} at once for all accounts of one address"
        raise Refused(RoomRefusal.NOT_ALLOWED, message)


def is_gone(connection: Connection, account: int) -> bool:
    """Whether the account is deleted or banned. The row stays locked until the transaction ends."""
    who = store.account.c
    row = connection.execute(
        select(who.deleted, who.banned).where(who.id == account).with_for_update()
    ).one()
    return row.deleted is not None or row.banned is not None
