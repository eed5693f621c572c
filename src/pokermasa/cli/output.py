"""Output of commands: a new file, or `-` for standard output."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated, Any, NamedTuple

import typer
from rich.console import Console, ConsoleDimensions

from pokermasa.cli.hand_file import STANDARD, problem
from pokermasa.notebook.data import csv_text, parquet_library, write_parquet

NO_EDGE = 10_000
"""Line width in columns where there is no screen, so that no line is cut."""
Force = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Csv = Annotated[bool, typer.Option("--csv", help="Print a table for spreadsheets (CSV) instead.")]
Parquet = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Also write the table as Parquet; needs pyarrow."),
]


def check(path: Path | None, force: bool, hint: str, json: bool = False) -> None:
    """Refuses a file that cannot be written or exists already. Called before the work begins."""
    if path is None:
        return
    if path == STANDARD:
        if json:
            message = "- and --json both want the standard output; give a file"
            raise typer.BadParameter(message, param_hint=hint)
        return
    try:
        refused = _refusal(path, force)
    except OSError as error:
        refused = problem(error)
    if refused:
        raise typer.BadParameter(refused, param_hint=hint)


def _refusal(path: Path, force: bool) -> str | None:
    if path.is_dir():
        return f"{path} is a folder; give a file"
    if path.exists():
        if path.is_file() and not force:
            return f"{path} is there already; choose another name, or --force to write over it"
        return None if os.access(path, os.W_OK) else f"{path} may not be written"
    if not path.parent.is_dir():
        return f"{path}: there is no folder {path.parent}"
    return None if os.access(path.parent, os.W_OK) else f"{path.parent} may not be written into"


class TableFile(NamedTuple):
    """How the user wants to have the table of a command as data: --csv, --parquet."""

    csv: bool
    parquet: Path | None

    @classmethod
    def asked(cls, csv: bool, parquet: Path | None, json: bool, force: bool) -> TableFile:
        """Refuses what cannot be done. Called before the work begins."""
        if json and csv:
            raise typer.BadParameter("either this or --json", param_hint="--csv")
        if parquet == STANDARD:
            raise typer.BadParameter("Parquet is not text; give a file", param_hint="--parquet")
        check(parquet, force, "--parquet")
        if parquet is not None:
            try:
                parquet_library()
            except ImportError as error:
                message = f"{parquet}: {error}"
                raise typer.BadParameter(message, param_hint="--parquet") from None
        return cls(csv, parquet)

    def write(self, records: Sequence[Mapping[str, Any]]) -> bool:
        """Prints and writes what was asked for. Return whether CSV was printed."""
        if self.parquet is not None and records:
            try:
                write_parquet(records, self.parquet)
            except OSError as error:
                raise SystemExit(f"masa: {self.parquet}: {problem(error, named=False)}") from None
        if self.csv:
            for line in csv_text(records):
                typer.echo(line, nl=False)
        return self.csv


class Screen(Console):
    """A console on standard output. In a pipe or a file its lines are never cut."""

    def __init__(self, **options: Any) -> None:
        super().__init__(highlight=False, **options)

    @property
    def size(self) -> ConsoleDimensions:
        if self.is_terminal or "COLUMNS" in os.environ:
            return super().size
        return ConsoleDimensions(NO_EDGE, 25)

    @size.setter
    def size(self, size: tuple[int, int]) -> None:
        self._width, self._height = size


def reader(*paths: Path | None, json: bool = False) -> Console:
    """Return the console for messages to the user. It is standard error if standard output carries
    data."""
    return Console(highlight=False, stderr=json or STANDARD in paths)


@contextmanager
def streaming(path: Path) -> Iterator[IO[str]]:
    """Opens a file for direct writing, so that the part written so far remains if the command is
    stopped."""
    if path == STANDARD:
        yield sys.stdout
        return
    with path.open("w", encoding="utf-8") as file:
        yield file
