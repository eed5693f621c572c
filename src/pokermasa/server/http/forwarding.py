"""Forwards HTTP requests about a table or tournament to the process that owns it, and relays the
reply.

The other process gets the digest of the session, never its secret. A long reply is sent in pieces;
each is requested after the previous one was relayed.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import logging
import re
import secrets
from typing import Any

from fastapi import FastAPI
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.bus.peers import Item
from pokermasa.server.caller import FORWARDED, secret_of
from pokermasa.server.http.caller import session_of
from pokermasa.server.http.services import services
from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.refusal import Refused, RoomRefusal

ABOUT = re.compile(r"^/api/(?:tables|tournaments)/([0-9a-z]{1,12})(?:/|$)")
ANSWER = 15.0
"""Seconds to wait for the next piece of a reply. The owner keeps a finished piece for the same
time."""
PIECE = 128 * 1024
TRIES = 2

log = logging.getLogger(__name__)


class Forwarding:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        about = ABOUT.match(scope["path"]) if scope["type"] == "http" else None
        if about is None or FORWARDED in scope:
            await self._app(scope, receive, send)
            return
        lobby = services(scope["app"]).lobby
        is_here = not lobby.peers.is_shared or lobby.has(about[1])
        if is_here or not await self._pass_on(lobby, about[1], scope, receive, send):
            await self._app(scope, receive, send)

    async def _pass_on(
        self, lobby: Lobby, id: str, scope: Scope, receive: Receive, send: Send
    ) -> bool:
        """Forward the request. Returns False if this process must handle it after all."""
        found = services(scope["app"])
        session = await session_of(found, secret_of(HTTPConnection(scope)))
        if session is not None and not found.requests.take(session.account.id):
            raise Refused(RoomRefusal.TOO_FAST)
        item = {
            "do": "http",
            "about": id,
            "method": scope["method"],
            "path": scope["path"],
            "query": scope["query_string"].decode("latin-1"),
            "session": None if session is None else session.digest,
        }
        for _ in range(TRIES):
            owner = await lobby.owners.find(id)
            if owner is None or lobby.has(id):
                return False
            if not owner.is_running or owner.process == lobby.owner:
                raise Refused(RoomRefusal.LOST_LEASE)
            answer = await lobby.peers.ask(owner.process, dict(item), ANSWER)
            if answer["status"] is not None:
                await self._answer(lobby, owner.process, answer, send)
                return True
            lobby.owners.forget(id)
        raise Refused(RoomRefusal.LOST_LEASE)

    @staticmethod
    async def _answer(lobby: Lobby, process: str, answer: Item, send: Send) -> None:
        headers = [(name.encode("latin-1"), it.encode("latin-1")) for name, it in answer["headers"]]
        start = {"type": "http.response.start", "status": answer["status"], "headers": headers}
        await send(start)
        while True:
            body, more = base64.b64decode(answer["body"]), answer["more"]
            await send({"type": "http.response.body", "body": body, "more_body": bool(more)})
            if not more:
                return
            answer = await lobby.peers.ask(process, {"do": "http_more", "of": more}, ANSWER)


class ForwardedAnswer:
    """The reply of this process to a forwarded request, split into pieces."""

    def __init__(self, session: str | None, item: Item) -> None:
        self.head: Item = {"status": None, "headers": []}
        self.pieces: asyncio.Queue[tuple[bytes, bool]] = asyncio.Queue(1)
        self.scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": item["method"],
            "scheme": "http",
            "path": item["path"],
            "raw_path": item["path"].encode("latin-1", "replace"),
            "root_path": "",
            "query_string": item["query"].encode("latin-1"),
            "headers": [],
            "client": None,
            "server": None,
            FORWARDED: session or "",
        }

    async def receive(self) -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [
                (name.decode("latin-1"), it.decode("latin-1"))
                for name, it in message.get("headers", [])
            ]
            self.head = {"status": message["status"], "headers": headers}
            return
        body, more = message.get("body", b""), message.get("more_body", False)
        while True:
            piece, body = body[:PIECE], body[PIECE:]
            async with asyncio.timeout(ANSWER):
                await self.pieces.put((piece, bool(body) or more))
            if not body:
                return


class ForwardedRequests:
    def __init__(self, app: FastAPI, lobby: Lobby) -> None:
        self._app = app
        self._lobby = lobby
        self._open: dict[str, ForwardedAnswer] = {}
        self._tasks = BackgroundTasks()
        lobby.peers.on("http", self._begin)
        lobby.peers.on("http_more", self._more)

    async def stop(self) -> None:
        await self._tasks.stop()

    def _begin(self, peer: str, item: Item) -> None:
        if not self._lobby.has(item["about"]):
            self._lobby.peers.answer(peer, item, {"status": None})
            return
        answer, name = ForwardedAnswer(item["session"], item), secrets.token_hex(8)
        self._open[name] = answer
        self._tasks.start(self._run(name, answer), "forwarded request")
        self._tasks.start(self._piece(peer, item, name, is_first=True), "forwarded request")

    def _more(self, peer: str, item: Item) -> None:
        if item["of"] in self._open:
            self._tasks.start(
                self._piece(peer, item, item["of"], is_first=False), "forwarded request"
            )

    async def _run(self, name: str, answer: ForwardedAnswer) -> None:
        try:
            await self._app(answer.scope, answer.receive, answer.send)
        except TimeoutError:
            pass  # the other process did not request the rest
        except Exception as error:
            log.error("a fault in a forwarded request", exc_info=error)
            with contextlib.suppress(asyncio.QueueFull):
                answer.pieces.put_nowait((b"", False))
        finally:
            # The other process may never request the last piece.
            self._lobby.clock.call_later(ANSWER, lambda: self._forget(name))

    def _forget(self, name: str) -> None:
        self._open.pop(name, None)

    async def _piece(self, peer: str, item: Item, name: str, is_first: bool) -> None:
        answer = self._open.get(name)
        if answer is None:
            return
        body, is_more = await answer.pieces.get()
        if not is_more:
            self._forget(name)
        said = {"body": base64.b64encode(body).decode(), "more": name if is_more else ""}
        head = answer.head if is_first else {"status": 200}
        if is_first and head["status"] is None:
            head = {"status": 500, "headers": []}
        self._lobby.peers.answer(peer, item, said | head)
