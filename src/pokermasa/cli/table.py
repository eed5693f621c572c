"""`masa table`: a cash table of bots in the terminal, with stacks that grow and shrink."""

from collections.abc import Collection, Sequence
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from pokermasa.arena.fault import FaultBook, FaultOf
from pokermasa.arena.floor import Floor
from pokermasa.bots.named import BASELINES, Entry, NoBot, listed, named
from pokermasa.cards import Deck
from pokermasa.cli import score
from pokermasa.masa import Masa, Side
from pokermasa.masa.history import history
from pokermasa.notation import phh
from pokermasa.notation.history import History
from pokermasa.rules import Blinds, HouseRules

console = Console(highlight=False)
SORTS = tuple(name for name in BASELINES if name != "raiser")
"""Those that play with each other, where only a number is given."""


def table(
    bots: Annotated[
        str, typer.Option(help="Who plays: 2xbasic,house:rock,caller,mybot.py; or a number.")
    ] = "house,2xbasic,caller,random,folder",
    hands: Annotated[int, typer.Option(min=1, help="How many are dealt.")] = 1000,
    stack: Annotated[int, typer.Option(min=1, help="What everybody buys in for.")] = 200,
    blinds: Annotated[str, typer.Option(help="Small and big.")] = "1-2",
    sides: Annotated[int | None, typer.Option(min=2, max=10, help="Chairs at the table.")] = None,
    rules: Annotated[
        str, typer.Option(help="House rules: masa, classic, botpoker, limit, tda, acpc.")
    ] = "tda",
    seed: Annotated[int, typer.Option(help="The same cards and choices again.")] = 1,
    save: Annotated[
        Path | None, typer.Option(help="Write every hand to FILE.phhs.", dir_okay=False)
    ] = None,
) -> None:
    """Let bots play a cash table. Whoever goes broke buys in again."""
    entries = bots_named(bots)
    if not 2 <= len(entries) <= (sides or 10):
        raise typer.BadParameter(f"2 to {sides or 10} sit at a table", param_hint="--bots")
    try:
        house = HouseRules.named(rules)
        small, _, big = blinds.partition("-")
        masa = Masa.open(sides or len(entries), Blinds(int(small), int(big)).verified(), house)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--rules, --blinds") from None
    called = {Side(side): f"{entry.name} {side + 1}" for side, entry in enumerate(entries)}
    bought = dict.fromkeys(called, stack)
    for side in called:
        masa = masa.buy_in(side, stack).masa
    dice = Random(seed)
    players = [entry.make(seed + side) for side, entry in enumerate(entries)]
    floor = Floor(list(called.values()), players, dice)
    told: list[tuple[str, History]] = []
    with Progress(console=console, transient=True) as progress, closing(floor):
        task = progress.add_task("hands", total=hands)
        for number in range(1, hands + 1):
            masa = one_hand(masa, floor, dice)
            if save is not None and masa.last_game is not None:
                told.append((str(number), history(masa.last_game, called)))
            for side, seat in masa.seats.items():
                if not seat.stack:
                    masa = masa.top_up(side, stack).masa
                    bought[side] += stack
            progress.advance(task)
    console.print(f"[bold]{hands:,} hands[/] · blinds {blinds} · rules: {rules} · seed {seed}")
    console.print(results(masa, entries, bought, hands))
    for line in faults_in_words(floor.faults, list(called.values())):
        console.print(line, style="yellow", markup=False)
    if save is not None:
        written(save, told)


def one_hand(masa: Masa, floor: Floor, dice: Random) -> Masa:
    masa = masa.deal(Deck.shuffled(dice)).masa
    seated = {side: int(side) for side in masa.seats}
    while masa.game is not None:
        side = masa.to_act
        assert side is not None
        masa = masa.move(side, floor.choose(masa, seated)).masa
    assert masa.last_game is not None
    floor.hand_over(masa.last_game, seated)
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


def faults_in_words(faults: Collection[FaultOf], names: Sequence[str]) -> list[str]:
    book = FaultBook(len(names))
    book.add(faults, [""] * len(names))
    return score.in_words(book, names, "hand")


def written(path: Path, told: Collection[tuple[str, History]]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(phh.write_all(told))
    console.print(f"{len(told):,} hands saved as PHH in {path}")


# Who plays


def bots_named(text: str, hint: str = "--bots") -> list[Entry]:
    """The bots that a command line asks for: `2xbasic,caller`, or `9` for nine of all sorts."""
    text = text.strip()
    if text.isdecimal():
        return list(islice(cycle(map(named, SORTS)), int(text)))
    try:
        return listed(text)
    except NoBot as error:
        raise typer.BadParameter(str(error), param_hint=hint) from None
