"""Opens a file of hands and detects its encoding and format."""

from __future__ import annotations

from io import StringIO, TextIOWrapper
from typing import IO, BinaryIO, NamedTuple, cast

from pokermasa.histories.formats import Format, by_content

BEGINNING = 1 << 16
"""Number of bytes used to detect encoding and format. A smaller file is read in one go."""


class HandText(NamedTuple):
    """A file of hands that has been opened, with its format."""

    format: Format
    lines: IO[str]


def hand_text(file: BinaryIO, size: int, suffix: str = "") -> HandText:
    """Return the lines of *file* and the format, which is detected from its beginning.

    *file* must be at its start and have a buffer of `BEGINNING` bytes. *size* is its length in
    bytes. Bytes that are not UTF-8 are passed on, so that the reader can report them.
    """
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
    # Lines end only with \\n here. The readers handle other line ends.
    if 0 < size < BEGINNING and len(beginning) == size:
        file.seek(size)
        lines = StringIO(text, newline="\n")
    else:
        lines = TextIOWrapper(
            cast("IO[bytes]", file), encoding="utf-8", errors="surrogateescape", newline="\n"
        )
    return HandText(by_content(text[:4096], suffix), lines)


def _encoding(beginning: bytes) -> str:
    """Return the encoding of a file.

    UTF-16, which old Windows programs write, is detected by its byte order mark or by a zero in
    every second byte. Everything else is treated as UTF-8.

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
