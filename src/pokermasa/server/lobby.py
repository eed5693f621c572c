"""The lobby: every masa of this process, who may sit where, and the bots that fill empty sides."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from pokermasa.bots import Basic, Bot, Caller
from pokermasa.masa import Masa, MasaError, Side, Terms, save
from pokermasa.notation import uci
from pokermasa.rules import Blinds, IllegalAct
from pokermasa.server import lease, ledger, store
from pokermasa.server.account import HOUSE, Account, Accounts
from pokermasa.server.clock import Clock
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.room import Room, recover
from pokermasa.server.settings import Settings
from pokermasa.server.writer import Writer

HOUSE_BOTS = ("Ada", "Blaise", "Cem", "Daria", "Emil", "Fatma", "Gao", "Hana", "Ivo")
HOUSE_TABLES = (
    ("Copper", 6, Blinds(1, 2)),
    ("Silver", 9, Blinds(5, 10)),
    ("Heads-up", 2, Blinds(1, 2)),
)
CHATS_KEPT = 50


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
        self.owner = secrets.token_hex(8)
        self.rooms: dict[str, Room] = {}
        self._bots: dict[int, Bot] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._busy: set[str] = set()
        self._dealing: set[str] = set()

    # Opening and closing

    async def start(self) -> None:
        for name in HOUSE_BOTS:
            account = await self.accounts.house(name)
            tightness = 0.2 + 0.06 * len(self._bots)
            self._bots[account.id] = Caller() if name == "Emil" else Basic(tightness)
        async with self.engine.connect() as connection:
            rows = (
                await connection.execute(select(store.masa).where(store.masa.c.closed.is_(None)))
            ).all()
        for row in rows:
            with contextlib.suppress(Refused):  # another process has it
                await self._recover(row)
        if self.settings.house_tables and not self.rooms:
            for name, sides, blinds in HOUSE_TABLES:
                await self.open(name, sides, blinds)
        for room in self.rooms.values():
            self._look(room)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self.rooms.values():
            await room.stop()

    async def open(
        self,
        name: str,
        sides: int,
        blinds: Blinds,
        rules: str = "masa",
        host: Account | None = None,
        private: bool = False,
    ) -> Room:
        terms = Terms(
            least_buy_in=20 * blinds.big,
            most_buy_in=200 * blinds.big,
            time_bank=self.settings.time_bank,
        )
        masa = Masa.open(sides, blinds, rules, terms)
        id = secrets.token_hex(4)
        key = secrets.token_urlsafe(18) if private else None
        now = self.clock.now()

        async def work(connection: AsyncConnection) -> int:
            await connection.execute(
                insert(store.masa).values(
                    id=id,
                    name=name[:60],
                    terms=json.dumps({"bots": host is None}),
                    key=key,
                    host=None if host is None else host.id,
                    opened=now,
                    seq=0,
                    value=save.write(masa),
                )
            )
            return await lease.take(connection, id, self.owner, now, self.settings.lease)

        fence = await self.writer.write(work)
        host_id = None if host is None else host.id
        return self._start_room(id, name, masa, {}, 0, fence, host_id, key)

    async def _recover(self, row: Any) -> None:
        now = self.clock.now()

        async def work(connection: AsyncConnection) -> int:
            return await lease.take(connection, row.id, self.owner, now, self.settings.lease)

        fence = await self.writer.write(work)
        who = store.account.c
        async with self.engine.connect() as connection:
            masa, seq = await recover(connection, row.id, row.value, row.seq)
            seats = await connection.execute(
                select(store.seat.c.side, who.id, who.name, who.kind)
                .join(store.account, who.id == store.seat.c.account)
                .where(store.seat.c.masa == row.id)
            )
            seated = {Side(side): Account(id, name, kind) for side, id, name, kind in seats}
        self._start_room(row.id, row.name, masa, seated, seq, fence, row.host, row.key)

    def _start_room(
        self,
        id: str,
        name: str,
        masa: Masa,
        seated: dict[Side, Account],
        seq: int,
        fence: int,
        host: int | None,
        key: str | None,
    ) -> Room:
        room = Room(
            id,
            name,
            masa,
            seated,
            seq,
            fence,
            self.owner,
            writer=self.writer,
            settings=self.settings,
            clock=self.clock,
            host=host,
            key=key,
        )
        self.rooms[id] = room
        room.on_change = self._look
        room.start()
        self._look(room)
        return room

    async def close(self, room: Room) -> None:
        """When nobody sits there any more."""
        if room.seated:
            raise Refused(RoomRefusal.STILL_SEATED)

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(
                update(store.masa).where(store.masa.c.id == room.id).values(closed=self.clock.now())
            )

        await self.writer.write(work)
        self.rooms.pop(room.id, None)
        await room.stop()

    # What is running

    def tables(self) -> list[dict[str, Any]]:
        return [
            {
                "id": room.id,
                "name": room.name,
                "sides": room.masa.sides,
                "players": room.masa.nb_players,
                "people": sum(a.kind != HOUSE for a in room.seated.values()),
                "blinds": room.masa.blinds._asdict(),
                "betting": room.masa.rules.betting,
                "rules": room.masa.rules.name,
                "hands": room.masa.hands,
                "buy_in": [room.masa.terms.least_buy_in, room.masa.terms.most_buy_in],
            }
            for room in self.rooms.values()
            if room.key is None
        ]

    # Sitting down

    async def sit(self, room: Room, account: Account, side: Side, stack: int, posts: bool) -> None:
        if room.side_of(account) is not None:
            raise Refused(RoomRefusal.ALREADY_SEATED)
        taken = room.seated.get(side)
        if taken is not None and taken.kind == HOUSE and account.kind != HOUSE:
            # The house gives up its side to a person, as soon as the hand is over.
            await self._leave(room, side)
        await self._buy_in(room, account, side, stack)
        if posts:
            await room.do(lambda masa: masa.post(side))

    async def _buy_in(self, room: Room, account: Account, side: Side, stack: int) -> None:
        await room.do(lambda masa: masa.buy_in(side, stack), joining=(side, account))

    async def _leave(self, room: Room, side: Side) -> None:
        await room.do(lambda masa: masa.leave(side))

    async def say(self, room: Room, account: Account, text: str) -> None:
        line = " ".join(text.split())
        now = self.clock.now()

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(
                insert(store.chat).values(masa=room.id, account=account.id, made=now, text=line)
            )

        await self.writer.write(work)
        room.say({"type": "chat", "masa": room.id, "name": account.name, "text": line, "at": now})

    # The house's part: dealing, and bots on empty sides

    def _look(self, room: Room) -> None:
        """After every change: is there a hand to deal, a bot to act, a side to fill?"""
        masa = room.masa
        if masa.no_game and room.id not in self._dealing:
            self._later(self._between_hands(room), self._dealing, room.id)
        side = masa.to_act
        if side is not None and room.seated[side].kind == HOUSE:
            self._later(self._let_bot_act(room, masa.hands), self._busy, room.id)

    def _later(self, work: Any, busy: set[str], id: str) -> None:
        if id in busy:
            work.close()
            return
        busy.add(id)
        task = asyncio.create_task(work)
        self._tasks.add(task)

        def done(task: asyncio.Task[None]) -> None:
            busy.discard(id)
            self._tasks.discard(task)
            room = self.rooms.get(id)
            if room is not None and not task.cancelled():
                self._look(room)

        task.add_done_callback(done)

    async def _between_hands(self, room: Room) -> None:
        await asyncio.sleep(self.settings.between_hands / 1000)
        with contextlib.suppress(Refused, MasaError):
            await self._fill(room)
        with contextlib.suppress(Refused, MasaError):
            await room.deal()
        if room.masa.no_game:
            await asyncio.sleep(max(1.0, self.settings.between_hands / 1000))

    async def _fill(self, room: Room) -> None:
        """Bots keep most sides of an open masa taken, and leave one free for whoever comes."""
        masa = room.masa
        if room.host is not None or masa.is_game:
            return
        for side, account in list(room.seated.items()):
            seat = masa.seats[side]
            if account.kind == HOUSE and seat.stack < masa.blinds.big:
                await self._leave(room, side)
        people = [a for a in room.seated.values() if a.kind != HOUSE]
        wanted = masa.sides - 1 if not people else masa.sides
        if not people and not room.viewers:
            wanted = 0 if masa.sides == 2 else 2  # nobody is looking: a little life, not a race
        free = [Side(side) for side in range(masa.sides) if side not in room.seated]
        idle = [a for a in await self._house_accounts() if room.side_of(a) is None]
        while len(room.seated) < wanted and free and idle:
            side, account = free.pop(0), idle.pop(random.randrange(len(idle)))
            stack = 100 * masa.blinds.big
            await self._grant(account, stack)
            await self._buy_in(room, account, side, stack)

    async def _house_accounts(self) -> list[Account]:
        return [Account(id, name, HOUSE) for id, name in await self._house_names()]

    async def _house_names(self) -> list[tuple[int, str]]:
        async with self.engine.connect() as connection:
            rows = await connection.execute(
                select(store.account.c.id, store.account.c.name).where(
                    store.account.c.kind == HOUSE
                )
            )
            return [(id, name) for id, name in rows if id in self._bots]

    async def _grant(self, account: Account, amount: int) -> None:
        """The house plays with chips of the bank."""
        book = ledger.of_account(account.id)
        key = f"house:{secrets.token_hex(8)}"
        now = self.clock.now()

        async def work(connection: AsyncConnection) -> None:
            short = amount - await ledger.balance(connection, book)
            if short > 0:
                await ledger.book(connection, key, "house", {ledger.BANK: -short, book: short}, now)

        await self.writer.write(work)

    async def _let_bot_act(self, room: Room, hand: int) -> None:
        await asyncio.sleep(self.settings.bot_delay / 1000 * random.uniform(0.5, 1.5))
        side = room.masa.to_act
        if side is None or room.masa.hands != hand:
            return
        account = room.seated[side]
        bot = self._bots.get(account.id)
        view = room.masa.view(side)
        if bot is None or view is None or account.kind != HOUSE:
            return
        act = await asyncio.to_thread(bot.choose, view)
        with contextlib.suppress(Refused, MasaError, IllegalAct, uci.UciError):
            await room.act(account, act, room.turn)
