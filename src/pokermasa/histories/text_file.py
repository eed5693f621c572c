"""The text of a file of hands, in whichever encoding and format it is."""

from __future__ import annotations

from io import StringIO, TextIOWrapper
from typing import IO, BinaryIO, NamedTuple, cast

from pokermasa.histories.formats import Format, by_content

BEGINNING = 1 << 16
"""Bytes that are looked at; a file that is no longer is read at once."""


class HandText(NamedTuple):
    format: Format
    lines: IO[str]


def hand_text(file: BinaryIO, size: int, suffix: str = "") -> HandText:
    """*file* has a buffer of `BEGINNING` bytes and is at its beginning. The format is told by how
    it begins. Bytes that are no UTF-8 are passed on, for the reader to name."""
    beginning: bytes = file.peek(BEGINNING)  # type: ignore[attr-defined]
    encoding = _encoding(beginning)
    lines: IO[str]
    if encoding != "utf-8":
        text = beginning[: len(beginning) & ~1].decode(encoding, "replace")
        lines = TextIOWrapper(
            cast("IO[bytes]", file), encoding=encoding, errors="replace", newline="\n"
        )
        return HandText(by_content(text[:4096], suffix), lines)
    text = beginning.decode("utf-8", "surrogateescape")
    # Lines end with \\n alone here; what else a file ends them with is the reader's business.
    if 0 < size < BEGINNING and len(beginning) == size:
        file.seek(size)
        lines = StringIO(text, newline="\n")
    else:
        lines = TextIOWrapper(
            cast("IO[bytes]", file), encoding="utf-8", errors="surrogateescape", newline="\n"
        )
    return HandText(by_content(text[:4096], suffix), lines)


def _encoding(beginning: bytes) -> str:
    """UTF-16, as old Windows programs save text, is told by its mark, or by a zero in every second
    byte; all else is taken for UTF-8.

    >>> _encoding("PokerStars".encode("utf-16")), _encoding("PokerStars".encode("utf-16-be"))
    ('utf-16', 'utf-16-be')
    """
    if beginning[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    if beginning[:8:2] == b"\0\0\0\0" and b"\0" not in beginning[1:8:2]:
        return "utf-16-be"
    if beginning[1:8:2] == b"\0\0\0\0" and b"\0" not in beginning[:8:2]:
        return "utf-16-le"
    return "utf-8"
