"""Finds every command line of `masa` in the documentation."""

import re
import shlex
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from tests.test_house import REPOSITORY

PAGES = [*sorted(REPOSITORY.glob("*.md")), *sorted((REPOSITORY / "docs").rglob("*.md"))]
_BLOCK = re.compile(r"^( *)```[^\n]*\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`(masa [^`\n]+)`")
_COMMAND = re.compile(r"(?:^|\| |\$ |[A-Z_]+=\S+ |sudo -u \w+ |bin/|room1 )(masa [a-z-]+(?: .*)?$)")
_NO_COMMAND = re.compile(r"masa [a-z-]+ (?:needs|cannot)\b|masa COMMAND|masa \d|masa = |masa --")
_SHELL = re.compile(r" \\?[|>] .*| && .*")
"""The rest of a line that a shell handles: pipes, redirections, and further commands."""
_STANDS_FOR = {"…": "1", "N": "2", "B": "20", "PORT": "18791", "FILE": "hands.phhs"}


class Line(NamedTuple):
    page: str
    words: tuple[str, ...]
    """Arguments of `masa`."""
    is_whole: bool
    """Whether the command is in a code block. A command in a sentence may lack arguments."""

    def __str__(self) -> str:
        return f"{self.page}: masa {shlex.join(self.words)}"


def command_lines() -> list[Line]:
    """Return all command lines in the order of the pages, each once a page."""
    found: dict[Line, None] = {}
    for path in PAGES:
        page = path.relative_to(REPOSITORY).as_posix()
        for text, is_whole in _texts(path.read_text("utf-8")):
            is_whole = is_whole and "…" not in text
            words = shlex.split(_SHELL.sub("", text), comments=True)
            filled = [
                _STANDS_FOR.get(word, word)
                for before, word in pairwise(words)
                if word != "…" or before.startswith("-")
            ]
            found[Line(page, tuple(filled), is_whole)] = None
    return list(found)


def _texts(page: str) -> Iterator[tuple[str, bool]]:
    for block in _BLOCK.finditer(page):
        for line in block[2].splitlines():
            # An explanation follows after two blanks, and sometimes another command after it.
            for part in re.split(r"\s{2,}", line.strip()):
                command = _COMMAND.search(part.rstrip("'"))
                if command and not part.startswith(">>>") and not _NO_COMMAND.match(command[1]):
                    yield command[1], True
    for inline in _INLINE.finditer(_BLOCK.sub("", page)):
        if re.match(r"masa [a-z]", inline[1]) and not _NO_COMMAND.match(inline[1]):
            yield inline[1], False
