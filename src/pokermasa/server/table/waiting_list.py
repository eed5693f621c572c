"""The waiting list of a table: players who wait for a side or for approval, and blinds for the next
hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pokermasa.masa import Side
from pokermasa.rules import Blinds
from pokermasa.server.storage.account import Account


class Waiting(NamedTuple):
    """One account on the waiting list, with the stack in chips that it will bring."""

    account: Account
    stack: int
    side: Side | None = None
    """The side that the player asked for. None means any side."""
    posts: bool = False
    """Whether the player posts a big blind to be dealt in at once."""


class WaitingList(NamedTuple):
    """The waiting list of one table. It is stored with the masa, so that players keep their places
    after a restart."""

    waiting: tuple[Waiting, ...] = ()
    """Accounts that wait for a side, the first in line first."""
    asking: tuple[Account, ...] = ()
    """Accounts that wait for the host's approval to play here."""
    blinds: Blinds | None = None
    """Blinds that the host has set for the next hand on, or None."""

    def has(self, account: Account) -> bool:
        """Return whether the account waits for a side."""
        return any(waiting.account == account for waiting in self.waiting)

    def joined(self, waiting: Waiting) -> WaitingList:
        """Return the list with this entry at the end. An account that already waits keeps its place
        with the new data."""
        if self.has(waiting.account):
            changed = [waiting if w.account == waiting.account else w for w in self.waiting]
            return self._replace(waiting=tuple(changed))
        return self._replace(waiting=(*self.waiting, waiting))

    def left(self, account: Account) -> WaitingList:
        """Return the list without the account among those who wait for a side."""
        return self._replace(waiting=tuple([w for w in self.waiting if w.account != account]))

    def asked(self, account: Account) -> WaitingList:
        """Return the list with the account among those who wait for approval."""
        return self if account in self.asking else self._replace(asking=(*self.asking, account))

    def answered(self, account: Account) -> WaitingList:
        """Return the list without the account among those who wait for approval."""
        return self._replace(asking=tuple([a for a in self.asking if a != account]))

    def renamed(self, account: Account) -> WaitingList:
        """Return the list with the account's new name."""
        return self._replace(
            waiting=tuple(
                [w._replace(account=account) if w.account == account else w for w in self.waiting]
            ),
            asking=tuple([account if a == account else a for a in self.asking]),
        )

    # Stored form, with account numbers in place of accounts

    def to_data(self) -> dict[str, Any]:
        return {
            "waiting": [[w.account.id, w.stack, w.side, w.posts] for w in self.waiting],
            "asking": [account.id for account in self.asking],
            "blinds": self.blinds,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any], accounts: Mapping[int, Account]) -> WaitingList:
        """Return the stored list. Entries of accounts that no longer exist are left out."""
        return cls(
            tuple([Waiting(accounts[a], *rest) for a, *rest in data["waiting"] if a in accounts]),
            tuple([accounts[id] for id in data["asking"] if id in accounts]),
            None if data["blinds"] is None else Blinds(*data["blinds"]),
        )

    @staticmethod
    def accounts_in(data: Mapping[str, Any]) -> set[int]:
        """Return the numbers of all accounts in the stored list."""
        return {account for account, *_ in data["waiting"]} | set(data["asking"])
