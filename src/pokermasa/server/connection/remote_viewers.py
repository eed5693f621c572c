"""Viewers of this process's tables who are connected to another process.

Each viewer's view is made here, as for local viewers. The other process therefore receives nothing
that its clients may not know.
"""

from __future__ import annotations

import contextlib
import logging

from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.bus.peers import Item, Peers
from pokermasa.server.connection.idempotency import Reply, StoredReplies
from pokermasa.server.connection.request_handler import RequestHandler, refusal
from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.protocol import request as requests
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account
from pokermasa.server.table.viewer import TRY_AGAIN, Outbox, Viewer

log = logging.getLogger(__name__)


class PassedOn(Outbox):
    """An outbox whose messages go to the process where the client is connected.

    That process closes the connection if the client is slow.
    """

    def __init__(self, peers: Peers, process: str, link: int) -> None:
        super().__init__(1)
        self._peers = peers
        self._process = process
        self._link = link

    def put(self, message: bytes) -> None:
        text = message.decode()
        self._peers.send(self._process, {"do": "told", "text": text, "to": [self._link]})

    def cut(self, reason: str, code: int = TRY_AGAIN) -> None:
        """Does nothing: the other process decides about the connection."""


class RemoteVisit:
    def __init__(
        self, lobby: Lobby, replies: StoredReplies, process: str, link: int, who: Account | None
    ) -> None:
        self.viewer = Viewer(who, PassedOn(lobby.peers, process, link))
        self.viewer.on_moved = lambda id: lobby.peers.send(
            process, {"do": "moved", "to": link, "id": id}
        )
        self.handler = RequestHandler(lobby, self.viewer, replies)
        self.is_over = False


class Visits:
    def __init__(self, lobby: Lobby, replies: StoredReplies) -> None:
        self._lobby = lobby
        self._replies = replies
        self._peers = lobby.peers
        self._by: dict[tuple[str, int], RemoteVisit] = {}
        self._tasks = BackgroundTasks()
        self._peers.on("request", self._begin)
        self._peers.on("leave", self._leave)
        self._peers.on_lost.append(self._lose)

    async def stop(self) -> None:
        await self._tasks.stop()

    def _begin(self, peer: str, item: Item) -> None:
        key = (peer, item["link"])
        who = None if item["who"] is None else Account(*item["who"])
        visit = self._by.get(key)
        is_new = visit is None
        if visit is None:
            visit = self._by[key] = RemoteVisit(self._lobby, self._replies, peer, item["link"], who)
            self._lobby.visitors.add(visit.viewer)
        self._tasks.start(self._do(peer, visit, item, is_new), "visit")

    async def _do(self, peer: str, visit: RemoteVisit, item: Item, is_new: bool) -> None:
        try:
            reply = await self._reply(visit, item["text"], is_new)
        except Exception as error:  # for example, a request of a newer version
            log.error("a fault in a message that process %s forwarded", peer, exc_info=error)
            reply = refusal("", RoomRefusal.FAULT.name, RoomRefusal.FAULT.words)
        self._peers.answer(peer, item, {"reply": reply})
        if visit.is_over:  # the viewer left meanwhile
            visit.handler.end()

    async def _reply(self, visit: RemoteVisit, text: str, is_new: bool) -> Reply | None:
        """Return the reply, or None if this process does not own the table."""
        if is_new:
            with contextlib.suppress(Refused):
                viewer = visit.viewer
                viewer.muted |= await self._lobby.chat.muted_by(viewer.account)
        request = requests.requests.validate_json(text)
        place = getattr(request, "masa", "") or getattr(request, "tournament", "")
        if place and not self._lobby.has(place):
            return None
        return await visit.handler.reply(request)

    def _leave(self, peer: str, item: Item) -> None:
        visit = self._by.pop((peer, item["link"]), None)
        if visit is not None:
            visit.is_over = True
            self._lobby.visitors.discard(visit.viewer)
            visit.handler.end()

    def _lose(self, peer: str) -> None:
        for process, link in list(self._by):
            if process == peer:
                self._leave(peer, {"link": link})
