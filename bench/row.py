"""One line of the bench: what was measured, ours, and another's beside it."""

from collections.abc import Callable, Iterator
from importlib import import_module
from time import perf_counter
from typing import Any, NamedTuple

TIMES = ("ms", "s")
"""Units of which fewer are better."""


class Row(NamedTuple):
    what: str
    ours: float | None
    """None if it could not be measured; `note` says why."""
    unit: str = "/s"
    peer: str = ""
    theirs: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times as fast we are; below 1, the peer is faster."""
        if not self.ours or not self.theirs:
            return None
        return self.theirs / self.ours if self.unit in TIMES else self.ours / self.theirs


def cells(row: Row) -> list[str]:
    """As a person reads it: what, ours, beside, its, times, and what is worth knowing."""
    ratio = "" if row.ratio is None else f"{row.ratio:,.2f}"
    ours, theirs = amount(row.ours, row.unit), amount(row.theirs, row.unit)
    return [row.what, ours, row.peer, theirs, ratio, row.note]


def amount(number: float | None, unit: str) -> str:
    if number is None:
        return ""
    return f"{number:,.0f}{unit}" if unit == "/s" else f"{number:,.2f} {unit}"


def missing(error: Exception) -> str:
    """What a row says instead of a number."""
    kind = "not installed" if isinstance(error, ImportError) else "crashed"
    return f"{kind}: {error or type(error).__name__}"


def peer(name: str) -> tuple[Any, str]:
    """The module of a peer, or None and why it is not there."""
    try:
        return import_module(name), ""
    except Exception as error:  # a broken installation is somebody else's fault, and told
        return None, missing(error)


def best(works: dict[str, Callable[[], object]], turns: int, seconds: float) -> dict[str, float]:
    """The least time of each, in turns, so that no moment of the machine hurts one more than the
    others. At least one turn each; then as many as there is time for."""
    least = dict.fromkeys(works, float("inf"))
    until = perf_counter() + seconds
    for turn in range(turns):
        for name, work in works.items():
            if turn and perf_counter() > until:
                return least
            before = perf_counter()
            work()
            least[name] = min(least[name], perf_counter() - before)
    return least


def guarded(what: str, rows: Callable[[], Iterator[Row]]) -> Iterator[Row]:
    """Those rows; whatever ends them is a row, and the bench goes on."""
    try:
        yield from rows()
    except Exception as error:
        yield Row(what, None, note=missing(error))
