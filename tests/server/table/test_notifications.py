"""Where very many watch a tournament, they are told in turns: everybody everything, in order."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from pokermasa.server.director.messages import notifications
from pokermasa.server.table import event_feed
from tests.server.field import Field, events, told
from tests.server.virtual_clock import VirtualClock
from tests.server.wired import opened


def test_a_crowd_is_told_everything_once_and_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "FEW", 2)
    monkeypatch.setattr(notifications, "AT_ONCE", 1)
    monkeypatch.setattr(event_feed, "AT_ONCE", 3)

    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            field = await Field.opened(hall, 7, seats=3)
            crowd = [await hall.line() for _ in range(5)]
            for line in crowd:
                await line.ask(do="watch_tournament", tournament=field.id)
            asked = [line.ask(do="register", tournament=field.id) for line in field.lines]
            await asyncio.gather(*asked)
            # What can wait has been gathered; whoever comes is told what is so far.
            late = await hall.line()
            await late.ask(do="watch_tournament", tournament=field.id)
            for line in crowd:
                await line.flush()
                assert [e["player"] for e in events(line, "registered")] == list(range(7))
            rng = Random(2)
            while not field.now.is_ended:
                await field.step(rng)
                await clock.advance(0.3)
            await clock.advance(2)
            for line in (*crowd, late):
                await line.flush("end")
                batches = [m["seq"] for m in told(line, "tournament_events")]
                first = told(line, "tournament")[0]["seq"] + 1
                assert batches == list(range(first, first + len(batches)))
                out = [one["player"] for e in events(line, "eliminated") for one in e["players"]]
                assert len(out) == len(set(out)) == 6
                assert events(line)[-1]["event"] == "finished"
                final = told(line, "standings")[-1]["standings"]
                assert {row["player"] for row in final[1:]} == set(out)

    asyncio.run(main())


def test_who_starts_with_many_is_told_a_message_that_does_not_grow_with_them(
    tmp_path: Path,
) -> None:
    """Each knows their own seat, and the standings have the first hundred."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 9, seats=3)
            (line, *_) = field.lines
            (batch,) = [
                message
                for message in told(line, "tournament_events")
                if any(event["event"] == "started" for event in message["events"])
            ]
            assert [event["event"] for event in batch["events"]] == ["started"]
            rows = told(line, "standings")[-1]["standings"]
            assert {row["player"] for row in rows} == set(range(9))
            assert all(row["masa"] and row["side"] is not None for row in rows)

    asyncio.run(main())
