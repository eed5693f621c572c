"""Tests of the act clock: losing the connection repeatedly, or leaving and sitting down again,
does not give more time."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from pokermasa.masa import Side
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.database import dialect
from pokermasa.server.storage.database.committer import Fault
from pokermasa.server.storage.database.writer import Writer
from pokermasa.server.table import act_clock
from tests.server.director.test_director_faults import FullDisk
from tests.server.field import Field
from tests.server.virtual_clock import VirtualClock
from tests.server.whole_room.test_faults import Felt
from tests.server.wired import Line, StillClock, opened

TIMES = {"act_time_ms": 20_000, "reconnect_grace_ms": 15_000}


@contextlib.asynccontextmanager
async def dealt(folder: Path, clock: StillClock, players: int = 3) -> AsyncIterator[Felt]:
    """Opens a room with a table at which a hand has been dealt."""
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
    assert not felt.room.audience.has(felt.room.state.seated[Side(side)].id)


def left(felt: Felt) -> int:
    return int(felt.room.act_clock.clock_data["left"])


async def answer_to(felt: Felt, act: str) -> dict[str, Any]:
    side = felt.room.state.masa.to_act
    ask = {"do": "act", "masa": felt.masa, "turn": felt.room.act_clock.token, "act": act}
    return await felt.lines[side].ask(**ask)


async def act(felt: Felt, act: str) -> None:
    answer = await answer_to(felt, act)
    assert answer["type"] == "done", answer


def test_repeated_connection_losses_give_more_time_once_per_turn(tmp_path: Path) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with dealt(tmp_path, clock) as felt:
            side = felt.room.state.masa.to_act
            held = 0.0
            while left(felt) > 1_000 and held < 100:
                await drop(felt, side)
                assert felt.room.act_clock.clock_data["total"] == 35_000
                await back(felt, side)
                # Opening and closing a second socket changes nothing.
                twin = await felt.hall.line(felt.secrets[side])
                await twin.ask(do="watch", masa=felt.masa)
                await twin.close()
                clock.pass_time(0.9)
                held += 0.9
            assert held < 35, "once more time, and no more"
            await clock.advance(left(felt) / 1000)
            assert felt.room.state.masa.to_act != side

    asyncio.run(main())


def test_unwatching_on_ones_turn_counts_as_a_lost_connection(tmp_path: Path) -> None:
    async def main() -> None:
        clock = StillClock()
        async with dealt(tmp_path, clock) as felt:
            line = felt.lines[felt.room.state.masa.to_act]
            for _ in range(5):
                clock.pass_time(3)
                await line.ask(do="unwatch", masa=felt.masa)
                await line.ask(do="watch", masa=felt.masa)
            assert left(felt) == 35_000 - 15_000

    asyncio.run(main())


def test_extra_time_for_lost_connections_is_granted_once_per_orbit(tmp_path: Path) -> None:
    """Heads-up an orbit is two hands. Losing the connection before the turn gives no more time
    than losing it during the turn."""

    async def main() -> None:
        clock = StillClock()
        async with dealt(tmp_path, clock, players=2) as felt:
            # One hand is checked down. One of the two players disconnects before each own turn.
            slow = felt.room.state.masa.to_act
            given = []
            for _ in range(3):
                while felt.room.state.masa.to_act != slow:
                    await act(
                        felt,
                        "CA"
                        if (await felt.lines[1 - slow].asked(felt.room.act_clock.token))["to_call"]
                        else "CH",
                    )
                await drop(felt, slow)
                given.append(left(felt) - 20_000)
                clock.pass_time((left(felt) - 1) / 1000)
                await back(felt, slow)
                await act(
                    felt,
                    "CA"
                    if (await felt.lines[slow].asked(felt.room.act_clock.token))["to_call"]
                    else "CH",
                )
                if felt.room.state.masa.to_act == 1 - slow:
                    await drop(felt, slow)
                    await act(felt, "CH")
                    if felt.room.state.masa.to_act == slow:
                        await back(felt, slow)
            assert given[:2] == [15_000, 15_000]
            assert 0 <= given[2] <= 2, "used up, but for what was left of it"
            if not felt.room.audience.has(felt.room.state.seated[slow].id):
                await back(felt, slow)
            first = felt.room.state.masa.hands
            while felt.room.state.masa.hands < first + 2 or felt.room.state.masa.to_act != slow:
                await (act(felt, "FO") if felt.room.state.masa.game else felt.room.deal())
            await drop(felt, slow)
            assert left(felt) == 35_000, "the button has been round"

    asyncio.run(main())


def test_a_short_connection_loss_costs_no_time(tmp_path: Path) -> None:
    async def main() -> None:
        clock = StillClock()
        async with dealt(tmp_path, clock) as felt:
            for _ in range(12):
                if felt.room.state.masa.to_act is None:
                    await felt.room.deal()
                side = felt.room.state.masa.to_act
                await drop(felt, side)
                assert left(felt) == 35_000
                clock.pass_time(2)
                await back(felt, side)
                await act(
                    felt,
                    "CA"
                    if (await felt.lines[side].asked(felt.room.act_clock.token))["to_call"]
                    else "CH",
                )

    asyncio.run(main())


def test_after_a_restart_every_player_has_extra_time_once(tmp_path: Path) -> None:
    async def main() -> None:
        clock = StillClock()
        async with dealt(tmp_path, clock) as felt:
            secrets, masa, side = felt.secrets, felt.masa, felt.room.state.masa.to_act
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
            await drop(felt, felt.room.state.masa.to_act)
            assert left(felt) == 35_000, "the next turn is another"

    asyncio.run(main())


def test_two_players_asked_to_run_it_twice_do_not_share_connection_time(
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
            assert felt.room.state.masa.game.is_asked_twice
            for _ in range(3):
                for side in (0, 1):
                    await drop(felt, side)
                    await back(felt, side)
            assert left(felt) == 35_000

    asyncio.run(main())


def test_leaving_and_sitting_down_again_does_not_refill_the_time_bank(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        monkeypatch.setattr(act_clock, "BANK_HANDS", 2)
        async with opened(tmp_path, time_bank_ms=30_000) as hall:
            felt = await Felt.laid(hall)
            room = felt.room
            await room.play(lambda masa: masa.spend_time_bank(0, 28_000))
            for _ in range(2):
                await felt.lines[0].ask(do="leave", masa=felt.masa)
                await felt.lines[0].ask(do="sit", masa=felt.masa, side=0, stack=200)
                assert room.state.masa.seat(0).time_bank == 2_000
            joined = felt.lines[0].last("joined_table")["view"]["seats"][0]
            assert joined["time_bank"] == 2_000
            await felt.lines[0].ask(do="leave", masa=felt.masa)
            for _ in range(2):  # The time bank grows with every second hand.
                await room.deal()
                await act(felt, "FO")
            await felt.lines[0].ask(do="sit", masa=felt.masa, side=0, stack=200)
            assert room.state.masa.seat(0).time_bank == 7_000
            felt.check_books()

    asyncio.run(main())


def test_a_turn_that_times_out_during_a_database_outage_ends_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No player is folded because of a fault of the room, and the table does not wait for
    ever."""

    async def main() -> None:
        clock = VirtualClock()
        async with dealt(tmp_path, clock) as felt:
            side = felt.room.state.masa.to_act
            monkeypatch.setattr(Writer, "is_in_doubt", True)
            await clock.advance(40)
            assert felt.room.state.masa.to_act == side
            monkeypatch.setattr(Writer, "is_in_doubt", False)
            await clock.advance(2)
            assert felt.room.state.masa.to_act != side

    asyncio.run(main())


# A player is not folded because the room could not store the act


@pytest.mark.parametrize(("before", "after"), [(18, 5_000), (8, 12_000)])
def test_after_a_failed_write_a_turn_gets_its_remaining_time_and_at_least_5_s(
    tmp_path: Path, before: float, after: int
) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with dealt(tmp_path, clock) as felt:
            disk, turn, side = (
                FullDisk(felt.hall),
                felt.room.act_clock.token,
                felt.room.state.masa.to_act,
            )
            await clock.advance(before)
            disk.left = 0
            for _ in range(30):
                assert (await answer_to(felt, "CA"))["code"] == "STORAGE"
                await clock.advance(1)
            assert left(felt) == 20_000 - 1000 * before, "its time stands still"
            disk.left = 10**9
            await clock.advance(13)
            assert felt.room.act_clock.token == turn
            message = felt.lines[side].last("act")
            assert (message["turn"], message["left"]) == (turn, after)
            assert felt.lines[3].last("clock")["left"] == after, "everybody sees it"

    asyncio.run(main())


def test_a_player_who_does_not_act_after_a_storage_outage_is_timed_out(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with dealt(tmp_path, clock) as felt:
            disk, turn = FullDisk(felt.hall), felt.room.act_clock.token
            disk.left = 0
            assert (await answer_to(felt, "CA"))["code"] == "STORAGE"
            disk.left = 10**9
            await clock.advance(9 + 20)
            assert felt.room.act_clock.token == turn
            await clock.advance(3)
            assert felt.room.act_clock.token != turn

    asyncio.run(main())


class FailingCommit:
    """Holds the next commit until the test releases it, and then makes it fail. Later commits
    succeed.
    """

    def __init__(self, felt: Felt) -> None:
        self._writer = felt.hall.lobby.writer
        self._commit, self._writer._commit = self._writer._commit, self
        self._may_go = threading.Event()

    def __call__(self, batch: list[Any]) -> list[Any]:
        assert self._may_go.wait(30)
        self._writer._commit = self._commit
        return [Fault(Refused(RoomRefusal.STORAGE)) for _ in batch]

    def let_go(self) -> None:
        self._may_go.set()


@pytest.mark.parametrize("is_tournament", [False, True])
def test_a_timely_act_that_fails_after_the_time_limit_is_not_a_fold(
    tmp_path: Path, is_tournament: bool
) -> None:
    """The end of the turn is queued behind the act and handled next."""

    async def main() -> None:
        clock = StillClock()
        async with opened(tmp_path, clock, **TIMES) as hall:
            table: Any
            if is_tournament:
                field = await Field.entered(hall, 2)
                (table,) = field.director.tables.open.values()
                await table.deal()
                line = field.line_of(table, table.state.masa.to_act)
                await line.ask(do="watch", masa=table.id)
            else:
                felt = await Felt.laid(hall)
                table = felt.room
                await table.deal()
                line = felt.lines[table.state.masa.to_act]
            turn, before = table.act_clock.token, table.state.masa
            disk = FailingCommit(Felt(hall, "", [], []))
            clock.pass_time(19)
            ask = {"do": "act", "masa": table.id, "act": "CA", "turn": turn}
            answer = asyncio.ensure_future(line.ask(**ask))
            while not hall.lobby.writer._is_busy:
                await asyncio.sleep(0)
            clock.pass_time(2)
            end = asyncio.ensure_future(table._end_turn(turn))
            await asyncio.sleep(0)
            disk.let_go()
            assert (await answer)["code"] == "STORAGE"
            await end
            assert table.state.masa == before
            assert (await line.ask(**ask))["type"] == "done"

    asyncio.run(main())


def test_a_storage_outage_does_not_use_up_the_time_bank(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock, **TIMES, time_bank_ms=30_000) as hall:
            felt = await Felt.laid(hall)
            await felt.room.deal()
            disk, side = FullDisk(hall), felt.room.state.masa.to_act
            await clock.advance(24)
            disk.left = 0
            assert (await answer_to(felt, "CA"))["code"] == "STORAGE"
            await clock.advance(14)
            disk.left = 10**9
            await act(felt, "CA")
            assert felt.room.state.masa.seats[side].time_bank == 26_000

    asyncio.run(main())


def test_a_failed_answer_about_running_it_twice_can_be_repeated(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock, **TIMES) as hall:
            secrets = [await hall.guest() for _ in range(2)]
            masa = await hall.table(secrets[0], run_twice=True)
            felt = Felt(hall, masa, secrets, [await hall.line(secret) for secret in secrets])
            for side, line in enumerate(felt.lines):
                await line.ask(do="sit", masa=masa, side=side, stack=200)
            await felt.room.deal()
            await act(felt, "AA")
            await act(felt, "AA")
            disk = FullDisk(hall)
            disk.left = 0
            agree = {"do": "run_twice", "masa": masa, "agrees": True}
            assert (await felt.lines[0].ask(**agree))["code"] == "STORAGE"
            await clock.advance(60)
            disk.left = 10**9
            await clock.advance(14)
            for line in felt.lines:
                assert (await line.ask(**agree))["type"] == "done"

    asyncio.run(main())


def test_a_tournament_player_whose_act_could_not_be_stored_is_not_folded(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock, **TIMES) as hall:
            field = await Field.entered(hall, 3)
            (table,) = field.director.tables.open.values()
            for line in field.lines:
                await line.ask(do="watch", masa=table.id)
            await table.deal()
            turn, line = table.act_clock.token, field.line_of(table, table.state.masa.to_act)
            ask = {"do": "act", "masa": table.id, "act": "CA", "turn": turn}
            disk = FullDisk(hall)
            disk.left = 0
            await clock.advance(18)
            for _ in range(14):
                assert (await line.ask(**ask))["code"] == "STORAGE"
                await clock.advance(1)
            disk.left = 10**9
            await clock.advance(4)
            assert (await line.ask(**ask))["type"] == "done"

    asyncio.run(main())


def test_health_says_503_while_acts_of_a_tournament_cannot_be_stored(tmp_path: Path) -> None:
    """Holds although the disk still accepts small writes."""

    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock, **TIMES) as hall, hall.client() as client:
            field = await Field.entered(hall, 3)
            (table,) = field.director.tables.open.values()
            await table.deal()
            commit = hall.lobby.writer._commit

            def small(batch: list[Any]) -> list[Any]:
                if batch == [dialect.try_to_write]:
                    return commit(batch)
                return [Fault(Refused(RoomRefusal.STORAGE)) for _ in batch]

            hall.lobby.writer._commit = small
            line = field.line_of(table, table.state.masa.to_act)
            ask = {"do": "act", "masa": table.id, "act": "CA", "turn": table.act_clock.token}
            assert (await client.get("/health")).status_code == 200
            for _ in range(20):
                assert (await line.ask(**ask))["code"] == "STORAGE"
                await clock.advance(3)
                answer = await client.get("/health")
                assert (answer.status_code, answer.json()["code"]) == (503, "STORAGE")
            hall.lobby.writer._commit = commit
            await clock.advance(11)
            assert (await client.get("/health")).status_code == 200

    asyncio.run(main())
