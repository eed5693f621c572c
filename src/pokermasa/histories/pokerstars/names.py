"""Checks of player names for a format that consists of lines."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from pokermasa.histories.history import HistoryError, shortened

MOST_LETTERS = 100


def verify(names: Sequence[str]) -> None:
    """Raise `HistoryError` if a name would break a line or change when it is read again.

    Colons, brackets, quotes and stars are allowed, because the seats are listed first and readers
    compare whole names.
    """
    for name in names:
        reason = _fault(name)
        if reason:
            raise HistoryError(f"the name {shortened(name)!r} cannot be written: {reason}")
    for name in names:
        if names.count(name) > 1:
            raise HistoryError(f"two players have the name {shortened(name)!r}")


@lru_cache(maxsize=10_000)
def _fault(name: str) -> str | None:
    """Return why a name cannot be written, or None.

    >>> _fault("*** : ['\\N{grinning face}'] (1 in chips)")
    >>> _fault("a\\nb"), _fault(" a")
    ('it has a control character', 'it begins or ends with a space')
    """
    if not name or len(name) > MOST_LETTERS:
        return f"it has {len(name)} letters, not 1 to {MOST_LETTERS}"
    if name != name.strip():
        return "it begins or ends with a space"
    kinds = {unicodedata.category(letter) for letter in name}
    if kinds & {"Cc", "Zl", "Zp"}:
        return "it has a control character"
    return "it is not Unicode text" if "Cs" in kinds else None
