"""The option `--date` and the identity of a run, from which hand numbers are made."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime
from typing import Annotated

import typer

from pokermasa.histories.run import Run

Date = Annotated[
    str | None,
    typer.Option(
        "--date",
        metavar="DATE",
        help="The date of the saved hands, in UTC: '2024-05-01 20:00'; default: now. With "
        "--seed, the file is exactly the same each time.",
    ),
]


def begun(command: str, date: str | None, *asked: object) -> Run:
    """Return the run for a command with the arguments *asked*. Without a date every run is
    different."""
    if date is None:
        now = time.time_ns()
        return Run(f"{command} {asked} {now}", now // 10**9)
    found = re.fullmatch(r"(\d{4})-(\d\d?)-(\d\d?)(?:[ T](\d\d?):(\d\d)(?::(\d\d))?)?Z?", date)
    try:
        if found is None:
            raise ValueError
        year, month, day, hour, minute, second = (int(part or 0) for part in found.groups())
        at = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
        if at.year < 1990:
            raise ValueError
    except ValueError:
        message = f"{date!r} is no date since 1990; write it as in '2024-05-01 20:00'"
        raise typer.BadParameter(message, param_hint="--date") from None
    seconds = int(at.timestamp())
    return Run(f"{command} {asked} {seconds}", seconds, ticks=True)
