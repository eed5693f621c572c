"""Analyses of finished hands. Each is computed once per view of a hand and then cached for a
while."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from functools import partial
from hashlib import blake2b
from typing import Any, NamedTuple

from pokermasa.histories.history import History
from pokermasa.histories.identity import whole_text
from pokermasa.rules import StackIndex
from pokermasa.server.rate_limit import RateLimits
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.archive.upload_archive import StoredHand
from pokermasa.server.storage.archive.uploaded_hand import UploadedHand
from pokermasa.server.study import work
from pokermasa.server.study.judgements import Judgements
from pokermasa.server.study.pool import Background, WorkerPool
from pokermasa.server.study.worker import Watch

SOLVE_TIME_MS = 34_000
"""Processor time of the solver for one player's decisions in a hand, in milliseconds. What is not
solved by then gets no verdict."""
SOLVE_BYTES = 200_000_000
"""Memory limit of the solver's arrays, in bytes. A larger game gets no verdict."""
SMALL_TIME_MS = 8_000
"""`SOLVE_TIME_MS` of a room with little memory, which has no worker processes."""
SMALL_BYTES = 60_000_000
"""`SOLVE_BYTES` of such a room."""
SOLVES_A_DAY = 100
"""Number of hands that the solver judges for one account in a day."""
CACHE_BYTES = 32 * 1024 * 1024
"""Size of the cache in bytes."""


class _Answer(NamedTuple):
    data: bytes
    owner: int | None
    """Account that owns the uploaded hand; None for a hand of the room."""


class Analyses:
    """Analyses of hands, from a cache or computed by the study workers."""

    def __init__(
        self,
        pool: WorkerPool,
        solving: WorkerPool,
        steady: Callable[[], float],
        judgements: Judgements,
        is_small: bool = False,
    ) -> None:
        """*solving* is the worker pool for the solver, whose questions take longer. *steady* is a
        clock in seconds. *judgements* stores those of the readers' own decisions. *is_small* says
        that there are no worker processes."""
        self._judgements = judgements
        self._is_small = is_small
        self._solves = RateLimits(SOLVES_A_DAY / 86_400, steady, SOLVES_A_DAY)
        self._first_answers = RateLimits(SOLVES_A_DAY / 86_400, steady, SOLVES_A_DAY)
        self._parts: dict[bytes, float] = {}
        """Parts of the judgements in work that are done, from 0 to 1."""
        self._waiting: Counter[bytes] = Counter()
        """Number of readers who wait for each judgement."""
        self._pool = pool
        self._solving = solving
        self._cache: OrderedDict[bytes, _Answer] = OrderedDict()
        self._size = 0
        self._asked: dict[bytes, asyncio.Future[bytes]] = {}

    async def analysis(self, who: Hashable, hand: StoredHand) -> bytes:
        """Return the analysis of the hand as JSON. The cache key contains everything that the
        reader may know, so that nobody gets an analysis from another player's view, or one made
        before a player chose privacy."""
        history, seen = await asyncio.to_thread(_as_seen, hand)
        asked = history, hand.viewer, seen
        return await self._answer(hand, asked, self._pool, who, work.analysed, *asked)

    async def solution(
        self,
        who: int,
        hand: StoredHand,
        stack: int | None,
        is_background: bool = False,
        is_first: bool = False,
    ) -> bytes:
        """Return the judgement of a player's decisions as JSON, cached in the same way. Without a
        *stack*, the decisions are the viewer's. Those of the account *who* are stored for good.
        With *is_background*, it waits until nobody else has a question. With *is_first*, it is a
        first answer, which is not stored, unless there is a full one already."""
        history, seen = await asyncio.to_thread(_as_seen, hand)
        judged = hand.viewer if stack is None else StackIndex(stack)
        if judged is None:
            raise Refused(RoomRefusal.BAD_QUESTION, "give the player: stack=0, 1, ...")
        asked = history, judged, seen
        time = min(SOLVE_TIME_MS, SMALL_TIME_MS) if self._is_small else SOLVE_TIME_MS
        memory = SMALL_BYTES if self._is_small else SOLVE_BYTES
        full = _key(work.solved, asked)
        is_own = judged == hand.viewer and not hand.is_shared
        stored = await self._judgements.find(who, hand, full.hex()) if is_own else None
        if stored is not None:
            return stored
        is_first = is_first and full not in self._cache
        solves = self._first_answers if is_first else self._solves
        question = (*asked, "first") if is_first else asked
        key = _key(work.solved, question)
        # A hand that ended before the flop needs no solver.
        is_solved = bool(history.board) and key not in self._cache and key not in self._asked
        if is_solved and not solves.take(who):
            limit = f"{SOLVES_A_DAY} hands a day are judged; ask again tomorrow"
            raise Refused(RoomRefusal.NOT_ALLOWED, limit)
        self._waiting[key] += 1
        try:
            data = await self._answer(
                hand,
                question,
                self._solving,
                Background(who) if is_background else who,
                work.solved,
                *(*asked, time / 1000, memory, is_first),
                watch=partial(self._parts.__setitem__, key),
            )
            if is_own and not is_first:
                await self._judgements.keep(who, hand, key.hex(), data)
            return data
        except Refused as refused:
            if is_solved and refused.is_passing:
                solves.give_back(who)
            raise
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key]
                self._parts.pop(key, None)
                if key in self._asked:  # all readers have left
                    self._asked[key].cancel()

    async def part_done(self, hand: StoredHand) -> float | None:
        """Return the part of the judgement of the viewer's decisions that is done, from 0 to 1, or
        None if no worker is on it."""
        history, seen = await asyncio.to_thread(_as_seen, hand)
        return self._parts.get(_key(work.solved, (history, hand.viewer, seen)))

    async def _answer(
        self,
        hand: StoredHand,
        asked: tuple[Any, ...],
        pool: WorkerPool,
        who: Hashable,
        do: Callable[..., Any],
        *arguments: Any,
        watch: Watch | None = None,
    ) -> bytes:
        key = _key(do, asked)
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key].data
        asking = self._asked.get(key)
        if asking is None:
            asking = self._asked[key] = asyncio.ensure_future(
                self._ask(pool, who, do, *arguments, watch=watch)
            )
            owner = hand.owner if isinstance(hand, UploadedHand) else None
            asking.add_done_callback(lambda done: self._keep(key, done, owner))
        return await asyncio.shield(asking)

    async def _ask(
        self,
        pool: WorkerPool,
        who: Hashable,
        do: Callable[..., Any],
        *arguments: Any,
        watch: Watch | None,
    ) -> bytes:
        answer = await pool.ask(who, do, *arguments, watch=watch)
        if isinstance(answer, dict):
            raise Refused(RoomRefusal.BAD_QUESTION, answer["refused"])
        result: bytes = answer
        return result

    def _keep(self, key: bytes, done: asyncio.Future[bytes], owner: int | None) -> None:
        del self._asked[key]
        if done.cancelled() or done.exception() is not None:
            return
        self._cache[key] = _Answer(done.result(), owner)
        self._size += len(done.result())
        while self._size > CACHE_BYTES:
            _, oldest = self._cache.popitem(last=False)
            self._size -= len(oldest.data)

    def forget(self, owner: int) -> None:
        """Remove all analyses of the account's uploaded hands from the cache."""
        for key in [key for key, answer in self._cache.items() if answer.owner == owner]:
            self._size -= len(self._cache.pop(key).data)


def _key(do: Callable[..., Any], asked: tuple[Any, ...]) -> bytes:
    """Return a key made of everything that the answer depends on. The history itself cannot be the
    key, because it holds a mapping."""
    history, stack, seen, *more = asked
    text = repr((do.__name__, whole_text(history), stack, sorted(seen), *more))
    return blake2b(text.encode(errors="replace"), digest_size=16).digest()


def _as_seen(hand: StoredHand) -> tuple[History, frozenset[StackIndex]]:
    return hand.history, frozenset(map(StackIndex, hand.seen))
