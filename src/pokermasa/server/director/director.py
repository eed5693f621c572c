"""The director: what a tournament does by itself, and what it is told to do.

It starts when it is full or time, carries out orders when the hand they waited for is over, makes
the deal that everybody has agreed to, and tries again what could not be written.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from pokermasa.server.director import view
from pokermasa.server.director.actor import TournamentActor
from pokermasa.server.director.orders import announced, drawn
from pokermasa.server.director.page import NewOrder
from pokermasa.server.director.record import Order
from pokermasa.server.director.timers import Ring
from pokermasa.server.protocol.request import Command
from pokermasa.server.refusal import Refused
from pokermasa.server.storage.account import DELETED, Account
from pokermasa.server.storage.room_order import REFUND
from pokermasa.server.table.viewer import Viewer
from pokermasa.tournament import Change, Player, Status, TournamentError

log = logging.getLogger(__name__)


class Director(TournamentActor):
    def start(self) -> None:
        self._inbox.start(f"masa {self.id}")
        self.tables.start()
        self._telling.figures()
        self._timers.set()
        self.run(self.follow)  # before a hand is dealt: orders may have waited for this
        self.tables.look()

    # What follows by itself

    async def follow(self) -> None:
        """What follows from what was done is no part of it: if it cannot be written, whoever asked
        has been served all the same, and it is tried again."""
        try:
            await self._onward()
        except Refused as refused:
            self._note_error(refused)
            if not self.is_lost:
                self._timers.try_again()

    async def _onward(self) -> None:
        """Start when it is full or time; orders that waited for a hand to end; a deal."""
        while not self.state.tournament.is_ended and not self.is_lost:
            if self.state.is_due:
                await self._begin()
            elif (order := self.orders.next_ready()) is not None:
                await self._carry_out(order)
            elif gone := self.state.not_coming_back:
                await self._decline(gone)
            else:
                await self._settle_deal()
                return

    async def _begin(self) -> None:
        now = self.state.tournament
        if now.entries < now.structure.least:
            await self._cancel_for_too_few()
            return
        await self.change(drawn)

    async def _cancel_for_too_few(self) -> None:
        order = NewOrder(None, "cancel")
        await self.change(lambda now: now.cancel(), orders=[order], why="too_few")

    @property
    def is_deserted(self) -> bool:
        """Whether a host's tournament without a date waits, with nobody entered or watching."""
        state = self.state
        waits = state.tournament.status is Status.REGISTERING and state.terms.starts is None
        is_empty = not state.people and not self.broadcast.audience.viewers
        return state.host is not None and waits and is_empty

    async def cancel_if_deserted(self) -> None:
        async def work() -> None:
            if self.is_deserted:
                await self._cancel_for_too_few()

        await self.ask(work)

    async def _decline(self, players: Sequence[Player]) -> None:
        await self.change(lambda now: now.decline(players))

    async def _carry_out(self, order: Order) -> None:
        why = "director" if order.by is not None else order.command
        try:
            doing = self.orders.doing(order.command, order.about, order.number, order.by)
            await self.change(doing, done=[order], why=why)
        except TournamentError as refused:
            # Out of chips, or at another table, since: nothing is left to be done.
            if order.command == REFUND:
                log.warning("tournament %s goes on: %s", self.id, refused)
            await self.change(Change, done=[order])

    async def _settle_deal(self) -> None:
        if (proposed := self.agreement.put()) is not None:
            self._tell_deal(proposed)
        if self.agreement.is_refused:
            self.end_agreement()
        elif self.agreement.is_made:
            await self.change(lambda now: now.end_by_deal(self.state.house))

    def end_agreement(self) -> None:
        """Not everybody agrees: play goes on."""
        self.agreement.end()
        self._tell_deal({"event": "deal_over", "made": False})
        self.tables.look_at_idle()

    def _tell_deal(self, happened: dict[str, Any]) -> None:
        """The clock has been stopped for a deal, or goes on."""
        self._timers.set()
        self._telling.events([happened])
        self._telling.figures()

    def _no_answer(self) -> None:
        async def work() -> None:
            if self.agreement.shares:
                self.end_agreement()

        self.run(work)

    def _ring(self, name: Ring) -> None:
        match name:
            case Ring.FIGURES:
                self._telling.figures()
                self._telling.standings()
            case Ring.REST:
                self._telling.tell_rest()
            case Ring.OVER:
                self.on_over(self)
            case _:
                self.run(lambda: self._on_time(name))

    async def _on_time(self, name: Ring) -> None:
        try:
            if name is Ring.RESUME:
                await self._resume()
            elif name is Ring.NO_RE_ENTRY:
                await self._decline(self.state.tournament.awaited)
            elif self.state.time.passed(self.state.tournament):
                await self.change(Change)
            await self._onward()
        except Refused as refused:
            self._note_error(refused)
            if not self.is_lost:
                is_own = name in (Ring.RESUME, Ring.NO_RE_ENTRY)
                self._timers.try_again(name if is_own else Ring.AGAIN)
        else:
            self._timers.set()

    async def _resume(self) -> None:
        """The room's own order, when nobody has given one for so long."""
        if self.state.tournament.status is Status.PAUSED:
            order = NewOrder(None, str(Command.RESUME))
            await self.change(lambda now: now.resume(), orders=[order])

    async def take_orders(self, found: Sequence[Order]) -> None:
        """Those of whoever keeps the room, written down by another process."""

        async def work() -> None:
            new = self.orders.take(found)
            self._telling.events([announced(order, is_done=False) for order in new])
            await self.follow()

        await self.ask(work)

    # Whoever looks at it

    def tell(self, events: list[dict[str, Any]]) -> None:
        self._telling.events(events)

    def view(self, account: Account | None) -> dict[str, Any]:
        """A `tournament` message."""
        return view.view(self.state, self.broadcast.seq, self.standings, self.agreement, account)

    async def watch(self, viewer: Viewer, epoch: str = "", seq: int = -1) -> None:
        async def work() -> None:
            self._telling.tell_gathered()  # what is seen now has been told
            self.broadcast.welcome(viewer, epoch, seq, lambda: self.view(viewer.account))

        await self.show(work)

    def unwatch(self, viewer: Viewer) -> None:
        self.broadcast.audience.leave(viewer)

    async def rename(self, account: Account, title: str | None = None) -> None:
        """*title*: what the tournament of somebody who is deleted is called."""

        async def work() -> None:
            self.state.rename(account, title)
            self.tables.rename(account)
            if account.name == DELETED:
                self.broadcast.forget()
            self.on_change(self)  # the lobby says who the host is

        await self.ask(work)
