"""Prints the refused hands of files, grouped by reason."""

from __future__ import annotations

from collections.abc import Iterator

from pokermasa.cli.hand_file import so_many
from pokermasa.histories.refusals import Refusals, RefusedGroup

MOST_FILES = 50
"""Maximum number of files named for one reason. Of further files only the number is printed."""


def lines(refused: Refusals) -> Iterator[str]:
    """Yield one entry for each reason, the most frequent reason first."""
    for group in refused.groups():
        if group.hands == 1:
            yield group.example
        else:
            text = f"{so_many(group.hands)}: {group.reason}\n  first: {group.example}"
            yield text + _others(group)


def _others(group: RefusedGroup) -> str:
    """Return a list of the files after the first one, which the example names."""
    if len(group.files) < 2:
        return ""
    more = len(group.files) - MOST_FILES
    rest = f", and {so_many(more, 'more file')}" if more > 0 else ""
    return f"\n  also in: {', '.join(group.files[1:MOST_FILES])}{rest}"
