"""Widgets of the screen: the table, a pane on top of it, and the log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.console import Console
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from pokermasa.cli.play.cloth import SeatNames, draw
from pokermasa.cli.play.saying import Said
from pokermasa.cli.play.session import HandScene
from pokermasa.cli.play.sheet import CARD, FLOOR, GOLD, INK, PLACE, SUITS, Sheet


class Cloth(Widget):
    """The widget with the drawing of the table. It is redrawn when the scene or the size
    changes."""

    def __init__(self, seating: SeatNames) -> None:
        super().__init__()
        self.seating = seating
        self.scene: HandScene | None = None
        self._sheet: Sheet | None = None

    def show(self, scene: HandScene | None) -> None:
        self.scene = scene
        self._sheet = None
        self.refresh()

    def on_resize(self) -> None:
        self._sheet = None

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        sheet = self._sheet
        if sheet is None or (sheet.width, sheet.height) != (width, height):
            sheet = self._sheet = Sheet(width, height)
            draw(sheet, self.seating, self.scene)
        return Strip(sheet.row(y)) if y < height else Strip.blank(width)


class Pane(ModalScreen[None]):
    """A page of text on top of the table. Any of the usual keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, "dismiss", show=False)
        for key in ("escape", "enter", "space", "q", "question_mark", "w", "l")
    ]
    CSS = f"""
    Pane {{ align: center middle; background: {FLOOR} 60%; }}
    Pane VerticalScroll {{
        width: 76; max-width: 96%; height: auto; max-height: 90%;
        background: {PLACE}; color: {INK}; border: round {GOLD}; padding: 1 2;
    }}
    """

    def __init__(self, title: str, lines: Iterable[Text], at_end: bool = False) -> None:
        super().__init__()
        self.heading = title
        self.lines = list(lines)
        self.at_end = at_end

    def compose(self) -> ComposeResult:
        with VerticalScroll() as scroll:
            scroll.border_title = self.heading
            scroll.border_subtitle = "escape"
            yield Static(Text("\n").join(self.lines))

    def on_mount(self) -> None:
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        if self.at_end:
            scroll.scroll_end(animate=False)


def written(line: Said) -> Text:
    text = Text()
    before, _, after = line.words.partition("{}")
    text.append(before, f"bold {INK}" if line.strong else None)
    for place, card in enumerate(line.cards):
        text.append(" " if place else "")
        text.append(f"{card.pretty}", Style(color=SUITS[card.suit], bgcolor=CARD, bold=True))
    return text.append(after)


def last_lines(log: list[Said], width: int, height: int) -> Text:
    """Return the last lines of the log that fit, newest at the bottom."""
    lines: list[Text] = []
    for line in reversed(log):
        text = written(line)
        wrapped = wrap(text, width)
        lines = [*wrapped, *lines]
        if len(lines) >= height:
            break
    return Text("\n").join(lines[-height:])


def wrap(text: Text, width: int) -> list[Text]:
    return list(text.wrap(Console(width=width), width)) or [text]
