"""Passes an open socket to another worker process on the same machine.

A client whose table is at another worker moves there with its socket, without noticing. No message
then takes the detour over the bus. Passed are the file descriptor, the head of the request that
opened the socket (so that the other worker verifies session, limits and origin again), and the
client's unanswered requests.

`masa serve --workers N` makes one pair of Unix sockets per worker. Every worker inherits the
sending ends; other programs cannot open them.
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
"""Maximum number of sockets taken in one turn of the event loop."""
MOST_BYTES = 128 * 1024
"""Maximum size of a passed head and its requests, in bytes."""
PAIR = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_DGRAM

log = logging.getLogger(__name__)


class PassedSocket(NamedTuple):
    head: bytes
    """Head of the request that opened the socket."""
    texts: list[str]
    """Requests of the client that have not been answered yet."""


class SocketPassing:
    def __init__(self, group: str, place: int, files: list[tuple[int, int]]) -> None:
        """*group* identifies this room on this machine. *files* has the descriptor pairs of all
        workers, and *place* is the index of this worker in it."""
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
        """Begins to accept sockets.

        *take* is called with each socket that arrives. The other workers are informed of the result
        of *is_full* and pass none while it is true.
        """
        self._lobby, self._take = lobby, take
        asyncio.get_running_loop().add_reader(self._incoming, self._receive)
        about, own = lobby.peers.about, {"group": self._group, "place": self.place}
        lobby.peers.about = lambda: about() | own | {"is_full": is_full()}
        lobby.peers.say_here()

    def stop(self) -> None:
        """Stops accepting. Sockets that arrive from now on are left for the replacement worker."""
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
        """Return the index of each other worker that is alive, by process."""
        if self._lobby is None:
            return {}
        return {
            process: about["place"]
            for process, about in self._lobby.peers.alive.items()
            if about.get("group") == self._group and isinstance(about.get("place"), int)
        }

    def pass_on(self, process: str, file: int, passed: PassedSocket) -> bool:
        """Return whether the socket was passed. It stays in this process otherwise."""
        assert self._lobby is not None
        place = self._lobby.peers.alive[process].get("place")
        if not isinstance(place, int) or not 0 <= place < len(self._ends):
            return False
        data = json.dumps([passed.head.decode("latin-1"), passed.texts]).encode()
        if len(data) > MOST_BYTES:
            return False
        try:
            socket.send_fds(self._ends[place][1], [data], [file])
        except OSError:  # The other worker's queue is full.
            return False
        return True

    def _receive(self) -> None:
        for _ in range(AT_ONCE):
            try:
                data, files, _, _ = socket.recv_fds(self._incoming, MOST_BYTES, 1)
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:  # This process has no descriptor left.
                log.warning("a socket of another worker is lost: %s", error.strerror)
                return
            for file in files:
                self._begin(socket.socket(fileno=file), data)

    def _begin(self, passed: socket.socket, data: bytes) -> None:
        head, texts = json.loads(data)
        assert self._take is not None
        self._take(passed, PassedSocket(head.encode("latin-1"), texts))


def make_pairs(workers: int) -> list[tuple[int, int]]:
    """Return one pair of descriptors per worker: its receiving end and the end others send to."""
    pairs = [socket.socketpair(socket.AF_UNIX, PAIR) for _ in range(workers)]
    return [(incoming.detach(), outgoing.detach()) for incoming, outgoing in pairs]
