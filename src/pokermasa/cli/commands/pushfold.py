"""`masa pushfold`: the equilibrium of all in or fold before the flop, for two players."""

import json as json_text
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from pokermasa.batch.array import Floats
from pokermasa.cli import output
from pokermasa.cli.number import between
from pokermasa.solve import SolveError
from pokermasa.solve.pushfold import PushFold, push_or_fold
from pokermasa.strength.hand_class import grid_classes


def pushfold(
    stack: Annotated[
        float,
        typer.Option(
            parser=between(1, 1000),
            metavar="BIG-BLINDS",
            help="The smaller stack at the start of the hand, in big blinds.",
        ),
    ] = 10.0,
    small_blind: Annotated[
        float, typer.Option(parser=between(0, 1), metavar="BIG-BLINDS", help="The small blind.")
    ] = 0.5,
    ante: Annotated[
        float,
        typer.Option(
            parser=between(0, 100), metavar="BIG-BLINDS", help="The ante, which both pay."
        ),
    ] = 0.0,
    grid: Annotated[bool, typer.Option("--grid/--no-grid", help="The 13 × 13 hands.")] = True,
    json: output.Json = False,
    csv: output.Csv = False,
    parquet: output.Parquet = None,
    force: output.Force = False,
) -> None:
    """Print the equilibrium of all in or fold before the flop for two players: the hands that the
    small blind pushes, and the hands with which the big blind calls. Every deal and board is
    counted. The result is within a ten-thousandth of a big blind of an equilibrium."""
    table = output.TableFile.asked(csv, parquet, json, force)
    try:
        found = push_or_fold(stack, small_blind, ante)
    except SolveError as error:
        raise typer.BadParameter(str(error), param_hint="--stack") from None
    printed = table.write(found.to_records())
    if json:
        typer.echo(json_text.dumps(as_json(found), indent=2))
    if json or printed:
        return
    console = output.reader()
    for name, verb, share, played in zip(
        ("small blind", "big blind"),
        ("pushes", "calls"),
        found.ranges,
        (found.push, found.call),
        strict=True,
    ):
        console.print(
            Text(f"The {name} {verb} {share.percent:.1f}%: ", "bold").append(str(share), "")
        )
        if grid:
            console.print(grid_table(played, verb))
    console.print(
        f"The small blind may expect {found.value:+.4f} big blinds; best answers would gain "
        f"{found.gains[0]:.5f} and {found.gains[1]:.5f}."
    )


def grid_table(parts: Floats, verb: str) -> Table:
    """Return the grid of starting hands with a letter for each act, so that it can be read without
    colours."""
    letter = verb[0].upper()
    text = f"{letter} {verb}, F folds; {letter} and a number: {verb} so often, in per cent"
    table = Table(show_header=False, title=text, title_justify="left", title_style="dim")
    for _ in range(13):
        table.add_column("", justify="center", no_wrap=True, min_width=3)
    for line, row in enumerate(grid_classes()):
        cells = []
        for column, name in enumerate(row):
            share = parts[13 * line + column]
            style = "green" if share > 0.99 else "dim" if share < 0.01 else "yellow"
            often = "" if share > 0.99 else f"{100 * share:.0f}"
            done = "F" if share < 0.01 else f"{letter}{often}"
            cells.append(Text(f"{name}\n{done}", style))
        table.add_row(*cells)
    return table


def as_json(found: PushFold) -> dict[str, Any]:
    names = [str(name) for row in grid_classes() for name in row]

    def by_class(numbers: Floats) -> dict[str, float]:
        rounded = [round(float(number), 6) for number in numbers]
        return dict(zip(names, rounded, strict=True))

    return {
        "stack": found.stack,
        "value": found.value,
        "gains": list(found.gains),
        "push": by_class(found.push),
        "call": by_class(found.call),
        "push_worth": by_class(found.push_worth),
        "call_worth": by_class(found.call_worth),
        "ranges": [str(range) for range in found.ranges],
    }
