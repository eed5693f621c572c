"""The command `masa`.

A command is a file here with one plain function of the same name, its arguments annotated the way
typer reads them, and one line in `COMMANDS`. A file is imported only when its command is asked for,
so that `masa --help` never waits for an engine.
"""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Annotated, Any

import typer

from pokermasa import __version__

# The name typed, and what `masa --help` says of it; `new-bot` lives in new_bot.py.
COMMANDS: dict[str, str] = {
    "acpc": "Seat a bot at the table of an ACPC dealer.",
    "bench": "This machine beside whichever other engines are installed.",
    "admin": "Look after a room: users, tables, audit, backup, tokens.",
    "arena": "Let every bot play every other, and rank them.",
    "bot": "Seat a bot of yours in a room.",
    "equity": "The equity of hands and ranges, exact or sampled.",
    "evaluate": "Name a hand, or put several in order.",
    "convert": "Write hands in another format: PHH, PokerStars, OHH.",
    "match": "Bots against bots: who is better, and how sure that is.",
    "new-bot": "Write a small working bot to begin with.",
    "play": "Play in the terminal against bots of your choice.",
    "replay": "Watch, list or check hands from a file.",
    "stats": "What hands say about those who played them.",
    "serve": "Open the room: tables with house bots, at an address to share.",
    "table": "Let bots play a cash table.",
    "tournament": "Let bots play a tournament, or a league of them.",
}


def main(args: Sequence[str] | None = None) -> None:
    """Run `masa` with *args*, by default those it was called with."""
    words = sys.argv[1:] if args is None else list(args)
    app(words)(words, prog_name="masa")


def app(words: Sequence[str]) -> typer.Typer:
    """The application, with only the command that *words* ask for loaded."""
    masa = typer.Typer(no_args_is_help=True, add_completion=False)
    masa.callback()(opening)
    asked = next((word for word in words if not word.startswith("-")), None)
    for name, what in COMMANDS.items():
        masa.command(name, help=what)(load(name) if name == asked else closed)
    return masa


def load(name: str) -> Callable[..., Any]:
    word = name.replace("-", "_")
    function: Callable[..., Any] = getattr(import_module(f"{__name__}.{word}"), word)
    return function


def closed() -> None:
    """Stands in `masa --help` for a command that nobody asked for."""


def say_version(asked: bool) -> None:
    if asked:
        typer.echo(f"pokermasa {__version__}")
        raise typer.Exit


# Eager: answered before typer misses a command.
Version = typer.Option("--version", callback=say_version, is_eager=True, help="Say the version.")


def opening(version: Annotated[bool, Version] = False) -> None:
    """The open poker room."""
