"""`masa arena`: plays every bot against every other and ranks them, or runs the league of document
003."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from pokermasa.arena import CrossTable, Cup, CupResult, Result, RoundRobin, Terms, play_all
from pokermasa.arena.worker_pool import Workers
from pokermasa.bots.named import Entry
from pokermasa.cli import output, run, score, stakes
from pokermasa.cli.arena_chart import draw
from pokermasa.cli.bar import bar
from pokermasa.cli.cluster import OnCluster, hired
from pokermasa.cli.command_line import verify_unused
from pokermasa.cli.commands import match
from pokermasa.cli.commands.tournament import standings, structure_named
from pokermasa.cli.match_chart import draw_cup
from pokermasa.cli.number import MOST_HANDS
from pokermasa.cli.run import begun
from pokermasa.histories.run import Run

GAMES = {"003": "botpoker"}
"""Structures of the leagues in the user's documents, by number of the document."""
PAIR_HANDS, LEAGUE_GAMES = 2000, 100
"""Default number of hands of a pair, and of games of a league."""
PROGRAMS = (".py", ".js", ".mjs", ".cjs")


def arena(
    bots: Annotated[
        list[str],
        typer.Argument(help="Folders of bots, and bots as in `masa match`.", show_default=False),
    ],
    hands: Annotated[
        int, typer.Option(min=1, max=MOST_HANDS, help="How many hands each pair plays.")
    ] = PAIR_HANDS,
    limit: match.FixedLimit = False,
    no_limit: match.NoLimit = False,
    pot_limit: match.PotLimit = False,
    stack: match.Stack = None,
    blinds: match.BlindsText = match.BLINDS,
    rules: stakes.RulesName = "tda",
    paired: Annotated[
        bool, typer.Option("--paired", help="Deal all pairs the same cards.")
    ] = False,
    game: Annotated[
        str | None,
        typer.Option(help="003: a league of bots at one table, for points (see docs/glossary.md)."),
    ] = None,
    games: Annotated[
        int, typer.Option(min=1, max=MOST_HANDS, help="With --game: how many games.")
    ] = LEAGUE_GAMES,
    seed: match.Seed = 1,
    date: run.Date = None,
    workers: match.WorkerCount = None,
    cluster: OnCluster = None,
    time: match.Time = 1.0,
    save: match.Save = None,
    plot: match.Plot = None,
    force: output.Force = False,
    json: output.Json = False,
    csv: output.Csv = False,
    parquet: output.Parquet = None,
    plain: match.Plain = False,
) -> None:
    """Let every bot play every other, two at a time, and rank them."""
    entries = match.entered([text for bot in bots for text in found(bot)], time, most=100)
    betting = stakes.betting(limit=limit, no_limit=no_limit, pot_limit=pot_limit)
    match.check_files(save, plot, force, json or csv)
    file = output.TableFile.asked(csv, parquet, json, force)
    if game is not None:
        verify_unused(
            f"is not for --game {game[:20]}, whose rules say it",
            {
                "--hands": (hands, PAIR_HANDS),
                "--limit / --no-limit / --pot-limit": (betting, None),
                "--stack": (stack, None),
                "--blinds": (blinds, match.BLINDS),
                "--rules": (rules, "tda"),
                "--paired": (paired, False),
            },
        )
    else:
        message = "is for --game; --hands says how many hands each pair plays"
        verify_unused(message, {"--games": (games, LEAGUE_GAMES)})
    match.warm(entries[:2])
    asked = (bots, hands, betting, stack, blinds, rules, paired, game, games, seed)
    hands_of = begun("masa arena", date, *asked)
    with match.saving(save) as keep, hired("arena", cluster, workers) as who:
        if game is not None:
            asked_for = cup(entries, game, games, seed)
            played = match.watched_cup(asked_for, who, keep, hands_of)
            league(*played, json, file, plot, plain, output.reader(save, plot))
            return
        agreed = match.terms(rules, betting, blinds, stack)
        contest = RoundRobin(entries, agreed, -(-hands // 2), seed, paired)
        table, stopped = watched(contest, who, keep, hands_of)
    if stopped:
        for result in table.results.values():
            one, other = result.match.names
            typer.echo(f"{one} v {other}: {result.rows[0].mbb} mbb/hand", err=json or csv)
        match.say_stopped(stopped)
    printed = file.write(table.to_records())
    if json:
        match.print_json(table.as_json())
    elif not printed:
        say(table, contest, hands, agreed, plain, output.reader(save, plot))
    if plot is not None:
        draw(table, plot)


def say(
    table: CrossTable, contest: RoundRobin, hands: int, agreed: Terms, plain: bool, console: Console
) -> None:
    said = f"{hands:,} hands a pair · {agreed.words} · seed {contest.seed}"
    faults = score.in_words(table.faults, contest.names, "deal")
    first = table.winner
    winner = score.verdict([first] if first else [], table.faults, contest.names)
    plain_lines = [said, *lines(table), winner, *faults]
    match.say(score.ScoreReport(said, ranking(table), winner, faults, plain_lines), plain, console)
    if not plain:
        shown = cross(table)
        # A table wider than the screen is better than numbers that are cut off.
        needed = console.measure(shown, options=console.options.update(width=1000)).maximum
        console.print(shown, width=max(needed, console.width), crop=False)


def found(text: str) -> list[str]:
    """Return the bots in a folder: executable files and files in a known language. Any other text
    is returned unchanged."""
    folder = Path(text)
    if not folder.is_dir():
        return [text]
    files = [
        str(path)
        for path in sorted(folder.iterdir())
        if path.is_file()
        and not path.name.startswith((".", "_"))
        and (path.suffix in PROGRAMS or os.access(path, os.X_OK))
    ]
    if not files:
        raise typer.BadParameter(f"there is no bot in the folder {text}", param_hint="BOTS")
    return files


# Round robin


def watched(
    contest: RoundRobin, workers: Workers, keep: match.Keep | None, run: Run
) -> tuple[CrossTable, str]:
    """Return the table and an empty text. If the user stopped it, return the pairs played so far
    and a text that says so."""
    pairs = len(contest.names) * (len(contest.names) - 1) // 2
    so_far, whole = CrossTable(contest), pairs * 2 * contest.deals
    with bar(whole=whole, unit="hands") as moved:

        def done() -> int:
            return sum([result.hands for result in so_far.results.values()])

        def tell(result: Result) -> None:
            so_far.add(result)
            moved(done(), " v ".join(result.match.names))

        def watch(hands: int) -> None:
            moved(max(hands, done()))

        try:
            return play_all(contest, workers, tell, keep, watch, run), ""
        except KeyboardInterrupt:
            return (
                so_far,
                f"Stopped by hand after {done():,} of {whole:,} hands: there is no ranking.",
            )


def ranking(table: CrossTable) -> Table:
    drawn = score.columns("", "bot", "mbb/hand", "95 % interval", "faults")
    for place, row in enumerate(table.ranking, start=1):
        faults = score.faulty(row.faults)
        drawn.add_row(str(place), row.name, score.coloured(row.mbb), score.between(row.mbb), faults)
    return drawn


def cross(table: CrossTable) -> Table:
    """Return the table of results of each bot against each other. Certain results are coloured."""
    ranked = table.ranking
    drawn = score.columns("", "bot", *[f"v {place + 1}" for place in range(len(ranked))])
    for place, row in enumerate(ranked, start=1):
        cells = [
            ""
            if row.name == other.name
            else score.coloured(table.interval(row.name, other.name), 0)
            for other in ranked
        ]
        drawn.add_row(str(place), row.name, *cells)
    return drawn


def lines(table: CrossTable) -> list[str]:
    ranked = table.ranking
    said = [
        f"{place}. {row.name}: {score.signed(row.mbb.mean)} mbb/hand, ± {row.mbb.half:,.1f}, "
        f"{row.faults:,} faults"
        for place, row in enumerate(ranked, start=1)
    ]
    for place, row in enumerate(ranked):
        for other in ranked[place + 1 :]:
            won = table.interval(row.name, other.name)
            said.append(
                f"{row.name} v {other.name}: {score.signed(won.mean)} ± {won.half:,.1f} mbb/hand"
            )
    return said


# The league of document 003


def cup(entries: tuple[Entry, ...], game: str, games: int, seed: int) -> Cup:
    if game not in GAMES:
        known = ", ".join(GAMES)
        raise typer.BadParameter(f"no game {game!r}; known: {known}", param_hint="--game")
    structure = structure_named(GAMES[game])
    if len(entries) > structure.most:
        message = f"{structure.name} is for {structure.least} to {structure.most}"
        raise typer.BadParameter(f"{message}, not {len(entries)}", param_hint="BOTS")
    return Cup(entries, structure, -(-games // len(entries)), seed)


def league(
    result: CupResult,
    stopped: str,
    json: bool,
    file: output.TableFile,
    plot: Path | None,
    plain: bool,
    console: Console,
) -> None:
    if stopped and not result.rounds:
        match.say_stopped(stopped)
    printed = file.write(result.to_records())
    if json:
        match.print_json(result.as_json())
    elif not printed:
        match.say(score.report(result), plain, console)
        if not plain:
            console.print(standings(result.league, result.cup.players))
    if plot is not None:
        draw_cup(result, plot)
    if stopped:
        match.say_stopped(stopped)
