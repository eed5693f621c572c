"""Nobody holds a turn longer by losing the connection more often, or by getting up and down."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from pokermasa.masa import Side
from pokermasa.server.storage.writer import Writer
from tests.server.test_faults import Felt
from tests.server.virtual_clock import VirtualClock
from tests.server.wired import Line, StillClock, opened

TIMES = {"act_time": 20_000, "grace": 15_000, "grace_an_orbit": 30_000}


@contextlib.asynccontextmanager
async def dealt(folder: Path, clock: StillClock, players: int = 3) -> AsyncIterator[Felt]:
    """A table where somebody is to act."""
    async with opened(folder, clock, **TIMES) as hall:
        felt = await Felt.laid(hall, players)
        await felt.room.deal()
        yield felt


async def back(felt: Felt, side: int) -> Line:
    line = felt.lines[side] = await felt.hall.line(felt.secrets[side])
    assert (await line.ask(do="watch", masa=felt.masa))["type"] == "done"
    return line


async def drop(felt: Felt, side: int) -> None:
    await felt.lines[side].close()
    assert not felt.room.is_here(felt.room.seated[Side(side)].id)


def left(felt: Felt) -> int:
    return int(felt.room.act_clock.clock_data["left"])


async def act(felt: Felt, act: str) -> None:
    side = felt.room.masa.to_act
    ask = {"do": "act", "masa": felt.masa, "turn": felt.room.turn, "act": act}
    answer = await felt.lines[side].ask(**ask)
    assert answer["type"] == "done", answer


def test_dropping_again_and_again_gives_more_time_once_a_turn(tmp_path: Path) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with dealt(tmp_path, clock) as felt:
            side = felt.room.masa.to_act
            held = 0.0
            while left(felt) > 1_000 and held < 100:
                await drop(felt, side)
                assert felt.room.act_clock.clock_data["total"] == 35_000
                await back(felt, side)
                # A second socket that comes and goes is nothing at all.
                twin = await felt.hall.line(felt.secrets[side])
                await twin.ask(do="watch", masa=felt.masa)
                await twin.close()
                clock.pass_time(0.9)
                held += 0.9
            assert held < 35, "once more time, and no more"
            await clock.advance(left(felt) / 1000)
            assert felt.room.masa.to_act != side

    asyncio.run(main())


def test_looking_away_on_ones_turn_is_a_lost_connection_like_any_other(tmp_path: Path) -> None:
    async def main() -> None:
        clock = StillClock()
        async with dealt(tmp_path, clock) as felt:
            line = felt.lines[felt.room.masa.to_act]
            for _ in range(5):
                clock.pass_time(3)
                await line.ask(do="unwatch", masa=felt.masa)
                await line.ask(do="watch", masa=felt.masa)
            assert left(felt) == 35_000 - 15_000

    asyncio.run(main())


def test_more_time_is_used_up_in_an_orbit_and_comes_back_after_it(tmp_path: Path) -> None:
    """Heads-up an orbit is two hands. Who drops before the turn comes has no more than who drops in
    it."""

    async def main() -> None:
        clock = StillClock()
        async with dealt(tmp_path, clock, players=2) as felt:
            # One hand is checked down; one of both drops out before every turn.
            slow = felt.room.masa.to_act
            given = []
            for _ in range(3):
                while felt.room.masa.to_act != slow:
                    await act(
                        felt,
                        "CA"
                        if (await felt.lines[1 - slow].asked(felt.room.turn))["to_call"]
                        else "CH",
                    )
                await drop(felt, slow)
                given.append(left(felt) - 20_000)
                clock.pass_time((left(felt) - 1) / 1000)
                await back(felt, slow)
                await act(
                    felt,
                    "CA" if (await felt.lines[slow].asked(felt.room.turn))["to_call"] else "CH",
                )
                if felt.room.masa.to_act == 1 - slow:
                    await drop(felt, slow)
                    await act(felt, "CH")
                    if felt.room.masa.to_act == slow:
                        await back(felt, slow)
            assert given[:2] == [15_000, 15_000]
            assert 0 <= given[2] <= 2, "used up, but for what was left of it"
            if not felt.room.is_here(felt.room.seated[slow].id):
                await back(felt, slow)
            first = felt.room.masa.hands
            while felt.room.masa.hands < first + 2 or felt.room.masa.to_act != slow:
                await (act(felt, "FO") if felt.room.masa.game else felt.room.deal())
            await drop(felt, slow)
            assert left(felt) == 35_000, "the button has been round"

    asyncio.run(main())


def test_a_short_loss_costs_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        clock = StillClock()
        async with dealt(tmp_path, clock) as felt:
            for _ in range(12):
                if felt.room.masa.to_act is None:
                    await felt.room.deal()
                side = felt.room.masa.to_act
                await drop(felt, side)
                assert left(felt) == 35_000
                clock.pass_time(2)
                await back(felt, side)
                await act(
                    felt,
                    "CA" if (await felt.lines[side].asked(felt.room.turn))["to_call"] else "CH",
                )

    asyncio.run(main())


def test_after_a_restart_everybody_has_more_time_once(tmp_path: Path) -> None:
    async def main() -> None:
        clock = StillClock()
        async with dealt(tmp_path, clock) as felt:
            secrets, masa, side = felt.secrets, felt.masa, felt.room.masa.to_act
        async with opened(tmp_path, clock, **TIMES) as hall:
            felt = Felt(hall, masa, secrets, [await hall.line(secret) for secret in secrets])
            for line in felt.lines:
                await line.ask(do="watch", masa=masa)
            assert left(felt) == 35_000
            clock.pass_time(10)
            await drop(felt, side)
            assert left(felt) == 25_000, "it has been given already"
            await back(felt, side)
            await act(felt, "CA")
            assert left(felt) == 20_000
            await drop(felt, felt.room.masa.to_act)
            assert left(felt) == 35_000, "the next turn is another"

    asyncio.run(main())


def test_two_who_are_asked_to_run_it_twice_do_not_wait_for_each_others_connection(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        clock = StillClock()
        async with opened(tmp_path, clock, **TIMES) as hall:
            secrets = [await hall.guest() for _ in range(2)]
            masa = await hall.table(secrets[0], run_twice=True)
            felt = Felt(hall, masa, secrets, [await hall.line(secret) for secret in secrets])
            for side, line in enumerate(felt.lines):
                await line.ask(do="sit", masa=masa, side=side, stack=200)
            await felt.room.deal()
            await act(felt, "AA")
            await act(felt, "AA")
            assert felt.room.masa.game.is_asked_twice
            for _ in range(3):
                for side in (0, 1):
                    await drop(felt, side)
                    await back(felt, side)
            assert left(felt) == 35_000

    asyncio.run(main())


def test_who_gets_up_and_sits_down_again_has_the_time_bank_that_was_left(tmp_path: Path) -> None:
    async def main() -> None:
        terms: dict[str, Any] = {"time_bank": 30_000, "bank_refill": 5_000, "bank_hands": 2}
        async with opened(tmp_path, **terms) as hall:
            felt = await Felt.laid(hall)
            room = felt.room
            await room.do(lambda masa: masa.spend_time_bank(0, 28_000))
            for _ in range(2):
                await felt.lines[0].ask(do="leave", masa=felt.masa)
                await felt.lines[0].ask(do="sit", masa=felt.masa, side=0, stack=200)
                assert room.masa.seat(0).time_bank == 2_000
            joined = felt.lines[0].last("joined_table")["view"]["seats"][0]
            assert joined["time_bank"] == 2_000
            await felt.lines[0].ask(do="leave", masa=felt.masa)
            for _ in range(2):  # with every second hand everybody has some of it back
                await room.deal()
                await act(felt, "FO")
            await felt.lines[0].ask(do="sit", masa=felt.masa, side=0, stack=200)
            assert room.masa.seat(0).time_bank == 7_000
            felt.check_books()

    asyncio.run(main())


def test_a_turn_that_runs_out_while_the_database_is_away_ends_when_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is folded for the room's own trouble, nor does the table wait for ever."""

    async def main() -> None:
        clock = VirtualClock()
        async with dealt(tmp_path, clock) as felt:
            side = felt.room.masa.to_act
            monkeypatch.setattr(Writer, "is_in_doubt", True)
            await clock.advance(40)
            assert felt.room.masa.to_act == side
            monkeypatch.setattr(Writer, "is_in_doubt", False)
            await clock.advance(2)
            assert felt.room.masa.to_act != side

    asyncio.run(main())
