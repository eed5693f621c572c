"""Stores how many study workers died in a row, for `masa admin doctor` and for the next process of
the room."""

from __future__ import annotations

import logging

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.clock import Clock
from pokermasa.server.refusal import Refused
from pokermasa.server.storage import room_setting
from pokermasa.server.storage.database.writer import Writer
from pokermasa.server.storage.room_setting import STUDY_DEATHS
from pokermasa.server.study.pool import WorkerPool

log = logging.getLogger(__name__)


class DeathRecord:
    """Records the deaths of workers of several pools."""

    def __init__(self, engine: AsyncEngine, writer: Writer, clock: Clock) -> None:
        self._engine = engine
        self._writer = writer
        self._clock = clock
        self._tasks = BackgroundTasks()

    async def start(self, *pools: WorkerPool) -> None:
        async with self._engine.connect() as connection:
            known = await connection.run_sync(lambda c: room_setting.get(c, STUDY_DEATHS, "0"))
        for pool in pools:
            pool.on_deaths = self._note
            pool.is_suspect = known != "0"

    def _note(self, in_a_row: int) -> None:
        self._tasks.start(self._write(in_a_row), "study deaths")

    async def _write(self, in_a_row: int) -> None:
        def write(connection: Connection) -> None:
            room_setting.put(connection, STUDY_DEATHS, str(in_a_row), self._clock.now())

        try:
            await self._writer.write(write)
        except (Refused, IntegrityError) as error:  # another process has just written the same row
            log.warning("a study worker's death was not recorded: %s", type(error).__name__)

    async def stop(self) -> None:
        await self._tasks.wait()
