"""Sessions of browsers and tokens of bots.

Both are random secrets that are stored only as digests, so that a copy of the database is no use to
an attacker. A browser session may do everything that its account may do; a token is limited by its
scopes.
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from pokermasa.server.clock import DAY_MS
from pokermasa.server.protocol.scope import USUAL, Scope
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.database.storage import Storage
from pokermasa.server.storage.database.stored_clock import SESSION_DAYS

TOKENS_AN_ACCOUNT = 20
"""Number of bot tokens that one account may have. One more is refused with `NOT_ALLOWED`."""
ID = 12
"""Length of a session's public id: the first characters of its digest. They identify the session
but cannot be used to log in."""
SEEN_EVERY = 300_000
"""Minimum time in milliseconds between two updates of a session's last use."""
AT_ONCE = 500
"""Number of sessions looked up in one query."""
BROWSER, TOKEN = "browser", "token"
_session = store.session.c


class Session(NamedTuple):
    """A verified session or token."""

    digest: str
    account: Account
    scopes: frozenset[Scope] | None
    """Scopes of a token. None for a browser session, which has no limits."""
    role: str | None
    confirmed: int | None
    """Time of the last code of the second factor, in Unix milliseconds. None if never."""
    seen: int | None
    """Time of the last stored use, in Unix milliseconds. Updated at most every `SEEN_EVERY`."""

    def verify(self, *scopes: Scope) -> None:
        """Refuses a token that has none of *scopes*. Without scopes only browser sessions pass."""
        if self.scopes is None or not self.scopes.isdisjoint(scopes):
            return
        if not scopes:
            raise Refused(RoomRefusal.NO_SCOPE, "only a browser that is logged in may")
        raise Refused(RoomRefusal.NO_SCOPE, f"it needs the scope {' or '.join(scopes)}")


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def session_id(secret: str) -> str:
    return digest(secret)[:ID]


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def add_token(
    connection: Connection,
    account: int,
    label: str,
    scopes: Iterable[Scope],
    now: int,
    digest: str,
) -> None:
    """Adds a token. It is valid until it is revoked."""
    # Locks the account, so that concurrent requests cannot exceed the limit of tokens.
    _verify_account(connection, account)
    mine = (_session.account == account) & (_session.kind == TOKEN)
    if (connection.execute(select(func.count()).where(mine)).scalar() or 0) >= TOKENS_AN_ACCOUNT:
        raise Refused(RoomRefusal.NOT_ALLOWED, f"at most {TOKENS_AN_ACCOUNT} tokens")
    text = " ".join(scope for scope in Scope if scope in set(scopes))
    _add(connection, account, TOKEN, now, digest, label=label[:80], scopes=text)


def end_sessions(connection: Connection, which: ColumnElement[bool]) -> list[str]:
    """Delete the sessions and return their digests, so that their sockets can be closed."""
    ended = connection.execute(delete(store.session).where(which).returning(_session.digest))
    return [row.digest for row in ended]


def _add(
    connection: Connection, account: int, kind: str, now: int, digest: str, **more: Any
) -> None:
    row = {"digest": digest, "account": account, "kind": kind, "label": ""} | more
    connection.execute(insert(store.session).values(created=now, **row))


def _verify_account(connection: Connection, account: int, password: str | None = None) -> None:
    """Refuses an account that is deleted or banned, or whose password has changed meanwhile."""
    who = store.account.c
    found = connection.execute(
        select(who.password, who.banned)
        .where(who.id == account, who.deleted.is_(None))
        .with_for_update()
    ).first()
    if found is None or password not in (None, found.password):
        raise Refused(RoomRefusal.NOT_LOGGED_IN)
    if found.banned is not None:
        raise Refused(RoomRefusal.BANNED)


class Sessions:
    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self.on_end: Callable[[Iterable[str]], None] = lambda digests: None
        """Called with the digests of ended sessions."""

    async def open(
        self,
        account: Account,
        agent: str = "",
        password: str | None = None,
        is_confirmed: bool = False,
    ) -> str:
        """Open a browser session and return its secret for the cookie.

        *password* is the password hash that the login has verified. *is_confirmed* says that a code
        of the second factor was verified too.
        """
        now, secret = self._storage.now(), new_secret()
        more: dict[str, Any] = {"expires": now + SESSION_DAYS * DAY_MS, "agent": agent[:200]}
        more["confirmed"] = now if is_confirmed else None

        def add_session(connection: Connection) -> None:
            _verify_account(connection, account.id, password)
            _add(connection, account.id, BROWSER, now, digest(secret), **more)

        await self._storage.write(add_session)
        return secret

    async def make_token(self, maker: Session, label: str, scopes: Iterable[Scope] = USUAL) -> str:
        """Create a bot token and return its secret."""
        now, secret = self._storage.now(), new_secret()

        def insert_token(connection: Connection) -> None:
            is_open = select(_session.digest).where(_session.digest == maker.digest)
            if connection.execute(is_open).first() is None:
                raise Refused(RoomRefusal.NOT_LOGGED_IN)  # The session was ended meanwhile.
            add_token(connection, maker.account.id, label, scopes, now, digest(secret))

        await self._storage.write(insert_token)
        return secret

    async def find(self, secret: str | None) -> Session | None:
        """Return the session of a cookie or token. None if it is invalid."""
        return await self.found(digest(secret)) if secret else None

    async def found(self, digest: str) -> Session | None:
        who = store.account.c
        query = (
            select(
                *(who.id, who.name, who.kind, who.role, _session.kind.label("shown")),
                *(_session.scopes, _session.confirmed, _session.seen),
            )
            .join(store.session, _session.account == who.id)
            .where(
                _session.digest == digest,
                *(who.deleted.is_(None), who.banned.is_(None), self._is_open),
            )
        )
        row = await self._storage.first(query)
        if row is None:
            return None
        scopes = None
        if row.shown == TOKEN:
            scopes = frozenset(Scope(word) for word in (row.scopes or "").split())
        return Session(
            digest, Account(row.id, row.name, row.kind), scopes, row.role, row.confirmed, row.seen
        )

    @property
    def _is_open(self) -> ColumnElement[bool]:
        return _session.expires.is_(None) | (_session.expires > self._storage.now())

    async def over(self, digests: Iterable[str]) -> set[str]:
        """Return those of *digests* whose sessions have ended or expired, at any process."""
        asked = sorted(set(digests))
        over = set(asked)
        for at in range(0, len(asked), AT_ONCE):
            some = _session.digest.in_(asked[at : at + AT_ONCE])
            query = select(_session.digest).where(some, self._is_open)
            over -= {row.digest for row in await self._storage.rows(query)}
        return over

    async def list_for(self, account: Account, kind: str) -> list[dict[str, Any]]:
        rows = await self._storage.rows(
            select(store.session)
            .where(_session.account == account.id, _session.kind == kind)
            .order_by(_session.created),
        )
        return [
            {
                "id": row.digest[:ID],
                "label": row.label,
                "agent": row.agent or "",
                "scopes": (row.scopes or "").split(),
                "created": row.created,
                "seen": row.seen,
            }
            for row in rows
        ]

    async def confirm(self, session: Session) -> None:
        """Stores that a code of the second factor has just been verified for the session."""
        now, here = self._storage.now(), _session.digest == session.digest
        await self._storage.execute(update(store.session).where(here).values(confirmed=now))

    async def touch(self, session: Session) -> None:
        """Stores that the session is in use, at most every `SEEN_EVERY`."""
        now, here = self._storage.now(), _session.digest == session.digest
        if session.seen is not None and now - session.seen < SEEN_EVERY:
            return
        with contextlib.suppress(Refused):  # The time of the last use is not essential.
            await self._storage.execute(update(store.session).where(here).values(seen=now))

    async def latest(self, most: int) -> list[str]:
        """Return the digests of the most recently used sessions, most recent last."""
        rows = await self._storage.rows(
            select(_session.digest)
            .order_by(func.coalesce(_session.seen, _session.created).desc())
            .limit(most),
        )
        return [row.digest for row in rows][::-1]

    # Ending them

    async def end(self, secret: str) -> None:
        await self._end(_session.digest == digest(secret))

    async def end_all(self, account: Account) -> None:
        """Ends all browser sessions of the account. Its tokens stay."""
        await self._end((_session.account == account.id) & (_session.kind == BROWSER))

    async def end_one(self, account: Account, kind: str, id: str) -> bool:
        """Ends one session or token by its public id. False if there is none."""
        return await self._end(
            (_session.account == account.id)
            & (_session.kind == kind)
            & (func.substr(_session.digest, 1, ID) == id)
        )

    async def _end(self, which: ColumnElement[bool]) -> bool:
        ended = await self._storage.write(end_sessions, which)
        self.on_end(ended)
        return bool(ended)
