"""The output of `masa stats --mistakes`."""

from __future__ import annotations

import json as json_text

import typer
from rich.table import Table

from pokermasa.cli import output
from pokermasa.cli.commands.replay import printable
from pokermasa.study.mistakes import Mistakes


def print_mistakes(costs: Mistakes, top: int, json: bool) -> None:
    """Prints the mistakes, the most expensive first, and their sums; *top* of 0 means all."""
    worst = sorted(costs.found, key=lambda each: -each.loss)
    shown = worst[:top] if top else worst
    if json:
        for each in shown:
            typer.echo(json_text.dumps({**each._asdict(), "loss": round(each.loss, 2)}))
        return
    console = output.reader()
    console.print(
        f"{costs.hands:,} hands, {costs.judged:,} of {costs.decisions:,} decisions judged: "
        f"{len(costs.found):,} mistakes, {costs.per_hundred:.1f} big blinds lost in 100 hands"
    )
    for field in ("street", "position", "kind"):
        parts = [f"{name} {lost:.1f} bb ({count})" for name, lost, count in costs.by(field)]
        if parts:
            console.print(f"by {field}: {', '.join(parts)}")
    if not shown:
        return
    table = Table("hand", "street", "position", "kind", "act", "better", "lost (bb)")
    for each in shown:
        table.add_row(
            *(printable(each.hand), each.street, each.position, each.kind.value),
            *(each.act, each.best, f"{each.loss:.2f}"),
        )
    console.print(table)
