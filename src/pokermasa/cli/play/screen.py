"""Layout of the full-screen table."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from pokermasa.cli.commands.play import Speed
from pokermasa.cli.play.cloth import SeatNames
from pokermasa.cli.play.pane import Cloth, last_lines
from pokermasa.cli.play.session import Session
from pokermasa.cli.play.sheet import FAINT, FLOOR, INK, PLACE

WIDE = 116  # columns; the log stands beside the table from this width on


class TableScreen(App[None]):
    ENABLE_COMMAND_PALETTE = False
    CSS = f"""
    Screen {{ background: {FLOOR}; color: {INK}; }}
    #heading {{ height: 1; background: {PLACE}; color: {FAINT}; padding: 0 1; }}
    #middle {{ height: 1fr; }}
    Cloth {{ width: 1fr; height: 1fr; margin: 0 1; }}
    .log {{ background: {PLACE}; color: {FAINT}; padding: 0 1; }}
    #beside {{ width: 38; height: 1fr; display: none; }}
    #below {{ height: 4; }}
    #panel {{ height: 4; background: {FLOOR}; color: {INK}; padding: 0 1; }}
    #panel, #heading {{ text-wrap: nowrap; text-overflow: ellipsis; }}
    """

    def __init__(self, session: Session, speed: Speed) -> None:
        super().__init__()
        self.session = session
        self.speed = speed
        self.deals_on = False

    def compose(self) -> ComposeResult:
        masa, game = self.session.game.masa, self.session.game
        yield Static(id="heading")
        with Horizontal(id="middle"):
            with Vertical():
                yield Cloth(SeatNames(masa.sides, game.you, self.session.name))
                yield Static(id="below", classes="log")
            yield Static(id="beside", classes="log")
        yield Static(id="panel")

    def on_resize(self, event: events.Resize) -> None:
        self.lay_out(*event.size)
        self.call_after_refresh(self.draw_all)

    def lay_out(self, width: int, height: int) -> None:
        is_wide = width >= WIDE
        self.query_one("#beside").display = is_wide
        below = self.query_one("#below")
        below.display = not is_wide and height >= 22
        below.styles.height = max(4, min(12, height - 20))

    def draw_all(self) -> None:
        if not self.query(Cloth):
            return  # resized before the screen exists or after it was closed
        self.query_one(Cloth).show(self.session.scene)
        self.draw_log()
        self.draw_heading()
        self.draw_panel()

    def draw_heading(self) -> None:
        heading = self.query_one("#heading", Static)
        text = f"hand {self.session.game.masa.hands} · {self.session.game.heading}"
        pace = f"{self.speed}{' · deals on' if self.deals_on else ''}"
        gap = heading.size.width - 2 - len(text) - len(pace)
        heading.update(Text(text + " " * gap + pace if gap > 0 else text))

    def draw_log(self) -> None:
        for pane in (self.query_one("#beside", Static), self.query_one("#below", Static)):
            width, height = pane.size.width - 2, pane.size.height
            if pane.display and width > 0 and height > 0:
                pane.update(last_lines(self.session.log, width, height))

    def draw_panel(self) -> None:
        if self.query("#panel"):
            lines = self.panel_lines()
            self.query_one("#panel", Static).update(Text("\n", no_wrap=True).join(lines))

    def panel_lines(self) -> list[Text]:
        raise NotImplementedError
