"""The director, which owns a tournament with all its tables in one task and connects its parts.

A request takes one path: a connection sends it, and it waits in the one inbox. The task of the
inbox applies it to the tournament, which is an immutable value. One entry is written to the
database, with every hand, seat and chip that follows from the change. Then the state adopts the
change, each table sends its own events, and everybody else is informed. The parts do not know the
director: they get the state and, where time matters, a function to call.

The director also acts by itself: it starts the tournament when it is full or its time has come,
carries out orders when the hand they waited for is over, makes a deal that everybody has agreed to,
and retries what could not be written.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from pokermasa.masa import MasaError
from pokermasa.rules import IllegalAct
from pokermasa.server.clock import Clock
from pokermasa.server.director.agreement import Agreement
from pokermasa.server.director.messages import figures, view
from pokermasa.server.director.messages.notifications import Notifications
from pokermasa.server.director.messages.standings import Standings
from pokermasa.server.director.orders.orders import Orders, announced, drawn
from pokermasa.server.director.state import TournamentState
from pokermasa.server.director.storage import journal_entry, next_tournament, payouts, persistence
from pokermasa.server.director.storage.journal_entry import NewOrder
from pokermasa.server.director.storage.record import Order, TournamentRecord
from pokermasa.server.director.table import NotDealt
from pokermasa.server.director.tables import TournamentTables
from pokermasa.server.director.terms import Terms
from pokermasa.server.director.timers import RETRY, Ring, Timers
from pokermasa.server.protocol import message as messages
from pokermasa.server.protocol.message import AnyMessage
from pokermasa.server.protocol.request import Command
from pokermasa.server.protocol.tournament import AnyTournamentEvent
from pokermasa.server.refusal import Refused
from pokermasa.server.settings import Settings
from pokermasa.server.storage.account import DELETED, Account
from pokermasa.server.storage.database.writer import Writer
from pokermasa.server.storage.journal import journal, ledger
from pokermasa.server.storage.notice import DIRECTOR, Notice
from pokermasa.server.storage.room_order import REFUND
from pokermasa.server.table.access import Access
from pokermasa.server.table.audience import Audience
from pokermasa.server.table.event_feed import EventFeed
from pokermasa.server.table.inbox import OnError, Request
from pokermasa.server.table.lease_owner import LeaseOwner
from pokermasa.server.table.viewer import Viewer
from pokermasa.tournament import (
    Change,
    Player,
    Status,
    TableNumber,
    Tournament,
    TournamentError,
    TournamentRefusal,
    event,
)

REFUSALS = (Refused, TournamentError, MasaError, IllegalAct)
"""Errors that mean that a request was not allowed, and not that the server has a fault."""
AT_ONCE = (
    *(event.LevelRose, event.BreakBegan, event.BreakEnded, event.Paused, event.Resumed),
    *(event.HandForHand, event.FinalTable, event.Started, event.Finished),
)
"""Events after which all tables get the new figures immediately and not with the next timer."""

AT_ONE_TABLE = {event.AtTable, event.Ticked}
"""Events of a change that concerns no more than its own table."""

log = logging.getLogger(__name__)
Make = Callable[[Tournament], Change]


@dataclass(frozen=True, slots=True)
class Play:
    """A request that changes the masa of one table. It is stored together with those that wait at
    other tables, because with one commit for each of a hundred tables the last one would wait for
    all the others."""

    director: Director
    table: TableNumber
    make: Make

    async def __call__(self) -> None:
        await self.director.play_together(self)


def _is_elsewhere(tables: set[TableNumber], request: Request) -> bool:
    """Return whether the request is a `Play` at none of the *tables*."""
    return isinstance(request, Play) and request.table not in tables


async def _nothing(id: str) -> None:
    """No room lists what follows."""


class Director(LeaseOwner):
    """A running or open tournament in the process that holds its lease."""

    expected = (*LeaseOwner.expected, TournamentError, NotDealt)

    def __init__(
        self,
        record: TournamentRecord,
        writer: Writer,
        settings: Settings,
        clock: Clock,
        tell: Callable[[int, AnyMessage], None],
    ) -> None:
        self.state = TournamentState(record, settings, clock)
        self.id = self.state.id
        super().__init__(f"tournament {self.id}", record.lease, writer, settings, clock)
        self.tables = TournamentTables(self, settings, clock)
        self.agreement = Agreement(self.state, clock, self._no_answer)
        self.orders = Orders(self.state, record.orders, self._is_here)
        self.standings = Standings(self.state)
        self.audience = Audience()
        self.feed = EventFeed(self.id, self.audience, lambda viewer: self.view(viewer.account))
        self.on_change: Callable[[Any], None] = lambda director: None
        """Called with the director after every change, for the list of tournaments and for filling
        with bots."""
        self.on_next: Callable[[str], Awaitable[None]] = _nothing
        """Called with the id of the tournament that was opened after this one. When it returns,
        players can enter that tournament."""
        self.on_over: Callable[[Any], None] = lambda director: None
        """Called when the tournament has been over for a while and its tables can be closed."""
        self._timers = Timers(self.state, clock, self._ring)
        self._telling = Notifications(
            *(self.state, self.tables, self.audience, self.feed, self.standings),
            *(tell, self._timers.tell_rest),
        )
        self._tell_account = tell
        self._seq, self._rows = record.seq, record.rows
        self._lease_time = settings.lease_ms
        self.written_at = 0.0

    # The task that owns the tournament

    def start(self) -> None:
        self._inbox.start(f"masa {self.id}")
        self.tables.start()
        self._telling.figures()
        self._timers.set()
        # Before a hand is dealt, because orders may be waiting for this moment.
        self.run(self.follow)
        self.tables.look()

    async def stop(self) -> None:
        self._timers.stop()
        self.agreement.end()
        self.tables.sleep()
        self.feed.stop()
        await self._inbox.stop()

    def run(self, request: Callable[[], Awaitable[Any]]) -> None:
        """Runs *request* in the background. While the state of the database is in doubt, it tries
        again later."""
        if self._writer.is_in_doubt and not self.is_lost:
            self._clock.call_later(RETRY, lambda: self.run(request))
            return
        task = asyncio.ensure_future(self.ask(request))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def retire(self) -> None:
        """Stops all work on this tournament so that another process can take it over."""

        async def give_up_tournament() -> None:
            self.lose()

        await self.ask(give_up_tournament)

    def lose(self) -> None:
        """Ends all work on this tournament, because another process owns it now. Viewers are moved
        or disconnected."""
        if self.is_lost:
            return
        super().lose()
        self._timers.stop()
        self.agreement.end()
        self.tables.lose()
        for viewer in list(self.audience.viewers):
            self.audience.leave(viewer)
            viewer.lose(self.id, "the tournament moved; connect again")
        self.on_change(self)

    # Changes

    @property
    def present(self) -> Change:
        """The tournament now, with the time that has passed since the last change as its event.
        Every change for `commit` begins with it."""
        tournament = self.state.tournament
        if tournament.is_ended:
            raise TournamentError(TournamentRefusal.NOT_RUNNING, "it is over")
        passed = self.state.time.passed(tournament)
        return tournament.tick(passed) if passed else Change(tournament)

    async def commit(
        self,
        change: Change,
        joining: Account | None = None,
        ask: journal.MessageKey | None = None,
        *,
        orders: Sequence[NewOrder] = (),
        done: Sequence[Order] = (),
        wrong: Sequence[Player] = (),
        why: str = "director",
        leaving: Player | None = None,
        notices: Sequence[journal_entry.NewNotice] = (),
        terms: Terms | None = None,
    ) -> None:
        """Stores a change of the tournament, adopts the new state and informs everybody. Must be
        called inside the owner's task. *leaving* is a player who is not entered in the next game of
        the league. *terms* replace the current terms."""
        self._inbox.verify_inside()
        state, before = self.state, self.state.tournament
        passed = sum(e.time for e in change.events if isinstance(e, event.Ticked))
        ended = [e for e in change.events if isinstance(e, event.HandOver)]
        hands = {over.table: journal.new_public() for over in ended}
        late = [] if wrong else payouts.late_in(change, before)
        entries = payouts.settled(state.entries, change, joining, hands, late, wrong)
        if leaving is not None:
            entries[leaving] = entries.get(leaving, state.entries[leaving]).replace(leaves=True)
        now, after = self._clock.now(), change.tournament
        new = journal_entry.TournamentEntry(
            lease=self.lease,
            seq=self._seq + 1,
            now=now,
            name=state.name,
            access=Access(act_time=state.terms.act_time),
            key=state.key,
            host=state.host,
            league=state.league,
            change=change,
            before=state.entries,
            after=entries,
            hands=hands,
            number_of_rows=self._rows + 1,
            ask=ask,
            orders=orders,
            done=[order.id for order in done],
            next=next_tournament.after(state, change, why != "too_few", self._is_here, orders),
            row=json.dumps(figures.row(state, after, now)) if after.is_ended else None,
            reasons=self.tables.reasons(ended),
            notices=notices,
            terms=terms,
        )
        written = await persistence.write(self._writer, new, self._lease_time)
        if written.next is not None:
            await self.on_next(written.next)  # before anybody learns of it
        self.written_at = self._clock.steady()
        self._seq, self._rows = new.seq, 0 if new.is_whole else self._rows + 1
        paid_late = new.paid_late
        state.adopt(change, entries, passed, now, written.next)
        if terms is not None:
            state.terms = terms
        self.orders.note(orders, written.orders, new.done)
        adopted = self.tables.adopt(before, change, hands)
        givers = [order.by for order in orders] + [order.by for order in done]
        by = next((account.name for account in givers if account is not None), None)
        announcements: list[AnyTournamentEvent] = [
            announced(order, order.is_done) for order in orders
        ]
        self._telling.change(before, change, announcements, by, why, paid_late)
        for one in notices:
            self._tell_account(one.account, Notice(0, now, DIRECTOR, one.words).message)
        self._after(change, adopted)

    def _is_here(self, account: Account) -> bool:
        """Whether the account watches this tournament or one of its tables, from any process."""
        tables = self.tables.open.values()
        return self.audience.has(account.id) or any(
            table.audience.has(account.id) for table in tables
        )

    def _after(self, change: Change, adopted: set[TableNumber]) -> None:
        kinds = set(map(type, change.events))
        if event.Started in kinds:
            self._telling.standings()
        if not kinds.isdisjoint(AT_ONCE):
            self._telling.figures()
        else:
            self._timers.tell_soon()
        self._timers.set()
        if not kinds <= AT_ONE_TABLE:
            self.tables.look_at_idle(adopted)
        self.on_change(self)
        if self.state.tournament.is_ended:
            self.agreement.end()

    # At a table

    async def play(self, number: TableNumber, make: Make, refused: OnError | None = None) -> None:
        """Stores the change that *make* returns, which begins at one table. *refused* is that of
        `ask`."""
        await self.ask(Play(self, number, make), refused)

    async def play_together(self, first: Play) -> None:
        """Stores *first* together with requests that wait behind it, at most one for each table, up
        to one that changes more than its own table."""
        change = self.present
        change = change.then(first.make(change.tournament))
        tables, others = {first.table}, []
        while AT_ONE_TABLE.issuperset(map(type, change.events)):
            waiting = self._inbox.take(partial(_is_elsewhere, tables))
            if waiting is None:
                break
            another = cast(Play, waiting.request)
            try:
                change = change.then(another.make(change.tournament))
            except Exception as error:
                self._note_error(error)
                waiting.fail(error)
            else:
                tables.add(another.table)
                others.append(waiting)
        try:
            await self.commit(change)
        except Exception as error:
            for waiting in others:
                waiting.fail(error)
            raise
        for waiting in others:
            waiting.succeed()
        await self.follow()

    def may_deal(self, number: TableNumber) -> bool:
        """Return whether a hand may be dealt at this table now."""
        if self.agreement.is_open or self.state.is_ending or self.is_lost:
            return False
        return number in self.tables.open and self.state.tournament.may_deal(number)

    async def is_booked(self, ask: journal.MessageKey) -> bool:
        """Return whether a payment with this message key is in the ledger."""
        return await self._writer.write(lambda connection: ledger.is_booked(connection, ask.key))

    # Consequences of a change

    async def follow(self) -> None:
        """Carries out what follows from the last change. The request that caused the change has
        already succeeded. If a consequence cannot be stored, it is tried again later."""
        try:
            await self._onward()
        except Refused as refused:
            self._note_error(refused)
            if not self.is_lost:
                self._timers.try_again()

    async def _onward(self) -> None:
        """Starts the tournament if it is due, carries out orders whose hand has ended, and settles
        a deal."""
        while not self.state.tournament.is_ended and not self.is_lost:
            if self.state.is_due:
                await self._begin()
            elif (order := self.orders.next_ready()) is not None:
                await self._carry_out(order)
            elif gone := self.state.not_coming_back:
                await self._decline(gone)
            else:
                await self._settle_deal()
                return

    async def _begin(self) -> None:
        now = self.state.tournament
        if now.entries < now.structure.least:
            await self._cancel_for_too_few()
            return
        present = self.present
        await self.commit(present.then(drawn(present.tournament)))

    async def _cancel_for_too_few(self) -> None:
        order = NewOrder(None, "cancel")
        present = self.present
        cancelled = present.then(present.tournament.cancel())
        await self.commit(cancelled, orders=[order], why="too_few")

    @property
    def is_deserted(self) -> bool:
        """Whether a host's tournament without a date is open for entries, but nobody has entered or
        watches it."""
        state = self.state
        waits = state.tournament.status is Status.REGISTERING and state.terms.starts is None
        is_empty = not state.people and not self.audience.viewers
        return state.host is not None and waits and is_empty

    async def cancel_if_deserted(self) -> None:
        """Cancels the tournament if it is still deserted."""

        async def cancel_deserted() -> None:
            if self.is_deserted:
                await self._cancel_for_too_few()

        await self.ask(cancel_deserted)

    async def _decline(self, players: Sequence[Player]) -> None:
        present = self.present
        await self.commit(present.then(present.tournament.decline(players)))

    async def _carry_out(self, order: Order) -> None:
        why = "director" if order.by is not None else order.command
        present = self.present
        try:
            change = self.orders.change(
                present.tournament, order.command, order.about, order.number, order.by
            )
        except (TournamentError, Refused) as refused:
            # The player has been eliminated or moved in the meantime, so nothing is left to do.
            if order.command == REFUND:
                log.warning("tournament %s goes on: %s", self.id, refused)
            await self.commit(present, done=[order])
        else:
            await self.commit(present.then(change), done=[order], why=why)

    async def _settle_deal(self) -> None:
        if (proposed := self.agreement.put()) is not None:
            self._tell_deal(proposed)
        if self.agreement.is_refused:
            self.end_agreement()
        elif self.agreement.is_made:
            present = self.present
            await self.commit(present.then(present.tournament.end_by_deal(self.state.house)))

    def end_agreement(self) -> None:
        """Ends a deal to which not everybody has agreed. Play goes on."""
        self.agreement.end()
        self._tell_deal({"event": "deal_over", "made": False})
        self.tables.look_at_idle()

    def _tell_deal(self, event: AnyTournamentEvent) -> None:
        """Sends an event of a deal. The clock has been stopped or started for it."""
        self._timers.set()
        self._telling.events([event])
        self._telling.figures()

    def _no_answer(self) -> None:
        async def close_agreement() -> None:
            if self.agreement.shares:
                self.end_agreement()

        self.run(close_agreement)

    def _ring(self, name: Ring) -> None:
        match name:
            case Ring.FIGURES:
                self._telling.figures()
                self._telling.standings()
            case Ring.REST:
                self._telling.tell_rest()
            case Ring.OVER:
                self.on_over(self)
            case _:
                self.run(lambda: self._on_time(name))

    async def _on_time(self, name: Ring) -> None:
        try:
            if name is Ring.RESUME:
                await self._resume()
            elif name is Ring.NO_RE_ENTRY:
                await self._decline(self.state.tournament.awaited)
            elif self.state.time.passed(self.state.tournament):
                await self.commit(self.present)
            await self._onward()
        except Refused as refused:
            self._note_error(refused)
            if not self.is_lost:
                is_own = name in (Ring.RESUME, Ring.NO_RE_ENTRY)
                self._timers.try_again(name if is_own else Ring.AGAIN)
        else:
            self._timers.set()

    async def _resume(self) -> None:
        """Resumes a paused tournament by order of the room, after the longest allowed pause."""
        if self.state.tournament.status is Status.PAUSED:
            order = NewOrder(None, str(Command.RESUME))
            present = self.present
            await self.commit(present.then(present.tournament.resume()), orders=[order])

    async def take_orders(self, found: Sequence[Order]) -> None:
        """Takes over orders of the room's operator, which another process has stored."""

        async def add_orders() -> None:
            new = self.orders.take(found)
            self._telling.events([announced(order, is_done=False) for order in new])
            await self.follow()

        await self.ask(add_orders)

    # Viewers

    def tell(self, events: list[AnyTournamentEvent]) -> None:
        """Sends events to everybody who watches the tournament."""
        self._telling.events(events)

    def view(self, account: Account | None) -> messages.Tournament:
        """Return the message with the whole state for this account."""
        return view.view(self.state, self.feed.seq, self.standings, self.agreement, account)

    async def watch(self, viewer: Viewer, epoch: str = "", seq: int = -1) -> None:
        """Adds a viewer. It is first sent the events after number *seq*, or the whole state if
        *epoch* is not the current one or the events are no longer available."""

        async def welcome_viewer() -> None:
            self._telling.tell_gathered()  # they are part of the state that the viewer gets
            self.feed.welcome(viewer, seq if epoch == self.state.epoch else None)

        await self.show(welcome_viewer)

    def unwatch(self, viewer: Viewer) -> None:
        self.audience.leave(viewer)

    async def rename(self, account: Account, title: str | None = None) -> None:
        """Takes over the new name of an account. *title* is the new name of the tournament if the
        account was deleted and is its host."""

        async def apply_name() -> None:
            self.state.rename(account, title)
            self.tables.rename(account)
            if account.name == DELETED:
                self.feed.log.forget()
            self.on_change(self)  # the lobby's list shows the host's name

        await self.ask(apply_name)
