"""Splits a file of PokerStars text into its hands, with one hand in memory at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pokermasa.histories.other_sites import BEFORE_A_HAND, not_read, other_site
from pokermasa.histories.phh.tables import Lines
from pokermasa.histories.pokerstars.header import START

MOST_LETTERS = 2_000
"""Maximum length of a line, in characters."""
LINE_START = 200
"""Characters that are kept of a longer line. They show which site wrote it."""
MOST_LINES = 5_000
"""Maximum number of lines of a hand, including chat."""

_SEPARATOR = re.compile(r"\*{5}[\s*]*#\s*\d+[\s*]*")
"""Line between two hands in archive e-mails: `*********** # 1 **************`."""
_LIKE_A_HAND = re.compile(
    r"Seat \d+: .*\d|\*\*\* (?:HOLE CARDS|SUMMARY)|\*\* Dealing |Total pot |<game\b"
)


class Hand(NamedTuple):
    """The lines of one hand."""

    number: int
    """Number of its first line, from 1."""
    lines: list[str]
    """Lines without line ends."""
    error: str | None
    at: int
    """Number of the line with the error."""


def hands(stream: Lines) -> Iterator[Hand]:
    """Yield the hands of a file. A hand begins at its header and ends before the next one.

    Text before the first header, such as the greeting of an e-mail, is ignored, unless it looks
    like a hand without header or is the whole file. A hand of an unsupported site is one hand with
    an error.
    """
    first, lines = 1, list[str]()
    error, at = None, 0
    is_hand = False
    none_yet = True
    is_after_gap, is_summary = True, False
    for number, line, fault in _lines(stream):
        is_ours = "#" in line and START.match(line) is not None
        # Elsewhere a line may begin with the name of a player.
        may_be_foreign = (is_after_gap or is_summary) and not is_ours
        site = other_site(line) if may_be_foreign and line else None
        is_after_gap = not line or line.startswith(BEFORE_A_HAND)
        is_summary = is_summary or line[:7] == "*** SUM"
        if is_ours or site is not None:
            if is_hand or _is_meant(lines):
                yield Hand(first, lines, error, at)
            first, lines, error, at = number, [], None, 0
            is_hand, is_summary, none_yet = True, False, False
            if site is not None:
                error, at = not_read(site), number
        if len(lines) >= MOST_LINES:
            fault = fault or f"more than {MOST_LINES:,} lines, the limit for one hand"
            if not is_hand:
                lines, fault = [], None  # it was not a hand
        lines.append(line)
        if fault and error is None:
            error, at = fault, number
    if is_hand or _is_meant(lines) or (none_yet and (any(lines) or error)):
        yield Hand(first, lines, error, at)


def _is_meant(lines: list[str]) -> bool:
    return any(_LIKE_A_HAND.match(line) for line in lines)


def _lines(stream: Lines) -> Iterator[tuple[int, str, str | None]]:
    """Yield number, text and fault of each line. `\\r`, `\\n` and both together end a line."""
    number = 0
    while raw := stream.readline(MOST_LETTERS):
        plain = raw.strip()
        if raw[-1] == "\n" and plain[:1] != "*" and "\r" not in plain and plain.isascii():
            number += 1
            yield number, plain, None
            continue
        fault = None
        if len(raw) == MOST_LETTERS and raw[-1] != "\n":
            fault = f"longer than {MOST_LETTERS:,} letters"
            while raw and raw[-1] != "\n":
                raw = stream.readline(MOST_LETTERS)
            raw = plain[:LINE_START]
        for line in raw.removesuffix("\n").removesuffix("\r").split("\r"):
            number += 1
            if not line.isascii():
                line = _decoded(line)
            line = line.strip()
            if line[:5] == "*****" and _SEPARATOR.fullmatch(line):
                line = ""
            yield number, line, fault


def _decoded(line: str) -> str:
    """Return the line with bytes that are not UTF-8 decoded as Windows-1252.

    Old clients used that encoding. The stream delivers such bytes as surrogates.

    >>> _decoded(b"Seat 1: Jos\\xe9 (\\x80200 in chips)".decode("utf-8", "surrogateescape"))
    'Seat 1: José (€200 in chips)'
    """
    if any("\udc80" <= letter <= "\udcff" for letter in line):
        raw = line.encode("utf-8", "surrogateescape")
        try:
            line = raw.decode("cp1252")
        except UnicodeDecodeError:  # five bytes are undefined in Windows-1252
            line = raw.decode("latin-1")
    return line.replace("\ufeff", "").replace("\xa0", " ")
