"""Hand files for the commands. Files are read in any known format, and written completely or not at
all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR
from pathlib import Path
from tempfile import mkstemp
from types import TracebackType
from typing import IO, Any, BinaryIO

from pokermasa.histories.formats import Format
from pokermasa.histories.history import HandEntry, HistoryError
from pokermasa.histories.text_file import BEGINNING, hand_text

STANDARD = Path("-")
"""Path that means standard input or standard output."""


class HandFile:
    """A file of hands to read. Entering it raises `OSError` if the file cannot be opened."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> HandFile:
        self.bytes: BinaryIO = (
            open(sys.stdin.fileno(), "rb", buffering=BEGINNING, closefd=False)
            if self.path == STANDARD
            else self.path.open("rb", buffering=BEGINNING)
        )
        self.size = os.fstat(self.bytes.fileno()).st_size
        self._lines: IO[str]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.bytes.close()

    @property
    def read_so_far(self) -> int:
        """Number of bytes read so far, for a progress bar."""
        with suppress(OSError, ValueError):
            return self.bytes.tell()
        return self.size

    def hands(self) -> Iterator[HandEntry]:
        """Yield the hands of the file. A file without any hand yields one entry with an error."""
        is_empty = True
        with at(self.path):
            for found in self.format().reader()(self._lines):
                is_empty = False
                yield found
        if is_empty:
            yield HandEntry(None, None, HistoryError("there is no hand in this file"))

    def format(self) -> Format:
        """Return the format, detected from the beginning of the file."""
        found, self._lines = hand_text(self.bytes, self.size, self.path.suffix)
        return found


def read_text(path: Path) -> str:
    """Return the content of a small file. `-` means standard input."""
    if path == STANDARD:
        return sys.stdin.read()
    with at(path):
        return path.read_text("utf-8")


@contextmanager
def written_whole(path: Path) -> Iterator[IO[str]]:
    """Gives a file that appears under *path* only when it is complete: it is written to a temporary
    file and then renamed. If an error occurs, the temporary file is removed. Devices and pipes
    (`/dev/stdout`) cannot be replaced and are written directly."""
    if path.is_dir():
        raise IsADirectoryError(EISDIR, "is a directory", str(path))
    with at(path):
        if path.exists() and not path.is_file():
            with path.open("w", **_TEXT) as through:
                yield through
            return
        target = path.resolve()  # a symbolic link stays, and its target is replaced
        number, name = mkstemp(prefix=f".{target.name[:100]}.", dir=target.parent)
        try:
            with open(number, "w", **_TEXT) as beside:
                yield beside
                beside.flush()
                os.fsync(beside.fileno())
            with suppress(OSError):
                os.chmod(name, 0o666 & ~_umask())
            os.replace(name, target)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise


@contextmanager
def writing(path: Path) -> Iterator[IO[str]]:
    """Gives a file that is written completely or not at all. Standard output is written
    directly."""
    if path == STANDARD:
        yield sys.stdout
        sys.stdout.flush()
        return
    with written_whole(path) as file:
        yield file


_TEXT: Any = {"encoding": "utf-8", "errors": "surrogateescape", "newline": "\n"}


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


# Errors of the operating system


class Trouble(OSError):
    """An `OSError` that carries the name of the file as the user typed it."""


@contextmanager
def at(path: Path) -> Iterator[None]:
    """Adds the name of the file to every `OSError` raised inside the block."""
    try:
        yield
    except Trouble:
        raise
    except OSError as error:
        raise Trouble(error.errno, error.strerror, str(path)) from error


def problem(error: OSError, named: bool = True) -> str:
    """Return the error as text, such as "no/such.phh: no such file or directory"."""
    text = (error.strerror or str(error)).lower()
    return f"{error.filename}: {text}" if named and error.filename else text


@contextmanager
def printing(command: str) -> Iterator[None]:
    """Reports errors of writing to standard output in one line."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        raise  # the reader closed the pipe, and typer exits without a message
    except OSError as error:
        with suppress(OSError):  # otherwise Python would try to write the rest at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(f"masa {command}: standard output: {problem(error)}") from None


def so_many(count: int, what: str = "hand") -> str:
    """Return a number with a noun in the right form.

    >>> so_many(1), so_many(1200, "player")
    ('1 hand', '1,200 players')
    """
    return f"{count:,} {what}{'' if count == 1 else 's'}"
