"""Rules for the text that the room accepts over HTTP, over the socket and from `masa admin`."""

from __future__ import annotations

import unicodedata
from typing import Any

MOST_MARKS = 4
"""Maximum number of accents and other marks on one letter. Real text needs up to four (Hebrew with
cantillation). Dozens of them would cover the neighbouring lines of a chat."""
_VARIATIONS = {*map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0xE0100, 0xE01F0))}
"""Variation selectors: invisible characters that choose how the letter before them is drawn."""


def fault_in(text: str) -> str:
    """Return the reason why *text* is refused, or an empty string. PostgreSQL cannot store NUL.

    >>> fault_in("Zoë\\u0301"), fault_in("a\\0")
    ('', 'a NUL character cannot be stored')
    """
    if "\0" in text:
        return "a NUL character cannot be stored"
    if text.isascii():
        return ""
    marks = 0
    for letter in text:
        if "\ud800" <= letter <= "\udfff":
            return "that text has half a character in it"
        category = unicodedata.category(letter)
        if letter in _VARIATIONS or category == "Cf":
            continue  # Invisible, so the next mark still stacks on the same letter.
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            return f"a letter has at most {MOST_MARKS} marks"
    return ""


def verified_text(text: str) -> str:
    """Return *text*. Raises ValueError if it is refused."""
    fault = fault_in(text)
    if fault:
        raise ValueError(fault)
    return text


def verify_texts(data: Any) -> Any:
    """Return the JSON value *data*. Raises ValueError if a text anywhere in it is refused."""
    waiting = [data]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            verified_text(one)
        elif isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list | tuple):
            waiting += one
    return data
