"""A place of a solved game, to be read in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pokermasa.cli.equity import coloured
from pokermasa.cli.solve_question import AskedHand
from pokermasa.solve import Place, Solution
from pokermasa.solve.place import NAMES
from pokermasa.strength.hand_class import grid_classes

# Quiet acts are cool, wagers warm, the larger the warmer.
COLOURS = {"FO": "blue", "CH": "green", "CA": "green"}
WAGERS = ("yellow", "bright_red", "red", "magenta")


def colours(place: Place) -> list[str]:
    wagers = iter((*WAGERS, *[WAGERS[-1]] * 50))
    return [COLOURS.get(act) or next(wagers) for act in place.acts]


def in_words(act: str, place: Place) -> str:
    """
    >>> from pokermasa.solve import Spot, solve
    >>> spot = Spot.of("2c7d9hJsQs", 100, 100, "AA", "KK", bets="50%, all-in")
    >>> root = solve(spot, iterations=1).root
    >>> [in_words(act, root) for act in root.acts]
    ['check', 'bet 50', 'all in']
    """
    words = {"FO": "fold", "CH": "check", "CA": "call"}
    if act in words:
        return words[act]
    if act == "AA":
        calls = "FO" in place.acts and "CA" not in place.acts
        return "call, all in" if calls and place.acts.index(act) == 1 else "all in"
    verb = "raise to" if "FO" in place.acts else "bet"
    return f"{verb} {act[2:]}"


def heading(solution: Solution) -> Text:
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
        f"\nExpected chips: oop {first:.2f}, ip {second:.2f} of a pot of {solution.spot.pot}; "
        f"best answers would gain {gain:.3g} and {other_gain:.3g}"
    )
    return text


def hand_lines(asked: AskedHand, place: Place) -> Iterator[Text]:
    """What the act that was made cost."""
    made = asked.act
    text = Text(f"{asked.player} ", "bold")
    if asked.cards is None or place.path:
        text.append(f"did {made}; the cards are not known, or not in the range")
        yield text
        return
    told = place.hand(asked.cards)
    text.append(coloured(asked.cards))
    text.append(f" did {made}")
    worth = told["act_ev"].get(made, 0.0)  # a fold where a check is free
    loss = max(told["act_ev"].values()) - worth
    text.append(f": {worth:.2f} chips, ")
    text.append(f"{loss:.2f} less than the best" if loss > 0.005 else "as good as any")
    yield text
    for act in place.acts:
        part, value = told["strategy"][act], told["act_ev"][act]
        yield Text(f"  {in_words(act, place):<16}{part:>6.0%}{value:>10.2f} chips")


def print_place(console: Console, place: Place, grid: bool) -> None:
    where = Text("At ", "dim").append(" ".join(place.path) or "the beginning")
    where.append("  board ", "dim").append(coloured(place.board))
    where.append(f"  pot {place.pot:g}")
    console.print(where)
    if place.player is None:
        what = "a card comes here: add one to --at" if place.is_deal else "the hand is over here"
        console.print(what, style="dim")
        return
    console.print(act_table(place))
    if grid:
        console.print(grid_table(place))


def act_table(place: Place) -> Table:
    assert place.player is not None
    table = Table(title=f"{NAMES[place.player]} to act", title_justify="left", title_style="bold")
    table.add_column("act")
    for name in ("how often", "chips"):
        table.add_column(name, justify="right")
    table.add_column("")
    likely = place.likely(place.player)
    for row, (act, part) in enumerate(place.frequencies.items()):
        weights = likely * place.strategy[row]
        total = weights.sum()
        worth = np.nansum(weights * place.act_values[row]) / total if total > 1e-9 else np.nan
        colour = colours(place)[row]
        table.add_row(
            Text(in_words(act, place), colour),
            f"{part:.1%}",
            "" if np.isnan(worth) else f"{worth:.2f}",
            Text("█" * round(20 * part), colour),
        )
    table.add_section()
    table.add_row("all", "", f"{place.value(place.player):.2f}", "")
    return table


def grid_table(place: Place) -> Table:
    """Each class with the act that is taken most, and how often that is."""
    assert place.player is not None
    rows = [place.by_class(place.player, played) for played in place.strategy]
    title = "by hand: " + ", ".join(in_words(act, place) for act in place.acts)
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
            cells.append(Text(f"{name}\n{100 * (parts[most] or 0):.0f}", paint[most]))
        table.add_row(*cells)
    return table
