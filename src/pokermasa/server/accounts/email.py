"""E-mail addresses of accounts, in rooms that send mail.

An address is confirmed by a link before it is used. After that it receives links for a new password
and alerts of new logins. Answers never reveal whether an address is known to the room.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Coroutine
from datetime import UTC, datetime
from typing import Any, NamedTuple
from urllib.parse import quote

from sqlalchemy import Connection, delete, insert, select, update

from pokermasa.server.accounts.email_text import mail
from pokermasa.server.accounts.mailer import Mailer
from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.mail_address import is_mail_address
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage import one_time_code
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import PERSON, Account
from pokermasa.server.storage.database.storage import Storage

EVERY = 10 * 60_000
"""Minimum time between two mails of one kind to an account, in milliseconds."""
ACCOUNTS = 5
"""Maximum number of accounts that one recovery request sends mails for."""
ASIDE = 100
"""Maximum number of background mail tasks at a time. Further requests are dropped."""
CONFIRM_HOURS, RECOVER_HOURS = 24, 1
_email, _who = store.email.c, store.account.c
log = logging.getLogger(__name__)


class Email(NamedTuple):
    address: str
    lang: str
    confirmed: int | None


class Emails:
    def __init__(self, storage: Storage, settings: Settings, mailer: Mailer) -> None:
        self._storage = storage
        self._settings = settings
        self._mailer = mailer
        self._aside = BackgroundTasks()

    @property
    def is_on(self) -> bool:
        return self._mailer.is_on

    async def stop(self) -> None:
        await self._aside.wait()

    async def find(self, account: Account) -> Email | None:
        return await self._storage.read(_find, account.id)

    async def set(self, account: Account, address: str, lang: str) -> None:
        """Stores the address and sends a confirmation link to it.

        The address is used only after the link was opened. A previous confirmed address is
        informed.
        """
        if not self.is_on:
            raise Refused(RoomRefusal.NO_MAIL)
        if not is_mail_address(address):
            raise Refused(RoomRefusal.BAD_ADDRESS)
        now, code = self._storage.now(), one_time_code.new()

        def replace_address(connection: Connection) -> Email | None:
            _verify_pause(connection, account.id, one_time_code.EMAIL, now)
            before = _find(connection, account.id)
            connection.execute(delete(store.email).where(_email.account == account.id))
            connection.execute(
                insert(store.email).values(account=account.id, address=address, lang=lang, made=now)
            )
            digest = one_time_code.digest(code)
            hours = CONFIRM_HOURS
            one_time_code.add(connection, digest, one_time_code.EMAIL, account.id, now, hours)
            return before

        before = await self._storage.write(replace_address)
        self._say_moved(account, before)
        link = self._link(f"email={code}")
        fields = {"name": account.name, "room": self._settings.public_url, "link": link}
        self._mailer.send(mail("confirm", lang, address, **fields))

    async def remove(self, account: Account) -> None:
        def delete_address(connection: Connection) -> Email | None:
            before = _find(connection, account.id)
            connection.execute(delete(store.email).where(_email.account == account.id))
            return before

        self._say_moved(account, await self._storage.write(delete_address))

    def _say_moved(self, account: Account, before: Email | None) -> None:
        if before is not None and before.confirmed is not None:
            fields = {"name": account.name, "room": self._settings.public_url}
            link = self._link()
            self._mailer.send(mail("moved", before.lang, before.address, **fields, link=link))

    async def confirm(self, code: str) -> None:
        """Confirms the address to which *code* was sent.

        The link works in any browser, because only the owner of the mailbox has it.
        """
        now = self._storage.now()

        def confirm_address(connection: Connection) -> None:
            account = one_time_code.owner(connection, code, one_time_code.EMAIL, now)
            one_time_code.use(connection, code, one_time_code.EMAIL, account, now)
            here = _email.account == account
            connection.execute(update(store.email).where(here).values(confirmed=now))

        await self._storage.write(confirm_address)

    # Requests without a login are answered before the address is looked up, so that the time of the
    # answer reveals nothing.

    def recover(self, address: str) -> None:
        """Sends a link for a new password to each account that has confirmed this address."""
        self._do_aside(self._recover(address))

    def alert(self, account: Account, agent: str) -> None:
        """Sends an alert: the account was logged in to from an unknown browser."""
        self._do_aside(self._alert(account, agent))

    def _do_aside(self, coroutine: Coroutine[Any, Any, None]) -> None:
        if not self.is_on or len(self._aside) >= ASIDE:
            coroutine.close()
            return
        self._aside.start(self._quietly(coroutine), "mail aside")

    async def _quietly(self, coroutine: Coroutine[Any, Any, None]) -> None:
        try:
            with contextlib.suppress(Refused):
                await coroutine
        except Exception as error:
            log.error("a fault before a mail: %s", type(error).__name__)

    async def _recover(self, address: str) -> None:
        query = (
            select(_who.id, _who.name, _email.address, _email.lang)
            .join(store.email, _email.account == _who.id)
            .where(
                *(_email.address == address, _email.confirmed.is_not(None)),
                *(_who.deleted.is_(None), _who.banned.is_(None), _who.kind == PERSON),
            )
            .order_by(_who.id)
            .limit(ACCOUNTS)
        )
        for row in await self._storage.rows(query):
            code = one_time_code.new()
            try:
                await self._storage.write(_add, row.id, code, self._storage.now())
            except Refused:
                continue  # A mail was sent a few minutes ago.
            link = self._link(f"name={quote(row.name, safe='')}&reset={code}")
            fields = {"name": row.name, "room": self._settings.public_url, "link": link}
            self._mailer.send(mail("recover", row.lang, row.address, **fields))

    async def _alert(self, account: Account, agent: str) -> None:
        found = await self.find(account)
        if found is None or found.confirmed is None:
            return
        moment = datetime.fromtimestamp(self._storage.now() / 1000, UTC)
        shown = "".join(letter for letter in agent[:200] if letter.isprintable()) or "?"
        fields = {
            "name": account.name,
            "room": self._settings.public_url,
            "agent": shown,
            "time": f"{moment:%Y-%m-%d %H:%M}",
            "link": self._link(),
        }
        self._mailer.send(mail("alert", found.lang, found.address, **fields))

    def _link(self, text: str = "") -> str:
        """Return a link to the account page.

        Its code follows the #, which browsers do not send, so that no server or proxy sees it.
        """
        return f"{self._settings.public_url}/account{'#' * bool(text)}{text}"


def _find(connection: Connection, account: int) -> Email | None:
    query = select(_email.address, _email.lang, _email.confirmed).where(_email.account == account)
    row = connection.execute(query).first()
    return None if row is None else Email(*row)


def _add(connection: Connection, account: int, code: str, now: int) -> None:
    _verify_pause(connection, account, one_time_code.RECOVERY, now)
    digest = one_time_code.digest(code)
    one_time_code.add(connection, digest, one_time_code.RECOVERY, account, now, RECOVER_HOURS)


def _verify_pause(connection: Connection, account: int, kind: str, now: int) -> None:
    """Refuses a mail within `EVERY` after the last one, so that a mailbox cannot be flooded.

    The time of the last one is in the database and holds for all processes.
    """
    last = one_time_code.made(connection, account, kind)
    if last is not None and now - last < EVERY:
        raise Refused(RoomRefusal.TOO_FAST, "a mail was sent a few minutes ago")
