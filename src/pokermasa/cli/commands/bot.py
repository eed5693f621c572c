"""`masa bot run`: lets a bot play in a room, over the WebSocket that browsers use."""

from __future__ import annotations

import asyncio
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
from pokermasa.cli.command_line import fail, verify_unused
from pokermasa.cli.entrant import Entrant
from pokermasa.cli.number import LONGEST, MOST_HANDS, MOST_STACK, between
from pokermasa.cli.output import Screen
from pokermasa.cli.seat import Seat, UnknownHere
from pokermasa.client.client import RequestRefused

console = Screen()


class What(StrEnum):
    RUN = "run"


def bot(
    what: Annotated[What, typer.Argument(help="run: seat the bot and play until you stop it.")],
    name: Annotated[str, typer.Argument(help="A bot as in `masa match`: mybot.py, house:shark.")],
    server: Annotated[str, typer.Option(help="The address of the room: http://127.0.0.1:8008.")],
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
    key: Annotated[
        str, typer.Option(help="The key of a private table: the part after # in its link.")
    ] = "",
    stack: Annotated[
        int | None, typer.Option(min=1, max=MOST_STACK, help="The buy-in; default: 100 big blinds.")
    ] = None,
    hands: Annotated[
        int | None, typer.Option(min=1, max=MOST_HANDS, help="Leave after so many hands.")
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
) -> None:
    """Let your bot play in a room until you stop it (Ctrl-C).

    In a tournament it changes tables as the room tells it, in a league it plays game after game,
    and it ends when that is over; --rebuy enters again where that is allowed. If you stop it and
    start it again with the same --token, it continues where it was.

    The exit code is 1 if the bot's program died, even if it was started again and played on.
    """
    server = address(server)
    if token == "":
        words = "is empty: leave it out, and the bot plays as a guest"
        raise typer.BadParameter(words, param_hint="--token")
    _verify_used(masa, key, stack, hands, tournament)
    try:
        playing = named(name, time).make(secrets.randbits(64))
    except NoBot as error:
        raise typer.BadParameter(str(error), param_hint="NAME") from None
    try:
        if tournament is not None:
            entrant = Entrant(playing, server, token, quiet, rebuy, console)
            asyncio.run(entrant.enter(tournament, key))
        else:
            seat = Seat(playing, server, token, quiet, hands, rebuy, console)
            asyncio.run(seat.run(masa, key, stack))
    except KeyboardInterrupt:
        console.print("stopped")
    except UnknownHere as error:
        raise fail("bot", str(error)) from None
    except (RequestRefused, OSError, InvalidHandshake, HTTPException) as error:
        raise fail("bot", _why(error, server)) from None
    finally:
        if words := close_bot(playing):
            console.print(words, style="yellow", markup=False)
    if deaths := getattr(playing, "deaths", 0):
        times = "once" if deaths == 1 else f"{deaths} times"
        raise fail("bot", f"the bot died {times}")


def _verify_used(
    masa: str | None, key: str, stack: int | None, hands: int | None, tournament: str | None
) -> None:
    """Refuses options that would have no effect."""
    if tournament is not None:
        verify_unused(
            "is for a cash table, and --tournament enters a tournament",
            {"--masa": (masa, None), "--stack": (stack, None), "--hands": (hands, None)},
        )
    elif key and masa is None:
        words = f"{key[:LONGEST]!r} belongs to one private table: name it with --masa"
        raise typer.BadParameter(words, param_hint="--key")


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
        words = f"{server[:LONGEST]!r} is no address, as http://127.0.0.1:8008 is: {error}"
        raise typer.BadParameter(words, param_hint="--server") from None
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
