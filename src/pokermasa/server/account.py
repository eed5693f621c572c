"""Accounts: who somebody is, how they prove it, and the chips they are given.

Passwords are kept as argon2id hashes, sessions and tokens as digests of random ids: whoever reads
the database can log in as nobody.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error
from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.server import ledger, store
from pokermasa.server.clock import Clock
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.writer import Writer

Result = TypeVar("Result")

DAY = 24 * 3600 * 1000
BROWSER_DAYS = 60
MOST_TOKENS = 20
TOKEN_ID = 12
PERSON, GUEST, HOUSE = "person", "guest", "house"
_ADJECTIVES = ("calm", "brave", "lucky", "quiet", "quick", "silver", "bold", "merry", "wise", "red")
_ANIMALS = ("fox", "owl", "bear", "lynx", "otter", "hawk", "seal", "wren", "hare", "ibis")


@dataclass(frozen=True, slots=True)
class Account:
    """Whoever it is called, it is the same account."""

    id: int
    name: str = field(compare=False)
    kind: str = field(compare=False)


class Accounts:
    def __init__(
        self, engine: AsyncEngine, writer: Writer, settings: Settings, clock: Clock
    ) -> None:
        self._engine = engine
        self._writer = writer
        self._settings = settings
        self._clock = clock
        self._hasher = PasswordHasher()
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="password")
        # What a wrong name is compared with, so that it takes as long as a wrong password.
        self._nobody = self._hasher.hash(secrets.token_hex(16))

    def close(self) -> None:
        self._threads.shutdown()

    # Coming in

    async def create(self, name: str, password: str) -> Account:
        shown = _verified_name(name)
        hashed = await self._hashed(password)
        return await self._writer.write(
            lambda connection: self._insert(connection, shown, PERSON, hashed)
        )

    async def guest(self) -> Account:
        """Somebody who plays at once, and may keep the name later."""
        for _ in range(20):
            words = secrets.choice(_ADJECTIVES), secrets.choice(_ANIMALS)
            name = f"{words[0]} {words[1]} {secrets.randbelow(9000) + 1000}"
            if await self.named(name) is None:
                break
        return await self._writer.write(
            lambda connection: self._insert(connection, name, GUEST, None)
        )

    async def house(self, name: str) -> Account:
        """A bot of the house: made once, found again."""
        found = await self.named(name)
        if found is not None:
            return found
        return await self._writer.write(
            lambda connection: self._insert(connection, name, HOUSE, None)
        )

    async def keep(self, account: Account, name: str, password: str) -> Account:
        """A guest becomes a person, chips and all."""
        if account.kind != GUEST:
            raise Refused(RoomRefusal.NOT_ALLOWED)
        shown = _verified_name(name)
        hashed = await self._hashed(password)

        def work(connection: Connection) -> Account:
            try:
                connection.execute(
                    update(store.account)
                    .where(store.account.c.id == account.id)
                    .values(name=shown, name_key=name_key(shown), kind=PERSON, password=hashed)
                )
            except IntegrityError:
                raise Refused(RoomRefusal.NAME_TAKEN) from None
            return Account(account.id, shown, PERSON)

        return await self._writer.write(work)

    def _insert(
        self, connection: Connection, name: str, kind: str, password: str | None
    ) -> Account:
        now = self._clock.now()
        try:
            made = connection.execute(
                insert(store.account).values(
                    name=name, name_key=name_key(name), kind=kind, password=password, created=now
                )
            )
        except IntegrityError:
            raise Refused(RoomRefusal.NAME_TAKEN) from None
        assert made.inserted_primary_key is not None
        account = int(made.inserted_primary_key[0])
        grant = self._settings.signup_grant
        ledger.book(
            connection,
            f"signup:{account}",
            "signup",
            {ledger.BANK: -grant, ledger.of_account(account): grant},
            now,
        )
        return Account(account, name, kind)

    async def log_in(self, name: str, password: str) -> Account:
        async with self._engine.connect() as connection:
            found = (
                await connection.execute(
                    select(store.account).where(
                        store.account.c.name_key == name_key(name),
                        store.account.c.deleted.is_(None),
                    )
                )
            ).first()
        hashed = self._nobody if found is None or found.password is None else found.password
        try:
            await self._in_thread(self._hasher.verify, hashed, password)
        except Argon2Error:
            raise Refused(RoomRefusal.WRONG_PASSWORD) from None
        if found is None or found.password is None:
            raise Refused(RoomRefusal.WRONG_PASSWORD)
        return Account(found.id, found.name, found.kind)

    # Sessions and tokens

    async def open_session(self, account: Account) -> str:
        """The id to put in a cookie; the database keeps only its digest."""
        return await self._issue(account, "browser", "", self._clock.now() + BROWSER_DAYS * DAY)

    async def make_token(self, account: Account, label: str) -> str:
        """For a bot: works until it is taken back."""
        if len(await self.tokens(account)) >= MOST_TOKENS:
            raise Refused(RoomRefusal.NOT_ALLOWED, f"at most {MOST_TOKENS} tokens")
        return await self._issue(account, "token", label[:80], None)

    async def _issue(self, account: Account, kind: str, label: str, expires: int | None) -> str:
        secret = secrets.token_urlsafe(32)
        row = {
            "digest": digest(secret),
            "account": account.id,
            "kind": kind,
            "label": label,
            "created": self._clock.now(),
            "expires": expires,
        }

        def work(connection: Connection) -> None:
            connection.execute(insert(store.session).values(**row))

        await self._writer.write(work)
        return secret

    async def whose(self, secret: str | None) -> Account | None:
        """Who the holder of a session id or token is."""
        if not secret:
            return None
        found = (
            select(store.account.c.id, store.account.c.name, store.account.c.kind)
            .join(store.session, store.session.c.account == store.account.c.id)
            .where(
                store.session.c.digest == digest(secret),
                store.account.c.deleted.is_(None),
                store.session.c.expires.is_(None) | (store.session.c.expires > self._clock.now()),
            )
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(found)).first()
        return None if row is None else Account(*row)

    async def tokens(self, account: Account) -> list[dict[str, object]]:
        async with self._engine.connect() as connection:
            rows = await connection.execute(
                select(store.session.c.digest, store.session.c.label, store.session.c.created)
                .where(store.session.c.account == account.id, store.session.c.kind == "token")
                .order_by(store.session.c.created)
            )
            return [{"id": row[0][:TOKEN_ID], "label": row[1], "created": row[2]} for row in rows]

    async def log_out(self, secret: str) -> None:
        await self._forget(store.session.c.digest == digest(secret))

    async def log_out_everywhere(self, account: Account) -> None:
        await self._forget(
            (store.session.c.account == account.id) & (store.session.c.kind == "browser")
        )

    async def take_back_token(self, account: Account, token: str) -> bool:
        """*token* is its id; False if there is none such."""
        return await self._forget(
            (store.session.c.account == account.id)
            & (store.session.c.kind == "token")
            & (func.substr(store.session.c.digest, 1, TOKEN_ID) == token)
        )

    async def _forget(self, which: ColumnElement[bool]) -> bool:
        def work(connection: Connection) -> bool:
            return connection.execute(delete(store.session).where(which)).rowcount > 0

        return await self._writer.write(work)

    async def change_password(self, account: Account, old: str, new: str) -> None:
        await self.log_in(account.name, old)
        hashed = await self._hashed(new)

        def work(connection: Connection) -> None:
            connection.execute(
                update(store.account)
                .where(store.account.c.id == account.id)
                .values(password=hashed)
            )

        await self._writer.write(work)
        await self.log_out_everywhere(account)

    async def delete(self, account: Account) -> None:
        """The name is free again and the chips go back to the bank; hands played stay."""

        def work(connection: Connection) -> None:
            if (
                connection.execute(
                    select(store.seat.c.masa).where(store.seat.c.account == account.id)
                )
            ).first():
                raise Refused(RoomRefusal.STILL_SEATED)
            now = self._clock.now()
            book = ledger.of_account(account.id)
            left = ledger.balance(connection, book)
            ledger.book(
                connection, f"delete:{account.id}", "delete", {book: -left, ledger.BANK: left}, now
            )
            connection.execute(delete(store.session).where(store.session.c.account == account.id))
            connection.execute(
                update(store.account)
                .where(store.account.c.id == account.id)
                .values(name="(gone)", name_key=f"(gone {account.id})", password=None, deleted=now)
            )

        await self._writer.write(work)

    # Chips

    async def chips(self, account: Account) -> int:
        async with self._engine.connect() as connection:
            return await connection.run_sync(ledger.balance, ledger.of_account(account.id))

    async def buy_chips(self, account: Account) -> int:
        """Free chips, a few times a day; they are play money."""
        now = self._clock.now()
        amount = self._settings.refill
        book = ledger.of_account(account.id)

        def work(connection: Connection) -> int:
            for n in range(self._settings.refills_a_day):
                key = f"refill:{account.id}:{now // DAY}:{n}"
                if ledger.book(
                    connection, key, "refill", {ledger.BANK: -amount, book: amount}, now
                ):
                    return ledger.balance(connection, book)
            raise Refused(RoomRefusal.NO_MORE_REFILLS)

        return await self._writer.write(work)

    async def named(self, name: str) -> Account | None:
        async with self._engine.connect() as connection:
            row = (
                await connection.execute(
                    select(store.account.c.id, store.account.c.name, store.account.c.kind).where(
                        store.account.c.name_key == name_key(name),
                        store.account.c.deleted.is_(None),
                    )
                )
            ).first()
        return None if row is None else Account(*row)

    async def _hashed(self, password: str) -> str:
        if not 8 <= len(password) <= 200:
            raise Refused(RoomRefusal.BAD_PASSWORD)
        return await self._in_thread(self._hasher.hash, password)

    async def _in_thread(self, work: Callable[..., Result], *words: str) -> Result:
        """Hashing takes memory and time on purpose: two at once, and nobody's act waits."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *words)


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def name_key(name: str) -> str:
    """Names that look alike are the same name.

    >>> name_key("Ａda  L") == name_key("ada l")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _verified_name(name: str) -> str:
    """Letters and digits of any script, blanks, dots, dashes; nothing that turns text around."""
    shown = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 2 <= len(shown) <= 20 or not all(c.isalnum() or c in " .-_" for c in shown):
        raise Refused(RoomRefusal.BAD_NAME)
    return shown
