"""`masa table`: a cash table of simple bots in the terminal.

The bots here are stand-ins: `bot_named` is the one place that knows them.
"""

from collections.abc import Callable, Collection, Mapping
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Annotated, TypeAlias

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from pokermasa import strength
from pokermasa.cards import Deck
from pokermasa.masa import Masa, Side
from pokermasa.masa.history import history
from pokermasa.notation import phh
from pokermasa.notation.history import History
from pokermasa.rules import (
    AllIn,
    Blinds,
    Call,
    Check,
    Fold,
    HouseRules,
    PlayerAct,
    Raise,
    Situation,
)

console = Console(highlight=False)
Bot: TypeAlias = Callable[[Situation, Random], PlayerAct]


def table(
    bots: Annotated[
        str, typer.Option(help="Who plays: tight:2,caller,coin,random,folder; or a number.")
    ] = "tight:2,caller,random:2,coin",
    hands: Annotated[int, typer.Option(min=1, help="How many are dealt.")] = 1000,
    stack: Annotated[int, typer.Option(min=1, help="What everybody buys in for.")] = 200,
    blinds: Annotated[str, typer.Option(help="Small and big.")] = "1-2",
    sides: Annotated[int | None, typer.Option(min=2, max=10, help="Chairs at the table.")] = None,
    rules: Annotated[
        str, typer.Option(help="House rules: masa, classic, botpoker, limit, tda, acpc.")
    ] = "masa",
    seed: Annotated[int, typer.Option(help="The same cards and choices again.")] = 1,
    save: Annotated[
        Path | None, typer.Option(help="Write every hand to FILE.phhs.", dir_okay=False)
    ] = None,
) -> None:
    """Let bots play a cash table. Whoever goes broke buys in again."""
    names = bots_named(bots)
    if not 2 <= len(names) <= (sides or 10):
        raise typer.BadParameter(f"2 to {sides or 10} sit at a table", param_hint="--bots")
    try:
        house = HouseRules.named(rules)
        small, _, big = blinds.partition("-")
        masa = Masa.open(sides or len(names), Blinds(int(small), int(big)).verified(), house)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--rules, --blinds") from None
    players = {Side(side): name for side, name in enumerate(names)}
    called = {side: f"{name} {side + 1}" for side, name in players.items()}
    bought = dict.fromkeys(players, stack)
    for side in players:
        masa = masa.buy_in(side, stack).masa
    dice = Random(seed)
    told: list[tuple[str, History]] = []
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("hands", total=hands)
        for number in range(1, hands + 1):
            masa = one_hand(masa, players, dice)
            if save is not None and masa.last_game is not None:
                told.append((str(number), history(masa.last_game, called)))
            for side, seat in masa.seats.items():
                if not seat.stack:
                    masa = masa.top_up(side, stack).masa
                    bought[side] += stack
            progress.advance(task)
    console.print(f"[bold]{hands:,} hands[/] · blinds {blinds} · rules: {rules} · seed {seed}")
    console.print(results(masa, names, bought, hands))
    if save is not None:
        written(save, told)


def one_hand(masa: Masa, players: Mapping[Side, str], dice: Random) -> Masa:
    masa = masa.deal(Deck.shuffled(dice)).masa
    while masa.game is not None:
        side = masa.to_act
        assert side is not None
        masa = masa.move(side, bot_named(players[side])(masa.game.situation, dice)).masa
    return masa


def results(masa: Masa, names: list[str], bought: dict[Side, int], hands: int) -> Table:
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
            names[side],
            f"{seat.stack:,}",
            f"{bought[side]:,}",
            f"[{colour}]{won:+,}[/]",
            f"{100 * won / big / hands:+.1f}",
        )
    return drawn


def written(path: Path, told: Collection[tuple[str, History]]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(phh.write_all(told))
    console.print(f"{len(told):,} hands saved as PHH in {path}")


# Who plays when nobody does


def bots_named(text: str) -> list[str]:
    """The bots that a command line asks for: `tight:2,caller`, or `9` for nine of all sorts."""
    text = text.strip()
    if text.isdecimal():
        return list(islice(cycle(BOTS), int(text)))
    names = []
    for word in text.split(","):
        name, _, count = word.strip().partition(":")
        if name not in BOTS or (count and not count.isdecimal()):
            known = ", ".join(BOTS)
            raise typer.BadParameter(f"no bot {word!r}; known: {known}", param_hint="--bots")
        names += [name] * int(count or 1)
    return names


def bot_named(name: str) -> Bot:
    return BOTS[name]


def caller(situation: Situation, dice: Random) -> PlayerAct:
    legal = situation.legal
    return Check() if legal.may_check else Call() if legal.may_call else AllIn()


def folder(situation: Situation, dice: Random) -> PlayerAct:
    return Check() if situation.legal.may_check else Fold()


def coin(situation: Situation, dice: Random) -> PlayerAct:
    """Calls one bet in four, and folds the others."""
    return caller(situation, dice) if dice.random() < 0.25 else folder(situation, dice)


def random(situation: Situation, dice: Random) -> PlayerAct:
    """Anything that is allowed; folds a little less often than a fair die would."""
    fold, stay, *raises = situation.possible_acts
    if raises and dice.random() < 0.2:
        return raises[int(dice.random() * len(raises))]
    return stay if isinstance(stay, Check) or dice.random() < 0.6 else fold


def tight(situation: Situation, dice: Random) -> PlayerAct:
    """Waits for good cards, then raises."""
    dealer, cards = situation.dealer, situation.hand_dealer
    hole = cards.hands[dealer.turn_to_act] if cards else None
    if cards is None or hole is None:
        return folder(situation, dice)
    board = cards.middle(dealer.round).cards
    if board:
        own = strength.evaluate(hole + board)
        shared = strength.evaluate(board).category if len(board) == 5 else None
        value = int(own.category) - (int(shared) if shared is not None else 0)
    else:
        high, low = sorted((hole[0].rank, hole[1].rank), reverse=True)
        value = 2 if (high == low and high > 9) or low > 11 else 1 if high == low or low > 9 else 0
    if value >= 2 and situation.raises:
        least, most = situation.raises
        return Raise(min(most, max(least, 3 * dealer.price)))
    if value >= 2 or (value == 1 and situation.legal.to_call <= 4 * dealer.blinds.big):
        return caller(situation, dice)
    return folder(situation, dice)


BOTS: dict[str, Bot] = {
    "tight": tight,
    "caller": caller,
    "coin": coin,
    "random": random,
    "folder": folder,
}
