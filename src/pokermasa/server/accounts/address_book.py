"""Remembers the addresses that accounts used in the last 30 days, as keyed hashes.

Operators can see which accounts share an address. The key is not in the database: see measures.py.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from sqlalchemy import Connection, insert, update
from sqlalchemy.exc import IntegrityError

from pokermasa.server.address import parsed
from pokermasa.server.clock import DAY_MS
from pokermasa.server.refusal import Refused
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.database.storage import Storage

DAYS = 30
REMEMBERED = 10_000
_use = store.address_use.c


class AddressBook:
    def __init__(self, storage: Storage, hashed: Callable[[str], str]) -> None:
        self._storage = storage
        self._hashed = hashed
        self._noted: set[tuple[int, str]] = set()
        self._day = 0

    def key(self, address: str) -> str | None:
        """Return the keyed hash of *address*, or None for this machine."""
        return self._hashed(address) if _is_elsewhere(address) else None

    async def note(self, account: int, address: str) -> None:
        """Stores the use of *address* by the account, at most once a day.

        A failure to store it is ignored, so that it keeps no player out.
        """
        hashed = self.key(address)
        if hashed is None:
            return
        now = self._storage.now()
        if now // DAY_MS != self._day or len(self._noted) >= REMEMBERED:
            self._noted.clear()
            self._day = now // DAY_MS
        if (account, hashed) in self._noted:
            return

        def store_use(connection: Connection) -> None:
            here = (_use.account == account) & (_use.address == hashed)
            seen = connection.execute(update(store.address_use).where(here).values(last=now))
            if seen.rowcount:
                return
            row = {"account": account, "address": hashed, "first": now, "last": now}
            with contextlib.suppress(IntegrityError), connection.begin_nested():
                # Another process may have inserted the row meanwhile.
                connection.execute(insert(store.address_use).values(row))

        with contextlib.suppress(Refused):
            await self._storage.write(store_use)
            self._noted.add((account, hashed))


def _is_elsewhere(address: str) -> bool:
    """Whether the address is not this machine's.

    A proxy on this machine that does not forward client addresses would otherwise count as one
    client.
    """
    found = parsed(address.partition("/")[0])
    return found is not None and not found.is_loopback
