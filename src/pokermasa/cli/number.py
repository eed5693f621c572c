"""Numbers on the command line: limits and a parser for fractions."""

import math
from collections.abc import Callable

import typer

LONGEST = 40
"""Maximum number of characters of a wrong value that an error message repeats."""
MOST_HANDS = 1_000_000_000
MOST_STACK = 1_000_000_000
MOST_WORKERS = 256
"""Maximum number of threads or processes."""


def between(least: float, most: float) -> Callable[[str], float]:
    """Return a parser for numbers from *least* to *most*, for `typer.Option(parser=...)`.

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
