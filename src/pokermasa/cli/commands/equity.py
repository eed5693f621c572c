"""`masa equity`: each player's share of the pot if there is no further betting."""

import json as json_text
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from pokermasa.cards import Card, CardError, distinct, read_cards
from pokermasa.cli import output
from pokermasa.cli.bar import bar
from pokermasa.cli.canvas import NoPicture, canvas_for
from pokermasa.cli.number import MOST_WORKERS, between
from pokermasa.equity import Equity, EquityError, EquityRefusal, Share
from pokermasa.equity import equity as equity_of
from pokermasa.equity.calculation import FINEST
from pokermasa.strength import Category
from pokermasa.strength.hand_class import grid_classes
from pokermasa.strength.range import Range, RangeError

SUIT_COLOURS = ("green", "blue", "red", "bright_white")
BAR_WIDTH = 20
LONGEST_RANGE = 40


def equity(
    hands: Annotated[
        list[str],
        typer.Argument(
            metavar="HAND...",
            help="Two to ten hands or ranges: AhKh, QQ+, 'AKs, A5s-A2s, 76s:0.5', 15%, random.",
            show_default=False,
        ),
    ],
    board: Annotated[str, typer.Option(help="Cards on the table: 2h7d9h.")] = "",
    dead: Annotated[str, typer.Option(help="Cards known to be in nobody's hand.")] = "",
    precision: Annotated[
        float | None,
        typer.Option(
            parser=between(100 * FINEST, 50),
            metavar="POINTS",
            help="The allowed error in percentage points. Without it, the answer is exact if that "
            "takes only seconds, else within 0.1.",
            show_default=False,
        ),
    ] = None,
    exact: Annotated[
        bool | None, typer.Option("--exact/--sample", help="Force exact counting, or sampling.")
    ] = None,
    seed: Annotated[
        int,
        typer.Option(
            min=0, max=2**64 - 1, help="A number; the same number gives the same samples."
        ),
    ] = 0,
    threads: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_WORKERS, help="How many threads; all cores by default."),
    ] = None,
    grid: Annotated[bool, typer.Option("--grid", help="Show each range hand by hand.")] = False,
    plot: Annotated[
        Path | None, typer.Option(help="Draw it: FILE.svg or FILE.png, - to print an SVG.")
    ] = None,
    force: output.Force = False,
    json: output.Json = False,
    csv: output.Csv = False,
    parquet: output.Parquet = None,
) -> None:
    """Print the equity of hands and ranges: exact if that takes only seconds, else sampled."""
    check(hands, board, dead, plot, force, json or csv)
    table = output.TableFile.asked(csv, parquet, json, force)
    try:
        with bar("sampling", is_quiet=json) as moved:

            def watch(done: int, whole: int) -> None:
                moved(done, f"sampling {done:,} of about {whole:,} deals", whole)

            result = equity_of(
                hands,
                board=board,
                dead=dead,
                precision=None if precision is None else precision / 100,
                exact=exact,
                seed=seed,
                threads=threads,
                watch=watch,
            )
    except EquityError as error:
        raise typer.BadParameter(str(error), param_hint=WHERE.get(error.code, "HAND...")) from None
    if plot is not None:
        from pokermasa.cli.equity_chart import draw

        draw(result, plot)
    printed = table.write(result.to_records())
    if json:
        typer.echo(json_text.dumps(as_json(result), indent=2))
    if json or printed:
        return
    console = output.reader(plot)
    console.print(equity_table(result, hands))
    console.print(category_table(result))
    if grid:
        for player, share in enumerate(result.shares, start=1):
            if len(share.classes) > 1:
                console.print(grid_table(player, share))
    console.print(counted(result))
    if plot is not None:
        console.print(f"Drawn: {plot}", markup=False, soft_wrap=True)


WHERE = {
    EquityRefusal.BOARD: "--board",
    EquityRefusal.TOO_FEW_CARDS: "HAND..., --board, --dead",
    EquityRefusal.TOO_LONG: "--exact",
}
"""Command-line arguments that each refusal is about, if not the hands."""


def check(
    hands: list[str], board: str, dead: str, plot: Path | None, force: bool, json: bool
) -> None:
    """Checks each argument by itself, before the calculation."""
    output.check(plot, force, "--plot", json)
    try:
        if plot is not None:
            canvas_for(plot, 1, 1, "")
    except NoPicture as error:
        raise typer.BadParameter(str(error), param_hint="--plot") from None
    for hint, cards in (("--board", board), ("--dead", dead)):
        try:
            distinct(read_cards(cards))
        except CardError as error:
            raise typer.BadParameter(str(error), param_hint=hint) from None
    for hand in hands:
        try:
            Range.read(hand)
        except (RangeError, CardError) as error:
            raise typer.BadParameter(str(error), param_hint="HAND...") from None


def equity_table(result: Equity, hands: list[str]) -> Table:
    title = Text("Equity")
    for label, cards in (("  board ", result.board), ("  dead ", result.dead)):
        if cards:
            title.append(label, "dim").append(coloured(cards))
    table = Table(title=title, title_justify="left", title_style="bold")
    table.add_column("", justify="right", style="dim")
    table.add_column("hand", overflow="fold", max_width=LONGEST_RANGE)
    for name in ("equity", "win", "tie"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    best = max(share.equity for share in result.shares)
    for player, (share, typed) in enumerate(zip(result.shares, hands, strict=True), start=1):
        colour = "green" if share.equity == best else "cyan"
        percentage = f"{share.equity:.2%}" + ("" if result.exact else f" ±{margin(share):.2f}")
        bar = "█" * round(BAR_WIDTH * share.equity)
        table.add_row(
            str(player),
            coloured(next(iter(share.range))) if len(share.range) == 1 else typed,
            Text(percentage, f"bold {colour}"),
            f"{share.win:.2%}",
            f"{share.tie:.2%}",
            Text(bar, colour),
        )
    return table


def category_table(result: Equity) -> Table:
    table = Table(title="Ends as", title_justify="left", title_style="bold")
    table.add_column("")
    for player in range(1, len(result.shares) + 1):
        table.add_column(str(player), justify="right", no_wrap=True)
    for category in reversed(Category):
        parts = [share.categories[category] for share in result.shares]
        table.add_row(
            category.english,
            *(f"{probability:.2%}" if probability else "" for probability in parts),
        )
    return table


def grid_table(player: int, share: Share) -> Table:
    """Return the grid of 13 × 13 starting hands with the equity of each in per cent."""
    table = Table(title=f"{player}: equity by hand, %", title_justify="left", title_style="bold")
    for _ in range(13):
        table.add_column("", justify="center", no_wrap=True, min_width=3)
    table.show_header = False
    for row in grid_classes():
        cells = []
        for hand_class in row:
            found = share.classes.get(hand_class)
            if found is None:
                cells.append(Text(str(hand_class), "dim"))
            else:
                colour = "green" if found.equity >= 0.5 else "yellow"
                cells.append(Text(f"{hand_class}\n{100 * found.equity:.0f}", colour))
        table.add_row(*cells)
    return table


def counted(result: Equity) -> Text:
    if result.exact:
        return Text(f"Exact: all {result.looked_at:,} deals and boards.")
    within = max(margin(share) for share in result.shares)
    return Text(
        f"Sampled: {result.looked_at:,} deals and boards at random;"
        f" within ±{within:.2f} points of the truth in 95 of 100 such runs."
    )


def margin(share: Share) -> float:
    """Return the larger distance from the equity to the ends of the confidence interval, in
    percentage points."""
    low, high = share.interval
    return 100 * max(high - share.equity, share.equity - low)


def coloured(cards: tuple[Card, ...]) -> Text:
    text = Text()
    for card in cards:
        text.append(card.pretty, SUIT_COLOURS[card.suit])
    return text


def as_json(result: Equity) -> dict[str, Any]:
    return {
        "exact": result.exact,
        "looked_at": result.looked_at,
        "board": [str(card) for card in result.board],
        "dead": [str(card) for card in result.dead],
        "players": [
            {
                "range": str(share.range),
                "equity": share.equity,
                "win": share.win,
                "tie": share.tie,
                "error": share.error,
                "interval": list(share.interval),
                "categories": {
                    category.english: probability
                    for category, probability in share.categories.items()
                },
                "classes": {
                    str(hand_class): {"weight": found.weight, "equity": found.equity}
                    for hand_class, found in share.classes.items()
                },
            }
            for share in result.shares
        ],
    }
