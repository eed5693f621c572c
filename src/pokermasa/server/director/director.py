"""The director: one task that owns a tournament with all its tables, and puts its parts together.

What is asked goes one way: a connection asks; it waits in one inbox; the inbox's task applies it to
the tournament, a value; one page is written down, with every hand, seat and chip that follows from
it; the state adopts it; each table tells what happened at it, and everybody else is told the rest.
No part knows the director: they are given the state and, where time matters, something to call.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from pokermasa.masa import Change as MasaChange
from pokermasa.masa import Masa, MasaError
from pokermasa.notation import uci
from pokermasa.rules import IllegalAct
from pokermasa.server.clock import Clock
from pokermasa.server.director import figures, page, sequel, settling, view
from pokermasa.server.director.agreement import Agreement
from pokermasa.server.director.broadcast import TournamentBroadcast
from pokermasa.server.director.orders import Orders, announced, drawn
from pokermasa.server.director.page import NewOrder
from pokermasa.server.director.record import Order, Record
from pokermasa.server.director.standings import Standings
from pokermasa.server.director.state import TournamentState
from pokermasa.server.director.tables import Tables
from pokermasa.server.director.telling import Telling
from pokermasa.server.director.timers import Ring, Timers
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage import journal, ledger
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.room_order import REFUND
from pokermasa.server.storage.writer import Writer
from pokermasa.server.table.access import Access
from pokermasa.server.table.deal import fresh_deck
from pokermasa.server.table.inbox import Inbox
from pokermasa.server.table.viewer import Viewer
from pokermasa.tournament import (
    Change,
    Player,
    TableNumber,
    Tournament,
    TournamentError,
    TournamentRefusal,
    event,
    play,
)

REFUSALS = (Refused, TournamentError, MasaError, IllegalAct)
EXPECTED = (*REFUSALS, uci.UciError, journal.AlreadyDone)
AT_ONCE = (
    *(event.LevelRose, event.BreakBegan, event.BreakEnded, event.Paused, event.Resumed),
    *(event.HandForHand, event.FinalTable, event.Started, event.Finished),
)
"""What tables are told without waiting for that."""

log = logging.getLogger(__name__)
Doing = Callable[[Tournament], Change]


class Director:
    def __init__(
        self,
        kept: Record,
        writer: Writer,
        settings: Settings,
        clock: Clock,
        tell: Callable[[int, dict[str, Any]], None],
    ) -> None:
        self.lease = kept.lease
        self.state = TournamentState(kept, settings, clock)
        self.tables = Tables(self.state, kept.lease, settings, clock, self)
        self.agreement = Agreement(self.state, clock, self._no_answer)
        self.orders = Orders(self.state, kept.orders)
        self.standings = Standings(self.state)
        self.broadcast = TournamentBroadcast(self.state.id, self.state.epoch)
        self.is_lost = False
        self.on_change: Callable[[Director], None] = lambda director: None
        """After every change: whoever lists tournaments, and fills them with bots."""
        self.on_next: Callable[[str], None] = lambda id: None
        """Another tournament was opened."""
        self.on_over: Callable[[Director], None] = lambda director: None
        """It is over, and nobody needs it any more."""
        self._telling = Telling(self.state, self.tables, self.broadcast, self.standings, tell)
        self._timers = Timers(self.state, clock, self._ring)
        self._seq, self._rows = kept.seq, kept.rows
        self._writer, self._lease_time, self._clock = writer, settings.lease, clock
        self._inbox = Inbox(self._note_error)

    @property
    def id(self) -> str:
        return self.state.id

    @property
    def tournament(self) -> Tournament:
        return self.state.tournament

    # The task that owns it

    def start(self) -> None:
        self._inbox.start(f"masa {self.id}")
        self.tables.start()
        self._telling.figures()
        self._timers.set()
        self.run(self.follow)  # before a hand is dealt: orders may have waited for this
        self.tables.look()

    async def stop(self) -> None:
        self._timers.stop()
        self.agreement.end()
        self.tables.sleep()
        await self._inbox.stop()

    async def ask(self, doing: Callable[[], Awaitable[Any]]) -> Any:
        if self.is_lost:
            raise Refused(RoomRefusal.CLOSED)
        return await self._inbox.ask(doing)

    def run(self, doing: Callable[[], Awaitable[Any]]) -> None:
        """Have it done, and nobody waits for it."""
        task = asyncio.ensure_future(self.ask(doing))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _note_error(self, error: Exception) -> None:
        if not isinstance(error, EXPECTED):
            log.error("a fault in tournament %s", self.id, exc_info=error)
        if isinstance(error, Refused) and error.code is RoomRefusal.LOST_LEASE:
            self.lose()

    def lose(self) -> None:
        """Another process has it now."""
        if self.is_lost:
            return
        self.is_lost = True
        self._timers.stop()
        self.agreement.end()
        self.tables.lose()
        for viewer in list(self.broadcast.audience.viewers):
            viewer.outbox.cut("the tournament moved; connect again")
        self.on_change(self)

    # Changing it

    async def change(
        self,
        doing: Doing,
        joining: Account | None = None,
        ask: journal.MessageKey | None = None,
        orders: Sequence[NewOrder] = (),
        done: Sequence[Order] = (),
        wrong: Sequence[Player] = (),
        why: str = "director",
    ) -> Change:
        """Apply, journal, adopt, tell. Only from within something that is being done here."""
        self._inbox.verify_inside()
        state, before = self.state, self.state.tournament
        if before.is_ended:
            raise TournamentError(TournamentRefusal.NOT_RUNNING, "it is over")
        passed = state.time.passed(before)
        change = before.tick(passed) if passed else Change(before)
        change = change.then(doing(change.tournament))
        ended = [e.table for e in change.events if isinstance(e, event.HandOver)]
        hands = {table: journal.new_public() for table in ended}
        late = [] if wrong else settling.late_in(change, before)
        entries = settling.settled(state.entries, change, joining, hands, late, wrong)
        now, after = self._clock.now(), change.tournament
        writing = page.Page(
            self.lease,
            self._seq + 1,
            now,
            state.name,
            Access(act_time=state.terms.act_time),
            state.key,
            state.host,
            state.league,
            change,
            state.entries,
            entries,
            hands,
            self._rows + 1,
            ask,
            orders,
            [order.id for order in done],
            sequel.after(state, change, is_ordered=why != "too_few"),
            json.dumps(figures.row(state, after, now)) if after.is_ended else None,
        )
        written = await page.write(self._writer, writing, self._lease_time)
        self._seq, self._rows = writing.seq, 0 if writing.is_whole else self._rows + 1
        state.adopt(change, entries, passed, now, written.next)
        self.orders.note(orders, written.orders, writing.done)
        self.tables.adopt(before, change)
        givers = [order.by for order in orders] + [order.by for order in done]
        by = next((account.name for account in givers if account is not None), None)
        told = [announced(order, order.is_done) for order in orders]
        self._telling.change(before, change, told, by, why)
        self._after(change)
        if written.next is not None:
            self.on_next(written.next)
        return change

    def _after(self, change: Change) -> None:
        starts = any(isinstance(happened, event.Started) for happened in change.events)
        if starts:
            self._telling.standings()
        if any(isinstance(happened, AT_ONCE) for happened in change.events):
            self._telling.figures()
        else:
            self._timers.tell_soon()
        self._timers.set()
        if not all(isinstance(e, event.AtTable | event.Ticked) for e in change.events):
            self.tables.look_at_idle()
        self.on_change(self)
        if self.tournament.is_ended:
            self.agreement.end()

    # At a table

    async def change_at(
        self,
        number: TableNumber,
        doing: Callable[[Masa], MasaChange],
        wrong: Sequence[Player] = (),
    ) -> None:
        def at_table(now: Tournament) -> Change:
            return play.at_table(now, number, doing(now.table(number).masa))

        await self.change(at_table, wrong=wrong)
        await self.follow()

    def may_deal(self, number: TableNumber) -> bool:
        if self.agreement.is_open or self.state.is_ending or self.is_lost:
            return False
        return self.tournament.may_deal(number)

    async def deal(self, number: TableNumber) -> None:
        await self.change(lambda now: now.deal(number, fresh_deck()))
        await self.follow()

    # What follows by itself

    async def follow(self) -> None:
        """What follows from what was done is no part of it: if it cannot be written, whoever asked
        has been served all the same, and it is tried again."""
        try:
            await self._onward()
        except Refused as refused:
            self._note_error(refused)
            if not self.is_lost:
                self._timers.try_again()

    async def _onward(self) -> None:
        """Start when it is full or time; orders that waited for a hand to end; a deal."""
        while not self.tournament.is_ended and not self.is_lost:
            if self.state.is_due:
                await self._begin()
            elif (order := self.orders.next_ready()) is not None:
                await self._carry_out(order)
            else:
                await self._settle_deal()
                return

    async def _begin(self) -> None:
        now = self.tournament
        if now.entries < now.structure.least:
            order = NewOrder(None, "cancel")
            await self.change(lambda now: now.cancel(), orders=[order], why="too_few")
            return
        await self.change(drawn)

    async def _carry_out(self, order: Order) -> None:
        why = "director" if order.by is not None else order.command
        try:
            doing = self.orders.doing(order.command, order.about, order.number)
            await self.change(doing, done=[order], why=why)
        except TournamentError as refused:
            # Out of chips, or at another table, since: nothing is left to be done.
            if order.command == REFUND:
                log.warning("tournament %s goes on: %s", self.id, refused)
            await self.change(Change, done=[order])

    async def _settle_deal(self) -> None:
        if (proposed := self.agreement.put()) is not None:
            self._telling.events([proposed])
        if self.agreement.is_refused:
            self.end_agreement()
        elif self.agreement.is_made:
            await self.change(lambda now: now.end_by_deal())

    def end_agreement(self) -> None:
        """Not everybody agrees: play goes on."""
        self.agreement.end()
        self._telling.events([{"event": "deal_over", "made": False}])
        self.tables.look_at_idle()

    def _no_answer(self) -> None:
        async def work() -> None:
            if self.agreement.shares:
                self.end_agreement()

        self.run(work)

    def _ring(self, name: Ring) -> None:
        match name:
            case Ring.FIGURES:
                self._telling.figures()
                self._telling.standings()
            case Ring.OVER:
                self.on_over(self)
            case _:
                self.run(self._on_time)

    async def _on_time(self) -> None:
        try:
            if self.state.time.passed(self.tournament):
                await self.change(Change)
            await self._onward()
        except Refused as refused:
            self._note_error(refused)
            if not self.is_lost:
                self._timers.try_again()
        else:
            self._timers.set()

    async def take_orders(self, found: Sequence[Order]) -> None:
        """Those of whoever keeps the room, written down by another process."""

        async def work() -> None:
            new = self.orders.take(found)
            self._telling.events([announced(order, is_done=False) for order in new])
            await self.follow()

        await self.ask(work)

    # Whoever looks at it

    def tell(self, events: list[dict[str, Any]]) -> None:
        self._telling.events(events)

    def view(self, account: Account | None) -> dict[str, Any]:
        """A `tournament` message."""
        return view.view(self.state, self.broadcast.seq, self.standings, self.agreement, account)

    async def watch(self, viewer: Viewer, epoch: str = "", seq: int = -1) -> None:
        async def work() -> None:
            self.broadcast.welcome(viewer, epoch, seq, lambda: self.view(viewer.account))

        await self.ask(work)

    def unwatch(self, viewer: Viewer) -> None:
        self.broadcast.audience.leave(viewer)

    async def rename(self, account: Account) -> None:
        async def work() -> None:
            self.state.rename(account)
            self.tables.rename(account)

        await self.ask(work)

    async def is_booked(self, ask: journal.MessageKey) -> bool:
        return await self._writer.write(lambda connection: ledger.is_booked(connection, ask.key))
