"""Test of a league with `masa` commands alone: opening it, playing with programs, and showing its
table.
"""

import asyncio
import io
import json
import sys
from pathlib import Path
from subprocess import PIPE, STDOUT, Popen
from subprocess import run as ran
from typing import Any

import pytest
from rich.console import Console

from pokermasa.bots.named import named
from pokermasa.cli.entrant import TournamentBot
from pokermasa.server.lobby import tournaments
from tests.server.room import PATIENCE, Opened, Session, open_room, run

MASA = [sys.executable, "-c", "from pokermasa.cli import main; main()"]
FAST = """
name = "fast"
rules = "botpoker"
seats = 10
stack = 100
entrants = [2, 10]
buy_in = 0
points = [[1, 0], [2, 0, -1], [2, 0, 0, -1]]
[levels]
rises = "hands"
every = 1
beyond = "double"
scale = [[10, 20], [25, 50]]
"""


def masa(*arguments: Any) -> tuple[int, str]:
    done = ran([*MASA, *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.rotated
def test_four_programs_play_a_league_and_its_table_is_shown(tmp_path: Path) -> None:
    structure = tmp_path / "fast.toml"
    structure.write_text(FAST)
    games = 3
    with open_room(tmp_path / "room") as room:
        at = ("--server", room.url)
        said: Any
        code, said = masa(
            *("league", "open", "Spring", *at, "--players", 3, "--games", games),
            *("--act-time", 60_000, "--structure", structure, "--json"),
        )
        assert code == 0, said
        made = json.loads(said)
        entry = [*MASA, "bot", "run"]
        bots = [
            Popen(
                [*entry, bot, *at, "--tournament", made["id"], "--quiet", "--time", "60"],
                stdout=PIPE,
                stderr=STDOUT,
                text=True,
            )
            for bot in ("caller", "folder", "random")
        ]
        said = [bot.communicate(timeout=PATIENCE)[0] for bot in bots]
        assert [bot.returncode for bot in bots] == [0, 0, 0], said
        assert all(f"the league is over after {games} games" in text for text in said), said
        code, shown = masa("league", "show", made["id"], *at, "--json")
        assert code == 0, shown
        league = json.loads(shown)
        assert [row["games"] for row in league["standings"]] == [games] * 3
        # 2, 0 and -1 points a game; two who go out in the same hand share the second place.
        assert games <= sum(row["points"] for row in league["standings"]) <= 2 * games
        assert sum(row["wins"] for row in league["standings"]) == games
        code, shown = masa("league", "show", made["id"], *at)
        assert code == 0
        assert "Spring" in shown
        assert f"{games} of {games} games" in shown
        code, said = masa("league", "show", "l00000000", *at)
        assert (code, "nothing has that name or id" in said) == (1, True), said
        code, said = masa("bot", "run", "caller", *at, "--tournament", made["id"])
        assert (code, "is over" in said) == (1, True), said


def test_a_bot_enters_a_sit_and_go_and_ends_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments, "BOTS_FILL_AFTER", 0)
    with open_room(tmp_path / "room") as room:
        host = room.guest()
        body = {"name": "Test", "structure": FAST, "entrants": [3, 3], "bots": True}
        with room.http(host) as client:
            id = client.post("/api/tournaments", json=body).json()["id"]
        code, said = masa("bot", "run", "caller", "--server", room.url, "--tournament", id)
        assert code == 0, said
        assert " of 3" in said
        assert "--token " in said, "a guest comes back with it"


def came_back(room: Opened, guest: Session, id: Any) -> str:
    """Return the output of a bot that is entered already and lost its connection."""
    said = io.StringIO()
    bot = named("caller").make(1)
    entrant = TournamentBot(bot, room.url, guest.secret, True, False, Console(file=said, width=200))
    entrant.is_in = True
    run(entrant.enter(id, ""))
    return said.getvalue()


def test_a_bot_that_was_out_before_it_came_back_ends_with_its_place(tmp_path: Path) -> None:
    with open_room(tmp_path / "room", between_hands_ms=10**9) as room:
        host, *guests = [room.guest() for _ in range(4)]
        body = {"name": "Test", "structure": FAST, "entrants": [3, 3]}
        with room.http(host) as client:
            id = client.post("/api/tournaments", json=body).json()["id"]

        async def direct(command: str, **options: Any) -> None:
            async with await room.connect(host) as client:
                await client.ask("direct", tournament=id, command=command, **options)

        for guest in guests:
            with room.http(guest) as client:
                client.put(f"/api/tournaments/{id}/entry").raise_for_status()
        run(direct("disqualify", name=guests[0].name, reason="collusion"))
        assert "place 3 of 3" in came_back(room, guests[0], id)
        run(direct("cancel"))
        assert f"{id} ended meanwhile" in came_back(room, guests[1], id)


def test_a_program_registers_for_each_game_of_a_league_for_chips(tmp_path: Path) -> None:
    with open_room(tmp_path / "room") as room:
        host, *guests = [room.guest() for _ in range(3)]
        body = {"name": "Spring", "players": 2, "games": 2, "act_time": 60_000}
        body["structure"] = FAST.replace("buy_in = 0", "buy_in = 100")
        with room.http(host) as client:
            league = client.post("/api/leagues", json=body).json()["id"]
        said = [io.StringIO() for _ in guests]

        async def play(guest: Session, to: io.StringIO) -> None:
            bot, console = named("caller").make(1), Console(file=to, width=200)
            await TournamentBot(bot, room.url, guest.secret, True, False, console).enter(league, "")

        async def both() -> None:
            await asyncio.gather(*map(play, guests, said))

        run(both())
        for text in said:
            assert "the league is over after 2 games" in text.getvalue()
            assert text.getvalue().count(" for 100 chips") == 1
