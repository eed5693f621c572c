"""Stores how many study workers died in a row, for `masa admin doctor` and for the next process of
the room."""

from __future__ import annotations

import logging

from sqlalchemy.exc import IntegrityError

from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.refusal import Refused
from pokermasa.server.storage import room_setting
from pokermasa.server.storage.database.storage import Storage
from pokermasa.server.storage.room_setting import STUDY_DEATHS
from pokermasa.server.study.pool import WorkerPool

log = logging.getLogger(__name__)


class DeathRecord:
    """A record of the deaths of workers of several pools."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._tasks = BackgroundTasks()

    async def start(self, *pools: WorkerPool) -> None:
        known = await self._storage.read(room_setting.get, STUDY_DEATHS, "0")
        for pool in pools:
            pool.on_deaths = self._note
            pool.is_suspect = known != "0"

    def _note(self, in_a_row: int) -> None:
        self._tasks.start(self._write(in_a_row), "study deaths")

    async def _write(self, in_a_row: int) -> None:
        now = self._storage.now()
        try:
            await self._storage.write(room_setting.put, STUDY_DEATHS, str(in_a_row), now)
        except (Refused, IntegrityError) as error:  # another process has just written the same row
            log.warning("a study worker's death was not recorded: %s", type(error).__name__)

    async def stop(self) -> None:
        await self._tasks.wait()
