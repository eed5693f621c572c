"""The floor: between two hands sees people out, seats whoever waits, tops up; then deals."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from pokermasa.masa import Change, Masa, Side
from pokermasa.server.clock import Clock
from pokermasa.server.lobby.house_bots import House
from pokermasa.server.lobby.seating import REFUSALS, Usher
from pokermasa.server.settings import Settings
from pokermasa.server.storage.account import HOUSE
from pokermasa.server.table import pause
from pokermasa.server.table.actor import Room

IDLE = 1.0
"""Seconds between looks at a masa where nothing can be dealt."""
HURRIED, QUIET = 0.3, 0.4
"""Of the usual pause: while somebody waits for a hand between bots to be over; where nothing was
played."""

log = logging.getLogger(__name__)


class Floor:
    def __init__(
        self,
        house: House,
        usher: Usher,
        settings: Settings,
        clock: Clock,
        close: Callable[[Room], Coroutine[Any, Any, bool]],
    ) -> None:
        self._house = house
        self._close = close
        self._usher = usher
        self._settings = settings
        self._clock = clock
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._idle_since: dict[tuple[str, int], float] = {}
        self._looked_at: dict[str, int] = {}
        """The last hand everybody had time to look at."""

    async def stop(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._house.stop()

    def forget(self, room: Room) -> None:
        self._house.forget(room)
        self._looked_at.pop(room.id, None)
        for (id, _), task in list(self._tasks.items()):
            if id == room.id:
                task.cancel()

    def look(self, room: Room) -> None:
        """After every change: is there a hand to deal, or a bot to act?"""
        if room.is_lost:
            return
        masa = room.masa
        if masa.no_game:
            self._later(room, "deal", self._between_hands)
        elif self._house.is_to_act(room):
            self._later(room, "bot", self._house.act)
        elif masa.game is not None and masa.game.is_asked_twice:
            self._later(room, "bot", self._house.agree)

    def _later(
        self, room: Room, what: str, work: Callable[[Room], Coroutine[Any, Any, None]]
    ) -> None:
        key = (room.id, what)
        if key in self._tasks:
            return
        task = asyncio.create_task(work(room), name=f"{what} {room.id}")
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

    async def _between_hands(self, room: Room) -> None:
        await asyncio.sleep(self._pause(room))
        if room.door.closing:
            with contextlib.suppress(*REFUSALS):
                await self._close(room)
            return
        steps = (
            self._house.learn,
            self._see_out,
            self._set_blinds,
            self._house.set_rules,
            self._usher.seat_next,
            self._top_up,
            self._house.fill,
        )
        for step in steps:
            with contextlib.suppress(*REFUSALS):
                await step(room)
        dealt = False
        with contextlib.suppress(*REFUSALS):
            # Bots alone do not play for nobody.
            dealt = (room.people > 0 or bool(room.viewers)) and await room.deal()
        if not dealt:
            # A quiet masa is looked at now and then; who sits down is seen to at once.
            await asyncio.sleep(IDLE if room.queue.waiting or not room.seated else IDLE / 4)

    def _pause(self, room: Room) -> float:
        """Seconds; longer when there is more to see."""
        usual, game = self._settings.between_hands / 1000, room.masa.last_game
        if game is None or self._looked_at.get(room.id) == room.masa.hands:
            return usual * QUIET  # there is nothing left to look at
        self._looked_at[room.id] = room.masa.hands
        if room.is_hurried:
            return usual * HURRIED
        return pause.after(game, room.door, self._settings) / 1000

    async def _see_out(self, room: Room) -> None:
        """Who has been away too long, or has had no chips for as long, gives up the side; so does
        whom the host had sent away when the room went down."""
        now = self._clock.steady()
        for key in [key for key in self._idle_since if key[0] == room.id]:
            if room.side_of(key[1]) is None:
                del self._idle_since[key]
        for side in room.sent_away:
            await room.do(_leaving(side), who=room.seated[side])
        for side, account in list(room.seated.items()):
            seat = room.masa.seats[side]
            key = (room.id, account.id)
            if account.kind == HOUSE or not (seat.away or not seat.stack):
                self._idle_since.pop(key, None)
            elif now - self._idle_since.setdefault(key, now) >= self._settings.away_limit / 1000:
                self._idle_since.pop(key, None)
                await room.do(_leaving(side), who=account)

    async def _set_blinds(self, room: Room) -> None:
        """Those the host asked for during a hand."""

        async def work() -> None:
            blinds = room.queue.blinds
            if blinds is not None:
                await room.change(lambda masa: masa.set_blinds(blinds))
                await room.arrange(queue=room.queue._replace(blinds=None))

        if room.queue.blinds is not None:
            await room.ask(work)

    async def _top_up(self, room: Room) -> None:
        for side, account in list(room.seated.items()):
            target = room.auto_top_up.get(account.id)
            stack = room.masa.seats[side].stack
            if target is not None and stack < target:
                with contextlib.suppress(*REFUSALS):
                    await room.do(_topping_up(side, target - stack), who=account)


def _leaving(side: Side) -> Callable[[Masa], Change]:
    return lambda masa: masa.leave(side)


def _topping_up(side: Side, amount: int) -> Callable[[Masa], Change]:
    return lambda masa: masa.top_up(side, amount)
