"""A viewer is one connected client with its queue of outgoing messages."""

from __future__ import annotations

from collections.abc import Callable

from pokermasa.server.protocol.message import AnyMessage
from pokermasa.server.storage.account import Account
from pokermasa.server.table.event_log import write

TRY_AGAIN = 1013
"""Close codes of a WebSocket connection: the client may reconnect at once, or has to log in
again."""
LOGGED_OUT = 4401
OTHER_VERSION = 4426
"""Close codes of the connection."""


class Outbox:
    """A bounded queue of outgoing messages for one connection. A client that does not read its
    messages is disconnected when the queue is full, so that it delays nobody else."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: list[bytes] = []
        self.on_message: Callable[[], None] = lambda: None
        """Called after a message has been added."""
        self.on_cut: Callable[[], None] = lambda: None
        """Called once, when the connection is to be closed."""
        self.is_cut = False
        """Whether the connection is to be closed."""
        self.reason = ""
        self.code = TRY_AGAIN
        """Code with which the connection is closed."""
        self.is_idle = False
        """A flag that the heartbeat sets and every added message clears, so it shows whether the
        client was sent anything since the last heartbeat."""

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def put(self, message: bytes) -> None:
        """Adds a message that is already JSON text. Disconnects the client if the queue is full."""
        if self.is_cut:
            return
        if len(self._waiting) >= self._most:
            self.cut("too slow")
            return
        self._waiting.append(message)
        self.is_idle = False
        self.on_message()

    def tell(self, message: AnyMessage) -> None:
        """Adds a message."""
        self.put(write(message))

    def tell_first(self, message: AnyMessage) -> None:
        """Adds a message before all those that are waiting."""
        if not self.is_cut:
            self._waiting.insert(0, write(message))
            self.on_message()

    def take(self, most: int) -> list[bytes]:
        """Removes and returns up to *most* messages."""
        taken = self._waiting[:most]
        del self._waiting[:most]
        return taken

    def cut(self, reason: str, code: int = TRY_AGAIN) -> None:
        """Discards all messages and asks for the connection to be closed."""
        was_cut, self.is_cut = self.is_cut, True
        self.reason, self.code = reason, code
        self._waiting.clear()
        if not was_cut:
            self.on_cut()


class Viewer:
    """One client that watches a table or tournament. An account of None is a visitor without a
    login."""

    def __init__(self, account: Account | None, outbox: Outbox, session: str = "") -> None:
        self.account = account
        self.outbox = outbox
        self.session = session
        """Digest of the token of the login session that the client uses."""
        self.muted: set[int] = set()
        """Accounts whose chat this viewer does not want to see."""
        self.on_moved: Callable[[str], None] | None = None
        """Called with the id of a table or tournament that has moved to another process."""
        self.address = ""
        """Address of the client, in the form in which rate limits count it."""
        self.is_banned = False
        """Whether the account is banned from the room. It may finish the hand it is in and do
        nothing else."""

    @property
    def account_id(self) -> int | None:
        return None if self.account is None else self.account.id

    def lose(self, id: str, reason: str) -> None:
        """Handles that another process has taken over the table or tournament *id*. The connection
        is closed if nothing is registered in `on_moved`."""
        if self.on_moved is None:
            self.outbox.cut(reason)
        else:
            self.on_moved(id)
