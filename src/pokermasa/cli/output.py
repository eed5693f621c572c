"""Where a command writes: a file that is not there yet, or `-` for the standard output."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated

import typer
from rich.console import Console

from pokermasa.cli.hand_file import STANDARD, problem

Force = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def check(path: Path | None, force: bool, hint: str, json: bool = False) -> None:
    """Refused before the work, not after it: what could not be written, or is there already."""
    if path is None:
        return
    if path == STANDARD:
        if json:
            words = "- and --json both want the standard output; give a file"
            raise typer.BadParameter(words, param_hint=hint)
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


def reader(*paths: Path | None, json: bool = False) -> Console:
    """Where people read: the standard error, where the standard output is taken by something."""
    return Console(highlight=False, stderr=json or STANDARD in paths)


@contextmanager
def streaming(path: Path) -> Iterator[IO[str]]:
    """As it comes: what is there when the command is stopped stays."""
    if path == STANDARD:
        yield sys.stdout
        return
    with path.open("w", encoding="utf-8") as file:
        yield file
