"""Between two hands sees people out, seats whoever waits, tops up; then deals."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from pokermasa.masa import Change, Masa, Side
from pokermasa.server.clock import Clock
from pokermasa.server.director.table import TournamentTable
from pokermasa.server.lobby.house_bots import HouseBots
from pokermasa.server.lobby.seating import REFUSALS, Seating
from pokermasa.server.settings import Settings
from pokermasa.server.storage.account import GUEST
from pokermasa.server.table import host_commands, pause
from pokermasa.server.table.actor import TableActor
from pokermasa.server.table.table import Table
from pokermasa.tournament import TournamentError

IDLE = 1.0
"""Seconds between looks at a masa where nothing can be dealt."""
LOOKS, LOOK = 250, 0.02
"""How often it is looked whether all programs have come to their table, and every so many seconds:
they have five."""
HURRIED, QUIET = 0.3, 0.4
"""Of the usual pause: while somebody waits for a hand between bots to be over; where nothing was
played."""

ABSENT = 60.0
"""Seconds for which a table of the house keeps a seat for a guest who is offline, and for anybody
who is offline or away while others wait for a seat."""

log = logging.getLogger(__name__)


class DealingLoop:
    def __init__(
        self,
        house_bots: HouseBots,
        seating: Seating,
        settings: Settings,
        clock: Clock,
        close: Callable[[TableActor], Coroutine[Any, Any, bool]],
    ) -> None:
        self._house_bots = house_bots
        self._close = close
        self._seating = seating
        self._settings = settings
        self._clock = clock
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        self.is_draining = False
        """The process goes away: no hand is dealt here any more."""
        self._idle_since: dict[tuple[str, int], float] = {}
        self._offline_since: dict[tuple[str, int], float] = {}
        """Since when people have been offline who sit at tables of the house."""
        self._looked_at: dict[str, int] = {}
        """The last hand everybody had time to look at."""

    async def stop(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._house_bots.stop()

    def forget(self, table: Table) -> None:
        self._house_bots.forget(table)
        self._looked_at.pop(table.id, None)
        for key in [key for key in self._offline_since if key[0] == table.id]:
            del self._offline_since[key]
        for (id, _), task in list(self._tasks.items()):
            if id == table.id:
                task.cancel()

    def look(self, table: Table) -> None:
        """After every change: is there a hand to deal, or a bot to act?"""
        if table.is_lost:
            return
        self._note_offline(table)
        masa = table.state.masa
        if masa.no_game:
            if self.is_draining:
                return
            if isinstance(table, TableActor):
                self._later(table, "deal", partial(self._between_hands, table))
            elif isinstance(table, TournamentTable) and table.may_deal:
                self._later(table, "deal", partial(self._deal_on, table))
        elif self._house_bots.is_to_act(table):
            self._later(table, "bot", partial(self._house_bots.act, table))
        elif masa.game is not None and masa.game.is_asked_twice:
            self._later(table, "bot", partial(self._house_bots.agree, table))

    def _later(
        self, table: Table, what: str, work: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        key = (table.id, what)
        if key in self._tasks:
            return
        task = asyncio.create_task(work(), name=f"{what} {table.id}")
        self._tasks[key] = task

        def done(task: asyncio.Task[None]) -> None:
            self._tasks.pop(key, None)
            if task.cancelled():
                return
            if (error := task.exception()) is not None:
                log.error("a fault in dealing at masa %s", table.id, exc_info=error)
                # Not at once: what is wrong now is likely to be wrong in a moment.
                self._clock.call_later(IDLE, lambda: self.look(table))
            else:
                self.look(table)

        task.add_done_callback(done)

    async def _deal_on(self, table: TournamentTable) -> None:
        """At a table of a tournament, where nobody comes or goes of their own accord."""
        await self._clock.sleep(self._pause(table))
        await self._house_bots.learn(table)
        if table.state.masa.last_game is None:
            await self._wait_for_players(table)
        dealt = False
        with contextlib.suppress(*REFUSALS, TournamentError):
            dealt = await table.deal()
        if not dealt and table.may_deal:
            await self._clock.sleep(IDLE)  # the disk may be full

    async def _wait_for_players(self, table: TournamentTable) -> None:
        """Before its first hand: programs until all of them look on, but not for long."""
        if not table.is_quick:
            await self._clock.sleep(table.time_to_come)
            return
        for _ in range(LOOKS):
            if table.all_here:
                return
            await self._clock.sleep(LOOK)

    async def _between_hands(self, table: TableActor) -> None:
        await self._clock.sleep(self._pause(table))
        if table.state.access.closing:
            with contextlib.suppress(*REFUSALS):
                await self._close(table)
            return
        steps = (
            self._house_bots.learn,
            self._see_out,
            self._set_blinds,
            self._raise_blinds,
            self._seating.seat_next,
            self._seating.top_up_next,
            self._top_up,
            self._house_bots.fill,
        )
        for step in steps:
            with contextlib.suppress(*REFUSALS):
                await step(table)
        dealt = False
        if self.is_draining:
            return
        with contextlib.suppress(*REFUSALS):
            # Bots alone do not play for nobody.
            dealt = (table.state.people > 0 or bool(table.audience.viewers)) and await table.deal()
        if not dealt:
            # A quiet masa is looked at now and then; who sits down is seen to at once.
            await self._clock.sleep(
                IDLE if table.state.waiting_list.waiting or not table.state.seated else IDLE / 4
            )

    def _pause(self, table: Table) -> float:
        """Seconds; longer when there is more to see."""
        if table.is_quick:
            return 0.0
        usual, game = self._settings.between_hands_ms / 1000, table.state.masa.last_game
        if game is None or self._looked_at.get(table.id) == table.state.masa.hands:
            return usual * QUIET  # there is nothing left to look at
        self._looked_at[table.id] = table.state.masa.hands
        if table.is_hurried:
            return usual * HURRIED
        return pause.after(game, table.state.access, self._settings) / 1000

    def _note_offline(self, table: Table) -> None:
        """After every change, who comes and who goes among them: so that the time counts from the
        moment when somebody went offline, and not from the end of the hand."""
        now = self._clock.steady()
        for key in [key for key in self._offline_since if key[0] == table.id]:
            if table.state.side_of(key[1]) is None or table.audience.has(key[1]):
                del self._offline_since[key]
        if not isinstance(table, TableActor) or table.state.host is not None:
            return
        for account in table.state.seated.values():
            if not account.is_house and not table.audience.has(account.id):
                self._offline_since.setdefault((table.id, account.id), now)

    async def _see_out(self, table: TableActor) -> None:
        """Who has been away too long, or has had no chips for as long, gives up the side; so does
        whom the host had sent away when the room went down, and, at a table of the house, who is
        offline or away and keeps others from playing."""
        now = self._clock.steady()
        for key in [key for key in self._idle_since if key[0] == table.id]:
            if table.state.side_of(key[1]) is None:
                del self._idle_since[key]
        for side in table.state.sent_away:
            await table.do(_leaving(side), who=table.state.seated[side])
        for side, account in list(table.state.seated.items()):
            seat = table.state.masa.seats[side]
            key = (table.id, account.id)
            if account.is_house or not (seat.away or not seat.stack):
                self._idle_since.pop(key, None)
            else:
                self._idle_since.setdefault(key, now)
            idle = now - self._idle_since.get(key, now)
            offline = now - self._offline_since.get(key, now)
            is_wanted = table.state.host is None and bool(table.state.waiting_list.waiting)
            if (
                (key in self._idle_since and idle >= self._settings.seat_kept_ms / 1000)
                or (account.kind == GUEST and offline >= ABSENT)
                or (is_wanted and max(idle, offline) >= ABSENT)
            ):
                self._idle_since.pop(key, None)
                await table.do(_leaving(side), who=account)

    async def _set_blinds(self, table: TableActor) -> None:
        """Those the host asked for during a hand."""

        async def work() -> None:
            blinds = table.state.waiting_list.blinds
            if blinds is not None:
                await table.change(lambda masa: masa.set_blinds(blinds))
                await table.arrange(waiting_list=table.state.waiting_list._replace(blinds=None))

        if table.state.waiting_list.blinds is not None:
            await table.ask(work)

    async def _raise_blinds(self, table: TableActor) -> None:
        await host_commands.raise_blinds(table, self._clock.now())

    async def _top_up(self, table: TableActor) -> None:
        for side, account in list(table.state.seated.items()):
            target = table.state.auto_top_up.get(account.id)
            stack = table.state.masa.seats[side].stack
            if target is not None and stack < target:
                with contextlib.suppress(*REFUSALS):
                    await table.do(_topping_up(side, target - stack), who=account)


def _leaving(side: Side) -> Callable[[Masa], Change]:
    return lambda masa: masa.leave(side)


def _topping_up(side: Side, amount: int) -> Callable[[Masa], Change]:
    return lambda masa: masa.top_up(side, amount)
