"""The other workers of one machine, to whom a socket can be passed as it is.

Whoever first asks for a table of another worker goes there with the socket: from then on nothing of
it takes the way over the bus, and the client notices nothing. What is passed is the descriptor, the
head of the request that opened the socket (so that session, limits and origin are verified there
anew) and what the client has asked.

`masa serve --workers N` makes a pair of sockets for each worker. All of them have the ends to send
by, which only their own processes can have: no other program can pass anything.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pokermasa.server.lobby.lobby import Lobby

AT_ONCE = 8
"""Sockets taken before somebody else has a turn."""
MOST_BYTES = 128 * 1024
"""Of a head and some requests."""
PAIR = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_DGRAM

log = logging.getLogger(__name__)


class PassedSocket(NamedTuple):
    head: bytes
    """Of the request that opened it."""
    texts: list[str]
    """What its client has asked for, and nobody answered yet."""


class FellowWorkers:
    def __init__(self, group: str, place: int, files: list[tuple[int, int]]) -> None:
        """*group* is this room on this machine; *files* are the pairs of all its workers, of which
        this one is at *place*."""
        self._group = group
        self.place = place
        self._ends = [[socket.socket(fileno=file) for file in pair] for pair in files]
        self._lobby: Lobby | None = None
        self._take: Callable[[socket.socket, PassedSocket], None] | None = None
        for pair in self._ends:
            for end in pair:
                end.setblocking(False)

    @property
    def _incoming(self) -> socket.socket:
        return self._ends[self.place][0]

    def start(
        self,
        lobby: Lobby,
        is_full: Callable[[], bool],
        take: Callable[[socket.socket, PassedSocket], None],
    ) -> None:
        """*take* is given what others pass; they are told while this one *is_full*."""
        self._lobby, self._take = lobby, take
        asyncio.get_running_loop().add_reader(self._incoming, self._receive)
        about, own = lobby.peers.about, {"group": self._group, "place": self.place}
        lobby.peers.about = lambda: about() | own | {"is_full": is_full()}
        lobby.peers.say_here()

    def stop(self) -> None:
        """What comes now is for the worker that is started in this one's place."""
        if self._lobby is not None:
            asyncio.get_running_loop().remove_reader(self._incoming)
        self._lobby = self._take = None
        for pair in self._ends:
            for end in pair:
                end.close()

    def may_take(self, process: str) -> bool:
        if self._lobby is None or process not in self._lobby.handover.targets():
            return False
        about = self._lobby.peers.alive[process]
        return about.get("group") == self._group and not about.get("is_full")

    def processes(self) -> dict[str, int]:
        """The place of each other worker that is heard, by its process."""
        if self._lobby is None:
            return {}
        return {
            process: about["place"]
            for process, about in self._lobby.peers.alive.items()
            if about.get("group") == self._group and isinstance(about.get("place"), int)
        }

    def pass_on(self, process: str, file: int, passed: PassedSocket) -> bool:
        """False if it cannot be: then it stays."""
        assert self._lobby is not None
        place = self._lobby.peers.alive[process].get("place")
        if not isinstance(place, int) or not 0 <= place < len(self._ends):
            return False
        data = json.dumps([passed.head.decode("latin-1"), passed.texts]).encode()
        if len(data) > MOST_BYTES:
            return False
        try:
            socket.send_fds(self._ends[place][1], [data], [file])
        except OSError:  # it is behind with those that were passed before
            return False
        return True

    def _receive(self) -> None:
        for _ in range(AT_ONCE):
            try:
                data, files, _, _ = socket.recv_fds(self._incoming, MOST_BYTES, 1)
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:  # no descriptor is left
                log.warning("a socket of another worker is lost: %s", error.strerror)
                return
            for file in files:
                self._begin(socket.socket(fileno=file), data)

    def _begin(self, passed: socket.socket, data: bytes) -> None:
        head, texts = json.loads(data)
        assert self._take is not None
        self._take(passed, PassedSocket(head.encode("latin-1"), texts))


def make_pairs(workers: int) -> list[tuple[int, int]]:
    """Descriptors of what each worker receives by, and of what others send to it by."""
    pairs = [socket.socketpair(socket.AF_UNIX, PAIR) for _ in range(workers)]
    return [(incoming.detach(), outgoing.detach()) for incoming, outgoing in pairs]
