"""Delays logins after wrong passwords, per account and source.

A source is an address, or a browser that has logged in to the account before. Wrong passwords from
one source therefore never lock out the owner at another one, not even from the same address if the
browser is known. If an account gets many wrong passwords from many addresses, an unknown address
has only one try before the delay starts.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from pokermasa.server.clock import HOUR
from pokermasa.server.rate_limit import MOST_KEYS, RateLimits
from pokermasa.server.refusal import Refused, RoomRefusal

LOGIN_TRIES = 5
"""Number of wrong passwords allowed per account and address, or per known browser, before the login
delay starts. The last of them is already followed by `LOGIN_DELAY_MS`."""
LOGIN_DELAY_MS = 1_000
"""First login delay in milliseconds. It doubles with every further wrong password. A login before
the end of the delay is refused with `TOO_MANY_TRIES`."""
LONGEST_LOGIN_DELAY_MS = 900_000
"""Upper limit of the login delay, in milliseconds."""
LOGIN_ALARM = 50
"""Number of wrong passwords per account in one hour, from all addresses together. Beyond it, an
address that the account does not know has one try before the login delay starts."""
FORGOTTEN = 24 * HOUR
"""Time in seconds after which wrong passwords are forgotten."""


def wait_after(tries: int, free: int) -> int:
    """Return the delay before the next try in milliseconds. It is 0 until *free* tries are used.

    >>> [wait_after(tries, 5) for tries in (4, 5, 6, 7, 99)]
    [0, 1000, 2000, 4000, 900000]
    """
    late = tries - free
    if late < 0:
        return 0
    return min(LOGIN_DELAY_MS << min(late, 60), LONGEST_LOGIN_DELAY_MS)


class Wrong(NamedTuple):
    tries: int
    until: float
    """Time on the steady clock, in seconds, at which the next try is allowed."""


class Guesses:
    def __init__(self, steady: Callable[[], float]) -> None:
        self._steady = steady
        self._wrong: OrderedDict[tuple[str, str], Wrong] = OrderedDict()
        self.on_try: Callable[[str, str, int, bool], None] | None = None
        """Callback for each try, to inform the other processes of the room.

        It gets the account, the source, the number of wrong passwords in a row (0 after a correct
        one), and whether the browser is known.
        """
        self._calm = RateLimits(LOGIN_ALARM / HOUR, steady, LOGIN_ALARM)

    def begin(self, account: str, who: str, is_known: bool) -> None:
        """Counts a try as wrong before the password is verified; `right` takes it back.

        Tries made at the same time are therefore all counted. Refused during a delay.
        """
        now = self._steady()
        tries, until = self._wrong.pop((account, who), Wrong(0, now))
        if now < until:
            self._wrong[account, who] = Wrong(tries, until)
            raise Refused(RoomRefusal.TOO_MANY_TRIES, f"again in {math.ceil(until - now)} s")
        tries = 1 if now - until > FORGOTTEN else tries + 1
        is_calm = is_known or self._calm.take(account)
        self._note(account, who, tries, is_calm)
        if self.on_try is not None:
            self.on_try(account, who, tries, is_known)

    def _note(self, account: str, who: str, tries: int, is_calm: bool) -> None:
        free = LOGIN_TRIES if is_calm else 1
        until = self._steady() + wait_after(tries, free) / 1000
        self._wrong[account, who] = Wrong(tries, until)
        while len(self._wrong) > MOST_KEYS:
            self._wrong.popitem(last=False)

    def right(self, account: str, who: str) -> None:
        if self._wrong.pop((account, who), None) is not None and self.on_try is not None:
            self.on_try(account, who, 0, True)

    def hear(self, account: str, who: str, tries: int, is_known: bool) -> None:
        """Counts a try that was made at another process."""
        if not tries:
            self._wrong.pop((account, who), None)
            return
        is_calm = is_known or self._calm.take(account)
        had = self._wrong.pop((account, who), Wrong(0, 0.0)).tries
        # Two tries at the same moment at two processes count as two.
        self._note(account, who, max(tries, had + 1), is_calm)


# A browser that has logged in keeps a cookie, which is valid until the password changes.


def make_mark(account: int, password: str) -> str:
    """Return a cookie signed with *password*, the stored password hash.

    Only the room can make one, and the room does not store it.
    """
    id = secrets.token_urlsafe(12)
    return f"{id}.{_seal(account, password, id)}"


def device(mark: str | None, account: int, password: str) -> str | None:
    """Return the id of the browser that holds the cookie *mark*; None if it is not valid."""
    id, _, seal = (mark or "").partition(".")
    true = _seal(account, password, id)
    return id if hmac.compare_digest(seal.encode(), true.encode()) else None


def _seal(account: int, password: str, id: str) -> str:
    return hmac.new(password.encode(), f"{account}:{id}".encode(), hashlib.sha256).hexdigest()
