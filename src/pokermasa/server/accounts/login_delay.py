"""Wrong passwords cost time, more each time, and only whoever gave them.

Tries are counted for an account *and* where they come from: an address, or a browser that has
logged in to the account before. So nobody's wrong passwords keep another out: who tries from
elsewhere has tries of their own, and a browser that was here before has them even at the same
address. Against guesses from many addresses, an account that has seen many of them lets each
address that it does not know try once, instead of a few times, before the waiting begins.
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
from pokermasa.server.rate_limit import KEPT, RateLimits
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
"""Seconds after which wrong passwords do not count any more."""


def wait_after(tries: int, free: int) -> int:
    """Milliseconds until the next try; with the first *free* ones nobody waits.

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
    """When the next one may be made."""


class Guesses:
    def __init__(self, steady: Callable[[], float]) -> None:
        self._steady = steady
        self._wrong: OrderedDict[tuple[str, str], Wrong] = OrderedDict()
        self.on_try: Callable[[str, str, int, bool], None] | None = None
        """Where there are other processes: told of each try, which one in a row it is (0: it was
        right), and whether it came from a browser that the account knows."""
        self._calm = RateLimits(LOGIN_ALARM / HOUR, steady, LOGIN_ALARM)

    def begin(self, account: str, who: str, is_known: bool) -> None:
        """One more try, wrong until it has proved right: many at once are as many tries."""
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
        while len(self._wrong) > KEPT:
            self._wrong.popitem(last=False)

    def right(self, account: str, who: str) -> None:
        if self._wrong.pop((account, who), None) is not None and self.on_try is not None:
            self.on_try(account, who, 0, True)

    def hear(self, account: str, who: str, tries: int, is_known: bool) -> None:
        """A try at another process counts as one here."""
        if not tries:
            self._wrong.pop((account, who), None)
            return
        is_calm = is_known or self._calm.take(account)
        had = self._wrong.pop((account, who), Wrong(0, 0.0)).tries
        # Two at once, at two processes, are two.
        self._note(account, who, max(tries, had + 1), is_calm)


# A browser that has logged in keeps a mark, which its account knows until the password changes.


def make_mark(account: int, password: str) -> str:
    """*password* is the account's hash: nobody else can make such a mark, and nothing is stored."""
    id = secrets.token_urlsafe(12)
    return f"{id}.{_seal(account, password, id)}"


def device(mark: str | None, account: int, password: str) -> str | None:
    """Which browser of the account's it is; None if it is none."""
    id, _, seal = (mark or "").partition(".")
    true = _seal(account, password, id)
    return id if hmac.compare_digest(seal.encode(), true.encode()) else None


def _seal(account: int, password: str, id: str) -> str:
    return hmac.new(password.encode(), f"{account}:{id}".encode(), hashlib.sha256).hexdigest()
