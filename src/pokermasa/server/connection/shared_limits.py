"""Shares the rate limits among all processes of the room.

A client that sends requests to several processes must not get its allowance several times. Each
process reports to the others, a few times a second, what was taken from allowances that are more
than half spent. A client that uses all processes at once therefore gets half an allowance at each
of them, and shares one allowance from then on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from functools import partial

from pokermasa.server.bus.peers import Item, Peers
from pokermasa.server.clock import Clock, Timer
from pokermasa.server.rate_limit import RateLimits

EVERY = 0.2
"""Seconds between two reports."""


class SharedLimits:
    def __init__(self, peers: Peers, clock: Clock, limits: Mapping[str, RateLimits]) -> None:
        self._peers = peers
        self._clock = clock
        self._limits = limits
        self._spent: Counter[tuple[str, int | str]] = Counter()
        self._timer: Timer | None = None
        for name, limit in limits.items():
            limit.on_low = partial(self._note, name)
        peers.on("spent", self._hear)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _note(self, name: str, who: Hashable) -> None:
        if not isinstance(who, int | str) or not self._peers.alive:
            return
        self._spent[name, who] += 1
        if self._timer is None:
            self._timer = self._clock.call_later(EVERY, self._tell)

    def _tell(self) -> None:
        self._timer = None
        spent = [[name, who, number] for (name, who), number in self._spent.items()]
        self._spent.clear()
        self._peers.tell_all({"do": "spent", "spent": spent})

    def _hear(self, peer: str, item: Item) -> None:
        for name, who, number in item["spent"]:
            self._limits[name].spend(who, number)
