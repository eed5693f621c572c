"""Whose answer a masa waits for, and how long: the action clock with its time bank."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pokermasa.masa import Change, Masa, Side
from pokermasa.rules import PlayerAct
from pokermasa.server import wire
from pokermasa.server.account import HOUSE, Account
from pokermasa.server.clock import Clock
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.viewer import Viewer

if TYPE_CHECKING:
    from pokermasa.server.room import Room

RETRY = 1000
"""How long a turn goes on when its end could not be written."""


def asked(masa: Masa) -> tuple[Side, ...]:
    """Whoever the masa waits for: to act, or to say whether the board is run twice."""
    game = masa.game
    if game is None:
        return ()
    if game.is_asked_twice:
        return tuple([side for side in game.remaining if side not in (game.agreed or ())])
    return () if game.to_act is None else (game.to_act,)


def token(masa: Masa) -> str:
    """The same for one turn and for no other, after a restart too; it is no secret."""
    game = masa.game
    if game is None:
        return ""
    return f"{masa.hands}.{len(game.acts)}{'.twice' if game.is_asked_twice else ''}"


class ActionClock:
    """Rings once when time is up. Times are milliseconds."""

    def __init__(self, clock: Clock, ring: Callable[[str], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None
        self._deadline = 0.0
        self._bank_from: float | None = None
        self.turn = ""
        self.total = 0
        """How long the time that runs now was when it began."""

    def start(self, turn: str, time: int) -> None:
        self.turn = turn
        self._bank_from = None
        self._set(self._clock.steady() + time / 1000)

    def stop(self) -> None:
        self.turn = ""
        self._bank_from = None
        self._cancel()

    def extend(self, time: int) -> None:
        """It counts from now, and never shortens."""
        self._set(max(self._deadline, self._clock.steady() + time / 1000))

    def open_bank(self, time: int) -> None:
        """The usual time is over; from here on it is the player's own."""
        self._bank_from = self._clock.steady()
        self._set(self._bank_from + time / 1000)

    @property
    def is_bank(self) -> bool:
        return self._bank_from is not None

    @property
    def bank_used(self) -> int:
        if self._bank_from is None:
            return 0
        return max(0, int((self._clock.steady() - self._bank_from) * 1000))

    @property
    def left(self) -> int:
        return max(0, round((self._deadline - self._clock.steady()) * 1000))

    def _set(self, deadline: float) -> None:
        self._cancel()
        self._deadline = deadline
        self.total = self.left
        wait = max(0.0, deadline - self._clock.steady())
        self._timer = asyncio.get_running_loop().call_later(wait, self._ring, self.turn)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Turns:
    """The turns at one masa, one after the other."""

    def __init__(self, room: Room, settings: Settings, clock: Clock) -> None:
        self._room = room
        self._settings = settings
        self._action = ActionClock(clock, self._ring)
        self._protected: set[int] = set()
        """Accounts that have had more time since their connection was lost."""
        self._late: dict[int, int] = {}
        """How often in a row an account has let its time run out."""

    @property
    def token(self) -> str:
        return self._action.turn

    @property
    def _act_time(self) -> int:
        return self._room.door.act_time or self._settings.act_time

    def stop(self) -> None:
        self._action.stop()

    def begin(self, grace: int = 0) -> bool:
        """A new deadline for whoever is to act; False if no turn begins now."""
        masa = self._room.masa
        turn, sides = token(masa), asked(masa)
        if not sides:
            self._action.stop()
            return False
        if turn == self._action.turn:
            return False
        self._action.start(turn, self._act_time + grace)
        for side in sides:
            account = self._room.seated[side]
            if account.kind != HOUSE and not self._room.is_here(account.id):
                self._protect(account.id)
        return True

    def _protect(self, account: int) -> bool:
        """More time for somebody whose connection was lost, once until it is back."""
        if account in self._protected:
            return False
        self._protected.add(account)
        self._action.extend(self._act_time + self._settings.grace)
        return True

    # Telling

    @property
    def clock_data(self) -> dict[str, Any]:
        return {
            "sides": list(asked(self._room.masa)),
            "left": self._action.left,
            "total": self._action.total,
            "bank": self._action.is_bank,
        }

    def _clock_message(self) -> dict[str, Any]:
        return {"type": "clock", "masa": self._room.id, **self.clock_data}

    def offer(self) -> None:
        for side in asked(self._room.masa):
            for viewer in self._room.gallery.of(self._room.seated[side].id):
                self._offer_to(viewer)

    def _offer_to(self, viewer: Viewer) -> None:
        """Document 004's `act`, to whoever is asked."""
        masa = self._room.masa
        sides = asked(masa)
        side = self._room.side_of(viewer.account_id) if sides else None
        if side is None or side not in sides:
            return
        view = masa.view(side)
        assert view is not None
        message = {
            "type": "act",
            "masa": self._room.id,
            "turn": self._action.turn,
            "left": self._action.left,
            "total": self._action.total,
            "bank": self._action.is_bank,
            "run_twice": masa.to_act is None,
        }
        viewer.outbox.tell(message | wire.act_data(view))

    # People coming, going and acting

    def welcome(self, viewer: Viewer) -> None:
        if viewer.account_id is not None:
            self._protected.discard(viewer.account_id)
        if asked(self._room.masa):
            viewer.outbox.tell(self._clock_message())
            self._offer_to(viewer)

    def lost(self, account: int) -> None:
        """The last connection of somebody who sits here."""
        if self._room.side_of(account) in asked(self._room.masa) and self._protect(account):
            self._room.gallery.tell_all(self._clock_message())

    async def act(self, account: Account, act: PlayerAct, turn: str) -> None:
        """From within the room's task."""
        masa, side = self._room.masa, self._room.side_of(account)
        if side is None:
            raise Refused(RoomRefusal.NOT_ALLOWED)
        if turn != self._action.turn or masa.to_act != side:
            raise Refused(RoomRefusal.STALE_TURN)
        used = min(self._action.bank_used, masa.seats[side].time_bank)

        def move(masa: Masa) -> Change:
            # One change with the act, so that neither stands without the other.
            spent = masa.spend_time_bank(side, used) if used else Change(masa)
            return spent.then(spent.masa.move(side, act))

        await self._room.change(move)
        self._late.pop(account.id, None)

    # Time is up

    def _ring(self, turn: str) -> None:
        task = asyncio.ensure_future(self._room.ask(lambda: self._out_of_time(turn)))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _out_of_time(self, turn: str) -> None:
        room = self._room
        sides = asked(room.masa)
        if turn != self._action.turn or not sides:
            return
        side = sides[0]
        seat, account = room.masa.seats[side], room.seated[side]
        is_here = room.is_here(account.id)
        may_open = room.masa.to_act == side and is_here and not self._action.is_bank
        if may_open and seat.time_bank:
            self._action.open_bank(seat.time_bank)
            room.gallery.tell_all(self._clock_message())
            self.offer()
            return
        used = seat.time_bank if self._action.is_bank else 0
        late = self._late.get(account.id, 0) + 1
        # Who is not there is not dealt in again before coming back.
        goes = account.kind != HOUSE and (not is_here or late >= self._settings.late_acts)

        def time_out(masa: Masa) -> Change:
            change = masa.spend_time_bank(side, used) if used else Change(masa)
            change = change.then(change.masa.timed_out(side))
            if goes and change.masa.player(side) is not None:
                change = change.then(change.masa.away(side))
            return change

        try:
            await room.change(time_out)
        except Refused as refused:
            if refused.code is RoomRefusal.LOST_LEASE:
                raise
            self._action.extend(RETRY)  # the disk may be full; nobody is folded for that
        else:
            self._late[account.id] = 0 if goes else late
