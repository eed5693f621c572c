"""Background jobs that judge the latest hands of an account, one hand after the other.

A job waits while its account holds cards in a hand with other people, and while anybody else has a
question for the solver. It ends with the process; what it has judged is stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from pydantic import BaseModel
from sqlalchemy import select

from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.archive.hand_archive import PAGE, HandArchive
from pokermasa.server.storage.archive.hand_filter import HandFilter
from pokermasa.server.storage.archive.upload_archive import StoredHand, UploadArchive
from pokermasa.server.storage.database.storage import Storage
from pokermasa.server.storage.schema import Source
from pokermasa.server.study.analyses import Analyses

MOST_HANDS = PAGE
"""Maximum number of hands of one job."""
MOST_JOBS = 50
"""Number of jobs of all accounts in one process. One more is refused with `QUEUE_FULL`."""
MOST_ENDED = 1_000
"""Number of ended jobs whose result can still be read."""
AGAIN = 5.0
"""Seconds before a hand that could not be judged at the moment is tried again."""
WITHOUT_JUDGEMENT = {RoomRefusal.BAD_QUESTION, RoomRefusal.NO_ANSWER, RoomRefusal.TOO_LONG}
"""Refusals of one hand, after which the job goes on with the next one."""

log = logging.getLogger(__name__)


class JudgingData(BaseModel):
    """The state of the background job that judges your latest hands."""

    source: Source
    started: int
    hands: int
    """Number of hands that the job shall judge."""
    done: int
    """Number of hands that it is done with."""
    unjudged: int
    """Those of them that have no judgement, because it would take too long or its worker died."""
    is_running: bool
    code: str | None
    """Code of the refusal for which the job waits or, if it is not running, has ended."""
    message: str
    """Text of that refusal."""

    def note(self, refused: Refused | None) -> None:
        self.code = None if refused is None else refused.code.name
        self.message = "" if refused is None else str(refused)


def verify_not_running(known: JudgingData | None) -> None:
    if known is not None and known.is_running:
        raise Refused(RoomRefusal.QUEUE_FULL, "your hands are being judged; cancel that first")


class _Job(NamedTuple):
    data: JudgingData
    task: asyncio.Task[None]


class JudgingJobs:
    """The jobs of this process, at most one for each account."""

    def __init__(
        self,
        storage: Storage,
        hands: HandArchive,
        uploaded: UploadArchive,
        analyses: Analyses,
        verify_not_in_hand: Callable[[Account], Awaitable[None]],
    ) -> None:
        """*verify_not_in_hand* raises `Refused` while the account holds cards in a hand with other
        people."""
        self._storage = storage
        self._hands = hands
        self._uploaded = uploaded
        self._analyses = analyses
        self._verify_not_in_hand = verify_not_in_hand
        self._jobs: dict[int, _Job] = {}
        self._tasks = BackgroundTasks()

    async def stop(self) -> None:
        await self._tasks.stop()

    async def start(self, account: Account, source: Source, count: int) -> JudgingData:
        """Start to judge the newest hands that have no judgement, at most *count*."""
        archive = self._hands if source == store.ROOM else self._uploaded
        lines = await archive.list_for(account, None, HandFilter(judged="no"))
        ids = [line["id"] for line in lines[:count]]
        verify_not_running(self.find(account.id))
        if len(self._tasks) >= MOST_JOBS:
            raise Refused(RoomRefusal.QUEUE_FULL)
        data = JudgingData(
            source=source,
            started=self._storage.now(),
            hands=len(ids),
            done=0,
            unjudged=0,
            is_running=True,
            code=None,
            message="",
        )
        task = self._tasks.start(self._run(account, data, ids), "judging")
        self._jobs.pop(account.id, None)
        self._jobs[account.id] = _Job(data, task)
        ended = [id for id, job in self._jobs.items() if not job.data.is_running]
        for id in ended[: max(0, len(ended) - MOST_ENDED)]:
            del self._jobs[id]
        return data

    def find(self, account: int) -> JudgingData | None:
        """Return the job of the account, or its last one."""
        job = self._jobs.get(account)
        return None if job is None else job.data

    def cancel(self, account: int) -> None:
        """End the job of the account at once, and forget it."""
        job = self._jobs.pop(account, None)
        if job is not None:
            job.task.cancel()

    async def _run(self, account: Account, data: JudgingData, ids: list[str]) -> None:
        try:
            for id in ids:
                await self._judge(account, data, id)
                data.done += 1
        except Refused as refused:
            data.note(refused)
        except Exception:
            data.note(Refused(RoomRefusal.FAULT))
            raise
        finally:
            data.is_running = False

    async def _judge(self, account: Account, data: JudgingData, id: str) -> None:
        """Judge a hand. Raises `Refused` if the job cannot go on with the others."""
        while True:
            try:
                await self._verify_account(account)
                await self._verify_not_in_hand(account)
                data.note(None)
                hand = await self._find(account, data.source, id)
                if hand is not None:  # otherwise it was deleted meanwhile
                    await self._analyses.solution(account.id, hand, None, is_background=True)
                return
            except Refused as refused:
                if refused.code in WITHOUT_JUDGEMENT:
                    data.unjudged += 1
                    return
                if refused.code is not RoomRefusal.IN_HAND and not refused.is_passing:
                    raise
                data.note(refused)
            await self._storage.clock.sleep(AGAIN)

    async def _verify_account(self, account: Account) -> None:
        who = store.account.c
        is_here = (who.id == account.id) & who.deleted.is_(None) & who.banned.is_(None)
        if await self._storage.scalar(select(who.id).where(is_here)) is None:
            raise Refused(RoomRefusal.NOT_LOGGED_IN)

    async def _find(self, account: Account, source: Source, id: str) -> StoredHand | None:
        if source == store.ROOM:
            return await self._hands.find(id, account, "")
        return await self._uploaded.find(id, account)
