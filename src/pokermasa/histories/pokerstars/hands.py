"""A file of PokerStars text cut into its hands, line by line: it needs the memory of one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pokermasa.histories.phh.tables import Lines
from pokermasa.histories.pokerstars.header import START

MOST_LETTERS = 2_000
"""In a line."""
MOST_LINES = 5_000
"""In a hand: chat counts."""


class Hand(NamedTuple):
    number: int
    """Of its first line, from 1."""
    lines: list[str]
    """Without their ends."""
    error: str | None
    at: int
    """The line with the error."""


def hands(stream: Lines) -> Iterator[Hand]:
    """A hand begins at its header and ends before the next one. What stands before the first is a
    hand too, if it is anything: not a good one."""
    first, lines = 1, list[str]()
    error, at = None, 0
    for number, line, fault in _lines(stream):
        if START.match(line):
            if any(lines) or error:
                yield Hand(first, lines, error, at)
            first, lines, error, at = number, [], None, 0
        if len(lines) >= MOST_LINES:
            fault = fault or f"more than {MOST_LINES:,} lines, which no hand has"
        else:
            lines.append(line)
        if fault and error is None:
            error, at = fault, number
    if any(lines) or error:
        yield Hand(first, lines, error, at)


def _lines(stream: Lines) -> Iterator[tuple[int, str, str | None]]:
    """Each with its number, and what is wrong with it as a line. `\\r`, `\\n` and both end one."""
    number = 0
    while raw := stream.readline(MOST_LETTERS):
        fault = None
        if len(raw) == MOST_LETTERS and raw[-1] != "\n":
            fault = f"longer than {MOST_LETTERS:,} letters"
            while raw and raw[-1] != "\n":
                raw = stream.readline(MOST_LETTERS)
            raw = ""
        for line in raw.removesuffix("\n").removesuffix("\r").split("\r"):
            number += 1
            yield number, line.removeprefix("\ufeff").rstrip(), fault or _encoding_fault(line)


def _encoding_fault(line: str) -> str | None:
    """Bytes that are no UTF-8 come as lone surrogates from a stream that passes them on."""
    if not line.isascii():
        for letter in line:
            if "\ud800" <= letter <= "\udfff":
                return f"not UTF-8: byte 0x{ord(letter) & 0xFF:02x}"
    return None
