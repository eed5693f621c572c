"""`make bench`: hands and evaluations a second beside other engines, in one run, in one table."""

import argparse
import importlib
import json
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from bench.clock import race
from bench.hands import Play, pokermasa
from bench.peers import PEERS
from bench.startup import startup


class Row(NamedTuple):
    what: str
    ours: float
    unit: str
    peer: str = ""
    theirs: float | None = None
    ratio: float | None = None
    """How many times as fast we are."""
    note: str = ""


def hands(seconds: float, only: str) -> Iterator[Row]:
    engines = {"pokermasa": pokermasa()}
    for peer in PEERS:
        if only in ("", "hands", peer.__name__):
            engines |= opened(peer)
    paces = race(engines, seconds)
    ours = paces.pop("pokermasa")
    for peer, theirs in paces.items():
        ratio = ours.hands_a_second / theirs.hands_a_second
        note = f"{ours.acts_a_hand:.1f} and {theirs.acts_a_hand:.1f} acts a hand"
        yield Row(
            "six-handed hands", ours.hands_a_second, "/s", peer, theirs.hands_a_second, ratio, note
        )


def opened(peer: Callable[[], Play]) -> dict[str, Play]:
    try:
        return {peer.__name__: peer()}
    except ImportError as error:
        print(f"left out: {peer.__name__} ({error})", file=sys.stderr)
        return {}


def others(name: str) -> Iterator[Row]:
    """The rows of a bench that stands on its own."""
    try:
        rows = list(importlib.import_module(f"bench.{name}").rows())
    except ImportError as error:
        print(f"left out: bench.{name} ({error})", file=sys.stderr)
        return
    for row in rows:
        unit = getattr(row, "unit", "/s")
        yield Row(f"{name}: {row.what}", row.ours, unit, row.peer, row.theirs, row.ratio)


def imports() -> Iterator[Row]:
    bare, with_rules = startup()
    note = "ours over Python's own start"
    yield Row(
        "import pokermasa.rules", 1e3 * (with_rules - bare), "ms", "python", 1e3 * bare, note=note
    )


def rows(seconds: float, only: str) -> Iterator[Row]:
    if only not in (
        "arena",
        "evaluate",
        "batch",
        "tables",
        "tournament",
        "replay",
        "learning",
        "startup",
    ):
        yield from hands(seconds, only)
    for name in ("evaluate", "batch", "tables", "tournament", "replay", "arena", "learning"):
        if only in ("", name):
            yield from others(name)
    if only in ("", "startup"):
        yield from imports()


def shown(rows: list[Row]) -> Table:
    table = Table("what", "pokermasa", "peer", "its", "times", "")
    for column in (1, 3, 4):
        table.columns[column].justify = "right"
    for row in rows:
        ratio = "" if row.ratio is None else f"{row.ratio:,.2f}"
        ours, theirs = written(row.ours, row.unit), written(row.theirs, row.unit)
        table.add_row(row.what, ours, row.peer, theirs, ratio, row.note)
    return table


def written(amount: float | None, unit: str) -> str:
    if amount is None:
        return ""
    return f"{amount:,.0f}{unit}" if unit == "/s" else f"{amount:,.2f} {unit}"


def main() -> None:
    names = [
        "hands",
        *(peer.__name__ for peer in PEERS),
        "evaluate",
        "batch",
        "tables",
        "tournament",
        "replay",
        "arena",
        "learning",
        "startup",
    ]
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="the rows as JSON")
    parser.add_argument(
        "--seconds", type=float, default=5, help="how long each engine plays hands (5)"
    )
    parser.add_argument("--only", default="", choices=names, metavar="NAME", help=", ".join(names))
    options = parser.parse_args()
    measured = list(rows(options.seconds, options.only))
    if options.json:
        print(json.dumps([row._asdict() for row in measured], indent=1))
    else:
        Console().print(shown(measured))


if __name__ == "__main__":
    main()
