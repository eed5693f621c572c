"""A table of a tournament. For clients it works like any other table, but the director owns its
masa."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from pokermasa.masa import Change, Masa, Side, event
from pokermasa.notation import uci
from pokermasa.rules import IllegalAct, PlayerAct
from pokermasa.server.clock import Clock
from pokermasa.server.director import act_batch
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage.account import Account
from pokermasa.server.table.deal import fresh_deck
from pokermasa.server.table.table import Doing, Table
from pokermasa.server.table.table_record import Record
from pokermasa.tournament import Change as TournamentChange
from pokermasa.tournament import Player, TableNumber, Tournament, play
from pokermasa.tournament.table import Table as TableValue

if TYPE_CHECKING:
    from pokermasa.server.director.director import Director

A_TABLE = 0.02
"""Seconds by which the first hand is delayed for each table, so that every table has time to send
its state to its players."""


class TournamentTable(Table):
    """A table whose changes are part of the changes of its tournament."""

    def __init__(
        self,
        director: Director,
        number: TableNumber,
        kept: Record,
        settings: Settings,
        clock: Clock,
    ) -> None:
        super().__init__(kept, settings, clock)
        self._director = director
        self._about = director.state
        self.is_quick = self._about.terms.is_league
        self.is_closed = False
        self.number = number

    async def ask(self, request: Callable[[], Awaitable[Any]]) -> Any:
        return await self._director.ask(lambda: self._if_open(request))

    async def show(self, request: Callable[[], Awaitable[Any]]) -> None:
        await self._director.show(lambda: self._if_open(request))

    async def _if_open(self, request: Callable[[], Awaitable[Any]]) -> Any:
        if self.is_closed:
            raise Refused(RoomRefusal.CLOSED)
        return await request()

    async def verify_storage(self) -> None:
        await self._director.verify_storage()

    def tell_closed(self) -> None:
        """Tells all viewers that the table is closed."""
        self.is_closed = True
        for viewer in list(self.audience.viewers):
            viewer.outbox.tell({"type": "closed", "masa": self.id})

    async def change(self, make_change: Doing) -> Change:
        await self._director.change_at(self.number, make_change)
        self.written_at = self._director.written_at
        return Change(self.state.masa)

    @property
    def may_deal(self) -> bool:
        return not self.is_closed and self._director.may_deal(self.number)

    async def deal(self) -> bool:
        def dealt(now: Tournament) -> TournamentChange:
            if not self.may_deal:
                raise act_batch.NothingToDo
            return now.deal(self.number, fresh_deck())

        try:
            await self._director.play(self.number, dealt)
        except act_batch.NothingToDo:
            return False
        return True

    async def act(self, account: Account, act: PlayerAct, turn: str, reason: str = "") -> None:
        def acted(now: Tournament) -> TournamentChange:
            if self.is_closed:
                raise Refused(RoomRefusal.CLOSED)
            make_change = self._act_of(account, act, turn, reason)
            return play.at_table(now, self.number, make_change(now.table(self.number).masa))

        def after() -> None:
            self.written_at = self._director.written_at
            self.act_clock.note_acted(account.id)

        arrival = self.act_clock.arrival(account)
        # Also held in the director's task, because the end of the turn may be the next request
        # there.
        with self.act_clock.holding(arrival):
            await self._director.play(
                self.number, acted, after, partial(self.act_clock.note_refused, arrival)
            )

    @property
    def time_to_come(self) -> float:
        """Seconds before the first hand. All players come to their tables at once, and sending the
        state to a thousand of them would delay the first acts. The delay therefore grows with the
        number of tables, and tables start one after the other."""
        return A_TABLE * (self._about.tournament.sizes.open.bit_count() - 1 + self.number)

    @property
    def is_hurried(self) -> bool:
        """Whether only bots sit here and nobody watches."""
        return not self.state.people and not self.audience.viewers

    def may_enter(self, account: Account | None, key: str) -> bool:
        return super().may_enter(account, key) or self._about.may_enter(account, key)

    async def answer(self, account: Account, act: str, turn: str, reason: str) -> str | None:
        """ActBatch an act that a client sent in UCI notation. In a league, an act that cannot be
        played becomes a check or a fold, as in a match of the arena, and the error is returned."""
        if not self._about.terms.is_league:
            return await super().answer(account, act, turn, reason)
        try:
            await self.act(account, uci.read(act), turn, reason)
        except (IllegalAct, uci.UciError) as error:
            await self._ask_of(account, lambda: self._wrong(account, turn))
            return str(error)
        return None

    async def _wrong(self, account: Account, turn: str) -> None:
        """ActBatch a check or a fold in place of an invalid act, and counts the mistake."""
        side = self.state.side_of(account)
        if turn != self.act_clock.token or side is None or self.state.masa.to_act != side:
            raise Refused(RoomRefusal.STALE_TURN)
        player = self._about.tournament.table(self.number).players[side]
        await self._director.change_at(self.number, lambda masa: masa.timed_out(side), (player,))


def told_at(
    before: TableValue | None,
    after: TableValue,
    happened: Sequence[event.Event],
    moved: Mapping[Player, int],
) -> tuple[event.Event, ...]:
    """Return the events of one table: first those of its masa, then the players who have left and
    arrived. *moved* contains the stacks of players who moved to another table."""
    was = {} if before is None else before.players
    gone = {e.side for e in happened if isinstance(e, event.PlayerLeft)}
    events = list(happened)
    for side, player in was.items():
        if after.players.get(side) != player and side not in gone:
            events.append(event.PlayerLeft(side, moved.get(player, 0)))
    for side, player in after.players.items():
        if was.get(side) != player:
            events += _arrival(after.masa, side)
    return tuple(events)


def _arrival(masa: Masa, side: Side) -> list[event.Event]:
    """Return the events of an arriving player: the seat, and the used time bank and absence that
    the player brings from the previous table."""
    seat = masa.seats[side]
    events: list[event.Event] = [event.PlayerJoined(side, seat.stack, seat.owes)]
    if seat.time_bank < masa.terms.time_bank:
        events.append(event.TimeBankSpent(side, masa.terms.time_bank - seat.time_bank))
    if seat.away:
        events.append(event.Away(side, True))
    return events
