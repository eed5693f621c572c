"""The room's log, as text lines or JSON lines. It contains no cards, secrets or names.

An error is logged with its type and traceback, but without its message and values, which may
contain a deck.
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
"""Time window in seconds in which repeated messages are suppressed."""
KINDS = 1000
OWN_WORDS = ("pokermasa.server.storage.", "pokermasa.server.sealed_file")
"""Modules whose errors have messages that are safe to log."""


class LogLine(logging.Formatter):
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
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["fault"] = places(record.exc_info[1])
        return json.dumps(line)


def places(error: BaseException | None) -> list[str]:
    """Return the type and the traceback of an error and of its causes."""
    if error is None:
        return []
    frames = [
        f"{frame.filename}:{frame.lineno} in {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return [type(error).__name__, *frames, *places(cause)]


def reason(error: BaseException) -> str:
    """Return the type of an error, and the message of the system or the database.

    Other errors have only their type, because their messages may contain values of the room.

    >>> reason(OSError(28, "No space left on device", "/backups/x"))
    'OSError: No space left on device: /backups/x'
    >>> reason(ValueError("As Kd"))
    'ValueError'
    """
    cause = getattr(error, "orig", None) or error  # SQLAlchemy wraps the driver's error.
    kind, text = type(error).__name__, ""
    if isinstance(cause, OSError) and cause.strerror:
        text = ": ".join(str(one) for one in (cause.strerror, cause.filename) if one)
    elif type(cause).__module__.startswith(OWN_WORDS) or _is_operational(cause):
        # Further lines of a database message may contain the values of a statement.
        text = str(cause).partition("\n")[0]
    return f"{kind}: {text}" if text else kind


def _is_operational(error: BaseException) -> bool:
    """Whether the error is an OperationalError, the name that every database driver uses (PEP
    249)."""
    return any(one.__name__ == "OperationalError" for one in type(error).__mro__)


class Sparing(logging.Filter):
    """Limits repeated messages to one warning, or ten other lines, per second.

    The next line of the same message says how many were left out.
    """

    def __init__(self, steady: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._steady = steady
        self._said: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()
        """Start of the time window, and the number of lines in it, by logger and message."""

    def filter(self, record: logging.LogRecord) -> bool:
        # Only the beginning of a message counts: the rest may contain an address or number.
        key = record.name, str(record.msg)[:40]
        most = 1 if record.levelno >= logging.WARNING else 10
        now = self._steady()
        since, count = self._said.pop(key, (now, 0))
        is_over = now - since >= EVERY
        self._said[key] = (now, 1) if is_over else (since, count + 1)
        while len(self._said) > KINDS:
            self._said.popitem(last=False)
        if not is_over:
            return count < most
        if count > most:
            record.msg = f"{record.getMessage()} (and {count - most} more)"
            record.args = ()
        return True


def start(level: str, as_json: bool) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(Sparing())
    handler.setFormatter(JsonLine() if as_json else LogLine())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # Their messages about requests may contain the key of a private table.
    for name in (
        "uvicorn.access",
        "uvicorn.error",
        "sqlalchemy",
        "alembic",
        "aiosqlite",
        "psycopg",
    ):
        logging.getLogger(name).setLevel(logging.WARNING)
