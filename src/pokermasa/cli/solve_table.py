"""Prints a node of a solved game in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pokermasa.cli.commands.equity import coloured
from pokermasa.cli.hand_file import so_many
from pokermasa.cli.solve_question import AskedHand
from pokermasa.cli.unit import CHIPS, Unit
from pokermasa.solve import Place, Solution
from pokermasa.solve.place import NAMES
from pokermasa.strength.hand_class import grid_classes

# Passive acts have cool colours. Bets and raises have warm colours, warmer with size.
COLOURS = {"FO": "blue", "CH": "green", "CA": "green"}
WAGERS = ("yellow", "bright_red", "red", "magenta")


def colours(place: Place) -> list[str]:
    wagers = iter((*WAGERS, *[WAGERS[-1]] * 50))
    return [COLOURS.get(act) or next(wagers) for act in place.acts]


def in_words(act: str, place: Place, unit: Unit = CHIPS) -> str:
    """Return *act* in words, as it reads at this node.

    >>> from pokermasa.solve import Subgame, solve
    >>> subgame = Subgame.from_board("2c7d9hJsQs", 100, 100, "AA", "KK", bets="50%, all-in")
    >>> root = solve(subgame, iterations=1).root
    >>> [in_words(act, root) for act in root.acts]
    ['check', 'bet 50', 'all in']
    """
    names = {"FO": "fold", "CH": "check", "CA": "call"}
    if act in names:
        return names[act]
    if act == "AA":
        calls = "FO" in place.acts and "CA" not in place.acts
        return "call, all in" if calls and place.acts.index(act) == 1 else "all in"
    verb = "raise to" if "FO" in place.acts else "bet"
    return f"{verb} {unit.amount(int(act[2:]))}"


def path_in_words(place: Place, unit: Unit) -> str:
    """Return the path in the notation of --at, with the amounts in *unit*."""
    parts = [unit.act(word) if word.startswith("RR") else word for word in place.path]
    return " ".join(parts) or "the beginning"


def not_solved(solution: Solution, limit: float) -> Text:
    """Return the text shown instead of a strategy while the exploitability is above *limit*."""
    text = Text("Not solved: ", "bold red")
    text.append(
        f"exploitability {solution.percent:.3g} % of the pot after "
        f"{so_many(solution.iterations, 'iteration')}, {solution.seconds:.1f} s; "
        f"an answer takes {limit:g} % or less"
    )
    if solution.interrupted:
        text.append(" (stopped)", "yellow")
    text.append(
        "\nNo play is shown. Give more time (--seconds), fewer sizes (--bets, --raise-cap) or "
        "narrower ranges; --save keeps what is learnt, to go on later."
    )
    return text


def heading(solution: Solution, unit: Unit) -> Text:
    text = Text("Exploitability ", "bold")
    text.append(f"{solution.percent:.3g} % of the pot", "bold green")
    text.append(f" after {solution.iterations:,} iterations, {solution.seconds:.1f} s")
    if solution.interrupted:
        text.append(" (stopped)", "yellow")
    locked = int((solution.game.store.lock >= 0).sum())
    if locked:
        text.append(f", {locked} decision{'s' if locked > 1 else ''} locked", "yellow")
    (first, second), (gain, other_gain) = solution.value, solution.gains
    text.append(
        f"\nExpected {unit.name}: oop {unit.worth(first)}, ip {unit.worth(second)} of a pot of "
        f"{unit.amount(solution.subgame.pot)}; best answers would gain {unit.gain(gain)} and "
        f"{unit.gain(other_gain)}"
    )
    return text


def hand_lines(asked: AskedHand, place: Place, root: Place) -> Iterator[Text]:
    """Yield lines about the loss of the act that was played at the *root*."""
    made, unit = asked.act, asked.unit
    said = in_words(made, root, unit)
    text = Text(asked.player, "bold")
    if asked.cards is None or place.path:
        text.append(f", {said}: the cards are not known, or not in the range", "")
        yield text
        return
    advice = place.hand(asked.cards)
    text.append(" ").append(coloured(asked.cards))
    worth = advice["act_ev"].get(made, 0.0)  # a fold where checking is free is not in the tree
    loss = max(advice["act_ev"].values()) - worth
    text.append(f", {said}: {unit.worth_in_words(worth)}, ")
    text.append(f"{unit.worth(loss)} less than the best" if loss > 0.005 else "as good as any")
    yield text
    for act in place.acts:
        frequency, value = advice["strategy"][act], advice["act_ev"][act]
        message = f"  {in_words(act, place, unit):<16}{frequency:>6.0%}"
        yield Text(f"{message}  {unit.worth_in_words(value):>14}")


def print_place(console: Console, place: Place, grid: bool, unit: Unit = CHIPS) -> None:
    where = Text("At ", "dim").append(path_in_words(place, unit))
    where.append("  board ", "dim").append(coloured(place.board))
    where.append(f"  pot {unit.amount(place.pot)}")
    console.print(where)
    if place.player is None:
        what = "a card comes here: add one to --at" if place.is_deal else "the hand is over here"
        console.print(what, style="dim")
        return
    console.print(act_table(place, unit))
    if grid:
        console.print(grid_table(place, unit))


def act_table(place: Place, unit: Unit) -> Table:
    assert place.player is not None
    table = Table(title=f"{NAMES[place.player]} to act", title_justify="left", title_style="bold")
    table.add_column("act")
    for name in ("how often", unit.name):
        table.add_column(name, justify="right")
    table.add_column("")
    likely = place.likely(place.player)
    for row, (act, frequency) in enumerate(place.frequencies.items()):
        weights = likely * place.strategy[row]
        total = weights.sum()
        worth = np.nansum(weights * place.act_values[row]) / total if total > 1e-9 else np.nan
        colour = colours(place)[row]
        table.add_row(
            Text(_name(act, place, unit), colour),
            f"{frequency:.1%}",
            "" if np.isnan(worth) else unit.worth(worth),
            Text("█" * round(20 * frequency), colour),
        )
    table.add_section()
    table.add_row("all", "", unit.worth(place.value(place.player)), "")
    return table


def _name(act: str, place: Place, unit: Unit) -> str:
    """Return an act in words. If *unit* is not chips, the notation of --at is added."""
    said = in_words(act, place, unit)
    return said if unit == CHIPS or not act.startswith("RR") else f"{said}  {act}"


def letters(place: Place) -> list[str]:
    """Return a letter for each act, so that the grid can be read without colours."""
    fixed = {"FO": "F", "CH": "C", "CA": "C", "AA": "A"}
    bets = iter("BDEGHIJKLMNOPQRSTUVWXYZ")
    return [fixed.get(act) or next(bets, "?") for act in place.acts]


def grid_table(place: Place, unit: Unit = CHIPS) -> Table:
    """Return the grid of starting hands with the most frequent act of each and its percentage."""
    assert place.player is not None
    rows = [place.by_class(place.player, played) for played in place.strategy]
    names = letters(place)
    labels = [in_words(act, place, unit) for act in place.acts]
    listed = ", ".join(map(" ".join, zip(names, labels, strict=True)))
    title = f"by hand: {listed}; the number is how often, in per cent"
    table = Table(title=title, title_justify="left", title_style="bold", show_header=False)
    for _ in range(13):
        table.add_column("", justify="center", no_wrap=True, min_width=3)
    paint = colours(place)
    for line in grid_classes():
        cells = []
        for name in line:
            parts = [row.get(name) for row in rows]
            if parts[0] is None:
                cells.append(Text(str(name), "dim"))
                continue
            most = max(range(len(parts)), key=lambda row: parts[row] or 0.0)
            often = f"{100 * (parts[most] or 0):.0f}"
            played = names[most] + (often if often != "100" else "")
            cells.append(Text(f"{name}\n{played}", paint[most]))
        table.add_row(*cells)
    return table
