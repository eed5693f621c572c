"""Hands that were refused, grouped by reason: how many, and the first of each."""

from __future__ import annotations

import re
from typing import NamedTuple

from pokermasa.histories.history import HistoryError

MOST_REASONS = 30
"""That are told; of more there is only the number."""
OTHER = "other reasons"

_SOMEBODY = re.compile(r"^.+ (puts in|raises by|gets back|collects|wins|ends with) (?=[\d-])")
_DETAILS = re.compile(
    r"'[^']*'|\"[^\"]*\"|p\d+(?: \(.*?\))?|-?\d+(?:[.,]\d+)*|\b[2-9TJQKA][cdhs]\b"
)


class RefusedGroup(NamedTuple):
    reason: str
    hands: int
    example: str


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
        self._groups: dict[str, tuple[int, str]] = {}

    @property
    def count(self) -> int:
        return sum([count for count, _ in self._groups.values()])

    def add(self, file: object, error: HistoryError) -> None:
        self.add_group(RefusedGroup(reason(error), 1, f"{file}: {error}" if file else str(error)))

    def add_group(self, group: RefusedGroup) -> None:
        """One that was made elsewhere, of the same or of other hands' reasons."""
        name = group.reason
        if name not in self._groups and len(self._groups) >= MOST_REASONS:
            name = OTHER
        count, example = self._groups.get(name, (0, group.example))
        self._groups[name] = (count + group.hands, example)

    def groups(self) -> list[RefusedGroup]:
        """The most frequent first."""
        found = [RefusedGroup(name, *group) for name, group in self._groups.items()]
        return sorted(found, key=lambda group: -group.hands)
