"""`masa ranges`: what the preflop tables play, by position."""

import json as json_text
from typing import Annotated, Any

import typer
from rich.text import Text

from pokermasa.cli import output
from pokermasa.cli.commands.pushfold import grid_table
from pokermasa.cli.number import between
from pokermasa.ranges import Chart, ChartError, chart
from pokermasa.strength.hand_class import grid_classes


def ranges(
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="UTG, UTG+1, …, LJ, HJ, CO, BTN, SB or BB.")
    ],
    vs: Annotated[
        str | None, typer.Option(metavar="POSITION", help="Who has raised. Nobody by default.")
    ] = None,
    raises: Annotated[
        int | None, typer.Option(min=1, max=4, help="Number of raises so far: 2 is a re-raise.")
    ] = None,
    players: Annotated[int, typer.Option(min=2, max=9, help="Number of players.")] = 6,
    depth: Annotated[
        float,
        typer.Option(parser=between(1, 1000), metavar="BIG-BLINDS", help="Depth of the stacks."),
    ] = 100.0,
    act: Annotated[
        str | None,
        typer.Option(metavar="ACT", help="Only the hands of this act, as a range: call, raise."),
    ] = None,
    grid: Annotated[bool, typer.Option("--grid/--no-grid", help="The 13 × 13 hands.")] = True,
    json: output.Json = False,
) -> None:
    """Print how often each act is played before the flop, and with which hands.

    The tables come from our own training. Depths without a table use the nearest one.

    Example: masa ranges BB --vs BTN --depth 40

    With --act, the output can be a range of another command:
    masa equity AKs "$(masa ranges BB --vs BTN --act call)"
    """
    try:
        found = chart(position, vs, raises=raises, players=players, depth=depth)
    except ChartError as error:
        raise typer.BadParameter(str(error)) from None
    if act is not None:
        if act not in found.acts:
            message = f"{act!r} is none of {', '.join(found.acts)}"
            raise typer.BadParameter(message, param_hint="--act")
        typer.echo(str(found.range(act)))
        return
    if json:
        typer.echo(json_text.dumps(as_json(found), indent=2))
        return
    console = output.reader()
    spec = found.table.spec
    console.print(Text(f"{found.title}, {spec.depth:g} big blinds deep", "bold"))
    for act in found.acts:
        console.print(Text(f"{act} {found.percent(act):.1f}%", "bold"))
        if act != "fold":
            console.print(str(found.range(act)) or "no hand")
        if grid and act != "fold":
            console.print(grid_table(found.acts[act] * found.arriving, f"{act}s"))


def as_json(found: Chart) -> dict[str, Any]:
    names = [str(name) for row in grid_classes() for name in row]
    return {
        "situation": found.title,
        "depth": found.table.spec.depth,
        "made": found.table.made,
        "acts": {
            act: {
                "percent": round(found.percent(act), 2),
                "range": str(found.range(act)),
                "classes": {
                    name: round(float(share), 3) for name, share in zip(names, parts, strict=True)
                },
            }
            for act, parts in found.acts.items()
        },
    }
