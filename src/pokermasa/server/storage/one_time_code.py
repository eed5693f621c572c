"""Codes that work once and not for long: to choose a new password, to confirm an address, or to
open an account.

Whoever reads the database can use none of them: it has their digests.
"""

from __future__ import annotations

import hashlib
import secrets

from sqlalchemy import ColumnElement, Connection, delete, insert, select

from pokermasa.server.clock import HOUR_MS
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store

RESET, RECOVERY, EMAIL, INVITATION = "reset", "recovery", "email", "invitation"
"""By whoever keeps the room; by e-mail; to confirm an address; for a new account."""
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Read out and typed in by people: none is taken for another."""
_GROUPS, _GROUP = 4, 5
_code = store.code.c


def new(groups: int = _GROUPS) -> str:
    """99 bits, if not otherwise asked for."""
    made = ["".join(secrets.choice(_LETTERS) for _ in range(_GROUP)) for _ in range(groups)]
    return "-".join(made)


def digest(code: str) -> str:
    """However it was typed.

    >>> digest("ABCDE-fghjk") == digest(" abcdefghjk")
    True
    """
    plain = "".join(letter for letter in code.lower() if letter.isalnum())
    return hashlib.sha256(plain.encode()).hexdigest()


def add(
    connection: Connection, digest: str, kind: str, account: int | None, now: int, hours: int
) -> None:
    """An account has one of a kind at most."""
    mine = (_code.account == account) & (_code.kind == kind)
    connection.execute(delete(store.code).where(mine))
    connection.execute(
        insert(store.code).values(
            digest=digest, kind=kind, account=account, made=now, expires=now + hours * HOUR_MS
        )
    )


def forget(connection: Connection, now: int) -> None:
    """Deletes the codes that have expired."""
    connection.execute(delete(store.code).where(_code.expires <= now))


def verify(connection: Connection, code: str, kind: str, account: int | None, now: int) -> None:
    """Refused if it is none, or somebody else's."""
    here = _here(code, kind, account, now)
    if connection.execute(select(_code.digest).where(here)).first() is None:
        raise Refused(RoomRefusal.WRONG_CODE)


def owner(connection: Connection, code: str, kind: str, now: int) -> int:
    """Whose it is."""
    here = (_code.digest == digest(code)) & (_code.kind == kind) & (_code.expires > now)
    found = connection.execute(select(_code.account).where(here)).scalar()
    if found is None:
        raise Refused(RoomRefusal.WRONG_CODE)
    return int(found)


def made(connection: Connection, account: int, kind: str) -> int | None:
    """When the last one of this kind was, that has not been used."""
    mine = (_code.account == account) & (_code.kind == kind)
    return connection.execute(select(_code.made).where(mine)).scalar()


def use(connection: Connection, code: str, kind: str, account: int | None, now: int) -> None:
    """It works no more after this."""
    verify(connection, code, kind, account, now)
    here = _here(code, kind, account, now)
    if connection.execute(delete(store.code).where(here)).rowcount != 1:
        raise Refused(RoomRefusal.WRONG_CODE)  # somebody was quicker


def _here(code: str, kind: str, account: int | None, now: int) -> ColumnElement[bool]:
    here = (_code.digest == digest(code)) & (_code.kind == kind) & (_code.expires > now)
    return here & (_code.account.is_(None) if account is None else _code.account == account)
