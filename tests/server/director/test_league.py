"""Tests of leagues: each season has its own table, and a private league is visible to its
host, its players and holders of its key only."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

from pokermasa.masa import Change, Masa
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.admin_request import Command
from tests.server.admin.test_operate import promote
from tests.server.field import Field, toml
from tests.server.operator import as_admin
from tests.server.virtual_clock import VirtualClock
from tests.server.wired import Hall, opened


async def league(hall: Hall, **terms: Any) -> tuple[Field, dict[str, Any]]:
    """Open a league and enter its two players."""
    host = await hall.guest()
    body = {"name": "Spring", "players": 2, "games": 1, "act_time": 60_000, **terms}
    async with hall.client(host) as client:
        made = (await client.post("/api/leagues", json=body)).json()
    secrets = [await hall.guest() for _ in range(2)]
    lines = [await hall.line(secret) for secret in secrets]
    return Field(hall, made["tournament"], host, secrets, lines), made


async def play(field: Field, key: str | None) -> None:
    for line in field.lines:
        done = await line.ask(
            do="watch_tournament", tournament=field.id, **({"key": key} if key else {})
        )
        assert done["type"] == "done", done
        assert (await line.ask(do="register", tournament=field.id))["type"] == "done"
    await finish(field)


def time_out(masa: Masa) -> Change:
    assert masa.to_act is not None
    return masa.timed_out(masa.to_act)


async def finish(field: Field, absent: Account | None = None) -> None:
    """Plays to the end of the game. *absent* runs out of time in every turn."""

    while not field.director.tables.open:  # The full game starts by itself.
        await asyncio.sleep(0.001)
    while not field.now.is_ended:
        (table,) = field.director.tables.open.values()
        if table.state.masa.to_act is None:
            await table.deal()
        elif table.state.seated[table.state.masa.to_act] == absent:
            await table.play(time_out)
        else:
            await field.act(table, Random(table.state.masa.hands))


async def asked(hall: Hall, secret: str | None, path: str) -> tuple[int, Any]:
    async with hall.client(secret) as client:
        answer = await client.get(path)
        return answer.status_code, answer.json()


def test_a_new_season_with_its_own_table_follows_the_last(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field, made = await league(hall)
            season = f"/api/leagues/{made['id']}/seasons"
            async with hall.client(field.host) as host, hall.client(field.secrets[0]) as player:
                early = await host.post(season)
                assert (early.status_code, early.json()["code"]) == (403, "NOT_ALLOWED")
                await play(field, None)
                other = await player.post(season)
                assert (other.status_code, other.json()["code"]) == (403, "NOT_ALLOWED")
                unknown = await host.post("/api/leagues/l00000000/seasons")
                assert unknown.status_code == 404
                begun = await host.post(season)
                assert begun.status_code == 201, begun.text
            field.id = begun.json()["tournament"]
            assert field.director.state.terms.season == 2
            _, table = await asked(hall, None, f"/api/leagues/{made['id']}")
            assert (table["season"], table["seasons"], table["standings"]) == (2, 2, [])
            assert table["now"] == field.id
            await play(field, None)
            for number in (1, 2):
                path = f"/api/leagues/{made['id']}?season={number}"
                _, table = await asked(hall, None, path)
                assert [row["games"] for row in table["standings"]] == [1, 1]
                (game,) = table["played"]
                assert game["season"] == number
            _, listed = await asked(hall, None, "/api/leagues")
            assert [(row["id"], row["games"]) for row in listed] == [(made["id"], 2)]

    asyncio.run(main())


def test_a_private_league_is_visible_to_its_members_only(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field, made = await league(hall, private=True)
            id, key, stranger = made["id"], made["key"], await hall.guest()
            enter = {"do": "register", "tournament": field.id}
            line = await hall.line(stranger)
            assert (await line.ask(**enter))["code"] == "NOT_FOUND"
            await play(field, key)
            tournament = f"/api/tournaments/{field.id}"
            await hall.lobby.tournaments.let_go(field.director)  # after the end as well
            paths = [f"/api/leagues/{id}", tournament, f"{tournament}/results"]
            paths += [f"{tournament}/hands", f"{tournament}/orders", f"{tournament}/structure"]
            for path in paths:
                for who in (None, stranger):
                    assert (await asked(hall, who, path))[0] == 404, path
                    assert (await asked(hall, who, f"{path}?key=wrong"))[0] == 404, path
                    assert (await asked(hall, who, f"{path}?key={key}"))[0] == 200, path
                for who in (field.host, field.secrets[0]):
                    assert (await asked(hall, who, path))[0] == 200, path
            _, listed = await asked(hall, None, "/api/leagues")
            _, over = await asked(hall, None, "/api/tournaments?over=true")
            assert (listed, over) == ([], [])
            async with hall.client(field.host) as host:
                begun = (await host.post(f"/api/leagues/{id}/seasons")).json()
            assert begun["key"] not in (None, key), "a link that was passed on is not for ever"
            path = f"/api/tournaments/{begun['tournament']}"
            assert (await asked(hall, stranger, path))[0] == 404

    asyncio.run(main())


def test_with_an_act_time_below_3_seconds_only_programs_may_enter(tmp_path: Path) -> None:
    """A person would run out of time in every turn."""

    async def entered(hall: Hall, act_time: int) -> list[bool]:
        """Return whether a person and a program can each enter on the socket and over HTTP."""
        field, _ = await league(hall, players=4, act_time=act_time)
        secrets = [*field.secrets, await hall.guest(), await hall.guest()]
        found: list[bool] = []
        for secret, message in zip(
            secrets, ({}, {}, {"program": True}, {"program": True}), strict=True
        ):
            if len(found) % 2:
                async with hall.client(secret) as client:
                    path = f"/api/tournaments/{field.id}/entry"
                    answer = await client.put(path, params=message)
                    code = "" if answer.status_code == 204 else answer.json()["code"]
            else:
                line = await hall.line(secret)
                said = await line.ask(do="register", tournament=field.id, **message)
                code = said.get("code", "")
            assert code in ("", "PROGRAMS_ONLY")
            found.append(not code)
        return found

    async def main() -> None:
        async with opened(tmp_path / "open") as hall:
            assert await entered(hall, 2999) == [False, False, True, True]
            assert await entered(hall, 3000) == [True] * 4
        async with opened(tmp_path / "programs", programs_only=True) as hall:
            assert await entered(hall, 10) == [True] * 4

    asyncio.run(main())


async def go_on(field: Field) -> None:
    """Waits for the game that opened when the last one ended, and switches *field* to it."""
    following = field.director.state.next
    assert following is not None
    while following not in field.hall.lobby.tournaments.directors:
        await asyncio.sleep(0.001)
    field.id = following


def test_each_game_of_a_league_for_chips_is_paid_by_registering_for_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            price = toml(buy_in=1000)
            field, _ = await league(hall, games=100, structure=price)
            await play(field, None)
            paid = sorted([await field.chips(secret) for secret in field.secrets])
            assert paid == [9_000, 11_000]
            await go_on(field)
            assert field.now.entries == 0, "nobody has said yes to a second game"
            assert sorted([await field.chips(secret) for secret in field.secrets]) == paid
            await field.lines[0].close()
            await field.lines[1].ask(do="register", tournament=field.id)
            assert field.director.state.started is None, "one of two is there"
            left = await field.lines[1].ask(do="unregister", tournament=field.id)
            assert left["type"] == "done"
            assert sorted([await field.chips(secret) for secret in field.secrets]) == paid
            assert await field.books() == []

    asyncio.run(main())


def test_an_absent_entrant_is_not_entered_in_the_next_game_of_a_free_league(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field, _ = await league(hall, games=3)
            await play(field, None)
            await go_on(field)
            assert field.now.entries == 2, "both are there"
            for line in field.lines:
                await line.ask(do="watch_tournament", tournament=field.id)
            account = field.director.state.entries[0].account
            await field.lines[0].close()
            await finish(field, absent=account)
            await go_on(field)
            here = [entry.account for entry in field.director.state.entries]
            assert len(here) == 1
            assert account not in here
            field.lines[0] = await hall.line(field.secrets[0])
            done = await field.lines[0].ask(do="register", tournament=field.id)
            assert done["type"] == "done", "and comes back by registering"
            assert field.director.state.started is not None

    asyncio.run(main())


def test_who_has_played_in_a_league_gives_no_orders_about_one_player_in_its_later_games(
    tmp_path: Path,
) -> None:
    """All games of a season have one ranking, so the host would rise in it. The interest ends with
    the season."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            field, made = await league(hall, games=2, structure=toml(buy_in=100))
            others = field.secrets
            field.secrets = [field.host, others[0]]
            field.lines = [await hall.line(secret) for secret in field.secrets]
            await play(field, None)
            await go_on(field)
        async with opened(tmp_path) as hall:  # The interest is stored.
            field.hall = hall
            host = await hall.line(field.host)
            field.lines = [await hall.line(secret) for secret in others]
            other = field.lines[1].messages[0]["name"]
            for command in ("co_director", "cancel"):
                answer = await field.direct(host, command, name=other)
                assert answer["code"] == "NOT_ALLOWED", "not to a friend either"
            for line in field.lines:
                assert (await line.ask(do="register", tournament=field.id))["type"] == "done"
            assert (await field.get(secret=field.host))["you"]["has_interest"]
            answer = await field.direct(host, "disqualify", name=other)
            assert answer["code"] == "NOT_ALLOWED", answer
            await promote(hall, field.director.state.host.name)
            asked = await as_admin(hall, field.director.state.host.name, Command.CANCEL, field.id)
            assert asked.refused == "OWN_GAME", "nor as an admin"
            await finish(field)
            async with hall.client(field.host) as client:
                next = (await client.post(f"/api/leagues/{made['id']}/seasons")).json()
            field.id = next["tournament"]
            for line in field.lines:
                assert (await line.ask(do="register", tournament=field.id))["type"] == "done"
            done = await field.direct(host, "disqualify", name=other)
            assert done["type"] == "done", done

    asyncio.run(main())


def test_who_has_given_an_order_about_one_player_of_a_league_does_not_enter_its_later_games(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field, _ = await league(hall, games=3)
            host = await hall.line(field.host)
            for line in field.lines:
                await line.ask(do="register", tournament=field.id)
            name = field.director.state.entries[0].account.name
            assert (await field.direct(host, "disqualify", name=name))["type"] == "done"
            field.lines.reverse()  # The other player is entered first in the next game.
            for _ in range(2):
                await go_on(field)
                answer = await host.ask(do="register", tournament=field.id)
                assert answer["code"] == "NOT_ALLOWED", answer
                for line in field.lines:
                    await line.ask(do="register", tournament=field.id)
                if field.director.state.terms.number < 3:
                    await finish(field)

    asyncio.run(main())


def test_a_connected_program_that_is_always_late_is_not_marked_as_away_in_a_league(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock) as hall:
            field, _ = await league(hall)
            for line in field.lines:
                assert (await line.ask(do="register", tournament=field.id))["type"] == "done"
            await clock.advance(1)
            (table,) = field.director.tables.open.values()
            for line in field.lines:
                assert (await line.ask(do="watch", masa=table.id))["type"] == "done"
            await clock.advance(8 * 61)
            assert 6 < table.state.masa.hands < 12, "each hand ends with the first late turn"
            assert not any(seat.away for seat in table.state.masa.seats.values())

    asyncio.run(main())


def test_a_player_leaves_a_league_during_a_game_and_may_delete_the_account_after_it(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field, _ = await league(hall, games=100)
            for line in field.lines:
                await line.ask(do="register", tournament=field.id)
            leaver, stays = field.lines[0], field.director.state.entries[1].account
            view = await field.get(secret=field.secrets[0])
            assert (view["you"]["may_unregister"], view["you"]["leaves"]) == (True, False)
            done = await leaver.ask(do="unregister", tournament=field.id)
            assert done["type"] == "done", done
            again = await leaver.ask(do="unregister", tournament=field.id)
            assert again["type"] == "refused", "once is enough"
        async with opened(tmp_path) as hall:  # The surrender is stored.
            field.hall = hall
            field.lines = [await hall.line(secret) for secret in field.secrets]
            for line in field.lines:
                await line.ask(do="watch_tournament", tournament=field.id)
            view = await field.get(secret=field.secrets[0])
            assert (view["you"]["may_unregister"], view["you"]["leaves"]) == (False, True)
            await finish(field)
            await go_on(field)
            assert [entry.account for entry in field.director.state.entries] == [stays]
            async with hall.client(field.secrets[0]) as client:
                gone = await client.request("DELETE", "/api/me", json={})
            assert gone.status_code == 204, gone.text

    asyncio.run(main())
