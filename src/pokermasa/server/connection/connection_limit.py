"""Limits the number and the waiting time of HTTP connections.

Sockets are counted elsewhere. A connection waits for its client while a request is incomplete, an
answer is unread, or no request is made. It is closed when its time is over, or earlier if a new
client needs the place: slow clients make room for active ones.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


def _nothing() -> None:
    pass


class HeldConnection:
    """One connection, from the moment it is accepted until it is closed or becomes a socket."""

    __slots__ = ("_all", "address", "deadline", "give_up", "is_gone")

    def __init__(self, all: ConnectionLimit, address: str | None) -> None:
        self._all = all
        self.address = address
        self.deadline = 0.0
        self.is_gone = False
        self.give_up: Callable[[], None] = _nothing

    def wait(self, milliseconds: int) -> None:
        """Starts the time limit within which the client has to send or read."""
        if not self.is_gone:
            self.deadline = monotonic() + milliseconds / 1000
            self._all.waiting.pop(self, None)
            self._all.waiting[self] = None

    def stop_waiting(self) -> None:
        """Stops the time limit while the room processes the request."""
        self._all.waiting.pop(self, None)

    def leave(self) -> None:
        self._all.forget(self)


class ConnectionLimit:
    def __init__(self, most: int, an_address: int) -> None:
        self._most = most
        self._an_address = an_address
        self._by_address: dict[str | None, dict[HeldConnection, None]] = {}
        self._count = 0
        self.waiting: dict[HeldConnection, None] = {}
        """Connections that wait for their client, longest wait first."""

    def __len__(self) -> int:
        return self._count

    def enter(self, address: str | None) -> HeldConnection | None:
        """Return a new connection, or None if the limit is reached and no connection can be closed.

        *address* is None for a proxy, because many clients share its address.
        """
        same = self._by_address.get(address, {})
        if address is not None and len(same) >= self._an_address:
            slow = next((connection for connection in same if connection in self.waiting), None)
            if slow is None:
                return None
            self._give_up(slow)
        elif self._count >= self._most and not self.make_room():
            return None
        connection = HeldConnection(self, address)
        self._by_address.setdefault(address, {})[connection] = None
        self._count += 1
        return connection

    def make_room(self) -> bool:
        """Closes the connection that has waited for its client longest. False if there is none."""
        slow = next(iter(self.waiting), None)
        if slow is not None:
            self._give_up(slow)
        return slow is not None

    def sweep(self) -> None:
        """Closes the connections whose time limit has passed."""
        now = monotonic()
        for connection in [connection for connection in self.waiting if connection.deadline <= now]:
            self._give_up(connection)

    def _give_up(self, connection: HeldConnection) -> None:
        give_up = connection.give_up
        self.forget(connection)
        give_up()

    def forget(self, connection: HeldConnection) -> None:
        if connection.is_gone:
            return
        connection.is_gone = True
        connection.give_up = _nothing  # Breaks the reference cycle with the connection.
        self.waiting.pop(connection, None)
        same = self._by_address[connection.address]
        del same[connection]
        self._count -= 1
        if not same:
            del self._by_address[connection.address]
