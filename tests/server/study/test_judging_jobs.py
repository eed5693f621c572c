"""Tests of the background job that judges the latest hands of an account."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pokermasa.server.storage import schema as store
from pokermasa.server.study import analyses, judging_jobs, pool, work
from tests.server.study import mortal
from tests.server.study.test_study import get, post, run, to_showdown
from tests.server.study.test_uploads import person, read, text
from tests.server.whole_room.test_faults import Felt
from tests.server.wired import PATIENCE, Hall

pytestmark = pytest.mark.sampled(2)

JOB = "/api/hands/judging"


class Solver:
    """A solver that waits for a test before it answers, and notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.faults: list[BaseException | None] = []
        """An exception for each hand, which is raised. None means that the hand is judged."""
        self.may_go_on = threading.Event()
        self.may_go_on.set()

    def solved(self, history: Any, stack: int, *limits: Any, watch: Any = None) -> bytes:
        self.asked.append(history)
        assert self.may_go_on.wait(PATIENCE)
        fault = self.faults.pop(0) if self.faults else None
        if fault is not None:
            raise fault
        return mortal.finds_no_mistake(history, stack)


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Solver]:
    solver = Solver()
    monkeypatch.setattr(work, "solved", solver.solved)
    monkeypatch.setattr(judging_jobs, "AGAIN", 0.005)
    yield solver
    solver.may_go_on.set()


async def start(hall: Hall, secret: str, count: int, **more: str) -> Any:
    answer = await post(hall, JOB, secret, count=count, **more)
    assert answer.status_code == 202, answer.text
    return answer.json()


async def cancel(hall: Hall, secret: str) -> None:
    async with hall.client(secret) as client:
        assert (await client.delete(JOB)).status_code == 204


async def job(hall: Hall, secret: str, seen: Callable[[Any], bool]) -> Any:
    """Return the job once *seen* accepts it."""
    async with asyncio.timeout(PATIENCE):
        while True:
            data = (await get(hall, JOB, secret)).json()
            if seen(data):
                return data
            await asyncio.sleep(0.005)


async def ended(hall: Hall, secret: str) -> Any:
    return await job(hall, secret, lambda data: not data["is_running"])


async def listed(hall: Hall, secret: str, **query: str) -> list[str]:
    words = "&".join(f"{name}={value}" for name, value in query.items())
    return [line["id"] for line in (await get(hall, f"/api/hands?{words}", secret)).json()]


def test_the_newest_hands_without_a_judgement_are_judged_one_after_the_other(
    tmp_path: Path, solver: Solver
) -> None:
    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        ids = [await to_showdown(felt) for _ in range(4)]
        me, other = felt.secrets[:2]
        assert (await get(hall, JOB, me)).json() is None
        assert (await get(hall, f"/api/hands/{ids[2]}/solution", me)).status_code == 200
        solver.may_go_on.clear()
        begun = await start(hall, me, 2)
        assert (begun["hands"], begun["done"], begun["is_running"]) == (2, 0, True)
        await job(hall, me, lambda data: len(solver.asked) == 2)
        again = await post(hall, JOB, me, count=2)
        assert (again.status_code, again.json()["code"]) == (429, "QUEUE_FULL")
        assert "cancel that first" in again.json()["message"]
        assert (await get(hall, JOB, other)).json() is None, "nobody else sees the job"
        solver.may_go_on.set()
        data = await ended(hall, me)
        assert (data["done"], data["unjudged"], data["code"]) == (2, 0, None)
        assert await listed(hall, me, judged="yes") == [ids[3], ids[2], ids[1]]
        assert len(solver.asked) == 3
        assert (await start(hall, me, 100))["hands"] == 1, "the job can be started again"

    run(tmp_path, main)


def test_uploaded_hands_are_judged_in_the_background_too(tmp_path: Path, solver: Solver) -> None:
    async def main(hall: Hall) -> None:
        me = await person(hall)
        await read(hall, me, text(3))
        await start(hall, me, 2, source="uploads")
        assert (await ended(hall, me))["done"] == 2
        assert len(await listed(hall, me, source="uploads", judged="yes")) == 2

    run(tmp_path, main)


def test_a_cancelled_job_judges_no_further_hand(tmp_path: Path, solver: Solver) -> None:
    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        for _ in range(3):
            await to_showdown(felt)
        me, other = felt.secrets[:2]
        solver.may_go_on.clear()
        await start(hall, me, 3)
        await job(hall, me, lambda data: len(solver.asked) == 1)
        await cancel(hall, other)
        assert (await get(hall, JOB, me)).json()["is_running"], "others cannot cancel it"
        await cancel(hall, me)
        assert (await get(hall, JOB, me)).json() is None
        solver.may_go_on.set()
        await hall.app.state.judging._tasks.wait()
        assert len(solver.asked) == 1
        assert await listed(hall, me, judged="yes") == []
        await cancel(hall, me)  # A second time changes nothing.

    run(tmp_path, main)


def test_a_job_waits_while_its_player_is_in_a_hand_with_other_people(
    tmp_path: Path, solver: Solver
) -> None:
    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        for _ in range(2):
            await to_showdown(felt)
        me = felt.secrets[0]
        solver.may_go_on.clear()
        await start(hall, me, 2)
        await job(hall, me, lambda data: len(solver.asked) == 1)
        await felt.room.deal()
        solver.may_go_on.set()
        data = await job(hall, me, lambda data: data["code"] is not None)
        assert (data["code"], data["done"], data["is_running"]) == ("IN_HAND", 1, True)
        assert len(solver.asked) == 1
        async with hall.client(felt.secrets[1]) as client:  # A job cannot be started either.
            answer = await client.post(JOB, json={"count": 5})
        assert (answer.status_code, answer.json()["code"]) == (409, "IN_HAND")
        while (side := felt.room.state.masa.to_act) is not None:
            ask = {"do": "act", "masa": felt.masa, "act": "FO"}
            await felt.lines[side].ask(**ask, turn=felt.room.act_clock.token)
        data = await ended(hall, me)
        assert (data["code"], data["done"]) == (None, 2)

    run(tmp_path, main)


def test_the_limit_of_a_day_ends_a_job(
    tmp_path: Path, solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "SOLVES_A_DAY", 2)

    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        for _ in range(3):
            await to_showdown(felt)
        await start(hall, felt.secrets[0], 3)
        data = await ended(hall, felt.secrets[0])
        assert (data["code"], data["done"]) == ("NOT_ALLOWED", 2)
        assert "2 hands a day" in data["message"]

    run(tmp_path, main)


def test_a_hand_that_has_to_wait_for_the_workers_counts_once(
    tmp_path: Path, solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "SOLVES_A_DAY", 1)

    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        await to_showdown(felt)
        with monkeypatch.context() as patch:
            patch.setattr(pool, "QUESTIONS_AN_ACCOUNT", 0)
            await start(hall, felt.secrets[0], 1)
            waiting = await job(hall, felt.secrets[0], lambda data: data["code"] is not None)
            assert waiting["code"] == "QUEUE_FULL"
        data = await ended(hall, felt.secrets[0])
        assert (data["code"], data["done"], data["unjudged"]) == (None, 1, 0)

    run(tmp_path, main)


def test_a_job_goes_on_after_a_hand_for_which_the_memory_was_not_enough(
    tmp_path: Path, solver: Solver
) -> None:
    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        ids = [await to_showdown(felt) for _ in range(3)]
        solver.faults = [None, MemoryError("no memory for the tree")]
        await start(hall, felt.secrets[0], 3)
        data = await ended(hall, felt.secrets[0])
        assert (data["done"], data["unjudged"], data["code"]) == (3, 1, None)
        assert await listed(hall, felt.secrets[0], judged="no") == [ids[1]]

    run(tmp_path, main)


@pytest.mark.parametrize("fault", [mortal.dies, mortal.has_too_little_memory])
def test_a_worker_that_dies_or_lacks_memory_leaves_a_hand_without_a_judgement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Callable[..., bytes]
) -> None:
    """The reader is told so, nothing is stored, and the next judgement works."""
    monkeypatch.setattr(pool, "REST", 0.01)
    monkeypatch.setattr(pool, "MOST_DEATHS", 1)

    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        ids = [await to_showdown(felt) for _ in range(2)]
        me = felt.secrets[0]
        monkeypatch.setattr(work, "solved", fault)
        answer = await get(hall, f"/api/hands/{ids[0]}/solution", me)
        assert (answer.status_code, answer.json()["code"]) == (422, "NO_ANSWER")
        assert "no answer was found" in answer.json()["message"]
        await start(hall, me, 2)
        data = await ended(hall, me)
        assert (data["done"], data["unjudged"], data["code"]) == (2, 2, None)
        assert await listed(hall, me, judged="no") == [ids[1], ids[0]]
        await to_showdown(felt)  # the room goes on
        monkeypatch.setattr(work, "solved", mortal.finds_no_mistake)
        answer = await get(hall, f"/api/hands/{ids[0]}/solution", me)
        assert answer.status_code == 200, answer.text
        assert await listed(hall, me, judged="yes") == [ids[0]]

    run(tmp_path, main, study_workers=1)


def test_a_closed_account_ends_its_job_and_nothing_is_stored_for_it(
    tmp_path: Path, solver: Solver
) -> None:
    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        for _ in range(3):
            await to_showdown(felt)
        me = felt.secrets[0]
        solver.may_go_on.clear()
        await start(hall, me, 3)
        await job(hall, me, lambda data: len(solver.asked) == 1)
        await felt.lines[0].ask(do="leave", masa=felt.masa)
        async with hall.client(me) as client:
            assert (await client.request("DELETE", "/api/me", json={})).status_code == 204
        solver.may_go_on.set()
        await hall.app.state.judging._tasks.wait()
        assert len(solver.asked) == 1
        async with hall.engine.connect() as connection:
            assert (await connection.execute(store.judgement.select())).all() == []

    run(tmp_path, main)


def test_the_wanted_number_of_hands_has_a_limit(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        me = await hall.guest()
        for body in ({"count": 0}, {"count": 101}, {}, {"count": 5, "source": "elsewhere"}):
            answer = await post(hall, JOB, me, **body)
            assert (answer.status_code, answer.json()["code"]) == (422, "UNREADABLE"), body
        data = await start(hall, me, 100)
        assert data["hands"] == 0, "no hand is left to be judged"
        assert not (await ended(hall, me))["is_running"]

    run(tmp_path, main)
