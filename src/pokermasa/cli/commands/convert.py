"""`masa convert`: converts hands from one format to another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from pokermasa.cli import output, refusals
from pokermasa.cli.bar import file_bar
from pokermasa.cli.command_line import fail
from pokermasa.cli.commands.replay import printable
from pokermasa.cli.hand_file import STANDARD, HandFile, problem, so_many, writing
from pokermasa.histories.formats import FORMATS, WRITTEN, Format, by_suffix
from pokermasa.histories.hand_number import hashed
from pokermasa.histories.history import HandEntry, History, HistoryError
from pokermasa.histories.left_out import left_out
from pokermasa.histories.phh.keys import Keys
from pokermasa.histories.refusals import Refusals

MOST_TOLD = 20
"""Maximum number of player names listed in an error."""


def convert(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="IN", help="A file in any format that can be read; - for the standard input."
        ),
    ],
    target: Annotated[
        Path, typer.Argument(metavar="OUT", help="The file to write; - for the standard output.")
    ],
    to: Annotated[
        str | None,
        typer.Option(
            metavar="|".join(WRITTEN), help="The format to write; by OUT's name if left out."
        ),
    ] = None,
    hero: Annotated[
        str | None,
        typer.Option(help="Write only what this player saw. Trackers need this name."),
    ] = None,
    force: output.Force = False,
) -> None:
    """Write the hands of one file in another format.

    Every hand is checked with the rules. A hand that is impossible, or that the format cannot hold,
    is reported and left out. The other hands are written, and the command ends with exit code 1.
    It also says which details the format cannot hold.

    Example: masa convert session.txt session.phhs"""
    into = format_of(to, target)
    output.check(target, force, "OUT")
    try:
        with HandFile(source) as opened, writing(target) as out:
            turning = Turning(opened, into, hero)
            for piece in turning.pieces():
                out.write(piece)
            if not turning.written:
                raise HistoryError(turning.nothing())
    except BrokenPipeError:
        raise
    except OSError as error:
        raise fail("convert", problem(error)) from None
    except HistoryError as error:
        for line in turning.notes():
            typer.echo(printable(line), err=True)
        raise fail("convert", f"{source}: {error}") from None
    where = "the standard output" if target == STANDARD else target
    typer.echo(f"{so_many(turning.written)} written to {where}", err=True)
    for line in turning.notes():
        typer.echo(printable(line), err=True)
    if turning.refused.count:
        typer.echo(f"{turning.refused.count:,} could not be", err=True)
        raise typer.Exit(1)


def format_of(name: str | None, target: Path) -> Format:
    found = by_suffix(target.suffix) if name is None else FORMATS.get(name)
    if found is not None and found.writer is not None:
        return found
    if name is not None:
        message = f"{name!r} cannot be written; it is one of {', '.join(WRITTEN)}"
        raise typer.BadParameter(message, param_hint="--to")
    endings = ", ".join(f"{ending} ({one})" for one in WRITTEN for ending in FORMATS[one].suffixes)
    message = f"{target} does not say in which format: end it in {endings}, or give --to"
    raise typer.BadParameter(message, param_hint="OUT")


class Turning:
    """The conversion of the hands of one file."""

    def __init__(self, source: HandFile, into: Format, hero: str | None) -> None:
        self.source = source
        self.into = into
        self.hero = hero
        self.written = 0
        self.keys = Keys()
        self.refused = Refusals()
        self.left_out: dict[str, int] = {}
        """Number of hands by detail that the format cannot hold."""
        self.names: dict[str, None] = {}
        """Players' names, collected until the hero has been found."""

    def pieces(self) -> Iterator[str]:
        """Yield the output hand by hand. Memory use is independent of the file size."""
        if self.into.writer is None:
            return
        write_all = self.into.writer()
        with file_bar(self.source, "converted") as moved_on:
            for number, found in enumerate(self.source.hands(), start=1):
                moved_on()
                try:
                    if found.history is None:
                        raise found.error or HistoryError("unreadable")
                    if self.into.name == "phh" and self.written:
                        raise TooMany("it holds more than one hand; write phhs")
                    key = self.key(number, found)
                    pieces = list(write_all([(key, self.prepared(found.history, key))]))
                except TooMany:
                    raise
                except HistoryError as error:
                    self.fail(found, error)
                    continue
                for what in left_out(found.history, self.into.name):
                    self.left_out[what] = self.left_out.get(what, 0) + 1
                if self.written and self.into.name == "phhs":
                    yield "\n"
                self.written += 1
                yield from pieces

    def key(self, number: int, found: HandEntry) -> str:
        """Return the key of a hand. In a `.phhs` file keys are made unique."""
        key = str(number) if found.key is None else found.key
        if self.into.name == "phhs" and self.keys.add(key):
            key = f"{key} ({number})"
        return key

    def prepared(self, history: History, key: str) -> History:
        """Return the hand as the hero saw it. Adds a number if the format needs one and the hand
        has none."""
        if self.hero is not None:
            if not self.written and len(self.names) < MOST_TOLD:
                self.names |= dict.fromkeys(history.names)
            history = history.seen_by(self.hero)
        if "hand" in history.fields or self.into.name in ("phh", "phhs"):
            return history
        # Keys count from 1 in every file, so the number is a hash of the key and the hand.
        played = (history.names, history.stacks, history.button, history.story, history.boards)
        return history.replace(fields={**history.fields, "hand": hashed(key, *played)})

    def nothing(self) -> str:
        """Return the reason why nothing was written."""
        if self.hero is not None and self.names and self.hero not in self.names:
            return f"nobody is called {self.hero!r} (--hero); there play {', '.join(self.names)}"
        return "no hand could be written"

    def fail(self, found: HandEntry, error: HistoryError) -> None:
        self.refused.add(self.source.path, error.with_hand(found.key))

    def notes(self) -> Iterator[str]:
        """Yield lines about refused hands and about details that were left out."""
        yield from refusals.lines(self.refused)
        for what, count in self.left_out.items():
            yield f"{self.into.name} has no place for {what}: left out of {so_many(count)}"


class TooMany(HistoryError):
    """Raised if the format holds only one hand."""
