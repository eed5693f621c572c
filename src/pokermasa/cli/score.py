"""The result of a match as a table, a verdict and the faults, or as plain lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from rich.table import Table

from pokermasa.arena import CupResult, Interval, Result
from pokermasa.arena.fault import FaultLog

SHOWN_FAULTS = 3
"""Maximum number of faults shown for each bot."""
SHOWN_WORDS = 4
"""Maximum number of lines of standard error shown for each bot, both from its beginning and from
its end."""


class ScoreReport(NamedTuple):
    title: str
    table: Table
    verdict: str
    faults: list[str]
    lines: list[str]
    """The whole result as lines without boxes and colours."""


def report(result: Result | CupResult) -> ScoreReport:
    return _cup(result) if isinstance(result, CupResult) else _match(result)


def _match(result: Result) -> ScoreReport:
    match = result.match
    how = "duplicate deals" if match.duplicate else "single deals"
    title = (
        f"{result.hands:,} hands, {result.deals:,} {how} · {match.terms.words} · seed {match.seed}"
    )
    table = columns("bot", "mbb/hand", "95 % interval", "won", "faults")
    rows = sorted(result.rows, key=lambda row: -row.surest.mean)
    lines = [title]
    for row in rows:
        text = ""
        table.add_row(
            row.name,
            coloured(row.mbb),
            between(row.mbb),
            f"{row.chips:+,}",
            faulty(row.faults),
        )
        if row.aivat is not None:  # in a row of its own, so that numbers are not cut at 80 columns
            table.add_row("  by AIVAT", coloured(row.aivat), between(row.aivat))
            text = f"by AIVAT {signed(row.aivat.mean)}, 95 % from {between(row.aivat)}, "
        lines.append(
            f"{row.name}: {signed(row.mbb.mean)} mbb/hand, 95 % from {between(row.mbb)}, {text}"
            f"{row.chips:+,} chips, {row.faults:,} faults"
        )
    ahead = [row.name for row in rows if row.surest.low > 0]
    said = verdict(ahead, result.faults, match.names)
    if match.until is not None and result.widest > match.until:
        said += f"\nThe most deals were played; ± {match.until:g} was not reached."
    notes = in_words(result.faults, match.names, "deal")
    pairs = zip(match.names, result.handed, strict=True)
    notes += [handed.sentence(name) for name, handed in pairs if handed.decisions]
    return ScoreReport(title, table, said, notes, [*lines, *said.splitlines(), *notes])


def _cup(result: CupResult) -> ScoreReport:
    cup = result.cup
    title = f"{result.games:,} games · {cup.structure.name} · seed {cup.seed}"
    unit = "% a game" if cup.structure.buy_in else "points a game"
    table = columns("bot", unit, "95 % interval", "wins", "mean place", "faults")
    order = sorted(range(cup.players), key=lambda bot: -result.sums[bot].mean)
    lines = [title]
    for bot in order:
        won, places = result.sums[bot].interval, result.places[bot]
        mean = sum([place * count for place, count in places.items()]) / result.games
        faults = result.faults.counts[bot]
        name = cup.names[bot]
        table.add_row(
            name, coloured(won), between(won), f"{places[1]:,}", f"{mean:.2f}", faulty(faults)
        )
        lines.append(
            f"{name}: {signed(won.mean)} {unit}, 95 % from {between(won)}, "
            f"{places[1]:,} wins, mean place {mean:.2f}, {faults:,} faults"
        )
    ahead = [cup.names[bot] for bot in order if result.lead(bot).low > 0]
    said = verdict(ahead, result.faults, cup.names)
    notes = in_words(result.faults, cup.names, "hand")
    return ScoreReport(title, table, said, notes, [*lines, said, *notes])


def columns(*heads: str) -> Table:
    table = Table()
    for head in heads:
        table.add_column(head, justify="left" if head == "bot" else "right", no_wrap=True)
    return table


def signed(amount: float) -> str:
    return f"{amount:+,.1f}"


def coloured(won: Interval, digits: int = 1) -> str:
    """Return the mean, coloured green or red only if the confidence interval excludes zero."""
    style = "green" if won.low > 0 else "red" if won.high < 0 else "dim"
    return f"[{style}]{won.mean:+,.{digits}f}[/]"


def between(won: Interval) -> str:
    if not math.isfinite(won.half):
        return "unknown: too few deals"
    return f"{signed(won.low)} to {signed(won.high)}"


def faulty(faults: int) -> str:
    return f"[yellow]{faults:,}[/]" if faults else "0"


def verdict(ahead: Sequence[str], faults: FaultLog, names: Sequence[str]) -> str:
    """Return the verdict. *ahead* are the bots whose whole confidence interval shows a lead.

    >>> verdict(["house"], FaultLog(2), ["house", "caller"])
    'house wins.'
    >>> verdict([], FaultLog(2), ["house", "caller"])
    'Nobody is ahead for certain.'
    """
    failed = [name for name, count in zip(names, faults.counts, strict=True) if count]
    if failed:
        return (
            f"No verdict: {listed(failed)} had faults, and what is checked or folded for a fault "
            "says little about who is better."
        )
    if not ahead:
        return "Nobody is ahead for certain."
    return f"{listed(ahead)} {'wins' if len(ahead) == 1 else 'win'}."


def listed(names: Sequence[str]) -> str:
    """Return the names as an English list.

    >>> listed(["ada", "bob", "cem"])
    'ada, bob and cem'
    """
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def in_words(book: FaultLog, names: Sequence[str], where: str) -> list[str]:
    lines = []
    for bot, count in enumerate(book.counts):
        if not count:
            continue
        lines.append(f"{names[bot]}: {count:,} faults, checked or folded each time")
        # Only the first fault of each kind is shown.
        by_words = {one.message: one for one in reversed(book.recorded) if one.bot == bot}
        first = sorted(by_words.values(), key=lambda one: one.where)[:SHOWN_FAULTS]
        lines += [f"  {where} {one.where:,}: {one.message}" for one in first]
        said = book.last_words[bot].strip().splitlines()
        if len(said) > 2 * SHOWN_WORDS:
            said[SHOWN_WORDS:-SHOWN_WORDS] = ["…"]
        lines += [f"  it said: {line}" for line in said]
    return lines
