"""Message bus for a room of several processes, over a NATS server."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import ssl
from collections import deque
from pathlib import Path
from typing import Any

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg

from pokermasa.server.bus.bus import Bus, Handler, NoBus
from pokermasa.server.bus_address import BusAddress

CONNECTING = 2
"""Time limit of one connection attempt, in seconds."""
AGAIN = 0.25
"""Delay between two connection attempts, in seconds."""
MOST_WAITING = 32 * 1024 * 1024
"""Maximum size of the send queue, in bytes. Messages beyond it are dropped."""

log = logging.getLogger(__name__)
# asyncio warns each time the client switches an open connection to TLS. The warning is harmless.
logging.getLogger("asyncio").addFilter(lambda said: "eof_received()" not in said.getMessage())


async def verify_bus(url: str, certificates: Path | None) -> None:
    """Raises `NoBus` if the bus cannot be used. Called before the room opens anything."""
    bus = NatsBus(url, certificates, 10)
    try:
        await bus.start()
    finally:
        await bus.stop()


class NatsBus(Bus):
    def __init__(self, url: str, certificates: Path | None, seconds: float) -> None:
        """*seconds* is the time without an answer after which the connection counts as lost."""
        super().__init__()
        self._address = BusAddress.read(url)
        self._certificates = certificates
        self._seconds = seconds
        self._client = Client()
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._sending: asyncio.Task[None] | None = None
        self._is_stopped = False
        self._failed = asyncio.Event()
        self._fault = ""
        """Last error message of the NATS client."""

    async def start(self) -> None:
        address, options = self._address, dict[str, Any]()
        if address.is_tls:
            try:
                options["tls"] = ssl.create_default_context(cafile=self._certificates)
            except OSError as error:
                raise NoBus(f"bus_ca {self._certificates}: {error.strerror or error}") from None
        if address.user:
            options |= {"user": self._user, "password": self._secret}
        elif address.secret:
            options["token"] = self._secret
        connecting = asyncio.ensure_future(
            self._client.connect(
                address.shown,
                name="pokermasa",
                no_echo=True,
                allow_reconnect=True,
                max_reconnect_attempts=-1,
                reconnect_time_wait=AGAIN,  # type: ignore[arg-type]
                connect_timeout=CONNECTING,
                ping_interval=self._seconds / 2,  # type: ignore[arg-type]
                max_outstanding_pings=1,
                # Unsent messages are not sent after a reconnection: their senders have got a
                # refusal.
                pending_size=0,
                error_cb=self._note_error,
                disconnected_cb=self._lose,
                reconnected_cb=self._return,
                **options,
            )
        )
        # The client would retry forever; at start-up the first failure counts.
        failing = asyncio.ensure_future(self._failed.wait())
        await asyncio.wait(
            [connecting, failing], timeout=2 * CONNECTING, return_when=asyncio.FIRST_COMPLETED
        )
        for task in (connecting, failing):
            task.cancel()
        fault = (await asyncio.gather(connecting, failing, return_exceptions=True))[0]
        if fault is not None:
            with contextlib.suppress(Exception):
                await self._client.close()
            why = self._fault or str(fault) or "no answer"
            raise NoBus(f"no bus at {address.shown}: {why}")
        self.is_up = True
        self._sending = asyncio.create_task(self._send(), name="bus")

    def _user(self) -> str:
        return self._address.user

    def _secret(self) -> str:
        """Return the secret.

        The client asks for it after the server's greeting. The secret is not sent without TLS.
        """
        if self._address.is_tls and not self._client._server_info.get("tls_required"):
            raise NoBus(f"{self._address.shown} does not speak TLS")
        return self._address.secret

    async def stop(self) -> None:
        self._is_stopped = True
        self.is_up = False
        if self._sending is not None:
            # Sends the last messages.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    while self._waiting and self._client.is_connected:  # noqa: ASYNC110 - turns of the loop, not time
                        await asyncio.sleep(0)
                    if self._client.is_connected:
                        await self._client.flush(timeout=1)
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self._client.close()

    async def subscribe(self, subject: str, handler: Handler) -> None:
        async def receive(message: Msg) -> None:
            handler(message.data)

        await self._client.subscribe(subject, cb=receive)
        await self._client.flush()

    def publish(self, subject: str, data: bytes) -> None:
        if not self.is_up:
            return
        if self._bytes + len(data) > MOST_WAITING:
            log.warning("the queue of the bus is full: a message to other processes is lost")
            return
        self._waiting.append((subject, data))
        self._bytes += len(data)
        self._wake.set()

    async def _send(self) -> None:
        while True:
            while self._waiting:
                subject, data = self._waiting.popleft()
                self._bytes -= len(data)
                with contextlib.suppress(nats.errors.Error):  # Disconnected; `_lose` follows.
                    await self._client.publish(subject, data)
            self._wake.clear()
            await self._wake.wait()

    async def _lose(self) -> None:
        if self._is_stopped or not self.is_up:
            return
        self.is_up = False
        self.losses += 1
        self._waiting.clear()
        self._bytes = 0
        log.error(
            "the bus at %s is lost: tables of other processes cannot be reached",
            self._address.shown,
        )
        self.on_down()

    async def _return(self) -> None:
        self.is_up = True
        log.warning("the bus at %s is back", self._address.shown)
        self.on_up()

    async def _note_error(self, error: Exception) -> None:
        self._fault = str(error)
        self._failed.set()
        log.debug("the bus: %s", error)
