"""One-time codes that expire: for a new password, for confirming an e-mail address and for opening
an account.

The database stores only digests, so reading it does not reveal a usable code.
"""

from __future__ import annotations

import hashlib
import secrets

from sqlalchemy import ColumnElement, Connection, delete, insert, select

from pokermasa.server.clock import HOUR_MS
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store

RESET, RECOVERY, EMAIL, INVITATION = "reset", "recovery", "email", "invitation"
"""Kinds of code: password reset by an operator, password recovery by e-mail, confirmation of an
e-mail address, and invitation to open an account."""
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Characters of a code. Characters that people confuse when reading or typing (0 and o, 1, i and
l) are left out."""
_GROUPS, _GROUP = 4, 5
_code = store.code.c


def new(groups: int = _GROUPS) -> str:
    """Return a new random code. With the default number of groups it has 99 bits of entropy."""
    made = ["".join(secrets.choice(_LETTERS) for _ in range(_GROUP)) for _ in range(groups)]
    return "-".join(made)


def digest(code: str) -> str:
    """Return the digest of a code. Case, spaces and dashes do not matter.

    >>> digest("ABCDE-fghjk") == digest(" abcdefghjk")
    True
    """
    plain = "".join(letter for letter in code.lower() if letter.isalnum())
    return hashlib.sha256(plain.encode()).hexdigest()


def add(
    connection: Connection, digest: str, kind: str, account: int | None, now: int, hours: int
) -> None:
    """Store a code that expires after *hours*. It replaces the account's earlier code of this
    kind."""
    mine = (_code.account == account) & (_code.kind == kind)
    connection.execute(delete(store.code).where(mine))
    connection.execute(
        insert(store.code).values(
            digest=digest,
            kind=kind,
            account=account,
            made=now,
            expires=now + hours * HOUR_MS,
        )
    )


def forget(connection: Connection, now: int) -> None:
    """Delete the codes that have expired."""
    connection.execute(delete(store.code).where(_code.expires <= now))


def verify(connection: Connection, code: str, kind: str, account: int | None, now: int) -> None:
    """Raise `Refused` with `WRONG_CODE` unless the code is valid for this kind and account."""
    here = _here(code, kind, account, now)
    if connection.execute(select(_code.digest).where(here)).first() is None:
        raise Refused(RoomRefusal.WRONG_CODE)


def owner(connection: Connection, code: str, kind: str, now: int) -> int:
    """Return the account that the code belongs to, or raise `Refused` with `WRONG_CODE`."""
    here = (_code.digest == digest(code)) & (_code.kind == kind) & (_code.expires > now)
    found = connection.execute(select(_code.account).where(here)).scalar()
    if found is None:
        raise Refused(RoomRefusal.WRONG_CODE)
    return int(found)


def made(connection: Connection, account: int, kind: str) -> int | None:
    """Return when the account's unused code of this kind was made, in milliseconds since 1970, or
    None."""
    mine = (_code.account == account) & (_code.kind == kind)
    return connection.execute(select(_code.made).where(mine)).scalar()


def use(connection: Connection, code: str, kind: str, account: int | None, now: int) -> None:
    """Verify the code and delete it, so that it works only once. Raises `Refused` with
    `WRONG_CODE`."""
    verify(connection, code, kind, account, now)
    here = _here(code, kind, account, now)
    if connection.execute(delete(store.code).where(here)).rowcount != 1:
        raise Refused(RoomRefusal.WRONG_CODE)  # another request used the code first


def _here(code: str, kind: str, account: int | None, now: int) -> ColumnElement[bool]:
    here = (_code.digest == digest(code)) & (_code.kind == kind) & (_code.expires > now)
    return here & (_code.account.is_(None) if account is None else _code.account == account)
