"""Runs the application as an HTTP server, for `masa serve` and for the tests."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import ssl
import sys
import threading
from socket import socket
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError

from pokermasa.server import certificate
from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.connection import http_protocol
from pokermasa.server.connection.connection_limit import ConnectionLimit, HeldConnection
from pokermasa.server.connection.entrance import entrance_of
from pokermasa.server.connection.http_protocol import RequestProtocol
from pokermasa.server.connection.listener import Listener, bind
from pokermasa.server.connection.socket_passing import PassedSocket, SocketPassing
from pokermasa.server.connection.websocket_protocol import SocketProtocol
from pokermasa.server.refusal import Refused
from pokermasa.server.settings import Settings
from pokermasa.server.storage.database.migration import WrongVersion

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

SWEEP = 0.25
"""Seconds between two searches for connections whose time limit has passed."""
OTHER_FILES = 256
"""Number of file descriptors reserved for the database, the log, bots and the like."""
MOST_SELECTED = 512
"""Number of sockets that Python can wait for at once on Windows."""

log = logging.getLogger(__name__)


def config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        ws=SocketProtocol,
        ws_max_size=16 * 1024,
        # A message has a few hundred bytes: compression would cost more memory and time than it
        # saves.
        ws_per_message_deflate=False,
        ssl_certfile=settings.tls_cert,
        ssl_keyfile=settings.tls_key,
        proxy_headers=settings.behind_tls,
        forwarded_allow_ips=settings.proxies,
        timeout_keep_alive=max(1, http_protocol.IDLE_TIME_MS // 1000),
        timeout_graceful_shutdown=5,
        server_header=False,
        # `startup` and `shutdown` open and close the room, so that errors can be reported.
        lifespan="off",
        # `auto` is uvloop where it is installed. `Listener` uses `add_reader`, which the default
        # event loop of Windows does not have.
        loop="asyncio:SelectorEventLoop" if sys.platform == "win32" else "auto",
    )


class CannotOpen(RuntimeError):
    """Raised when the room cannot open because of its environment, such as a full disk or an
    unreachable database.

    The message is one line that can be shown to the operator as it is.
    """


def _why_not(error: BaseException) -> str:
    """Return the message of the first error that led to *error*. Later ones say less."""
    while (before := error.__cause__ or error.__context__) is not None:
        error = before
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    return str(error).partition("\n")[0]


class Server(uvicorn.Server):
    """uvicorn's server with the project's own listener, limits and protocols.

    See `listener`, `connection_limit`, `http_protocol` and `websocket_protocol`.
    """

    def __init__(
        self, app: FastAPI, settings: Settings, fellows: SocketPassing | None = None
    ) -> None:
        super().__init__(config(app, settings))
        self._fellows = fellows
        self._entrance = entrance_of(app)
        self._open_room = app.router.lifespan_context(app)
        self._is_drained_first = False
        self.settings = settings
        self.connections = ConnectionLimit(
            settings.most_connections, settings.connections_an_address
        )
        self._tasks = BackgroundTasks()

    def run(self, sockets: list[socket] | None = None) -> None:
        _open_standard_files()
        super().run(sockets)

    async def startup(self, sockets: list[socket] | None = None) -> None:
        # Fails before anything is opened that would have to be closed again.
        listening = sockets or bind(self.settings.host, self.settings.port)
        try:
            await self._open_room.__aenter__()
        except BaseException as error:
            for one in listening:
                one.close()
            if isinstance(error, OSError | SQLAlchemyError | Refused | WrongVersion):
                raise CannotOpen(f"the room cannot open: {_why_not(error)}") from error
            raise
        try:
            self._begin(listening)
        except BaseException:
            # The threads of an open room would keep the process alive.
            for server in self.servers:
                server.close()
            for one in listening:
                one.close()
            await self._close_room()
            raise
        self.started = True

    def _begin(self, listening: list[socket]) -> None:
        """Begins to accept clients. The room is open."""
        context: ssl.SSLContext | None = self.config.ssl
        self.servers = []
        for one in listening:
            listener = Listener(one, self.settings, self.connections, self._protocol, context)
            self.servers.append(listener)  # type: ignore[arg-type]
        self._tasks.start(self._sweep(), "sweep")
        self._entrance.lobby.peers.on_drain = lambda: self.handle_exit(signal.SIGTERM, None)
        if self._fellows is not None:
            self._fellows.start(self._entrance.lobby, self._is_full, self._take)
            assert self._entrance.links is not None
            self._entrance.links.fellows = self._fellows
        self._entrance.lobby.note_open()
        if is_main_thread() and certificate.is_reloaded_on_hangup(self.settings):
            # `masa serve --workers` passes the signal on to each worker.
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self.reload_certificate)

    def reload_certificate(self) -> None:
        """Reads the TLS certificate and key again.

        New handshakes use the new files and open connections continue. If the files cannot be used,
        the old certificate stays and an error is logged.
        """
        context: ssl.SSLContext | None = self.config.ssl
        if context is None:
            log.info("nothing is reloaded: the room has no certificate")
            return
        try:
            certificate.verify_certificate(self.settings)
            certificate.load(context, self.settings)
        except certificate.NoCertificate as error:
            log.error("the certificate was not reloaded: %s", error)
            return
        log.info("the certificate was reloaded")
        for concern in certificate.concerns(self.settings, self._entrance.clock.now() / 1000):
            log.warning("certificate: %s", concern.words)

    def _is_full(self) -> bool:
        """Whether half of the sockets are in use. Other workers then pass no more sockets to this
        one."""
        return len(self._entrance.admission) > self.settings.most_sockets // 2

    def _take(self, accepted: socket, passed: PassedSocket) -> None:
        self.servers[0].take(accepted, passed)  # type: ignore[attr-defined]

    def _protocol(self, connection: HeldConnection, passed: PassedSocket | None) -> RequestProtocol:
        return RequestProtocol(
            connection,
            passed,
            self.settings,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.connections.sweep()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # Ctrl-C ends all processes of the room; SIGTERM ends one, which moves its tables first.
        self._is_drained_first = self._is_drained_first or sig == signal.SIGTERM
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        if self._is_drained_first and not self.force_exit:
            for server in self.servers:
                server.leave(is_shared=self._fellows is not None)  # type: ignore[attr-defined]
            await self._drain()
        if self._fellows is not None:
            self._fellows.stop()
        await super().shutdown(sockets)
        await self._close_room()

    async def _close_room(self) -> None:
        if not self.force_exit:
            await self._open_room.__aexit__(None, None, None)
        await self._tasks.stop()

    async def _drain(self) -> None:
        """Moves the tables to other processes while the connected players play on."""
        draining = asyncio.create_task(self._entrance.lobby.drain(), name="drain")
        while not draining.done() and not self.force_exit:
            await asyncio.wait([draining], timeout=SWEEP)
        draining.cancel()
        await asyncio.gather(draining, return_exceptions=True)


def _open_standard_files() -> None:
    """Opens the null device in place of each standard file that is closed. Otherwise a socket gets
    its number, and uvloop's library ends the process when that socket is closed."""
    while (file := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(file, True)
    os.close(file)


def is_main_thread() -> bool:
    """Whether this thread can handle signals. Always false on Windows, which has no SIGHUP."""
    return hasattr(signal, "SIGHUP") and threading.current_thread() is threading.main_thread()


def fitting(settings: Settings) -> Settings:
    """Return settings that fit the limit of open files.

    Raises the limit of this process if possible, and reduces the numbers of connections otherwise.
    """
    most = settings.most_connections + settings.most_sockets
    required = most + OTHER_FILES
    files = _allowed(required)
    if files >= required:
        return settings
    share = max(0.0, (files - min(OTHER_FILES, files // 4)) / most)
    names = ("most_connections", "most_sockets")
    fewer: dict[str, Any] = {name: max(1, int(share * getattr(settings, name))) for name in names}
    log.warning(
        "this process may open %d files: at most %d sockets and %d other connections",
        files,
        fewer["most_sockets"],
        fewer["most_connections"],
    )
    return settings.model_copy(update=fewer)


def _allowed(required: int) -> int:
    """Raises the limit of open files to *required* if possible, and returns the limit."""
    if resource is None:
        return MOST_SELECTED
    try:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    except (OSError, ValueError):  # A sandbox may forbid the call.
        return required
    if soft == resource.RLIM_INFINITY or soft >= required:
        return required
    more = required if hard == resource.RLIM_INFINITY else min(required, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
    # The system may refuse: the real limit of macOS is lower than the reported one.
    except (OSError, ValueError):
        return soft
    return more
