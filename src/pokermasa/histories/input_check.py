"""Checks of what hand history readers and writers are given, with messages for common mistakes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import BufferedIOBase, RawIOBase, StringIO

from pokermasa.histories.history import HandEntry, History, HistoryError, shortened
from pokermasa.rules.refusal import in_short

_FILE_NAME = re.compile(r"[^\n={}]*\.[A-Za-z]\w{1,4}\s*")
_OPEN = 'open a file first: with open("hands.phhs", encoding="utf-8") as file: … read_all(file)'


def text_stream(text: object) -> StringIO:
    """Return *text*, which holds hands, as a stream of lines.

    Raises `HistoryError` for a path, an open file or a file name.

    >>> from pathlib import Path
    >>> text_stream(Path("hands.phh"))
    Traceback (most recent call last):
        ...
    pokermasa.histories.history.HistoryError: read takes the text of a hand: read(path.read_text())
    """
    if isinstance(text, str):
        if _FILE_NAME.fullmatch(text):
            name = shortened(text.strip())
            message = f"read takes the text of a hand, not a file name: read(open({name!r}).read())"
            raise HistoryError(message)
        return StringIO(text)
    if hasattr(text, "read_text"):
        raise HistoryError("read takes the text of a hand: read(path.read_text())")
    if hasattr(text, "read"):
        raise HistoryError("read takes the text of a hand: read(file.read()), or read_all(file)")
    raise HistoryError(f"read takes the text of a hand, not {type(text).__name__}")


def verify_stream(stream: object) -> None:
    """Raise `HistoryError` unless *stream* is an open text file or the like."""
    if isinstance(stream, str):
        raise HistoryError(f"read_all takes an open file, not text; {_OPEN}, or StringIO(text)")
    if not hasattr(stream, "readline"):
        raise HistoryError(f"read_all takes an open file, not {type(stream).__name__}; {_OPEN}")
    if isinstance(stream, RawIOBase | BufferedIOBase):
        raise HistoryError(f"read_all takes an open file, of text, not of bytes; {_OPEN}")


def verify_lines(lines: object) -> None:
    """Raise `HistoryError` unless *lines* can be the lines of a log, as an open file has them."""
    no_lines = str | bytes | RawIOBase | BufferedIOBase
    if isinstance(lines, no_lines) or not isinstance(lines, Iterable):
        raise HistoryError(f"read_log takes an open file or lines of text, not {in_short(lines)}")


def only_hand(found: Iterable[HandEntry]) -> History:
    """Return the only hand in *found*.

    Raises `HistoryError` if it cannot be read or is not the only one.
    """
    hands = list(found)
    if len(hands) != 1:
        more = "; read_all reads them all" if hands else ""
        raise HistoryError(f"expected one hand, found {len(hands)}{more}")
    if hands[0].history is None:
        raise hands[0].error or HistoryError("unreadable")
    return hands[0].history


def one_history(history: object) -> History:
    """Returns what `write` was given, or raises `HistoryError` if that is no history.

    >>> one_history([])
    Traceback (most recent call last):
        ...
    pokermasa.histories.history.HistoryError: write takes one History, not list; write_all takes
    several, each with its key: write_all([("1", history)])
    """
    if isinstance(history, History):
        return history
    several = 'write_all takes several, each with its key: write_all([("1", history)])'
    raise HistoryError(f"write takes one History, not {type(history).__name__}; {several}")


def verified_history(history: object) -> History:
    """Return *history*, or raise `HistoryError` if it is the text of a hand or anything else."""
    if isinstance(history, History):
        return history
    message = "a History was expected, as phh.read returns it"
    raise HistoryError(f"{message}, not {type(history).__name__}")


def each_history(hands: object) -> Iterator[History]:
    """Iterate over *hands*. Raise `HistoryError` if they are not several histories.

    >>> list(each_history(None))
    Traceback (most recent call last):
        ...
    pokermasa.histories.history.HistoryError: several hands were expected, as histories.load returns
    them, not NoneType
    """
    if isinstance(hands, History | str | bytes) or not isinstance(hands, Iterable):
        words = "several hands were expected, as histories.load returns them"
        raise HistoryError(f"{words}, not {type(hands).__name__}")
    return map(verified_history, hands)


def verify_hero(hero: object, history: History) -> None:
    """Raise `HistoryError` unless *hero* is a stack of the hand, or None."""
    if hero is not None and (type(hero) is not int or not 0 <= hero < history.players):
        most = history.players - 1
        raise HistoryError(f"the hero is a stack from 0 to {most}, or None; not {in_short(hero)}")


def keyed(hands: Iterable[tuple[str, History]]) -> Iterator[tuple[str, History]]:
    """The keys and histories that `write_all` was given; `HistoryError` for anything else."""
    for pair in hands if isinstance(hands, Iterable) else [hands]:
        if not isinstance(pair, tuple | list) or len(pair) != 2 or not isinstance(pair[1], History):
            message = 'write_all takes pairs of a key and a History: write_all([("1", history)])'
            raise HistoryError(f"{message}, not {type(pair).__name__}")
        yield pair
