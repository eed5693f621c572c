"""The viewers of a masa, and how many event batches each of them has received."""

from __future__ import annotations

from pokermasa.server.protocol.message import AnyMessage
from pokermasa.server.table.event_log import write
from pokermasa.server.table.viewer import Viewer


class Audience:
    """The players and spectators who are connected to one masa."""

    def __init__(self) -> None:
        self.viewers: dict[Viewer, int] = {}
        """Each viewer with the number of the last event batch that was sent to it."""
        self._by_account: dict[int, set[Viewer]] = {}

    def find(self, account: int) -> list[Viewer]:
        """Return all viewers of the account."""
        return list(self._by_account.get(account, ()))

    def has(self, account: int) -> bool:
        """Return whether the account is connected here."""
        return account in self._by_account

    def enter(self, viewer: Viewer, last_seq: int) -> None:
        """Adds a viewer that has received the events up to the number *last_seq*."""
        if viewer.account_id is not None:
            self._by_account.setdefault(viewer.account_id, set()).add(viewer)
        self.viewers[viewer] = last_seq

    def leave(self, viewer: Viewer) -> bool:
        """Removes a viewer. Returns True if it was the last viewer of its account."""
        self.viewers.pop(viewer, None)
        here = self._by_account.get(viewer.account_id or 0)
        if here is None:
            return False
        here.discard(viewer)
        if here:
            return False
        del self._by_account[viewer.account_id or 0]
        return True

    def to(self, account: int, message: AnyMessage) -> None:
        """Sends a message to all viewers of the account."""
        for viewer in self.find(account):
            viewer.outbox.tell(message)

    def tell_all(self, message: AnyMessage) -> None:
        """Sends all viewers a message that has no number and is not repeated after a
        reconnection."""
        text = write(message)
        for viewer in self.viewers:
            viewer.outbox.put(text)
