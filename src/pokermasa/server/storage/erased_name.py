"""Text without the names of whoever is deleted."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from pokermasa.server.storage.account import DELETED


def without(text: str, names: Iterable[str], most: int | None = None) -> str:
    """Each name as a word, however it is written; *most* letters of it.

    >>> without("nice hand, ADA; not Adam's", ["Ada"])
    "nice hand, deleted player; not Adam's"
    """
    known = sorted([name for name in names if name.strip()], key=len, reverse=True)
    if not known:
        return text
    return re.sub("|".join(map(_pattern, known)), DELETED, text, flags=re.IGNORECASE)[:most]


def _pattern(name: str) -> str:
    words = r"\s+".join(re.escape(word) for word in name.split())
    if any(unicodedata.east_asian_width(letter) in "WF" for letter in name):
        return words  # where no blanks are written, it may stand anywhere
    return rf"(?<!\w){words}(?!\w)"
