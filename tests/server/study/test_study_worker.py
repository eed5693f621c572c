"""Tests of study workers that die: they are started again after a pause, their job is given up
after a few deaths, and operators can see it."""

import asyncio
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing import active_children
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

import pytest

from pokermasa.server.admin import doctor
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.study import pool as pools
from pokermasa.server.study import worker as workers
from pokermasa.server.study.pool import WorkerPool
from tests.server.admin.test_metrics import asked
from tests.server.store import POSTGRES, Store
from tests.server.study import mortal
from tests.server.study.test_study import get, post
from tests.server.study.test_uploads import finished, person, send, text
from tests.server.wired import NOON, PATIENCE, StillClock, opened


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shortens the pauses to milliseconds, in the same proportions."""
    for name, seconds in (("REST", 0.01), ("LONG_REST", 0.08), ("LONGEST_REST", 0.6)):
        monkeypatch.setattr(pools, name, seconds)


@pytest.fixture
def doomed(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Makes every worker die at its start. The returned function ends this."""
    usual = workers.serve
    monkeypatch.setattr(workers, "serve", slice)  # `slice` returns at once
    return lambda: monkeypatch.setattr(workers, "serve", usual)


def run(main: Callable[[WorkerPool], Any]) -> None:
    async def opened_pool() -> None:
        pool = WorkerPool(Settings(study_workers=1))
        try:
            await main(pool)
        finally:
            await pool.stop()

    asyncio.run(opened_pool())


async def refusal(pool: WorkerPool, *arguments: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        await pool.ask("ada", *arguments)
    return refused.value


@pytest.mark.usefixtures("quick")
def test_a_job_that_kills_its_worker_is_given_up_after_three_deaths(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)

    async def main(pool: WorkerPool) -> None:
        said: list[int] = []
        pool.on_deaths = said.append
        first = asyncio.create_task(refusal(pool, os._exit, 7))
        await asyncio.sleep(0)
        second = asyncio.create_task(pool.ask("bo", pow, 2, 10))  # waits for the same worker
        refused = await first
        assert refused.code is RoomRefusal.NO_ANSWER
        assert "stopped 3 times" in str(refused)
        assert await second == 1024
        assert pool.deaths == 3
        assert said == [1, 2, 3, 0]

    run(main)
    assert caplog.messages == [
        "a study worker ended with status 7, 1 in a row; the next one is started in 0.01 s",
        "a study worker ended with status 7, 2 in a row; the next one is started in 0.02 s",
        "a study worker ended with status 7, 3 in a row; the next one is started in 0.04 s",
        "_exit was cancelled because its worker died",
        "the study workers work again",
    ]


@pytest.mark.usefixtures("quick")
def test_while_workers_fail_to_start_questions_are_refused_and_starts_are_rare(
    doomed: Callable[[], None], caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    async def main(pool: WorkerPool) -> None:
        while pool.deaths < 5:
            await refusal(pool, pow, 2, 5)
        deaths = pool.deaths  # The last pauses are longer than any request waits.
        asked = [await refusal(pool, pow, 2, 5) for _ in range(50)]
        assert {one.code for one in asked} == {RoomRefusal.BUSY}
        assert "do not start" in str(asked[0])
        assert pool.deaths == deaths
        doomed()
        while True:
            try:
                assert await pool.ask("ada", pow, 2, 5) == 32
                return
            except Refused:
                await asyncio.sleep(0.01)

    run(main)
    assert len(caplog.messages) < 20
    assert "Traceback" not in caplog.text + capfd.readouterr().err


def test_a_job_that_nobody_waits_for_is_ended_and_its_worker_works_again() -> None:
    async def main(pool: WorkerPool) -> None:
        assert await pool.ask("ada", pow, 2, 5) == 32
        process = pool._workers[0]._process
        asked = asyncio.create_task(pool.ask("ada", time.sleep, 3600))
        waiting = asyncio.create_task(pool.ask("ada", time.sleep, 3601))
        while pool.waiting != 1:
            await asyncio.sleep(0.005)
        asked.cancel()
        waiting.cancel()
        assert await pool.ask("bo", pow, 2, 10) == 1024
        assert process is not None
        assert not process.is_alive()
        assert pool.deaths == 0

    run(main)


def test_background_questions_wait_until_nobody_else_has_a_question() -> None:
    async def main(pool: WorkerPool) -> None:
        answered: list[str] = []

        async def ask(who: str | pools.Background) -> None:
            await pool.ask(who, pow, 2, 5)
            answered.append(str(who))

        clients: list[str | pools.Background] = [
            "ada",
            pools.Background(1),
            pools.Background(2),
            "bo",
            "cy",
        ]
        await asyncio.gather(*[ask(who) for who in clients])
        assert answered == ["ada", "bo", "cy", "Background(account=1)", "Background(account=2)"]

    run(main)


def test_a_room_closes_at_once_while_a_worker_waits_for_its_next_start(
    doomed: Callable[[], None],
) -> None:
    async def main(pool: WorkerPool) -> None:
        asked = asyncio.create_task(refusal(pool, pow, 2, 5))
        while not pool.deaths:
            await asyncio.sleep(0.005)
        begun = time.monotonic()
        await pool.stop()
        assert time.monotonic() - begun < pools.REST / 2
        assert (await asked).code is RoomRefusal.BUSY

    run(main)


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc keeps the memory")
def test_a_worker_returns_the_memory_of_a_job_to_the_system() -> None:
    worker = workers.Worker(seconds=60)
    before = worker.do(mortal.resident, ())
    worker.do(mortal.frees_most_blocks, (1000,))
    assert worker.do(mortal.resident, ()) - before < 500 * mortal.BLOCK
    worker.close()


def test_a_worker_closed_while_its_process_starts_leaves_no_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worker = workers.Worker(seconds=60)
    closed: list[BaseException | None] = []

    def close() -> None:
        try:
            worker.close()
        except Exception as error:
            closed.append(error)
        else:
            closed.append(None)

    closing = threading.Thread(target=close)
    start = SpawnProcess.start

    def closed_before_the_start(process: SpawnProcess) -> None:
        closing.start()
        closing.join(0.05)  # waits for the start
        start(process)

    monkeypatch.setattr(SpawnProcess, "start", closed_before_the_start)
    with pytest.raises(workers.WorkerDied):
        worker.do(len, ((),))
    closing.join()
    assert closed == [None]
    assert not active_children()
    with pytest.raises(workers.WorkerDied):  # No other worker is started.
        worker.do(len, ((),))


@pytest.mark.both_stores
@pytest.mark.usefixtures("quick")
def test_doctor_reports_dying_study_workers_also_after_a_restart(
    tmp_path: Path, doomed: Callable[[], None]
) -> None:
    settings: list[Settings] = []
    patient = {"study_workers": 1, "study_time_ms": int(1000 * PATIENCE)}

    def study() -> tuple[str, str]:
        found = {one.what: one for one in doctor.examine(settings[-1], NOON / 1000)}
        return found["study"].verdict, found["study"].words

    async def main() -> None:
        clock = StillClock()
        async with opened(tmp_path, clock, **patient) as hall:
            settings.append(hall.settings)
            assert study()[0] == "well"
            me = await person(hall)
            body = {"hands": ["AA", "KK"], "board": "2c7d9h3s", "exact": True}
            answer = await post(hall, "/api/tools/equity", me, **body)
            assert answer.json()["code"] == "NO_ANSWER"
        assert study()[0] == "wrong"
        assert study()[1].startswith("3 workers in a row died, the last at 2027-01-15 08:00 UTC")
        doomed()
        async with opened(tmp_path, clock, **patient) as hall:
            assert study()[0] == "wrong"
            assert (await post(hall, "/api/tools/equity", me, **body)).status_code == 200
        assert study()[0] == "warning"
        assert "work again" in study()[1]

    asyncio.run(main())


@pytest.mark.usefixtures("quick", "doomed")
def test_workers_that_die_are_counted_for_prometheus(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, study_workers=1) as hall:
            me = await person(hall)
            assert (await asked(hall))["pokermasa_study_worker_deaths_total"] == 0
            await post(hall, "/api/tools/equity", me, hands=["AA", "KK"], exact=True)
            await finished(hall, me, (await send(hall, me, text(2))).json()["id"])
            hall.clock.pass_time(2)
            assert (await asked(hall))["pokermasa_study_worker_deaths_total"] == 6

    asyncio.run(main())


@pytest.mark.usefixtures("quick", "doomed")
def test_an_upload_whose_worker_dies_is_marked_as_failed(tmp_path: Path) -> None:
    async def main() -> None:
        clock = StillClock()
        async with opened(tmp_path, clock, study_workers=1) as hall:
            me = await person(hall)
            data = await finished(hall, me, (await send(hall, me, text(2))).json()["id"])
            assert (data["state"], data["hands"]) == ("failed", 0)
            assert "stopped 3 times" in data["message"]
            # The room closes while the file is being read.
            id = (await send(hall, me, text(2))).json()["id"]
        async with opened(tmp_path, clock, study_workers=1) as hall:
            data = await finished(hall, me, id)
            assert data["state"] == "failed"
            assert "stopped" in data["message"]
            answer = await post(hall, "/api/tools/equity", me, hands=["AA", "KK"], exact=True)
            assert answer.json()["code"] in ("NO_ANSWER", "BUSY")

    asyncio.run(main())


def test_an_upload_whose_file_is_lost_is_marked_as_failed_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        clock = StillClock()
        async with opened(tmp_path, clock) as hall:
            me = await person(hall)
            monkeypatch.setattr(
                hall.app.state.uploads._tasks, "start", lambda work, name: work.close()
            )
            id = (await send(hall, me, text(2))).json()["id"]
        (tmp_path / "uploads" / id).unlink()
        # Another machine might have the file, but not for longer than a day.
        if Store.kind == POSTGRES:
            clock.pass_time(25 * 3600)
        async with opened(tmp_path, clock) as hall:
            data = (await get(hall, f"/api/uploads/{id}", me)).json()
            assert data["state"] == "failed"
            assert "send it again" in data["message"]

    asyncio.run(main())


def test_a_fault_while_reading_an_upload_is_reported_to_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            me = await person(hall)

            async def broken(*_: Any) -> None:
                raise ValueError

            monkeypatch.setattr(hall.app.state.long_study, "ask", broken)
            data = await finished(hall, me, (await send(hall, me, text(2))).json()["id"])
            assert data["state"] == "failed"
            assert "in its log" in data["message"]

    asyncio.run(main())
