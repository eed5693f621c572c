"""A league from `masa` commands alone: opened, played by programs, and its table shown."""

import json
import sys
from subprocess import PIPE, STDOUT, Popen
from subprocess import run as ran

from tests.server.room import PATIENCE, open_room

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


def masa(*words):
    done = ran([*MASA, *map(str, words)], capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stdout + done.stderr


def test_four_programs_play_a_league_and_its_table_is_shown(tmp_path):
    structure = tmp_path / "fast.toml"
    structure.write_text(FAST)
    games = 3
    with open_room(tmp_path / "room") as room:
        at = ("--server", room.url)
        code, said = masa(
            *("league", "open", "Spring", *at, "--players", 3, "--games", games),
            *("--act-time", 60_000, "--structure", structure, "--json"),
        )
        assert code == 0, said
        made = json.loads(said)
        entry = [*MASA, "bot", "run"]
        bots = [
            Popen(
                [*entry, bot, *at, "--tournament", made["tournament"], "--quiet", "--time", "60"],
                stdout=PIPE,
                stderr=STDOUT,
                text=True,
            )
            for bot in ("caller", "folder", "random")
        ]
        said = [bot.communicate(timeout=PATIENCE)[0] for bot in bots]
        assert [bot.returncode for bot in bots] == [0, 0, 0], said
        assert all(f"the league is over after {games} games" in words for words in said), said
        code, shown = masa("league", "show", made["id"], *at, "--json")
        assert code == 0, shown
        league = json.loads(shown)
        assert [row["games"] for row in league["standings"]] == [games] * 3
        assert sum(row["points"] for row in league["standings"]) == games
        assert sum(row["wins"] for row in league["standings"]) == games
        code, shown = masa("league", "show", made["id"], *at)
        assert code == 0
        assert "Spring" in shown
        assert f"{games} of {games} games" in shown
        code, said = masa("league", "show", "l00000000", *at)
        assert (code, "no such thing" in said) == (1, True), said


def test_a_bot_enters_a_sit_and_go_and_ends_with_its_place(tmp_path):
    with open_room(tmp_path / "room", fill_wait=0) as room:
        host = room.guest()
        body = {"name": "Test", "structure": FAST, "entrants": [3, 3], "bots": True}
        with room.http(host) as client:
            id = client.post("/api/tournaments", json=body).json()["id"]
        code, said = masa("bot", "run", "caller", "--server", room.url, "--tournament", id)
        assert code == 0, said
        assert " of 3" in said
