"""Requests of the room's operators (shell command or admin page), stored in the database and
carried out by the process that owns the table, tournament or account concerned. Results are
logged.

The answer is written in the same transaction as the change. A request is therefore carried out
exactly once, and an answer that can be read is true.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, insert, literal, select, true, update

from pokermasa.server.plain_text import verify_texts
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store

LEASE = "admin"
"""Name of the lease of the process that carries out the requests that concern no table. One of the
processes of an open room holds this lease."""
_request = store.admin_request.c


class Command(StrEnum):
    """Commands of a request, with the values that are stored in the database."""

    PROMOTE = "promote"
    DEMOTE = "demote"
    TOKEN = "token"
    RESET = "reset"
    BAN = "ban"
    UNBAN = "unban"
    DELETE = "delete"
    BLOCK = "block"
    UNBLOCK = "unblock"
    RENAME = "rename"
    SILENCE = "silence"
    UNSILENCE = "unsilence"
    BALANCE = "balance"
    CLOSE = "close"
    CANCEL = "cancel"
    REFUND = "refund"
    MOVE = "move"
    PENALISE = "penalise"
    DISQUALIFY = "disqualify"
    ANNOUNCE = "announce"
    SIGNUPS = "signups"
    INVITE = "invite"
    SETTLE = "settle"


SHELL_ONLY = (Command.PROMOTE, Command.DEMOTE, Command.TOKEN)
"""Commands that only the shell may give: no web page can make an admin or a token for another
user."""
REASONED = (
    *(Command.RESET, Command.BAN, Command.DELETE, Command.BLOCK, Command.RENAME),
    *(Command.SILENCE, Command.BALANCE, Command.CLOSE, Command.CANCEL, Command.REFUND),
    *(Command.MOVE, Command.PENALISE, Command.DISQUALIFY),
)
"""Commands against a person or a game that must come with a reason."""


ENTRY_ORDERS = (Command.MOVE, Command.PENALISE, Command.DISQUALIFY)
"""Orders about one entry of a tournament."""
NOT_ABOUT_PEOPLE = (
    *ENTRY_ORDERS,
    *(Command.BLOCK, Command.UNBLOCK, Command.CLOSE, Command.CANCEL, Command.REFUND),
    *(Command.ANNOUNCE, Command.SIGNUPS, Command.INVITE, Command.SETTLE),
)


class Asker(NamedTuple):
    """Author of a request: an admin by account id, or a shell user by system user name."""

    account: int | None = None
    system: str | None = None


class PendingRequest(NamedTuple):
    """A request that has not been answered."""

    id: int
    asker: Asker
    command: Command
    about: str
    value: Mapping[str, Any]
    reason: str


class Answer(NamedTuple):
    """Result of a request."""

    words: str
    """Result as a sentence."""
    refused: str | None = None
    """Error code of the refusal; None if the request was carried out."""


def leave(
    connection: Connection,
    asker: Asker,
    command: Command,
    about: str,
    value: Mapping[str, Any],
    reason: str,
    now: int,
) -> int:
    """Store a request and return its number. Raises `Refused` if the command needs a reason and
    has none, or if a text contains characters that cannot be stored."""
    if command in REASONED and not reason.strip():
        raise Refused(RoomRefusal.UNREADABLE, f"{command} needs a reason")
    try:
        verify_texts([about, value, reason])
    except ValueError as error:
        raise Refused(RoomRefusal.UNREADABLE, str(error)) from None
    made: int = connection.execute(
        insert(store.admin_request)
        .values(
            made=now,
            account=asker.account,
            system=asker.system and asker.system[:80],
            command=str(command),
            about=about[:300],
            value=json.dumps(value),
            reason=" ".join(reason.split())[:300],
        )
        .returning(store.admin_request.c.id)
    ).scalar_one()
    return made


def waiting(connection: Connection) -> list[PendingRequest]:
    rows = connection.execute(
        select(store.admin_request).where(_request.answered.is_(None)).order_by(_request.id)
    )
    return [
        PendingRequest(
            row.id,
            Asker(row.account, row.system),
            Command(row.command),
            row.about,
            json.loads(row.value),
            row.reason,
        )
        for row in rows
    ]


def claim(connection: Connection, id: int) -> bool:
    """Lock the request for this transaction. Returns False if it has been answered already."""
    mine = select(_request.id).where(_request.id == id, _request.answered.is_(None))
    return connection.execute(mine.with_for_update()).scalar() is not None


def set_about(connection: Connection, id: int, about: str) -> None:
    connection.execute(update(store.admin_request).where(_request.id == id).values(about=about))


def answer(
    connection: Connection, request: PendingRequest, given: Answer, subject: int | None, now: int
) -> bool:
    """Store the answer and append it to the log. Returns False if the request has been answered
    already; the caller must then change nothing."""
    updated = connection.execute(
        update(store.admin_request)
        .where(_request.id == request.id, _request.answered.is_(None))
        .values(answered=now, answer=json.dumps({**given._asdict(), "subject": subject}))
    )
    if updated.rowcount != 1:
        return False
    connection.execute(
        insert(store.admin_log).values(
            made=now,
            account=request.asker.account,
            system=request.asker.system and request.asker.system[:80],
            command=str(request.command),
            about=request.about,
            subject=subject,
            value=json.dumps(request.value),
            reason=request.reason,
            refused=given.refused,
            words=given.words[:300],
        )
    )
    return True


def answer_to(connection: Connection, id: int) -> Answer | None:
    found = connection.execute(select(_request.answer).where(_request.id == id)).scalar()
    if found is None:
        return None
    data = json.loads(found)
    return Answer(data["words"], data["refused"])


def withdraw(connection: Connection, id: int, now: int) -> bool:
    """Withdraw a request that nobody has answered, so that it is not carried out later. Returns
    False if it has been answered meanwhile."""
    gone = Answer("nobody answered", RoomRefusal.CLOSED.name)
    mine = (one for one in waiting(connection) if one.id == id)
    return any(answer(connection, request, gone, None, now) for request in mine)


class AdminLogEntry(NamedTuple):
    """One entry of the admin log."""

    id: int
    made: int
    who: str
    command: str
    about: str
    reason: str
    refused: str | None
    words: str
    subject: int | None
    value: Mapping[str, Any]


def log(
    connection: Connection, after: int = 0, most: int | None = None, before: int | None = None
) -> list[AdminLogEntry]:
    """Return log entries in ascending order. With *most*, return only the latest *most*
    entries."""
    entry, who = store.admin_log.c, store.account.c
    by = func.coalesce(who.name, literal("system:") + entry.system)
    query = (
        select(
            *(entry.id, entry.made, by, entry.command, entry.about, entry.reason),
            *(entry.refused, entry.words, entry.subject, entry.value),
        )
        .outerjoin(store.account, who.id == entry.account)
        .where(entry.id > after, true() if before is None else entry.id < before)
        .order_by(entry.id.desc())
        .limit(most)
    )
    newest_first = connection.execute(query).all()
    return [
        AdminLogEntry._make([*columns, json.loads(value)])
        for *columns, value in reversed(newest_first)
    ]


def entries_after(connection: Connection, after: int) -> set[int]:
    """Return the ids of the log entries after *after*. Cheap enough for frequent polling."""
    entry = store.admin_log.c
    return set(connection.execute(select(entry.id).where(entry.id > after)).scalars())


def last_entry(connection: Connection) -> int:
    return int(connection.execute(select(func.max(store.admin_log.c.id))).scalar() or 0)
