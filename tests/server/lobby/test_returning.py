"""Tests of players who leave a cash table and return: the blinds they owe and the stack they
must bring."""

import asyncio
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from pokermasa.masa import Entry, Masa, Terms
from pokermasa.notation import uci
from pokermasa.server.lobby.house_tables import HOUSE_TABLES
from pokermasa.server.storage import schema as store
from tests.server.wired import Hall, Line, opened

HOUSE: dict[str, Any] = {"house_tables": True, "bot_delay_ms": 10**9}


async def sit(line: Line, masa: str, stack: int = 100, **ask: Any) -> dict[str, Any]:
    return await line.ask(do="sit", masa=masa, stack=stack, **ask)


async def done(line: Line, **ask: Any) -> None:
    answer = await line.ask(**ask)
    assert answer["type"] == "done", answer


async def fold_round(room: Any) -> None:
    """Plays one hand in which all but the last player fold."""
    await room.deal()
    while room.state.masa.to_act is not None:
        await room.play(lambda masa: masa.timed_out(masa.to_act))


async def game(hall: Hall, **terms: Any) -> tuple[Any, list[Line]]:
    """A table of four people who have played one hand."""
    secrets = [await hall.guest() for _ in range(4)]
    room = hall.lobby.tables[await hall.table(secrets[0], **terms)]
    lines = [await hall.line(secret) for secret in secrets]
    for side, line in enumerate(lines):
        await done(line, do="watch", masa=room.id, key=room.state.key or "")
        await done(line, do="sit", masa=room.id, side=side, stack=100)
    await fold_round(room)
    return room, lines


def seat_of(room: Any, line: Line) -> Any:
    name = line.messages[0]["name"]
    return next(
        room.state.masa.seats[side] for side, own in room.state.names.items() if own == name
    )


def test_by_default_returning_players_owe_the_blinds(tmp_path: Path) -> None:
    """The default of `Terms()` is different, as it follows document 000."""

    async def main() -> None:
        async with opened(tmp_path, **HOUSE) as hall:
            assert len(hall.lobby.tables) == len(HOUSE_TABLES)
            await hall.table(await hall.guest())
            for room in hall.lobby.tables.values():
                assert room.state.masa.terms.entry is Entry.RETURNING

    assert Terms().entry is Entry.FREE
    asyncio.run(main())


def test_a_host_may_choose_free_entry_which_is_shown_in_views_and_lists(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            room, lines = await game(hall, entry="free")
            await done(lines[3], do="leave", masa=room.id)
            await done(lines[3], do="sit", masa=room.id, stack=100)
            assert not seat_of(room, lines[3]).owes
            assert lines[0].last("view")["view"]["terms"]["entry"] == "free"
            (listed,) = hall.lobby.table_list.rows()
            assert listed["entry"] == "free"
            async with hall.client(await hall.guest()) as client:
                answer = await client.post("/api/tables", json={"name": "a", "entry": "no"})
            assert answer.status_code == 422
            assert "returning" in answer.text

    asyncio.run(main())


def test_a_newcomer_is_dealt_in_at_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            room, _ = await game(hall)
            newcomer = await hall.line(await hall.guest())
            await done(newcomer, do="sit", masa=room.id, side=5, stack=100)
            await room.deal()
            assert room.state.masa.is_in_hand(5)

    asyncio.run(main())


def test_a_player_who_was_away_owes_the_blinds_that_passed(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            room, lines = await game(hall)
            await done(lines[3], do="sit_out", masa=room.id, value=True)
            for _ in range(3):
                await fold_round(room)
            await done(lines[3], do="sit_out", masa=room.id, value=False)
            seat = seat_of(room, lines[3])
            assert (seat.missed_small, seat.missed_big) == (True, True)

    asyncio.run(main())


@pytest.mark.parametrize("restart", [False, True])
def test_a_player_who_leaves_and_returns_within_the_hour_owes_the_blinds(
    tmp_path: Path, restart: bool
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            room, lines = await game(hall)
            await done(lines[3], do="leave", masa=room.id)
            hall.clock.pass_time(3599)
            await done(lines[3], do="sit", masa=room.id, side=3, stack=100)
            seat = seat_of(room, lines[3])
            assert (seat.missed_small, seat.missed_big) == (True, True)
            joined = lines[0].last("events")["events"][-1]
            assert (joined["owes"], joined["returns"]) == (True, True)
            await done(lines[3], do="leave", masa=room.id)
            hall.clock.pass_time(3600)
            await done(lines[3], do="sit", masa=room.id, side=3, stack=100)
            assert not seat_of(room, lines[3]).owes

    async def restarted() -> None:
        async with opened(tmp_path) as hall:
            room, _ = await game(hall)
            secret = await hall.guest()
            line = await hall.line(secret)
            await done(line, do="sit", masa=room.id, side=4, stack=100)
            await done(line, do="leave", masa=room.id)
        async with opened(tmp_path) as hall:
            room = hall.lobby.tables[room.id]
            line = await hall.line(secret)
            refused = await sit(line, room.id, 99)
            assert (refused["code"], refused["least"]) == ("BUY_IN_RANGE", 100)
            await done(line, do="sit", masa=room.id, side=4, stack=100)
            assert seat_of(room, line).owes

    asyncio.run(restarted() if restart else main())


def test_a_player_who_leaves_a_home_game_and_returns_owes_the_blinds(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            room, lines = await game(hall, private=True)
            await done(lines[3], do="leave", masa=room.id)
            await done(lines[3], do="sit", masa=room.id, side=3, stack=100)
            assert seat_of(room, lines[3]).owes

    asyncio.run(main())


def test_a_returning_player_seated_from_the_waiting_list_owes_the_blinds(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            room, lines = await game(hall, sides=4)
            await done(lines[3], do="leave", masa=room.id)
            other = await hall.line(await hall.guest())
            await done(other, do="sit", masa=room.id, stack=100)
            assert (await sit(lines[3], room.id))["waiting"]
            await done(other, do="leave", masa=room.id)
            await hall.lobby.seating.seat_next(room)
            assert seat_of(room, lines[3]).owes

    asyncio.run(main())


def test_going_from_one_public_table_to_another_does_not_dodge_the_blinds(tmp_path: Path) -> None:
    """Holds whether the player has left the first table or still sits there."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            rooms = [(await game(hall))[0] for _ in range(3)]
            friends, _ = await game(hall, private=True)
            secret = await hall.guest()
            line = await hall.line(secret)
            await done(line, do="sit", masa=rooms[0].id, stack=100)
            assert not seat_of(rooms[0], line).owes
            await done(line, do="sit", masa=rooms[1].id, stack=100)
            assert seat_of(rooms[1], line).owes
            for room in rooms[:2]:
                await done(line, do="leave", masa=room.id)
            await done(line, do="sit", masa=rooms[2].id, stack=100)
            assert seat_of(rooms[2], line).owes
            # A private table is not affected.
            await done(line, do="watch", masa=friends.id, key=friends.state.key)
            await done(line, do="sit", masa=friends.id, stack=100)
            assert not seat_of(friends, line).owes
            await done(line, do="leave", masa=rooms[2].id)
            hall.clock.pass_time(3600)
            await done(line, do="sit", masa=rooms[0].id, stack=100)
            assert not seat_of(rooms[0], line).owes

    asyncio.run(main())


def test_nobody_owes_blinds_at_a_new_game(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            _, lines = await game(hall)
            fresh = hall.lobby.tables[await hall.table(await hall.guest())]
            for line in lines[:2]:
                await done(line, do="sit", masa=fresh.id, stack=100)
                assert not seat_of(fresh, line).owes

    asyncio.run(main())


@pytest.mark.parametrize("private", [False, True])
def test_a_series_of_new_tables_with_house_bots_does_not_dodge_the_blinds(
    tmp_path: Path, private: bool
) -> None:
    """The big blind reaches the first side of a new table last, so a player who opens one table
    after the other would play only free hands against bots."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            secret = await hall.guest()
            line = await hall.line(secret)

            async def join(**terms: Any) -> Any:
                room = hall.lobby.tables[await hall.table(secret, **terms)]
                await done(line, do="sit", masa=room.id, side=0, stack=100)
                owes = seat_of(room, line).owes
                await done(line, do="leave", masa=room.id)
                return owes

            bots = {"bots": True, "private": private}
            assert not await join(private=True), "a home game"
            assert not await join(**bots), "the first table with bots"
            assert await join(**bots)
            assert await join(bots=True)
            assert not await join(), "everybody is new at a new game of people"
            hall.clock.pass_time(3600)
            assert not await join(**bots)

    asyncio.run(main())


# Taking chips off the table


def test_a_player_who_returns_within_the_hour_brings_the_same_stack(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            room, lines = await game(hall, least_buy_in=40, most_buy_in=200)
            line = lines[3]
            await done(line, do="leave", masa=room.id)
            hall.clock.pass_time(3599)
            refused = await sit(line, room.id, 99)
            assert refused["code"] == "BUY_IN_RANGE"
            assert (refused["least"], refused["most"]) == (100, 200)
            assert "you left with 100" in refused["message"]
            assert sorted(room.state.masa.seats) == [0, 1, 2]
            await done(line, do="sit", masa=room.id, stack=100)
            await done(line, do="leave", masa=room.id)
            hall.clock.pass_time(3600)
            await done(line, do="sit", masa=room.id, stack=40)

    asyncio.run(main())


def test_a_returning_stack_may_exceed_the_maximum_buy_in(tmp_path: Path) -> None:
    """Holds also at tables with their own chips and with free entry."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            for own, entry in product((False, True), ("free", "returning")):
                terms = {"most_buy_in": 100, "entry": entry}
                if own:
                    room, winner, stack = await won_with_own_chips(hall, terms)
                else:
                    room, lines = await game(hall, **terms)
                    winner, stack = await won(room, lines)
                assert stack > 100
                await done(winner, do="leave", masa=room.id)
                for less in (100, stack - 1, stack + 1):
                    refused = await sit(winner, room.id, less)
                    assert (refused["least"], refused["most"]) == (stack, stack), (own, entry, less)
                assert (await sit(winner, room.id, stack))["type"] == "done"
                await hall.lobby.seating.seat_next(room)
                assert seat_of(room, winner).stack == stack, (own, entry)

    asyncio.run(main())


async def won(room: Any, lines: list[Line]) -> tuple[Line, int]:
    """Plays hands in which two players are all in and the others fold, until a player has more than
    at the start. Return the player and the stack.
    """
    while max(seat.stack for seat in room.state.masa.players) <= 110:
        await room.deal()
        acts = iter(["AA", "AA"])
        while (side := room.state.masa.to_act) is not None:
            await room.play(partial(Masa.move, side=side, act=uci.read(next(acts, "FO"))))
    side, seat = max(room.state.masa.seats.items(), key=lambda one: one[1].stack)
    winner = next(one for one in lines if one.messages[0]["name"] == room.state.names[side])
    return winner, seat.stack


async def won_with_own_chips(hall: Hall, terms: dict[str, Any]) -> tuple[Any, Line, int]:
    secrets = [await hall.guest() for _ in range(3)]
    masa = await hall.table(secrets[0], private=True, own_chips=True, **terms)
    room = hall.lobby.tables[masa]
    lines = [await hall.line(secret) for secret in secrets]
    for line in lines:
        await done(line, do="watch", masa=masa, key=room.state.key)
        if line is not lines[0]:
            assert (await sit(line, masa))["code"] == "APPROVAL_REQUESTED"
            name = line.messages[0]["name"]
            await done(lines[0], do="approve_buy_in", masa=masa, name=name, amount=100, value=True)
    await hall.lobby.seating.seat_next(room)
    winner, stack = await won(room, lines)
    return room, winner, stack


def test_play_now_brings_the_stack_the_player_left_with(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            room, lines = await game(hall, most_buy_in=100)
            winner, stack = await won(room, lines)
            await done(winner, do="leave", masa=room.id)
            reply = await winner.ask(do="play_now")
            assert reply.get("masa") == room.id, reply
            assert seat_of(room, winner).stack == stack

    asyncio.run(main())


def test_play_now_skips_a_table_where_the_required_stack_is_not_affordable(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, signup_grant=1_000) as hall:
            room, lines = await game(hall, least_buy_in=40, most_buy_in=900)
            line = lines[3]
            await done(line, do="top_up", masa=room.id, amount=700)
            await done(line, do="leave", masa=room.id)
            other = await hall.table(await hall.guest(), most_buy_in=400)
            await done(line, do="sit", masa=other, stack=400)
            assert (await line.ask(do="play_now"))["code"] == "NO_SIDE_FREE"
            refused = await sit(line, room.id, 600)
            assert (refused["code"], refused["least"]) == ("BUY_IN_RANGE", 800)

    asyncio.run(main())


def test_visits_are_forgotten_after_an_hour(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            room, lines = await game(hall)
            await done(lines[3], do="leave", masa=room.id)
            hall.clock.pass_time(3600)
            await hall.lobby._maintenance._forget_old()
            async with hall.engine.connect() as connection:
                rows = (await connection.execute(select(store.visit))).all()
            assert [row.ended for row in rows] == [None] * 3

    asyncio.run(main())
