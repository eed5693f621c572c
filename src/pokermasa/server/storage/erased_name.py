"""Removes the names of deleted accounts from stored text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from pokermasa.server.storage.account import DELETED


def without(text: str, names: Iterable[str], most: int | None = None) -> str:
    """Return *text* with each of *names* replaced by `DELETED`. Only whole words match, in any
    case and spacing. With *most*, the result is cut to that number of characters.

    >>> without("nice hand, ADA; not Adam's", ["Ada"])
    "nice hand, deleted player; not Adam's"
    """
    known = sorted([name for name in names if name.strip()], key=len, reverse=True)
    if not known:
        return text
    return re.sub("|".join(map(_pattern, known)), DELETED, text, flags=re.IGNORECASE)[:most]


def _pattern(name: str) -> str:
    text = r"\s+".join(re.escape(word) for word in name.split())
    if any(unicodedata.east_asian_width(letter) in "WF" for letter in name):
        return text  # in scripts without spaces between words, a name can start anywhere
    return rf"(?<!\w){text}(?!\w)"
