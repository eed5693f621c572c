"""What the director of a tournament may order, and what nobody gains by it."""

import asyncio
from pathlib import Path
from typing import Any

from pokermasa.server.table.act_clock import HOUSE_TURN
from pokermasa.tournament import Status
from tests.server.field import Field, toml
from tests.server.virtual_clock import VirtualClock
from tests.server.wired import Hall, Line, opened
from tests.tournament.hall import bust

QUICK = {"between_hands_ms": 10**9, "bot_delay_ms": 10, "bots_fill_after_ms": 0}


def played(work: Any) -> None:
    asyncio.run(work)


async def refused(line: Line, code: str, *words: str, **ask: Any) -> None:
    answer = await line.ask(**ask)
    assert (answer["type"], answer.get("code")) == ("refused", code), answer
    for word in words:
        assert word in answer["words"], answer


# House bots and house money


async def among_bots(hall: Hall, clock: VirtualClock, people: int, players: int) -> Field:
    """Running, with house bots in all places but the first."""
    field = await Field.opened(hall, players, terms={"bots": True}, stack=1000)
    for line in field.lines[:people]:
        assert (await line.ask(do="register", tournament=field.id))["type"] == "done"
    await clock.advance(1)
    assert field.now.status is Status.RUNNING
    return field


def test_no_order_is_given_about_a_house_bot(tmp_path: Path) -> None:
    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock, **QUICK) as hall:
            field = await among_bots(hall, clock, people=1, players=6)
            host, before = await hall.line(field.host), field.now
            names = [entry.account.name for entry in field.director.state.entries[1:]]
            for name in names:
                for command, number in (("disqualify", None), ("penalise", 1), ("move", 2)):
                    ask = {"command": command, "name": name, "number": number}
                    said = {"do": "direct", "tournament": field.id, **ask}
                    await refused(host, "NOT_ALLOWED", "house bot", **said)
            assert field.now.entrants == before.entrants
            assert field.now.penalties == {}
            assert await field.get("/orders") == []

    played(main())


def test_called_off_with_bots_people_share_no_more_than_people_paid(tmp_path: Path) -> None:
    """The person leads with half of all chips, which play has not turned into a prize yet."""

    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock, **QUICK) as hall:
            field = await among_bots(hall, clock, people=1, players=6)
            now = field.now
            for bot in (1, 2):
                now = bust(now, victim=bot, by=0).tournament
            assert now.stacks[0] > 2 * 1000
            field.director.state.tournament = now
            host = await hall.line(field.host)
            assert (await field.direct(host, "cancel"))["type"] == "done"
            assert field.now.status is Status.CANCELLED
            assert await field.chips(field.secrets[0]) == 10_000
            assert sum(result.prize for result in field.now.results) == 600
            assert await field.books() == []

    played(main())


UNEQUAL: list[tuple[dict[str, Any], str]] = [
    ({"late": 1, "add_on": 10**6}, "late.add_on"),
    ({"late": 1, "rebuys": 1}, "late.rebuys"),
    ({"most": 101}, "entrants"),
]


def test_bots_are_refused_where_they_could_not_play_on_equal_terms(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall, hall.client(await hall.guest()) as client:
            for shape, words in UNEQUAL:
                body = {"name": "Test", "structure": toml(**shape), "bots": True}
                answer = await client.post("/api/tournaments", json=body)
                assert (answer.status_code, answer.json()["code"]) == (422, "BAD_STRUCTURE"), shape
                assert words in answer.json()["words"]
                answer = await client.post("/api/tournaments", json=body | {"bots": False})
                assert answer.status_code == 201, answer.text

    played(main())


def test_a_house_bot_has_time_to_act_however_short_the_hosts_act_time_is(tmp_path: Path) -> None:
    """A bot that is late in every hand would fold its chips to whoever set the time."""

    async def main() -> None:
        clock = VirtualClock()
        async with opened(tmp_path, clock, **(QUICK | {"bot_delay_ms": 10**8})) as hall:
            field = await Field.opened(hall, 3, terms={"bots": True, "act_time": 3000})
            await field.lines[0].ask(do="register", tournament=field.id)
            await clock.advance(1)
            (table,) = field.director.tables.open.values()
            await table.deal()
            while table.state.masa.to_act not in table.state.bots:
                line = field.line_of(table, table.state.masa.to_act)
                await line.ask(do="act", masa=table.id, act="FO", turn=table.act_clock.token)
            side = table.state.masa.to_act
            assert table.act_clock.clock_data["total"] == HOUSE_TURN
            await clock.advance(HOUSE_TURN / 1000 - 1)
            assert table.state.masa.to_act == side

    played(main())
