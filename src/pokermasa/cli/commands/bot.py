"""`masa bot`: lets a bot play in a room, over the WebSocket that browsers use, and lists the room's
tables."""

from __future__ import annotations

import asyncio
import json as json_text
import secrets
from enum import StrEnum
from http.client import HTTPException
from typing import Annotated
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

import typer
from websockets.exceptions import InvalidHandshake

from pokermasa.arena.hand import close_bot
from pokermasa.bots.named import NoBot, named
from pokermasa.cli import output
from pokermasa.cli.command_line import fail, verify_unused
from pokermasa.cli.entrant import TournamentBot
from pokermasa.cli.number import LONGEST, MOST_HANDS, MOST_STACK, between
from pokermasa.cli.open_tables import open_tables, print_tables
from pokermasa.cli.output import Screen
from pokermasa.cli.seat import BotSeat, UnknownHere
from pokermasa.client.client import RequestRefused

console = Screen()


class BotAction(StrEnum):
    RUN = "run"
    TABLES = "tables"


def bot(
    what: Annotated[
        BotAction,
        typer.Argument(
            help="run: seat the bot and play until you stop it. tables: list the open tables."
        ),
    ],
    server: Annotated[str, typer.Option(help="The address of the room: http://127.0.0.1:8008.")],
    name: Annotated[
        str | None,
        typer.Argument(help="With run: a bot as in `masa match`: mybot.py, house:shark."),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(
            envvar="MASA_TOKEN",
            help="A token from the account page, or from `masa admin token NAME`. Without it, the "
            "bot plays as a guest.",
        ),
    ] = None,
    masa: Annotated[
        str | None,
        typer.Option(help="The id of the table; default: the table with the most players."),
    ] = None,
    big: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_STACK, help="Only tables with this big blind."),
    ] = None,
    key: Annotated[
        str, typer.Option(help="The key of a private table: the part after # in its link.")
    ] = "",
    stack: Annotated[
        int | None, typer.Option(min=1, max=MOST_STACK, help="The buy-in; default: 100 big blinds.")
    ] = None,
    hands: Annotated[
        int | None, typer.Option(min=1, max=MOST_HANDS, help="Leave after this many hands.")
    ] = None,
    rebuy: Annotated[
        bool, typer.Option("--rebuy", help="Buy in again after losing all chips.")
    ] = False,
    time: Annotated[
        float,
        typer.Option(
            "--time",
            parser=between(0.001, 3600),
            metavar="SECONDS",
            help="Seconds that the bot has for an act.",
        ),
    ] = 5.0,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Do not print a line for each hand.")
    ] = False,
    tournament: Annotated[
        str | None,
        typer.Option(help="The id of a tournament or league to enter, instead of a table."),
    ] = None,
    json: output.Json = False,
    csv: output.Csv = False,
) -> None:
    """Let your bot play in a room until you stop it (Ctrl-C), or list the room's tables.

    masa bot tables --server URL prints every public table with its id, which --masa takes.

    In a tournament it changes tables as the room tells it, in a league it plays game after game,
    and it ends when that is over; --rebuy enters again where that is allowed. If you stop it and
    start it again with the same --token, it continues where it was.

    The exit code is 1 if the bot's program died, even if it was started again and played on.
    """
    server = address(server)
    if token == "":
        text = "is empty: leave it out, and the bot plays as a guest"
        raise typer.BadParameter(text, param_hint="--token")
    if what is BotAction.TABLES:
        unused: dict[str, tuple[object, object]] = {
            "NAME": (name, None),
            "--masa": (masa, None),
            "--key": (key, ""),
        }
        unused |= {"--stack": (stack, None), "--hands": (hands, None)}
        unused |= {"--tournament": (tournament, None), "--rebuy": (rebuy, False)}
        verify_unused("is for run", unused | {"--time": (time, 5.0), "--quiet": (quiet, False)})
        _list_tables(server, token, big, json, output.TableFile.asked(csv, None, json, False))
        return
    verify_unused("is for tables", {"--json": (json, False), "--csv": (csv, False)})
    _verify_used(masa, key, stack, hands, tournament, big)
    if name is None:
        raise typer.BadParameter("give a bot, as in: masa bot run mybot.py", param_hint="NAME")
    try:
        playing = named(name, time).make(secrets.randbits(64))
    except NoBot as error:
        raise typer.BadParameter(str(error), param_hint="NAME") from None
    try:
        if tournament is not None:
            entrant = TournamentBot(playing, server, token, quiet, rebuy, console)
            asyncio.run(entrant.enter(tournament, key))
        else:
            seat = BotSeat(playing, server, token, quiet, hands, rebuy, console)
            asyncio.run(seat.run(masa, key, stack, big))
    except KeyboardInterrupt:
        console.print("stopped")
    except UnknownHere as error:
        raise fail("bot", str(error)) from None
    except (RequestRefused, OSError, InvalidHandshake, HTTPException) as error:
        raise fail("bot", _why(error, server)) from None
    finally:
        if text := close_bot(playing):
            console.print(text, style="yellow", markup=False)
    if deaths := getattr(playing, "deaths", 0):
        times = "once" if deaths == 1 else f"{deaths} times"
        raise fail("bot", f"the bot died {times}")


def _list_tables(
    server: str, token: str | None, big: int | None, json: bool, file: output.TableFile
) -> None:
    try:
        tables = open_tables(server, token, big)
    except (OSError, HTTPException, ValueError) as error:
        raise fail("bot", _why(error, server)) from None
    if json:
        typer.echo(json_text.dumps(tables, indent=2, ensure_ascii=False))
    elif not file.write(tables):
        print_tables(console, tables)


def _verify_used(
    masa: str | None,
    key: str,
    stack: int | None,
    hands: int | None,
    tournament: str | None,
    big: int | None,
) -> None:
    """Refuses options that would have no effect."""
    if tournament is not None:
        verify_unused(
            "is for a cash table, and --tournament enters a tournament",
            {
                "--masa": (masa, None),
                "--big": (big, None),
                "--stack": (stack, None),
                "--hands": (hands, None),
            },
        )
    elif masa is not None and big is not None:
        raise typer.BadParameter("chooses among tables, and --masa names one", param_hint="--big")
    elif key and masa is None:
        message = f"{key[:LONGEST]!r} belongs to one private table: name it with --masa"
        raise typer.BadParameter(message, param_hint="--key")


def address(server: str) -> str:
    """Return the room's URL without a slash at the end. The default scheme is http.

    >>> address("127.0.0.1:8008"), address("https://room.example/")
    ('http://127.0.0.1:8008', 'https://room.example')
    """
    said = server.strip()
    url = (said if "://" in said else f"http://{said}").rstrip("/")
    try:
        parts = urlsplit(url)
        fits = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        str(parts.hostname).encode("idna")  # raises an error for an invalid host name
        is_plain = url.isascii() and url.isprintable() and " " not in url
        if not fits or not is_plain or parts.query or parts.fragment:
            raise ValueError("it has to begin with http:// or https://, and to name a host")
    except ValueError as error:
        message = f"{server[:LONGEST]!r} is no address, as http://127.0.0.1:8008 is: {error}"
        raise typer.BadParameter(message, param_hint="--server") from None
    return url


def _why(error: Exception, server: str) -> str:
    match error:
        case HTTPError():
            return f"{server} says {error.code} {error.reason}"
        case URLError():
            reason = getattr(error.reason, "strerror", None) or error.reason
            return f"there is no room at {server}: {reason}"
        case InvalidHandshake():
            return f"{server} does not let this token in: {error}"
        case RequestRefused():
            return str(error)
        case ConnectionRefusedError():
            return f"there is no room at {server}: Connection refused"
        case OSError() if error.strerror:
            return f"there is no room at {server}: {error.strerror}"
    return f"{server}: {error}"
