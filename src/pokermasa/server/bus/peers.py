"""The other processes of the room: who is there, and what is said to each of them.

Everybody says a few times in a lease that they are there. What one process says to another is a
stream of numbered messages. When a number is missing, or the bus was away, or nothing was heard for
the length of a lease, the two have lost each other: what one did for the other is over
(`on_lost`), and both begin a new stream.
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

from pokermasa.server.bus.bus import Bus
from pokermasa.server.clock import Clock
from pokermasa.server.refusal import Refused, RoomRefusal

Item = dict[str, Any]
Handler = Callable[[str, Item], None]
SOON = 0.001
"""Seconds: what is told about an act and the answer to it go over in one message."""
NAME = re.compile(r"[0-9a-z]{1,40}")
"""Of a process: a word of a subject."""
MOST_LETTERS = 200_000
"""Of one message: NATS takes a megabyte."""
KEPT_NAMES = 100
"""Of streams that are over."""

log = logging.getLogger(__name__)


class Stream:
    """Between this process and another."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(6)
        self.sent = 0
        self.waiting: list[Item] = []
        self.heard = ""
        """The name of the other's stream,"""
        self.next = 0
        """and the number that has to come."""
        self.over: deque[str] = deque(maxlen=KEPT_NAMES)
        """The latest names of theirs that do not count any more."""

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
        """What each of the others said last about itself."""
        self.about: Callable[[], Item] = dict
        """What is said of this one."""
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
        self._task: asyncio.Task[None] | None = None

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
        self._task = asyncio.create_task(self._keep(), name="peers")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._flush()
            self._publish("here", {"from": self.owner, "is_gone": True})
        self._lose_all()

    def _drain(self, data: bytes) -> None:
        """By whoever keeps the room, from any machine: `masa admin drain`."""
        log.info("this process is asked to hand its tables over, and to end")
        self.on_drain()

    # Who is there

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
        log.info("process %s is there", peer)
        self.say_here()
        self.send(peer, {"do": "begin"})  # it may think of an older stream
        for met in self.on_met:
            met(peer)

    def lose(self, peer: str) -> None:
        """It is not heard any more, or is dead; if it lives, it will be heard again."""
        if peer in self.alive:
            log.warning("process %s is lost", peer)
        self._lose(peer)

    def lose_if_silent(self, peer: str) -> None:
        """It has let its leases run out: if two of its heartbeats are missing, it is not there."""
        if self._seen.get(peer, 0.0) < self._clock.steady() - self._lease / 2:
            self.lose(peer)

    def _lose_all(self) -> None:
        for peer in list(self.alive):
            self._lose(peer)

    def _lose(self, peer: str) -> None:
        """Nothing is heard of it for now."""
        self._seen.pop(peer, None)
        if self.alive.pop(peer, None) is not None:
            self._break(peer)

    def _break(self, peer: str) -> None:
        """Whatever was under way between the two is over."""
        if peer in self._streams:
            self._streams[peer].begin()
        for number, (asked, answer) in list(self._asked.items()):
            if asked == peer:
                del self._asked[number]
                if not answer.done():
                    answer.set_exception(Refused(RoomRefusal.BUS))
        for lost in self.on_lost:
            lost(peer)

    # What is said

    def on(self, what: str, handler: Handler) -> None:
        self._handlers[what] = handler

    def send(self, peer: str, item: Item) -> None:
        """`{"do": …}`; lost if the other is."""
        if peer not in self.alive:
            return
        waiting = self._stream(peer).waiting
        # Many who look on at one table here are told the same: it goes over once.
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
        """What it answers; refused if it does not, and then nobody knows whether it was done."""
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
            stream.over.append(name)  # begun before it heard that we have begun anew: it will again
            return
        if peer not in self.alive:  # it is, and has only not said so yet
            self.alive[peer] = {}
            self._seen[peer] = self._clock.steady()
            self._meet(peer)
        if name != stream.heard and number == 0:
            if stream.heard:
                self._break(peer)  # the other has begun anew: so do we
            stream.heard, stream.next = name, 0
        if name != stream.heard or number != stream.next:
            log.warning("a message of process %s is missing: both begin anew", peer)
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
                    log.warning("process %s says %.80r: this version does not know it", peer, what)
            except Exception as error:
                log.error("a fault in what process %s says", peer, exc_info=error)


def _read(data: bytes, kinds: dict[str, type]) -> Item | None:
    """None if it is no message of a process; the secret of the bus may be known to others, too."""
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
