"""The keys of the full-screen table and the texts that describe them."""

from __future__ import annotations

from rich.text import Text
from textual.binding import Binding, BindingType

from pokermasa.cli.play.saying import chips
from pokermasa.cli.play.sheet import FAINT, GOLD, INK
from pokermasa.cli.play.sizing import SHARES, Sizing

KEYS = (
    ("f", "fold"),
    ("c", "check, or call"),
    ("r or enter", "bet or raise to the amount shown"),
    ("m t h j p a", "that amount: least, ⅓, ½, ¾ of the pot, pot, all in"),
    ("0 to 9", "type it; backspace and escape take it back"),
    ("← →", "a big blind less or more"),
    ("↓ ↑", "a chip less or more"),
    ("space", "deal the next hand; hurry the bots"),
    ("d", "deal on by itself, or wait for you"),
    ("s", "another speed"),
    ("o", "your odds against random hands, and the pot's"),
    ("w", "why the bots acted as they did, after the hand"),
    ("l", "everything that was said"),
    ("q", "leave; the hands are saved"),
)

BINDINGS: list[BindingType] = [
    Binding("f", "fold", "fold"),
    Binding("c", "call", "check or call"),
    Binding("r", "raise", "raise"),
    Binding("enter", "confirm", "confirm"),
    Binding("space", "go_on", "go on"),
    Binding("m", "size('least')", "least"),
    Binding("a", "size('most')", "all in"),
    *[Binding(share.key, f"size('{share.key}')", share.name) for share in SHARES],
    *[Binding(digit, f"digit('{digit}')", digit) for digit in "0123456789"],
    Binding("backspace", "digit('')", "take back"),
    Binding("escape", "clear", "clear"),
    Binding("left", "tune(-1, True)", "less"),
    Binding("right", "tune(1, True)", "more"),
    Binding("down", "tune(-1, False)", "a chip less"),
    Binding("up", "tune(1, False)", "a chip more"),
    Binding("d", "auto_deal", "deal on"),
    Binding("s", "speed", "speed"),
    Binding("o", "odds", "odds"),
    Binding("w", "why", "why"),
    Binding("l", "log", "log"),
    Binding("question_mark", "keys", "help"),
    Binding("q", "leave", "leave"),
    Binding("ctrl+c,ctrl+q,ctrl+d", "quit", "leave", priority=True),
]
"""Key bindings of `TableApp`, by the name of its action methods."""

OTHERS = ("o odds", "w why", "l log", "s speed", "? help", "q leave")


def keys(*ways: str, gap: str = "   ") -> Text:
    """Return the description of several keys. Each string begins with the key."""
    line = Text(no_wrap=True, overflow="ellipsis")
    for way in filter(None, ways):
        key, _, label = way.partition(" ")
        line.append(gap if line else "").append(key, f"bold {GOLD}").append(f" {label}", INK)
    return line


def sizes_line(sizing: Sizing, amount: int, width: int) -> Text:
    """Return the sizes that have keys, and a bar that shows the amount between minimum and maximum
    if there is room."""
    if sizing.least == sizing.most:
        return Text(f"one size: {chips(sizing.least)}", FAINT)
    ways = [f"m least {chips(sizing.least)}"]
    ways += [f"{s.key} {s.name} {chips(sizing.share(s.part))}" for s in SHARES]
    ways.append(f"a {'all in' if sizing.all_in else 'most'} {chips(sizing.most)}")
    line = keys(*ways, gap="  ")
    room = width - line.cell_len - 12
    if room >= 10:
        position = (sizing.within(amount) - sizing.least) / (sizing.most - sizing.least)
        filled = round(position * room)
        line.append("  ← ").append("█" * filled, GOLD)
        line.append("░" * (room - filled), FAINT).append(" →")
    return line
