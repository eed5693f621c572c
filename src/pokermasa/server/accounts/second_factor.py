"""Second factor of the login: a TOTP code or a recovery code, in addition to the password.

The TOTP secret is stored as it is, because the room must compute the same codes; only the
protection of the database protects it. Recovery codes are stored as digests. Wrong codes are
counted per account in the database, so that other processes and restarts give no new tries.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from pokermasa.server.accounts import login_delay, totp
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import notice, one_time_code
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.database.storage import Storage

CODES = 10
"""Number of recovery codes. Each works once."""
CODE_GROUPS = 3
"""Number of letter groups in a recovery code. Three have 74 bits, too many to guess even with the
digests."""
SETTING_UP = 3600 * 1000
"""Time in milliseconds to confirm a new TOTP secret with a code. After that the secret is
discarded."""
KIND = "second_factor"
"""Kind of the notices about the second factor."""
_factor, _recovery = store.second_factor.c, store.recovery_code.c


class SecondFactor(NamedTuple):
    since: int | None
    """Time of the confirmation in Unix milliseconds. Null if there is no second factor."""
    codes_left: int


def load(connection: Connection, account: int) -> SecondFactor:
    since = select(_factor.confirmed).where(_factor.account == account)
    left = select(func.count()).where(_recovery.account == account)
    return SecondFactor(
        connection.execute(since).scalar(), int(connection.execute(left).scalar() or 0)
    )


def set_up(connection: Connection, account: int, now: int) -> str:
    """Store and return a new secret. It is not required at login until `confirm`.

    Refused if the account has a second factor already.
    """
    row = _row(connection, account)
    if row is not None and row.confirmed is not None:
        raise Refused(RoomRefusal.NOT_ALLOWED, "there is a second factor: turn it off first")
    drop(connection, account)
    secret = totp.new_secret()
    connection.execute(
        insert(store.second_factor).values(
            account=account,
            secret=secret,
            made=now,
            last_step=0,
            tries=0,
            until=0,
        )
    )
    return secret


def confirm(connection: Connection, account: int, code: str, now: int) -> list[str]:
    """Activates the second factor and returns its recovery codes.

    *code* proves that the phone has the secret. Refused after `SETTING_UP`.
    """
    row = _row(connection, account)
    if row is None or row.confirmed is not None or now - row.made > SETTING_UP:
        raise Refused(RoomRefusal.NOT_FOUND, "start the setup again")
    step = totp.step_of(row.secret, _digits(code), now, 0)
    if step is None:
        raise Refused(RoomRefusal.WRONG_CODE)
    _set(connection, account, confirmed=now, last_step=step)
    notice.add(connection, account, KIND, "your account has a second factor now", now)
    return new_codes(connection, account)


def new_codes(connection: Connection, account: int) -> list[str]:
    """Return new recovery codes. The old ones become invalid."""
    connection.execute(delete(store.recovery_code).where(_recovery.account == account))
    codes = [one_time_code.new(CODE_GROUPS) for _ in range(CODES)]
    rows = [{"account": account, "digest": one_time_code.digest(code)} for code in codes]
    connection.execute(insert(store.recovery_code), rows)
    return codes


def drop(connection: Connection, account: int) -> bool:
    """Removes the second factor. False if there was none."""
    connection.execute(delete(store.recovery_code).where(_recovery.account == account))
    here = _factor.account == account
    return connection.execute(delete(store.second_factor).where(here)).rowcount == 1


def check(connection: Connection, account: int, code: str | None, now: int) -> Refused | None:
    """Verify *code* and use it up. Return None if it is correct or no second factor is active.

    A refusal is returned, not raised: an exception would roll back the count of wrong codes.
    """
    row = _row(connection, account)
    if row is None or row.confirmed is None:
        return None
    if not code or not code.strip():
        return Refused(RoomRefusal.SECOND_FACTOR_NEEDED)
    if now < row.until:
        wait = math.ceil((row.until - now) / 1000)
        return Refused(RoomRefusal.TOO_MANY_TRIES, f"again in {wait} s")
    step = totp.step_of(row.secret, _digits(code), now, row.last_step)
    if step is not None:
        _set(connection, account, last_step=step, tries=0, until=0)
        return None
    here = (_recovery.account == account) & (_recovery.digest == one_time_code.digest(code))
    if connection.execute(delete(store.recovery_code).where(here)).rowcount == 1:
        _set(connection, account, tries=0, until=0)
        left = load(connection, account).codes_left
        notice.add(connection, account, KIND, f"a recovery code was used: {left} are left", now)
        return None
    tries = 1 if now - row.until > 1000 * login_delay.FORGOTTEN else row.tries + 1
    wait = login_delay.wait_after(tries, login_delay.LOGIN_TRIES)
    _set(connection, account, tries=tries, until=now + wait)
    if tries == login_delay.LOGIN_TRIES:
        text = "somebody who has your password gave wrong codes; if it was not you, change it"
        notice.add(connection, account, KIND, text, now)
    return Refused(RoomRefusal.WRONG_CODE)


def _row(connection: Connection, account: int) -> Any:
    """Return the second factor's row, locked against concurrent changes until the commit."""
    here = _factor.account == account
    return connection.execute(select(store.second_factor).where(here).with_for_update()).first()


def _set(connection: Connection, account: int, **values: Any) -> None:
    here = _factor.account == account
    connection.execute(update(store.second_factor).where(here).values(**values))


def _digits(code: str) -> str:
    """Return *code* without the blank that phones show in the middle.

    >>> _digits(" 123 456")
    '123456'
    """
    return "".join(code.split())


class SecondFactors:
    """Second factors of all accounts, for use in the running room."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def load(self, account: Account) -> SecondFactor:
        return await self._storage.read(load, account.id)

    async def verify(self, account: Account, code: str | None) -> bool:
        """Verify the code of a login.

        Raises `Refused` if it is wrong. False if the account has no second factor.
        """
        if (await self.load(account)).since is None:
            return False
        now = self._storage.now()
        refused = await self._storage.write(check, account.id, code, now)
        if refused is not None:
            raise refused
        return True

    async def set_up(self, account: Account) -> str:
        """Return a new secret. It cannot be shown again."""
        now = self._storage.now()
        return await self._storage.write(set_up, account.id, now)

    async def confirm(self, account: Account, code: str) -> list[str]:
        """Activates the second factor and returns its recovery codes, which cannot be shown
        again."""
        now = self._storage.now()
        return await self._storage.write(confirm, account.id, code, now)

    async def new_codes(self, account: Account, code: str) -> list[str]:
        if not await self.verify(account, code):
            raise Refused(RoomRefusal.NO_SECOND_FACTOR)
        return await self._storage.write(new_codes, account.id)

    async def end(self, account: Account, code: str) -> None:
        if not await self.verify(account, code):
            raise Refused(RoomRefusal.NO_SECOND_FACTOR)
        now = self._storage.now()

        def drop_factor(connection: Connection) -> None:
            drop(connection, account.id)
            text = "your account has no second factor any more"
            notice.add(connection, account.id, KIND, text, now)

        await self._storage.write(drop_factor)
