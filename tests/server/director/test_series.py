"""Tests of tournament series: when they end, and the limits per host and address."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from pokermasa.server.lobby import maintenance
from pokermasa.tournament import Status
from tests.server.director.test_director import played
from tests.server.director.test_league import finish
from tests.server.field import Field, toml
from tests.server.operator import admin, person
from tests.server.virtual_clock import VirtualClock
from tests.server.wired import Hall, opened

HOUR = 3_600_000
YEAR = 366 * 24 * HOUR


def hourly(hall: Hall, **more: Any) -> dict[str, Any]:
    return {"kind": "scheduled", "starts": hall.clock.now() + HOUR, "every": HOUR, **more}


async def following(field: Field) -> Field | None:
    """Return the tournament on the next date. None if there is none."""
    next = field.director.state.next
    if next is None:
        return None
    while next not in field.hall.lobby.tournaments.directors:
        await asyncio.sleep(0)
    return Field(field.hall, next, field.host, field.secrets, field.lines)


async def delete(hall: Hall, secret: str) -> None:
    async with hall.client(secret) as client:
        gone = await client.request("DELETE", "/api/me", json={})
        assert gone.status_code == 204, gone.text


def test_a_series_ends_after_a_date_without_entrants(tmp_path: Path) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            field = await Field.opened(hall, 3, terms=hourly(hall))
            await field.lines[0].ask(do="register", tournament=field.id)
            await clock.advance(3601)
            assert field.now.status is Status.CANCELLED, "one of three is too few"
            second = await following(field)
            assert second is not None, "but somebody wanted to play"
            await clock.advance(3601)
            assert second.now.status is Status.CANCELLED
            assert await following(second) is None

    played(main())


def test_a_series_ends_after_the_stated_number_of_dates(tmp_path: Path) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            date: Field | None = await Field.opened(hall, 2, terms=hourly(hall, dates=3), most=9)
            seen = []
            while date is not None:
                row = (await date.get())["tournament"]
                seen.append((row["date"], row["dates"]))
                for line in date.lines:
                    await line.ask(do="register", tournament=date.id)
                await clock.advance(3601)
                date = await following(date)
            assert seen == [(1, 3), (2, 3), (3, 3)]

    played(main())


@pytest.mark.both_stores
def test_co_directors_also_direct_later_dates_until_they_or_the_host_end_it(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            date: Field | None = await Field.opened(hall, 2, terms=hourly(hall), most=9)
            assert date is not None
            host = await hall.line(date.host)
            helpers = [await hall.line(await hall.guest()) for _ in range(2)]
            names = [line.messages[0]["name"] for line in helpers]
            for name in names:
                assert (await date.direct(host, "co_director", name=name))["type"] == "done"
            said = await date.direct(helpers[0], "end_co_director", name=names[0])
            assert said["type"] == "done"
            for _ in range(2):
                for line in date.lines:
                    await line.ask(do="register", tournament=date.id)
                await clock.advance(3601)
                date = await following(date)
                assert date is not None
                assert (await date.get())["tournament"]["co_directors"] == names[1:]
                said = await date.direct(helpers[0], "cancel")
                assert (said["type"], said["code"]) == ("refused", "NOT_ALLOWED")
            assert (await date.direct(helpers[1], "cancel"))["type"] == "done"

    played(main())


def test_a_series_without_a_stated_number_has_52_dates(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field = await Field.opened(hall, 2, terms=hourly(hall))
            assert (await field.get())["tournament"]["dates"] == 52

    asyncio.run(main())


SENSELESS: list[tuple[dict[str, Any], str]] = [
    ({"every": None, "dates": 3}, "only with `every`"),
    ({"dates": 0}, "dates"),
    ({"dates": 1001}, "dates"),
    ({"starts": 2**53}, "at most a year ahead"),
]


def test_invalid_terms_of_a_series_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall, hall.client(await hall.guest()) as client:
            for text, said in SENSELESS:
                body = {"name": "Test", "structure": toml(), **hourly(hall), **text}
                answer = await client.post("/api/tournaments", json=body)
                assert (answer.status_code, said in answer.text) == (422, True), text
            assert not hall.lobby.tournaments.directors

    asyncio.run(main())


@pytest.mark.both_stores
def test_the_series_of_a_deleted_director_ends_and_entries_are_paid_back(tmp_path: Path) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            field = await Field.opened(hall, 2, terms=hourly(hall), most=9)
            for line in field.lines:
                await line.ask(do="register", tournament=field.id)
            await clock.advance(3601)
            second = await following(field)
            assert second is not None
            await second.lines[0].ask(do="register", tournament=second.id)
            before = await field.chips(field.secrets[0])
            await delete(hall, field.host)
            assert field.now.status is Status.RUNNING, "what is played is played to its end"
            assert second.now.status is Status.CANCELLED
            assert await following(second) is None
            assert await field.chips(field.secrets[0]) == before + 100
            assert await field.books() == []

    played(main())


def test_a_league_of_a_deleted_host_ends_after_the_current_game(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            host = await hall.guest()
            body = {"name": "Spring", "players": 2, "games": 9, "act_time": 60_000}
            async with hall.client(host) as client:
                made = (await client.post("/api/leagues", json=body)).json()
            lines = [await hall.line(await hall.guest()) for _ in range(2)]
            field = Field(hall, made["tournament"], host, [], lines)
            for line in lines:
                await line.ask(do="register", tournament=field.id)
            await delete(hall, host)
            assert field.now.status is Status.RUNNING
            await finish(field)
            assert field.now.status is Status.ENDED
            assert field.director.state.next is None

    asyncio.run(main())


@pytest.mark.usefixtures("looking")
def test_the_series_of_a_banned_director_ends(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            host = await person(hall, "Ada")
            async with hall.client(host) as client:
                body = {"name": "Test", "structure": toml(), **hourly(hall)}
                id = (await client.post("/api/tournaments", json=body)).json()["id"]
            director = hall.lobby.tournaments.directors[id]
            assert (await admin(hall, "ban", "Ada", "--reason", "why")).exit_code == 0
            await hall.app.state.admin.look()
            assert director.state.tournament.status is Status.CANCELLED
            assert director.state.next is None

    asyncio.run(main())


def test_an_undated_tournament_without_entrants_closes_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables of a host close in the same way."""

    async def main() -> None:
        monkeypatch.setattr(maintenance, "EMPTY_MS", HOUR)
        async with opened(tmp_path) as hall:
            look = hall.lobby._maintenance._close_empty
            empty = await Field.opened(hall, 2)
            waited_for = await Field.opened(hall, 2)
            await waited_for.lines[0].ask(do="register", tournament=waited_for.id)
            await look()
            hall.clock.pass_time(3599)
            await look()
            assert empty.now.status is Status.REGISTERING
            hall.clock.pass_time(1)
            await look()
            assert empty.now.status is Status.CANCELLED
            assert waited_for.now.status is Status.REGISTERING

    asyncio.run(main())


# Limits


async def open_some(hall: Hall, number: int, address: str, path: str = "tournaments") -> list[int]:
    """Return the status codes when *number* guests of one address open one tournament (or table)
    each.
    """
    found = []
    for _ in range(number):
        async with hall.client(await hall.guest(), address) as client:
            body = {"name": "Test"} | ({} if path == "tables" else {"structure": toml()})
            found.append((await client.post(f"/api/{path}", json=body)).status_code)
    return found


@pytest.mark.both_stores
def test_open_tables_and_tournaments_are_limited_per_address(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, tables_an_address=3) as hall:
            for number, path in enumerate(("tournaments", "tables", "leagues")):
                one, other = f"192.0.2.{number}", f"198.51.100.{number}"
                assert await open_some(hall, 4, one, path) == [201, 201, 201, 403], path
                assert await open_some(hall, 1, other, path) == [201], "nobody else is held up"
                assert await open_some(hall, 4, "127.0.0.1", path) == [201] * 4, "a proxy is nobody"

    asyncio.run(main())


@pytest.mark.usefixtures("looking")
def test_masa_admin_cancel_can_cancel_many_tournaments(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            await open_some(hall, 10, "127.0.0.1")
            directors = list(hall.lobby.tournaments.directors.values())
            listed = await admin(hall, "tournaments", "--json")
            ids = [director.id for director in directors]
            assert all(id in listed.output for id in ids)
            began = time.monotonic()
            said = await admin(hall, "cancel", *ids[:5], "t000000", *ids[5:], "--reason", "spam")
            assert time.monotonic() - began < 0.5 * len(ids), "they do not wait for each other"
            assert said.exit_code == 1, "one of them is not there"
            assert "t000000" in said.output
            await hall.app.state.admin.look()
            assert {d.state.tournament.status for d in directors} == {Status.CANCELLED}
            assert (await admin(hall, "cancel", ids[0], "--reason", "spam")).exit_code == 1

    asyncio.run(main())


@pytest.mark.usefixtures("looking")
def test_only_tables_and_tournaments_can_be_closed_several_at_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            said = await admin(hall, "ban", "ada", "bob", "--reason", "why")
            assert said.exit_code == 2
            assert "bob" in said.output

    asyncio.run(main())
