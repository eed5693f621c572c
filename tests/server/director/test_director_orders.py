"""Tests that orders of a director cannot be used to win chips."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pokermasa.server.http.tournaments import verify_for_bots
from pokermasa.server.lobby import tournaments
from pokermasa.server.lobby.house_events import HOUSE_EVENTS
from pokermasa.server.table.act_clock import HOUSE_TURN
from pokermasa.tournament import Status
from tests.server.field import Field, toml
from tests.server.virtual_clock import VirtualClock
from tests.server.wired import Hall, Line, opened
from tests.tournament.hall import bust

QUICK = {"between_hands_ms": 10**9, "bot_delay_ms": 10}


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots enter at once."""
    monkeypatch.setattr(tournaments, "BOTS_FILL_AFTER", 0)


def played(scenario: Any) -> None:
    asyncio.run(scenario)


async def refused(line: Line, code: str, *arguments: str, **ask: Any) -> None:
    answer = await line.ask(**ask)
    assert (answer["type"], answer.get("code")) == ("refused", code), answer
    for word in arguments:
        assert word in answer["message"], answer


# House bots and house money


async def among_bots(hall: Hall, clock: VirtualClock, people: int, players: int) -> Field:
    """Running, with house bots in all places but the first."""
    field = await Field.opened(hall, players, terms={"bots": True}, stack=1000)
    for line in field.lines[:people]:
        assert (await line.ask(do="register", tournament=field.id))["type"] == "done"
    await clock.advance(1)
    assert field.now.status is Status.RUNNING
    return field


def test_orders_about_a_house_bot_are_refused(tmp_path: Path) -> None:
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


def test_in_a_cancelled_tournament_with_bots_people_share_only_the_buy_ins_of_people(
    tmp_path: Path,
) -> None:
    """The person leads with half of all chips, but has not won a prize with them."""

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
    ({"late": 1, "add_on": 10**6}, "late"),
    ({"late": 1, "rebuys": 1}, "late"),
    ({"late": 1, "re_entries": 1}, "late"),
    ({"late": 1}, "late"),
    ({"most": 101}, "entrants"),
]
LEVEL = {"small": 5, "big": 10, "ante": 0}
FLAT = "[payouts]\ntables = [[9, [1, 1]]]\n"
"""Payouts with equal prizes for two of three places, where folding every hand wins half an
entry."""


def test_bots_are_refused_where_they_could_not_play_on_equal_terms(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as hall, hall.client(await hall.guest()) as client:
            structures = [(toml(**shape), text) for shape, text in UNEQUAL]
            for structure, text in [*structures, (toml() + FLAT, "payouts")]:
                body = {"name": "Test", "structure": structure, "bots": True}
                answer = await client.post("/api/tournaments", json=body)
                assert (answer.status_code, answer.json()["code"]) == (422, "BAD_STRUCTURE"), text
                assert text in answer.json()["message"]
                answer = await client.post("/api/tournaments", json=body | {"bots": False})
                assert answer.status_code == 201, answer.text

    played(main())


def test_an_included_structure_has_no_late_registration_with_bots(tmp_path: Path) -> None:
    """A late entrant could otherwise win prizes that bots have already lost."""

    async def main() -> None:
        async with opened(tmp_path) as hall, hall.client(await hall.guest()) as client:
            for bots in (True, False):
                body = {"name": "Test", "structure": "regular", "bots": bots, "entrants": [2, 9]}
                id = (await client.post("/api/tournaments", json=body)).json()["id"]
                data = (await client.get(f"/api/tournaments/{id}/structure")).json()
                assert (data["late_levels"] == 0) is bots

    played(main())


def test_the_tournaments_of_the_house_have_no_late_registration_with_bots() -> None:
    """The hourly tournament of every room once had late registration, so that friends could enter
    when bots were out and divide prizes that were nearly decided."""
    late = set()
    for event in HOUSE_EVENTS:
        verify_for_bots(event.structure(bots=True), is_scheduled=event.players is None)
        late |= {event.structure(bots=False).late_levels}
    assert late == {0, 4}


# House bots at cash tables

FREE_BLINDS: list[tuple[dict[str, Any], str, str]] = [
    ({"entry": "free"}, "UNREADABLE", "entry"),
    ({"small": 4}, "BAD_BLINDS", "small"),
    ({"least_buy_in": 199}, "BAD_BLINDS", "least_buy_in"),
    ({"ante": 11}, "BAD_BLINDS", "ante"),
]


def test_stakes_that_win_chips_from_house_bots_without_play_are_refused(tmp_path: Path) -> None:
    """An example is a big blind as large as a bot's stack beside a small blind of 0."""

    async def main() -> None:
        async with opened(tmp_path) as hall, hall.client(await hall.guest()) as client:
            usual = {"name": "Test", "big": 10, "least_buy_in": 200, "most_buy_in": 200}
            for bad, code, text in FREE_BLINDS:
                answer = await client.post("/api/tables", json=usual | bad | {"bots": True})
                assert (answer.status_code, answer.json()["code"]) == (422, code), bad
                assert text in answer.json()["message"]
            answer = await client.post("/api/tables", json=usual | {"bots": True})
            assert answer.status_code == 201, answer.text
            people = usual | {"entry": "free", "small": 0, "ante": 11, "least_buy_in": 21}
            answer = await client.post("/api/tables", json=people)
            assert answer.status_code == 201, answer.text

    played(main())


def test_the_blinds_of_a_table_with_house_bots_cannot_be_changed(tmp_path: Path) -> None:
    """A host who plays could otherwise raise the blinds whenever a bot has the big blind."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            secret = await hall.guest()
            host = await hall.line(secret)
            for bots, answer in ((True, "refused"), (False, "done")):
                masa = await hall.table(secret, bots=bots, least_buy_in=1000, most_buy_in=1000)
                timer = {"do": "set_blind_timer", "masa": masa, "levels": [LEVEL], "minutes": 1}
                for ask in ({"do": "set_blinds", "masa": masa, "big": 10}, timer):
                    assert (await host.ask(**ask))["type"] == answer, ask
                assert hall.lobby.tables[masa].state.masa.blinds.big == (2 if bots else 10)

    played(main())


def test_a_host_cannot_send_house_bots_away(tmp_path: Path) -> None:
    """A host who bans the bots before each own blind and readmits them would pay no blinds where
    the button moves to the next player: none in 40 hands, in which the others paid 60 chips."""

    async def main() -> None:
        async with opened(tmp_path) as hall:
            secret = await hall.guest()
            host = await hall.line(secret)
            masa = await hall.table(secret, bots=True, rules="limit")
            await host.ask(do="sit", masa=masa, stack=100)
            table = hall.lobby.tables[masa]
            await hall.lobby._house_bots.fill(table)
            bots = [table.state.seated[side].name for side in table.state.bots]
            assert len(bots) == 4
            for bot in (bots[0], bots[0].upper()):
                await refused(host, "NOT_ALLOWED", "house bots", do="kick", masa=masa, name=bot)
            assert not table.state.access.banned
            assert len(table.state.bots) == 4

    played(main())


def test_a_house_bot_has_time_to_act_however_short_the_hosts_act_time_is(tmp_path: Path) -> None:
    """Bots would otherwise be late in every hand and fold their chips to the host."""

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
