"""Limits the number of open sockets.

Clients without a login share a small part and accounts a larger one. A seated player is admitted
while any socket is free.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable

from pokermasa.server.settings import Settings

RESERVED_SHARE = 0.1
"""Part of `most_sockets` that is kept for players who have a seat somewhere. Everybody else is
refused while no more than these sockets are free."""
STRANGERS_SHARE = 0.2
"""Part of `most_sockets` that clients without a login may hold. Further ones are refused."""
SOCKETS_AN_ACCOUNT = 30
"""Number of sockets that one account may hold open, from all its addresses. One more is refused."""
STRANGER = "stranger"
ACCOUNT = "account"
SEATED = "seated"


class SocketLimit:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._open: Counter[Hashable] = Counter()
        """Number of open sockets by kind, by address and kind, and by account."""

    def __len__(self) -> int:
        return sum(self._open[kind] for kind in (STRANGER, ACCOUNT, SEATED))

    def enter(
        self, address: str, account: int | None, is_seated: Callable[[], bool]
    ) -> Callable[[], None] | None:
        """Counts a new socket and returns the function that releases it. None if it is refused."""
        kind = self._kind(address, account, is_seated)
        if kind is None:
            return None
        keys: list[Hashable] = [kind, (address, kind)]
        if account is not None:
            keys.append(account)
        self._open.update(keys)

        def leave() -> None:
            for key in keys:
                self._open[key] -= 1
                if not self._open[key]:
                    del self._open[key]

        return leave

    def _kind(self, address: str, account: int | None, is_seated: Callable[[], bool]) -> str | None:
        limits, total = self._settings, len(self)
        most = limits.most_sockets
        is_free = total < most - int(RESERVED_SHARE * most)
        if account is None:
            is_free &= self._open[STRANGER] < int(STRANGERS_SHARE * most)
            is_free &= self._open[address, STRANGER] < limits.sockets_an_address
            return STRANGER if is_free else None
        if self._open[account] >= SOCKETS_AN_ACCOUNT or total >= most:
            return None
        if is_free and self._open[address, ACCOUNT] < limits.sockets_an_address:
            return ACCOUNT
        return SEATED if is_seated() else None
