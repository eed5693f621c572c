"""Accepts connections in small batches, each within the connection limit.

asyncio's own server accepts up to 2000 connections at once, and logs an error for each when no
descriptor is left.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import ssl
from collections.abc import Callable
from time import perf_counter
from typing import Any

from pokermasa.server.address import Networks, counted
from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.connection import http_protocol
from pokermasa.server.connection.connection_limit import ConnectionLimit, HeldConnection
from pokermasa.server.connection.socket_passing import PassedSocket
from pokermasa.server.settings import Settings

BACKLOG = 2048
ANY_IPV6 = "::"
SLICE = 0.002
"""Maximum time in seconds for accepting connections without a break."""
BREAK = 0.003
"""Length of the break between two batches, in seconds. Players are served during the break."""
FIRST = 8
"""Initial size of a batch."""
LATE = 0.02
"""Delay in seconds of the end of a break that shows that the process is overloaded. The size of a
batch is then halved."""
MOST = 64
"""Maximum size of a batch. A batch grows by one after each break that ends in time while more
connections wait."""
HANDSHAKE = 0.001
"""Estimated time of a later TLS handshake, in seconds. It counts against `SLICE`."""
NO_DESCRIPTOR = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
TLS_CLOSING = 2.0
ONE_LISTENER = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
"""On Windows, SO_REUSEADDR would let a second program listen at the same port."""
Make = Callable[[HeldConnection, PassedSocket | None], asyncio.Protocol]

log = logging.getLogger(__name__)


class CannotListen(OSError):
    """Raised when the room cannot listen at its address. The message can be shown to the
    operator."""


def bind(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen at *host*, on one port. `::` is every address of this machine, IPv4 too;
    each family has a socket of its own, so that an IPv4 client keeps its IPv4 address."""
    try:
        found = socket.getaddrinfo(
            None if host == ANY_IPV6 else host or None,
            port,
            type=socket.SOCK_STREAM,
            flags=socket.AI_PASSIVE,
        )
    except (OSError, UnicodeError):
        raise CannotListen(f"there is no address {host!r} on this machine") from None
    if host == ANY_IPV6:
        # The first address is the one that is shown.
        found.sort(key=lambda one: one[0] != socket.AF_INET6)
    bound: list[socket.socket] = []
    for family, kind, number, _, where in dict.fromkeys(found):
        one = socket.socket(family, kind, number)
        bound.append(one)
        try:
            one.setsockopt(socket.SOL_SOCKET, ONE_LISTENER, 1)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            if bound[:-1] and port == 0:  # the free port that the first one was given
                where = (where[0], bound[0].getsockname()[1], *where[2:])
            one.bind(where)
            # Two rooms may bind to one port; only one of them may listen there.
            one.listen(BACKLOG)
        except OSError as error:
            for other in bound:
                other.close()
            raise CannotListen(_why(error, host, port)) from None
    return bound


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use by another program: choose one with --port"
    if error.errno == errno.EACCES:
        return f"port {port} is not yours to listen at: choose one above 1023 with --port"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"there is no address {host!r} on this machine"
    return f"cannot listen at {host}:{port}: {error.strerror}"


class Listener:
    """Listens at one socket. Has the interface that uvicorn expects of an asyncio server."""

    def __init__(
        self,
        listening: socket.socket,
        settings: Settings,
        connections: ConnectionLimit,
        make: Make,
        context: ssl.SSLContext | None,
    ) -> None:
        self.sockets = [listening]
        self._socket = listening
        self._connections = connections
        self._make = make
        self._context = context
        self._proxies = Networks(settings.proxies) if settings.behind_tls else ()
        self._loop = asyncio.get_running_loop()
        self._later: asyncio.TimerHandle | None = None
        self._most = FIRST
        self._is_full = False
        self._tasks = BackgroundTasks()
        listening.setblocking(False)
        listening.listen(BACKLOG)
        self._listen()

    def _listen(self) -> None:
        if self._later is not None:
            if self._loop.time() - self._later.when() > LATE:
                self._most = max(1, self._most // 2)
            elif self._is_full:
                self._most = min(MOST, self._most + 1)
            self._later = None
        self._loop.add_reader(self._socket, self._accept)

    def _pause(self, seconds: float) -> None:
        self._loop.remove_reader(self._socket)
        self._later = self._loop.call_later(seconds, self._listen)

    def _accept(self) -> None:
        until = perf_counter() + SLICE
        self._is_full = False
        for _ in range(self._most):
            try:
                accepted, peer = self._socket.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                break
            except OSError as error:
                if error.errno not in NO_DESCRIPTOR:
                    return  # That client disconnected while it waited.
                log.warning("no connection can be accepted: %s", errno.errorcode[error.errno or 0])
                self._connections.make_room()
                self._pause(1.0)
                return
            if self._context is not None:
                until -= HANDSHAKE
            self._begin(accepted, str(peer[0]))
            if perf_counter() > until:
                break
        else:
            self._is_full = True
        self._pause(BREAK)

    def take(self, accepted: socket.socket, passed: PassedSocket) -> None:
        """Serves a connection that another worker has accepted."""
        try:
            host = str(accepted.getpeername()[0])
        except OSError:  # The client is gone already.
            accepted.close()
            return
        self._begin(accepted, host, passed)

    def _begin(
        self, accepted: socket.socket, host: str, passed: PassedSocket | None = None
    ) -> None:
        connection = self._connections.enter(None if host in self._proxies else counted(host))
        if connection is None:
            accepted.close()
            return
        accepted.setblocking(False)
        task = self._tasks.start(self._hand_over(accepted, connection, passed), "accepting")

        def over(task: asyncio.Task[None]) -> None:
            if task.cancelled():  # Cancelled before it began: the socket has no other owner.
                accepted.close()

        def give_up() -> None:
            task.cancel()

        task.add_done_callback(over)
        connection.give_up = give_up
        connection.wait(http_protocol.HEAD_TIME_MS)

    async def _hand_over(
        self, accepted: socket.socket, connection: HeldConnection, passed: PassedSocket | None
    ) -> None:
        times: dict[str, Any] = {}
        if self._context is not None:
            seconds = http_protocol.HEAD_TIME_MS / 1000
            times = {"ssl_handshake_timeout": seconds, "ssl_shutdown_timeout": TLS_CLOSING}
        try:
            await self._loop.connect_accepted_socket(
                lambda: self._make(connection, passed), accepted, ssl=self._context, **times
            )
        # The client caused the fault, so it is not logged.
        except (OSError, asyncio.CancelledError):
            connection.leave()

    def leave(self, is_shared: bool) -> None:
        """Stops accepting; accepted connections are still served.

        Connections that wait at a socket that *is_shared* are left to the other workers.
        """
        self._loop.remove_reader(self._socket)
        if self._later is not None:
            self._later.cancel()
        for _ in range(0 if is_shared else BACKLOG):
            try:
                accepted, peer = self._socket.accept()
            except OSError:
                break
            self._begin(accepted, str(peer[0]))
        self._socket.close()

    def close(self) -> None:
        if self._socket.fileno() < 0:
            return  # closed already
        self._loop.remove_reader(self._socket)
        if self._later is not None:
            self._later.cancel()
        self._tasks.cancel()
        self._socket.close()

    async def wait_closed(self) -> None:
        await self._tasks.wait()
