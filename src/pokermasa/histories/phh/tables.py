"""Splits a `.phhs` file into its hands, line by line, with one hand in memory at a time.

It knows only as much of TOML as is needed to find the start of a table: strings, comments and open
brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from pokermasa.histories.history import shortened
from pokermasa.histories.other_sites import not_read, other_site
from pokermasa.histories.toml import MOST_CHARACTERS, read_plain


class Lines(Protocol):
    """The part of a text stream that is used here."""

    def readline(self, limit: int, /) -> str: ...


class TomlTable(NamedTuple):
    key: str | None
    """Key of the hand. None before the first header; a `.phh` file has no header."""
    text: str
    line: int
    """Line at which the text begins, from 1."""
    is_whole: bool
    """True if the text includes the header, because sub-table headers follow."""
    error: str | None
    fields: dict[str, Any] | None = None
    """Content of the text, if it was already parsed to find the end of the table."""


_HEADER = re.compile(
    r"""[ \t]*\[[ \t]*(?:([A-Za-z0-9_-]+)|"([^"\\\n]*)"|'([^'\n]*)')[ \t]*\][ \t]*(?:\#.*)?\n?"""
)
_PART = re.compile(r"""[ \t]*\[+[ \t]*(?:([A-Za-z0-9_-]+)|"([^"\\\n]*)"|'([^'\n]*)')[ \t]*\.""")
_PAIR = re.compile(r"""[ \t]*[A-Za-z0-9_"'-][^=\n]*=""")
# An unclosed string extends to the end of the line. That keeps the time linear.
_TOKEN = re.compile(r"""'{3}|"{3}|'[^'\n]*(?:'|$)|"(?:[^"\\\n]|\\.)*(?:"|$)|[#\[\]{}]""")
_OF_PHH = " \t\n'\"[]#"
_MEANT = re.compile(r"[ \t]*[^ \t\r\n#]")


def tables(stream: Lines) -> Iterator[TomlTable]:
    """Yield the tables of a file."""
    cutter = _Cutter(stream)
    header = ""
    while True:
        key = _key(header)
        table, header = cutter.plain_table(key) or cutter.careful_table(key, header)
        if table is not None:
            yield table
        if not header:
            return


def _key(header: str) -> str | None:
    """Return the key in a header. None for an empty or any other header."""
    found = _HEADER.fullmatch(header)
    return next(key for key in found.groups() if key is not None) if found else None


class _Cutter:
    def __init__(self, stream: Lines) -> None:
        self.stream = stream
        self.number = 0  # number of the line that was read last
        self.pushed_back: list[str] = []

    # Reading lines

    def raw_line(self) -> str:
        return self.pushed_back.pop() if self.pushed_back else self.stream.readline(MOST_CHARACTERS)

    def line(self) -> tuple[str, str | None]:
        """Return the next line with a fault or None. The line is empty at the end of the file."""
        line = self.raw_line()
        if not line:
            return "", None
        self.number += 1
        if self.number == 1:
            line = line.removeprefix("\ufeff")
        if len(line) < MOST_CHARACTERS - 1 or line.endswith("\n"):
            return (line[:-2] + "\n" if line.endswith("\r\n") else line), None
        while line and not line.endswith("\n"):
            line = self.raw_line()
        return "\n", f"line {self.number} is longer than {MOST_CHARACTERS:,} characters"

    # Reading tables. Each method also returns the next header, or an empty text at the end.

    def plain_table(self, key: str | None) -> tuple[TomlTable | None, str] | None:
        """Read a hand that has only simple lines. It ends at a line that begins with a bracket.

        Returns None and reads nothing if there is anything else in it.
        """
        lines: list[str] = []
        size = 0
        while True:
            line = self.raw_line()
            if not line or line[0] == "[" or size > MOST_CHARACTERS:
                break
            if not lines and line == "\n":
                self.number += 1
                continue
            lines.append(line)
            size += len(line)
        text = "".join(lines)
        fields = read_plain(text) if size <= MOST_CHARACTERS and line[-2:] != "\r\n" else None
        if fields is None or (key is None and self.number):
            self.pushed_back.extend([line] * bool(line))
            self.pushed_back.extend(reversed(lines))
            return None
        first = self.number + 1
        self.number += len(lines) + bool(line)
        is_meant = key is not None or bool(fields)
        return TomlTable(key, text, first, False, None, fields) if is_meant else None, line

    def careful_table(self, key: str | None, header: str) -> tuple[TomlTable | None, str]:
        table = _TableLines(key)
        first = self.number + 1
        is_whole = bool(header) and key is None
        is_meant = bool(header)
        is_foreign = bool(header) and _is_foreign(header)
        site = other_site(header) if is_foreign else None
        error = None
        while True:
            line, fault = self.line()
            if not line:
                break
            if not table.quote and line.lstrip(" \t").startswith("["):
                if table.is_sub_table(line):
                    is_whole = True
                elif not table.depth or self.is_header(line):
                    break
            elif is_foreign:
                site = site or other_site(line)
            elif not table.quote and _is_foreign(line):
                break
            error = error or fault
            is_meant = is_meant or fault is not None or _MEANT.match(line) is not None
            table.add(line)
            if table.size > MOST_CHARACTERS:
                error = (
                    error or f"longer than {MOST_CHARACTERS:,} characters, the limit for one hand"
                )
                line = self.skip_to_header()
                break
        text = "".join(table.lines)
        if is_whole:
            text, first = header + text, first - 1
        if is_foreign:
            error = not_read(site or "This")
        if header and key is None:
            key = shortened(header.strip())
        return TomlTable(key, text, first, is_whole, error) if is_meant else None, line

    def skip_to_header(self) -> str:
        """Skip the rest of a table that is too long."""
        while line := self.raw_line():
            self.number += 1
            if line[0] == "[" and self.is_header(line):
                return line
        return ""

    def is_header(self, line: str) -> bool:
        """Return whether a line inside an open array begins a table.

        A key must follow it, because an array cannot contain one. Then the brackets before were
        not closed, and the hand before is truncated.
        """
        if not _HEADER.fullmatch(line):
            return False
        following = self.raw_line()
        if following:
            self.pushed_back.append(following)
        return _PAIR.match(following) is not None


class _TableLines:
    """The lines of one table so far, and the strings and brackets that are still open."""

    def __init__(self, key: str | None) -> None:
        self.key = key
        self.lines: list[str] = []
        self.size = 0
        self.depth = 0
        self.quote = ""  # the quotes that end the open string, or empty

    def is_sub_table(self, line: str) -> bool:
        if self.depth or self.key is None:
            return False
        part = _PART.match(line)
        return part is not None and self.key in part.groups()

    def add(self, line: str) -> None:
        self.size += len(line)
        self.lines.append(line)
        if self.quote or "'''" in line or '"""' in line:
            self._look_at_long_strings(line)
        elif "[" in line or self.depth:
            for token in _TOKEN.findall(line):
                if token == "#":
                    break
                self._count(token)

    def _look_at_long_strings(self, line: str) -> None:
        place = 0
        while place < len(line):
            if self.quote:
                end = line.find(self.quote, place)
                while self.quote == '"""' and end > 0 and _escapes(line, end) % 2:
                    end = line.find(self.quote, end + 1)
                if end < 0:
                    return
                place = end + 3
                while place < len(line) and line[place] == self.quote[0]:
                    place += 1  # up to two more quotes may belong to the string
                self.quote = ""
                continue
            token = _TOKEN.search(line, place)
            if token is None or token[0] == "#":
                return
            place = token.end()
            if token[0] in ("'''", '"""'):
                self.quote = token[0]
            else:
                self._count(token[0])

    def _count(self, token: str) -> None:
        if token == "[" or token == "{":
            self.depth += 1
        elif (token == "]" or token == "}") and self.depth:
            self.depth -= 1


def _is_foreign(line: str) -> bool:
    """Whether a hand of a site that is not read begins with *line*, which is no line of PHH."""
    if line[0] == "<":
        return True
    return "=" not in line and line[0] not in _OF_PHH and other_site(line) is not None


def _escapes(line: str, end: int) -> int:
    """Return the number of backslashes right before *end*."""
    place = end
    while place and line[place - 1] == "\\":
        place -= 1
    return end - place
