"""Analyses of finished hands: worked out once for each way of seeing a hand, then kept a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Hashable
from hashlib import blake2b

from pokermasa.histories.history import History
from pokermasa.rules import StackIndex
from pokermasa.server.storage.hand_archive import ArchivedHand, hand_history
from pokermasa.server.study import work
from pokermasa.server.study.pool import WorkerPool

KEPT = 32 * 1024 * 1024
"""Bytes."""


class Analyses:
    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._size = 0
        self._asked: dict[bytes, asyncio.Future[bytes]] = {}

    async def of(self, who: Hashable, hand: ArchivedHand) -> bytes:
        """JSON. What it is kept under is all that its reader may know, so that nobody is given
        what another one saw, nor what was seen before somebody chose privacy."""
        history, seen = await asyncio.to_thread(_as_seen, hand)
        key = blake2b(repr((history, hand.viewer, sorted(seen))).encode(), digest_size=16).digest()
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        asked = self._asked.get(key)
        if asked is None:
            asked = self._asked[key] = asyncio.ensure_future(
                self._pool.ask(who, work.analysed, history, hand.viewer, seen)
            )
            asked.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(asked)

    def _keep(self, key: bytes, done: asyncio.Future[bytes]) -> None:
        del self._asked[key]
        if done.cancelled() or done.exception() is not None:
            return
        self._kept[key] = done.result()
        self._size += len(done.result())
        while self._size > KEPT:
            _, oldest = self._kept.popitem(last=False)
            self._size -= len(oldest)


def _as_seen(hand: ArchivedHand) -> tuple[History, frozenset[StackIndex]]:
    return hand_history(hand), frozenset(map(StackIndex, hand.seen))
