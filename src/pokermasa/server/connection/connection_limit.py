"""Connections that are no sockets yet: how many there may be, for how long, and who makes room.

A connection whose request is half sent, whose answer is not read, or over which nothing is asked
waits for its client. It is given up when its time is over, and sooner if somebody new needs the
place: so those who stall make room for those who ask, and nobody has to be turned away for them.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


def _nothing() -> None:
    pass


class HeldConnection:
    """One connection, from the moment it is accepted until it is gone or has become a socket."""

    __slots__ = ("_all", "address", "deadline", "give_up", "is_gone")

    def __init__(self, all: ConnectionLimit, address: str | None) -> None:
        self._all = all
        self.address = address
        self.deadline = 0.0
        self.is_gone = False
        self.give_up: Callable[[], None] = _nothing

    def wait(self, milliseconds: int) -> None:
        """It is the client's turn from now on, and no longer than that."""
        if not self.is_gone:
            self.deadline = monotonic() + milliseconds / 1000
            self._all.waiting.pop(self, None)
            self._all.waiting[self] = None

    def work(self) -> None:
        """It is the room's turn."""
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
        """Those that keep the room waiting, the longest first."""

    def __len__(self) -> int:
        return self._count

    def enter(self, address: str | None) -> HeldConnection | None:
        """None if there is no place; no address for a proxy, behind which there are many."""
        same = self._by_address.get(address, {})
        if address is not None and len(same) >= self._an_address:
            slow = next((held for held in same if held in self.waiting), None)
            if slow is None:
                return None
            self._give_up(slow)
        elif self._count >= self._most and not self.make_room():
            return None
        held = HeldConnection(self, address)
        self._by_address.setdefault(address, {})[held] = None
        self._count += 1
        return held

    def make_room(self) -> bool:
        """Whoever has kept the room waiting for longest goes."""
        slow = next(iter(self.waiting), None)
        if slow is not None:
            self._give_up(slow)
        return slow is not None

    def sweep(self) -> None:
        """Those whose time is over go."""
        now = monotonic()
        for held in [held for held in self.waiting if held.deadline <= now]:
            self._give_up(held)

    def _give_up(self, held: HeldConnection) -> None:
        give_up = held.give_up
        self.forget(held)
        give_up()

    def forget(self, held: HeldConnection) -> None:
        if held.is_gone:
            return
        held.is_gone = True
        held.give_up = _nothing  # it holds the connection, which holds this
        self.waiting.pop(held, None)
        same = self._by_address[held.address]
        del same[held]
        self._count -= 1
        if not same:
            del self._by_address[held.address]
