"""Database queries for the operator. They work whether or not the room is running."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import BaseModel
from sqlalchemy import Connection, func, select

from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import HOUSE, name_key
from pokermasa.server.storage.journal import ledger


class User(NamedTuple):
    name: str
    kind: str
    chips: int
    hands: int
    silenced: bool
    banned: bool
    role: str


class FoundAccount(BaseModel):
    name: str
    kind: str
    chips: int
    silenced: bool
    banned: bool
    role: str | None
    created: int
    seen: int | None
    """Time when one of its sessions or tokens was last used, in Unix milliseconds. Null if
    never."""


class OpenTable(BaseModel):
    id: str
    name: str
    host: str | None
    """Name of the host; null for a table of the house."""
    players: int
    chips: int
    private: bool


class OpenTournament(BaseModel):
    id: str
    name: str
    host: str | None
    entries: int
    started: bool
    private: bool


class SaidLine(BaseModel):
    name: str
    text: str
    is_reported: bool

    @property
    def line(self) -> str:
        return f"{'>' if self.is_reported else ' '} {self.name}: {self.text}"


class OpenReport(BaseModel):
    chat: int
    masa: str
    at: int
    name: str
    """Name of the player who wrote the reported line."""
    text: str
    """Text of the reported line."""
    by: str
    """Name of the player who reported the line."""
    reason: str
    around: list[SaidLine]
    """The lines before and after the reported one, at the same table."""


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
            row.banned is not None,
            row.role or "",
        )
        for row in rows.all()
    ]


def find(connection: Connection, text: str, most: int) -> list[FoundAccount]:
    """Return accounts whose names contain *text*, newest first, at most *most*."""
    who, session = store.account.c, store.session.c
    rows = connection.execute(
        select(store.account)
        .where(
            *(who.deleted.is_(None), who.kind != HOUSE),
            who.name_key.contains(name_key(text), autoescape=True),
        )
        .order_by(who.id.desc())
        .limit(most)
    ).all()
    last = func.max(func.coalesce(session.seen, session.created))
    used = select(session.account, last).where(session.account.in_([row.id for row in rows]))
    seen = {row[0]: row[1] for row in connection.execute(used.group_by(session.account))}
    return [
        FoundAccount(
            name=row.name,
            kind=row.kind,
            chips=ledger.balance(connection, ledger.of_account(row.id)),
            silenced=row.silenced is not None,
            banned=row.banned is not None,
            role=row.role,
            created=row.created,
            seen=seen.get(row.id),
        )
        for row in rows
    ]


def tournaments(connection: Connection) -> list[OpenTournament]:
    row, who, entrant = store.tournament.c, store.account.c, store.entrant.c
    counted = select(entrant.tournament, func.count()).where(~entrant.is_gone)
    entries = {one[0]: one[1] for one in connection.execute(counted.group_by(entrant.tournament))}
    query = (
        select(row.id, row.name, row.key, row.started, who.name.label("host"))
        .outerjoin(store.account, who.id == row.host)
        .where(row.ended.is_(None))
        .order_by(row.opened)
    )
    return [
        OpenTournament(
            id=one.id,
            name=one.name,
            host=one.host,
            entries=entries.get(one.id, 0),
            started=one.started is not None,
            private=one.key is not None,
        )
        for one in connection.execute(query)
    ]


def tables(connection: Connection) -> list[OpenTable]:
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
        OpenTable(
            id=row.id,
            name=row.name,
            host=row.host,
            players=seated.get(row.id, 0),
            chips=ledger.balance(connection, ledger.of_masa(row.id)),
            private=row.key is not None,
        )
        for row in rows
    ]


AROUND = 5
"""Number of chat lines shown before and after a reported line."""


def reports(connection: Connection, most: int | None = None) -> list[OpenReport]:
    """Return the reports that no operator has settled yet, oldest first.

    Each has the reported line, its author, the reporter and the neighbouring lines.
    """
    who, chat, report = store.account.c, store.chat.c, store.report.c
    reporter = store.account.alias("reporter")
    rows = connection.execute(
        select(
            *(chat.id, chat.masa, chat.made, who.name, chat.text, report.reason),
            reporter.c.name.label("by"),
        )
        .join(store.chat, chat.id == report.chat)
        .join(store.account, who.id == chat.account)
        .join(reporter, reporter.c.id == report.account)
        .where(report.settled.is_(None))
        .order_by(report.made, report.chat, report.account)
        .limit(most)
    ).all()
    return [
        OpenReport(
            chat=row.id,
            masa=row.masa,
            at=row.made,
            name=row.name,
            text=row.text,
            by=row.by,
            reason=row.reason,
            around=_said_around(connection, row.masa, row.id),
        )
        for row in rows
    ]


def _said_around(connection: Connection, masa: str, id: int) -> list[SaidLine]:
    who, chat = store.account.c, store.chat.c
    said = (
        select(chat.id, who.name, chat.text)
        .join(store.account, who.id == chat.account)
        .where(chat.masa == masa)
    )
    before = said.where(chat.id < id).order_by(chat.id.desc()).limit(AROUND)
    after = said.where(chat.id >= id).order_by(chat.id).limit(AROUND + 1)
    found = [*reversed(connection.execute(before).all()), *connection.execute(after)]
    return [SaidLine(name=row.name, text=row.text, is_reported=row.id == id) for row in found]
