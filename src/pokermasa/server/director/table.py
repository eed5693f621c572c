"""A table of a tournament. For clients it works like any other table, but the director owns its
masa."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from pokermasa.masa import Change
from pokermasa.notation import uci
from pokermasa.rules import IllegalAct, PlayerAct
from pokermasa.server.clock import Clock
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage.account import Account
from pokermasa.server.table.deal import fresh_deck
from pokermasa.server.table.inbox import OnError, Request
from pokermasa.server.table.table import MakeChange, Table
from pokermasa.server.table.table_record import TableRecord
from pokermasa.tournament import Change as TournamentChange
from pokermasa.tournament import Player, TableNumber, Tournament, play

if TYPE_CHECKING:
    from pokermasa.server.director.director import Director

A_TABLE = 0.02
"""Seconds by which the first hand is delayed for each table, so that every table has time to send
its state to its players."""


class NotDealt(Exception):
    """Raised if no hand may be dealt any more when the request is processed."""


class TournamentTable(Table):
    """A table whose changes are part of the changes of its tournament."""

    def __init__(
        self,
        director: Director,
        number: TableNumber,
        record: TableRecord,
        settings: Settings,
        clock: Clock,
    ) -> None:
        super().__init__(record, settings, clock)
        self._director = director
        self._about = director.state
        self.is_quick = self._about.terms.is_league
        if self.is_quick:  # Programs are never marked as away.
            self.act_clock.timeouts_before_away = 10**9
        self.is_closed = False
        self.number = number

    async def ask(self, request: Request, refused: OnError | None = None) -> Any:
        return await self._director.ask(partial(self._if_open, request), refused)

    async def show(self, request: Request) -> None:
        await self._director.show(partial(self._if_open, request))

    async def _if_open(self, request: Request) -> Any:
        if self.is_closed:
            raise Refused(RoomRefusal.CLOSED)
        return await request()

    async def verify_storage(self) -> None:
        await self._director.verify_storage()

    def close(self) -> None:
        """Marks the table as closed and tells all viewers."""
        self.is_closed = True
        for viewer in list(self.audience.viewers):
            self.broadcast.tell_closed(viewer)

    async def commit(self, change: Change, wrong: Sequence[Player] = ()) -> None:
        """Like `Table.commit`. *wrong* are players whose act was invalid."""
        present = self._director.present
        changed = play.at_table(present.tournament, self.number, change)
        await self._director.commit(present.then(changed), wrong=wrong)
        self.written_at = self._director.written_at
        await self._director.follow()

    async def play(self, make_change: MakeChange, refused: OnError | None = None) -> None:
        def play_here(now: Tournament) -> TournamentChange:
            if self.is_closed:
                raise Refused(RoomRefusal.CLOSED)
            return play.at_table(now, self.number, make_change(now.table(self.number).masa))

        await self._director.play(self.number, play_here, refused)
        self.written_at = self._director.written_at

    @property
    def may_deal(self) -> bool:
        return not self.is_closed and self._director.may_deal(self.number)

    async def deal(self) -> bool:
        def dealt(now: Tournament) -> TournamentChange:
            if not self.may_deal:
                raise NotDealt
            return now.deal(self.number, fresh_deck())

        try:
            await self._director.play(self.number, dealt)
        except NotDealt:
            return False
        return True

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

    async def act(
        self, account: Account, act: PlayerAct | str, turn: str, reason: str = ""
    ) -> str | None:
        """Plays an act like `Table.act`. In a league, an act that cannot be played becomes a check
        or a fold, as in a match of the arena, and the error is returned."""
        try:
            return await super().act(account, act, turn, reason)
        except (IllegalAct, uci.UciError) as error:
            if not self._about.terms.is_league:
                raise
            await self.ask(
                lambda: self._check_or_fold(account, turn), self.act_clock.on_refused(account)
            )
            return str(error)

    async def _check_or_fold(self, account: Account, turn: str) -> None:
        """Plays a check or a fold in place of an invalid act, and counts the mistake."""
        side, masa = self.state.side_of(account), self.state.masa
        if turn != self.act_clock.token or side is None or masa.to_act != side:
            raise Refused(RoomRefusal.STALE_TURN)
        player = self._about.tournament.table(self.number).players[side]
        await self.commit(masa.timed_out(side), (player,))
