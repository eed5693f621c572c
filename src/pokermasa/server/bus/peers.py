"""The other processes of the room: heartbeats, and ordered messages to each of them.

Every process sends heartbeats, four per lease duration. Messages between two processes form a
stream with numbers. If a number is missing, the bus was down, or no heartbeat came for a lease
duration, the connection between the two is lost: requests in progress fail (`on_lost`), and both
start a new stream.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
from collections import deque
from collections.abc import Callable
from itertools import count
from typing import Any

from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.bus.bus import Bus
from pokermasa.server.clock import Clock
from pokermasa.server.refusal import Refused, RoomRefusal

Item = dict[str, Any]
Handler = Callable[[str, Item], None]
SOON = 0.001
"""Delay in seconds before queued items are sent, so that an act's events and its reply go in one
message."""
NAME = re.compile(r"[0-9a-z]{1,40}")
"""Pattern of a process name. It is used as a part of a subject."""
MOST_LETTERS = 200_000
"""Maximum size of one message in characters. NATS accepts one megabyte."""
KEPT_NAMES = 100
"""Number of remembered names of ended streams."""

log = logging.getLogger(__name__)


class Stream:
    """State of the message stream between this process and another one."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(6)
        self.sent = 0
        self.waiting: list[Item] = []
        self.heard = ""
        """Name of the other process's stream."""
        self.next = 0
        """Number of the next expected message."""
        self.over: deque[str] = deque(maxlen=KEPT_NAMES)
        """Names of the other process's latest ended streams. Their messages are ignored."""

    def begin(self) -> None:
        if self.heard:
            self.over.append(self.heard)
        self.name, self.sent, self.waiting = secrets.token_hex(6), 0, []
        self.heard, self.next = "", 0


class Peers:
    def __init__(self, bus: Bus, owner: str, prefix: str, lease: int, clock: Clock) -> None:
        self.bus = bus
        self.owner = owner
        self.alive: dict[str, Item] = {}
        """Last heartbeat of each other process."""
        self.about: Callable[[], Item] = dict
        """Function that returns the content of this process's heartbeats."""
        self.on_met: list[Callable[[str], None]] = []
        self.on_lost: list[Callable[[str], None]] = []
        self.on_drain: Callable[[], None] = lambda: None
        self._prefix = prefix
        self._lease = lease / 1000
        self._clock = clock
        self._handlers: dict[str, Handler] = {"answer": self._answered, "begin": lambda *_: None}
        self._streams: dict[str, Stream] = {}
        self._seen: dict[str, float] = {}
        self._asked: dict[int, tuple[str, asyncio.Future[Item]]] = {}
        self._numbers = count(1)
        self._is_flushing = False
        self._tasks = BackgroundTasks()

    @property
    def is_shared(self) -> bool:
        return self.bus.is_shared

    async def start(self) -> None:
        if not self.is_shared:
            return
        await self.bus.subscribe(f"{self._prefix}.here", self._hear_of)
        await self.bus.subscribe(f"{self._prefix}.to.{self.owner}", self._hear)
        await self.bus.subscribe(f"{self._prefix}.drain.{self.owner}", self._drain)
        self.bus.on_down = self._lose_all
        self.bus.on_up = self.say_here
        self.say_here()
        self._tasks.start(self._keep(), "peers")

    async def stop(self) -> None:
        if self._tasks:
            await self._tasks.stop()
            self._flush()
            self._publish("here", {"from": self.owner, "is_gone": True})
        self._lose_all()

    def _drain(self, data: bytes) -> None:
        """Stops this process on request of the operator, from any machine (`masa admin drain`)."""
        log.info("this process hands its tables over and ends, as requested")
        self.on_drain()

    # Presence

    def say_here(self) -> None:
        if self.is_shared:
            self._publish("here", {"from": self.owner} | self.about())

    async def _keep(self) -> None:
        while True:
            await self._clock.sleep(self._lease / 4)
            self.say_here()
            late = self._clock.steady() - self._lease
            for peer in [peer for peer, at in self._seen.items() if at < late]:
                self.lose(peer)

    def _hear_of(self, data: bytes) -> None:
        said = _read(data, {"from": str})
        if said is None:
            return
        peer = said.pop("from")
        if peer == self.owner:
            return
        if said.get("is_gone"):
            self._lose(peer)
            return
        is_new = peer not in self.alive
        self.alive[peer] = said
        self._seen[peer] = self._clock.steady()
        if is_new:
            self._meet(peer)

    def _meet(self, peer: str) -> None:
        log.info("process %s has been found", peer)
        self.say_here()
        self.send(peer, {"do": "begin"})  # The other process may still use an older stream.
        for met in self.on_met:
            met(peer)

    def lose(self, peer: str) -> None:
        """Treats a process as lost, because it is silent or dead. It returns with its next
        heartbeat."""
        if peer in self.alive:
            log.warning("process %s is lost", peer)
        self._lose(peer)

    def lose_if_silent(self, peer: str) -> None:
        """Treats a process as lost whose leases have expired, if two of its heartbeats are
        missing."""
        if self._seen.get(peer, 0.0) < self._clock.steady() - self._lease / 2:
            self.lose(peer)

    def _lose_all(self) -> None:
        for peer in list(self.alive):
            self._lose(peer)

    def _lose(self, peer: str) -> None:
        """Removes a process that is not heard any more."""
        self._seen.pop(peer, None)
        if self.alive.pop(peer, None) is not None:
            self._break(peer)

    def _break(self, peer: str) -> None:
        """Ends the stream to a process: requests in progress fail."""
        if peer in self._streams:
            self._streams[peer].begin()
        for number, (asked, answer) in list(self._asked.items()):
            if asked == peer:
                del self._asked[number]
                if not answer.done():
                    answer.set_exception(Refused(RoomRefusal.BUS))
        for lost in self.on_lost:
            lost(peer)

    # Messages

    def on(self, what: str, handler: Handler) -> None:
        self._handlers[what] = handler

    def send(self, peer: str, item: Item) -> None:
        """Queue an item `{"do": …}`. It is dropped if the process is lost."""
        if peer not in self.alive:
            return
        waiting = self._stream(peer).waiting
        # An event for several viewers of one table is sent once, with a list of viewers.
        if item["do"] == "told" and waiting and waiting[-1].get("text") == item["text"]:
            waiting[-1]["to"] += item["to"]
            return
        waiting.append(item)
        if not self._is_flushing:
            self._is_flushing = True
            asyncio.get_running_loop().call_later(SOON, self._flush)

    def tell_all(self, item: Item) -> None:
        for peer in list(self.alive):
            self.send(peer, dict(item))

    async def ask(self, peer: str, item: Item, seconds: float) -> Item:
        """Send a request and return its answer.

        Raises `Refused` if no answer comes in time; the request may have been executed
        nevertheless.
        """
        if peer not in self.alive:
            raise Refused(RoomRefusal.BUS)
        number = next(self._numbers)
        answer: asyncio.Future[Item] = asyncio.get_running_loop().create_future()
        self._asked[number] = peer, answer
        self.send(peer, item | {"ask": number})
        try:
            async with asyncio.timeout(seconds):
                return await answer
        except TimeoutError:
            raise Refused(RoomRefusal.BUS) from None
        finally:
            self._asked.pop(number, None)

    def answer(self, peer: str, asked: Item, answer: Item) -> None:
        self.send(peer, {"do": "answer", "ask": asked["ask"], "is": answer})

    def _answered(self, peer: str, item: Item) -> None:
        asked = self._asked.get(item["ask"])
        if asked is not None and asked[0] == peer and not asked[1].done():
            asked[1].set_result(item["is"])

    # On the bus

    def _stream(self, peer: str) -> Stream:
        if peer not in self._streams:
            self._streams[peer] = Stream()
        return self._streams[peer]

    def _publish(self, where: str, message: Item) -> None:
        text = json.dumps(message, separators=(",", ":"))
        self.bus.publish(f"{self._prefix}.{where}", text.encode())

    def _flush(self) -> None:
        self._is_flushing = False
        for peer, stream in self._streams.items():
            items, stream.waiting = stream.waiting, []
            while items:
                size, number = 0, 0
                while number < len(items) and size < MOST_LETTERS:
                    size += 100 + len(items[number].get("text", ""))
                    number += 1
                some, items = items[:number], items[number:]
                head = {"from": self.owner, "stream": stream.name, "n": stream.sent}
                head["knows"] = stream.heard
                stream.sent += 1
                self._publish(f"to.{peer}", head | {"items": some})

    def _hear(self, data: bytes) -> None:
        message = _read(data, {"from": str, "stream": str, "n": int, "items": list})
        if message is None:
            return
        peer, name, number = message["from"], message["stream"], message["n"]
        stream = self._stream(peer)
        if name in stream.over:
            return
        if number == 0 and message.get("knows") not in (None, "", stream.name):
            # The other process sent this before it knew of the new stream. It will start again.
            stream.over.append(name)
            return
        if peer not in self.alive:  # It is alive, although its heartbeat has not arrived yet.
            self.alive[peer] = {}
            self._seen[peer] = self._clock.steady()
            self._meet(peer)
        if name != stream.heard and number == 0:
            if stream.heard:
                # The other process has started a new stream, so this one does too.
                self._break(peer)
            stream.heard, stream.next = name, 0
        if name != stream.heard or number != stream.next:
            log.warning("a message of process %s is missing: both processes start again", peer)
            stream.heard = name
            self._break(peer)
            self.send(peer, {"do": "begin"})
            return
        stream.next += 1
        for item in message["items"]:
            try:
                what = item["do"]
                if what in self._handlers:
                    self._handlers[what](peer, item)
                else:
                    log.warning(
                        "process %s sent %.80r, which this version does not know", peer, what
                    )
            except Exception as error:
                log.error("a fault in a message of process %s", peer, exc_info=error)


def _read(data: bytes, kinds: dict[str, type]) -> Item | None:
    """Parse a message of a process. Return None if it is invalid.

    Other programs may know the secret of the bus, so its content is not trusted.
    """
    try:
        message = json.loads(data)
    except (ValueError, RecursionError):
        message = None
    if (
        isinstance(message, dict)
        and all(type(message.get(name)) is kind for name, kind in kinds.items())
        and NAME.fullmatch(message["from"])
    ):
        return message
    log.warning("%d bytes on the bus are no message of a process", len(data))
    return None
