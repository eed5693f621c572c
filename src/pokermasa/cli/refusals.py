"""Hands that were refused, grouped by reason: how many, and the first of each."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pokermasa.cli.hand_file import so_many
from pokermasa.histories.history import HistoryError

MOST_REASONS = 30
"""That are told; of more there is only the number."""

_SOMEBODY = re.compile(r"^.+ (puts in|raises by|gets back|collects|wins|ends with) (?=[\d-])")
_DETAILS = re.compile(
    r"'[^']*'|\"[^\"]*\"|p\d+(?: \(.*?\))?|-?\d+(?:[.,]\d+)*|\b[2-9TJQKA][cdhs]\b"
)


def reason(error: HistoryError) -> str:
    """The same for all hands with the same fault.

    >>> reason(HistoryError("Bo puts in 8.03, but by the rules it is 8.02"))
    'somebody puts in …, but by the rules it is …'
    >>> reason(HistoryError("it is the turn of p1 (Ann)"))
    'it is the turn of …'
    """
    return _DETAILS.sub("…", _SOMEBODY.sub(r"somebody \1 ", error.reason))[:200]


class Refusals:
    """Needs the memory of the reasons, however many hands there are."""

    def __init__(self) -> None:
        self.count = 0
        self._groups: dict[str, tuple[int, str]] = {}

    def add(self, file: object, error: HistoryError) -> None:
        self.count += 1
        group = reason(error)
        if group not in self._groups and len(self._groups) >= MOST_REASONS:
            group = "other reasons"
        count, example = self._groups.get(group, (0, f"{file}: {error}"))
        self._groups[group] = (count + 1, example)

    def lines(self) -> Iterator[str]:
        """The most frequent first."""
        groups = sorted(self._groups.items(), key=lambda group: -group[1][0])
        for group, (count, example) in groups:
            yield example if count == 1 else f"{so_many(count)}: {group}\n  first: {example}"
