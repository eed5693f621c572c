"""A row of the benchmark: what was measured, our result, and that of another engine."""

from collections.abc import Callable, Iterator
from importlib import import_module
from time import perf_counter
from typing import Any, NamedTuple

TIMES = ("ms", "s")
"""Units in which a smaller number is better."""


class Row(NamedTuple):
    what: str
    ours: float | None
    """Our result. None if it could not be measured; `note` says why."""
    unit: str = "/s"
    peer: str = ""
    theirs: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Our speed divided by the peer's. Below 1, the peer is faster."""
        if not self.ours or not self.theirs:
            return None
        return self.theirs / self.ours if self.unit in TIMES else self.ours / self.theirs


def cells(row: Row) -> list[str]:
    """Return the row for people: name, our result, the peer, its result, the ratio, and a note."""
    ratio = "" if row.ratio is None else f"{row.ratio:,.2f}"
    ours, theirs = amount(row.ours, row.unit), amount(row.theirs, row.unit)
    return [row.what, ours, row.peer, theirs, ratio, row.note]


def amount(number: float | None, unit: str) -> str:
    if number is None:
        return ""
    return f"{number:,.0f}{unit}" if unit == "/s" else f"{number:,.2f} {unit}"


def missing(error: Exception) -> str:
    """Text in place of a missing number."""
    kind = "not installed" if isinstance(error, ImportError) else "crashed"
    return f"{kind}: {error or type(error).__name__}"


def peer(name: str) -> tuple[Any, str]:
    """Return the module of a peer, or None and the reason why it is missing."""
    try:
        return import_module(name), ""
    # A broken installation of a peer must not stop the benchmark; it is reported.
    except Exception as error:
        return None, missing(error)


def best(works: dict[str, Callable[[], object]], turns: int, seconds: float) -> dict[str, float]:
    """Return the shortest time of each function. The functions take turns, at least one each and
    then as many as there is time for, so that a moment of other load does not matter.
    """
    least = dict.fromkeys(works, float("inf"))
    until = perf_counter() + seconds
    for turn in range(turns):
        for name, function in works.items():
            if turn and perf_counter() > until:
                return least
            before = perf_counter()
            function()
            least[name] = min(least[name], perf_counter() - before)
    return least


def guarded(what: str, rows: Callable[[], Iterator[Row]]) -> Iterator[Row]:
    """Yield the rows. An exception becomes a row of its own, and the benchmark goes on."""
    try:
        yield from rows()
    except Exception as error:
        yield Row(what, None, note=missing(error))
