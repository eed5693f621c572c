"""Deletes data after its retention period: inactive guests, hands, uploads, chat and logs.

Results, prizes and the ledger are kept forever. Hands of tournaments are deleted only if the
operator has set a period. Deletion runs in small steps, so that players do not wait for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    delete,
    exists,
    func,
    select,
    update,
)

from pokermasa.server.accounts.address_book import DAYS as ADDRESS_DAYS
from pokermasa.server.accounts.deletion import delete_account
from pokermasa.server.clock import DAY_MS
from pokermasa.server.settings import Settings
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import GUEST
from pokermasa.server.storage.archive.upload_archive import DELETING

AT_ONCE = 200


OverTime = Callable[[int, Collection[int]], Select[Any]]
Remove = Callable[[Connection, list[Any], int], None]


class RetentionRule(NamedTuple):
    """A kind of data, and how to find and delete its expired rows."""

    what: str
    days: Callable[[Settings], int]
    """Retention period in days; 0 to keep the data forever."""
    over: OverTime
    """Function that builds the query for expired ids from a time limit and the ids of connected
    accounts."""
    remove: Remove


def _guests(before: int, connected: Collection[int]) -> Select[Any]:
    who, session = store.account.c, store.session.c
    seen = func.coalesce(session.seen, session.created)
    lately = exists().where(session.account == who.id, seen >= before)
    seated = exists().where(store.seat.c.account == who.id)
    entrant, tournament = store.entrant.c, store.tournament.c
    entered = exists().where(
        *(entrant.account == who.id, ~entrant.is_gone),
        *(tournament.id == entrant.tournament, tournament.ended.is_(None)),
    )
    return select(who.id).where(
        *(who.kind == GUEST, who.deleted.is_(None), who.created < before),
        *(~lately, ~seated, ~entered, who.id.not_in(list(connected))),
    )


def _remove_guests(connection: Connection, ids: list[Any], now: int) -> None:
    for id in ids:
        delete_account(connection, id, now)


def _hands(of_tournaments: bool) -> OverTime:
    def over(before: int, _connected: Collection[int]) -> Select[Any]:
        hand, masa = store.hand.c, store.masa.c
        where = masa.tournament.is_not(None) if of_tournaments else masa.tournament.is_(None)
        found = select(hand.id).join(store.masa, masa.id == hand.masa)
        return found.where(hand.ended < before, where)

    return over


def _remove_hands(connection: Connection, ids: list[Any], _now: int) -> None:
    public = select(store.hand.c.public).where(store.hand.c.id.in_(ids))
    names = [name for name in connection.execute(public).scalars() if name]
    out = store.entrant.c.hand.in_(names)
    connection.execute(update(store.entrant).where(out).values(hand=None))
    for table in (store.share, store.hand_player):
        connection.execute(delete(table).where(table.c.hand.in_(ids)))
    judged = store.judgement.c
    here = (judged.source == store.ROOM) & judged.hand.in_(ids)
    connection.execute(delete(store.judgement).where(here))
    connection.execute(delete(store.hand).where(store.hand.c.id.in_(ids)))


def _uploads(before: int, _connected: Collection[int]) -> Select[Any]:
    upload = store.upload.c
    return select(upload.id).where(upload.made < before, upload.state.in_(["done", "failed"]))


def _remove_uploads(connection: Connection, ids: list[Any], _now: int) -> None:
    """Hides the uploads at once. Their hands are deleted when the room is next opened."""
    here = store.upload.c.id.in_(ids)
    connection.execute(update(store.upload).where(here).values(state=DELETING))


def _rows(table: Table, when: ColumnElement[int]) -> tuple[OverTime, Remove]:
    def over(before: int, _connected: Collection[int]) -> Select[Any]:
        return select(table.c.id).where(when < before)

    def remove(connection: Connection, ids: list[Any], _now: int) -> None:
        if table is store.chat:
            connection.execute(delete(store.report).where(store.report.c.chat.in_(ids)))
        connection.execute(delete(table).where(table.c.id.in_(ids)))

    return over, remove


def _addresses(before: int, _connected: Collection[int]) -> Select[Any]:
    """Query for the times of last use. Addresses with the same time are deleted together."""
    last = store.address_use.c.last
    return select(last).where(last < before).distinct()


def _remove_addresses(connection: Connection, moments: list[Any], _now: int) -> None:
    here = store.address_use.c.last.in_(moments)
    connection.execute(delete(store.address_use).where(here))


RULES = (
    RetentionRule("addresses", lambda s: ADDRESS_DAYS, _addresses, _remove_addresses),
    RetentionRule("guests", lambda s: s.keep_guests_days, _guests, _remove_guests),
    RetentionRule("hands", lambda s: s.keep_hands_days, _hands(False), _remove_hands),
    RetentionRule(
        "tournament hands", lambda s: s.keep_tournament_hands_days, _hands(True), _remove_hands
    ),
    RetentionRule("uploads", lambda s: s.keep_uploads_days, _uploads, _remove_uploads),
    RetentionRule("chat", lambda s: s.keep_chat_days, *_rows(store.chat, store.chat.c.made)),
    RetentionRule(
        "requests",
        lambda s: s.keep_logs_days,
        *_rows(store.admin_request, store.admin_request.c.made),
    ),
    RetentionRule(
        "log", lambda s: s.keep_logs_days, *_rows(store.admin_log, store.admin_log.c.made)
    ),
    RetentionRule("notices", lambda s: s.keep_logs_days, *_rows(store.notice, store.notice.c.made)),
)


class Over(NamedTuple):
    what: str
    days: int
    number: int


def count(connection: Connection, settings: Settings, now: int) -> list[Over]:
    """Count the rows that would be deleted now. Changes nothing."""
    found = []
    for rule in RULES:
        days = rule.days(settings)
        number = 0
        if days:
            query = rule.over(now - days * DAY_MS, ()).subquery()
            number = int(connection.execute(select(func.count()).select_from(query)).scalar() or 0)
        found.append(Over(rule.what, days, number))
    return found


def remove_some(
    connection: Connection, settings: Settings, now: int, connected: Collection[int] = ()
) -> int:
    """Delete some expired rows and return their number; 0 if none is left."""
    for rule in RULES:
        days = rule.days(settings)
        if days:
            query = rule.over(now - days * DAY_MS, connected).limit(AT_ONCE)
            ids = list(connection.execute(query).scalars())
            if ids:
                rule.remove(connection, ids, now)
                return len(ids)
    return 0
