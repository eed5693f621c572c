"""The table on the whole screen: what is drawn, and what each key does."""

from __future__ import annotations

import asyncio
import time
from typing import ClassVar

from rich.text import Text
from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from pokermasa.cli.play import Speed
from pokermasa.cli.play.cloth import Seating
from pokermasa.cli.play.keys import KEYS, OTHERS, keys, sizes_line
from pokermasa.cli.play.pane import Cloth, Pane, last_lines, written
from pokermasa.cli.play.saying import chips, holding
from pokermasa.cli.play.session import Scene, Session, Stage, odds
from pokermasa.cli.play.sheet import FAINT, FLOOR, GOLD, INK, PLACE
from pokermasa.cli.play.sizing import SHARES, Sizing
from pokermasa.rules import AllIn, Call, Check, Fold, IllegalAct, PlayerAct, View

PACE = {Speed.SLOW: 1.6, Speed.NORMAL: 0.8, Speed.FAST: 0.25, Speed.INSTANT: 0.0}
WIDE = 116  # columns from which the log stands beside the table


class TableApp(App[None]):
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
    BINDINGS: ClassVar[list[BindingType]] = [
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

    def __init__(
        self,
        session: Session,
        speed: Speed = Speed.NORMAL,
        clock: int = 0,
        hands: int | None = None,
    ) -> None:
        super().__init__()
        self.session = session
        self.speed = speed
        self.clock = clock
        self.hands = hands
        self.auto = False
        self.hurry = False
        """Until it is your turn again, the bots do not keep you waiting."""
        self.note = ""
        """Said once, above the keys."""
        self.amount: int | None = None
        self.typed = ""
        self.asked_twice = ""
        """What you must say again: folding for nothing, leaving."""
        self.turn: asyncio.Future[PlayerAct | None] | None = None
        self.turn_began = 0.0
        self.onward: asyncio.Event | None = None

    # The screen

    def compose(self) -> ComposeResult:
        masa, game = self.session.game.masa, self.session.game
        yield Static(id="heading")
        with Horizontal(id="middle"):
            with Vertical():
                yield Cloth(Seating(masa.sides, game.you, self.session.name))
                yield Static(id="below", classes="log")
            yield Static(id="beside", classes="log")
        yield Static(id="panel")

    def on_mount(self) -> None:
        self.title = "pokermasa"
        self.set_interval(0.5, self.draw_panel)
        self.lay_out(*self.size)
        self.draw_all()
        self.play()

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
            return  # resized before there is a screen, or after
        self.query_one(Cloth).show(self.session.scene)
        self.draw_log()
        self.draw_heading()
        self.draw_panel()

    def draw_heading(self) -> None:
        heading = self.query_one("#heading", Static)
        words = f"hand {self.session.game.masa.hands} · {self.session.game.heading}"
        pace = f"{self.speed}{' · deals on' if self.auto else ''}"
        gap = heading.size.width - 2 - len(words) - len(pace)
        heading.update(Text(words + " " * gap + pace if gap > 0 else words))

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
        stage = self.session.stage
        if stage is Stage.YOURS and self.turn is not None:
            return self.your_turn()
        note = self.note
        if stage is Stage.OVER:
            return [Text(note), Text(self.session.game.result, GOLD), keys("q leave"), Text()]
        if stage is Stage.BETWEEN:
            on = "d wait for me" if self.auto else "space next hand"
            return [Text(note), Text("The hand is over.", FAINT), keys(on, *OTHERS), Text()]
        to_act = self.session.game.masa.to_act
        who = "" if to_act is None else f"{self.session.name(to_act)} is thinking …"
        return [Text(note), Text(who, FAINT), keys("space be quick", *OTHERS), Text()]

    def your_turn(self) -> list[Text]:
        view = self.session.view
        assert view.viewer is not None
        hole = view.players[view.viewer].cards
        first = Text("Your turn", f"bold {GOLD}")
        if hole:
            first.append(f" · {holding(hole, view.board)}", INK)
        first.append(f" · pot {chips(view.pot)}", INK)
        if view.to_call:
            price = view.to_call / (view.pot + view.to_call)
            first.append(f" · {chips(view.to_call)} to call (needs {price:.0%})", INK)
        first.append(f"   {self.time_told()}", GOLD if self.clock else FAINT)
        acts = ["f fold"]
        if Check() in view.acts:
            acts.append("c check")
        elif Call() in view.acts:
            acts.append(f"c call {chips(view.to_call)}")
        elif AllIn() in view.acts:
            acts.append(f"c call {chips(view.to_call)}, all in")
        sizing = Sizing.of(view)
        sizes = Text()
        if sizing is not None:
            amount = self.wanted(sizing)
            verb = "raise to" if view.price else "bet"
            all_in = ", all in" if amount == sizing.all_in else ""
            acts.append(f"r {verb} {chips(amount)}{all_in}{'_' if self.typed else ''}")
            sizes = sizes_line(sizing, amount, self.size.width)
        note = Text(self.note, GOLD) if self.note else keys(*OTHERS)
        return [first, keys(*acts), sizes, note]

    def time_told(self) -> str:
        taken = time.monotonic() - self.turn_began
        if not self.clock:
            return f"{taken:.0f} s"
        left = max(0.0, self.clock - taken)
        filled = round(10 * left / self.clock)
        return f"{'█' * filled}{'░' * (10 - filled)} {left:.0f} s"

    # The game

    @work(exclusive=True)
    async def play(self) -> None:
        session, played = self.session, 0
        while session.stage is not Stage.OVER:
            if session.stage is Stage.BETWEEN:
                if played:
                    await self.wait_for_you()
                if played == self.hands:
                    self.exit()
                    return
                played += 1
                self.hurry = False
                session.deal()
                self.draw_all()
                await self.pause()
            elif session.stage is Stage.YOURS:
                act = await self.ask_you()
                before = session.scene
                self.note = ""
                if act is None:
                    session.time_out()
                else:
                    session.act(act)
                await self.show_runout(before)
            else:
                ruling, _ = await asyncio.gather(asyncio.to_thread(session.think), self.pause())
                before = session.scene
                session.take(ruling)
                await self.show_runout(before)
        self.note = "Your game is over."
        self.draw_all()

    async def pause(self, times: float = 1.0) -> None:
        if not self.hurry and (wait := times * PACE[self.speed]):
            await asyncio.sleep(wait)

    async def show_runout(self, before: Scene | None) -> None:
        """Cards that come after the last act come one by one."""
        now = self.session.scene
        if before is not None and now is not None and now.view.settled:
            whole = now.view.board
            for count in (3, 4):
                if len(before.view.board) < count < len(whole):
                    coming = now.view._replace(board=whole[:count], winners=None)
                    self.query_one(Cloth).show(now._replace(view=coming))
                    await self.pause(1.5)
        self.draw_all()
        if now is not None and now.view.settled:
            await self.pause()

    async def ask_you(self) -> PlayerAct | None:
        """None when your time is up."""
        self.turn = asyncio.get_running_loop().create_future()
        self.turn_began = time.monotonic()
        self.amount, self.typed, self.asked_twice, self.hurry = None, "", "", False
        self.draw_all()
        try:
            return await asyncio.wait_for(self.turn, self.clock or None)
        except TimeoutError:
            return None
        finally:
            self.turn = None

    async def wait_for_you(self) -> None:
        if self.auto:
            await self.pause(3)
            return
        self.onward = asyncio.Event()
        self.draw_panel()
        await self.onward.wait()
        self.onward = None

    # What the keys do

    def do(self, act: PlayerAct) -> None:
        """Your act, if it is your turn and the rules allow it."""
        game = self.session.game.masa.game
        if self.turn is None or self.turn.done() or game is None:
            return
        try:
            game.situation.move(act)
        except IllegalAct as refused:
            self.say(f"{refused}")
            return
        self.turn.set_result(act)

    def say(self, note: str) -> None:
        self.note = note
        self.draw_panel()

    def sizing(self) -> Sizing | None:
        return None if self.turn is None else Sizing.of(self.session.view)

    def wanted(self, sizing: Sizing) -> int:
        """The amount a raise would go to: typed, chosen, or half the pot."""
        if self.typed:
            return int(self.typed)
        return sizing.share(1 / 2) if self.amount is None else self.amount

    def is_sure(self, what: str, words: str) -> bool:
        if self.asked_twice == what:
            return True
        self.asked_twice = what
        self.say(words)
        return False

    def action_fold(self) -> None:
        if self.turn is None:
            return
        if Check() in self.session.view.acts and not self.is_sure(
            "fold", "Checking costs nothing. f again to fold all the same."
        ):
            return
        self.do(Fold())

    def action_call(self) -> None:
        if self.turn is not None:
            acts = self.session.view.acts
            self.do(next(act for act in (Check(), Call(), AllIn()) if act in acts))

    def action_raise(self) -> None:
        sizing = self.sizing()
        if sizing is not None:
            self.do(sizing.act(self.wanted(sizing)))
        elif self.turn is not None:
            self.say("You cannot raise here.")

    def action_confirm(self) -> None:
        """Enter raises only once an amount was chosen: a key held too long bets nothing."""
        if self.turn is None:
            self.action_go_on()
        elif self.amount is not None or self.typed:
            self.action_raise()

    def action_go_on(self) -> None:
        if self.onward is not None:
            self.onward.set()
        elif self.turn is None:
            self.hurry = True

    def action_size(self, which: str) -> None:
        sizing = self.sizing()
        if sizing is None:
            return
        parts = {share.key: share.part for share in SHARES}
        ends = {"least": sizing.least, "most": sizing.most}
        self.choose(ends[which] if which in ends else sizing.share(parts[which]))

    def action_tune(self, step: int, by_blinds: bool) -> None:
        sizing = self.sizing()
        if sizing is not None:
            by = self.session.view.blinds.big if by_blinds else 1
            self.choose(sizing.within(self.wanted(sizing) + step * by))

    def choose(self, amount: int) -> None:
        self.amount, self.typed, self.note = amount, "", ""
        self.draw_panel()

    def action_digit(self, digit: str) -> None:
        if self.sizing() is not None:
            self.typed = (self.typed + digit if digit else self.typed[:-1])[:15]
            self.note = ""
            self.draw_panel()

    def action_clear(self) -> None:
        self.amount, self.typed, self.note, self.asked_twice = None, "", "", ""
        self.draw_panel()

    def action_auto_deal(self) -> None:
        self.auto = not self.auto
        if self.auto and self.onward is not None:
            self.onward.set()
        self.draw_heading()

    def action_speed(self) -> None:
        speeds = list(Speed)
        self.speed = speeds[(speeds.index(self.speed) + 1) % len(speeds)]
        self.draw_heading()

    def action_odds(self) -> None:
        if self.turn is not None:
            self.say("Counting …")
            self.count_odds(self.turn, self.session.view)

    @work(exclusive=True, group="odds")
    async def count_odds(self, turn: asyncio.Future[PlayerAct | None], view: View) -> None:
        counted = await asyncio.to_thread(odds, view)
        if turn is self.turn:  # else you have acted meanwhile
            self.say(f"Your odds: {counted}")

    def action_why(self) -> None:
        lines = [
            Text.assemble((reason.act, "bold"), f"\n  {reason.words or 'No reason given.'}")
            for reason in self.session.told_reasons
        ]
        nothing = [Text("Reasons are told when a hand is over.")]
        self.push_screen(Pane("Why they did it, last hand", lines or nothing))

    def action_log(self) -> None:
        lines = [written(line) for line in self.session.log[-2000:]]
        self.push_screen(Pane("What was said", lines, at_end=True))

    def action_keys(self) -> None:
        lines = [Text.assemble((f"{key:>12}  ", f"bold {GOLD}"), what) for key, what in KEYS]
        self.push_screen(Pane("Keys", lines))

    def action_leave(self) -> None:
        if self.session.stage is Stage.OVER or self.is_sure(
            "leave", "q again to leave; any hand that is over is saved."
        ):
            self.exit()
