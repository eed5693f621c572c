"""`masa match`: lets bots play each other with duplicate deals and prints the result with its
confidence interval."""

from __future__ import annotations

import json as json_text
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn, TypeAlias

import typer
from rich.console import Console

from pokermasa.arena import Cup, CupResult, Match, Result, Terms, play, play_cup
from pokermasa.arena.fault import BrokenPolicy
from pokermasa.arena.match import AIVAT_IS_FOR_TWO, MOST_DEALS
from pokermasa.arena.worker_pool import Workers
from pokermasa.bots.house import House
from pokermasa.bots.named import Entry, NoBot, several
from pokermasa.cli import output, run, score, stakes
from pokermasa.cli.bar import bar
from pokermasa.cli.canvas import NoPicture, canvas_for
from pokermasa.cli.cluster import OnCluster, hired
from pokermasa.cli.command_line import verify_unused
from pokermasa.cli.hand_file import STANDARD
from pokermasa.cli.match_chart import draw_cup, draw_match
from pokermasa.cli.number import MOST_HANDS, MOST_STACK, MOST_WORKERS, between
from pokermasa.cli.run import begun
from pokermasa.histories.run import Run
from pokermasa.rules import Betting
from pokermasa.tournament import Structure

Keep: TypeAlias = Callable[[str, str], None]
FEW_HANDS = 200
"""Number of hands up to which a match runs in this process. Starting workers would take longer than
such a match. The result does not depend on it."""
STOPPED = 130
"""Exit code of a command that was stopped with Ctrl-C."""

HELP_OF_BOTS = (
    "Two to ten: random, caller, raiser, folder, basic:0.3, house, house:shark, mybot.py, "
    "mybot.js, './program -v'; 5xcaller for five of them."
)
Seed = Annotated[
    int, typer.Option(help="A number; the same number gives the same cards and choices.")
]
WorkerCount = Annotated[
    int | None,
    typer.Option(min=1, max=MOST_WORKERS, help="Processes; one for each core if not given."),
]
Stack = Annotated[
    int | None,
    typer.Option(min=1, max=MOST_STACK, help="Chips for each player; 100 big blinds if not given."),
]
BLINDS, CUP_GAMES = "1-2", 200
BlindsText = Annotated[
    str,
    typer.Option("--blinds", help="Small blind, big blind, and perhaps an ante: 1-2 or 5-10-1."),
]
Time = Annotated[
    float,
    typer.Option(
        "--time",
        parser=between(0.001, 3600),
        metavar="SECONDS",
        help="Seconds that a program has for each act.",
    ),
]
FixedLimit = Annotated[bool, typer.Option("--limit", help="Fixed limit.")]
NoLimit = Annotated[bool, typer.Option("--no-limit", help="No limit.")]
PotLimit = Annotated[bool, typer.Option("--pot-limit", help="Pot limit.")]
Save = Annotated[
    Path | None, typer.Option("--save", help="Write every hand to FILE.phhs, - to print them.")
]
Plot = Annotated[
    Path | None,
    typer.Option("--plot", help="Draw it: FILE.svg or FILE.png, - to print an SVG."),
]
Plain = Annotated[bool, typer.Option("--plain", help="Lines without colours or boxes.")]


def width(text: str) -> float:
    """Reads the width of an interval, with or without ± in front.

    >>> width("±25"), width("0.5")
    (25.0, 0.5)
    """
    return between(0.01, 1e9)(text.removeprefix("±"))


def match(
    bots: Annotated[list[str], typer.Argument(help=HELP_OF_BOTS, show_default=False)],
    hands: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_HANDS, help="How many hands; 20,000 if not given."),
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option(
            parser=width,
            metavar="MBB",
            help="Play until the interval is ± this many mbb/hand.",
        ),
    ] = None,
    limit: FixedLimit = False,
    no_limit: NoLimit = False,
    pot_limit: PotLimit = False,
    stack: Stack = None,
    blinds: BlindsText = BLINDS,
    rules: stakes.RulesName = "tda",
    tournament: Annotated[
        bool, typer.Option("--tournament", help="Sit-and-gos, with prizes.")
    ] = False,
    games: Annotated[
        int, typer.Option(min=1, max=MOST_HANDS, help="With --tournament: how many games.")
    ] = CUP_GAMES,
    seed: Seed = 1,
    date: run.Date = None,
    workers: WorkerCount = None,
    cluster: OnCluster = None,
    time: Time = 1.0,
    no_duplicate: Annotated[
        bool,
        typer.Option(
            "--no-duplicate", help="Play every deal once, instead of once from each seat."
        ),
    ] = False,
    deal_seed: Annotated[
        str | None,
        typer.Option(
            metavar="WORD", help="Matches with the same word and seed are dealt the same cards."
        ),
    ] = None,
    aivat: Annotated[
        bool,
        typer.Option(
            "--aivat", help="Also show the result with less luck in it (AIVAT); for two bots."
        ),
    ] = False,
    save: Save = None,
    plot: Plot = None,
    force: output.Force = False,
    json: output.Json = False,
    csv: output.Csv = False,
    parquet: output.Parquet = None,
    plain: Plain = False,
) -> None:
    """Let bots play each other, and say who is better and how sure that is.

    Deals are duplicate: all bots play the same cards from the same seats. Ctrl-C ends the match
    with the result so far.
    """
    entries = entered(bots, time)
    betting = stakes.betting(limit=limit, no_limit=no_limit, pot_limit=pot_limit)
    check_files(save, plot, force, json or csv)
    table = output.TableFile.asked(csv, parquet, json, force)
    if tournament:
        verify_unused(
            "is for cash hands, and --tournament plays sit-and-gos: --games says how many",
            {
                "--hands": (hands, None),
                "--precision": (precision, None),
                "--blinds": (blinds, BLINDS),
                "--no-duplicate": (no_duplicate, False),
                "--deal-seed": (deal_seed, None),
            },
        )
    else:
        message = "is for --tournament; --hands says how many hands are played for cash"
        verify_unused(message, {"--games": (games, CUP_GAMES)})
    if deal_seed is not None and not deal_seed.isprintable():
        raise typer.BadParameter(f"{deal_seed!r} is no word", param_hint="--deal-seed")
    if aivat and (tournament or len(entries) != 2):
        message = f"{AIVAT_IS_FOR_TWO}, in cash: masa match house:limit house --aivat"
        raise typer.BadParameter(message, param_hint="--aivat")
    most = (20_000 if precision is None else MOST_DEALS) if hands is None else hands
    if not tournament and most <= FEW_HANDS:
        workers = workers or 1
    else:
        warm(entries)
    asked = (bots, hands, precision, betting, stack, blinds, rules, tournament, games, seed)
    hands_of = begun("masa match", date, *asked, no_duplicate, deal_seed)
    with saving(save) as keep, hired("match", cluster, workers) as who:
        if tournament:
            cup = Cup(entries, sit_and_go(rules, betting, len(entries), stack), seed=seed)
            cup = cup._replace(rounds=-(-games // cup.players))
            result: Result | CupResult
            result, stopped = watched_cup(cup, who, keep, hands_of)
        else:
            agreed = terms(rules, betting, blinds, stack)
            deals = -(-most // (1 if no_duplicate else len(entries)))
            shared = not no_duplicate, seed, deal_seed, aivat
            game = Match(entries, agreed, deals, precision, *shared)
            try:
                result, stopped = watched(game, who, keep, hands_of)
            except BrokenPolicy as error:
                raise typer.BadParameter(str(error), param_hint="--aivat") from None
    if stopped and not result.sums[0].count:
        say_stopped(stopped)
    printed = table.write(result.to_records())
    if json:
        print_json(result.as_json())
    elif not printed:
        say(score.report(result), plain, output.reader(save, plot))
    if plot is not None:
        draw = draw_cup if isinstance(result, CupResult) else draw_match
        draw(result, plot)  # type: ignore[arg-type]  # each has its own
    if stopped:
        say_stopped(stopped)


def say_stopped(text: str) -> NoReturn:
    """Prints *text* and exits with the code for Ctrl-C."""
    typer.echo(text, err=True)
    raise typer.Exit(STOPPED)


def say(report: score.ScoreReport, plain: bool, console: Console) -> None:
    if plain:
        typer.echo("\n".join(report.lines), err=console.stderr)
        return
    console.print(report.title, style="bold", markup=False, soft_wrap=True)
    console.print(report.table)
    console.print(report.verdict, markup=False)
    for line in report.faults:
        console.print(line, style="yellow", markup=False)


# Reading the arguments


def entered(bots: list[str], time: float, most: int = 10) -> tuple[Entry, ...]:
    try:
        entries = tuple([entry for text in bots for entry in several(text, time)])
    except NoBot as error:
        raise typer.BadParameter(str(error), param_hint="BOTS") from None
    if not 2 <= len(entries) <= most:
        raise typer.BadParameter(f"2 to {most} play, not {len(entries)}", param_hint="BOTS")
    return entries


def terms(rules: str, betting: Betting | None, blinds: str, stack: int | None) -> Terms:
    house = stakes.house_rules(rules, betting)
    agreed = stakes.blinds(blinds, house)
    chips = 100 * agreed.big if stack is None else stack
    try:
        return Terms(house, agreed, chips)
    except ValueError as error:
        raise typer.BadParameter(
            f"{blinds} with stacks of {chips:,}: {error} (as in --blinds 1-2 --stack 200)",
            param_hint="--blinds, --stack, --rules",
        ) from None


def sit_and_go(rules: str, betting: Betting | None, players: int, stack: int | None) -> Structure:
    house = stakes.house_rules(rules, betting)
    try:
        return Structure.sit_and_go(players, stack or 1500, house)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--rules, --stack") from None


def check_files(save: Path | None, plot: Path | None, force: bool, json: bool) -> None:
    """Checks the output files before the match begins."""
    output.check(save, force, "--save", json)
    output.check(plot, force, "--plot", json)
    if save == plot == STANDARD:
        message = "- is the standard output, and --save has it; give a file"
        raise typer.BadParameter(message, param_hint="--plot")
    if plot is None:
        return
    try:
        canvas_for(plot, 1, 1, "")
    except NoPicture as error:
        raise typer.BadParameter(str(error), param_hint="--plot") from None


@contextmanager
def saving(path: Path | None) -> Iterator[Keep | None]:
    """Gives a function that writes each hand as soon as it is played."""
    if path is None:
        yield None
        return
    with output.streaming(path) as file:
        count = 0

        def keep(key: str, text: str) -> None:
            nonlocal count
            file.write(f'{"" if count == 0 else chr(10)}["{key}"]\n{text}')
            count += 1

        yield keep


def print_json(data: dict[str, Any]) -> None:
    typer.echo(json_text.dumps(data, indent=2, ensure_ascii=False))


# Running a match with a progress bar


def warm(entries: tuple[Entry, ...]) -> None:
    """Compiles the house bot's code once, before the workers start, so that not each of them
    compiles it."""
    house = [entry for entry in entries if entry.name.partition(":")[0] == "house"]
    if house:
        with Console(stderr=True).status("the house bot gets ready"):
            for bot in [entry.make(0) for entry in house]:
                if isinstance(bot, House):
                    bot.warm()
            play(Match(tuple(house[:1] * len(entries)), deals=2), workers=1)


def watched(
    match: Match, workers: Workers, save: Keep | None = None, run: Run | None = None
) -> tuple[Result, str]:
    """Return the result and an empty text. If the user stopped it, return the result so far and a
    text that says so."""
    whole = match.deals * match.hands_a_deal
    so_far, hands = Result(match), 0
    with bar(whole=whole if match.until is None else None, unit="hands") as moved:

        def tell(result: Result) -> None:
            nonlocal so_far
            so_far = result
            first, widest, expected = result.rows[0], result.widest, None
            if match.until is not None and math.isfinite(widest):
                # An interval half as wide needs four times as many hands.
                expected = min(whole, math.ceil(result.hands * (widest / match.until) ** 2))
            text = f"{first.name} {first.mbb.mean:+,.0f} ± {first.mbb.half:,.0f}"
            moved(max(hands, result.hands), text, expected)

        def watch(played: int) -> None:
            nonlocal hands
            hands = played
            moved(played)

        try:
            return play(match, workers, tell, save, watch, run), ""
        except KeyboardInterrupt:
            most = f" of {whole:,}" if match.until is None else ""
            return so_far, f"Stopped by hand after {max(hands, so_far.hands):,}{most} hands" + (
                f"; the result is that of {so_far.hands:,}, in whole blocks."
                if so_far.deals
                else ", before the first block was over: there is no result yet."
            )


def watched_cup(
    cup: Cup, workers: Workers, save: Keep | None = None, run: Run | None = None
) -> tuple[CupResult, str]:
    """Return the result and an empty text. If the user stopped it, return the result so far and a
    text that says so."""
    so_far, whole = CupResult(cup), cup.rounds * cup.players
    with bar(whole=whole, unit="games") as moved:

        def tell(result: CupResult) -> None:
            nonlocal so_far
            so_far = result
            mean, half = result.sums[0].interval
            moved(result.games, f"{cup.names[0]} {mean:+,.1f} ± {half:,.1f}")

        def watch(hands: int) -> None:
            if not so_far.rounds:
                moved(0, f"{hands:,} hands")

        try:
            return play_cup(cup, workers, tell, save, watch, run), ""
        except KeyboardInterrupt:
            return so_far, f"Stopped by hand after {so_far.games:,} of {whole:,} games."
