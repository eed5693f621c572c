"""The table actor: the task that owns one masa with people at it.

Whatever is done to the masa is done here, one thing after another: the pure change is worked out,
written down together with every chip it moves, and only then told, to each viewer no more than that
viewer may know.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from sqlalchemy import Connection

from pokermasa.masa import Change, Masa, MasaError, MasaRefusal, SeatStatus, Side, event
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
from pokermasa.server.table.pace import Pace
from pokermasa.server.table.table_record import Record
from pokermasa.server.table.viewer import Viewer
from pokermasa.server.table.waiting_list import WaitingList

EXPECTED = (Refused, MasaError, IllegalAct, uci.UciError, journal.AlreadyDone)
log = logging.getLogger(__name__)
Doing = Callable[[Masa], Change]


class TableActor:
    def __init__(self, kept: Record, writer: Writer, settings: Settings, clock: Clock) -> None:
        self.id = kept.lease.masa
        self.lease = kept.lease
        self.name = kept.name
        self.masa = kept.masa
        self.seated = dict(kept.seated)
        self.host = kept.host
        self.key = kept.key
        self.access = kept.access
        self.waiting_list = kept.queue
        self.auto_top_up = dict(kept.auto_top_up)
        self.epoch = str(kept.lease.fence)
        """Another one after every restart: what was told before is not known any more."""
        self.broadcast = Broadcast(self)
        self.act_clock = ActClock(self, settings, clock)
        self.pace = Pace(clock)
        self.is_lost = False
        self.on_change: Callable[[TableActor], None] = lambda table: None
        """Called after every change: whoever deals, fills empty sides, keeps the lobby's board."""
        self._seq = kept.seq
        self._writer = writer
        self.settings = settings
        self._clock = clock
        self._inbox: asyncio.Queue[tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any]]] = (
            asyncio.Queue()
        )
        self._task: asyncio.Task[None] | None = None
        self._odds: asyncio.Task[None] | None = None

    # The task that owns the masa

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=f"masa {self.id}")
        self.act_clock.begin(grace=self.settings.grace)

    async def stop(self) -> None:
        self.act_clock.stop()
        self.audience.stop()
        if self._odds is not None:
            self._odds.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        while not self._inbox.empty():
            _, done = self._inbox.get_nowait()
            if not done.done():
                done.set_exception(Refused(RoomRefusal.CLOSED))

    async def _run(self) -> None:
        while True:
            doing, done = await self._inbox.get()
            if done.cancelled():
                continue  # whoever asked is gone, and nothing has been done yet
            try:
                answer = await doing()
            except asyncio.CancelledError:
                if not done.done():
                    done.set_exception(Refused(RoomRefusal.CLOSED))
                raise
            except Exception as error:
                if not isinstance(error, EXPECTED):
                    log.error("a fault at masa %s", self.id, exc_info=error)
                if isinstance(error, Refused) and error.code is RoomRefusal.LOST_LEASE:
                    self.lose()
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(answer)

    async def ask(self, doing: Callable[[], Awaitable[Any]]) -> Any:
        """Do something when everything before it is done."""
        if self._task is None or self.is_lost:
            raise Refused(RoomRefusal.CLOSED)
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait((doing, done))
        return await done

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
        """From within something that is being done here."""
        change = self._see_out(doing(self.masa))
        seated = dict(self.seated)
        for happened in change.events:
            if isinstance(happened, event.PlayerLeft):
                seated.pop(happened.side, None)
            elif isinstance(happened, event.PlayerJoined):
                assert joining is not None
                seated[happened.side] = joining
        page = journal.Page(
            self.lease, self._seq + 1, self._clock.now(), change, self.seated, seated, ask
        )
        await journal.write(self._writer, page, self.settings.lease)
        self._seq = page.seq
        self._note_banks(change)
        was, self.seated, self.masa = self.seated, seated, change.masa
        if self.auto_top_up:
            here = {account.id for account in seated.values()}
            self.auto_top_up = {id: to for id, to in self.auto_top_up.items() if id in here}
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
            if isinstance(happened, event.HandEnded) and self._had_people(happened, was):
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
        await self.ask(lambda: self.act_clock.act(account, act, turn))

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
        """From within something that is being done here: the door, or who waits."""
        access, waiting_list = (
            access or self.access,
            self.waiting_list if waiting_list is None else waiting_list,
        )
        if access == self.access and waiting_list == self.waiting_list:
            return
        await self._write(
            lambda connection: record.arrange(connection, self.id, access, waiting_list)
        )
        self.access, self.waiting_list = access, waiting_list
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
            self.host = account if self.host == account else self.host
            self.waiting_list = self.waiting_list.renamed(account)
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

    # Who is here

    @property
    def audience(self) -> Audience:
        return self.broadcast.audience

    @property
    def viewers(self) -> Mapping[Viewer, int]:
        return self.audience.viewers

    @property
    def told_seq(self) -> int:
        return self.audience.seq

    @property
    def turn(self) -> str:
        return self.act_clock.token

    @property
    def names(self) -> dict[Side, str]:
        return {side: account.name for side, account in self.seated.items()}

    @property
    def bots(self) -> list[Side]:
        return [side for side, account in self.seated.items() if account.kind == HOUSE]

    @property
    def sent_away(self) -> list[Side]:
        """Whom the host has sent away and who plays the hand out first."""
        return [side for side, account in self.seated.items() if account.id in self.access.banned]

    @property
    def people(self) -> int:
        return len(self.seated) - len(self.bots)

    @property
    def lively(self) -> int:
        """How many people really play here: connected, with chips, neither away nor going."""
        return sum(
            account.kind != HOUSE and self.is_here(account.id) and self._plays_on(side)
            for side, account in self.seated.items()
        )

    def _plays_on(self, side: Side) -> bool:
        seat = self.masa.seats[side]
        is_going = seat.status is SeatStatus.SITOUT_NEXT_HAND or side in self.sent_away
        return seat.stack > 0 and not seat.away and not is_going

    @property
    def is_hurried(self) -> bool:
        """Somebody is here to play, and only bots do."""
        game = self.masa.game or self.masa.last_game
        is_wanted = self.people > 0 or bool(self.waiting_list.waiting)
        return is_wanted and game is not None and set(game.sides) <= set(self.bots)

    @property
    def is_held_up(self) -> bool:
        """Somebody in the hand has lost the connection: it may take a while."""
        sides = () if self.masa.game is None else self.masa.game.sides
        here = [self.seated[side] for side in sides if side in self.seated]
        return any(a.kind != HOUSE and not self.is_here(a.id) for a in here)

    def is_here(self, account: int) -> bool:
        return self.audience.has(account)

    def side_of(self, account: Account | int | None) -> Side | None:
        if account is None:
            return None
        id = account if isinstance(account, int) else account.id
        return next((s for s, a in self.seated.items() if a.id == id), None)

    def is_banned(self, account: Account | None) -> bool:
        """Not while they play a hand out: until then everything is as it was."""
        is_named = account is not None and account.id in self.access.banned
        return is_named and self.side_of(account) is None

    def may_enter(self, account: Account | None, key: str) -> bool:
        """Whether the masa is there at all for who asks."""
        if self.is_banned(account):
            return False
        if self.key is None or key == self.key:
            return True
        return account is not None and (account == self.host or self.side_of(account) is not None)

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
        """Whoever looks on as this account does so no longer."""
        for viewer in self.audience.of(account):
            viewer.outbox.tell({"type": "closed", "masa": self.id, "kicked": True})
            self.unwatch(viewer)


def _all_leaving(masa: Masa) -> Change:
    change = Change(masa)
    for side in masa.seats:
        change = change.then(change.masa.leave(side))
    return change
