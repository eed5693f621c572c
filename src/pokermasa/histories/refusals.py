"""Hands that could not be read, grouped by reason."""

from __future__ import annotations

import re
from typing import NamedTuple

from pokermasa.histories.history import HistoryError

MOST_REASONS = 30
"""Maximum number of separate reasons. Further ones are counted together as `OTHER`."""
OTHER = "other reasons"

_SOMEBODY = re.compile(r"^.+ (puts in|raises by|gets back|collects|wins|ends with) (?=[\d-])")
_DETAILS = re.compile(
    r"'[^']*'|\"[^\"]*\"|p\d+(?: \(.*?\))?|-?\d+(?:[.,]\d+)*(?!\w)|\b[2-9TJQKA][cdhs]\b"
)


class RefusedGroup(NamedTuple):
    """Hands that were refused for the same reason, with the first of them as an example."""

    reason: str
    hands: int
    example: str
    files: tuple[str, ...] = ()
    """Names of the files with such hands, without duplicates. Empty if the files have no names."""


def reason(error: HistoryError) -> str:
    """Return the reason of *error* without names and numbers, so that equal faults have equal
    reasons.

    >>> reason(HistoryError("Bo puts in 8.03, but by the rules it is 8.02"))
    'somebody puts in …, but by the rules it is …'
    >>> reason(HistoryError("it is the turn of p1 (Ann)"))
    'it is the turn of …'
    """
    return _DETAILS.sub("…", _SOMEBODY.sub(r"somebody \1 ", error.reason))[:200]


class Refusals:
    """Groups of refused hands. Memory use depends on the number of reasons, not of hands."""

    def __init__(self) -> None:
        self._groups: dict[str, RefusedGroup] = {}

    @property
    def count(self) -> int:
        return sum([group.hands for group in self._groups.values()])

    def add(self, file: object, error: HistoryError) -> None:
        name = str(file)
        example = f"{name}: {error}" if name else str(error)
        self.add_group(RefusedGroup(reason(error), 1, example, (name,) if name else ()))

    def add_group(self, group: RefusedGroup) -> None:
        """Add a group that was counted elsewhere."""
        name = group.reason
        if name not in self._groups and len(self._groups) >= MOST_REASONS:
            name = OTHER
        known = self._groups.get(name, RefusedGroup(name, 0, group.example))
        files = known.files if known.files[-1:] == group.files else known.files + group.files
        self._groups[name] = known._replace(
            hands=known.hands + group.hands, files=tuple(dict.fromkeys(files))
        )

    def groups(self) -> list[RefusedGroup]:
        """All groups, the one with the most hands first."""
        return sorted(self._groups.values(), key=lambda group: -group.hands)
