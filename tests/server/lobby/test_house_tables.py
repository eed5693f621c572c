"""Tests of the tables and tournaments that the house keeps open."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from pokermasa.rules import Blinds
from pokermasa.rules.house import NAMED
from pokermasa.server.settings import BadSettings, load
from pokermasa.tournament import Structure
from tests.server.room import PATIENCE, open_room
from tests.server.wired import opened

HOUSE: dict[str, Any] = {"house_tables": True, "house_bots": False}
MASA = [sys.executable, "-c", "from pokermasa.cli import main; main()"]


def tables(hall: Any) -> dict[str, tuple[str, Blinds]]:
    return {
        t.state.name: (t.state.masa.rules.name, t.state.masa.blinds)
        for t in hall.lobby.tables.values()
    }


@pytest.mark.statement("S004-01", "S004-02", "S004-30")
def test_a_room_opens_the_configured_number_of_tables(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, tables=3, rules="limit", big=20, **HOUSE) as hall:
            limit = ("limit", Blinds(10, 20))
            names = ["limit 10/20 1", "limit 10/20 2", "limit 10/20 3"]
            assert tables(hall) == dict.fromkeys(names, limit)

    asyncio.run(main())


@pytest.mark.statement("S004-30")
def test_serve_opens_the_given_number_of_tables_with_the_given_rules(tmp_path: Path) -> None:
    quiet = {"POKERMASA_HOUSE_BOTS": "false", "POKERMASA_STUDY_WORKERS": "0"}
    arguments = ["--data", str(tmp_path), "--tables", "2", "--rules", "limit", "--big", "20"]
    process = subprocess.Popen(
        [*MASA, "serve", "--port", "0", *arguments],
        env=os.environ | quiet,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = re.search(r"http://[\d.:]+", process.stdout.readline())
        assert address is not None
        found = httpx.get(f"{address[0]}/api/tables", timeout=PATIENCE).json()
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        if process.stdout is not None:
            process.stdout.close()
    assert sorted((t["name"], t["rules"], t["small"], t["big"]) for t in found) == [
        ("limit 10/20 1", "limit", 10, 20),
        ("limit 10/20 2", "limit", 10, 20),
    ]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("rules", [*NAMED, "classic, least_raise=any", "tda, betting=fixed limit"])
def test_house_tables_can_use_any_house_rules(tmp_path: Path, rules: str) -> None:
    async def main() -> None:
        async with opened(tmp_path, tables=1, rules=rules, big=20, **HOUSE) as hall:
            assert tables(hall) == {f"{rules} 10/20 1": (rules, Blinds(10, 20))}

    asyncio.run(main())


def test_a_default_room_has_a_fixed_limit_table_and_a_sit_and_go_of_document_003(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with opened(tmp_path, **HOUSE) as hall:
            found = tables(hall)
            assert found.pop("Fixed limit") == ("limit", Blinds(2, 4))
            assert {rules for rules, _ in found.values()} == {"tda"}
            directors = hall.lobby.tournaments.directors.values()
            states = [director.state for director in directors]
            (state,) = [one for one in states if one.name == "Botpoker sit-and-go"]
            structure, usual = state.tournament.structure, Structure.named("botpoker")
            assert (structure.least, structure.most) == (6, 6)
            assert structure.seats >= 6
            assert structure.rules == NAMED["botpoker"]
            assert (structure.schedule, structure.ante) == (usual.schedule, usual.ante)
            assert (structure.points, structure.stack) == (usual.points, 5000)

    asyncio.run(main())


def test_a_room_opened_again_has_the_tables_of_its_new_settings(tmp_path: Path) -> None:
    """Occupied tables stay. Empty tables with other settings are closed."""

    async def main() -> None:
        async with opened(tmp_path, tables=2, rules="limit", big=20, **HOUSE) as hall:
            line = await hall.line(await hall.guest())
            taken = next(t for t in hall.lobby.tables.values() if t.state.name == "limit 10/20 2")
            assert (await line.ask(do="sit", masa=taken.id, stack=400))["type"] == "done"
        async with opened(tmp_path, tables=1, rules="classic", big=20, **HOUSE) as hall:
            assert tables(hall).keys() == {"limit 10/20 2", "classic 10/20 1"}
        async with opened(tmp_path, tables=3, rules="limit", big=20, **HOUSE) as hall:
            names = {"limit 10/20 1", "limit 10/20 2", "limit 10/20 3"}
            assert tables(hall).keys() == names
            assert hall.lobby.tables[taken.id].state.people == 1

    asyncio.run(main())


def test_play_now_opens_another_configured_table_when_all_are_full(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(
            tmp_path, tables=1, rules="limit", big=20, house_tables=True, bot_delay_ms=10**9
        ) as hall:
            for _ in range(7):  # six sides
                line = await hall.line(await hall.guest())
                assert (await line.ask(do="play_now"))["type"] == "done"
            limit = ("limit", Blinds(10, 20))
            assert tables(hall) == {"limit 10/20 1": limit, "limit 10/20 2": limit}

    asyncio.run(main())


def test_without_house_bots_only_people_sit_at_the_house_tables(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, **HOUSE) as hall:
            assert not any(table.state.access.bots for table in hall.lobby.tables.values())
            directors = hall.lobby.tournaments.directors.values()
            assert not any(director.state.terms.bots for director in directors)

    asyncio.run(main())


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ({"rules": "limit"}, "rules without tables: give the number of tables as well"),
        ({"big": 20}, "big without tables: give the number of tables as well"),
        ({"tables": 2, "rules": "limt"}, "no house rules are named 'limt'; known: masa, classic"),
        ({"tables": 2, "house_tables": False}, "tables, but house_tables is off"),
        ({"tables": 0}, "greater than or equal to 1"),
    ],
)
def test_settings_that_open_no_tables_are_refused(flags: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSettings, match=re.escape(words)):
        load(flags)


def test_new_tables_use_the_default_rules_unless_others_are_chosen(tmp_path: Path) -> None:
    with open_room(tmp_path, house_tables=True) as room:
        found = {
            table.state.name: table.state.masa.rules.name for table in room.lobby.tables.values()
        }
        assert found.pop("Fixed limit") == "limit"
        assert set(found.values()) == {"tda"}
        host = room.guest()
        for private in (False, True):
            made = room.table(host, private=private)
            assert room.lobby.tables[made["id"]].state.masa.rules.name == "tda"
        for rules in ("masa", "classic", "botpoker", "limit", "tda", "acpc"):
            made = room.table(room.guest(), rules=rules)
            assert room.lobby.tables[made["id"]].state.masa.rules.name == rules
