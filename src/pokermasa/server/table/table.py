"""The common base of all tables, used by clients, bots and the lobby.

There are two kinds of owners: a table actor owns one masa, and the director of a tournament owns
many. Both decide how a change is stored (`change`) and in which task it is done (`ask`). Everything
else, from the start of a turn to the messages for each viewer, is the same for both and is in this
class.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any

from pokermasa.masa import Change, Masa, Side, event
from pokermasa.notation import uci
from pokermasa.rules import PlayerAct, Role
from pokermasa.server.clock import Clock
from pokermasa.server.protocol.event import Odds
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage.account import Account
from pokermasa.server.table import odds
from pokermasa.server.table.act_clock import ActClock
from pokermasa.server.table.audience import Audience
from pokermasa.server.table.broadcast import Broadcast
from pokermasa.server.table.inbox import OnError, Request
from pokermasa.server.table.pace import Pace
from pokermasa.server.table.state import TableState
from pokermasa.server.table.table_record import TableRecord
from pokermasa.server.table.viewer import Viewer

SHOWING = {event.HandsShown, event.TwiceOffered}
"""Events after which the odds of the hands that lie open are computed."""
SOON = 5.0
"""Seconds until the next hand within which a table counts as prompt for a newcomer."""

log = logging.getLogger(__name__)
MakeChange = Callable[[Masa], Change]


class Table(ABC):
    """One masa with its viewers, its clock and its broadcast."""

    def __init__(self, record: TableRecord, settings: Settings, clock: Clock) -> None:
        self.state = TableState(record)
        self.id = self.state.id
        self.audience = Audience()
        self.broadcast = Broadcast(self.state, self.audience, settings, clock)
        self.act_clock = ActClock(
            self.state, self.audience, settings, clock, self._ring, self._tell_clock
        )
        self.pace = Pace(clock)
        self.is_lost = False
        self.written_at = 0.0
        """Time at which the last change was stored, by the monotonic clock."""
        self.on_change: Callable[[Any], None] = lambda table: None
        """Called with the table after every change, by which the dealing loop, the house bots and
        the table list are informed."""
        self.settings = settings
        self._odds: asyncio.Task[None] | None = None

    # Implemented by the owner

    is_quick = False
    """Whether only programs play here, so that no pauses for human viewers are needed."""

    @abstractmethod
    async def ask(self, request: Request, refused: OnError | None = None) -> Any:
        """Runs *request* after all earlier requests, in the task that owns the masa. *refused* is
        called with the exception that the request raises, before the next request starts."""

    @abstractmethod
    async def show(self, request: Request) -> None:
        """Runs *request* like `ask`, for requests that only send the state. Such requests write
        nothing that would verify the lease, so the lease is checked separately."""

    @abstractmethod
    async def commit(self, change: Change) -> None:
        """Stores a change of the masa, adopts the new state and informs the viewers. Must be called
        inside the owner's task."""

    @abstractmethod
    async def play(self, make_change: MakeChange, refused: OnError | None = None) -> None:
        """Stores the change that *make_change* returns for the masa, adopts the new state and
        informs the viewers, after all earlier requests. *refused* is that of `ask`."""

    @abstractmethod
    async def deal(self) -> bool:
        """Deals the next hand. Returns False if none can be dealt."""

    @abstractmethod
    async def verify_storage(self) -> None:
        """Raises `Refused` with `STORAGE` if the room cannot store changes at present."""

    @property
    @abstractmethod
    def may_deal(self) -> bool:
        """Whether a new hand may be requested now. A table of a tournament may have to wait for
        other tables."""

    # Changes

    def wake(self) -> None:
        """Starts the clock of the current turn, or continues it after a restart."""
        self.act_clock.begin(grace=self.settings.reconnect_grace_ms)

    def sleep(self) -> None:
        """Stops the clock and all tasks of this table."""
        self.act_clock.stop()
        self.broadcast.feed.stop()
        if self._odds is not None:
            self._odds.cancel()

    def lose(self) -> None:
        """Ends all work on this masa, because another process owns it now. Viewers are moved or
        disconnected."""
        self.is_lost = True
        self.act_clock.stop()
        for viewer in list(self.audience.viewers):
            self.audience.leave(viewer)
            viewer.lose(self.id, "the masa moved; connect again")
        self.on_change(self)

    async def do(self, account: Account, make_change: Callable[[Masa, Side], Change]) -> None:
        """Stores the change that *make_change* returns for the account's side, if the account still
        has its present side by then. A refusal is raised to the caller, and nothing has changed
        then."""
        side = self.state.verified_side(account)

        def change_if_still_seated(masa: Masa) -> Change:
            if self.state.side_of(account) != side:
                raise Refused(RoomRefusal.NOT_ALLOWED)
            return make_change(masa, side)

        await self.play(change_if_still_seated, self.act_clock.on_refused(account))

    async def act(
        self, account: Account, act: PlayerAct | str, turn: str, reason: str = ""
    ) -> str | None:
        """Plays an act of the account in the given turn. *act* may be text in Uci, and *reason* is
        that of the player's own bot. Returns an error description if the table replaces an invalid
        act by a check or a fold. All other tables refuse an invalid act."""
        was_slow = self.act_clock.is_slow

        def change(masa: Masa) -> Change:
            played = uci.read(act) if isinstance(act, str) else act
            moved = self.act_clock.move(masa, account, played, turn)
            if reason:
                self.state.note_own_reason(masa, account, reason)
            return moved

        await self.play(change, self.act_clock.on_refused(account))
        self.act_clock.note_acted(account.id, was_slow)
        return None

    def adopt(self, change: Change, seated: dict[Side, Account], hand: str | None = None) -> None:
        """Makes a change that is already stored the current state, and informs the viewers. *hand*
        is the id of the hand that ends with this change."""
        state = self.state
        was, state.seated = state.seated, seated
        state.put(change.masa)
        if state.auto_top_up:
            here = {account.id for account in seated.values()}
            state.auto_top_up = {id: to for id, to in state.auto_top_up.items() if id in here}
        self._tell(change, was, hand)
        self.on_change(self)

    def _tell(self, change: Change, was: dict[Side, Account], hand: str | None) -> None:
        clock = self.act_clock.clock_data if self.act_clock.begin() else None
        self.broadcast.tell(change, was, clock, hand or "")
        if clock is not None:
            self.broadcast.offer(clock)
        for new_event in change.events:
            if isinstance(new_event, event.PlayerLeft) and self.state.is_banned(
                was[new_event.side]
            ):
                self.send_away(was[new_event.side].id)
                self.broadcast.tell_room()
            elif isinstance(new_event, event.Dealt):
                self.pace.note_dealt()
            elif isinstance(new_event, event.HandEnded) and self._had_people(new_event, was):
                self.pace.note(sum(share.wager for board in new_event.pots for share in board))

        if not SHOWING.isdisjoint(map(type, change.events)):
            if self._odds is not None:
                self._odds.cancel()  # new cards have come, so the older odds are out of date
            self._odds = asyncio.create_task(self._tell_odds(change), name=f"odds {self.id}")

    async def _tell_odds(self, change: Change) -> None:
        """Computes the odds in the background and sends them if the same hand is still current."""

        async def tell(found: Odds) -> None:
            if self.state.masa.hands == change.masa.hands:
                self.broadcast.tell_odds(found)

        try:
            found = await odds.worked_out(change)
            if found is not None:
                await self.ask(partial(tell, found))
        except Refused:
            pass  # the table was closed in the meantime
        except Exception as error:
            log.error("a fault in the odds of masa %s", self.id, exc_info=error)

    @staticmethod
    def _had_people(ended: event.HandEnded, was: dict[Side, Account]) -> bool:
        """Return whether people played this hand. Hands between bots are played faster and would
        distort the speed of play."""
        return any(not was[side].is_house for side, _ in ended.stacks)

    def _ring(self, turn: str) -> None:
        """Ends the turn whose time has run out."""
        task = asyncio.ensure_future(self._end_turn(turn))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _end_turn(self, turn: str) -> None:
        try:
            await self.ask(lambda: self._time_out(turn))
        except Refused as refused:
            # The request was not started because the database is not available. The turn must still
            # end at some time.
            if refused.code is RoomRefusal.STORAGE and turn == self.act_clock.token:
                self.act_clock.retry()

    async def _time_out(self, turn: str) -> None:
        if turn == self.act_clock.token and self.act_clock.is_held:
            await self.verify_storage()  # if this is refused, `_end_turn` tries again
            self.act_clock.resume()
            return
        out = self.act_clock.time_out(self.state.masa, turn)
        if out is None:
            return
        try:
            await self.commit(out.change)
        except Refused as refused:
            if refused.code is RoomRefusal.LOST_LEASE:
                raise
            self.act_clock.retry()
        else:
            self.act_clock.note_late(out)

    def _tell_clock(self) -> None:
        clock = self.act_clock.clock_data
        self.broadcast.tell_clock(clock)
        self.broadcast.offer(clock)

    # Queries

    @property
    def is_hurried(self) -> bool:
        """Whether only bots are in the hand while a person sits here or waits for a side."""
        state = self.state
        game = state.masa.game or state.masa.last_game
        is_wanted = state.people > 0 or bool(state.waiting_list.waiting)
        return is_wanted and game is not None and set(game.sides) <= set(state.bots)

    def may_enter(self, account: Account | None, key: str) -> bool:
        """Return whether the account may see this masa. For other accounts the masa does not
        exist."""
        state = self.state
        if state.is_banned(account):
            return False
        if state.key is None or key == state.key:
            return True
        return account is not None and (
            state.runs_it(account.id) or state.side_of(account) is not None
        )

    @property
    def lively(self) -> int:
        """Number of people who are playing: connected, with chips, not away and not about to
        leave."""
        return sum(
            not account.is_house and self.audience.has(account.id) and self.state.plays_on(side)
            for side, account in self.state.seated.items()
        )

    @property
    def is_held_up(self) -> bool:
        """Whether the game may be slow, because a person in this or the next hand is disconnected
        or slow."""
        if self.act_clock.is_slow:
            return True
        playing = () if self.state.masa.game is None else self.state.masa.game.sides
        people = {
            account.id
            for side, account in self.state.seated.items()
            if not account.is_house and (side in playing or self.state.plays_on(side))
        }
        return any(not self.audience.has(id) or self.act_clock.was_slow(id) for id in people)

    @property
    def is_prompt(self) -> bool:
        """Whether a player who sits down now would probably get cards within seconds, with no slow
        or disconnected player at the table."""
        is_soon = self.state.masa.game is None or self.is_hurried
        return not self.is_held_up and (is_soon or self.pace.next_hand_in < SOON)

    def is_in_hand_with_people(self, account: int) -> bool:
        """Return whether the account has live cards in a hand in which other people take part."""
        game, side = self.state.masa.game, self.state.side_of(account)
        stack = None if game is None or side is None else game.stack_of(side)
        if game is None or stack is None:
            return False
        if game.situation.dealer.stacks[stack].role is Role.FOLDED:
            return False
        others = [self.state.seated[s] for s in game.sides if s in self.state.seated and s != side]
        return any(not other.is_house for other in others)

    @property
    def all_here(self) -> bool:
        """Whether all seated people are connected."""
        return all(a.is_house or self.audience.has(a.id) for a in self.state.seated.values())

    async def watch(self, viewer: Viewer, epoch: str = "", seq: int = -1) -> None:
        """Adds a viewer. It is first sent the events after number *seq*, or the whole state if
        *epoch* is not the current one or the events are no longer available."""

        async def welcome_viewer() -> None:
            id = viewer.account_id
            is_new = id is not None and not self.audience.has(id)
            is_back = is_new and self.state.side_of(id) is not None
            last_seq = seq if epoch == self.state.epoch else None
            self.broadcast.welcome(viewer, last_seq, self.act_clock.clock_data)
            if is_back or (is_new and self.broadcast.shows_watchers):
                self.broadcast.tell_room(but=viewer)
            if is_back:
                self.on_change(self)

        await self.show(welcome_viewer)

    def unwatch(self, viewer: Viewer) -> None:
        """Removes a viewer. If it was the last one of a seated account, the player counts as
        disconnected."""
        id = viewer.account_id
        if not self.audience.leave(viewer) or id is None:
            return
        if self.state.side_of(id) is not None and not self.is_lost:
            if self.act_clock.lost(id):
                self.broadcast.tell_clock(self.act_clock.clock_data)
            self.broadcast.tell_room()
            self.on_change(self)
        elif self.broadcast.shows_watchers and not self.is_lost:
            self.broadcast.tell_room()

    def send_away(self, account: int) -> None:
        """Removes all viewers of this account. Must be called inside the owner's task."""
        for viewer in self.audience.find(account):
            self.broadcast.tell_kicked(viewer)
            self.unwatch(viewer)
