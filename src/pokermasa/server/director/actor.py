"""The task that owns a tournament with all its tables, and puts its parts together.

What is asked goes one way: a connection asks; it waits in one inbox; the inbox's task applies it to
the tournament, a value; one page is written down, with every hand, seat and chip that follows from
it; the state adopts it; each table tells what happened at it, and everybody else is told the rest.
No part knows the actor: they are given the state and, where time matters, something to call.
"""

from __future__ import annotations

import asyncio
import json
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from pokermasa.masa import Change as MasaChange
from pokermasa.masa import Masa, MasaError
from pokermasa.notation import uci
from pokermasa.rules import IllegalAct
from pokermasa.server.clock import Clock
from pokermasa.server.director import figures, page, sequel, settling, writing
from pokermasa.server.director.agreement import Agreement
from pokermasa.server.director.broadcast import TournamentBroadcast
from pokermasa.server.director.orders import Orders, announced
from pokermasa.server.director.page import NewOrder
from pokermasa.server.director.plays import NothingToDo, Plays
from pokermasa.server.director.record import Order, Record
from pokermasa.server.director.standings import Standings
from pokermasa.server.director.state import TournamentState
from pokermasa.server.director.tables import Tables
from pokermasa.server.director.telling import Telling
from pokermasa.server.director.terms import Terms
from pokermasa.server.director.timers import RETRY, Ring, Timers
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage import journal, ledger
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.notice import DIRECTOR, Notice
from pokermasa.server.storage.writer import Writer
from pokermasa.server.table.access import Access
from pokermasa.server.table.held_lease import HeldLease
from pokermasa.server.table.inbox import Inbox
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
EXPECTED = (*REFUSALS, uci.UciError, journal.AlreadyDone, NothingToDo)
AT_ONCE = (
    *(event.LevelRose, event.BreakBegan, event.BreakEnded, event.Paused, event.Resumed),
    *(event.HandForHand, event.FinalTable, event.Started, event.Finished),
)
"""What tables are told without waiting for that."""

log = logging.getLogger(__name__)
Doing = Callable[[Tournament], Change]


async def _nothing(id: str) -> None:
    """No room lists what follows."""


class TournamentActor(ABC):
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
        self.id = self.state.id
        self.tables = Tables(self.state, kept.lease, settings, clock, self)
        self.agreement = Agreement(self.state, clock, self._no_answer)
        self.orders = Orders(self.state, kept.orders, self._is_here)
        self.standings = Standings(self.state)
        self.broadcast = TournamentBroadcast(self.state.id, self.state.epoch)
        self.is_lost = False
        self.on_change: Callable[[Any], None] = lambda director: None
        """After every change: whoever lists tournaments, and fills them with bots."""
        self.on_next: Callable[[str], Awaitable[None]] = _nothing
        """Another tournament was opened: it can be entered when this returns."""
        self.on_over: Callable[[Any], None] = lambda director: None
        """It is over, and nobody needs it any more."""
        self._timers = Timers(self.state, clock, self._ring)
        self._telling = Telling(
            *(self.state, self.tables, self.broadcast, self.standings),
            *(tell, self._timers.tell_rest),
        )
        self._tell_account = tell
        self._seq, self._rows = kept.seq, kept.rows
        self._writer, self._lease_time, self._clock = writer, settings.lease, clock
        self._inbox = Inbox(self._note_error)
        self.held = HeldLease(kept.lease, writer, clock, settings.lease)
        self._plays = Plays(self._inbox, self.change, self.follow, self._note_error)
        self.written_at = 0.0

    # What a director decides

    @abstractmethod
    async def follow(self) -> None:
        """Whatever follows from what was done."""

    @abstractmethod
    def _ring(self, name: Ring) -> None:
        """It is time for something."""

    @abstractmethod
    def _no_answer(self) -> None:
        """The time to answer a deal is up."""

    # The task that owns it

    async def stop(self) -> None:
        self._timers.stop()
        self.agreement.end()
        self.tables.sleep()
        self.broadcast.stop()
        await self._inbox.stop()

    async def ask(self, doing: Callable[[], Awaitable[Any]]) -> Any:
        if self.is_lost:
            raise Refused(RoomRefusal.LOST_LEASE)
        self._writer.verify_ready()
        return await self._inbox.ask(doing)

    async def show(self, doing: Callable[[], Awaitable[Any]]) -> None:
        """Tell somebody how it stands, if it is still this process's."""
        if not self.held.is_certain:
            await self.ask(self.held.verify)
        await self.ask(doing)

    def run(self, doing: Callable[[], Awaitable[Any]]) -> None:
        """Have it done, and nobody waits for it: while the database is away, later."""
        if self._writer.is_in_doubt and not self.is_lost:
            self._clock.call_later(RETRY, lambda: self.run(doing))
            return
        task = asyncio.ensure_future(self.ask(doing))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def verify_storage(self) -> None:
        await self._writer.verify_storage()

    def _note_error(self, error: Exception) -> None:
        if not isinstance(error, EXPECTED):
            log.error("a fault in tournament %s", self.id, exc_info=error)
        if isinstance(error, Refused) and error.code is RoomRefusal.LOST_LEASE:
            log.warning("tournament %s was taken by another process", self.id)
            self.lose()

    async def retire(self) -> None:
        """Another process is to have it: nothing more is done here."""

        async def work() -> None:
            self.lose()

        await self.ask(work)

    def lose(self) -> None:
        """Another process has it now."""
        if self.is_lost:
            return
        self.is_lost = True
        self._inbox.refuse(RoomRefusal.LOST_LEASE)
        self._timers.stop()
        self.agreement.end()
        self.tables.lose()
        for viewer in list(self.broadcast.audience.viewers):
            self.broadcast.audience.leave(viewer)
            viewer.lose(self.id, "the tournament moved; connect again")
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
        leaving: Player | None = None,
        notices: Sequence[page.Told] = (),
        terms: Terms | None = None,
    ) -> Change:
        """Apply, journal, adopt, tell. Only from within something that is being done here.
        *leaving* is a player who is not entered in the league's next game; *terms* replace those
        that hold."""
        self._inbox.verify_inside()
        state, before = self.state, self.state.tournament
        if before.is_ended:
            raise TournamentError(TournamentRefusal.NOT_RUNNING, "it is over")
        passed = state.time.passed(before)
        change = before.tick(passed) if passed else Change(before)
        change = change.then(doing(change.tournament))
        ended = [e for e in change.events if isinstance(e, event.HandOver)]
        hands = {over.table: journal.new_public() for over in ended}
        late = [] if wrong else settling.late_in(change, before)
        entries = settling.settled(state.entries, change, joining, hands, late, wrong)
        if leaving is not None:
            entries[leaving] = entries.get(leaving, state.entries[leaving]).but(leaves=True)
        now, after = self._clock.now(), change.tournament
        new = page.Page(
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
            sequel.after(state, change, why != "too_few", self._is_here),
            json.dumps(figures.row(state, after, now)) if after.is_ended else None,
            self.tables.reasons(ended),
            notices,
            terms,
        )
        written = await writing.write(self._writer, new, self._lease_time)
        if written.next is not None:
            await self.on_next(written.next)  # before anybody is told of it
        self.written_at = self._clock.steady()
        self._seq, self._rows = new.seq, 0 if new.is_whole else self._rows + 1
        paid_late = new.paid_late
        state.adopt(change, entries, passed, now, written.next)
        if terms is not None:
            state.terms = terms
        self.orders.note(orders, written.orders, new.done)
        self.tables.adopt(before, change, hands)
        givers = [order.by for order in orders] + [order.by for order in done]
        by = next((account.name for account in givers if account is not None), None)
        told = [announced(order, order.is_done) for order in orders]
        self._telling.change(before, change, told, by, why, paid_late)
        for one in notices:
            self._tell_account(one.account, Notice(0, now, DIRECTOR, one.words).message)
        self._after(change)
        return change

    def _is_here(self, account: Account) -> bool:
        """Whether the account watches this tournament or one of its tables, from any process."""
        tables = self.tables.open.values()
        return self.broadcast.audience.has(account.id) or any(
            table.audience.has(account.id) for table in tables
        )

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
        if self.state.tournament.is_ended:
            self.agreement.end()

    # At a table

    async def play(
        self,
        number: TableNumber,
        doing: Doing,
        after: Callable[[], None] = lambda: None,
        refused: Callable[[Exception], None] = lambda error: None,
    ) -> None:
        """An act or a deal, written down together with those that wait at other tables."""
        if self.is_lost:
            raise Refused(RoomRefusal.LOST_LEASE)
        self._writer.verify_ready()
        await self._plays.ask(number, doing, after, refused)

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
        return number in self.tables.open and self.state.tournament.may_deal(number)

    async def is_booked(self, ask: journal.MessageKey) -> bool:
        return await self._writer.write(lambda connection: ledger.is_booked(connection, ask.key))
