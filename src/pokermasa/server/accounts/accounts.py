"""Player accounts: sign-up, login, passwords, guests and free chips.

Passwords are stored as argon2id hashes. A copy of the database does not allow anyone to log in.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, NamedTuple, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error
from sqlalchemy import ColumnElement, Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from pokermasa.server.accounts import deletion, login_delay, second_factor
from pokermasa.server.accounts.second_factor import SecondFactors
from pokermasa.server.accounts.sessions import BROWSER, Sessions, end_sessions
from pokermasa.server.clock import DAY_MS
from pokermasa.server.look_alike import look
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage import deleted_name, notice, one_time_code, room_setting
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import (
    ADMIN,
    DELETED,
    GUEST,
    HOUSE,
    PERSON,
    Account,
    name_key,
    verified_name,
)
from pokermasa.server.storage.database.storage import Storage
from pokermasa.server.storage.journal import ledger

Result = TypeVar("Result")

_WORDS = {
    "en": (
        ("calm", "brave", "lucky", "quiet", "quick", "silver", "bold", "merry", "wise", "red"),
        ("fox", "owl", "bear", "lynx", "otter", "hawk", "seal", "wren", "hare", "ibis"),
        " ",
    ),
    "zh": (
        ("淡定", "勇敢", "幸运", "安静", "敏捷", "银色", "大胆", "快乐", "聪明", "红色"),
        ("狐狸", "猫头鹰", "小熊", "猞猁", "水獭", "老鹰", "海豹", "百灵", "野兔", "白鹭"),
        "",
    ),
}
"""Words for the generated names of guests, by language: adjectives, animals and the separator."""


REFILLS_A_DAY = 3
"""Number of refills of an account in a day. Further ones are refused with `NO_MORE_REFILLS`."""
HASHER = PasswordHasher()
"""Password hasher with the parameters that the authors of argon2 recommend."""


def verify_unlike(connection: Connection, name: str, now: int, own: int | None = None) -> None:
    """Refuses a name that looks like another account's name.

    Names of accounts that were deleted or renamed a short while ago are refused as well. *own* is
    the account whose own names are allowed.
    """
    who = store.account.c
    alike = select(who.id).where(who.look == look(name), who.id != (own or 0))
    if connection.execute(alike.limit(1)).first() is not None:
        raise Refused(RoomRefusal.NAME_TAKEN)
    reserved = deleted_name.find(connection, name, now)
    if reserved is not None and reserved.account != own:
        raise Refused(RoomRefusal.NAME_TAKEN)


def _verify_signup(connection: Connection, invitation: str | None, now: int) -> None:
    """Refuses a new account if sign-ups are closed or the required invitation is missing.

    A valid invitation is used up: it works once.
    """
    mode = room_setting.get(connection, room_setting.SIGNUPS, room_setting.ON)
    if mode == room_setting.OFF:
        raise Refused(RoomRefusal.SIGNUPS_CLOSED)
    if mode == room_setting.BY_INVITATION:
        if not invitation:
            raise Refused(RoomRefusal.INVITATION_NEEDED)
        one_time_code.use(connection, invitation, one_time_code.INVITATION, None, now)


class Proved(NamedTuple):
    """The proof that a successful login gave."""

    account: Account
    password: str
    """Stored hash of the password that was given."""
    is_known_device: bool
    """Whether the account has been logged in to from this browser before."""
    is_confirmed: bool = False
    """Whether a code of the second factor was given as well."""


class Accounts:
    def __init__(self, storage: Storage, settings: Settings) -> None:
        self._storage = storage
        self._settings = settings
        self.sessions = Sessions(storage)
        self.second_factors = SecondFactors(storage)
        self.logins = self.failed_logins = 0
        self.guesses = login_delay.Guesses(storage.clock.steady)
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="password")
        # Unknown names are verified against this hash, so that they take as long as a wrong
        # password.
        self._nobody = self._threads.submit(HASHER.hash, secrets.token_hex(16))

    def close(self) -> None:
        self._threads.shutdown()

    # Coming in

    async def create(self, name: str, password: str, invitation: str | None = None) -> Account:
        shown = verified_name(name)
        hashed = await self._hashed(password)
        return await self._storage.write(self._insert, shown, PERSON, hashed, invitation)

    async def guest(
        self, name: str | None = None, lang: str = "en", invitation: str | None = None
    ) -> Account:
        """Creates a guest account, which can play at once and be turned into a full account later.

        Without a *name*, one is generated in the language *lang*.
        """
        shown = await self._made_up_name(lang) if name is None else verified_name(name)
        return await self._storage.write(self._insert, shown, GUEST, None, invitation)

    async def _made_up_name(self, lang: str) -> str:
        adjectives, animals, blank = _WORDS[lang]
        for _ in range(20):
            pair = secrets.choice(adjectives), secrets.choice(animals)
            name = blank.join([*pair, str(secrets.randbelow(9000) + 1000)])
            if await self._is_free(name):
                break
        return name

    async def _is_free(self, name: str) -> bool:
        try:
            await self._storage.read(verify_unlike, name, self._storage.now())
        except Refused:
            return False
        return True

    async def house(self, name: str) -> Account:
        """Return the account of a house bot. Creates it if there is none."""
        found = await self.named(name)
        if found is not None:
            return found
        try:
            return await self._storage.write(self._insert, name, HOUSE, None)
        except Refused as refused:
            # Another process that starts at the same moment may have created it first.
            found = await self.named(name)
            if refused.code is not RoomRefusal.NAME_TAKEN or found is None:
                raise
            return found

    async def keep(self, account: Account, name: str, password: str) -> Account:
        """Turns a guest account into a full account. Its chips and history stay."""
        if account.kind != GUEST:
            raise Refused(RoomRefusal.NOT_ALLOWED)
        shown = verified_name(name)
        hashed, now = await self._hashed(password), self._storage.now()

        who = store.account.c
        is_guest = (who.id == account.id) & (who.kind == GUEST) & who.deleted.is_(None)

        def make_full_account(connection: Connection) -> Account:
            verify_unlike(connection, shown, now, account.id)
            deleted_name.keep_renamed(connection, account.id, shown, now)
            try:
                updated = connection.execute(
                    update(store.account)
                    .where(is_guest)
                    .values(
                        name=shown,
                        name_key=name_key(shown),
                        look=look(shown),
                        kind=PERSON,
                        password=hashed,
                    )
                )
            except IntegrityError:
                raise Refused(RoomRefusal.NAME_TAKEN) from None
            if updated.rowcount != 1:
                # The account was turned into a full account or deleted meanwhile.
                raise Refused(RoomRefusal.NOT_ALLOWED)
            return Account(account.id, shown, PERSON)

        return await self._storage.write(make_full_account)

    def _insert(
        self,
        connection: Connection,
        name: str,
        kind: str,
        password: str | None,
        invitation: str | None = None,
    ) -> Account:
        now = self._storage.now()
        if kind != HOUSE:
            _verify_signup(connection, invitation, now)
            verify_unlike(connection, name, now)
        try:
            account: int = connection.execute(
                insert(store.account)
                .values(
                    name=name,
                    name_key=name_key(name),
                    look=look(name),
                    kind=kind,
                    password=password,
                    created=now,
                )
                .returning(store.account.c.id)
            ).scalar_one()
        except IntegrityError:
            raise Refused(RoomRefusal.NAME_TAKEN) from None
        grant = self._settings.signup_grant
        ledger.book(
            connection,
            f"signup:{account}",
            "signup",
            {ledger.BANK: -grant, ledger.of_account(account): grant},
            now,
        )
        return Account(account, name, kind)

    async def log_in(
        self,
        name: str,
        password: str,
        address: str,
        mark: str | None = None,
        code: str | None = None,
    ) -> Proved:
        """Verify name, password and, if the account has a second factor, its *code*."""
        proved = await self._proved(name, password, address, mark)
        try:
            is_confirmed = await self.second_factors.verify(proved.account, code)
        except Refused as refused:
            self.failed_logins += refused.code is RoomRefusal.WRONG_CODE
            raise
        return proved._replace(is_confirmed=is_confirmed)

    async def _proved(
        self, name: str, password: str, address: str, mark: str | None = None
    ) -> Proved:
        """Verify the password only. *mark* is the cookie that this browser got at its last
        login."""
        who = store.account.c
        found = await self._storage.first(
            select(store.account).where(who.name_key == name_key(name), who.deleted.is_(None))
        )
        nobody = await asyncio.wrap_future(self._nobody)
        hashed = nobody if found is None or found.password is None else found.password
        key, device = name_key(name), None
        if found is not None:
            device = login_delay.device(mark, found.id, hashed)
        by = address if device is None else f"device {device}"
        self.guesses.begin(key, by, device is not None)
        try:
            await self._in_thread(HASHER.verify, hashed, password)
        except Argon2Error:
            self.failed_logins += 1
            raise Refused(RoomRefusal.WRONG_PASSWORD) from None
        if found is None or found.password is None:
            self.failed_logins += 1
            raise Refused(RoomRefusal.WRONG_PASSWORD)
        self.logins += 1
        self.guesses.right(key, by)
        # Only a client with the correct password learns that the account is banned.
        if found.banned is not None:
            raise Refused(RoomRefusal.BANNED)
        return Proved(Account(found.id, found.name, found.kind), found.password, device is not None)

    async def mark(self, account: Account) -> str | None:
        """Return a new cookie by which the account recognises this browser at the next login.

        None if the account has no password.
        """
        hashed = await self._stored(account, store.account.c.password)
        return None if hashed is None else login_delay.make_mark(account.id, hashed)

    async def change_password(
        self,
        account: Account,
        old: str,
        new: str,
        end_tokens: bool,
        address: str,
        mark: str | None = None,
    ) -> None:
        """Changes the password and ends all browser sessions.

        With *end_tokens* all bot tokens end too.
        """
        proved = (await self._proved(account.name, old, address, mark)).password
        hashed = await self._hashed(new)
        who, session = store.account.c, store.session.c
        ending = session.account == account.id
        if not end_tokens:
            ending &= session.kind == BROWSER

        def store_password(connection: Connection) -> list[str]:
            changed = connection.execute(
                update(store.account)
                .where(who.id == account.id, who.password == proved, who.deleted.is_(None))
                .values(password=hashed)
            )
            if changed.rowcount != 1:
                raise Refused(RoomRefusal.WRONG_PASSWORD)  # The password was changed meanwhile.
            return end_sessions(connection, ending)

        self.sessions.on_end(await self._storage.write(store_password))

    async def reset_password(
        self, name: str, code: str, new: str, second: str | None = None
    ) -> Proved:
        """Sets a new password with a one-time code from the operator or from an e-mail.

        All sessions and tokens of the account end. If the account has a second factor, the code
        *second* is required as well.
        """
        hashed, now, who = await self._hashed(new), self._storage.now(), store.account.c

        def reset_with_code(connection: Connection) -> tuple[Proved, list[str]] | Refused:
            found = connection.execute(
                select(who.id, who.name, who.kind, who.banned).where(
                    who.name_key == name_key(name), who.deleted.is_(None)
                )
            ).first()
            if found is None:
                raise Refused(RoomRefusal.WRONG_CODE)
            kind = one_time_code.RESET
            try:
                one_time_code.verify(connection, code, kind, found.id, now)
            except Refused:
                kind = one_time_code.RECOVERY
                one_time_code.verify(connection, code, kind, found.id, now)
            if found.banned is not None:
                raise Refused(RoomRefusal.BANNED)
            refused = second_factor.check(connection, found.id, second, now)
            if refused is not None:
                # Returned, not raised, so that the failed try is stored. The reset code stays
                # valid.
                return refused
            one_time_code.use(connection, code, kind, found.id, now)
            connection.execute(
                update(store.account).where(who.id == found.id).values(password=hashed)
            )
            is_confirmed = second_factor.load(connection, found.id).since is not None
            ended = end_sessions(connection, store.session.c.account == found.id)
            if kind == one_time_code.RECOVERY:
                text = "your password was changed by a link that came by e-mail"
                notice.add(connection, found.id, "reset", text, now)
            account = Account(found.id, found.name, found.kind)
            return Proved(account, hashed, False, is_confirmed), ended

        done = await self._storage.write(reset_with_code)
        if isinstance(done, Refused):
            raise done
        proved, ended = done
        self.sessions.on_end(ended)
        return proved

    async def notices(self, account: Account) -> list[notice.Notice]:
        return await self._storage.read(notice.list_for, account.id)

    async def remove_notice(self, account: Account, id: int) -> None:
        if not await self._storage.write(notice.remove, account.id, id):
            raise Refused(RoomRefusal.NOT_FOUND)

    async def role(self, account: Account) -> Literal["admin"] | None:
        return "admin" if await self._stored(account, store.account.c.role) == ADMIN else None

    async def is_private(self, account: Account) -> bool:
        return bool(await self._stored(account, store.account.c.private))

    async def _stored(self, account: Account, column: ColumnElement[Any]) -> Any:
        return await self._storage.scalar(select(column).where(store.account.c.id == account.id))

    async def set_private(self, account: Account, value: bool) -> None:
        """Sets whether name and cards are hidden from everyone who did not play in the same hand.

        This applies to past hands as well.
        """
        here = store.account.c.id == account.id
        await self._storage.execute(update(store.account).where(here).values(private=value))

    async def prove(
        self, account: Account, password: str | None, address: str, mark: str | None = None
    ) -> None:
        """Requires the password again before a sensitive action.

        This protects an unlocked screen. Guests have no password and pass.
        """
        if account.kind != GUEST:
            await self._proved(account.name, password or "", address, mark)

    async def delete(self, account: Account) -> Account:
        """Deletes the account. Its chips go back to the bank; its hands stay without the name."""
        now = self._storage.now()
        ended = await self._storage.write(deletion.delete_account, account.id, now)
        self.sessions.on_end(ended)
        return Account(account.id, DELETED, account.kind)

    # Chips

    async def chips(self, account: Account) -> int:
        return await self._storage.read(ledger.balance, ledger.of_account(account.id))

    async def buy_chips(self, account: Account, asked_amount: int | None = None) -> int:
        """Credits free chips and returns the new balance.

        *asked_amount* is the number of chips, at most the room's refill, which is also the default.
        The room limits the number of refills per day; a further one is refused.
        """
        now = self._storage.now()
        most = self._settings.refill
        amount = most if asked_amount is None else asked_amount
        if not 1 <= amount <= most:
            raise Refused(RoomRefusal.UNREADABLE, f"from 1 to {most} chips at a time, not {amount}")
        book = ledger.of_account(account.id)

        def book_refill(connection: Connection) -> int:
            for n in range(REFILLS_A_DAY):
                key = f"refill:{account.id}:{now // DAY_MS}:{n}"
                if ledger.book(
                    connection, key, "refill", {ledger.BANK: -amount, book: amount}, now
                ):
                    return ledger.balance(connection, book)
            raise Refused(RoomRefusal.NO_MORE_REFILLS)

        return await self._storage.write(book_refill)

    async def is_booked(self, key: str) -> bool:
        return await self._storage.read(ledger.is_booked, key)

    async def refills_left(self, account: Account) -> int:
        """Number of refills that the account may still get today."""
        today = f"refill:{account.id}:{self._storage.now() // DAY_MS}:"
        had = await self._storage.scalar(
            select(func.count()).where(store.entry.c.key.startswith(today))
        )
        return max(0, REFILLS_A_DAY - int(had or 0))

    async def named(self, name: str) -> Account | None:
        who = store.account.c
        return await self._account(who.name_key == name_key(name), who.deleted.is_(None))

    async def with_id(self, id: int | None) -> Account | None:
        """Return the account, even if it is deleted, or None if there is none."""
        return await self._account(store.account.c.id == id)

    async def _account(self, *conditions: ColumnElement[bool]) -> Account | None:
        who = store.account.c
        row = await self._storage.first(select(who.id, who.name, who.kind).where(*conditions))
        return None if row is None else Account(*row)

    async def _hashed(self, password: str) -> str:
        if not 8 <= len(password) <= 200:
            raise Refused(RoomRefusal.BAD_PASSWORD)
        return await self._in_thread(HASHER.hash, password)

    async def _in_thread(self, function: Callable[..., Result], *arguments: str) -> Result:
        """Runs *function* in one of two threads, because hashing is slow and uses much memory on
        purpose.

        The event loop, and so the game, does not wait.
        """
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)
