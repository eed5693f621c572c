"""Checks of the arguments of hand history readers, with messages for common mistakes."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO

from pokermasa.histories.history import HandEntry, History, HistoryError, shortened

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
        if text.strip() and "\n" not in text and text.lower().endswith((".phh", ".phhs", ".txt")):
            name = shortened(text)
            words = f"read takes the text of a hand, not a file name: read(open({name!r}).read())"
            raise HistoryError(words)
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
