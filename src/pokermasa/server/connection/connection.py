"""Serves one WebSocket client: reads its requests and sends replies and events.

Limits on size, rate and queue length keep one client from disturbing the others.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import NamedTuple

import orjson
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from pokermasa.server.accounts.sessions import Session
from pokermasa.server.connection.anonymous_queue import AnonymousQueue
from pokermasa.server.connection.idempotency import Reply, StoredReplies
from pokermasa.server.connection.remote_tables import ConnectionPassed, Links, RemoteTables
from pokermasa.server.connection.request_handler import RequestHandler, refusal, refused
from pokermasa.server.connection.websocket_protocol import SocketProtocol
from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.lobby.maintenance import HEARTBEAT
from pokermasa.server.protocol import message as messages
from pokermasa.server.protocol import request as requests
from pokermasa.server.rate_limit import RateLimits
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account
from pokermasa.server.table.event_log import write
from pokermasa.server.table.viewer import LOGGED_OUT, OTHER_VERSION, TRY_AGAIN, Outbox, Viewer

PATIENCE = 200
"""Number of messages refused for exceeding the rate limit before the connection is closed."""
MOST_BEHIND = 256
"""Number of messages that may wait for a client. With one more, it is disconnected."""
ANONYMOUS_IDLE = 30.0
"""Seconds for which a client without a login may hold a socket without a request. Then the socket
is closed."""
CLOSING = 1.0
AT_ONCE = 16
"""Maximum number of queued messages that are written to the socket in one piece."""
FINISHING = (requests.Act, requests.RunTwice, requests.Ping)
"""Requests that a banned player may still make until the current hand ends."""
RETRY = 2
UPDATE = "update the client (in a browser: reload the page)"

log = logging.getLogger(__name__)


class ConnectionLimits(NamedTuple):
    """Limits shared by all connections, counted per account or, without a login, per address."""

    messages: RateLimits
    patience: RateLimits
    """Allowance for messages over the rate limit. The connection is closed when it is used up."""
    anonymous_queue: AnonymousQueue
    replies: StoredReplies
    links: Links | None = None
    """Connections to the other processes of the room. None in a room of one process."""


class Connection:
    def __init__(
        self,
        socket: WebSocket,
        session: Session | None,
        address: str,
        lobby: Lobby,
        limits: ConnectionLimits,
    ) -> None:
        self._socket = socket
        self._protocol: SocketProtocol = socket.scope["state"]["protocol"]
        self._loop = asyncio.get_running_loop()
        self._lobby = lobby
        self._session = session
        self._who = address if session is None else session.account.id
        self._limits = limits
        self._outbox = Outbox(MOST_BEHIND)
        self._viewer = (
            Viewer(None, self._outbox)
            if session is None
            else Viewer(session.account, self._outbox, session.digest)
        )
        self._viewer.address = address
        self._handler = RequestHandler(lobby, self._viewer, limits.replies)
        self._remote_tables = (
            None
            if limits.links is None
            else RemoteTables(
                lobby, limits.links, self._viewer, self._handler, self._protocol.pass_on
            )
        )
        self._is_passed_on = False
        self._is_sending = False
        """Whether `_send` is about to run."""
        self._idle_timer: asyncio.TimerHandle | None = None
        """Timer that closes the connection of a client without a login that makes no request."""

    @property
    def _account(self) -> Account | None:
        return self._viewer.account

    async def serve(self) -> None:
        await self._socket.accept()
        version = self._socket.query_params.get("version", str(messages.VERSION))
        if version != str(messages.VERSION):
            await self._refuse_version(version)
            return
        self._lobby.enter(self._viewer)
        try:
            await self._verify_session()
            self._viewer.muted = await self._lobby.chat.muted_by(self._account)
            if not self._protocol.is_passed:
                self._greet()
            await self._speak()
        finally:
            self._lobby.leave(self._viewer)
        if self._outbox.is_cut:
            self._lobby.cut_off += 1
            await self._close()

    @property
    def _hello(self) -> messages.Hello:
        name = None if self._account is None else self._account.name
        version = messages.VERSION
        return {"type": "hello", "name": name, "heartbeat": HEARTBEAT, "version": version}

    async def _refuse_version(self, version: str) -> None:
        """Refuses a client that was written for another version of the messages, and closes the
        connection."""
        text = f"the room speaks {messages.VERSION}, not {version[:10]!a}; {UPDATE}"
        code = RoomRefusal.OTHER_VERSION
        refused = refusal("", code.name, f"{code.words}: {text}")
        if self._lobby.measures is not None:
            viewer = self._viewer
            who = viewer.address, viewer.account_id
            self._lobby.measures.note_refusal("socket", code.name, *who)
        with contextlib.suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            async with asyncio.timeout(CLOSING):
                for message in (self._hello, refused):
                    await self._socket.send_text(write(message).decode())
        self._outbox.cut(UPDATE, OTHER_VERSION)
        await self._close()

    def _greet(self) -> None:
        # An event for this account may have been queued already; the greeting goes before it.
        self._outbox.tell_first(self._hello)
        if self._lobby.announcement is not None:
            self._outbox.tell(self._lobby.announcement)

    async def _speak(self) -> None:
        """Sends and receives until the client or the room closes the connection."""
        outbox, protocol = self._outbox, self._protocol
        if self._account is None:
            cut = outbox.cut
            self._idle_timer = self._loop.call_later(ANONYMOUS_IDLE, cut, "nothing was asked")
        try:
            async with asyncio.timeout(None) as until_cut:
                outbox.on_cut = lambda: until_cut.reschedule(0)
                outbox.on_message, protocol.on_writable = self._wake_sender, self._send
                self._send()
                # uvloop writes at the end of a turn, and `pass_on` refuses a socket with unwritten
                # messages.
                await asyncio.sleep(0)
                if not outbox.is_cut:
                    await self._receive()
        except (TimeoutError, WebSocketDisconnect):
            pass  # The room has cut the connection, or the client is gone.
        except Exception as error:
            log.error("a fault on a connection", exc_info=error)
        finally:
            outbox.on_message = outbox.on_cut = protocol.on_writable = _do_nothing
            self._stop_idle_timer()
            self._handler.end()
            if self._remote_tables is not None:
                self._remote_tables.end()

    def _stop_idle_timer(self) -> None:
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = None

    async def _verify_session(self) -> None:
        """Closes the connection if the session has ended, and updates the account otherwise.

        The room closes registered sockets when their session ends. This check covers a session that
        ended, or a guest that became an account, just before the socket was registered.
        """
        if self._session is None:
            return
        now = await self._lobby.accounts.sessions.found(self._session.digest)
        if now is None:
            self._outbox.cut("log in again", LOGGED_OUT)
        else:
            self._viewer.account = now.account

    async def _close(self) -> None:
        """Closes with a close code. Aborts the connection if the client does not take it in
        time."""
        code, reason = self._outbox.code, self._outbox.reason
        if code == TRY_AGAIN:
            reason += f"; retry after {RETRY} s"
        try:
            async with asyncio.timeout(CLOSING):
                await self._socket.close(code, reason)
        except (TimeoutError, RuntimeError, WebSocketDisconnect):
            self._protocol.abort()

    def _wake_sender(self) -> None:
        # Two turns of the event loop later, so that the events of an act and the reply to it, which
        # comes one turn after them, go out in one piece.
        if not self._is_sending:
            self._is_sending = True
            self._loop.call_soon(self._loop.call_soon, self._send)

    def _send(self) -> None:
        """Writes waiting messages as long as the client takes them."""
        self._is_sending = False
        while self._outbox.waiting and self._protocol.is_writable:
            self._protocol.send_texts(self._outbox.take(AT_ONCE))

    async def _receive(self) -> None:
        while (received := await self._socket.receive())["type"] != "websocket.disconnect":
            text = received.get("text")
            is_bare = received.get("is_bare", False)
            if not self._limits.messages.take(self._who):
                if not self._limits.patience.take(self._who):
                    self._outbox.cut("too many messages")
                    return
                if not is_bare:
                    self._refuse(_id_in(text), RoomRefusal.TOO_FAST, RoomRefusal.TOO_FAST.words)
                # Lets other connections run before the next message of this one.
                await asyncio.sleep(0)
            elif is_bare:
                continue
            elif text is None or len(text.encode()) > requests.MOST_BYTES:
                self._refuse("", RoomRefusal.UNREADABLE, "send text of up to 4096 bytes")
            else:
                await self._read(text)
            if self._is_passed_on or self._outbox.is_cut:
                return

    async def _read(self, text: str) -> None:
        try:
            request = requests.requests.validate_json(text)
        except (ValueError, RecursionError) as error:
            self._refuse(_id_in(text), RoomRefusal.UNREADABLE, _first_fault(error))
            return
        self._stop_idle_timer()
        end_turn = None
        try:
            if self._session is not None:
                self._session.verify(*requests.scopes_for(request))
            if self._viewer.is_banned and not isinstance(request, FINISHING):
                raise Refused(RoomRefusal.BANNED)
            if self._viewer.account is None:
                end_turn = await self._limits.anonymous_queue.turn()
            reply = await (self._remote_tables or self._handler).reply(request)
        except Refused as error:
            reply = refused(request, error)
        except ConnectionPassed:
            self._is_passed_on = True
            return
        finally:
            if end_turn is not None:
                end_turn()
        self._tell(reply)

    def _refuse(self, id: str, code: RoomRefusal, text: str) -> None:
        self._tell(refusal(id, code.name, text))

    def _tell(self, reply: Reply) -> None:
        if reply["type"] == "refused" and self._lobby.measures is not None:
            viewer = self._viewer
            who = viewer.address, viewer.account_id
            self._lobby.measures.note_refusal("socket", reply["code"], *who)
        self._outbox.tell(reply)


def _do_nothing() -> None:
    pass


def _id_in(text: str | None) -> str:
    """Return the id of an invalid message, so that its sender can match the refusal to it."""
    if text is None or len(text) > requests.MOST_BYTES:
        return ""
    try:
        data = orjson.loads(text)
    except ValueError:
        return ""
    id = data.get("id", "") if isinstance(data, dict) else ""
    return id[:64] if isinstance(id, str) else ""


def _first_fault(error: Exception) -> str:
    if isinstance(error, ValidationError):
        fault = error.errors(include_url=False, include_input=False, include_context=False)[0]
        if fault["type"].startswith("union_tag"):
            return "`do` is not the name of a request"
        place = ".".join(str(part) for part in fault["loc"])[:80]
        return f"{place}: {fault['msg']}"[:200] if place else str(fault["msg"])[:200]
    return "that is not JSON"
