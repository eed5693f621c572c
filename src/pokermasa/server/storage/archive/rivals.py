"""Which accounts count as opponents of each other on leaderboards.

An account counts as an opponent if it is registered (no guest, not deleted) and came from other
addresses. Otherwise a player could win against an own guest, or an own second account. Addresses
are known for 30 days, as keyed hashes, and not for this machine.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, select

from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import HOUSE, PERSON

AT_ONCE = 500
"""Accounts looked up in one query."""


class Rivals(NamedTuple):
    """Kinds and recent addresses of some accounts."""

    house: frozenset[int]
    registered: frozenset[int]
    addresses: Mapping[int, frozenset[str]]
    """Keyed hashes by account; accounts without a known address are left out."""

    @classmethod
    def among(cls, connection: Connection, accounts: Collection[int]) -> Rivals:
        who, use = store.account.c, store.address_use.c
        house, registered = set(), set()
        addresses: dict[int, set[str]] = defaultdict(set)
        ids = sorted(set(accounts))
        for first in range(0, len(ids), AT_ONCE):
            some = ids[first : first + AT_ONCE]
            kinds = select(who.id, who.kind, who.deleted).where(who.id.in_(some))
            for row in connection.execute(kinds):
                if row.kind == HOUSE:
                    house.add(row.id)
                elif row.kind == PERSON and row.deleted is None:
                    registered.add(row.id)
            used = select(use.account, use.address).where(use.account.in_(some))
            for account, address in connection.execute(used):
                addresses[account].add(address)
        found = {account: frozenset(used) for account, used in addresses.items()}
        return cls(frozenset(house), frozenset(registered), found)

    def opponents(self, account: int, others: Iterable[int]) -> set[int]:
        """Return those of *others* who count as opponents of *account*."""
        own = self.addresses.get(account, frozenset())
        return {
            other
            for other in others
            if other != account
            and other in self.registered
            and own.isdisjoint(self.addresses.get(other, ()))
        }

    def in_game(self, accounts: Collection[int]) -> set[int]:
        """Return the accounts for whom a tournament with these entrants counts.

        It counts for a registered player if nobody else in it came from one of the player's
        addresses, and at least half of the other people are registered. It counts for house bots
        if it counts for somebody.
        """
        people = set(accounts) - self.house
        registered = people & self.registered
        users = Counter(one for account in people for one in self.addresses.get(account, ()))
        found = set()
        for account in registered:
            shares = any(users[one] > 1 for one in self.addresses.get(account, ()))
            if not shares and 2 * (len(registered) - 1) >= len(people) - 1 > 0:
                found.add(account)
        return found | (set(accounts) & self.house if found else set())


def payments(won: Mapping[int, float]) -> Iterable[tuple[int, int, float]]:
    """Yield payer, winner and amount of each payment in one hand. With several winners, each
    payment is split in proportion to the winnings."""
    total = sum(amount for amount in won.values() if amount > 0)
    if total <= 0:
        return
    for payer, lost in won.items():
        if lost < 0:
            for winner, gained in won.items():
                if gained > 0:
                    yield payer, winner, -lost * gained / total
