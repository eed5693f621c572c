"""Tests of a host's decisions about a player in a hand: they take effect after the hand."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pokermasa.client.client import RequestRefused
from pokermasa.masa import Side
from pokermasa.server.table.access import Access
from tests.server.crash import faults_in_the_books
from tests.server.room import Opened, Session, open_room, play_hands, run, seat, until
from tests.server.whole_room.test_faults import Felt
from tests.server.wired import Hall, opened


@contextlib.asynccontextmanager
async def in_a_hand(folder: Path, players: int = 3, **settings: Any) -> AsyncIterator[Felt]:
    """Opens a room with a table where a hand is in progress. The host is on side 0."""
    async with opened(folder, **settings) as hall:
        felt = await Felt.laid(hall, players)
        await felt.room.deal()
        yield felt


def name_of(felt: Felt, side: int) -> str:
    return felt.room.state.seated[Side(side)].name


async def kick(felt: Felt, side: int) -> dict[str, Any]:
    return await felt.lines[0].ask(do="kick", masa=felt.masa, name=name_of(felt, side))


def everything_is_booked(felt: Felt) -> bool:
    return faults_in_the_books(felt.database, felt.masa) == []


@pytest.mark.parametrize("victim", [1, 2])
def test_a_player_kicked_in_a_hand_finishes_it_and_leaves_with_the_stack(
    tmp_path: Path, victim: int
) -> None:
    async def main() -> None:
        async with in_a_hand(tmp_path) as felt:
            line, name = felt.lines[victim], name_of(felt, victim)
            assert (await kick(felt, victim))["type"] == "done"
            assert (await kick(felt, victim))["type"] == "done", "a second time changes nothing"
            message = line.last("room")["room"]
            assert message["sent_away"] == [victim], "the victim is told, and everybody else"
            assert felt.room.state.masa.seat(victim).leaving is False
            # The kicked player raises and everybody else folds.
            while felt.room.state.masa.to_act is not None:
                side = felt.room.state.masa.to_act
                ask = {"do": "act", "masa": felt.masa, "turn": felt.room.act_clock.token}
                act = "PR" if side == victim else "FO"
                offered = (await felt.lines[side].asked(felt.room.act_clock.token))["acts"]
                act = next((a for a in offered if a.startswith(act)), "AA")
                assert (await felt.lines[side].ask(**ask, act=act))["type"] == "done"
            assert victim not in felt.room.state.seated, "gone with the end of the hand"
            assert line.last("left_table")["stack"] > 200
            assert line.last("closed")["kicked"] is True
            await felt.lines[0].flush()
            assert felt.lines[0].last("room")["room"]["sent_away"] == []
            for do, text in (("watch", {}), ("sit", {"stack": 200}), ("say", {"text": "why"})):
                refused = await line.ask(do=do, masa=felt.masa, **text)
                assert refused["code"] == "NOT_FOUND"
            assert (await felt.lines[0].ask(do="approve", masa=felt.masa, name=name, value=True))[
                "type"
            ] == "done"
            assert (await line.ask(do="watch", masa=felt.masa))["type"] == "done"
            assert everything_is_booked(felt)

    asyncio.run(main())


def test_a_kicked_player_who_reconnects_is_still_in_the_hand(tmp_path: Path) -> None:
    async def main() -> None:
        async with in_a_hand(tmp_path) as felt:
            await kick(felt, 1)
            await felt.lines[1].close()
            back = felt.lines[1] = await felt.hall.line(felt.secrets[1])
            assert (await back.ask(do="watch", masa=felt.masa))["type"] == "done"
            view = back.last("view")
            mine = next(p for p in view["view"]["game"]["players"] if p["side"] == 1)
            assert len(mine["cards"]) == 2
            assert view["room"]["sent_away"] == [1]
            for value in (True, False):
                await back.ask(do="leave_after_hand", masa=felt.masa, value=value)
            await felt.hand(Random(1))
            assert 1 not in felt.room.state.seated, "no wish of their own keeps them"

    asyncio.run(main())


def test_a_kick_during_a_hand_survives_a_restart(tmp_path: Path) -> None:
    async def main() -> None:
        async with in_a_hand(tmp_path) as felt:
            await kick(felt, 1)
            await kick(felt, 2)
            secrets, masa = felt.secrets, felt.masa
        async with opened(tmp_path) as hall:
            lines = [await hall.line(secret) for secret in secrets]
            for line in lines[:3]:
                assert (await line.ask(do="watch", masa=masa))["type"] == "done"
            felt = Felt(hall, masa, secrets, lines)
            assert lines[2].last("view")["room"]["sent_away"] == [1, 2]
            await felt.hand(Random(2))
            assert list(felt.room.state.seated) == [0], (
                "everybody was kicked, and all acts were theirs"
            )
            assert everything_is_booked(felt)

    asyncio.run(main())


def test_a_kick_withdrawn_during_the_hand_changes_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with in_a_hand(tmp_path) as felt:
            await kick(felt, 1)
            approve = {"do": "approve", "masa": felt.masa, "name": name_of(felt, 1)}
            assert (await felt.lines[0].ask(**approve, value=True))["type"] == "done"
            assert felt.lines[1].last("room")["room"]["sent_away"] == []
            await felt.hand(Random(3))
            assert 1 in felt.room.state.seated

    asyncio.run(main())


def test_a_kicked_player_may_leave_before_the_hand_ends(tmp_path: Path) -> None:
    async def main() -> None:
        async with in_a_hand(tmp_path) as felt:
            await kick(felt, 1)
            assert (await felt.lines[1].ask(do="leave", masa=felt.masa))["type"] == "done"
            await felt.hand(Random(4))
            assert 1 not in felt.room.state.seated
            assert everything_is_booked(felt)

    asyncio.run(main())


def test_a_kicked_player_who_is_not_in_the_hand_leaves_at_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with in_a_hand(tmp_path) as felt:
            late = felt.lines[3]
            assert (await late.ask(do="sit", masa=felt.masa, side=4, stack=200))["type"] == "done"
            await kick(felt, 4)
            assert 4 not in felt.room.state.seated
            assert late.last("left_table")["stack"] == 200
            assert felt.room.state.masa.is_game

    asyncio.run(main())


def test_a_kicked_player_is_still_asked_to_run_it_twice(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await laid(hall, run_twice=True)
            await felt.room.deal()
            await kick(felt, 1)
            while felt.room.state.masa.to_act is not None:
                side: Any = felt.room.state.masa.to_act
                offered = (await felt.lines[side].asked(felt.room.act_clock.token))["acts"]
                act = "AA" if "AA" in offered else "CA"
                ask = {
                    "do": "act",
                    "masa": felt.masa,
                    "turn": felt.room.act_clock.token,
                    "act": act,
                }
                assert (await felt.lines[side].ask(**ask))["type"] == "done"
            assert felt.room.state.masa.game is not None
            assert felt.room.state.masa.game.is_asked_twice
            for side in (0, 1):
                asked = await felt.lines[side].ask(do="run_twice", masa=felt.masa, agrees=True)
                assert asked["type"] == "done"
            assert 1 not in felt.room.state.seated

    async def laid(hall: Hall, **terms: bool) -> Felt:
        secrets = [await hall.guest() for _ in range(2)]
        masa = await hall.table(secrets[0], **terms)
        felt = Felt(hall, masa, secrets, [await hall.line(secret) for secret in secrets])
        for side, line in enumerate(felt.lines):
            await line.ask(do="sit", masa=masa, side=side, stack=200)
        return felt

    asyncio.run(main())


def test_a_masa_closed_during_a_hand_closes_after_it(tmp_path: Path) -> None:
    async def main(room: Opened) -> None:
        people = [room.guest() for _ in range(3)]
        masa = room.table(people[0])["id"]
        clients = await seat(room, masa, *people)
        running = room.lobby.tables[masa]
        await until(lambda: running.state.masa.is_game)
        with room.http(people[0]) as http:
            assert http.delete(f"/api/tables/{masa}").status_code == 202
            assert http.delete(f"/api/tables/{masa}").status_code == 202, "once more is the same"
        assert running.state.masa.is_game
        assert len(running.state.seated) == 3
        stranger = await room.connect(room.guest())
        with pytest.raises(RequestRefused, match="CLOSED"):
            await stranger.ask("sit", masa=masa, stack=200)
        with pytest.raises(RequestRefused, match="NO_SIDE_FREE"):
            await stranger.ask("play_now")
        await play_hands(clients, 1)
        for client in clients:
            assert (await client.next("left_table"))["masa"] == masa
            assert (await client.next("closed"))["masa"] == masa
        await until(lambda: masa not in room.lobby.tables)
        chips = 0
        for person in people:
            with room.http(person) as http:
                chips += http.get("/api/me").json()["chips"]
        assert chips == 30_000

    with open_room(tmp_path) as room:
        run(main(room))


def test_a_closing_masa_still_closes_after_the_hand_after_a_restart(tmp_path: Path) -> None:
    async def before(room: Opened) -> tuple[Any, list[Session]]:
        people = [room.guest(), room.guest()]
        masa = room.table(people[0])["id"]
        await seat(room, masa, *people)
        await until(lambda: room.lobby.tables[masa].state.masa.is_game)
        with room.http(people[0]) as http:
            assert http.delete(f"/api/tables/{masa}").status_code == 202
        return masa, people

    async def after(room: Opened, masa: Any, people: Any) -> None:
        clients = [await room.connect(person) for person in people]
        for client in clients:
            await client.watch(masa)
        await play_hands(clients, 1)
        await until(lambda: masa not in room.lobby.tables)

    with open_room(tmp_path, act_time_ms=10**6) as room:
        masa, people = run(before(room))
    with open_room(tmp_path, act_time_ms=10**6) as room:
        run(after(room, masa, people))


def test_a_masa_closed_between_hands_closes_at_once_and_returns_all_chips(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            felt = await Felt.laid(hall)
            async with hall.client(felt.secrets[0]) as http:
                assert (await http.delete(f"/api/tables/{felt.masa}")).status_code == 204
            for line in felt.lines[:3]:
                assert line.last("left_table")["stack"] == 200
                assert line.last("closed")["masa"] == felt.masa
            assert faults_in_the_books(felt.database) == []

    asyncio.run(main())


def test_new_blinds_keep_the_kind_of_ante_and_may_not_exceed_a_buy_in(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            host = await hall.guest()
            masa = await hall.table(host, ante=2, big_blind_ante=True)
            line = await hall.line(host)
            await line.ask(do="watch", masa=masa)
            for ante in (39, 10**9):
                refused: Any = await line.ask(do="set_blinds", masa=masa, small=1, big=2, ante=ante)
                assert refused["code"] == "BAD_BLINDS", "a buy-in pays both, or nobody could fold"
            done = await line.ask(do="set_blinds", masa=masa, small=2, big=4, ante=4)
            assert done["type"] == "done", done
            assert hall.lobby.tables[masa].state.masa.blinds == (2, 4, 4, True)
            async with hall.client(host) as http:
                terms = {"name": "felt", "small": 1, "big": 2, "ante": 10**6}
                refused = await http.post("/api/tables", json=terms)
                assert refused.json()["code"] == "BAD_BLINDS"

    asyncio.run(main())


def test_withdrawing_an_approval_removes_a_waiting_but_not_a_seated_player(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            host, guest, other = [await hall.guest() for _ in range(3)]
            masa = await hall.table(host, sides=2, approval=True)
            lines = [await hall.line(secret) for secret in (host, guest, other)]
            names = [line.messages[0]["name"] for line in lines]
            for name in names[1:]:
                approve = {"do": "approve", "masa": masa, "name": name}
                await lines[0].ask(**approve, value=True)
            room = hall.lobby.tables[masa]
            for line in lines:
                await line.ask(do="sit", masa=masa, stack=200)
            assert len(room.state.seated) == 2
            assert len(room.state.waiting_list.waiting) == 1
            await room.deal()
            for name in names[1:]:
                await lines[0].ask(do="approve", masa=masa, name=name, value=False)
            assert not room.state.waiting_list.waiting
            assert len(room.state.seated) == 2, "who sits there stays"
            assert room.state.masa.is_game

    asyncio.run(main())


def test_access_rules_stored_by_an_earlier_version_are_read(tmp_path: Path) -> None:
    old = '{"bots":false,"approval":true,"paused":false,"act_time":null,"banned":[7]}'
    assert Access.model_validate_json(old).closing is False
