"""Tests of the number of sides per account, and of the table that play_now chooses."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pokermasa.server.lobby import lobby, seating
from pokermasa.server.lobby.house_tables import HOUSE_TABLES
from tests.server.wired import Hall, Line, opened

HOUSE: dict[str, Any] = {"house_tables": True, "between_hands_ms": 5, "bot_delay_ms": 10**9}
"""Settings in which house bots sit down but never act, so that hands do not end by themselves."""


def places(hall: Hall, name: str) -> int:
    """Return the number of sides and waiting list entries of the player."""
    rooms = hall.lobby.tables.values()
    seated = sum(name in room.state.names.values() for room in rooms)
    return seated + sum(w.account.name == name for r in rooms for w in r.state.waiting_list.waiting)


async def codes(asks: list[Any]) -> Counter[Any]:
    answers = await asyncio.gather(*asks)
    return Counter(answer.get("code", "done") for answer in answers)


async def line_of(hall: Hall, secret: str | None = None) -> tuple[Line, Any]:
    line = await hall.line(secret or await hall.guest())
    return line, line.messages[0]["name"]


def test_play_now_respects_the_limit_of_tables_per_account(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        monkeypatch.setattr(seating, "SEATS_AN_ACCOUNT", 5)
        async with opened(tmp_path, **HOUSE) as hall:
            secret = await hall.guest()
            lines = [(await line_of(hall, secret))[0] for _ in range(3)]
            name = lines[0].messages[0]["name"]
            found = await codes([lines[n % 3].ask(do="play_now") for n in range(40)])
            assert found == {"done": 5, "TOO_MANY_SEATS": 35}
            assert places(hall, name) == 5
            assert len(hall.lobby.tables) == len(HOUSE_TABLES) + 1

    asyncio.run(main())


def test_the_limit_holds_for_sit_and_for_waiting_lists_on_many_sockets_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        monkeypatch.setattr(seating, "SEATS_AN_ACCOUNT", 3)
        async with opened(tmp_path) as hall:
            host, secret, other = [await hall.guest() for _ in range(3)]
            tables = [await hall.table(host, sides=2) for _ in range(8)]
            full = tables[:2]
            for masa in full:
                for holder in (host, other):
                    line = await hall.line(holder)
                    assert (await line.ask(do="sit", masa=masa, stack=100))["type"] == "done"
            lines = [await hall.line(secret) for _ in range(8)]
            name = lines[0].messages[0]["name"]
            for line, masa in zip(lines, tables, strict=True):
                await line.ask(do="watch", masa=masa)
            asks = [
                line.ask(do="sit", masa=masa, stack=100)
                for line, masa in zip(lines, tables, strict=True)
            ]
            assert await codes(asks) == {"done": 3, "TOO_MANY_SEATS": 5}
            assert places(hall, name) == 3
            # A request for a table where the player waits or sits takes no further place.
            waits = [r for r in hall.lobby.tables.values() if r.state.waiting_list.waiting]
            for room in waits:
                again = await lines[0].ask(do="sit", masa=room.id, stack=80)
                assert again.get("waiting") is True
            assert places(hall, name) == 3
            free = next(m for m in tables if not hall.lobby.tables[m].state.seated)
            refused = await lines[0].ask(do="sit", masa=free, stack=100)
            assert refused["code"] == "TOO_MANY_SEATS"
            assert "3" in refused["message"]
            mine = next(r for r in hall.lobby.tables.values() if name in r.state.names.values())
            assert (await lines[0].ask(do="leave", masa=mine.id))["type"] == "done"
            assert (await lines[0].ask(do="sit", masa=free, stack=100))["type"] == "done"
            room = hall.lobby.tables[free]
            assert places(hall, name) == 3, room.state.names

    asyncio.run(main())


def test_a_refused_side_does_not_count_towards_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        monkeypatch.setattr(seating, "SEATS_AN_ACCOUNT", 1)
        async with opened(tmp_path) as hall:
            host = await hall.guest()
            first, second = [await hall.table(host) for _ in range(2)]
            line, name = await line_of(hall)
            for _ in range(3):
                refused = await line.ask(do="sit", masa=first, stack=1)
                assert refused["code"] == "BUY_IN_RANGE"
            assert (await line.ask(do="sit", masa=second, stack=100))["type"] == "done"
            assert places(hall, name) == 1

    asyncio.run(main())


def test_play_now_chooses_a_table_that_allows_the_requested_stack(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, **HOUSE) as hall:
            line, name = await line_of(hall)
            table = hall.lobby.tables[(await line.ask(do="play_now", stack=1500))["masa"]]
            assert table.state.name == "Silver", "the only one that allows it"
            side = next(side for side, seated in table.state.names.items() if seated == name)
            assert table.state.masa.seats[side].stack == 1500
            too_much = hall.settings.signup_grant
            for stack, code in (
                (1, "NO_SIDE_FREE"),
                (3000, "NO_SIDE_FREE"),
                (too_much, "NOT_ENOUGH_CHIPS"),
                (-1, "UNREADABLE"),
            ):
                assert (await line.ask(do="play_now", stack=stack))["code"] == code
            assert places(hall, name) == 1

    asyncio.run(main())


def test_the_house_opens_a_limited_number_of_tables_and_reuses_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        monkeypatch.setattr(lobby, "MOST_HOUSE_TABLES", 6)
        async with opened(tmp_path, **HOUSE) as hall:
            guests = [await line_of(hall) for _ in range(30)]
            found = await codes([line.ask(do="play_now", big=2) for line, _ in guests])
            # Copper and its two copies, and Heads-up. The other house tables have other blinds.
            assert found == {"done": 20, "NO_SIDE_FREE": 10}
            assert len(hall.lobby.tables) == 6
            names = Counter(room.state.name for room in hall.lobby.tables.values())
            assert max(names.values()) == 1
            for room in hall.lobby.tables.values():
                people = [a for a in room.state.seated.values() if a.kind != "house"]
                assert len(people) + len(room.state.waiting_list.waiting) <= room.state.masa.sides

    asyncio.run(main())


def test_a_player_without_chips_does_not_make_the_house_open_a_table(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, signup_grant=10, **HOUSE) as hall:
            line, _ = await line_of(hall)
            for big in (None, 2, 10):
                assert (await line.ask(do="play_now", big=big))["code"] == "NOT_ENOUGH_CHIPS"
            assert (await line.ask(do="play_now", big=999))["code"] == "NO_SIDE_FREE"
            assert len(hall.lobby.tables) == len(HOUSE_TABLES)

    asyncio.run(main())


@pytest.mark.parametrize("sides", [2, 3])
def test_play_now_avoids_tables_where_the_only_opponent_is_offline(
    tmp_path: Path, sides: int
) -> None:
    """Holds also with house bots at the table, if no side would be left for them."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            secrets = [await hall.guest() for _ in range(sides)]
            masa = await hall.table(secrets[0], sides=sides, bots=True)
            room = hall.lobby.tables[masa]
            lines = [await hall.line(secret) for secret in secrets]
            for line in lines[: sides - 1]:
                assert (await line.ask(do="sit", masa=masa, stack=100))["type"] == "done"
            for line in lines[: sides - 1]:
                await line.close()
            assert len(room.state.seated) == sides - 1
            assert (await lines[-1].ask(do="play_now"))["code"] == "NO_SIDE_FREE"
            back = await hall.line(secrets[0])
            await back.ask(do="watch", masa=masa)
            assert (await lines[-1].ask(do="play_now"))["masa"] == masa

    asyncio.run(main())


def test_play_now_avoids_tables_whose_players_are_about_to_leave(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            for why in ("away", "sitout", "broke", "kicked"):
                secrets = [await hall.guest() for _ in range(3)]
                masa = await hall.table(secrets[0], sides=3)
                room = hall.lobby.tables[masa]
                host, victim, newcomer = [await hall.line(secret) for secret in secrets]
                await victim.ask(do="sit", masa=masa, side=1, stack=100)
                name = victim.messages[0]["name"]
                if why != "away":  # a hand with an absent player is in progress
                    await host.ask(do="sit", masa=masa, side=0, stack=100)
                    await room.deal()
                if why == "away":
                    await victim.ask(do="sit_out", masa=masa, value=True)
                elif why == "sitout":
                    await victim.ask(do="leave_after_hand", masa=masa, value=True)
                elif why == "kicked":
                    await host.ask(do="kick", masa=masa, name=name)
                else:
                    while room.state.masa.game is not None:
                        side = room.state.masa.to_act
                        act = room.state.masa.view(side).acts[-1]
                        room.state.put(room.state.masa.move(side, act).masa)
                    seat = room.state.masa.seats[1].replace(stack=0)
                    room.state.put(room.state.masa.with_seat(1, seat))
                await host.close()
                assert (await newcomer.ask(do="play_now"))["code"] == "NO_SIDE_FREE", why

    asyncio.run(main())


def test_play_now_prefers_tables_with_people_who_are_online(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            hosts = [await hall.guest() for _ in range(3)]
            quiet, lively, gone = [await hall.table(host, bots=True) for host in hosts]
            for host, masa in ((hosts[1], lively), (hosts[2], gone)):
                line = await hall.line(host)
                await line.ask(do="sit", masa=masa, stack=100)
                if masa == gone:
                    await line.close()
            newcomer = await hall.line(await hall.guest())
            assert (await newcomer.ask(do="play_now"))["masa"] == lively
            assert quiet in hall.lobby.tables

    asyncio.run(main())


def test_tables_opened_concurrently_count_towards_the_limit(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, tables_an_account=3) as hall:
            async with hall.client(await hall.guest()) as http:
                asks = [http.post("/api/tables", json={"name": f"{n}"}) for n in range(12)]
                answers = await asyncio.gather(*asks)
            assert Counter(a.status_code for a in answers) == {201: 3, 403: 9}
            assert len(hall.lobby.tables) == 3

    asyncio.run(main())
