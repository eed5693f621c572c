"""Leagues: seasons follow one another, each with a table of its own; a private one is there for
whoever has its key, plays in it or opened it, and for nobody else."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

from tests.server.field import Field
from tests.server.wired import Hall, opened


async def league(hall: Hall, **terms: Any) -> tuple[Field, dict[str, Any]]:
    """Opened, and its two players have come."""
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
    while not field.now.is_ended:
        (table,) = field.director.tables.open.values()
        if table.masa.to_act is None:
            await table.deal()
        else:
            await field.act(table, Random(table.masa.hands))


async def asked(hall: Hall, secret: str | None, path: str) -> tuple[int, Any]:
    async with hall.client(secret) as client:
        answer = await client.get(path)
        return answer.status_code, answer.json()


def test_a_season_follows_when_the_last_is_over_and_has_its_own_table(tmp_path: Path) -> None:
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


def test_a_private_league_is_there_for_its_own_people_only(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall:
            field, made = await league(hall, private=True)
            id, key, stranger = made["id"], made["key"], await hall.guest()
            enter = {"do": "register", "tournament": field.id}
            line = await hall.line(stranger)
            assert (await line.ask(**enter))["code"] == "NOT_FOUND"
            await play(field, key)
            tournament = f"/api/tournaments/{field.id}"
            await hall.lobby.tournaments.let_go(field.director)  # and when it is over
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
