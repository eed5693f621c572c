"""Everybody who looks on at a masa, and how much each of them has heard."""

from __future__ import annotations

from typing import Any

from pokermasa.server.table.event_log import write
from pokermasa.server.table.viewer import Viewer


class Audience:
    def __init__(self) -> None:
        self.viewers: dict[Viewer, int] = {}
        """And the number of the last events each has heard."""
        self._by_account: dict[int, set[Viewer]] = {}

    def of(self, account: int) -> list[Viewer]:
        return list(self._by_account.get(account, ()))

    def has(self, account: int) -> bool:
        return account in self._by_account

    def enter(self, viewer: Viewer, heard: int) -> None:
        if viewer.account_id is not None:
            self._by_account.setdefault(viewer.account_id, set()).add(viewer)
        self.viewers[viewer] = heard

    def leave(self, viewer: Viewer) -> bool:
        """True if it was the last viewer of its account."""
        self.viewers.pop(viewer, None)
        here = self._by_account.get(viewer.account_id or 0)
        if here is None:
            return False
        here.discard(viewer)
        if here:
            return False
        del self._by_account[viewer.account_id or 0]
        return True

    def to(self, account: int, message: dict[str, Any]) -> None:
        for viewer in self.of(account):
            viewer.outbox.tell(message)

    def tell_all(self, message: dict[str, Any]) -> None:
        """Something that has no number and is not told again."""
        text = write(message)
        for viewer in self.viewers:
            viewer.outbox.put(text)
