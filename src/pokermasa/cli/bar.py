"""Progress on the standard error, where somebody looks on and waits: over a file, or a sample."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pokermasa.cli.hand_file import HandFile

LONG = 1 << 20
"""Bytes below which nobody waits."""
EVERY = 200
"""Hands between two looks at the clock."""


@contextmanager
def sampling(is_quiet: bool) -> Iterator[Callable[[int, int], None] | None]:
    """Gives a function to call with how much is drawn and how much it should take."""
    if is_quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    with Progress(*columns, console=screen, transient=True) as progress:
        task = progress.add_task("sampling", total=None)

        def moved(done: int, whole: int) -> None:
            words = f"sampling {done:,} of about {whole:,} deals"
            progress.update(task, completed=done, total=whole, description=words)

        yield moved


@contextmanager
def bar(source: HandFile, what: str) -> Iterator[Callable[[], None]]:
    """Gives a function to call after each hand. Only where somebody is looking, and waits."""
    if source.size < LONG or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as progress:
        task = progress.add_task(what, total=source.size)
        count = 0

        def moved_on() -> None:
            nonlocal count
            count += 1
            if count % EVERY == 0:
                words = f"{what} {count:,} hands"
                progress.update(task, completed=source.read_so_far, description=words)

        yield moved_on
        progress.update(task, completed=source.size, description=f"{what} {count:,} hands")
