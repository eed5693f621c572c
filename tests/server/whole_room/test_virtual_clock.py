"""Tests of the virtual clock: timers that are due run in order, and no others do."""

import asyncio

from pokermasa.server.clock import Clock
from tests.server.virtual_clock import VirtualClock


def test_sleepers_and_timers_run_in_order_and_not_early() -> None:
    async def main() -> list[tuple[str, float]]:
        clock = VirtualClock()
        woken: list[tuple[str, float]] = []

        async def sleeper() -> None:
            for _ in range(3):
                await clock.sleep(10)
                woken.append(("sleeper", clock.steady() - 1000))

        task = asyncio.create_task(sleeper(), name="deal x")
        clock.call_later(15, lambda: woken.append(("timer", clock.steady() - 1000)))
        clock.call_later(5, lambda: woken.append(("never", 0))).cancel()
        await clock.advance(9.5)
        assert woken == []
        before = clock.now()
        await clock.advance(15)
        assert clock.now() - before == 15_000
        await clock.advance(100)
        await task
        return woken

    assert asyncio.run(main()) == [
        *(("sleeper", 10), ("timer", 15)),
        *(("sleeper", 20), ("sleeper", 30)),
    ]


def test_the_real_clock_sleeps_and_calls_timers() -> None:
    async def main() -> None:
        clock, rung = Clock(), asyncio.Event()
        await clock.sleep(0)
        clock.call_later(0, rung.set)
        await rung.wait()
        never = clock.call_later(3600, rung.clear)
        never.cancel()
        assert rung.is_set()

    asyncio.run(main())
