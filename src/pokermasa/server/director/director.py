"""The director: one task that owns a tournament with all its tables.

What is asked of the tournament or at one of its tables waits in one inbox; it is applied to the
tournament, a value; written down as one page, with every hand, seat and chip that follows from it;
then each table adopts what concerns it, and everybody is told.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from random import SystemRandom
from typing import Any

from pokermasa.masa import Change as MasaChange
from pokermasa.masa import Masa, MasaError
from pokermasa.notation import uci
from pokermasa.rules import IllegalAct
from pokermasa.server.clock import Clock
from pokermasa.server.director import event_data, figures, page, sequel, settling
from pokermasa.server.director.agreement import Agreement
from pokermasa.server.director.broadcast import TournamentBroadcast
from pokermasa.server.director.orders import Orders
from pokermasa.server.director.page import NewOrder
from pokermasa.server.director.record import Entry, Record, table_id
from pokermasa.server.director.table import TournamentTable, told_at
from pokermasa.server.director.telling import Telling
from pokermasa.server.director.timers import Timers
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage import journal, lease, ledger
from pokermasa.server.storage.account import HOUSE, Account
from pokermasa.server.storage.writer import Writer
from pokermasa.server.table import table_record
from pokermasa.server.table.access import Access
from pokermasa.server.table.deal import fresh_deck
from pokermasa.server.table.inbox import Inbox
from pokermasa.server.table.viewer import Viewer
from pokermasa.tournament import (
    Change,
    EntrantStatus,
    Player,
    Rise,
    Status,
    TableNumber,
    Tournament,
    TournamentError,
    TournamentRefusal,
    event,
    play,
)
from pokermasa.tournament.balance import each

REFUSALS = (Refused, TournamentError, MasaError, IllegalAct)
EXPECTED = (*REFUSALS, uci.UciError, journal.AlreadyDone)
AT_ONCE = (
    *(event.LevelRose, event.BreakBegan, event.BreakEnded, event.Paused, event.Resumed),
    *(event.HandForHand, event.FinalTable, event.Started, event.Finished),
)
"""What tables are told without waiting for that."""

log = logging.getLogger(__name__)
Doing = Callable[[Tournament], Change]
_LUCK = SystemRandom()


class Director:
    def __init__(
        self,
        kept: Record,
        writer: Writer,
        settings: Settings,
        clock: Clock,
        tell: Callable[[int, dict[str, Any]], None],
    ) -> None:
        self.id = kept.lease.masa
        self.lease = kept.lease
        self.name, self.terms, self.tournament = kept.name, kept.terms, kept.tournament
        self.key, self.host, self.league = kept.key, kept.host, kept.league
        self.started, self.next = kept.started, kept.next
        self.ended: int | None = None
        self.entries: list[Entry] = list(kept.entries)
        self.settings, self.clock = settings, clock
        self.table_settings = self._settings_of_tables()
        self.tables: dict[TableNumber, TournamentTable] = {}
        self.broadcast = TournamentBroadcast(self.id, str(kept.lease.fence))
        self.agreement = Agreement(self, self._deal_ring)
        self.orders = Orders(self, kept.orders)
        self.is_lost = False
        self.on_change: Callable[[Director], None] = lambda director: None
        """After every change: whoever lists tournaments, and fills them with bots."""
        self.on_table: Callable[[TournamentTable, bool], None] = lambda table, is_open: None
        self.on_next: Callable[[str], None] = lambda id: None
        """Another tournament was opened."""
        self.on_over: Callable[[Director], None] = lambda director: None
        """It is over, and nobody needs it any more."""
        self._telling = Telling(self, tell)
        self._seq, self._rows = kept.seq, kept.rows
        self._writer = writer
        self._inbox = Inbox(self._note_error)
        self._ticked = clock.steady()
        self._timers = Timers(self)
        self._stacks: tuple[Tournament, dict[Player, int]] | None = None
        self._standings: tuple[int, list[dict[str, Any]]] | None = None

    # The task that owns it

    def start(self) -> None:
        self._inbox.start(f"masa {self.id}")
        for number, table in enumerate(self.tournament.tables):
            if table is not None:
                self._open(TableNumber(number))
        self._telling.figures()
        self._timers.set()
        for opened in self.tables.values():
            opened.on_change(opened)  # a hand to deal, or a bot to act
        self.run(self.onward)

    async def stop(self) -> None:
        self._timers.stop()
        self.agreement.end()
        for table in self.tables.values():
            table.sleep()
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
        for table in self.tables.values():
            table.lose()
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
        done: Sequence[int] = (),
        wrong: Sequence[Player] = (),
        why: str = "director",
    ) -> Change:
        """Apply, journal, adopt, tell. Only from within something that is being done here."""
        self._inbox.verify_inside()
        if self.tournament.is_ended:
            raise TournamentError(TournamentRefusal.NOT_RUNNING, "it is over")
        before, passed = self.tournament, self._passed()
        change = before.tick(passed) if passed else Change(before)
        change = change.then(doing(change.tournament))
        hands = {
            e.table: journal.new_public() for e in change.events if isinstance(e, event.HandOver)
        }
        late = [] if wrong else settling.late_in(change, before)
        after = settling.settled(self.entries, change, joining, hands, late, wrong)
        is_over = change.tournament.is_ended
        writing = page.Page(
            self.lease,
            self._seq + 1,
            self.clock.now(),
            self.name,
            self._access,
            self.key,
            self.host,
            self.league,
            change,
            self.entries,
            after,
            hands,
            self._rows + 1,
            ask,
            orders,
            done,
            sequel.after(self, change),
            self._row_after(change) if is_over else None,
        )
        written = await page.write(self._writer, writing, self.settings.lease)
        self._seq, self._rows = writing.seq, 0 if writing.is_whole else self._rows + 1
        self._adopt(before, change, after, passed, writing.now, written.next)
        self.orders.note(orders, written.orders, done)
        by = next((order.by.name for order in orders if order.by is not None), None)
        told = [self.orders.announced(order) for order in orders]
        told += event_data.events_data(self, change, by, why)
        # Whoever it concerns first: with `finished` everything has been told.
        self._telling.people(change)
        self.tell(told)
        self._after(change)
        if written.next is not None:
            self.on_next(written.next)
        return change

    async def change_at(
        self,
        number: TableNumber,
        doing: Callable[[Masa], MasaChange],
        wrong: Sequence[Player] = (),
    ) -> None:
        """Something is done on the masa of one table."""

        def at_table(now: Tournament) -> Change:
            return play.at_table(now, number, doing(now.table(number).masa))

        await self.change(at_table, wrong=wrong)
        await self.onward()

    def _adopt(
        self,
        before: Tournament,
        change: Change,
        after: dict[Player, Entry],
        passed: int,
        now: int,
        next: str | None,
    ) -> None:
        """What is written down holds from now on; the tables tell what happened at them."""
        self.tournament = change.tournament
        self.next = next or self.next
        for player, entry in sorted(after.items()):
            if player == len(self.entries):
                self.entries.append(entry)
            else:
                self.entries[player] = entry
        # Whole seconds count; what is left of one counts with the next.
        self._ticked = self._ticked + passed if _counts(before) else self.clock.steady()
        if before.status is Status.REGISTERING and change.tournament.status is Status.RUNNING:
            self.started = now
        if change.tournament.is_ended:
            self.ended = now
        moved = {e.player: e.stack for e in change.events if isinstance(e, event.Moved)}
        for number in range(len(self.tournament.tables)):
            was = before.tables[number] if number < len(before.tables) else None
            table = self.tournament.tables[number]
            if table is was:
                continue
            place = TableNumber(number)
            if table is None:
                self._close(place, change)
            elif place not in self.tables:
                self._open(place)
            else:
                happened = [
                    e.event
                    for e in change.events
                    if isinstance(e, event.AtTable) and e.table == number
                ]
                told = told_at(was, table, happened, moved)
                self.tables[place].adopt(MasaChange(table.masa, told), self._seated(place))

    def _row_after(self, change: Change) -> str:
        """What the list will say of it when it is over: asked before it is, so that both are one
        commit."""
        was, self.tournament, self.ended = self.tournament, change.tournament, self.clock.now()
        try:
            return json.dumps(figures.row(self))
        finally:
            self.tournament, self.ended = was, None

    def _passed(self) -> int:
        """Whole seconds of play since time was last counted."""
        if not _counts(self.tournament):
            return 0
        return max(0, int(self.clock.steady() - self._ticked))

    @property
    def since_tick(self) -> int:
        """Milliseconds."""
        return max(0, int((self.clock.steady() - self._ticked) * 1000))

    # Its tables

    def _seated(self, number: TableNumber) -> dict[Any, Account]:
        players = self.tournament.table(number).players
        return {side: self.entries[player].account for side, player in players.items()}

    @property
    def _access(self) -> Access:
        return Access(act_time=self.terms.act_time)

    def _settings_of_tables(self) -> Settings:
        """Programs of a league have their time for an act and no more."""
        if not self.terms.is_league:
            return self.settings
        return self.settings.model_copy(update={"grace": 0, "late_acts": 10**9})

    def _open(self, number: TableNumber) -> None:
        id = table_id(self.id, number)
        kept = table_record.Record(
            lease.Lease(id, self.lease.owner, self.lease.fence),
            f"{self.name[:50]} · {number + 1}",
            self.tournament.table(number).masa,
            0,
            self._access,
            None,
            self.key,
            self._seated(number),
        )
        table = TournamentTable(self, number, kept)
        self.tables[number] = table
        self.on_table(table, True)
        table.wake()

    def _close(self, number: TableNumber, change: Change) -> None:
        """With the last hand there told to its end."""
        table = self.tables.pop(number)
        happened = [
            e.event for e in change.events if isinstance(e, event.AtTable) and e.table == number
        ]
        if happened:
            table.adopt(MasaChange(table.masa, tuple(happened)), table.seated)
        for viewer in list(table.viewers):
            viewer.outbox.tell({"type": "closed", "masa": table.id})
        table.sleep()
        self.on_table(table, False)

    def may_deal(self, number: TableNumber) -> bool:
        if self.agreement.is_open or self.orders.is_ending or self.is_lost:
            return False
        return number in self.tables and self.tournament.may_deal(number)

    async def deal(self, number: TableNumber) -> None:
        await self.change(lambda now: now.deal(number, fresh_deck()))
        await self.onward()

    @property
    def is_playing(self) -> bool:
        """A hand is being played somewhere."""
        return self.tournament.sizes.idle != self.tournament.sizes.open

    def verify_entry(self, account: Account) -> None:
        """Refused as registering would be, but for the chips."""
        if self.orders.is_ending:
            raise TournamentError(TournamentRefusal.REGISTRATION_CLOSED)
        try:
            self.tournament.register(str(account.id))
        except TournamentError as error:
            if error.code is TournamentRefusal.NAME_TAKEN:
                raise Refused(RoomRefusal.ALREADY_ENTERED) from None
            if error.code is TournamentRefusal.NO_RE_ENTRY:
                raise TournamentError(error.code) from None
            raise

    def _deal_ring(self) -> None:
        async def work() -> None:
            if self.agreement.shares:
                self._end_agreement()

        self.run(work)

    def _end_agreement(self) -> None:
        """Not everybody agrees: play goes on."""
        self.agreement.end()
        self.tell([{"event": "deal_over", "made": False}])
        self._look_at_tables()

    async def rename(self, account: Account) -> None:
        async def work() -> None:
            self.host = account if self.host == account else self.host
            for player, entry in enumerate(self.entries):
                if entry.account == account:
                    self.entries[player] = replace(entry, account=account)
            for table in self.tables.values():
                side = table.side_of(account)
                if side is not None:
                    table.seated[side] = account
                    table.broadcast.tell_renamed(side, account)
            self._standings = None

        await self.ask(work)

    # What follows by itself

    async def onward(self) -> None:
        """Start when it is full or time; orders that waited for a hand to end; a deal."""
        while not self.tournament.is_ended and not self.is_lost:
            if self._is_due:
                await self._begin()
                continue
            if await self.orders.carry_out():
                continue
            if (proposed := self.agreement.put()) is not None:
                self.tell([proposed])
            if self.agreement.is_refused:
                self._end_agreement()
            elif self.agreement.is_made:
                await self.change(lambda now: now.end_by_deal())
                self.agreement.end()
            return

    def started_now(self, now: Tournament) -> Change:
        """By the director, before it is full or time."""
        return _drawn(now)

    @property
    def _is_due(self) -> bool:
        now = self.tournament
        if now.status is not Status.REGISTERING:
            return False
        if self.terms.starts is not None:
            return self.clock.now() >= self.terms.starts
        return now.entries >= now.structure.most

    async def _begin(self) -> None:
        now = self.tournament
        if now.entries < now.structure.least:
            order = NewOrder(None, "cancel")
            await self.change(lambda now: now.cancel(), orders=[order], why="too_few")
            return
        await self.change(_drawn)

    # Telling

    def _after(self, change: Change) -> None:
        if any(isinstance(happened, AT_ONCE) for happened in change.events):
            self._telling.figures()
        else:
            self._timers.tell_soon(self._figures_ring)
        self._timers.set()
        if not all(
            isinstance(happened, event.AtTable | event.Ticked) for happened in change.events
        ):
            self._look_at_tables()
        self.on_change(self)
        if self.tournament.is_ended:
            self.agreement.end()

    def _figures_ring(self) -> None:
        self._telling.figures()
        self._telling.standings()

    def _look_at_tables(self) -> None:
        """Those between hands may have waited for what has just happened."""
        for number in each(self.tournament.sizes.idle):
            if number in self.tables:
                table = self.tables[number]
                table.on_change(table)

    def tell(self, events: list[dict[str, Any]]) -> None:
        """To everybody who watches it."""
        self.broadcast.tell(events, lambda: figures.figures(self))

    async def watch(self, viewer: Viewer, epoch: str = "", seq: int = -1) -> None:
        async def work() -> None:
            self.broadcast.welcome(viewer, epoch, seq, lambda: figures.view(self, viewer.account))

        await self.ask(work)

    def unwatch(self, viewer: Viewer) -> None:
        self.broadcast.audience.leave(viewer)

    async def is_booked(self, ask: journal.MessageKey) -> bool:
        return await self._writer.write(lambda connection: ledger.is_booked(connection, ask.key))

    # How it stands, for whoever asks

    @property
    def stacks(self) -> dict[Player, int]:
        if self._stacks is None or self._stacks[0] is not self.tournament:
            self._stacks = self.tournament, self.tournament.stacks
        return self._stacks[1]

    @property
    def places(self) -> dict[Player, int]:
        """Of those who play, by chips; equal stacks have the same."""
        found: dict[Player, int] = {}
        last, place = -1, 0
        for number, (player, stack) in enumerate(self.stacks.items(), start=1):
            place = place if stack == last else number
            found[player], last = place, stack
        return found

    @property
    def standings(self) -> list[dict[str, Any]]:
        """`EntrantData` of everybody, the best first."""
        if self._standings is None or self._standings[0] != self._seq:
            self._standings = self._seq, figures.standings(self)
        return self._standings[1]

    @property
    def people(self) -> int:
        return sum(
            entry.account.kind != HOUSE
            and self.tournament.entrants[player].status is not EntrantStatus.WITHDRAWN
            for player, entry in enumerate(self.entries)
            if player < len(self.tournament.entrants)
        )

    def player_of(self, account: Account | int | None) -> Player | None:
        """The entry somebody plays, or played last."""
        if account is None:
            return None
        id = account if isinstance(account, int) else account.id
        now = self.tournament
        for player in reversed(now.names.of(str(id))):
            if now.entrants[player].status is not EntrantStatus.WITHDRAWN:
                return player
        return None

    def is_entered(self, account: Account | None) -> bool:
        """Waits for the start, or plays."""
        player = self.player_of(account)
        if player is None or self.tournament.is_ended:
            return False
        status = self.tournament.entrants[player].status
        return status in (EntrantStatus.WAITING, EntrantStatus.PLAYING)

    def may_enter(self, account: Account | None, key: str) -> bool:
        """Whether it is there at all for who asks."""
        if self.key is None or key == self.key:
            return True
        return account is not None and (account == self.host or self.player_of(account) is not None)

    @property
    def toml(self) -> str:
        return sequel.toml(self.tournament.structure)


def _counts(now: Tournament) -> bool:
    """Whether time that passes now means anything."""
    by_time = now.structure.schedule.rises is Rise.TIME
    return now.status is Status.RUNNING and (by_time or now.on_break)


def _drawn(now: Tournament) -> Change:
    """Seated by lot."""
    draw = [
        number
        for number, entrant in enumerate(now.entrants)
        if entrant.status is EntrantStatus.WAITING
    ]
    _LUCK.shuffle(draw)
    return now.start(draw)
