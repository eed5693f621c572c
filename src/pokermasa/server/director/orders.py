"""What the director of a tournament may order, and when it takes effect.

Whoever plays may only pause and resume. Nothing is done to a hand that has been dealt: orders about
a player wait until theirs is over, the end of the tournament until all are. Every order is written
down, and announced to everybody, before it takes effect.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from pokermasa.server.director.page import NewOrder
from pokermasa.server.director.record import Order
from pokermasa.server.protocol.request import Command
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account
from pokermasa.tournament import (
    Change,
    EntrantStatus,
    Player,
    Tournament,
    TournamentError,
    TournamentRefusal,
)

if TYPE_CHECKING:
    from pokermasa.server.director.director import Director

ABOUT_SOMEBODY = (Command.MOVE, Command.PENALISE, Command.DISQUALIFY)
LONGEST_BREAK = 4 * 3600


class Orders:
    def __init__(self, director: Director, waiting: Sequence[Order]) -> None:
        self._director = director
        self.waiting = list(waiting)

    @property
    def is_ending(self) -> bool:
        """No more hands: it is called off when those that are played are over."""
        return any(order.command == Command.CANCEL for order in self.waiting)

    async def give(
        self, by: Account, command: Command, about: Account | None, number: int | None
    ) -> None:
        async def work() -> None:
            self._verify_may(by, command)
            doing = self._doing(command, about, number)
            if self._is_ready(command, about):
                order = NewOrder(by, str(command), about, number)
                await self._director.change(doing, orders=[order])
            else:
                order = NewOrder(by, str(command), about, number, is_done=False)
                await self._director.change(Change, orders=[order])
            await self._director.onward()

        await self._director.ask(work)

    def _verify_may(self, by: Account, command: Command) -> None:
        director = self._director
        if director.host is None or by != director.host:
            raise Refused(RoomRefusal.NOT_ALLOWED, "only the director may")
        if command in (Command.PAUSE, Command.RESUME):
            return
        if director.is_entered(by):
            words = "who is entered may only pause and resume"
            raise Refused(RoomRefusal.NOT_ALLOWED, words)
        if self.is_ending:
            raise TournamentError(TournamentRefusal.NOT_RUNNING, "it is being called off")

    def _is_ready(self, command: Command, about: Account | None) -> bool:
        director = self._director
        now = director.tournament
        if command is Command.CANCEL:
            return not director.is_playing
        if command not in ABOUT_SOMEBODY:
            return True
        player = director.player_of(about)
        place = None if player is None else now.place(player)
        return place is None or now.table(place[0]).is_idle

    def _doing(
        self, command: Command, about: Account | None, number: int | None
    ) -> Callable[[Tournament], Change]:
        if command in ABOUT_SOMEBODY:
            return self._about(command, self._playing(about), number)
        match command:
            case Command.PAUSE:
                return lambda now: now.pause()
            case Command.RESUME:
                return lambda now: now.resume()
            case Command.NEXT_LEVEL:
                return lambda now: now.next_level()
            case Command.BREAK:
                if number is None or not 1 <= number <= LONGEST_BREAK:
                    words = f"a break takes 1 to {LONGEST_BREAK} seconds: give `number`"
                    raise TournamentError(TournamentRefusal.NOT_ALLOWED, words)
                return lambda now: now.take_break(number)
            case Command.START:
                return self._director.started_now
        return lambda now: now.cancel()

    def _playing(self, about: Account | None) -> Player:
        director = self._director
        player = director.player_of(about)
        if player is None:
            words = "give the `name` of somebody who plays"
            raise TournamentError(TournamentRefusal.NO_SUCH_PLAYER, words)
        if director.tournament.entrants[player].status is not EntrantStatus.PLAYING:
            raise TournamentError(TournamentRefusal.NO_SUCH_PLAYER, "not playing")
        return player

    def _about(
        self, command: Command, player: Player, number: int | None
    ) -> Callable[[Tournament], Change]:
        if command is Command.DISQUALIFY:
            return lambda now: now.disqualify(player)
        if number is None:
            words = "give `number`: of hands, or of the table"
            raise TournamentError(TournamentRefusal.NOT_ALLOWED, words)
        if command is Command.PENALISE:
            return lambda now: now.penalise(player, number)
        return lambda now: now.relocate(player, number - 1)

    async def carry_out(self) -> bool:
        """The first order whose hand is over; False if there is none."""
        director = self._director
        for order in self.waiting:
            command = Command(order.command)
            if not self._is_ready(command, order.about):
                continue
            try:
                doing = self._doing(command, order.about, order.number)
                await director.change(doing, done=[order.id])
            except TournamentError:
                # Out of chips, or at another table, since: nothing is left to be done.
                await director.change(Change, done=[order.id])
            return True
        return False

    def note(self, given: Sequence[NewOrder], ids: Sequence[int], done: Sequence[int]) -> None:
        """They are written down."""
        self.waiting = [order for order in self.waiting if order.id not in done]
        for order, id in zip(given, ids, strict=True):
            if not order.is_done:
                waits = Order(id, order.command, order.by, order.about, order.number)
                self.waiting.append(waits)

    @staticmethod
    def announced(order: NewOrder) -> dict[str, Any]:
        """The event `announced`."""
        return {
            "event": "announced",
            "by": "" if order.by is None else order.by.name,
            "command": order.command,
            "name": None if order.about is None else order.about.name,
            "number": order.number,
            "now": order.is_done,
        }
