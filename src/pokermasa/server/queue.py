"""Who waits for a side: in order, each with the stack they will bring."""

from __future__ import annotations

from typing import NamedTuple

from pokermasa.masa import Side
from pokermasa.server.account import Account


class Waiting(NamedTuple):
    account: Account
    stack: int
    side: Side | None = None
    """The one they asked for; any will do with None."""
    posts: bool = False


class Queue:
    """The waiting list, and those who ask the host to be let in."""

    def __init__(self) -> None:
        self.waiting: list[Waiting] = []
        self.asking: dict[int, Account] = {}

    @property
    def names(self) -> list[str]:
        return [waiting.account.name for waiting in self.waiting]

    @property
    def asking_names(self) -> list[str]:
        return [account.name for account in self.asking.values()]

    def join(self, waiting: Waiting) -> None:
        """At the end; who waits already keeps the place and may change the rest."""
        for place, other in enumerate(self.waiting):
            if other.account.id == waiting.account.id:
                self.waiting[place] = waiting
                return
        self.waiting.append(waiting)

    def leave(self, account: int) -> bool:
        before = len(self.waiting)
        self.waiting = [w for w in self.waiting if w.account.id != account]
        return len(self.waiting) != before
