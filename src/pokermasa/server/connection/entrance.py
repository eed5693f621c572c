"""Limits, the queue for clients without a login and blocked addresses.

Every request and every socket is checked against them before it is processed.
"""

from __future__ import annotations

from fastapi import FastAPI

from pokermasa.server.accounts.accounts import Accounts
from pokermasa.server.address import Networks
from pokermasa.server.clock import DAY, Clock
from pokermasa.server.connection.anonymous_queue import AnonymousQueue, KnownSessions
from pokermasa.server.connection.connection import PATIENCE
from pokermasa.server.connection.idempotency import StoredReplies
from pokermasa.server.connection.remote_tables import Links
from pokermasa.server.connection.socket_limit import SocketLimit
from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.measures import AddressKey, Measures
from pokermasa.server.rate_limit import RateLimits
from pokermasa.server.settings import Settings
from pokermasa.server.storage.account import GUEST, PERSON

FILES_A_REQUEST = 2
"""Number of files of the web client that are allowed for each request of `requests_a_second`."""
FILES_AT_ONCE = 5
"""Size of the burst allowed for files of the web client, in seconds of the steady rate."""


class Entrance:
    """The base of the application's `Services`: the part that the packages below `http` use.

    The attributes that are only declared are set when the room opens."""

    accounts: Accounts
    lobby: Lobby
    links: Links | None
    """Connections to tables of other processes; None in a room of one process."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.settings = settings
        self.clock = clock
        given, steady = settings.address_key, clock.steady
        key = AddressKey(
            given or settings.data / "address.key", lambda: clock.now() / 1000, given is not None
        )
        self.measures = Measures(key, steady)
        self.requests = RateLimits(settings.requests_a_second, steady)
        files = FILES_A_REQUEST * settings.requests_a_second
        self.files = RateLimits(files, steady, FILES_AT_ONCE * files)
        logins = settings.logins_a_minute
        self.logins = RateLimits(logins / 60, steady, max(10, logins / 2))
        new = settings.accounts_an_address
        self.newcomers = {kind: RateLimits(new / DAY, steady, new) for kind in (GUEST, PERSON)}
        self.messages = RateLimits(settings.acts_a_second, steady)
        self.patience = RateLimits(settings.acts_a_second, steady, PATIENCE)
        self.replies = StoredReplies()
        self.known = KnownSessions()
        self.anonymous_queue = AnonymousQueue()
        self.admission = SocketLimit(settings)

    @property
    def blocked(self) -> Networks:
        """Networks whose requests and sockets are refused."""
        raise NotImplementedError

    @property
    def limits(self) -> dict[str, RateLimits]:
        """Rate limits that are shared by all processes of the room."""
        return {
            "requests": self.requests,
            "logins": self.logins,
            "guests": self.newcomers[GUEST],
            "persons": self.newcomers[PERSON],
            "messages": self.messages,
            "patience": self.patience,
            "chat": self.lobby.chat.allowances,
        }


def entrance_of(app: FastAPI) -> Entrance:
    found: Entrance = app.state  # type: ignore[assignment]
    return found
