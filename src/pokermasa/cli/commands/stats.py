"""`masa stats`: statistics of players from hand histories."""

from __future__ import annotations

import json as json_text
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokermasa.cli import output, refusals
from pokermasa.cli.bar import file_bar
from pokermasa.cli.commands.replay import printable
from pokermasa.cli.hand_file import HandFile, printing, problem, so_many
from pokermasa.cli.number import MOST_HANDS
from pokermasa.cli.stats_filter import Duplicates, Filter
from pokermasa.histories.history import HistoryError
from pokermasa.histories.position import POSITIONS
from pokermasa.histories.refusals import Refusals
from pokermasa.histories.stats import EquityOf, PlayerStats, Stats

if TYPE_CHECKING:
    from pokermasa.study.mistakes import Mistakes

WIDTH = 200
"""Minimum width in columns of a table with all figures."""


def stats(
    files: Annotated[
        list[Path],
        typer.Argument(
            readable=False,  # Each file that cannot be read is named.
            metavar="FILE...",
            help="PHH, PokerStars, OHH or ACPC logs; - for the standard input.",
        ),
    ],
    hero: Annotated[
        str | None, typer.Option(help="Only hands of this player, and only this player's figures.")
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(help="Only this player's figures; repeat the option for several."),
    ] = None,
    stakes: Annotated[
        str | None, typer.Option(help="Only these blinds, as the file writes them: 0.50-1.")
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(help=f"Only from this position: {', '.join(POSITIONS)}.", metavar="NAME"),
    ] = None,
    since: Annotated[
        str | None, typer.Option(help="Only hands from this day on: 2024-05-01.", metavar="DATE")
    ] = None,
    until: Annotated[
        str | None, typer.Option(help="Only hands up to this day.", metavar="DATE")
    ] = None,
    site: Annotated[
        str | None, typer.Option(help="Only hands of this site, or with this in its name.")
    ] = None,
    size: Annotated[
        str | None, typer.Option(help="Only hands with this many players: 2, or 5-6.")
    ] = None,
    positions: Annotated[
        bool, typer.Option("--positions", help="Also every player's figures by position.")
    ] = False,
    wide: Annotated[
        bool, typer.Option("--wide", help="All figures in the table: 4-bet, steal, c-bet, rake.")
    ] = False,
    adjust: Annotated[
        bool,
        typer.Option("--adjust", help="Also divide all-in pots by the chances: adjusted bb/100."),
    ] = False,
    min_hands: Annotated[
        int, typer.Option(min=1, max=MOST_HANDS, help="Only players with at least this many hands.")
    ] = 1,
    top: Annotated[
        int,
        typer.Option(min=0, max=MOST_HANDS, help="How many players, most hands first; 0 for all."),
    ] = 50,
    mistakes: Annotated[
        bool,
        typer.Option(
            "--mistakes",
            help="What costs the hero most, by the solver; up to a minute for each hand.",
        ),
    ] = False,
    json: output.Json = False,
    csv: output.Csv = False,
    parquet: output.Parquet = None,
    force: output.Force = False,
) -> None:
    """Print hands, VPIP, PFR, 3-bet, aggression, WTSD, W$SD and bb/100 with its interval by player.

    With --json, --csv or --wide also 4-bet, steal, c-bet, folds to these, and rake. Impossible
    hands are reported with the reason and not counted, and the command ends with exit code 1. A
    duplicate hand is counted once. Name files, not folders: masa stats folder/*.phh

    Example: masa stats session.txt --hero Ann --stakes 0.50-1 --positions"""
    table = output.TableFile.asked(csv, parquet, json, force)
    chosen = Filter.asked(hero, player, stakes, position, since, until, site, size)
    if mistakes:
        if hero is None:
            raise typer.BadParameter(
                "give the player whose mistakes to list: --hero NAME", param_hint="--mistakes"
            )
        from pokermasa.cli.mistakes import print_mistakes  # slow to load, like the next
        from pokermasa.study import Limits
        from pokermasa.study.mistakes import Mistakes

        costs = Mistakes(Limits())
        refused, unread, twice = count(files, costs, chosen)
        with printing("stats"):
            print_mistakes(costs, top, json)
        tell(refused, twice, chosen)
        raise typer.Exit(1 if refused.count or unread or chosen.unmet else 0)
    counted = Stats(
        by_position=positions,
        only_position=chosen.position,
        equity=equity_of() if adjust else None,
    )
    refused, unread, twice = count(files, counted, chosen)
    players = [one for one in counted if one.hands >= min_hands and chosen.shows(one.name)]
    shown = players[:top] if top else players
    rows = [row for one in shown for row in (one, *counted.at_positions(one.name))]
    with printing("stats"):
        if json:
            for row in rows:
                typer.echo(json_text.dumps(as_json(row, adjust), ensure_ascii=False))
        printed = table.write([as_json(row, adjust) for row in rows])
        if not (json or printed) and counted.hands:
            print_table(rows, len(players) - len(shown), len(players), counted.hands, wide, adjust)
    tell(refused, twice, chosen, counted.cancelled)
    if refused.count or unread or chosen.unmet:
        raise typer.Exit(1)


def tell(refused: Refusals, twice: Duplicates, chosen: Filter, cancelled: int = 0) -> None:
    """Prints which hands were not counted, and why."""
    for line in refusals.lines(refused):
        typer.echo(printable(line), err=True)
    if twice.count:
        were = "was" if twice.count == 1 else "were"
        text = f"{so_many(twice.count)} came twice and {were} counted once, the first"
        typer.echo(f"masa stats: {text}: {printable(twice.first)}", err=True)
    if cancelled:
        text = f"{so_many(cancelled)} cancelled by the site and not counted"
        typer.echo(f"masa stats: {text}", err=True)
    if chosen.left_out:
        typer.echo(f"masa stats: {so_many(chosen.left_out)} left out by the filters", err=True)
    if refused.count:
        typer.echo(f"masa stats: {so_many(refused.count)} could not be counted", err=True)
    if chosen.unmet:
        typer.echo(f"masa stats: {printable(chosen.unmet)}", err=True)


def count(
    files: list[Path], counted: Stats | Mistakes, chosen: Filter
) -> tuple[Refusals, int, Duplicates]:
    """Counts the hands of all files. Return the refused hands, the number of unreadable files, and
    the duplicate hands."""
    refused, twice, unread = Refusals(), Duplicates(), 0
    for path in files:
        try:
            with HandFile(path) as opened, file_bar(opened, "counted") as moved_on:
                for key, history, error in opened.hands():
                    moved_on()
                    try:
                        if history is None:
                            raise error or HistoryError("unreadable")
                        if chosen.takes(history) and not twice.has(history, path):
                            counted.add(history, chosen.stacks(history))  # type: ignore[arg-type]
                    except HistoryError as fault:
                        refused.add(path, fault.with_hand(key))
        except OSError as error:
            unread += 1
            typer.echo(f"masa stats: {printable(problem(error))}", err=True)
    return refused, unread, twice


def equity_of() -> EquityOf:
    from pokermasa.study.chance import all_in_equity  # slow to load

    return all_in_equity()


# Output


def print_table(
    rows: list[PlayerStats], more: int, of: int, hands: int, wide: bool, adjust: bool
) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    left_out = f", {more:,} more not shown" if more else ""
    table = Table(
        title=f"{so_many(hands)}, {so_many(of, 'player')}{left_out} (rates in %)",
        title_justify="left",
        box=SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    columns = COLUMNS | (WIDE if wide else {}) | (ADJUSTED if adjust else {})
    table.add_column("player", no_wrap=True, min_width=10, max_width=16)
    for heading in ("hands", *columns):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        name = f"  {row.position}" if row.position else printable(row.name)
        table.add_row(name, f"{row.hands:,}", *[column(row) for column in columns.values()])
    console = Console(highlight=False, emoji=False, markup=False)
    if wide:
        console.width = max(console.width, WIDTH)
    console.print(table)


def percent(rate: float | None) -> str:
    return "–" if rate is None else f"{100 * rate:.1f}"


def factor(rate: float | None) -> str:
    return "–" if rate is None else f"{rate:.2f}"


def per_hundred(won: float | None) -> str:
    return "–" if won is None else f"{won:+,.1f}"


def win_rate(player: PlayerStats) -> str:
    won = player.win_rate
    if won is None:
        return "–"
    if won.within is None:
        return f"{won.bb_100:+,.1f}"
    decimals = 1 if won.within < 100 else 0  # decimals of a very wide interval mean nothing
    return f"{won.bb_100:+,.{decimals}f} ± {won.within:,.{decimals}f}"


Column = Callable[[PlayerStats], str]
COLUMNS: dict[str, Column] = {
    "VPIP": lambda player: percent(player.vpip),
    "PFR": lambda player: percent(player.pfr),
    "3-bet": lambda player: percent(player.three_bet),
    "aggr.": lambda player: factor(player.aggression),
    "WTSD": lambda player: percent(player.wtsd),
    "W$SD": lambda player: percent(player.won_at_showdown),
    "bb/100": win_rate,
}
WIDE: dict[str, Column] = {
    "before rake": lambda player: per_hundred(player.bb_100_before_rake),
    "rake": lambda player: f"{player.rake:,.1f}",
    "4-bet": lambda player: percent(player.four_bet),
    "fold 3-bet": lambda player: percent(player.fold_to_three_bet),
    "fold 4-bet": lambda player: percent(player.fold_to_four_bet),
    "steal": lambda player: percent(player.steal),
    "fold steal": lambda player: percent(player.fold_to_steal),
    "c-bet": lambda player: percent(player.c_bet),
    "fold c-bet": lambda player: percent(player.fold_to_c_bet),
}
ADJUSTED: dict[str, Column] = {
    "adjusted": lambda player: per_hundred(player.bb_100_adjusted),
}


def as_json(player: PlayerStats, adjust: bool = False) -> dict[str, Any]:
    data = player.to_record() | {"player": printable(player.name)}
    if adjust:
        data["bb_100_adjusted"] = player.bb_100_adjusted
    return data
