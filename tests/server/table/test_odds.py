"""Tests that odds are sent after an act and never delay it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pokermasa.server.table import odds
from tests.server.whole_room.test_faults import Felt, batches
from tests.server.wired import Hall, HeldOdds, Line, odds_are_told, opened


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldOdds]:
    held = HeldOdds(monkeypatch)
    yield held
    held.may_go_on.set()


async def laid(hall: Hall, **terms: Any) -> Felt:
    """Open a table with two players and a spectator. All-in players show their cards."""
    secrets = [await hall.guest() for _ in range(3)]
    masa = await hall.table(secrets[0], showdown="all show with an all-in", **terms)
    felt = Felt(hall, masa, secrets, [await hall.line(secret) for secret in secrets])
    for side, line in enumerate(felt.lines):
        await line.ask(do="watch", masa=masa)
        if side < 2:
            await line.ask(do="sit", masa=masa, side=side, stack=200)
    return felt


async def act(felt: Felt, act: str) -> None:
    room = felt.room
    line = felt.lines[room.state.masa.to_act]
    answer = await line.ask(do="act", masa=felt.masa, turn=room.act_clock.token, act=act)
    assert answer["type"] == "done", answer


async def all_in(felt: Felt) -> None:
    await felt.room.deal()
    await act(felt, "AA")
    await act(felt, "AA")


def event_names(line: Line) -> list[list[str]]:
    """Return the names of the events that *line* received, by batch."""
    return [[one["event"] for one in batch] for batch in batches(line.messages).values()]


def test_an_act_is_confirmed_before_its_odds_are_known(tmp_path: Path, slow: HeldOdds) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await laid(hall)
            await all_in(felt)
            assert felt.room.state.masa.no_game
            for line in felt.lines:
                await line.flush()
                assert "hand_ended" in event_names(line)[-1]
                assert not any("odds" in batch for batch in event_names(line))
            slow.may_go_on.set()
            await odds_are_told()
            for line in felt.lines:
                await line.until(lambda line=line: event_names(line)[-1] == ["odds"])  # type: ignore[misc]
            felt.check_books()

    asyncio.run(main())


def test_odds_of_a_finished_hand_are_dropped_once_the_next_begins(
    tmp_path: Path, slow: HeldOdds
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await laid(hall)
            await all_in(felt)
            for side, seat in felt.room.state.masa.seats.items():
                if not seat.stack:
                    await felt.lines[side].ask(do="top_up", masa=felt.masa, amount=200)
            await felt.room.deal()
            seq = felt.room.broadcast.feed.seq
            slow.may_go_on.set()
            await odds_are_told()
            assert felt.room.broadcast.feed.seq == seq
            for line in felt.lines:
                await line.flush()
                assert not any("odds" in batch for batch in event_names(line))

    asyncio.run(main())


def test_a_spectator_who_reconnects_does_not_get_odds_of_a_finished_hand(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await laid(hall)
            await all_in(felt)
            await odds_are_told()
            ended = felt.room.broadcast.feed.seq - 1
            for secret, kind in ((felt.secrets[2], "view"), (felt.secrets[0], "events")):
                line = await hall.line(secret)
                fields = {"masa": felt.masa, "epoch": felt.room.state.epoch, "seq": ended}
                await line.ask(do="watch", **fields)
                assert kind in {message["type"] for message in line.messages}
                assert any("odds" in batch for batch in event_names(line)) == (kind == "events")

    asyncio.run(main())


def test_a_fault_in_the_odds_does_not_affect_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(change: Any) -> Any:
        raise ZeroDivisionError

    async def main() -> None:
        monkeypatch.setattr(odds, "told_by", broken)
        async with opened(tmp_path) as hall:
            felt = await laid(hall)
            await all_in(felt)
            await odds_are_told()
            assert "a fault in the odds" in caplog.text
            felt.check_books()

    asyncio.run(main())


def test_a_table_that_closes_does_not_wait_for_odds(tmp_path: Path, slow: HeldOdds) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await laid(hall)
            await all_in(felt)
            assert await hall.lobby.close(felt.room)
            slow.may_go_on.set()
            await odds_are_told()

    asyncio.run(main())


def test_later_odds_of_a_hand_replace_earlier_ones(tmp_path: Path, slow: HeldOdds) -> None:
    """The players answer whether to run it twice before the first odds are known."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await laid(hall, run_twice=True)
            await all_in(felt)
            assert felt.room.state.masa.game.is_asked_twice
            for line in felt.lines[:2]:
                answer = await line.ask(do="run_twice", masa=felt.masa, agrees=True)
                assert answer["type"] == "done", answer
            assert felt.room.state.masa.no_game
            slow.may_go_on.set()
            await odds_are_told()
            for line in felt.lines:
                await line.flush()
                (told_odds,) = [
                    b for b in batches(line.messages).values() if b[0]["event"] == "odds"
                ]
                assert len(told_odds[0]["odds"]) == 5

    asyncio.run(main())
