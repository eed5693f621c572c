"""`masa convert`: hands from one format into another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from pokermasa.cli.bar import bar
from pokermasa.cli.hand_file import HandFile, problem, so_many, written_whole
from pokermasa.cli.replay import printable
from pokermasa.notation.formats import FORMATS, WRITTEN, Format, by_suffix
from pokermasa.notation.history import Found, History, HistoryError

MOST_TOLD = 20
"""Hands whose faults are printed; of more there is only the number."""


def convert(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="IN", help="A file in any format that can be read.", show_default=False
        ),
    ],
    target: Annotated[
        Path, typer.Argument(metavar="OUT", help="The file to write.", show_default=False)
    ],
    to: Annotated[
        str | None,
        typer.Option(
            metavar="|".join(WRITTEN), help="The format to write; by OUT's name if left out."
        ),
    ] = None,
    hero: Annotated[
        str | None,
        typer.Option(help="Tell only what this player saw; trackers want to know who you are."),
    ] = None,
) -> None:
    """Write the hands of one file in another format.

    Every hand is played through the rules on the way. One that could not have happened, or that
    the format cannot hold, is reported and left out; then the command fails, the others written."""
    into = format_of(to, target)
    try:
        with HandFile(source) as opened, written_whole(target) as out:
            turning = Turning(opened, into, hero)
            for piece in turning.pieces():
                out.write(piece)
            if not turning.written:
                raise HistoryError("no hand could be written")
    except OSError as error:
        raise SystemExit(told(problem(error))) from None
    except HistoryError as error:
        raise SystemExit(told(f"{source}: {error}")) from None
    typer.echo(f"{so_many(turning.written)} written to {target}", err=True)
    if turning.failed:
        typer.echo(f"{turning.failed:,} could not be", err=True)
        raise typer.Exit(1)


def told(words: str) -> str:
    return f"masa convert: {printable(words)}"


def format_of(name: str | None, target: Path) -> Format:
    found = by_suffix(target.suffix) if name is None else FORMATS.get(name)
    if found is None or found.writer is None:
        known = ", ".join(WRITTEN)
        raise typer.BadParameter(f"one of {known}", param_hint="--to")
    return found


class Turning:
    """Hands on their way from one file to another."""

    def __init__(self, source: HandFile, into: Format, hero: str | None) -> None:
        self.source = source
        self.into = into
        self.hero = hero
        self.written = 0
        self.failed = 0

    def pieces(self) -> Iterator[str]:
        """What to write, hand by hand, so that a file of any size fits."""
        if self.into.writer is None:
            return
        write_all = self.into.writer()
        with bar(self.source, "converted") as moved_on:
            for number, found in enumerate(self.source.hands(), start=1):
                moved_on()
                try:
                    if found.history is None:
                        raise found.error or HistoryError("unreadable")
                    if self.into.name == "phh" and self.written:
                        raise TooMany("it holds more than one hand; write phhs")
                    key = str(number) if found.key is None else found.key
                    pieces = list(write_all([(key, self.prepared(found.history, key))]))
                except TooMany:
                    raise
                except HistoryError as error:
                    self.fail(found, error)
                    continue
                if self.written and self.into.name == "phhs":
                    yield "\n"
                self.written += 1
                yield from pieces

    def prepared(self, history: History, key: str) -> History:
        """As the hero saw it; and formats that number their hands need a number."""
        if self.hero is not None:
            history = history.seen_by(self.hero)
        if "hand" in history.fields or self.into.name in ("phh", "phhs"):
            return history
        return history.but(fields={**history.fields, "hand": int(key) if key.isdecimal() else key})

    def fail(self, found: Found, error: HistoryError) -> None:
        self.failed += 1
        if self.failed <= MOST_TOLD:
            typer.echo(printable(f"{self.source.path}: {error.of(found.key)}"), err=True)


class TooMany(HistoryError):
    """More hands than the format has room for."""
