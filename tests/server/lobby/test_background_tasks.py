"""Tests of background tasks: they are referenced until they finish, and their faults are
logged."""

import asyncio

import pytest

from pokermasa.server.background_tasks import BackgroundTasks


def test_a_fault_of_a_background_task_is_logged_and_an_expected_error_is_not(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fail(error: Exception) -> None:
        raise error

    async def main() -> None:
        tasks = BackgroundTasks(KeyError)
        tasks.start(fail(ValueError()), "what fails")
        tasks.start(fail(KeyError()), "what is refused")
        await tasks.wait()
        assert len(tasks) == 0

    asyncio.run(main())
    assert caplog.messages == ["a fault in what fails"]


def test_stopping_background_tasks_cancels_them_and_waits_until_they_are_done() -> None:
    ended = []

    async def wait_forever() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append(True)

    async def main() -> None:
        tasks = BackgroundTasks()
        tasks.start(wait_forever(), "work")
        await asyncio.sleep(0)
        await tasks.stop()

    asyncio.run(main())
    assert ended == [True]
