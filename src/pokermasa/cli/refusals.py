"""What was refused of some files, in lines to print."""

from __future__ import annotations

from collections.abc import Iterator

from pokermasa.cli.hand_file import so_many
from pokermasa.histories.refusals import Refusals


def lines(refused: Refusals) -> Iterator[str]:
    """The most frequent reason first."""
    for reason, count, example in refused.groups():
        yield example if count == 1 else f"{so_many(count)}: {reason}\n  first: {example}"
