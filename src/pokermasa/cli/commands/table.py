"""`masa table`: plays bots at a cash table and prints their results."""

import json as json_text
from collections.abc import Collection, Sequence
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path
from random import Random
from time import time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from pokermasa.arena.bot_driver import BotDriver
from pokermasa.arena.fault import FaultLog, FaultOf
from pokermasa.bots.named import BASELINES, Entry, NoBot, listed, named
from pokermasa.cards import Deck
from pokermasa.cli import output, run, score, stakes
from pokermasa.cli.bar import bar
from pokermasa.cli.hand_file import STANDARD, so_many, writing
from pokermasa.cli.number import MOST_HANDS, MOST_STACK
from pokermasa.cli.run import begun
from pokermasa.histories import phh
from pokermasa.histories.history import History
from pokermasa.histories.masa_hand import history
from pokermasa.masa import Masa, Side

SORTS = tuple(name for name in BASELINES if name != "raiser")
"""Bots that are used if only their number is given."""


def table(
    bots: Annotated[
        str,
        typer.Option(
            help="The players: 2xbasic,house:rock,caller,mybot.py; or how many bots of all kinds."
        ),
    ] = "house,2xbasic,caller,random,folder",
    hands: Annotated[
        int, typer.Option(min=1, max=MOST_HANDS, help="How many hands to play.")
    ] = 1000,
    stack: Annotated[
        int, typer.Option(min=1, max=MOST_STACK, help="The buy-in of each player.")
    ] = 200,
    blinds: Annotated[str, typer.Option(help="Small and big, perhaps an ante: 1-2.")] = "1-2",
    sides: Annotated[int | None, typer.Option(min=2, max=10, help="Seats at the table.")] = None,
    rules: stakes.RulesName = "tda",
    seed: Annotated[
        int, typer.Option(help="A number; the same number gives the same cards and choices.")
    ] = 1,
    date: run.Date = None,
    save: Annotated[
        Path | None, typer.Option(help="Write every hand to FILE.phhs, - to print them.")
    ] = None,
    force: output.Force = False,
    json: output.Json = False,
) -> None:
    """Let bots play a cash table. A bot without chips buys in again."""
    output.check(save, force, "--save", json)
    entries = bots_named(bots)
    if not 2 <= len(entries) <= (sides or 10):
        message = f"2 to {sides or 10} sit at a table, not {len(entries)}"
        raise typer.BadParameter(message, param_hint="--bots")
    house = stakes.house_rules(rules)
    masa = Masa.open(sides or len(entries), stakes.blinds(blinds, house), house)
    called = {Side(side): f"{entry.name} {side + 1}" for side, entry in enumerate(entries)}
    bought = dict.fromkeys(called, stack)
    for side in called:
        masa = masa.buy_in(side, stack).masa
    dice = Random(seed)
    players = [entry.make(seed + side) for side, entry in enumerate(entries)]
    driver = BotDriver(list(called.values()), players, dice)
    histories: list[tuple[str, History]] = []
    asked = begun("masa table", date, bots, hands, stack, blinds, sides, rules, seed)
    console = output.reader(save, json=json)
    with bar(whole=hands, unit="hands", is_quiet=json) as moved, closing(driver):
        for number in range(1, hands + 1):
            masa = one_hand(masa, driver, dice)
            if save is not None and masa.last_game is not None:
                fields = asked.fields(number, now=time())
                histories.append(
                    (
                        str(number),
                        history(masa.last_game, called, fields).with_remarks(driver.reasons),
                    )
                )
            for side, seat in masa.seats.items():
                if not seat.stack:
                    masa = masa.top_up(side, stack).masa
                    bought[side] += stack
            moved(number)
    if json:
        typer.echo(json_text.dumps(as_json(masa, entries, bought, hands, driver), indent=2))
    else:
        console.print(f"[bold]{hands:,} hands[/] · blinds {blinds} · rules: {rules} · seed {seed}")
        console.print(results(masa, entries, bought, hands))
        for line in faults_in_words(driver.faults, list(called.values())):
            console.print(line, style="yellow", markup=False)
    if save is not None:
        written(save, histories, console)


def one_hand(masa: Masa, driver: BotDriver, dice: Random) -> Masa:
    masa = masa.deal(Deck.shuffled(dice)).masa
    seated = {side: int(side) for side in masa.seats}
    while masa.game is not None:
        side = masa.to_act
        assert side is not None
        masa = masa.move(side, driver.choose(masa, seated)).masa
    assert masa.last_game is not None
    driver.hand_over(masa.last_game, seated)
    return masa


def results(masa: Masa, entries: list[Entry], bought: dict[Side, int], hands: int) -> Table:
    big = masa.blinds.big
    rows = sorted(masa.seats.items(), key=lambda item: bought[item[0]] - item[1].stack)
    drawn = Table("side", "bot", "stack", "bought in", "won", "big blinds in 100 hands")
    for column in (0, 2, 3, 4, 5):
        drawn.columns[column].justify = "right"
    for side, seat in rows:
        won = seat.stack - bought[side]
        colour = "green" if won > 0 else "red" if won < 0 else "dim"
        drawn.add_row(
            str(side),
            entries[side].name,
            f"{seat.stack:,}",
            f"{bought[side]:,}",
            f"[{colour}]{won:+,}[/]",
            f"{100 * won / big / hands:+.1f}",
        )
    return drawn


def as_json(
    masa: Masa, entries: list[Entry], bought: dict[Side, int], hands: int, driver: BotDriver
) -> dict[str, Any]:
    faults = [bot for bot, _, _ in driver.faults]
    return {
        "hands": hands,
        "big_blind": masa.blinds.big,
        "players": [
            {
                "side": side,
                "bot": entries[side].name,
                "stack": seat.stack,
                "bought_in": bought[side],
                "won": seat.stack - bought[side],
                "faults": faults.count(side),
            }
            for side, seat in masa.seats.items()
        ],
    }


def faults_in_words(faults: Collection[FaultOf], names: Sequence[str]) -> list[str]:
    book = FaultLog(len(names))
    book.add(faults, [""] * len(names))
    return score.in_words(book, names, "hand")


def written(path: Path, histories: Collection[tuple[str, History]], console: Console) -> None:
    with writing(path) as file:
        file.writelines(phh.write_all(histories))
    if path != STANDARD:
        console.print(
            f"{so_many(len(histories))} saved as PHH in {path}", markup=False, soft_wrap=True
        )


# The players


def bots_named(text: str) -> list[Entry]:
    """Return the bots named in a command-line value: `2xbasic,caller`, or `9` for nine bots of all
    kinds."""
    text = text.strip()
    if text.isdecimal():
        return list(islice(cycle(map(named, SORTS)), int(text)))
    try:
        return listed(text)
    except NoBot as error:
        raise typer.BadParameter(str(error), param_hint="--bots") from None
