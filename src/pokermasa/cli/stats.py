"""`masa stats`: what hands say about those who played them."""

from __future__ import annotations

import json as json_text
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from pokermasa.cli import output
from pokermasa.cli.bar import bar
from pokermasa.cli.hand_file import HandFile, printing, problem, so_many
from pokermasa.cli.number import MOST_HANDS
from pokermasa.cli.replay import printable
from pokermasa.histories.history import HistoryError
from pokermasa.histories.stats import PlayerStats, Stats

MOST_TOLD = 20


def stats(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="PHH, PokerStars, OHH or ACPC logs; - for the standard input.",
        ),
    ],
    least: Annotated[
        int, typer.Option(min=1, max=MOST_HANDS, help="Only players with as many hands.")
    ] = 1,
    top: Annotated[
        int,
        typer.Option(min=0, max=MOST_HANDS, help="How many players, most hands first; 0 for all."),
    ] = 50,
    json: output.Json = False,
) -> None:
    """Per player: hands, VPIP, PFR, 3-bet, aggression, WTSD, W$SD, bb/100 with its 95 % interval.

    Hands that could not have happened are reported and not counted; then the command fails."""
    counted = Stats()
    failed, unread = count(files, counted)
    players = [player for player in counted if player.hands >= least]
    shown = players[:top] if top else players
    with printing("stats"):
        if json:
            for player in shown:
                typer.echo(json_text.dumps(as_json(player), ensure_ascii=False))
        elif counted.hands:
            print_table(shown, len(players), counted.hands)
    if failed:
        typer.echo(f"masa stats: {so_many(failed)} could not be counted", err=True)
    if failed or unread:
        raise typer.Exit(1)


def count(files: list[Path], counted: Stats) -> tuple[int, int]:
    """How many hands were refused, and how many files could not be read."""
    failed = unread = 0
    for path in files:
        try:
            with HandFile(path) as opened, bar(opened, "counted") as moved_on:
                for key, history, error in opened.hands():
                    moved_on()
                    try:
                        if history is None:
                            raise error or HistoryError("unreadable")
                        counted.add(history)
                    except HistoryError as refused:
                        failed += 1
                        if failed <= MOST_TOLD:
                            typer.echo(printable(f"{path}: {refused.of(key)}"), err=True)
        except OSError as error:
            unread += 1
            typer.echo(f"masa stats: {printable(problem(error))}", err=True)
    return failed, unread


def print_table(players: list[PlayerStats], of: int, hands: int) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    left_out = f", {of - len(players):,} more not shown" if of > len(players) else ""
    table = Table(
        title=f"{so_many(hands)}, {so_many(of, 'player')}{left_out} (rates in %)",
        title_justify="left",
        box=SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    table.add_column("player", no_wrap=True, min_width=10, max_width=16)
    for heading in ("hands", *COLUMNS):
        table.add_column(heading, justify="right", no_wrap=True)
    for player in players:
        columns = [column(player) for column in COLUMNS.values()]
        table.add_row(printable(player.name), f"{player.hands:,}", *columns)
    Console(highlight=False, emoji=False, markup=False).print(table)


def percent(rate: float | None) -> str:
    return "–" if rate is None else f"{100 * rate:.1f}"


def factor(rate: float | None) -> str:
    return "–" if rate is None else f"{rate:.2f}"


def win_rate(player: PlayerStats) -> str:
    won = player.win_rate
    if won is None:
        return "–"
    if won.within is None:
        return f"{won.bb_100:+,.1f}"
    decimals = 1 if won.within < 100 else 0  # nobody is that sure
    return f"{won.bb_100:+,.{decimals}f} ± {won.within:,.{decimals}f}"


COLUMNS: dict[str, Callable[[PlayerStats], str]] = {
    "VPIP": lambda player: percent(player.vpip),
    "PFR": lambda player: percent(player.pfr),
    "3-bet": lambda player: percent(player.three_bet),
    "aggr.": lambda player: factor(player.aggression),
    "WTSD": lambda player: percent(player.wtsd),
    "W$SD": lambda player: percent(player.won_at_showdown),
    "bb/100": win_rate,
}


def as_json(player: PlayerStats) -> dict[str, Any]:
    won = player.win_rate
    return {
        "player": printable(player.name),
        "hands": player.hands,
        "vpip": player.vpip,
        "pfr": player.pfr,
        "three_bet": player.three_bet,
        "aggression": player.aggression,
        "wtsd": player.wtsd,
        "won_at_showdown": player.won_at_showdown,
        "bb_100": None if won is None else won.bb_100,
        "bb_100_within": None if won is None else won.within,
    }
