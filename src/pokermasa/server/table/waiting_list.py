"""What waits at a table: people for a side or for the host's word, blinds for the next hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pokermasa.masa import Side
from pokermasa.rules import Blinds
from pokermasa.server.storage.account import Account


class Waiting(NamedTuple):
    account: Account
    stack: int
    side: Side | None = None
    """The one they asked for; any will do with None."""
    posts: bool = False


class WaitingList(NamedTuple):
    """Kept with the masa, so that a restart costs nobody a place."""

    waiting: tuple[Waiting, ...] = ()
    """In order, each with the stack they will bring."""
    asking: tuple[Account, ...] = ()
    """Who asks the host to be let in."""
    blinds: Blinds | None = None
    """The host's, from the next hand on."""

    def has(self, account: Account) -> bool:
        return any(waiting.account == account for waiting in self.waiting)

    def joined(self, waiting: Waiting) -> WaitingList:
        """At the end; who waits already keeps the place and may change the rest."""
        if self.has(waiting.account):
            changed = [waiting if w.account == waiting.account else w for w in self.waiting]
            return self._replace(waiting=tuple(changed))
        return self._replace(waiting=(*self.waiting, waiting))

    def left(self, account: Account) -> WaitingList:
        return self._replace(waiting=tuple([w for w in self.waiting if w.account != account]))

    def asked(self, account: Account) -> WaitingList:
        return self if account in self.asking else self._replace(asking=(*self.asking, account))

    def answered(self, account: Account) -> WaitingList:
        return self._replace(asking=tuple([a for a in self.asking if a != account]))

    def renamed(self, account: Account) -> WaitingList:
        return self._replace(
            waiting=tuple(
                [w._replace(account=account) if w.account == account else w for w in self.waiting]
            ),
            asking=tuple([account if a == account else a for a in self.asking]),
        )

    # As it is kept: accounts by number

    def to_data(self) -> dict[str, Any]:
        return {
            "waiting": [[w.account.id, w.stack, w.side, w.posts] for w in self.waiting],
            "asking": [account.id for account in self.asking],
            "blinds": self.blinds,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any], accounts: Mapping[int, Account]) -> WaitingList:
        """Without those whose account is gone."""
        return cls(
            tuple([Waiting(accounts[a], *rest) for a, *rest in data["waiting"] if a in accounts]),
            tuple([accounts[id] for id in data["asking"] if id in accounts]),
            None if data["blinds"] is None else Blinds(*data["blinds"]),
        )

    @staticmethod
    def accounts_in(data: Mapping[str, Any]) -> set[int]:
        return {account for account, *_ in data["waiting"]} | set(data["asking"])
