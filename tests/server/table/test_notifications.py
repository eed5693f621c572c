"""Tests of broadcasting a tournament to a large audience: messages are sent in batches, and
every client gets all of them in order."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from pokermasa.server.director.messages import notifications
from pokermasa.server.table import event_feed
from tests.server.field import Field, events, messages_of_type
from tests.server.virtual_clock import VirtualClock
from tests.server.wired import opened


def test_a_large_audience_receives_every_event_once_and_in_order(
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
            # Announcements are collected in batches. A new spectator gets the current state.
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
                batches = [m["seq"] for m in messages_of_type(line, "tournament_events")]
                first = messages_of_type(line, "tournament")[0]["seq"] + 1
                assert batches == list(range(first, first + len(batches)))
                out = [one["player"] for e in events(line, "eliminated") for one in e["players"]]
                assert len(out) == len(set(out)) == 6
                assert events(line)[-1]["event"] == "finished"
                final = messages_of_type(line, "standings")[-1]["standings"]
                assert {row["player"] for row in final[1:]} == set(out)

    asyncio.run(main())


def test_the_start_message_of_a_tournament_does_not_grow_with_its_entrants(
    tmp_path: Path,
) -> None:
    """Each client gets its own seat, and the standings list the first hundred."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.entered(hall, 9, seats=3)
            (line, *_) = field.lines
            (batch,) = [
                message
                for message in messages_of_type(line, "tournament_events")
                if any(event["event"] == "started" for event in message["events"])
            ]
            assert [event["event"] for event in batch["events"]] == ["started"]
            rows = messages_of_type(line, "standings")[-1]["standings"]
            assert {row["player"] for row in rows} == set(range(9))
            assert all(row["masa"] and row["side"] is not None for row in rows)

    asyncio.run(main())
