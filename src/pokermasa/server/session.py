"""Sessions: how a browser or a bot shows whose it is.

They are random ids, kept only as digests: whoever reads the database can use none of them.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.server import store
from pokermasa.server.account import Account
from pokermasa.server.clock import Clock
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.writer import Writer

DAYS = 60
"""So long a browser stays logged in."""
MOST_TOKENS = 20
ID = 12
"""Letters of a digest by which a session is named: enough to tell, too few to use."""
BROWSER, TOKEN = "browser", "token"
_session = store.session.c


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def session_id(secret: str) -> str:
    return digest(secret)[:ID]


class Sessions:
    def __init__(self, engine: AsyncEngine, writer: Writer, clock: Clock) -> None:
        self._engine = engine
        self._writer = writer
        self._clock = clock

    async def open(self, account: Account, agent: str = "") -> str:
        """The id to put in a cookie."""
        expires = self._clock.now() + DAYS * 24 * 3600 * 1000
        return await self._issue(account, BROWSER, expires=expires, agent=agent[:200])

    async def make_token(self, account: Account, label: str) -> str:
        """For a bot: works until it is taken back."""
        if len(await self.of(account, TOKEN)) >= MOST_TOKENS:
            raise Refused(RoomRefusal.NOT_ALLOWED, f"at most {MOST_TOKENS} tokens")
        return await self._issue(account, TOKEN, label=label[:80])

    async def _issue(self, account: Account, kind: str, **more: Any) -> str:
        secret = secrets.token_urlsafe(32)
        row = {"digest": digest(secret), "account": account.id, "kind": kind, "label": ""} | more
        now = self._clock.now()

        def work(connection: Connection) -> None:
            connection.execute(insert(store.session).values(created=now, **row))

        await self._writer.write(work)
        return secret

    async def whose(self, secret: str | None) -> Account | None:
        """Who the holder of a session id or token is."""
        if not secret:
            return None
        found = (
            select(store.account.c.id, store.account.c.name, store.account.c.kind)
            .join(store.session, _session.account == store.account.c.id)
            .where(
                _session.digest == digest(secret),
                store.account.c.deleted.is_(None),
                _session.expires.is_(None) | (_session.expires > self._clock.now()),
            )
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(found)).first()
        return None if row is None else Account(*row)

    async def of(self, account: Account, kind: str) -> list[dict[str, Any]]:
        async with self._engine.connect() as connection:
            rows = await connection.execute(
                select(store.session)
                .where(_session.account == account.id, _session.kind == kind)
                .order_by(_session.created)
            )
            return [
                {
                    "id": row.digest[:ID],
                    "label": row.label,
                    "agent": row.agent or "",
                    "created": row.created,
                    "seen": row.seen,
                }
                for row in rows
            ]

    async def touch(self, secret: str | None) -> None:
        """It was used just now, to play."""
        if secret is None:
            return
        now, key = self._clock.now(), digest(secret)

        def work(connection: Connection) -> None:
            connection.execute(update(store.session).where(_session.digest == key).values(seen=now))

        await self._writer.write(work)

    # Ending them

    async def end(self, secret: str) -> None:
        await self._forget(_session.digest == digest(secret))

    async def end_all(self, account: Account) -> None:
        """Every browser; tokens stay until they are taken back."""
        await self._forget((_session.account == account.id) & (_session.kind == BROWSER))

    async def end_one(self, account: Account, kind: str, id: str) -> bool:
        """False if there is none such."""
        return await self._forget(
            (_session.account == account.id)
            & (_session.kind == kind)
            & (func.substr(_session.digest, 1, ID) == id)
        )

    async def _forget(self, which: ColumnElement[bool]) -> bool:
        def work(connection: Connection) -> bool:
            return connection.execute(delete(store.session).where(which)).rowcount > 0

        return await self._writer.write(work)
