"""The room's log: lines to read, or JSON lines to collect. No card, no secret, no name.

A fault is logged with its kind and the places it passed through, never with its message or its
values: those may hold a deck.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from types import TracebackType

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

EVERY = 1.0
"""Seconds between two lines of the same words."""
KINDS = 1000


class Line(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("{asctime} {levelname:7} {message}", style="{")

    def formatException(self, ei: ExcInfo) -> str:  # noqa: N802  (logging's own name)
        return "\n".join(f"    {place}" for place in places(ei[1]))


class JsonLine(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "words": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["fault"] = places(record.exc_info[1])
        return json.dumps(line)


def places(error: BaseException | None) -> list[str]:
    """The kind of a fault and where it came from, its cause included."""
    if error is None:
        return []
    frames = [
        f"{frame.filename}:{frame.lineno} in {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return [type(error).__name__, *frames, *places(cause)]


class Sparing(logging.Filter):
    """The same words once a second at most, whoever makes the room say them; the next line of the
    kind says how many were left out."""

    def __init__(self, steady: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._steady = steady
        self._last: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        # What comes after the first words may differ each time, with an address or a number.
        key = record.name, str(record.msg)[:40]
        now = self._steady()
        at, left_out = self._last.get(key, (-EVERY, 0))
        if now - at < EVERY:
            self._last[key] = at, left_out + 1
            return False
        self._last[key] = now, 0
        self._last.move_to_end(key)
        while len(self._last) > KINDS:
            self._last.popitem(last=False)
        if left_out:
            record.msg = f"{record.getMessage()} (and {left_out} more)"
            record.args = ()
        return True


def start(level: str, as_json: bool) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(Sparing())
    handler.setFormatter(JsonLine() if as_json else Line())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # What these say of a request may hold a private masa's key.
    for name in ("uvicorn.access", "uvicorn.error", "sqlalchemy", "alembic", "aiosqlite"):
        logging.getLogger(name).setLevel(logging.WARNING)
