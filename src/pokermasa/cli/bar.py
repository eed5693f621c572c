"""A progress bar over the bytes of a file."""

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
