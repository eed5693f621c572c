"""Tests that absent players neither block seats nor delay the first hand of a new player."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from pokermasa.rules import Blinds
from pokermasa.server.lobby import lobby
from pokermasa.server.table.pace import Pace
from tests.server.lobby.test_seating import HOUSE
from tests.server.virtual_clock import VirtualClock
from tests.server.wired import Hall, Line, StillClock, opened

ABSENT = 60
TIMES: dict[str, Any] = {
    "act_time_ms": 20_000,
    "time_bank_ms": 30_000,
    "reconnect_grace_ms": 15_000,
    "between_hands_ms": 2500,
}


class Party:
    """A house table or a host's table, with its players."""

    def __init__(self, hall: Hall, clock: VirtualClock, room: Any) -> None:
        self.hall, self.clock, self.room = hall, clock, room
        self.lines: list[Line] = []

    async def guest(self) -> Line:
        return await self.hall.line(await self.hall.guest())

    async def person(self, name: str) -> Line:
        async with self.hall.client() as client:
            fields = {"name": name, "password": "correct horse"}
            answer = await client.post("/api/accounts", json=fields)
            return await self.hall.line(answer.cookies["masa"])

    async def sit(self, *lines: Line) -> None:
        for line in lines:
            done = await line.ask(do="sit", masa=self.room.id, stack=200)
            assert done["type"] == "done", done
            self.lines.append(line)

    def has(self, line: Line) -> bool:
        return line.messages[0]["name"] in self.room.state.names.values()

    @property
    def to_act(self) -> Line:
        name = self.room.state.seated[self.room.state.masa.to_act].name
        return next(line for line in self.lines if line.messages[0]["name"] == name)

    async def act(self, act: str) -> None:
        turn = self.room.act_clock.token
        done = await self.to_act.ask(do="act", masa=self.room.id, turn=turn, act=act)
        assert done["type"] == "done", done

    @property
    def left(self) -> float:
        return float(self.room.act_clock.clock_data["left"]) / 1000

    @property
    def time(self) -> int:
        return int(self.room.act_clock.clock_data["total"])


@contextlib.asynccontextmanager
async def party(folder: Path, is_house: bool = True, sides: int = 6) -> AsyncIterator[Party]:
    clock = VirtualClock()
    async with opened(folder, clock, **TIMES) as hall:
        if is_house:
            room = await hall.lobby.open("Copper", sides, Blinds(1, 2))
        else:
            room = hall.lobby.tables[await hall.table(await hall.guest(), sides=sides)]
        yield Party(hall, clock, room)


def run(folder: Path, main: Callable[[Party], Coroutine[Any, Any, None]], **options: Any) -> None:
    async def within() -> None:
        async with party(folder, **options) as found:
            await main(found)

    asyncio.run(within())


def test_a_guest_who_is_offline_for_60_seconds_loses_the_seat_at_a_house_table(
    tmp_path: Path,
) -> None:
    async def main(party: Party) -> None:
        guest, person = await party.guest(), await party.person("Ada")
        await party.sit(guest)
        await guest.close()
        await party.clock.advance(ABSENT - 1)
        assert party.has(guest)
        await party.clock.advance(2)
        assert not party.has(guest)
        await party.sit(person)
        await person.close()
        await party.clock.advance(ABSENT + 60)
        assert party.has(person), "an account is not a guest"
        assert party.room.id in party.hall.lobby.tables

    run(tmp_path, main)


def test_a_guest_who_reconnects_in_time_keeps_the_seat(tmp_path: Path) -> None:
    async def main(party: Party) -> None:
        secret = await party.hall.guest()
        guest = await party.hall.line(secret)
        await party.sit(guest)
        for _ in range(3):
            await guest.close()
            await party.clock.advance(ABSENT - 5)
            guest = await party.hall.line(secret)
            assert (await guest.ask(do="watch", masa=party.room.id))["type"] == "done"
        assert party.has(guest)

    run(tmp_path, main)


def test_offline_guests_keep_their_seats_at_a_hosts_table(tmp_path: Path) -> None:
    async def main(party: Party) -> None:
        guest = await party.guest()
        await party.sit(guest)
        await guest.close()
        await party.clock.advance(ABSENT * 3)
        assert party.has(guest)

    run(tmp_path, main, is_house=False)


@pytest.mark.parametrize("how", ["offline", "away"])
def test_absent_players_lose_house_table_seats_that_others_wait_for(
    tmp_path: Path, how: str
) -> None:
    async def main(party: Party) -> None:
        ada, bob = await party.person("Ada"), await party.person("Bob")
        await party.sit(ada, bob)
        if how == "away":
            await ada.ask(do="sit_out", masa=party.room.id, value=True)
        else:
            await ada.close()
        await party.clock.advance(ABSENT * 2)
        assert party.has(ada), "nobody wants the seat"
        newcomer = await party.guest()
        waits = await newcomer.ask(do="sit", masa=party.room.id, stack=200)
        assert waits["waiting"]
        await party.clock.advance(5)
        assert (party.has(ada), party.has(bob), party.has(newcomer)) == (False, True, True)

    run(tmp_path, main, sides=2)


def test_connected_absent_guests_keep_nobody_out_when_the_house_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for a seat then, because `play_now` has no table to wait at."""

    async def main(party: Party) -> None:
        ghosts, newcomer = [await party.guest() for _ in range(2)], await party.guest()
        await party.sit(*ghosts)
        for ghost in ghosts:
            await ghost.ask(do="sit_out", masa=party.room.id, value=True)
        await party.clock.advance(ABSENT - 5)
        assert all(party.has(ghost) for ghost in ghosts)
        await party.clock.advance(10)
        assert all(party.has(ghost) for ghost in ghosts), "the house can open another table"
        monkeypatch.setattr(lobby, "MOST_HOUSE_TABLES", 1)
        await party.clock.advance(2)
        assert not any(party.has(ghost) for ghost in ghosts)
        assert (await newcomer.ask(do="sit", masa=party.room.id, stack=200))["type"] == "done"

    run(tmp_path, main, sides=2)


async def dealt(party: Party, *lines: Line) -> None:
    await party.sit(*lines)
    await party.clock.advance(3)
    assert party.room.state.masa.to_act is not None


def test_a_guest_who_has_never_acted_has_10_seconds_and_is_then_away(tmp_path: Path) -> None:
    async def main(party: Party) -> None:
        await dealt(party, await party.guest(), await party.guest(), await party.guest())
        assert party.time == 10_000
        late = party.to_act
        side = party.room.state.masa.to_act
        await party.clock.advance(party.left - 0.1)
        assert party.room.state.masa.to_act == side
        await party.clock.advance(0.2)
        assert party.room.state.masa.to_act != side
        assert party.room.state.masa.seats[side].away
        assert party.room.state.masa.seats[side].time_bank == 30_000
        assert party.has(late), "who is here may come back"
        await party.act("CA")
        first = party.room.state.masa.to_act
        await party.act("CH")  # All remaining players have acted, so the round ends.
        assert first != side
        assert party.time == 20_000
        side = party.room.state.masa.to_act
        await party.clock.advance(20.1)
        assert party.room.state.masa.to_act == side, "the time bank"
        assert party.room.act_clock.clock_data["bank"]

    run(tmp_path, main)


def test_a_guest_who_has_never_acted_gets_no_extra_time_for_a_lost_connection(
    tmp_path: Path,
) -> None:
    async def main(party: Party) -> None:
        await dealt(party, await party.guest(), await party.guest(), await party.guest())
        side = party.room.state.masa.to_act
        await party.to_act.close()
        assert party.time == 10_000
        await party.clock.advance(10.1)
        assert party.room.state.masa.seats[side].away

    run(tmp_path, main)


@pytest.mark.parametrize("who", ["person", "guest of a host"])
def test_accounts_and_guests_of_a_host_have_the_usual_time_for_the_first_act(
    tmp_path: Path, who: str
) -> None:
    is_house = who == "person"

    async def main(party: Party) -> None:
        people = [
            await (party.person(name) if is_house else party.guest()) for name in ("Ada", "Bob")
        ]
        await dealt(party, *people)
        assert party.time == 20_000
        await party.to_act.close()
        assert party.time == 35_000

    run(tmp_path, main, is_house=is_house)


def test_a_guest_who_has_acted_at_one_table_has_the_usual_time_at_another(tmp_path: Path) -> None:
    async def main(party: Party) -> None:
        lines = [await party.guest(), await party.guest()]
        await dealt(party, *lines)
        await party.act("CA")
        await party.act("CH")
        party.room = await party.hall.lobby.open("Silver", 6, Blinds(1, 2))
        await dealt(party, *lines)
        assert party.time == 20_000

    run(tmp_path, main)


def test_after_a_restart_seated_guests_have_the_usual_time(tmp_path: Path) -> None:
    async def main(party: Party) -> None:
        await dealt(party, await party.guest(), await party.guest())

    run(tmp_path, main)

    async def after() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock, **TIMES) as hall:
            (room,) = hall.lobby.tables.values()
            assert room.act_clock.clock_data["total"] >= 20_000

    asyncio.run(after())


# Tables that `play_now` prefers for a new player


@contextlib.asynccontextmanager
async def house(folder: Path) -> AsyncIterator[tuple[Hall, Any, Line]]:
    """Opens a room where a guest plays against bots that never act. The player to act is the guest
    or a bot.
    """
    async with opened(folder, StillClock(), act_time_ms=600_000, **HOUSE) as hall:
        line = await hall.line(await hall.guest())
        room = hall.lobby.tables[(await line.ask(do="play_now", big=2))["masa"]]
        name = line.messages[0]["name"]

        def is_dealt_in() -> bool:
            game = room.state.masa.game
            return game is not None and name in {room.state.names[side] for side in game.sides}

        await line.until(is_dealt_in)
        yield hall, room, line


async def newcomer(hall: Hall, big: int = 2) -> Any:
    """Seat a new guest with `play_now`, let the guest leave, and return the table."""
    line = await hall.line(await hall.guest())
    done = await line.ask(do="play_now", big=big)
    assert done["type"] == "done", done
    masa = done["masa"]
    assert (await line.ask(do="leave", masa=masa))["type"] == "done"
    await line.close()
    return hall.lobby.tables[masa]


def test_play_now_avoids_tables_where_a_hand_has_just_begun(tmp_path: Path) -> None:
    """The player is seated at another house table or a new one, where the next deal comes
    within seconds."""

    async def main() -> None:
        async with house(tmp_path) as (hall, room, _line):
            assert room.pace.next_hand_in >= 5
            found = await newcomer(hall)
            assert found is not room
            hall.lobby.tables[found.id].state.access = found.state.access.replace(paused=True)
            found = await newcomer(hall)
            assert found is not room
            assert (found.state.host, found.state.access.bots) == (None, True)

    asyncio.run(main())


def test_play_now_prefers_tables_whose_hand_is_nearly_over(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as (hall, room, line):
            name = line.messages[0]["name"]
            if room.state.names[room.state.masa.to_act] == name:
                turn = room.act_clock.token
                await line.ask(do="act", masa=room.id, turn=turn, act="FO")
            hall.clock.pass_time(13)
            assert room.is_prompt
            assert await newcomer(hall) is room

    asyncio.run(main())


def test_play_now_avoids_tables_with_a_slow_player(tmp_path: Path) -> None:
    async def main(party: Party) -> None:
        await dealt(party, await party.person("Ada"), await party.person("Bob"))
        await party.clock.advance(12)
        assert party.room.pace.next_hand_in < 5
        assert party.room.act_clock.is_slow
        assert not party.room.is_prompt
        await party.act("CA")
        assert not party.room.act_clock.is_slow
        assert not party.room.is_prompt, "whoever was slow is slow until the next act"

    run(tmp_path, main)


def test_play_now_avoids_tables_where_a_player_timed_out(tmp_path: Path) -> None:
    async def main(party: Party) -> None:
        await dealt(party, *[await party.person(name) for name in ("Ada", "Bob", "Cem")])
        late = party.to_act
        await party.clock.advance(50.1)  # including the time bank
        assert not party.room.is_prompt
        await party.act("CA")
        await party.clock.advance(4)
        assert party.room.is_held_up, "one of them was late"
        await late.ask(do="sit_out", masa=party.room.id, value=True)
        while party.room.state.masa.game is not None:
            await party.act("FO")
        assert not party.room.is_held_up, "who is away is not dealt in"

    run(tmp_path, main)


def test_play_now_avoids_tables_where_a_player_was_slow_at_the_last_act(
    tmp_path: Path,
) -> None:
    """Holds also during another player's turn. Without the rule a new player waited for more than
    two minutes."""

    async def main(party: Party) -> None:
        people = [await party.person(name) for name in ("Ada", "Bob", "Cem")]
        await dealt(party, *people)
        slow = party.to_act
        await party.clock.advance(9)
        await party.act("CA")
        await party.clock.advance(2)
        assert party.room.pace.next_hand_in < 5
        assert not party.room.act_clock.is_slow
        assert not party.room.is_prompt
        for act in ("CA", "CH", "CH", "CH"):
            await party.act(act)
        assert party.to_act is slow
        await party.act("CH")
        assert party.room.is_prompt, "this time it was quick"

    run(tmp_path, main)


def test_play_now_avoids_tables_with_a_very_long_hand(tmp_path: Path) -> None:
    """Each act is quick, but the hand is far from its end."""

    async def main(party: Party) -> None:
        await dealt(party, *[await party.person(name) for name in ("Ada", "Bob", "Cem")])
        for act in ("CA", "CA", "CH", "CH", "CH", "CH"):
            await party.clock.advance(4)
            await party.act(act)
        assert not party.room.is_held_up
        assert not party.room.is_prompt

    run(tmp_path, main)


def test_play_now_avoids_tables_with_an_offline_player(tmp_path: Path) -> None:
    async def main(party: Party) -> None:
        ada, bob = await party.person("Ada"), await party.person("Bob")
        await party.sit(ada, bob)
        assert party.room.is_prompt
        await ada.close()
        assert not party.room.is_prompt

    run(tmp_path, main)


def test_in_a_full_house_play_now_prefers_a_hand_in_progress_to_slow_players(
    tmp_path: Path,
) -> None:
    """Ghosts that filled all tables kept a new player beside them waiting for a minute."""

    async def main(party: Party) -> None:
        slow = party.room
        await dealt(party, *[await party.person(name) for name in ("Ada", "Bob", "Cem")])
        await party.clock.advance(9)
        other = await party.hall.lobby.open("Iron", 6, Blinds(1, 2))
        for name in ("Dan", "Eva"):
            line = await party.person(name)
            assert (await line.ask(do="sit", masa=other.id, stack=200))["type"] == "done"
        await party.clock.advance(3)
        assert (slow.is_prompt, slow.is_held_up, slow.lively) == (False, True, 3)
        assert (other.is_prompt, other.is_held_up, other.lively) == (False, False, 2)
        newcomer = await party.guest()
        assert (await newcomer.ask(do="play_now"))["masa"] == other.id

    run(tmp_path, main)


def test_the_time_to_the_next_hand_is_estimated_from_recent_hands() -> None:
    clock = StillClock()
    pace = Pace(clock)
    assert pace.next_hand_in == 15, "unknown"
    for _ in range(3):
        pace.note_dealt()
        clock.pass_time(12)
        pace.note(10)
    pace.note_dealt()
    assert pace.next_hand_in == pytest.approx(12)
    clock.pass_time(8)
    assert pace.next_hand_in == pytest.approx(4)
    clock.pass_time(60)
    assert pace.next_hand_in == pytest.approx(17), "it has taken 68 s, and may go on"
