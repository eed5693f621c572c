"""The lobby: every masa of this process; opening, finding and taking a side at one."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.masa import Masa, MasaError, MasaRefusal, Side, Terms, save
from pokermasa.rules import Blinds
from pokermasa.server import floor, journal, lease, process, store
from pokermasa.server.account import HOUSE, Account, Accounts
from pokermasa.server.chat import Chat
from pokermasa.server.clock import Clock
from pokermasa.server.door import Door
from pokermasa.server.floor import Floor
from pokermasa.server.queue import Waiting
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.room import Room
from pokermasa.server.settings import Settings
from pokermasa.server.viewer import Viewer
from pokermasa.server.writer import Writer

HOUSE_TABLES = (
    ("Copper", 6, Blinds(1, 2)),
    ("Silver", 9, Blinds(5, 10)),
    ("Heads-up", 2, Blinds(1, 2)),
)
HEARTBEAT = 20.0
PING = '{"type":"ping"}'

log = logging.getLogger(__name__)


class Lobby:
    def __init__(
        self,
        engine: AsyncEngine,
        writer: Writer,
        accounts: Accounts,
        settings: Settings,
        clock: Clock,
    ) -> None:
        self.engine = engine
        self.writer = writer
        self.accounts = accounts
        self.settings = settings
        self.clock = clock
        self.rooms: dict[str, Room] = {}
        self.viewers: set[Viewer] = set()
        """Everybody connected."""
        self.cut_off = 0
        self._empty_since: dict[str, float] = {}
        self._empty_limit = settings.empty_limit / 1000
        self.chat = Chat(engine, writer, settings, clock)
        self._floor = Floor(accounts, writer, settings, clock)
        self._process = process.Process(settings)
        self._keepers: list[asyncio.Task[None]] = []

    @property
    def owner(self) -> str:
        return self._process.owner

    # Opening and closing

    async def start(self) -> None:
        await self._floor.start()
        self._process.start()
        await self._adopt()
        if self.settings.house_tables and not await self._has_house_tables():
            for name, sides, blinds in HOUSE_TABLES:
                await self.open(name, sides, blinds, door=Door(bots=True))
        self._keepers = [
            asyncio.create_task(self._keep(), name="lobby"),
            asyncio.create_task(self._beat(), name="heartbeat"),
        ]

    async def stop(self) -> None:
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        await self._floor.stop()
        for room in self.rooms.values():
            await room.stop()
        leases = [room.lease for room in self.rooms.values()]
        with contextlib.suppress(Refused):
            await self.writer.write(lambda connection: lease.give_back(connection, leases))
        self._process.stop()

    async def open(
        self,
        name: str,
        sides: int,
        blinds: Blinds,
        rules: str = "masa",
        host: Account | None = None,
        private: bool = False,
        door: Door | None = None,
        terms: Terms | None = None,
    ) -> Room:
        terms = terms or Terms(least_buy_in=20 * blinds.big, most_buy_in=200 * blinds.big)
        masa = Masa.open(sides, blinds, rules, terms._replace(time_bank=self.settings.time_bank))
        id = secrets.token_hex(4)
        key = secrets.token_urlsafe(18) if private else None
        now = self.clock.now()
        door = door or Door()

        def work(connection: Connection) -> lease.Lease:
            connection.execute(
                insert(store.masa).values(
                    id=id,
                    name=name[:60],
                    terms=door.model_dump_json(),
                    key=key,
                    host=None if host is None else host.id,
                    opened=now,
                    seq=0,
                    value=save.write(masa),
                )
            )
            return lease.take(connection, id, self.owner, now, self.settings.lease)

        taken = await self.writer.write(work)
        log.info("masa %s opened", id)
        return self._start_room(taken, name, masa, {}, 0, door, host, key, {})

    async def _has_house_tables(self) -> bool:
        async with self.engine.connect() as connection:
            found = await connection.execute(
                select(store.masa.c.id)
                .where(store.masa.c.closed.is_(None), store.masa.c.host.is_(None))
                .limit(1)
            )
            return found.first() is not None

    async def _adopt(self) -> None:
        """Every masa that no living process has."""
        async with self.engine.connect() as connection:
            rows = await connection.execute(
                select(store.masa.c.id)
                .outerjoin(store.lease, store.lease.c.masa == store.masa.c.id)
                .where(store.masa.c.closed.is_(None))
            )
            ids = [id for (id,) in rows if id not in self.rooms]
        for id in ids:
            with contextlib.suppress(Refused):  # another process has it
                await self._recover(id)

    async def _recover(self, id: str) -> None:
        now = self.clock.now()
        who = store.account.c

        def work(connection: Connection) -> tuple[Any, ...]:
            taken = lease.take(
                connection, id, self.owner, now, self.settings.lease, self._process.is_dead
            )
            # Read in the transaction that takes the lease: nobody writes any more after this.
            row = connection.execute(select(store.masa).where(store.masa.c.id == id)).one()
            masa, seq = journal.recover(connection, id, row.value, row.seq)
            seats = connection.execute(
                select(store.seat.c.side, store.seat.c.auto_top_up, who.id, who.name, who.kind)
                .join(store.account, who.id == store.seat.c.account)
                .where(store.seat.c.masa == id)
            ).all()
            seated = {Side(seat.side): Account(seat.id, seat.name, seat.kind) for seat in seats}
            auto = {seat.id: seat.auto_top_up for seat in seats if seat.auto_top_up is not None}
            host = connection.execute(
                select(who.id, who.name, who.kind).where(who.id == row.host)
            ).first()
            return (
                taken,
                row.name,
                masa,
                seated,
                seq,
                Door.model_validate_json(row.terms),
                None if host is None else Account(*host),
                row.key,
                auto,
            )

        self._start_room(*await self.writer.write(work))
        log.info("masa %s goes on", id)

    def _start_room(
        self,
        taken: lease.Lease,
        name: str,
        masa: Masa,
        seated: dict[Side, Account],
        seq: int,
        door: Door,
        host: Account | None,
        key: str | None,
        auto_top_up: dict[int, int],
    ) -> Room:
        room = Room(
            name,
            masa,
            seated,
            seq,
            taken,
            writer=self.writer,
            settings=self.settings,
            clock=self.clock,
            door=door,
            host=host,
            key=key,
            auto_top_up=auto_top_up,
        )
        self.rooms[room.id] = room
        room.on_change = self._floor.look
        room.start()
        self._floor.look(room)
        return room

    async def close(self, room: Room) -> None:
        """When no person sits there any more."""

        async def work() -> None:
            if any(account.kind != HOUSE for account in room.seated.values()):
                raise Refused(RoomRefusal.STILL_SEATED)
            for side in list(room.seated):
                await room.get_up(side)
            if room.seated:
                raise Refused(RoomRefusal.STILL_SEATED)
            now = self.clock.now()

            def write_closed(connection: Connection) -> None:
                lease.verify(connection, room.lease, now, self.settings.lease)
                connection.execute(
                    update(store.masa).where(store.masa.c.id == room.id).values(closed=now)
                )

            await self.writer.write(write_closed)

        await room.ask(work)
        self.rooms.pop(room.id, None)
        self._floor.forget(room)
        for viewer in list(room.viewers):
            viewer.outbox.tell({"type": "closed", "masa": room.id})
        await room.stop()

    # While it is open

    async def _keep(self) -> None:
        """Leases are renewed while nothing is played, lost rooms let go, orphans adopted, and
        dead sessions forgotten."""
        ticks = 0
        while True:
            await asyncio.sleep(self.settings.lease / 3000)
            ticks += 1
            try:
                await self._renew()
                await self._adopt()
                await self._close_empty()
                if ticks % 1000 == 1:
                    await self._forget_sessions()
            except Refused:
                continue  # the disk may be full; the next time
            except Exception as error:
                log.error("a fault in the lobby", exc_info=error)

    async def _beat(self) -> None:
        """A sign of life for everybody who has not heard anything for a while."""
        while True:
            await asyncio.sleep(HEARTBEAT / 2)
            for viewer in self.viewers:
                if viewer.outbox.is_idle:
                    viewer.outbox.put(PING)
                viewer.outbox.is_idle = True

    async def _renew(self) -> None:
        for id, room in list(self.rooms.items()):
            if room.is_lost:
                self.rooms.pop(id, None)
                self._floor.forget(room)
                await room.stop()
        leases = [room.lease for room in self.rooms.values()]
        if not leases:
            return
        now, duration = self.clock.now(), self.settings.lease
        lost = await self.writer.write(lambda c: lease.lost(c, leases, now, duration))
        for gone in lost:
            if gone.masa in self.rooms:
                self.rooms[gone.masa].lose()

    async def _close_empty(self) -> None:
        """A host's masa where nobody has been for long."""
        now = self.clock.steady()
        for room in list(self.rooms.values()):
            if room.host is None or room.viewers or people(room):
                self._empty_since.pop(room.id, None)
            elif now - self._empty_since.setdefault(room.id, now) >= self._empty_limit:
                self._empty_since.pop(room.id)
                await self.close(room)

    async def _forget_sessions(self) -> None:
        now = self.clock.now()

        def work(connection: Connection) -> None:
            connection.execute(delete(store.session).where(store.session.c.expires < now))

        await self.writer.write(work)

    def cut(self, account: int) -> None:
        """Whoever is connected as this account has to prove it again."""
        for viewer in list(self.viewers):
            if viewer.account_id == account:
                viewer.outbox.cut("log in again")

    def rename(self, account: Account) -> None:
        """A guest has kept a name: it is told from now on."""
        for viewer in self.viewers:
            if viewer.account_id == account.id:
                viewer.account = account
        for room in self.rooms.values():
            room.rename(account)

    # Finding and taking a side

    def find(self, id: str) -> Room:
        room = self.rooms.get(id)
        if room is None or room.is_lost:
            raise Refused(RoomRefusal.NOT_FOUND)
        return room

    async def sit(
        self,
        room: Room,
        account: Account,
        side: Side | None,
        stack: int,
        posts: bool = False,
        ask: str = "",
    ) -> bool:
        """True when seated; False when waiting for the side: a bot plays its hand out first, or
        everything is taken."""
        if room.side_of(account) is not None:
            raise Refused(RoomRefusal.ALREADY_SEATED)
        self._verify_door(room, account)
        masa = room.masa
        if not masa.terms.least_buy_in <= stack <= masa.terms.most_buy_in:
            least, most = masa.terms.least_buy_in, masa.terms.most_buy_in
            raise MasaError(MasaRefusal.BUY_IN_RANGE, f"{stack}; from {least} to {most}")
        if side is not None and not 0 <= side < masa.sides:
            raise MasaError(MasaRefusal.NO_SUCH_SIDE, f"{side}; from 0 to {masa.sides - 1}")
        if stack > await self.accounts.chips(account):
            raise Refused(RoomRefusal.NOT_ENOUGH_CHIPS)
        others = [w for w in room.queue.waiting if w.account.id != account.id and w.side is None]
        taken_by = room.seated.get(side) if side is not None else None
        if taken_by is not None and taken_by.kind != HOUSE:
            raise MasaError(MasaRefusal.SIDE_TAKEN, str(side))
        choice = side if side is not None else next(iter(floor.open_sides(room)), None)
        is_held = choice is not None and choice in room.seated and masa.is_in_hand(choice)
        if choice is None or is_held or others:
            room.queue.join(Waiting(account, stack, side, posts))
            room.tell_room()
            self._floor.look(room)
            return False
        await floor.sit(room, account, side, stack, posts, ask)
        room.queue.leave(account.id)
        return True

    def _verify_door(self, room: Room, account: Account) -> None:
        if account == room.host or room.door.admits(account.id):
            return
        if account.id in room.door.banned:
            raise Refused(RoomRefusal.NOT_FOUND)
        room.queue.asking[account.id] = account
        room.tell_room()
        raise Refused(RoomRefusal.HOST_ASKED)

    async def find_side(self, account: Account, big: int | None) -> tuple[Room, int]:
        """The liveliest open masa one can afford, and a stack to bring."""
        chips = await self.accounts.chips(account)
        rooms = [
            room
            for room in self.rooms.values()
            if room.key is None
            and not room.is_lost
            and not room.door.paused
            and room.door.admits(account.id)
            and room.side_of(account) is None
            and (big is None or room.masa.blinds.big == big)
            and room.masa.terms.least_buy_in <= chips
            and floor.open_sides(room)
        ]
        if not rooms:
            raise Refused(RoomRefusal.NO_SIDE_FREE)
        best = max(rooms, key=lambda r: (people(r), r.masa.sides > 2, -r.masa.blinds.big))
        terms = best.masa.terms
        stack = max(terms.least_buy_in, min(chips, 100 * best.masa.blinds.big, terms.most_buy_in))
        return best, stack

    async def set_auto_top_up(self, room: Room, account: Account, to: int | None) -> None:
        most = room.masa.terms.most_buy_in
        if to is not None and not 1 <= to <= most:
            raise MasaError(MasaRefusal.BUY_IN_RANGE, f"{to}; up to {most}")

        def work(connection: Connection) -> None:
            connection.execute(
                update(store.seat)
                .where(store.seat.c.masa == room.id, store.seat.c.account == account.id)
                .values(auto_top_up=to)
            )

        await self.writer.write(work)
        if to is None:
            room.auto_top_up.pop(account.id, None)
        else:
            room.auto_top_up[account.id] = to


def people(room: Room) -> int:
    return sum(account.kind != HOUSE for account in room.seated.values())
