"""A table as clients, bots and the lobby meet it, whoever owns its masa.

Two kinds of owners: a table actor has one masa for itself, a tournament's director has many. Both
decide how something is written down (`change`) and in which task it is done (`ask`); all else, from
the turn that begins to what each viewer is told, is the same and is here.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from pokermasa.masa import Change, Masa, Side, event
from pokermasa.notation import uci
from pokermasa.rules import PlayerAct, Role
from pokermasa.server.clock import Clock
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage.account import Account
from pokermasa.server.table import odds
from pokermasa.server.table.act_clock import ActClock
from pokermasa.server.table.audience import Audience
from pokermasa.server.table.broadcast import Broadcast
from pokermasa.server.table.pace import Pace
from pokermasa.server.table.state import TableState
from pokermasa.server.table.table_record import Record
from pokermasa.server.table.viewer import Viewer

SOON = 5.0
"""Seconds until the next hand that a newcomer is willing to wait."""

log = logging.getLogger(__name__)
Doing = Callable[[Masa], Change]


class Table(ABC):
    def __init__(self, kept: Record, settings: Settings, clock: Clock) -> None:
        self.state = TableState(kept)
        self.id = self.state.id
        self.audience = Audience()
        self.broadcast = Broadcast(self.state, self.audience, settings, clock)
        self.act_clock = ActClock(self.state, self.audience, settings, clock, self._ring)
        self.pace = Pace(clock)
        self.is_lost = False
        self.written_at = 0.0
        """When the last change was on disk, by the steady clock."""
        self.on_change: Callable[[Any], None] = lambda table: None
        """Called after every change: whoever deals, fills empty sides, keeps the list of tables."""
        self.settings = settings
        self._odds: asyncio.Task[None] | None = None

    # What an owner decides

    is_quick = False
    """Programs play here: nobody needs time to look."""

    @abstractmethod
    async def ask(self, doing: Callable[[], Awaitable[Any]]) -> Any:
        """Do something when everything before it is done, in the task that owns the masa."""

    @abstractmethod
    async def show(self, doing: Callable[[], Awaitable[Any]]) -> None:
        """Likewise; what only tells how it stands, and is not written, which would check that the
        masa is still this process's."""

    @abstractmethod
    async def change(self, doing: Doing) -> Change:
        """Apply, journal, adopt, tell. Only from within something that is being done here."""

    @abstractmethod
    async def deal(self) -> bool:
        """The next hand, if one can be dealt."""

    @abstractmethod
    async def verify_storage(self) -> None:
        """Raise `Refused` with `STORAGE` unless the room can store what players do."""

    @property
    @abstractmethod
    def may_deal(self) -> bool:
        """Whether it is worth asking for a hand between two hands: a table of a tournament may have
        to wait for the others."""

    # One after the other

    def wake(self) -> None:
        """Begin, or go on after a restart."""
        self.act_clock.begin(grace=self.settings.reconnect_grace_ms)

    def sleep(self) -> None:
        self.act_clock.stop()
        self.broadcast.feed.stop()
        if self._odds is not None:
            self._odds.cancel()

    def lose(self) -> None:
        """Another process has this masa now: nothing said here counts any more."""
        self.is_lost = True
        self.act_clock.stop()
        for viewer in list(self.audience.viewers):
            self.audience.leave(viewer)
            viewer.lose(self.id, "the masa moved; connect again")
        self.on_change(self)

    async def do(self, doing: Doing, who: Account) -> None:
        """Change the masa for *who*, if that account still has the side that it has now. Refusals
        are raised as they are; nothing has changed then."""
        await self._do_for(who, partial(self.change, doing))

    async def _do_for(self, who: Account, changing: Callable[[], Awaitable[Change]]) -> None:
        side = self.state.side_of(who)

        async def work() -> None:
            if self.state.side_of(who) != side:
                raise Refused(RoomRefusal.NOT_ALLOWED)
            await changing()

        await self._ask_of(who, work)

    async def _ask_of(self, account: Account, doing: Callable[[], Awaitable[Any]]) -> Any:
        """Like `ask`, for a request of a player, who does not lose the turn if it cannot be
        stored."""
        arrival = self.act_clock.arrival(account)

        async def work() -> Any:
            # Inside as well: the end of the turn may be the next thing in the same task.
            with self.act_clock.holding(arrival):
                return await doing()

        with self.act_clock.holding(arrival):
            return await self.ask(work)

    def adopt(self, change: Change, seated: dict[Side, Account], hand: str | None = None) -> None:
        """What is written down holds from now on, and everybody is told; *hand* is what one that
        ends with it is called."""
        state = self.state
        was, state.seated, state.masa = state.seated, seated, change.masa
        here = {account.id for account in seated.values()}
        state.auto_top_up = {id: to for id, to in state.auto_top_up.items() if id in here}
        self._tell(change, was, hand)
        self.on_change(self)

    def _tell(self, change: Change, was: dict[Side, Account], hand: str | None) -> None:
        begins = self.act_clock.begin()
        self.broadcast.tell(change, was, self.act_clock.clock_data if begins else None, hand)
        if begins:
            self.act_clock.offer()
        for happened in change.events:
            if isinstance(happened, event.PlayerLeft) and self.state.is_banned(was[happened.side]):
                self.send_away(was[happened.side].id)
                self.broadcast.tell_room()
            elif isinstance(happened, event.Dealt):
                self.pace.note_dealt()
            elif isinstance(happened, event.HandEnded) and self._had_people(happened, was):
                self.pace.note(sum(share.wager for board in happened.pots for share in board))

        if any(isinstance(e, event.HandsShown | event.TwiceOffered) for e in change.events):
            if self._odds is not None:
                self._odds.cancel()  # cards have come since: these say more
            self._odds = asyncio.create_task(self._tell_odds(change), name=f"odds {self.id}")

    async def _tell_odds(self, change: Change) -> None:
        """Worked out while the table goes on, and told if it still looks at that hand."""

        async def tell(found: dict[str, Any]) -> None:
            if self.state.masa.hands == change.masa.hands:
                self.broadcast.tell_odds(found)

        try:
            found = await odds.worked_out(change)
            if found is not None:
                await self.ask(partial(tell, found))
        except Refused:
            pass  # closed meanwhile
        except Exception as error:
            log.error("a fault in the odds of masa %s", self.id, exc_info=error)

    @staticmethod
    def _had_people(ended: event.HandEnded, was: dict[Side, Account]) -> bool:
        """Hands between bots alone are hurried, and say nothing about the pace of a game."""
        return any(not was[side].is_house for side, _ in ended.stacks)

    async def answer(self, account: Account, act: str, turn: str, reason: str) -> str | None:
        """An act as a client sends it, in Uci. What was wrong with it, where a wrong act is taken
        as a check or a fold; everywhere else that is refused."""
        await self.act(account, uci.read(act), turn, reason)
        return None

    def _act_of(self, account: Account, act: PlayerAct, turn: str, reason: str) -> Doing:
        """The act, which notes the *reason* of the player's own bot once it is played."""
        doing = self.act_clock.move(account, act, turn)
        if not reason:
            return doing

        def noting(masa: Masa) -> Change:
            change = doing(masa)
            game, side = masa.game, self.state.side_of(account)
            stack = None if game is None or side is None else game.stack_of(side)
            if game is not None and stack is not None:
                self.state.note_reason(masa.hands, len(game.acts), reason, stack)
            return change

        return noting

    async def act(self, account: Account, act: PlayerAct, turn: str, reason: str = "") -> None:
        async def work() -> None:
            was_slow = self.act_clock.is_slow
            await self.change(self._act_of(account, act, turn, reason))
            self.act_clock.note_acted(account.id, was_slow)

        await self._ask_of(account, work)

    def _ring(self, turn: str) -> None:
        """A turn's time is up."""
        task = asyncio.ensure_future(self._end_turn(turn))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _end_turn(self, turn: str) -> None:
        try:
            await self.ask(lambda: self._time_out(turn))
        except Refused as refused:
            # Not even begun, since the database is away: the turn must not go on for ever.
            if refused.code is RoomRefusal.STORAGE and turn == self.act_clock.token:
                self.act_clock.retry()

    async def _time_out(self, turn: str) -> None:
        if turn == self.act_clock.token and self.act_clock.is_held:
            await self.verify_storage()  # or `_end_turn` tries again
            self.act_clock.resume()
            return
        out = self.act_clock.time_out(turn)
        if out is None:
            return
        try:
            await self.change(out.change)
        except Refused as refused:
            if refused.code is RoomRefusal.LOST_LEASE:
                raise
            self.act_clock.retry()
        else:
            self.act_clock.note_late(out)

    # Questions about it

    @property
    def is_hurried(self) -> bool:
        """Whether somebody is here to play while only bots are in the hand."""
        state = self.state
        game = state.masa.game or state.masa.last_game
        is_wanted = state.people > 0 or bool(state.waiting_list.waiting)
        return is_wanted and game is not None and set(game.sides) <= set(state.bots)

    def may_enter(self, account: Account | None, key: str) -> bool:
        """Whether the masa exists for this account."""
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
        """How many people really play here: connected, with chips, neither away nor going."""
        return sum(
            not account.is_house and self.audience.has(account.id) and self.state.plays_on(side)
            for side, account in self.state.seated.items()
        )

    @property
    def is_held_up(self) -> bool:
        """Somebody who is in the hand, or will be in the next one, has lost the connection or is
        slow: it may take a while."""
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
        """Whoever sits down now has cards in a few seconds, and no slow player beside them."""
        is_soon = self.state.masa.game is None or self.is_hurried
        return not self.is_held_up and (is_soon or self.pace.next_hand_in < SOON)

    def is_in_hand_with_people(self, account: int) -> bool:
        """Holds cards in a hand in which other people are."""
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
        """Nobody who sits here has lost the connection."""
        return all(a.is_house or self.audience.has(a.id) for a in self.state.seated.values())

    async def watch(self, viewer: Viewer, epoch: str = "", seq: int = -1) -> None:
        """From now on the viewer is told; first of all what it missed, or how everything stands."""

        async def work() -> None:
            id = viewer.account_id
            is_back = self.state.side_of(id) is not None and not self.audience.has(id or 0)
            self.broadcast.welcome(viewer, seq if epoch == self.state.epoch else None)
            self.act_clock.welcome(viewer)
            if is_back:
                self.broadcast.tell_room(but=viewer)
                self.on_change(self)

        await self.show(work)

    def unwatch(self, viewer: Viewer) -> None:
        id = viewer.account_id
        if not self.audience.leave(viewer) or id is None:
            return
        if self.state.side_of(id) is not None and not self.is_lost:
            self.act_clock.lost(id)
            self.broadcast.tell_room()
            self.on_change(self)

    def send_away(self, account: int) -> None:
        """Whoever looks on as this account does so no longer. Only from within something that is
        being done here."""
        for viewer in self.audience.of(account):
            viewer.outbox.tell({"type": "closed", "masa": self.id, "kicked": True})
            self.unwatch(viewer)
