"""The full-screen game: runs the hands and handles the keys."""

from __future__ import annotations

import asyncio
import time
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.binding import BindingType

from pokermasa.cli.commands.play import Speed
from pokermasa.cli.play.amount import Amount
from pokermasa.cli.play.keys import BINDINGS, KEYS
from pokermasa.cli.play.pane import Cloth, Pane, written
from pokermasa.cli.play.panel import time_told, waiting, your_turn
from pokermasa.cli.play.screen import TableScreen
from pokermasa.cli.play.session import HandScene, Session, Stage, odds
from pokermasa.cli.play.sheet import GOLD
from pokermasa.cli.play.sizing import SHARES, Sizing
from pokermasa.rules import AllIn, Call, Check, Fold, IllegalAct, PlayerAct, View

PACE = {Speed.SLOW: 1.6, Speed.NORMAL: 0.8, Speed.FAST: 0.25, Speed.INSTANT: 0.0}


class TableApp(TableScreen):
    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(
        self,
        session: Session,
        speed: Speed = Speed.NORMAL,
        clock: int = 0,
        hands: int | None = None,
    ) -> None:
        super().__init__(session, speed)
        self.clock = clock
        self.hands = hands
        self.hurry = False
        """True if the bots act without a pause until your next turn."""
        self.note = ""
        """Message shown above the keys."""
        self.amount = Amount()
        self.asked_twice = ""
        """The act that must be confirmed with a second press: folding instead of checking, or
        leaving."""
        self.turn: asyncio.Future[PlayerAct | None] | None = None
        self.turn_began = 0.0
        self.onward: asyncio.Event | None = None

    def on_mount(self) -> None:
        self.title = "pokermasa"
        self.set_interval(0.5, self.draw_panel)
        self.lay_out(*self.size)
        self.draw_all()
        self.play()

    def panel_lines(self) -> list[Text]:
        if self.session.stage is not Stage.YOURS or self.turn is None:
            return waiting(self.session, self.note, self.deals_on)
        time_now = time_told(time.monotonic() - self.turn_began, self.clock)
        return your_turn(self.session.view, self.amount, self.note, time_now, self.size.width)

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

    async def show_runout(self, before: HandScene | None) -> None:
        """Shows the cards dealt after the last act one by one."""
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
        """Waits for your act. Return None when your time is up."""
        self.turn = asyncio.get_running_loop().create_future()
        self.turn_began = time.monotonic()
        self.amount.clear()
        self.asked_twice, self.hurry = "", False
        self.draw_all()
        try:
            return await asyncio.wait_for(self.turn, self.clock or None)
        except TimeoutError:
            return None
        finally:
            self.turn = None

    async def wait_for_you(self) -> None:
        if self.deals_on:
            await self.pause(3)
            return
        self.onward = asyncio.Event()
        self.draw_panel()
        await self.onward.wait()
        self.onward = None

    # Actions of the keys

    def do(self, act: PlayerAct) -> None:
        """Makes your act if it is your turn and the act is legal."""
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
        return None if self.turn is None else Sizing.from_view(self.session.view)

    def is_sure(self, what: str, text: str) -> bool:
        if self.asked_twice == what:
            return True
        self.asked_twice = what
        self.say(text)
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
            self.do(sizing.act(self.amount.wanted(sizing)))
        elif self.turn is not None:
            self.say("You cannot raise here.")

    def action_confirm(self) -> None:
        """Raises only if an amount was chosen, so that a key pressed too long does not bet."""
        if self.turn is None:
            self.action_go_on()
        elif self.amount.is_named:
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
            self.choose(sizing.within(self.amount.wanted(sizing) + step * by))

    def choose(self, amount: int) -> None:
        self.amount.choose(amount)
        self.note = ""
        self.draw_panel()

    def action_digit(self, digit: str) -> None:
        if self.sizing() is not None:
            self.amount.type(digit)
            self.note = ""
            self.draw_panel()

    def action_clear(self) -> None:
        self.amount.clear()
        self.note, self.asked_twice = "", ""
        self.draw_panel()

    def action_auto_deal(self) -> None:
        self.deals_on = not self.deals_on
        if self.deals_on and self.onward is not None:
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
        if turn is self.turn:  # otherwise you have already acted
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
