"""Measures hands, evaluations and more a second beside other engines in one run: `make bench`.

A missing or crashed peer gets a row that says so. Faster peers are shown as well. `bench.document`
writes docs/benchmarks.md from the output.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module

from bench import beside
from bench.row import Row, cells, guarded
from pokermasa.cli.commands.bench import Only

LINE = "{:52} {:>16}   {:24} {:>16} {:>9}  {}"
HANDS = {str(part): part for part in (Only.TABLE, Only.HANDS, Only.ROLLOUT, Only.STEPS)}
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
    "act_path",
)
NAMES = (*HANDS, *MODULES)


def measured(name: str, scale: float) -> Iterator[Row]:
    """Yield the rows of one part. *scale* 1 takes at most some minutes, 0.001 hardly any time."""
    if name in HANDS:
        yield from beside.rows(5 * scale, HANDS[name])
        return
    part: Callable[[float], Iterator[Row]] = import_module(f"bench.{name}").rows
    yield from part(scale)


def rows(scale: float, only: str = "") -> Iterator[tuple[str, Row]]:
    """Yield the rows, each with the name of its part."""
    for name in NAMES:
        if only in ("", name):
            for row in guarded(name, partial(measured, name, scale)):
                yield name, row


def line(name: str, row: Row) -> str:
    what, *others = cells(row)
    return LINE.format(what if name in HANDS else f"{name}: {what}", *others).rstrip()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="a row a line, as JSON")
    parser.add_argument(
        "--scale", type=float, default=1, help="0.1 for a tenth of the time, and rougher numbers"
    )
    parser.add_argument("--only", default="", choices=NAMES, metavar="NAME", help=", ".join(NAMES))
    options = parser.parse_args()
    if not 0 < options.scale <= 100:
        parser.error(f"--scale {options.scale}: more than 0, at most 100")
    if not options.json:
        print(LINE.format("", "pokermasa", "peer", "its", "times", "").rstrip(), flush=True)
    for name, row in rows(options.scale, options.only):
        as_json = {"part": name} | row._asdict() | {"ratio": row.ratio}
        print(json.dumps(as_json) if options.json else line(name, row), flush=True)


if __name__ == "__main__":
    main()
