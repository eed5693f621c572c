"""`masa tournament`: plays a tournament of bots, or a league of several."""

import gc
import json as json_text
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from random import Random
from time import time
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console
from rich.table import Table

from pokermasa.arena.bot_driver import BotDriver
from pokermasa.arena.tournament_hand import tournament_fields
from pokermasa.bots.named import Entry
from pokermasa.cards import Deck
from pokermasa.cli import output
from pokermasa.cli import run as run_of_hands
from pokermasa.cli.bar import bar
from pokermasa.cli.commands.table import bots_named, faults_in_words, written
from pokermasa.cli.hand_file import problem, read_text
from pokermasa.cli.number import MOST_HANDS
from pokermasa.cli.run import begun
from pokermasa.histories.description import ordinal
from pokermasa.histories.hand_number import hashed
from pokermasa.histories.history import History
from pokermasa.histories.masa_hand import history
from pokermasa.histories.run import Run
from pokermasa.histories.tournament_hand import Finish, TournamentHand
from pokermasa.masa import Masa
from pokermasa.rules import Blinds, PlayerAct
from pokermasa.tournament import (
    Change,
    League,
    Player,
    Structure,
    StructureError,
    Tournament,
    event,
    included_structures,
)
from pokermasa.tournament.hand_context import later_finishes
from pokermasa.tournament.simulation import played


def tournament(
    bots: Annotated[
        str,
        typer.Option(
            help="The players: 20xbasic,house:rock,mybot.py; or how many bots of all kinds."
        ),
    ] = "45",
    structure: Annotated[
        str,
        typer.Option(
            help="The structure: turbo, regular, deep, sitandgo, botpoker, or a TOML file."
        ),
    ] = "turbo",
    seed: Annotated[
        int, typer.Option(help="A number; the same number gives the same draw, cards and choices.")
    ] = 1,
    date: run_of_hands.Date = None,
    pace: Annotated[
        int,
        typer.Option(
            min=0, max=86_400, help="Seconds that a hand takes, for levels that rise by time."
        ),
    ] = 60,
    games: Annotated[
        int, typer.Option(min=1, max=MOST_HANDS, help="Play a league of this many tournaments.")
    ] = 1,
    top: Annotated[int, typer.Option(min=1, help="How many places to print.")] = 20,
    follow: Annotated[
        bool,
        typer.Option(
            "--follow", help="Print every move between tables and every player who goes out."
        ),
    ] = False,
    save: Annotated[
        Path | None, typer.Option(help="Write every hand to FILE.phhs, - to print them.")
    ] = None,
    force: output.Force = False,
    json: output.Json = False,
    csv: output.Csv = False,
    parquet: output.Parquet = None,
) -> None:
    """Let bots play a tournament to its end."""
    output.check(save, force, "--save", json or csv)
    table = output.TableFile.asked(csv, parquet, json, force)
    entries = bots_named(bots)
    agreed = structure_named(structure)
    if not agreed.least <= len(entries) <= agreed.most:
        message = (
            f"{agreed.name} is for {agreed.least} to {agreed.most} entrants, not {len(entries)}"
        )
        raise typer.BadParameter(message, param_hint="--bots")
    dice = Random(seed)
    league = League(agreed.points)
    console = output.reader(save, json=json or csv)
    screen = Console(quiet=True) if json or csv else console
    asked = begun("masa tournament", date, bots, structure, seed, pace, games)
    played_to_the_end: list[Tournament] = []
    histories: list[tuple[str, History]] = []
    for game in range(1, games + 1):
        if games > 1:
            screen.rule(f"game {game} of {games}")
        started = entered(agreed, [entry.name for entry in entries], dice)
        screen.print(heading(started))
        with no_collector():
            book = None if save is None else HandSaver(asked, game, histories)
            ended = run(started, entries, dice, pace, follow, screen, book)
        played_to_the_end.append(ended)
        screen.print(results(ended, top))
        league = league.played([(result.place, result.name) for result in ended.results])
    if games > 1:
        screen.print(standings(league, top))
    table.write(
        [
            {"game": game, **record}
            for game, ended in enumerate(played_to_the_end, start=1)
            for record in ended.to_records()
        ]
    )
    if json:
        typer.echo(json_text.dumps(as_json(played_to_the_end, league), indent=2))
    if save is not None:
        written(save, histories, console)


@contextmanager
def no_collector() -> Iterator[None]:
    """Disables the garbage collector. The values contain no reference cycles, and the collector
    would repeatedly walk through all tables of a large tournament."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def structure_named(text: str) -> Structure:
    """Return the structure with this name, or read it from a file."""
    try:
        if text in included_structures():
            return Structure.named(text)
        return Structure.read(read_text(Path(text)))
    except OSError as error:
        known = ", ".join(included_structures())
        message = f"{problem(error)}; it is one of {known}, or a TOML file"
        raise typer.BadParameter(message, param_hint="--structure") from None
    except (StructureError, UnicodeDecodeError) as error:
        raise typer.BadParameter(f"{text}: {error}", param_hint="--structure") from None


def entered(structure: Structure, names: list[str], dice: Random) -> Tournament:
    """Return the tournament with all players registered and seated at random."""
    opened = Tournament.open(structure)
    for number, name in enumerate(names, start=1):
        opened = opened.register(f"{name} {number}").tournament
    draw = list(range(len(names)))
    for last in range(len(draw) - 1, 0, -1):
        other = int(dice.random() * (last + 1))
        draw[last], draw[other] = draw[other], draw[last]
    return opened.start(draw).tournament


def run(
    started: Tournament,
    entries: list[Entry],
    dice: Random,
    pace: int,
    follow: bool,
    console: Console,
    book: "HandSaver | None",
) -> Tournament:
    ended = started
    names = [entrant.name for entrant in started.entrants]
    bots = [entry.make(number) for number, entry in enumerate(entries)]
    driver = BotDriver(names, bots, dice)
    driver.stacks = lambda: ended.stacks

    def choose(player: Player, masa: Masa) -> PlayerAct:
        place = ended.place(player)
        assert place is not None
        driver.prizes = ended.prizes[: ended.alive]
        return driver.choose(masa, ended.table(place[0]).players)

    with bar(whole=started.entries - 1, unit="out", console=console) as moved, closing(driver):
        for change in played(started, lambda: Deck.shuffled(dice), choose, pace):
            ended = change.tournament
            for over in change.events:
                if isinstance(over, event.HandOver):
                    driver.hand_over(over.game, over.players)
            if book is not None:
                book.write(change, driver.reasons)
            for line in lines(change, follow):
                console.print(line)
            level = f"level {ended.clock.level + 1} · {blinds_in_words(ended.blinds)}"
            text = f"{level} · {ended.sizes.open.bit_count()} tables · hand {ended.hands}"
            moved(ended.entries - ended.alive, text)
    for line in faults_in_words(driver.faults, names):
        console.print(line, style="yellow", markup=False)
    return ended


class HandSaver(NamedTuple):
    """The hands of one game, to be saved in a file."""

    run: Run
    game: int
    told: list[tuple[str, History]]

    def write(self, change: Change, reasons: Mapping[int, str]) -> None:
        """Adds the hands of a change. Players whose place became known later are updated in their
        last hand."""
        now = change.tournament
        for player, (place, prize) in later_finishes(change).items():
            self.finish(now.entrants[player].name, place, prize)
        for over in change.events:
            if isinstance(over, event.HandOver):
                names = {side: now.entrants[player].name for side, player in over.players.items()}
                place = len(self.told) + 1
                number = hashed(self.run.id, "game", self.game)
                fields = {
                    **self.run.fields(place, now=time()),
                    **tournament_fields(change, over, number, now.structure.name),
                    "table": str(over.table + 1),
                }
                hand = history(over.game, names, fields).with_remarks(reasons)
                self.told.append((str(place), hand))

    def finish(self, name: str, place: int, prize: int) -> None:
        """Adds a finish to the player's last hand. During hand-for-hand play, places become known
        only some hands later."""
        at = next(n for n, (_, hand) in enumerate(reversed(self.told), 1) if name in hand.names)
        number, hand = self.told[-at]
        known = TournamentHand.from_fields(hand.fields)
        assert known is not None
        finish = Finish(hand.names.index(name), place, prize)
        context = known._replace(finishes=(*known.finishes, finish))
        fields = {**hand.fields, **context.fields(hand.players)}
        self.told[-at] = number, hand._replace(fields=fields)


# Text output


def heading(begun: Tournament) -> str:
    structure = begun.structure
    tables = len(begun.tables)
    parts = [
        f"[bold]{structure.name}[/]",
        f"{begun.entries:,} entrants",
        f"{tables:,} table{'s' if tables > 1 else ''} of up to {structure.seats}",
        f"stacks {structure.stack:,}",
        f"blinds {blinds_in_words(begun.blinds)}",
    ]
    if begun.pool:
        parts.append(f"pool {begun.pool:,}, {begun.paid_places} paid")
    return " · ".join(parts)


def blinds_in_words(blinds: Blinds) -> str:
    ante = "big-blind ante" if blinds.big_blind_ante else "ante"
    return f"{blinds.small:,}-{blinds.big:,}" + (f" {ante} {blinds.ante:,}" if blinds.ante else "")


def lines(change: Change, follow: bool) -> Iterator[str]:
    """Yield the lines about a change that a spectator wants to see."""
    now = change.tournament
    for new_event in change.events:
        match new_event:
            case event.LevelRose(level, blinds):
                stacks = now.entries * now.structure.stack // max(now.alive, 1)
                yield (
                    f"[dim]level {level + 1}[/] {blinds_in_words(blinds)}"
                    f"[dim] · {now.alive:,} left, average {stacks:,}[/]"
                )
            case event.BreakBegan(length):
                yield f"[dim]break, {length // 60 or 1} minutes[/]"
            case event.HandForHand(True):
                yield f"[yellow]hand for hand: {now.alive} left, {now.paid_places} paid[/]"
            case event.HandForHand(False):
                yield f"[yellow]the bubble has burst: {now.alive} left, all in the money[/]"
            case event.FinalTable(_) if now.hands:
                yield "[bold yellow]the final table[/]"
                yield from final_table(now)
            case event.Moved(player, table, to, stack) if follow:
                name = now.entrants[player].name
                yield f"[dim]{name} ({stack:,}) moves from table {table + 1} to {to + 1}[/]"
            case event.TableBroken(table) if follow:
                yield f"[dim]table {table + 1} is broken[/]"
            case event.Eliminated(players, place, left):
                if follow or left <= 9:
                    yield out_in_words(now, players, place)
            case event.Finished(winner):
                yield f"[bold green]{now.entrants[winner].name} wins[/]"


def final_table(now: Tournament) -> Iterator[str]:
    stacks = now.stacks
    for player, stack in stacks.items():
        bar = "█" * max(1, 30 * stack // max(stacks.values()))
        yield f"  {now.entrants[player].name:12} {stack:>12,} [green]{bar}[/]"


def out_in_words(now: Tournament, players: tuple[Player, ...], place: int) -> str:
    names = " and ".join(now.entrants[player].name for player in players)
    prize = sum(now.prizes_for(place, len(players)))
    won = f", winning {prize:,}" if prize else ""
    tie = " (tied)" if len(players) > 1 else ""
    return f"{names} out in {ordinal(place)} place{tie}{won}"


def results(ended: Tournament, top: int) -> Table:
    has_points = bool(ended.structure.points.rows)
    drawn = Table(title=f"after {ended.hands:,} hands", title_justify="left")
    drawn.add_column("place", justify="right")
    drawn.add_column("player")
    if ended.pool:
        drawn.add_column("prize", justify="right")
    if has_points:
        drawn.add_column("points", justify="right")
    for result in ended.results[:top]:
        row = [str(result.place), result.name]
        if ended.pool:
            row.append(f"{result.prize:,}" if result.prize else "")
        if has_points:
            row.append(f"{result.points:+}" if result.points else "0")
        drawn.add_row(*row)
    if ended.entries > top:
        drawn.caption = f"and {ended.entries - top:,} more"
    return drawn


def as_json(games: list[Tournament], league: League) -> dict[str, Any]:
    return {
        "games": [
            {
                "structure": ended.structure.name,
                "hands": ended.hands,
                "results": [result._asdict() for result in ended.results],
            }
            for ended in games
        ],
        "league": [asdict(row) for row in league.standings],
    }


def standings(league: League, top: int) -> Table:
    drawn = Table(title=f"the league after {len(league.games)} games", title_justify="left")
    for heading_ in ("", "player", "points", "games", "wins", "best place"):
        drawn.add_column(heading_, justify="left" if heading_ == "player" else "right")
    for number, row in enumerate(league.standings[:top], start=1):
        drawn.add_row(
            str(number), row.name, str(row.points), str(row.games), str(row.wins), str(row.best)
        )
    return drawn
