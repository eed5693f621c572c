"""Forwards requests of a local client to the process that owns the table, and relays the replies.

The client has one socket and does not notice which process owns a table. Events from the other
process are already made for this viewer and are written to the socket unchanged. When a table moves
or its process is lost, this process finds the new owner and watches the table again, and the client
gets the full state.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import count
from typing import NamedTuple

from pokermasa.server.bus.peers import Item
from pokermasa.server.connection.idempotency import Reply
from pokermasa.server.connection.request_handler import RequestHandler, refused
from pokermasa.server.connection.socket_passing import PassedSocket, SocketPassing
from pokermasa.server.connection.watching import MOST_WATCHED
from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.protocol import request as requests
from pokermasa.server.protocol.data import TableData
from pokermasa.server.refusal import PASSING, Refused, RoomRefusal
from pokermasa.server.table.event_log import write
from pokermasa.server.table.viewer import Viewer

ANSWER = 15.0
"""Seconds to wait for the reply of another process. Database access may take a few of them."""
TRIES = 3
FIRST_WAIT, LONGEST_WAIT = 0.05, 1.0
"""First and longest delay in seconds between two searches for a table that has moved."""
WATCHING = (requests.Watch, requests.Sit, requests.WatchTournament, requests.Register)
"""Requests that make the client a viewer of a table or tournament."""
PASSING_CODES = {code.name for code in PASSING}


class ConnectionPassed(Exception):
    """Raised when the socket itself was passed to the process that owns the requested table."""


class Watched(NamedTuple):
    process: str
    """Process that owns the table; empty for this process."""
    key: str
    is_tournament: bool


class Links:
    """Registry of all clients of this process that use tables of other processes, by number."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.peers = lobby.peers
        self.fellows: SocketPassing | None = None
        """Workers on this machine to which a socket can be passed. None if there are none."""
        self._numbers = count(1)
        self._by: dict[int, RemoteTables] = {}
        self.peers.on("told", self._deliver)
        self.peers.on("moved", self._moved)
        self.peers.on_lost.append(self._lost)

    def open(self, link: RemoteTables) -> int:
        number = next(self._numbers)
        self._by[number] = link
        return number

    def close(self, number: int) -> None:
        self._by.pop(number, None)

    def _deliver(self, peer: str, item: Item) -> None:
        for number in item["to"]:
            if number in self._by:
                self._by[number].hear(peer, item["text"])

    def _moved(self, peer: str, item: Item) -> None:
        if item["to"] in self._by:
            self.lobby.owners.forget(item["id"])
            self._by[item["to"]].follow(item["id"])

    def _lost(self, peer: str) -> None:
        for link in list(self._by.values()):
            link.lose(peer)


class RemoteTables:
    """The tables at other processes that one connection uses."""

    def __init__(
        self,
        lobby: Lobby,
        links: Links,
        viewer: Viewer,
        handler: RequestHandler,
        pass_on: Callable[[Callable[[int, PassedSocket], bool], str], bool] | None = None,
    ) -> None:
        self.viewer = viewer
        self._pass_connection = pass_on
        self._lists: set[type[requests.AnyRequest]] = set()
        """Lists of the lobby that the client watches at this process."""
        self._lobby = lobby
        self._links = links
        self._peers = lobby.peers
        self._handler = handler
        self._number = links.open(self)
        self._visited: set[str] = set()
        self._watched: dict[str, Watched] = {}
        self._following: dict[str, asyncio.Task[None]] = {}
        self._asked: Counter[str] = Counter()
        """Number of running watch requests per table."""
        self._moved: set[str] = set()
        """Tables that moved while a watch request for them was running."""
        self._is_over = False
        viewer.on_moved = self.follow

    def hear(self, process: str, text: str) -> None:
        """Sends a message from a process that owns a table of the client. Ignores other
        processes."""
        if process in self._visited:
            self.viewer.outbox.put(text.encode())

    def end(self) -> None:
        self._is_over = True
        # Breaks a reference cycle, so that closed connections leave the collector no work.
        self.viewer.on_moved = None
        self._links.close(self._number)
        for task in self._following.values():
            task.cancel()
        for peer in self._visited:
            self._peers.send(peer, {"do": "leave", "link": self._number})

    async def reply(self, request: requests.AnyRequest) -> Reply:
        """Return the reply of this process, or of the process that owns the table."""
        if not isinstance(request, WATCHING):
            return await self._reply(request)
        id = _place(request)
        self._asked[id] += 1
        try:
            return await self._reply(request)
        finally:
            self._asked -= Counter([id])
            self._follow_again(id)

    async def _reply(self, request: requests.AnyRequest) -> Reply:
        try:
            if isinstance(request, requests.PlayNow):
                reply, process = await self._play_now(request)
            else:
                reply, process = await self._found(request)
        except ConnectionPassed:
            raise
        except Exception as error:
            return refused(request, error)
        self._note(request, reply, process)
        return reply

    async def _found(self, request: requests.AnyRequest) -> tuple[Reply, str]:
        id = _place(request)
        if not id or self._lobby.has(id):
            return await self._handler.reply(request), ""
        is_new = isinstance(request, requests.Watch) and id not in self._watched
        if is_new and sum(not w.is_tournament for w in self._watched.values()) >= MOST_WATCHED:
            raise Refused(RoomRefusal.NOT_ALLOWED, f"at most {MOST_WATCHED} tables at once")
        for _ in range(TRIES):
            if not self._peers.bus.is_up:
                raise Refused(RoomRefusal.BUS)
            owner = await self._lobby.owners.find(id)
            if owner is None or self._lobby.has(id):
                return await self._handler.reply(request), ""
            if not owner.is_running or owner.process == self._peers.owner:
                raise Refused(RoomRefusal.LOST_LEASE)
            if self._goes_along(owner.process, request):
                raise ConnectionPassed
            reply = await self._pass_on(owner.process, request)
            if reply is not None:
                return reply, owner.process
            self._lobby.owners.forget(id)
        raise Refused(RoomRefusal.LOST_LEASE)

    def _goes_along(self, process: str, request: requests.AnyRequest) -> bool:
        """Whether the socket was passed to the process that owns the requested table.

        It is passed only if the client watches nothing at this process and has no unsent messages.
        """
        fellows, pass_on = self._links.fellows, self._pass_connection
        if (
            fellows is None
            or pass_on is None
            or self._watched
            or self._lists
            or self.viewer.outbox.waiting
            or not isinstance(request, WATCHING)
            or not fellows.may_take(process)
        ):
            return False
        return pass_on(partial(fellows.pass_on, process), request.model_dump_json())

    async def _pass_on(self, process: str, request: requests.AnyRequest) -> Reply | None:
        """Return the reply of the process, or None if it does not own the table."""
        self._visited.add(process)
        account = self.viewer.account
        item = {
            "do": "request",
            "link": self._number,
            "who": None if account is None else [account.id, account.name, account.kind],
            "text": request.model_dump_json(),
        }
        answer = await self._peers.ask(process, item, ANSWER)
        reply: Reply | None = answer["reply"]
        return reply

    async def _play_now(self, request: requests.PlayNow) -> tuple[Reply, str]:
        """Seats the player at the table with most players, in any process.

        A new table is opened only if no process has a free side.
        """
        here = _liveliest(self._lobby.table_list.own_rows, request)
        there = {
            process: _liveliest(self._lobby.table_list.rows_of(process), request)
            for process in self._peers.alive
        }
        for process in sorted(there, key=lambda process: -there[process]):
            if there[process] > here:
                try:
                    reply = await self._pass_on(process, request)
                except Refused:
                    continue
                if reply is not None and reply.get("code") != RoomRefusal.NO_SIDE_FREE.name:
                    return reply, process
        return await self._handler.reply(request), ""

    def _note(self, request: requests.AnyRequest, reply: Reply, process: str) -> None:
        if reply["type"] != "done":
            return
        match request:
            case requests.Watch() | requests.Sit():
                self._keep(request.masa, process, _key(request), False)
            case requests.PlayNow():
                self._keep(reply["masa"], process, "", False)
            case requests.WatchTournament() | requests.Register():
                self._keep(request.tournament, process, _key(request), True)
            case (
                requests.WatchLobby()
                | requests.WatchLiveTable(value=True)
                | requests.Tournaments(value=True)
            ):
                self._lists.add(type(request))
            case requests.UnwatchLobby():
                self._lists.discard(requests.WatchLobby)
            case requests.WatchLiveTable() | requests.Tournaments():
                self._lists.discard(type(request))
            case requests.Unwatch():
                self._watched.pop(request.masa, None)
            case requests.UnwatchTournament():
                self._watched.pop(request.tournament, None)

    def _keep(self, id: str, process: str, key: str, is_tournament: bool) -> None:
        was = self._watched.get(id)
        known = "" if was is None else was.key
        self._watched[id] = Watched(process, key or known, is_tournament)

    # Tables that move

    def lose(self, process: str) -> None:
        """Watches the tables of a lost process again."""
        self._visited.discard(process)
        for id, watched in list(self._watched.items()):
            if watched.process == process:
                self._lobby.owners.forget(id)
                self.follow(id)

    def follow(self, id: str) -> None:
        """Watches a table again that has moved to another process.

        If a watch request for the table is running, this waits until the request ends.
        """
        if id in self._asked:
            self._moved.add(id)
        elif id in self._watched and id not in self._following:
            task = asyncio.create_task(self._watch_again(id), name=f"follow {id}")
            self._following[id] = task
            task.add_done_callback(lambda _: self._end_following(id))

    def _end_following(self, id: str) -> None:
        self._following.pop(id, None)
        self._follow_again(id)

    def _follow_again(self, id: str) -> None:
        if id in self._moved and not (id in self._asked or id in self._following or self._is_over):
            self._moved.discard(id)
            self.follow(id)

    async def _watch_again(self, id: str) -> None:
        wait = FIRST_WAIT
        while (watched := self._watched.get(id)) is not None and not self.viewer.outbox.is_cut:
            request: requests.AnyRequest
            if watched.is_tournament:
                request = requests.WatchTournament(
                    do="watch_tournament", tournament=id, key=watched.key
                )
            else:
                request = requests.Watch(do="watch", masa=id, key=watched.key)
            reply = await self.reply(request)
            if reply["type"] == "done":
                return
            if reply["code"] not in PASSING_CODES:
                del self._watched[id]
                if not watched.is_tournament:
                    self.viewer.outbox.put(write({"type": "closed", "masa": id}))
                return
            await self._lobby.clock.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)


def _place(request: requests.AnyRequest) -> str:
    """Return the id of the table or tournament that the request names; empty if none."""
    return str(getattr(request, "masa", "") or getattr(request, "tournament", ""))


def _key(request: requests.AnyRequest) -> str:
    return str(getattr(request, "key", ""))


def _liveliest(rows: Iterable[TableData], wanted: requests.PlayNow) -> int:
    """Return the number of players at the fullest suitable table that has a free side.

    -1 if there is no such table.
    """
    return max(
        (
            row["playing"]
            for row in rows
            if wanted.big in (None, row["big"])
            and (wanted.stack is None or row["least_buy_in"] <= wanted.stack <= row["most_buy_in"])
            and not row["paused"]
            and row["people"] + row["waiting"] < row["sides"]
            and (row["bots"] or row["playing"])
        ),
        default=-1,
    )
