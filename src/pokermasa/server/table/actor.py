"""The table actor: it owns one masa with people at it, and puts a table's parts together.

An act goes one way: a connection asks; what was asked waits in the inbox; the inbox's task applies
it to the masa, a value; the journal writes it down with every chip it moves; the state adopts it;
the broadcast tells each viewer no more than that viewer may know; the act clock begins the next
turn. No part knows the actor: they are given the state, the audience and, for a turn whose time is
up, something to call.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from sqlalchemy import Connection

from pokermasa.masa import Change, Masa, MasaError, MasaRefusal, Side, event
from pokermasa.notation import uci
from pokermasa.rules import IllegalAct, PlayerAct
from pokermasa.server.clock import Clock
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage import journal, lease
from pokermasa.server.storage.account import HOUSE, Account
from pokermasa.server.storage.writer import Writer
from pokermasa.server.table import odds
from pokermasa.server.table import table_record as record
from pokermasa.server.table.access import Access
from pokermasa.server.table.act_clock import ActClock
from pokermasa.server.table.audience import Audience
from pokermasa.server.table.broadcast import Broadcast
from pokermasa.server.table.deal import fresh_deck
from pokermasa.server.table.inbox import Inbox
from pokermasa.server.table.pace import Pace
from pokermasa.server.table.state import TableState
from pokermasa.server.table.table_record import Record
from pokermasa.server.table.viewer import Viewer
from pokermasa.server.table.waiting_list import WaitingList

EXPECTED = (Refused, MasaError, IllegalAct, uci.UciError, journal.AlreadyDone)
log = logging.getLogger(__name__)
Doing = Callable[[Masa], Change]


class TableActor:
    def __init__(self, kept: Record, writer: Writer, settings: Settings, clock: Clock) -> None:
        self.state = TableState(kept)
        self.lease = kept.lease
        self.audience = Audience()
        self.broadcast = Broadcast(self.state, self.audience, settings)
        self.act_clock = ActClock(self.state, self.audience, settings, clock, self._ring)
        self.pace = Pace(clock)
        self.is_lost = False
        self.on_change: Callable[[TableActor], None] = lambda table: None
        """Called after every change: whoever deals, fills empty sides, keeps the list of tables."""
        self._seq = kept.seq
        self._writer = writer
        self.settings = settings
        self._clock = clock
        self._inbox = Inbox(self._note_error)
        self._odds: asyncio.Task[None] | None = None

    # The task that owns the masa

    def start(self) -> None:
        self._inbox.start(f"masa {self.id}")
        self.act_clock.begin(grace=self.settings.grace)

    async def stop(self) -> None:
        self.act_clock.stop()
        self.broadcast.stop()
        if self._odds is not None:
            self._odds.cancel()
        await self._inbox.stop()

    async def ask(self, doing: Callable[[], Awaitable[Any]]) -> Any:
        """Do something when everything before it is done, in the task that owns the masa."""
        if self.is_lost:
            raise Refused(RoomRefusal.CLOSED)
        return await self._inbox.ask(doing)

    def _note_error(self, error: Exception) -> None:
        if not isinstance(error, EXPECTED):
            log.error("a fault at masa %s", self.id, exc_info=error)
        if isinstance(error, Refused) and error.code is RoomRefusal.LOST_LEASE:
            self.lose()

    def lose(self) -> None:
        """Another process has this masa now: nothing said here counts any more."""
        self.is_lost = True
        self.act_clock.stop()
        log.warning("masa %s went to another process", self.id)
        for viewer in list(self.viewers):
            viewer.outbox.cut("the masa moved; connect again")
        self.on_change(self)

    # Changing the masa

    async def do(
        self, doing: Doing, who: Account | None = None, ask: journal.MessageKey | None = None
    ) -> Change:
        """Change the masa. Refusals come as they are; nothing has changed then. With *who*, only
        if that account still has the side it had; chips that *ask* brings are brought once."""
        side = self.side_of(who)

        async def work() -> Change:
            if who is not None and self.side_of(who) != side:
                raise Refused(RoomRefusal.NOT_ALLOWED)
            return await self.change(doing, ask=ask)

        change: Change = await self.ask(work)
        return change

    async def change(
        self, doing: Doing, joining: Account | None = None, ask: journal.MessageKey | None = None
    ) -> Change:
        """Apply, journal, adopt, tell. Only from within something that is being done here."""
        self._inbox.verify_inside()
        state = self.state
        change = self._see_out(doing(state.masa))
        seated = dict(state.seated)
        for happened in change.events:
            if isinstance(happened, event.PlayerLeft):
                seated.pop(happened.side, None)
            elif isinstance(happened, event.PlayerJoined):
                assert joining is not None
                seated[happened.side] = joining
        page = journal.Page(
            self.lease, self._seq + 1, self._clock.now(), change, state.seated, seated, ask
        )
        await journal.write(self._writer, page, self.settings.lease)
        self._seq = page.seq
        self._note_banks(change)
        was, state.seated, state.masa = state.seated, seated, change.masa
        here = {account.id for account in seated.values()}
        state.auto_top_up = {id: to for id, to in state.auto_top_up.items() if id in here}
        self._tell(change, was)
        self.on_change(self)
        return change

    def _note_banks(self, change: Change) -> None:
        banks = {side: seat.time_bank for side, seat in self.masa.seats.items()}
        for happened in change.events:
            if isinstance(happened, event.TimeBankSpent) and happened.side in banks:
                banks[happened.side] -= happened.amount
            elif isinstance(happened, event.PlayerLeft):
                account = self.seated[happened.side]
                if account.kind != HOUSE:
                    self.act_clock.note_gone(account.id, banks[happened.side])

    def _see_out(self, change: Change) -> Change:
        """With the end of their hand those leave whom the host has sent away."""
        gone = {e.side for e in change.events if isinstance(e, event.PlayerLeft)}
        for side in self.sent_away:
            if side not in gone and not change.masa.is_in_hand(side):
                change = change.then(change.masa.leave(side))
        return change

    def _tell(self, change: Change, was: dict[Side, Account]) -> None:
        begins = self.act_clock.begin()
        self.broadcast.tell(change, was, self.act_clock.clock_data if begins else None)
        if begins:
            self.act_clock.offer()
        for happened in change.events:
            if isinstance(happened, event.PlayerLeft) and self.is_banned(was[happened.side]):
                self.send_away(was[happened.side].id)
                self.broadcast.tell_room()
            elif isinstance(happened, event.HandEnded) and self._had_people(happened, was):
                self.pace.note(sum(share.wager for board in happened.pots for share in board))

        if any(isinstance(e, event.HandsShown | event.TwiceOffered) for e in change.events):
            if self._odds is not None:
                self._odds.cancel()  # cards have come since: these say more
            self._odds = asyncio.create_task(self._tell_odds(change), name=f"odds {self.id}")

    async def _tell_odds(self, change: Change) -> None:
        """Worked out while the table goes on, and told if it still looks at that hand."""

        async def tell(found: dict[str, Any]) -> None:
            if self.masa.hands == change.masa.hands:
                self.broadcast.tell_odds(found)

        try:
            found = await asyncio.to_thread(odds.told_by, change)
            if found is not None:
                await self.ask(partial(tell, found))
        except Refused:
            pass  # closed meanwhile
        except Exception as error:
            log.error("a fault in the odds of masa %s", self.id, exc_info=error)

    @staticmethod
    def _had_people(ended: event.HandEnded, was: dict[Side, Account]) -> bool:
        """Hands between bots alone are hurried, and say nothing about the pace of a game."""
        return any(was[side].kind != HOUSE for side, _ in ended.stacks)

    async def act(self, account: Account, act: PlayerAct, turn: str) -> None:
        async def work() -> None:
            await self.change(self.act_clock.move(account, act, turn))
            self.act_clock.note_acted(account.id)

        await self.ask(work)

    def _ring(self, turn: str) -> None:
        """A turn's time is up."""
        task = asyncio.ensure_future(self.ask(lambda: self._time_out(turn)))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _time_out(self, turn: str) -> None:
        out = self.act_clock.time_out(turn)
        if out is None:
            return
        try:
            await self.change(out.change)
        except Refused as refused:
            if refused.code is RoomRefusal.LOST_LEASE:
                raise
            self.act_clock.retry()
        else:
            self.act_clock.note_late(out)

    async def deal(self) -> bool:
        """The next hand, if one can be dealt."""

        async def work() -> bool:
            if not self.masa.is_dealable or self.access.paused or self.access.closing:
                return False
            await self.change(self._deal)
            return True

        dealt: bool = await self.ask(work)
        return dealt

    def _deal(self, masa: Masa) -> Change:
        """Now and then everybody's time bank is filled up a little first."""
        change = Change(masa)
        if (masa.hands + 1) % self.settings.bank_hands == 0:
            for side, seat in masa.seats.items():
                amount = min(self.settings.bank_refill, masa.terms.time_bank - seat.time_bank)
                if amount > 0 and not seat.away:
                    change = change.then(change.masa.refill_time_bank(side, amount))
        return change.then(change.masa.deal(fresh_deck()))

    # Changing what is around it

    async def arrange(
        self, access: Access | None = None, waiting_list: WaitingList | None = None
    ) -> None:
        """The door, or who waits. Only from within something that is being done here."""
        self._inbox.verify_inside()
        access, waiting_list = (
            access or self.access,
            self.waiting_list if waiting_list is None else waiting_list,
        )
        if access == self.access and waiting_list == self.waiting_list:
            return
        await self._write(
            lambda connection: record.arrange(connection, self.id, access, waiting_list)
        )
        self.state.access, self.state.waiting_list = access, waiting_list
        self.broadcast.tell_room()
        self.on_change(self)

    async def set_auto_top_up(self, account: Account, to: int | None) -> None:
        """The stack to come back to before each hand; None for no more."""
        most = self.masa.terms.most_buy_in
        if to is not None and not 1 <= to <= most:
            raise MasaError(MasaRefusal.BUY_IN_RANGE, f"{to}; up to {most}")

        async def work() -> None:
            if self.side_of(account) is None:
                raise Refused(RoomRefusal.NOT_ALLOWED)
            await self._write(lambda c: record.set_auto_top_up(c, self.id, account, to))
            self.auto_top_up.pop(account.id, None)
            if to is not None:
                self.auto_top_up[account.id] = to

        await self.ask(work)

    async def rename(self, account: Account) -> None:
        async def work() -> None:
            self.state.host = account if self.host == account else self.host
            self.state.waiting_list = self.waiting_list.renamed(account)
            side = self.side_of(account)
            if side is not None:
                self.seated[side] = account
                self.broadcast.tell_renamed(side, account)
            self.broadcast.tell_room()

        await self.ask(work)

    async def close(self, if_empty: bool = False) -> bool:
        """Everybody takes their chips and the masa is closed; False while a hand is played out
        first, after which this is to be asked again."""

        async def work() -> bool:
            if if_empty and self.people:
                raise Refused(RoomRefusal.STILL_SEATED)
            await self.arrange(self.access.but(closing=True), WaitingList())
            if self.masa.is_game:
                return False
            if self.seated:
                await self.change(_all_leaving)
            now = self._clock.now()
            await self._write(lambda connection: record.close(connection, self.id, now))
            return True

        if not await self.ask(work):
            return False
        for viewer in list(self.viewers):
            viewer.outbox.tell({"type": "closed", "masa": self.id})
        await self.stop()
        return True

    async def _write(self, work: Callable[[Connection], None]) -> None:
        """Only while the masa is ours, whatever it is."""
        now = self._clock.now()

        def fenced(connection: Connection) -> None:
            lease.verify(connection, self.lease, now, self.settings.lease)
            work(connection)

        await self._writer.write(fenced)

    # How it stands, for whoever asks: to be read, and changed by the task alone

    @property
    def id(self) -> str:
        return self.state.id

    @property
    def epoch(self) -> str:
        return self.state.epoch

    @property
    def name(self) -> str:
        return self.state.name

    @property
    def masa(self) -> Masa:
        return self.state.masa

    @property
    def seated(self) -> dict[Side, Account]:
        return self.state.seated

    @property
    def host(self) -> Account | None:
        return self.state.host

    @property
    def key(self) -> str | None:
        return self.state.key

    @property
    def access(self) -> Access:
        return self.state.access

    @property
    def waiting_list(self) -> WaitingList:
        return self.state.waiting_list

    @property
    def auto_top_up(self) -> dict[int, int]:
        return self.state.auto_top_up

    @property
    def names(self) -> dict[Side, str]:
        return self.state.names

    @property
    def bots(self) -> list[Side]:
        return self.state.bots

    @property
    def people(self) -> int:
        return self.state.people

    @property
    def sent_away(self) -> list[Side]:
        return self.state.sent_away

    @property
    def is_hurried(self) -> bool:
        return self.state.is_hurried

    def side_of(self, account: Account | int | None) -> Side | None:
        return self.state.side_of(account)

    def is_banned(self, account: Account | None) -> bool:
        return self.state.is_banned(account)

    def may_enter(self, account: Account | None, key: str) -> bool:
        return self.state.may_enter(account, key)

    # Who is here

    @property
    def viewers(self) -> Mapping[Viewer, int]:
        return self.audience.viewers

    @property
    def told_seq(self) -> int:
        return self.broadcast.seq

    @property
    def turn(self) -> str:
        return self.act_clock.token

    @property
    def lively(self) -> int:
        """How many people really play here: connected, with chips, neither away nor going."""
        return sum(
            account.kind != HOUSE and self.is_here(account.id) and self.state.plays_on(side)
            for side, account in self.seated.items()
        )

    @property
    def is_held_up(self) -> bool:
        """Somebody in the hand has lost the connection: it may take a while."""
        sides = () if self.masa.game is None else self.masa.game.sides
        here = [self.seated[side] for side in sides if side in self.seated]
        return any(a.kind != HOUSE and not self.is_here(a.id) for a in here)

    def is_here(self, account: int) -> bool:
        return self.audience.has(account)

    async def watch(self, viewer: Viewer, epoch: str = "", seq: int = -1) -> None:
        """From now on the viewer is told; first of all what it missed, or how everything stands."""

        async def work() -> None:
            id = viewer.account_id
            is_back = self.side_of(id) is not None and not self.is_here(id or 0)
            self.broadcast.welcome(viewer, seq if epoch == self.epoch else None)
            self.act_clock.welcome(viewer)
            if is_back:
                self.broadcast.tell_room(but=viewer)
                self.on_change(self)

        await self.ask(work)

    def unwatch(self, viewer: Viewer) -> None:
        id = viewer.account_id
        if not self.audience.leave(viewer) or id is None:
            return
        if self.side_of(id) is not None and not self.is_lost:
            self.act_clock.lost(id)
            self.broadcast.tell_room()
            self.on_change(self)

    def send_away(self, account: int) -> None:
        """Whoever looks on as this account does so no longer. Only from within something that is
        being done here."""
        self._inbox.verify_inside()
        for viewer in self.audience.of(account):
            viewer.outbox.tell({"type": "closed", "masa": self.id, "kicked": True})
            self.unwatch(viewer)


def _all_leaving(masa: Masa) -> Change:
    change = Change(masa)
    for side in masa.seats:
        change = change.then(change.masa.leave(side))
    return change
