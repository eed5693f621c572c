"""A file of PokerStars text cut into its hands, line by line: it needs the memory of one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pokermasa.histories.other_sites import not_read, other_site
from pokermasa.histories.phh.tables import Lines
from pokermasa.histories.pokerstars.header import START

MOST_LETTERS = 2_000
"""In a line."""
MOST_LINES = 5_000
"""In a hand: chat counts."""

_SEPARATOR = re.compile(r"\*{5,}[\s*]*#\s*\d+[\s*]*")
"""What archive mails put between hands: `*********** # 1 **************`."""
_LIKE_A_HAND = re.compile(r"Seat \d+: .* in chips|\*\*\* (?:HOLE CARDS|SUMMARY)|Total pot ")


class Hand(NamedTuple):
    number: int
    """Of its first line, from 1."""
    lines: list[str]
    """Without their ends."""
    error: str | None
    at: int
    """The line with the error."""


def hands(stream: Lines) -> Iterator[Hand]:
    """A hand begins at its header and ends before the next one. What stands before the first (a
    mail's greeting) is passed over, unless it looks like a hand without its header, or nothing
    follows. A hand of a site that is not read is one hand with an error."""
    first, lines = 1, list[str]()
    error, at = None, 0
    is_hand = False
    none_yet = True
    is_after_gap = True
    for number, line, fault in _lines(stream):
        is_ours = "#" in line and START.match(line) is not None
        site = other_site(line) if is_after_gap and line and not is_ours else None
        is_after_gap = not line or line.startswith("<?xml")
        if is_ours or site is not None:
            if is_hand or _is_meant(lines):
                yield Hand(first, lines, error, at)
            first, lines, error, at = number, [], None, 0
            is_hand, none_yet = True, False
            if site is not None:
                error, at = not_read(site), number
        if len(lines) >= MOST_LINES:
            fault = fault or f"more than {MOST_LINES:,} lines, which no hand has"
            if not is_hand:
                lines, fault = [], None  # it never was one
        lines.append(line)
        if fault and error is None:
            error, at = fault, number
    if is_hand or _is_meant(lines) or (none_yet and (any(lines) or error)):
        yield Hand(first, lines, error, at)


def _is_meant(lines: list[str]) -> bool:
    return any(_LIKE_A_HAND.match(line) for line in lines)


def _lines(stream: Lines) -> Iterator[tuple[int, str, str | None]]:
    """Each with its number, and what is wrong with it as a line. `\\r`, `\\n` and both end one."""
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
            raw = ""
        for line in raw.removesuffix("\n").removesuffix("\r").split("\r"):
            number += 1
            if not line.isascii():
                line = _decoded(line)
            line = line.strip()
            if line[:5] == "*****" and _SEPARATOR.fullmatch(line):
                line = ""
            yield number, line, fault


def _decoded(line: str) -> str:
    """Bytes that are no UTF-8 come as lone surrogates from a stream that passes them on. Then the
    line is in the code page of Western Windows, as old clients wrote it.

    >>> _decoded(b"Seat 1: Jos\\xe9 (\\x80200 in chips)".decode("utf-8", "surrogateescape"))
    'Seat 1: José (€200 in chips)'
    """
    if any("\udc80" <= letter <= "\udcff" for letter in line):
        raw = line.encode("utf-8", "surrogateescape")
        try:
            line = raw.decode("cp1252")
        except UnicodeDecodeError:  # five bytes mean nothing there
            line = raw.decode("latin-1")
    return line.replace("\ufeff", "").replace("\xa0", " ")
