"""`masa league`: opens a league of programs in a room, or shows its table."""

from __future__ import annotations

import json
from enum import StrEnum
from http.client import HTTPException
from pathlib import Path
from typing import Annotated, Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

import typer
from rich.table import Table

from pokermasa.cli.command_line import fail
from pokermasa.cli.commands.bot import address
from pokermasa.cli.output import Screen
from pokermasa.client.client import be_a_guest

console = Screen()


class LeagueAction(StrEnum):
    OPEN = "open"
    SHOW = "show"


def league(
    what: Annotated[
        LeagueAction, typer.Argument(help="open: make a league; show: print its table.")
    ],
    name: Annotated[
        str, typer.Argument(help="The name of a new league, or the id of a league to show.")
    ],
    server: Annotated[
        str, typer.Option(help="The room, as a browser has it: http://127.0.0.1:8008.")
    ],
    token: Annotated[
        str | None,
        typer.Option(
            envvar="MASA_TOKEN",
            help="A token with the scope host. Without it, a guest opens the league.",
        ),
    ] = None,
    players: Annotated[int, typer.Option(min=2, max=10, help="Players in each game.")] = 4,
    games: Annotated[int, typer.Option(min=1, max=10_000, help="Games in a season.")] = 20,
    act_time: Annotated[
        int, typer.Option(min=10, max=600_000, help="Milliseconds for one act.")
    ] = 1000,
    structure: Annotated[
        str, typer.Option(help="The structure: an included one, or a TOML file.")
    ] = "botpoker",
    private: Annotated[
        bool, typer.Option("--private", help="Private: only people with the key find it.")
    ] = False,
    season: Annotated[int | None, typer.Option(min=1, help="The season to show.")] = None,
    key: Annotated[str, typer.Option(help="The key of a private league.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="JSON, for programs.")] = False,
) -> None:
    """Open a league of programs in a room, or show its table.

    The programs play a number of games by document 003's rules, and their places earn points. Open
    a league, enter a program with `masa bot run BOT --tournament LEAGUE` for each of the players,
    and show the table at any time.
    """
    url = address(server)
    if token is not None and not (token.isascii() and token.isprintable()):
        raise typer.BadParameter(
            f"{token!r} is no token: those are letters and digits", param_hint="--token"
        )
    try:
        if what is LeagueAction.SHOW:
            query = urlencode(
                {"key": key} | ({"season": season} if season else {}), errors="replace"
            )
            id = quote(name, safe="", errors="replace")
            found = _asked(f"{url}/api/leagues/{id}?{query}", token)
            console.print_json(json.dumps(found)) if as_json else _shown(found)
            return
        is_file = structure.endswith(".toml")
        body = {
            "name": name,
            "players": players,
            "games": games,
            "act_time": act_time,
            "structure": Path(structure).read_text("utf-8") if is_file else structure,
            "private": private,
        }
        made = _asked(f"{url}/api/leagues", token or be_a_guest(url).token, body)
    except HTTPError as error:
        with error:
            raise fail("league", _error_text(error, url)) from None
    except URLError as error:
        raise fail("league", f"there is no room at {url}: {error.reason}") from None
    except (OSError, HTTPException) as error:
        raise fail("league", f"{url}: {error}") from None
    if as_json:
        console.print_json(json.dumps(made))
        return
    console.print(f"league [bold]{made['id']}[/], first game [bold]{made['tournament']}[/]")
    key = f" --key {made['key']}" if made["key"] else ""
    at = f"--server {url}{key}"
    lines = (
        f"for each of the {players} players, at the same time:",
        f"  masa bot run mybot.py {at} --tournament {made['id']}",
        "and to see how it stands:",
        f"  masa league show {made['id']} {at}",
    )
    for line in lines:
        console.print(line, markup=False, soft_wrap=True)


def _asked(url: str, token: str | None, body: dict[str, Any] | None = None) -> Any:
    headers = {"Content-Type": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, headers), timeout=20) as response:
        return json.load(response)


def _error_text(error: HTTPError, url: str) -> str:
    try:
        return str(json.load(error)["message"])
    except (ValueError, KeyError):
        return f"{url} says {error.code} {error.reason}"


def _shown(found: dict[str, Any]) -> None:
    played = len(found["played"])
    title = f"{found['name']}, season {found['season']}: {played} of {found['games']} games"
    drawn = Table(title=title, title_justify="left")
    for heading in ("", "player", "points", "games", "wins", "best place", "late", "wrong"):
        drawn.add_column(heading, justify="left" if heading == "player" else "right")
    for number, row in enumerate(found["standings"], start=1):
        figures = ("points", "games", "wins", "best", "late", "wrong")
        drawn.add_row(str(number), row["name"], *[str(row[figure]) for figure in figures])
    console.print(drawn)
    if found["now"] is not None:
        console.print(f"open, or being played: game {found['now']}", markup=False)
