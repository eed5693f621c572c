"""`make bench`: hands and evaluations a second beside other engines, in one run, row by row.

A peer that is missing or crashes has a row that says so. Those that are faster are shown as well.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module

from bench.row import Row, guarded
from pokermasa.cli import bench as masa_bench

LINE = "{:52} {:>16}   {:24} {:>16} {:>9}  {}"
HANDS = {
    "table": masa_bench.Only.TABLE,
    "hands": masa_bench.Only.HANDS,
    "rollout": masa_bench.Only.ROLLOUT,
    "steps": masa_bench.Only.STEPS,
}
"""Parts that `masa bench` measures too."""
MODULES = (
    "evaluate",
    "batch",
    "threads",
    "tournament",
    "replay",
    "arena",
    "learning",
    "solve",
    "startup",
    "cold",
)
NAMES = (*HANDS, *MODULES)


def measured(name: str, scale: float) -> Iterator[Row]:
    """The rows of one part; *scale* 1 takes at most some minutes, 0.001 hardly anything."""
    if name in HANDS:
        for row in masa_bench.rows(5 * scale, HANDS[name]):
            yield Row(row.what, row.ours, "/s", row.peer, row.theirs, row.note)
        return
    part: Callable[[float], Iterator[Row]] = import_module(f"bench.{name}").rows
    for row in part(scale):
        yield row._replace(what=f"{name}: {row.what}")


def rows(scale: float, only: str = "") -> Iterator[Row]:
    for name in NAMES:
        if only in ("", name):
            yield from guarded(name, partial(measured, name, scale))


def cells(row: Row) -> list[str]:
    ratio = "" if row.ratio is None else f"{row.ratio:,.2f}"
    ours, theirs = written(row.ours, row.unit), written(row.theirs, row.unit)
    return [row.what, ours, row.peer, theirs, ratio, row.note]


def line(row: Row) -> str:
    return LINE.format(*cells(row)).rstrip()


def written(amount: float | None, unit: str) -> str:
    if amount is None:
        return ""
    return f"{amount:,.0f}{unit}" if unit == "/s" else f"{amount:,.2f} {unit}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="a row a line, as JSON")
    parser.add_argument("--markdown", action="store_true", help="as docs/benchmarks.md has it")
    parser.add_argument(
        "--scale", type=float, default=1, help="0.1 for a tenth of the time, and rougher numbers"
    )
    parser.add_argument("--only", default="", choices=NAMES, metavar="NAME", help=", ".join(NAMES))
    options = parser.parse_args()
    if not 0 < options.scale <= 100:
        parser.error(f"--scale {options.scale}: more than 0, at most 100")
    if options.markdown:
        print("| | pokermasa | beside | its | times | |\n| --- | ---: | --- | ---: | ---: | --- |")
    elif not options.json:
        print(LINE.format("", "pokermasa", "peer", "its", "times", "").rstrip(), flush=True)
    for row in rows(options.scale, options.only):
        told = json.dumps(row._asdict() | {"ratio": row.ratio}) if options.json else line(row)
        print("| " + " | ".join(cells(row)) + " |" if options.markdown else told, flush=True)


if __name__ == "__main__":
    main()
