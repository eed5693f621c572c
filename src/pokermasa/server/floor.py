"""The floor: deals the next hand, seats whoever waits, tops up, and lets the house's bots fill
empty sides and give them up to people."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
from collections.abc import Coroutine
from typing import Any

from sqlalchemy import Connection

from pokermasa.bots import Basic, Bot, Caller
from pokermasa.masa import Change, Masa, MasaError, Side
from pokermasa.rules import IllegalAct
from pokermasa.server import ledger
from pokermasa.server.account import HOUSE, Account, Accounts
from pokermasa.server.clock import Clock
from pokermasa.server.queue import Waiting
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.room import Room
from pokermasa.server.settings import Settings
from pokermasa.server.writer import Writer

HOUSE_BOTS = ("Ada", "Blaise", "Cem", "Daria", "Emil", "Fatma", "Gao", "Hana", "Ivo")
IDLE = 1.0
"""Seconds between looks at a masa where nothing can be dealt."""
REFUSALS = (Refused, MasaError, IllegalAct)

log = logging.getLogger(__name__)


class Floor:
    def __init__(
        self, accounts: Accounts, writer: Writer, settings: Settings, clock: Clock
    ) -> None:
        self._accounts = accounts
        self._writer = writer
        self._settings = settings
        self._clock = clock
        self._bots: dict[int, Bot] = {}
        self._house: list[Account] = []
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._idle_since: dict[tuple[str, int], float] = {}

    async def start(self) -> None:
        for number, name in enumerate(HOUSE_BOTS):
            # Nobody's own name can have brackets, so nobody takes a bot for a person.
            account = await self._accounts.house(f"{name} (bot)")
            self._house.append(account)
            self._bots[account.id] = Caller() if name == "Emil" else Basic(0.2 + 0.06 * number)

    async def stop(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def forget(self, room: Room) -> None:
        for (id, _), task in list(self._tasks.items()):
            if id == room.id:
                task.cancel()

    def look(self, room: Room) -> None:
        """After every change: is there a hand to deal, or a bot to act?"""
        if room.is_lost:
            return
        masa = room.masa
        if masa.no_game:
            self._later(room, "deal", self._between_hands(room))
        elif masa.to_act is not None and room.seated[masa.to_act].kind == HOUSE:
            self._later(room, "bot", self._let_bot_act(room))
        elif masa.game is not None and masa.game.is_asked_twice:
            self._later(room, "bot", self._let_bots_agree(room))

    def _later(self, room: Room, what: str, work: Coroutine[Any, Any, None]) -> None:
        key = (room.id, what)
        if key in self._tasks:
            work.close()
            return
        task = asyncio.create_task(work, name=f"{what} {room.id}")
        self._tasks[key] = task

        def done(task: asyncio.Task[None]) -> None:
            self._tasks.pop(key, None)
            if task.cancelled():
                return
            if (error := task.exception()) is not None:
                log.error("a fault on the floor of masa %s", room.id, exc_info=error)
                # Not at once: what is wrong now is likely to be wrong in a moment.
                asyncio.get_running_loop().call_later(IDLE, self.look, room)
            else:
                self.look(room)

        task.add_done_callback(done)

    # Between hands

    async def _between_hands(self, room: Room) -> None:
        await asyncio.sleep(self._settings.between_hands / 1000)
        steps = (self._see_out, self._set_blinds, self._seat_next, self._top_up, self._fill)
        for step in steps:
            with contextlib.suppress(*REFUSALS):
                await step(room)
        dealt = False
        with contextlib.suppress(*REFUSALS):
            dealt = await room.deal()
        if not dealt:
            # A quiet masa is looked at now and then; who sits down is seen to at once.
            await asyncio.sleep(IDLE if room.queue.waiting or not room.seated else IDLE / 4)

    async def _see_out(self, room: Room) -> None:
        """Who has been away too long, or has had no chips for as long, gives up the side."""
        now = self._clock.steady()
        for key in [key for key in self._idle_since if key[0] == room.id]:
            if room.side_of(key[1]) is None:
                del self._idle_since[key]
        for side, account in list(room.seated.items()):
            seat = room.masa.seats[side]
            key = (room.id, account.id)
            if account.kind == HOUSE or not (seat.away or not seat.stack):
                self._idle_since.pop(key, None)
            elif now - self._idle_since.setdefault(key, now) >= self._settings.away_limit / 1000:
                self._idle_since.pop(key, None)
                await _get_up(room, side)

    async def _set_blinds(self, room: Room) -> None:
        blinds = room.blinds_wanted
        if blinds is not None:
            await room.do(lambda masa: masa.set_blinds(blinds))
            room.blinds_wanted = None

    async def _seat_next(self, room: Room) -> None:
        """The waiting list, in order; the house's bots make room for it."""
        for waiting in list(room.queue.waiting):
            side = self._side_for(room, waiting)
            if side is None:
                continue
            room.queue.leave(waiting.account.id)
            try:
                await sit(room, waiting.account, side, waiting.stack, waiting.posts)
            except REFUSALS as refused:
                for viewer in room.viewers:
                    if viewer.account_id == waiting.account.id:
                        viewer.outbox.tell(
                            {
                                "type": "refused",
                                "id": "",
                                "code": refused.code.name,
                                "words": str(refused),
                            }
                        )
            room.tell_room()

    def _side_for(self, room: Room, waiting: Waiting) -> Side | None:
        sides = open_sides(room)
        # If somebody else has taken the one they wanted, any will do.
        return waiting.side if waiting.side in sides else next(iter(sides), None)

    async def _top_up(self, room: Room) -> None:
        for side, account in list(room.seated.items()):
            target = room.auto_top_up.get(account.id)
            stack = room.masa.seats[side].stack
            if target is None or stack >= target:
                continue
            with contextlib.suppress(*REFUSALS):
                amount = target - stack
                await room.do(_topping_up(side, amount), who=account)

    async def _fill(self, room: Room) -> None:
        """Bots keep most sides of an open masa taken, and leave one free for whoever comes."""
        masa = room.masa
        if not room.door.bots or masa.is_game or room.door.paused:
            return
        for side, account in list(room.seated.items()):
            if account.kind == HOUSE and masa.seats[side].stack < masa.blinds.big:
                await _get_up(room, side)
        people = [a for a in room.seated.values() if a.kind != HOUSE]
        wanted = max(2, masa.sides - 1)
        if not people and not room.viewers:
            wanted = 0 if masa.sides == 2 else 2  # nobody is looking: a little life, not a race
        elif not people and masa.sides == 2:
            wanted = 1
        bots = [side for side, a in room.seated.items() if a.kind == HOUSE]
        while len(room.seated) > wanted and bots:
            await _get_up(room, bots.pop())
        free = free_sides(room)
        idle = [account for account in self._house if room.side_of(account) is None]
        while len(room.seated) < wanted and free and idle:
            side, account = free.pop(0), idle.pop(random.randrange(len(idle)))
            stack = min(100 * masa.blinds.big, masa.terms.most_buy_in)
            await self._grant(account, stack)
            await sit(room, account, side, stack)

    async def _grant(self, account: Account, amount: int) -> None:
        """The house plays with chips of the bank."""
        book = ledger.of_account(account.id)
        key = f"house:{secrets.token_hex(8)}"
        now = self._clock.now()

        def work(connection: Connection) -> None:
            short = amount - ledger.balance(connection, book)
            if short > 0:
                ledger.book(connection, key, "house", {ledger.BANK: -short, book: short}, now)

        await self._writer.write(work)

    # The house's bots

    async def _let_bot_act(self, room: Room) -> None:
        await asyncio.sleep(self._settings.bot_delay / 1000 * random.uniform(0.5, 1.5))
        side, turn = room.masa.to_act, room.turn
        if side is None or room.seated[side].kind != HOUSE:
            return
        account = room.seated[side]
        view = room.masa.view(side)
        assert view is not None
        # In a thread: however long a bot thinks, nobody else waits for it.
        act = await asyncio.to_thread(self._bots[account.id].choose, view)
        try:
            await room.act(account, act, turn)
        except REFUSALS:
            await asyncio.sleep(IDLE / 4)  # the disk may be full: not as fast as we can

    async def _let_bots_agree(self, room: Room) -> None:
        await asyncio.sleep(self._settings.bot_delay / 1000)
        game = room.masa.game
        if game is None or not game.is_asked_twice:
            return
        for side in game.remaining:
            account = room.seated[side]
            if account.kind == HOUSE and side not in (game.agreed or ()):
                with contextlib.suppress(*REFUSALS):
                    await room.do(_agreeing(side), who=account)
        await asyncio.sleep(IDLE / 4)


def _agreeing(side: Side) -> Any:
    return lambda masa: masa.run_twice(side, agrees=True)


def _topping_up(side: Side, amount: int) -> Any:
    return lambda masa: masa.top_up(side, amount)


def free_sides(room: Room) -> list[Side]:
    return [Side(side) for side in range(room.masa.sides) if side not in room.seated]


async def _get_up(room: Room, side: Side) -> None:
    await room.do(lambda masa: masa.leave(side), who=room.seated[side])


def open_sides(room: Room) -> list[Side]:
    """Those a person can have: free ones first, then the house's, last where it plays a hand."""
    bots = [side for side, account in room.seated.items() if account.kind == HOUSE]
    return [*free_sides(room), *sorted(bots, key=room.masa.is_in_hand)]


async def sit(
    room: Room,
    account: Account,
    side: Side | None,
    stack: int,
    posts: bool = False,
    ask: str = "",
) -> None:
    """Take a side, any with None; one of the house's bots that is not in a hand gets up for it."""

    def sitting(masa: Masa) -> Change:
        if room.side_of(account) is not None:
            raise Refused(RoomRefusal.ALREADY_SEATED)
        chosen = next(iter(open_sides(room)), None) if side is None else side
        if chosen is None:
            raise Refused(RoomRefusal.NO_SIDE_FREE)
        change = Change(masa)
        held = room.seated.get(chosen)
        if held is not None and held.kind == HOUSE and not masa.is_in_hand(chosen):
            change = masa.leave(chosen)
        change = change.then(change.masa.buy_in(chosen, stack))
        return change.then(change.masa.post(chosen)) if posts else change

    await room.do(sitting, joining=account, ask=ask)
