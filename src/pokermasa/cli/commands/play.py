"""`masa play`: a game against bots in the terminal."""

from __future__ import annotations

import random
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pokermasa.cli import output, stakes
from pokermasa.cli.command_line import verify_unused
from pokermasa.cli.hand_file import STANDARD
from pokermasa.cli.number import MOST_HANDS, MOST_STACK
from pokermasa.rules import Blinds

if TYPE_CHECKING:
    from pokermasa.cli.play.session import Session

DEFAULT_BOTS = "house:shark,house:rock,house:gambler,house:station,house:maniac"
LEVEL = 10
"""Default number of hands until the blinds of a sit-and-go rise."""


class Speed(StrEnum):
    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    INSTANT = "instant"


def play(
    bots: Annotated[
        str, typer.Option(help="Who plays against you: house:shark,house:rock,3xbasic; 1 to 9.")
    ] = DEFAULT_BOTS,
    sit_and_go: Annotated[
        bool, typer.Option("--sit-and-go", help="A tournament at one table; else a cash game.")
    ] = False,
    stack: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MOST_STACK,
            help="Chips for each player; 200 in a cash game, 1500 in a sit-and-go.",
            show_default=False,
        ),
    ] = None,
    blinds: Annotated[
        str | None,
        typer.Option(
            help="Small and big, and perhaps an ante: 1-2, 5-10-1. They rise in a sit-and-go.",
            show_default=False,
        ),
    ] = None,
    no_limit: Annotated[bool, typer.Option("--no-limit", help="Any raise (the default).")] = False,
    pot_limit: Annotated[bool, typer.Option("--pot-limit", help="Raises up to the pot.")] = False,
    limit: Annotated[bool, typer.Option("--limit", help="Raises of a fixed size.")] = False,
    rules: stakes.RulesName = "tda",
    level: Annotated[
        int,
        typer.Option(min=1, max=MOST_HANDS, help="In a sit-and-go, hands until the blinds rise."),
    ] = LEVEL,
    seed: Annotated[
        int | None,
        typer.Option(
            help="A number; the same number gives the same cards and bots.", show_default=False
        ),
    ] = None,
    speed: Annotated[Speed, typer.Option(help="How fast the bots act.")] = Speed.NORMAL,
    clock: Annotated[
        int,
        typer.Option(
            min=0, max=86_400, help="Seconds you have for an act; 0 for as long as you like."
        ),
    ] = 0,
    hands: Annotated[
        int | None,
        typer.Option(
            min=1, max=MOST_HANDS, help="Leave after this many hands.", show_default=False
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            help="Write the hands to FILE.phhs; default: a file in your data folder.",
            show_default=False,
        ),
    ] = None,
    force: output.Force = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Plain sentences, line by line; always used in a pipe.")
    ] = False,
) -> None:
    """Play hold'em in the terminal against bots of your choice.

    Every hand is saved, and the name of the file is printed when you leave. The key ? lists all
    keys.
    """
    from pokermasa.bots.named import NoBot, listed
    from pokermasa.cli.play.book import Book
    from pokermasa.cli.play.game import Cash, SitAndGo, TerminalGame
    from pokermasa.cli.play.game import sit_and_go as structure
    from pokermasa.cli.play.session import Session
    from pokermasa.histories.description import YOU

    if not sit_and_go:
        verify_unused("is for --sit-and-go: the blinds of cash stay", {"--level": (level, LEVEL)})
    asked = stakes.betting(no_limit=no_limit, pot_limit=pot_limit, limit=limit)
    house = stakes.house_rules(rules, asked)
    agreed = None if blinds is None else stakes.blinds(blinds, house)
    try:
        entries = listed(bots)
    except NoBot as error:
        raise typer.BadParameter(str(error), param_hint="--bots") from None
    if not 1 <= len(entries) <= 9:
        raise typer.BadParameter(f"1 to 9 bots, not {len(entries)}", param_hint="--bots")
    if save == STANDARD:
        message = "- is the standard output, where you play; give a file"
        raise typer.BadParameter(message, param_hint="--save")
    output.check(save, force, "--save")
    dice = random.SystemRandom() if seed is None else random.Random(seed)
    names = [YOU, *_distinct([entry.name for entry in entries])]
    game: TerminalGame
    if sit_and_go:
        game = SitAndGo(names, structure(len(names), stack or 1500, agreed, house, level), dice)
    else:
        game = Cash(names, stack or 200, agreed or Blinds(1, 2), house)
    players = [entry.make(dice.getrandbits(32)) for entry in entries]
    session = Session(game, players, dice, Book.usual() if save is None else Book(save))
    try:
        _run(session, plain, speed, clock, hands)
    finally:
        session.close()
    for line in session.farewell():
        typer.echo(line)


def _run(session: Session, plain: bool, speed: Speed, clock: int, hands: int | None) -> None:
    if plain or not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        from pokermasa.cli.play import plain as lines

        try:
            lines.play(session, hands)
        except KeyboardInterrupt:
            lines.say([""])
    else:
        from pokermasa.cli.play.app import TableApp

        TableApp(session, speed, clock, hands).run()


def _distinct(names: list[str]) -> list[str]:
    """Return names for the players. Equal names get numbers.

    >>> _distinct(["house:shark", "basic", "basic"])
    ['Shark', 'Basic 1', 'Basic 2']
    """
    short = [name.removeprefix("house:").capitalize() for name in names]
    return [
        name if short.count(name) == 1 else f"{name} {short[: place + 1].count(name)}"
        for place, name in enumerate(short)
    ]
