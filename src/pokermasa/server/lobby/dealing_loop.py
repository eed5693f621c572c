"""The loop that runs every table: between two hands it removes absent players, seats waiting
players and adds chips, and then it deals."""

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
from pokermasa.server.table.state import TableState
from pokermasa.server.table.table import Table
from pokermasa.tournament import TournamentError

IDLE = 1.0
"""Seconds between two checks of a table where no hand can be dealt."""
LOOKS, LOOK = 250, 0.02
"""Before its first hand, a table for programs checks `LOOKS` times, every `LOOK` seconds, whether
all of them are connected. This gives them five seconds."""
HURRIED, QUIET = 0.3, 0.4
"""Shortened pauses as multiples of the normal pause: `HURRIED` while a person waits for a hand
between bots to end; `QUIET` if there is no finished hand to look at."""

SEAT_KEPT = 600.0
"""Seconds for which a seat is kept for a player who is away or out of chips. Then the player leaves
the table."""
ABSENT = 60.0
"""Seconds for which a table of the house keeps a seat for a guest who is offline, and for anybody
who is offline or away while others wait for a seat or the house opens no more tables."""

log = logging.getLogger(__name__)


class DealingLoop:
    """Starts the next step at each table of this process: a deal, or an act of a house bot. *close*
    closes a table."""

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
        self.is_house_full: Callable[[], bool] = lambda: False
        """Function that returns whether `play_now` can open no more tables of the house."""
        self._seating = seating
        self._settings = settings
        self._clock = clock
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        self.is_draining = False
        """Whether this process is shutting down. It deals no more hands then."""
        self._idle_since: dict[tuple[str, int], float] = {}
        """Time since when each account has been away or without chips, by table and account."""
        self._offline_since: dict[tuple[str, int], float] = {}
        """Time since when each person at a table without a host has been offline, by table and
        account."""
        self._looked_at: dict[str, int] = {}
        """Number of the last hand at each table after which the pause was already made."""

    async def stop(self) -> None:
        """Cancels all tasks and stops the house bots."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._house_bots.stop()

    def forget(self, table: Table) -> None:
        """Cancels all tasks of this table and forgets what is known about it."""
        self._house_bots.forget(table)
        self._looked_at.pop(table.id, None)
        for key in [key for key in self._offline_since if key[0] == table.id]:
            del self._offline_since[key]
        for (id, _), task in list(self._tasks.items()):
            if id == table.id:
                task.cancel()

    def start_next_step(self, table: Table) -> None:
        """Starts the next step at this table, if a hand can be dealt or a bot has to act. Called
        after every change."""
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
        elif table.state.turn.is_about_twice:
            self._later(table, "bot", partial(self._house_bots.agree, table))

    def _later(
        self, table: Table, what: str, action: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        key = (table.id, what)
        if key in self._tasks:
            return
        task = asyncio.create_task(action(), name=f"{what} {table.id}")
        self._tasks[key] = task

        def done(task: asyncio.Task[None]) -> None:
            self._tasks.pop(key, None)
            if task.cancelled():
                return
            if (error := task.exception()) is not None:
                log.error("a fault in dealing at masa %s", table.id, exc_info=error)
                # Not immediately, because the cause of the error probably still exists.
                self._clock.call_later(IDLE, lambda: self.start_next_step(table))
            else:
                self.start_next_step(table)

        task.add_done_callback(done)

    async def _deal_on(self, table: TournamentTable) -> None:
        """Deals the next hand at a table of a tournament, where the tournament decides who sits."""
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
        """Waits before the first hand: at a table for programs until all are connected, but at most
        for five seconds; at other tables for a fixed time."""
        if not table.is_quick:
            await self._clock.sleep(table.time_to_come)
            return
        for _ in range(LOOKS):
            if table.all_here:
                return
            await self._clock.sleep(LOOK)

    async def _between_hands(self, table: TableActor) -> None:
        """Takes all steps between two hands at a cash table, and then deals."""
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
            # Bots play only while a person sits here or watches.
            dealt = (table.state.people > 0 or bool(table.audience.viewers)) and await table.deal()
        if not dealt:
            # A quiet table is checked only now and then. Every change, such as a player who sits
            # down, starts a new check.
            await self._clock.sleep(
                IDLE if table.state.waiting_list.waiting or not table.state.seated else IDLE / 4
            )

    def _pause(self, table: Table) -> float:
        """Return the seconds until the next hand. The pause is longer if there is more to see."""
        if table.is_quick:
            return 0.0
        usual, game = self._settings.between_hands_ms / 1000, table.state.masa.last_game
        if game is None or self._looked_at.get(table.id) == table.state.masa.hands:
            return usual * QUIET  # everybody has already seen the end of the last hand
        self._looked_at[table.id] = table.state.masa.hands
        if table.is_hurried:
            return usual * HURRIED
        return pause.after(game, table.state.access, self._settings) / 1000

    def _note_offline(self, table: Table) -> None:
        """Notes the players at this table who are offline. It is called after every change,
        including lost connections, so that the time counts from the loss of the connection and not
        from the end of the hand."""
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
        """Removes players who have been away or without chips for too long, and players whom the
        host banned before a restart. At a table without a host it also removes guests who are
        offline, and players who are offline or away while others wait for a side or nobody can be
        seated at a fresh table."""
        now = self._clock.steady()
        for key in [key for key in self._idle_since if key[0] == table.id]:
            if table.state.side_of(key[1]) is None:
                del self._idle_since[key]
        for side in table.state.sent_away:
            await table.do(table.state.seated[side], Masa.leave)
        for side, account in list(table.state.seated.items()):
            seat = table.state.masa.seats[side]
            key = (table.id, account.id)
            if account.is_house or not (seat.away or not seat.stack):
                self._idle_since.pop(key, None)
            else:
                self._idle_since.setdefault(key, now)
            idle = now - self._idle_since.get(key, now)
            offline = now - self._offline_since.get(key, now)
            is_absent = table.state.host is None and max(idle, offline) >= ABSENT
            if (
                (key in self._idle_since and idle >= SEAT_KEPT)
                or (account.kind == GUEST and offline >= ABSENT)
                or (is_absent and (table.state.waiting_list.waiting or self.is_house_full()))
            ):
                self._idle_since.pop(key, None)
                await table.do(account, Masa.leave)

    async def _set_blinds(self, table: TableActor) -> None:
        """Sets the blinds that the host asked for during a hand."""

        async def set_wanted_blinds() -> None:
            blinds = table.state.waiting_list.blinds
            if blinds is not None:
                await table.commit(table.state.masa.set_blinds(blinds))
                await table.arrange(waiting_list=table.state.waiting_list._replace(blinds=None))

        if table.state.waiting_list.blinds is not None:
            await table.ask(set_wanted_blinds)

    async def _raise_blinds(self, table: TableActor) -> None:
        await host_commands.raise_blinds(table, self._clock.now())

    async def _top_up(self, table: TableActor) -> None:
        """Tops up the players who have set an automatic top-up."""
        try:
            if _top_up_all(table.state, table.state.masa).events:
                await table.play(partial(_top_up_all, table.state))
        except REFUSALS:
            # One player may have too few chips. The others are topped up all the same.
            await self._top_up_each(table)

    async def _top_up_each(self, table: TableActor) -> None:
        for side, account in list(table.state.seated.items()):
            target = table.state.auto_top_up.get(account.id)
            stack = table.state.masa.seats[side].stack
            if target is not None and stack < target:
                with contextlib.suppress(*REFUSALS):
                    await table.do(account, partial(_top_up, amount=target - stack))


def _top_up_all(state: TableState, masa: Masa) -> Change:
    """Return the change that makes all automatic top-ups."""
    change = Change(masa)
    for side, account in state.seated.items():
        target = state.auto_top_up.get(account.id)
        if target is not None and masa.seats[side].stack < target:
            change = change.then(change.masa.top_up(side, target - masa.seats[side].stack))
    return change


def _top_up(masa: Masa, side: Side, amount: int) -> Change:
    return masa.top_up(side, amount)
