"""Numbers on the command line: how large they may be, and those that are not whole."""

import math
from collections.abc import Callable

import typer

LONGEST = 40
"""Letters of a wrong value that are repeated."""
MOST_HANDS = 1_000_000_000
MOST_STACK = 1_000_000_000
MOST_SEED = 2**63 - 1
MOST_WORKERS = 256
"""Threads or processes."""


def between(least: float, most: float) -> Callable[[str], float]:
    """Reads a number, given to `typer.Option(parser=...)`.

    >>> between(0, 10)("2.5")
    2.5
    """

    def number(text: str) -> float:
        try:
            read = float(text)
        except ValueError:
            read = math.nan
        if not least <= read <= most:
            said = str(text)[:LONGEST]
            raise typer.BadParameter(f"{said!r} is no number from {least:,g} to {most:,g}")
        return read

    return number
