"""The progress bar of long commands. It is shown on standard error, and only in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from pokermasa.cli.hand_file import HandFile

if TYPE_CHECKING:
    from rich.console import Console

LONG = 1 << 20
"""Minimum size of a file for which reading shows a progress bar, in bytes."""
EVERY = 200
"""Number of hands of a file between two updates of the bar."""


class ProgressCallback(Protocol):
    """A function that updates the bar with the amount done, the description, and the total if it
    changed."""

    def __call__(
        self, done: float, text: str | None = None, whole: float | None = None, /
    ) -> None: ...


def is_seen(is_quiet: bool = False) -> bool:
    return not is_quiet and sys.stderr.isatty()


@contextmanager
def bar(
    words: str = "",
    whole: float | None = None,
    *,
    unit: str | None = None,
    is_quiet: bool = False,
    console: Console | None = None,
) -> Iterator[ProgressCallback]:
    """Gives the function that updates the bar. It does nothing if no bar is shown.

    With *unit*, the bar counts ("1,200/5,000 hands"). Without it, the bar shows a percentage.
    *console* is used if the command prints other lines above the bar.
    """
    if not (is_seen(is_quiet) if console is None else console.is_terminal):
        yield lambda done, words=None, whole=None: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    def named(whole: float | None) -> str:
        return "…" if whole is None else f"{whole:,}"

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,}/{task.fields[whole]} " + unit)
        if unit
        else TaskProgressColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    screen = Console(stderr=True) if console is None else console
    with Progress(*columns, console=screen, transient=True) as progress:
        task = progress.add_task(words, total=whole, whole=named(whole))

        def moved(done: float, words: str | None = None, whole: float | None = None, /) -> None:
            progress.update(task, completed=done, description=words)
            if whole is not None:
                progress.update(task, total=whole, whole=named(whole))

        yield moved


@contextmanager
def file_bar(source: HandFile, what: str) -> Iterator[Callable[[], None]]:
    """Gives a function to call after each hand of a file. Small files have no bar."""
    with bar(what, source.size, is_quiet=source.size < LONG) as moved:
        count = 0

        def moved_on() -> None:
            nonlocal count
            count += 1
            if count % EVERY == 0:
                moved(source.read_so_far, f"{what} {count:,} hands")

        yield moved_on
