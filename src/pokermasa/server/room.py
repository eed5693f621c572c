"""One masa with people at it: the task that owns it, and everybody who looks on.

Whatever is done to the masa is done here, one thing after another: the pure change is worked out,
written down together with every chip it moves, and only then told, to each viewer no more than that
viewer may know.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from sqlalchemy import Connection, update

from pokermasa.masa import Change, Masa, MasaError, Side, event
from pokermasa.notation import uci
from pokermasa.rules import Blinds, IllegalAct, PlayerAct
from pokermasa.server import journal, lease, store, wire
from pokermasa.server.account import Account
from pokermasa.server.answers import Answers
from pokermasa.server.clock import Clock
from pokermasa.server.deal import fresh_deck
from pokermasa.server.door import Door
from pokermasa.server.gallery import Gallery
from pokermasa.server.lease import Lease
from pokermasa.server.queue import Queue
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.told import write
from pokermasa.server.turn import ActionClock, asked, token
from pokermasa.server.viewer import Viewer
from pokermasa.server.writer import Writer

RETRY = 1000
"""How long a turn goes on when its end could not be written."""

EXPECTED = (Refused, MasaError, IllegalAct, uci.UciError, journal.AlreadyDone)
log = logging.getLogger(__name__)
Doing = Callable[[Masa], Change]


class Room:
    def __init__(
        self,
        name: str,
        masa: Masa,
        seated: dict[Side, Account],
        seq: int,
        lease: Lease,
        *,
        writer: Writer,
        settings: Settings,
        clock: Clock,
        door: Door,
        host: Account | None = None,
        key: str | None = None,
        auto_top_up: dict[int, int] | None = None,
    ) -> None:
        self.id = lease.masa
        self.lease = lease
        self.name = name
        self.masa = masa
        self.seated = seated
        self.host = host
        self.key = key
        self.door = door
        self.epoch = str(lease.fence)
        """Another one after every restart: what was told before is not known any more."""
        self.queue = Queue()
        self.answers = Answers()
        self.gallery = Gallery(self.id, self.view_message)
        self.auto_top_up: dict[int, int] = auto_top_up or {}
        """The stack an account comes back to before each hand."""
        self.blinds_wanted: Blinds | None = None
        """The host's, from the next hand on."""
        self.is_lost = False
        self.on_change: Callable[[Room], None] = lambda room: None
        """Called after every change: whoever deals, and fills empty sides."""
        self._seq = seq
        self._writer = writer
        self._settings = settings
        self._clock = clock
        self._action = ActionClock(clock, self._time_is_up)
        self._protected: set[int] = set()
        """Accounts that have had more time since their connection was lost."""
        self._late: dict[int, int] = {}
        """How often in a row an account has let its time run out."""
        self._inbox: asyncio.Queue[tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any]]] = (
            asyncio.Queue()
        )
        self._task: asyncio.Task[None] | None = None

    # The task that owns the masa

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=f"masa {self.id}")
        self._next_turn(grace=self._settings.grace)

    async def stop(self) -> None:
        self._action.stop()
        self.gallery.stop()
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
        self._action.stop()
        log.warning("masa %s went to another process", self.id)
        for viewer in list(self.viewers):
            viewer.outbox.cut("the masa moved; connect again")
        self.on_change(self)

    async def do(
        self,
        doing: Doing,
        joining: Account | None = None,
        who: Account | None = None,
        ask: str = "",
    ) -> Change:
        """Change the masa. Refusals come as they are; nothing has changed then. With *who*, only
        if that account still has the side it had; chips that *ask* brings are brought once."""
        side = self.side_of(who)

        async def work() -> Change:
            if who is not None and self.side_of(who) != side:
                raise Refused(RoomRefusal.NOT_ALLOWED)
            return await self._change(doing, joining, ask)

        change: Change = await self.ask(work)
        return change

    async def get_up(self, side: Side) -> None:
        """From within something that is being done here."""
        await self._change(lambda masa: masa.leave(side))

    async def _change(self, doing: Doing, joining: Account | None = None, ask: str = "") -> Change:
        change = doing(self.masa)
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
        await journal.write(self._writer, page, self._settings.lease)
        self._seq = page.seq
        was, self.seated, self.masa = self.seated, seated, change.masa
        if was is not seated and len(was) != len(seated):
            self.auto_top_up = {
                a.id: self.auto_top_up[a.id] for a in seated.values() if a.id in self.auto_top_up
            }
        self._tell(change, was)
        self._next_turn()
        self.on_change(self)
        return change

    # Telling

    @property
    def viewers(self) -> Mapping[Viewer, int]:
        return self.gallery.viewers

    @property
    def told_seq(self) -> int:
        return self.gallery.seq

    def is_here(self, account: int) -> bool:
        return self.gallery.has(account)

    def _tell(self, change: Change, was: dict[Side, Account]) -> None:
        everybody = {**was, **self.seated}
        names = {side: account.name for side, account in everybody.items()}
        game = change.masa.game or change.masa.last_game
        sides = () if game is None else game.sides
        seen = change.seen_by(None)
        public = [wire.event_data(e, names, sides) for e in seen]
        private = {}
        for side, account in everybody.items():
            more = change.seen_by(side)
            if len(more) != len(seen):
                private[account.id] = [wire.event_data(e, names, sides) for e in more]
        self.gallery.tell(public, private, [account.id for account in everybody.values()])
        self._tell_seats(change, was)

    def _tell_seats(self, change: Change, was: dict[Side, Account]) -> None:
        """Document 004's joinedTable and leftTable, to those who sat down or got up."""
        for happened in change.events:
            if isinstance(happened, event.PlayerLeft):
                message = {"type": "left_table", "masa": self.id, "stack": happened.stack}
                self.gallery.to(was[happened.side].id, message)
                if self.is_banned(was[happened.side]):
                    self.send_away(was[happened.side].id)
            elif isinstance(happened, event.PlayerJoined):
                account = self.seated[happened.side]
                self.gallery.to(account.id, self.view_message(account.id, "joined_table"))

    def side_of(self, account: Account | int | None) -> Side | None:
        if account is None:
            return None
        id = account if isinstance(account, int) else account.id
        return next((s for s, a in self.seated.items() if a.id == id), None)

    def rename(self, account: Account) -> None:
        side = self.side_of(account)
        if side is not None:
            self.seated[side] = account
        if self.host == account:
            self.host = account

    def is_banned(self, account: Account | None) -> bool:
        return account is not None and account.id in self.door.banned

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
            if id is not None:
                self._protected.discard(id)
            if self.gallery.enter(viewer, seq if epoch == self.epoch else None):
                viewer.outbox.tell(self.room_message(id))
                self._tell_preselected(viewer)
            self._offer_turn(viewer)
            if self.side_of(id) is not None:
                self.tell_room()

        await self.ask(work)

    def _tell_preselected(self, viewer: Viewer) -> None:
        """Private events have no number, so the last choice is told again."""
        side = self.side_of(viewer.account_id)
        if side is not None and self.masa.is_in_hand(side):
            chosen = event.Preselect(side, self.masa.seats[side].preselected)
            events = [wire.event_data(chosen, {}, ())]
            viewer.outbox.tell({"type": "private", "masa": self.id, "events": events})

    def unwatch(self, viewer: Viewer) -> None:
        id = viewer.account_id
        if not self.gallery.leave(viewer) or id is None:
            return
        self.queue.leave(id)
        if self.side_of(id) is not None and not self.is_lost:
            if self.side_of(id) in asked(self.masa):
                self._protect(id)
            self.tell_room()

    def send_away(self, account: int) -> None:
        """Whoever looks on as this account does so no longer."""
        for viewer in self.gallery.of(account):
            viewer.outbox.tell({"type": "closed", "masa": self.id})
            self.unwatch(viewer)

    def view_message(self, account: int | None, type: str = "view") -> dict[str, Any]:
        side = self.side_of(account)
        names = {side: account.name for side, account in self.seated.items()}
        auto = None if account is None else self.auto_top_up.get(account)
        return {
            "type": type,
            "masa": self.id,
            "epoch": self.epoch,
            "seq": self.gallery.seq,
            "room": self._room_data(account),
            "view": wire.view_data(self.masa, names, side) | {"auto_top_up": auto},
        }

    def room_message(self, account: int | None) -> dict[str, Any]:
        return {"type": "room", "masa": self.id, "room": self._room_data(account)}

    def _room_data(self, account: int | None) -> dict[str, Any]:
        """What is around the masa: host, waiting list, whose connection is lost."""
        is_host = self.host is not None and account == self.host.id
        return {
            "name": self.name,
            "host": None if self.host is None else self.host.name,
            "private": self.key is not None,
            "approval": self.door.approval,
            "paused": self.door.paused,
            "waiting": self.queue.names,
            "absent": [
                side
                for side, a in self.seated.items()
                if a.kind != "house" and not self.is_here(a.id)
            ],
            "asking": self.queue.asking_names if is_host else [],
        }

    def tell_room(self) -> None:
        host = None if self.host is None else self.host.id
        everybody = write(self.room_message(None))
        for viewer in self.viewers:
            if host is not None and viewer.account_id == host:
                viewer.outbox.tell(self.room_message(host))
            else:
                viewer.outbox.put(everybody)

    def say(self, message: dict[str, Any], sender: int) -> None:
        """To everybody here who has not muted the sender."""
        text = write(message)
        for viewer in self.viewers:
            if sender not in viewer.muted:
                viewer.outbox.put(text)

    async def change_door(self, door: Door) -> None:
        async def work() -> None:
            def write_door(connection: Connection) -> None:
                lease.verify(connection, self.lease, self._clock.now(), self._settings.lease)
                connection.execute(
                    update(store.masa)
                    .where(store.masa.c.id == self.id)
                    .values(terms=door.model_dump_json())
                )

            await self._writer.write(write_door)
            self.door = door
            self.tell_room()
            self.on_change(self)

        await self.ask(work)

    # Turns and time

    @property
    def turn(self) -> str:
        return self._action.turn

    def _next_turn(self, grace: int = 0) -> None:
        """A new deadline for whoever is to act, if it is a new turn."""
        turn, sides = token(self.masa), asked(self.masa)
        if not sides:
            self._action.stop()
        elif turn != self._action.turn:
            self._action.start(turn, self._settings.act_time + grace)
            for side in sides:
                account = self.seated[side]
                if account.kind != "house" and not self.is_here(account.id):
                    self._protect(account.id)
            self._offer_turns()

    def _protect(self, account: int) -> None:
        """More time for somebody whose connection was lost, once until it is back."""
        if account not in self._protected:
            self._protected.add(account)
            self._action.extend(self._settings.act_time + self._settings.grace)

    def _time_is_up(self, turn: str) -> None:
        task = asyncio.ensure_future(self.ask(lambda: self._out_of_time(turn)))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _out_of_time(self, turn: str) -> None:
        sides = asked(self.masa)
        if turn != self._action.turn or not sides:
            return
        side = sides[0]
        seat, account = self.masa.seats[side], self.seated[side]
        is_here = self.is_here(account.id)
        may_open = self.masa.to_act == side and is_here and not self._action.is_bank
        if may_open and seat.time_bank:
            self._action.open_bank(seat.time_bank)
            self._offer_turns()
            return
        used = seat.time_bank if self._action.is_bank else 0
        late = self._late.get(account.id, 0) + 1
        # Who is not there is not dealt in again before coming back.
        goes = account.kind != "house" and (not is_here or late >= self._settings.late_acts)

        def time_out(masa: Masa) -> Change:
            change = masa.spend_time_bank(side, used) if used else Change(masa)
            change = change.then(change.masa.timed_out(side))
            if goes and change.masa.player(side) is not None:
                change = change.then(change.masa.away(side))
            return change

        try:
            await self._change(time_out)
        except Refused as refused:
            if refused.code is RoomRefusal.LOST_LEASE:
                raise
            self._action.extend(RETRY)  # the disk may be full; nobody is folded for that
        else:
            self._late[account.id] = 0 if goes else late

    def _offer_turns(self) -> None:
        for side in asked(self.masa):
            for viewer in self.gallery.of(self.seated[side].id):
                self._offer_turn(viewer)

    def _offer_turn(self, viewer: Viewer) -> None:
        """Document 004's `act`, to whoever is asked."""
        sides = asked(self.masa)
        side = self.side_of(viewer.account_id) if sides else None
        if side is None or side not in sides:
            return
        view = self.masa.view(side)
        assert view is not None
        message = {
            "type": "act",
            "masa": self.id,
            "turn": self._action.turn,
            "left": self._action.left,
            "bank": self._action.is_bank,
            "run_twice": self.masa.to_act is None,
        }
        viewer.outbox.tell(message | wire.act_data(view))

    async def act(self, account: Account, act: PlayerAct, turn: str) -> None:
        async def work() -> None:
            side = self.side_of(account)
            if side is None:
                raise Refused(RoomRefusal.NOT_ALLOWED)
            if turn != self._action.turn or self.masa.to_act != side:
                raise Refused(RoomRefusal.STALE_TURN)
            used = min(self._action.bank_used, self.masa.seats[side].time_bank)

            def move(masa: Masa) -> Change:
                # One change with the act, so that neither stands without the other.
                spent = masa.spend_time_bank(side, used) if used else Change(masa)
                return spent.then(spent.masa.move(side, act))

            await self._change(move)
            self._late.pop(account.id, None)

        await self.ask(work)

    async def deal(self) -> bool:
        """The next hand, if one can be dealt."""

        async def work() -> bool:
            if not self.masa.is_dealable or self.door.paused:
                return False
            await self._change(lambda masa: masa.deal(fresh_deck()))
            return True

        dealt: bool = await self.ask(work)
        return dealt
