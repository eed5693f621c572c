"""What the director of a tournament may order, and when it takes effect.

Whoever plays may only pause and resume. Nothing is done to a hand that has been dealt: orders about
a player wait until theirs is over, the end of the tournament until all are. Every order is written
down, and announced to everybody, before it takes effect.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import SystemRandom
from typing import Any

from pokermasa.server.director.page import NewOrder
from pokermasa.server.director.record import Order
from pokermasa.server.director.state import TournamentState
from pokermasa.server.protocol.request import Command
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import HOUSE, Account
from pokermasa.server.storage.room_order import REFUND
from pokermasa.tournament import (
    Change,
    EntrantStatus,
    Player,
    Status,
    TableNumber,
    Tournament,
    TournamentError,
    TournamentRefusal,
)

ABOUT_SOMEBODY = (Command.MOVE, Command.PENALISE, Command.DISQUALIFY)
ENDING = (Command.CANCEL, REFUND)
"""The second is the room's own: whoever keeps the room has every entry given back."""
MOST_WAITING = 50
"""Orders that wait for the end of a hand."""
LONGEST_BREAK = 4 * 3600
"""Seconds, with what is left of the one before."""
Doing = Callable[[Tournament], Change]
_LUCK = SystemRandom()


class Orders:
    def __init__(self, state: TournamentState, waiting: Sequence[Order]) -> None:
        self._state = state
        self.waiting: list[Order] = []
        self._known: set[int] = set()
        """The numbers of all that have ever waited here."""
        self._wait(waiting)

    def _wait(self, orders: Sequence[Order]) -> None:
        self.waiting += orders
        self._known |= {order.id for order in orders}
        # No more hands: it is called off when those that are played are over.
        self._state.is_ending = any(order.command in ENDING for order in self.waiting)

    def verify_may(self, by: Account, command: Command) -> None:
        if self._state.host is None or by != self._state.host:
            raise Refused(RoomRefusal.NOT_ALLOWED, "only the director may")
        is_paused = self._state.tournament.status is Status.PAUSED
        if command is Command.PAUSE or (command is Command.RESUME and is_paused):
            return
        if self._state.has_an_interest(by):
            # Nor end a break, for which the others have gone.
            words = "who is entered may only pause and resume"
            raise Refused(RoomRefusal.NOT_ALLOWED, words)
        if self._state.is_ending:
            raise TournamentError(TournamentRefusal.NOT_RUNNING, "it is being called off")

    def verify_may_wait(self) -> None:
        if len(self.waiting) >= MOST_WAITING:
            words = f"{MOST_WAITING} orders wait for hands to end already"
            raise TournamentError(TournamentRefusal.NOT_ALLOWED, words)

    def is_ready(self, command: str, about: Account | None) -> bool:
        """Whether it can take effect now."""
        now = self._state.tournament
        if command in ENDING:
            return not self._state.is_playing
        if command not in ABOUT_SOMEBODY:
            return True
        player = self._state.player_of(about)
        place = None if player is None else now.place(player)
        return place is None or now.table(place[0]).is_idle

    def doing(self, command: str, about: Account | None, number: int | None) -> Doing:
        """What it does to the tournament; refused if it could never be done."""
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
                most = LONGEST_BREAK - self._state.tournament.clock.rest
                if number is None or not 1 <= number <= most:
                    words = f"a break takes 1 to {max(0, most)} seconds: give `number`"
                    raise TournamentError(TournamentRefusal.NOT_ALLOWED, words)
                return lambda now: now.take_break(number)
            case Command.START:
                return drawn
        return lambda now: now.cancel(command == REFUND, self._state.house)

    def _playing(self, about: Account | None) -> Player:
        player = self._state.player_of(about)
        if player is None:
            words = "give the `name` of somebody who plays"
            raise TournamentError(TournamentRefusal.NO_SUCH_PLAYER, words)
        if self._state.tournament.entrants[player].status is not EntrantStatus.PLAYING:
            raise TournamentError(TournamentRefusal.NO_SUCH_PLAYER, "not playing")
        if self._state.entries[player].account.kind == HOUSE:
            # The pool has house money: whoever is left would win it without playing for it.
            words = "no order is given about a house bot: name a person"
            raise TournamentError(TournamentRefusal.NOT_ALLOWED, words)
        return player

    def _about(self, command: str, player: Player, number: int | None) -> Doing:
        if command == Command.DISQUALIFY:
            return lambda now: now.disqualify(player)
        if number is None:
            words = "give `number`: of hands, or of the table"
            raise TournamentError(TournamentRefusal.NOT_ALLOWED, words)
        now = self._state.tournament
        if command == Command.PENALISE:
            now.penalise(player, number)  # refused now, and not when the hand is over
            return lambda now: now.penalise(player, number)
        to = TableNumber(number - 1)
        now.table(to)
        if now.entrants[player].table == to:
            raise TournamentError(TournamentRefusal.NOT_ALLOWED, "to another table")
        return lambda now: now.relocate(player, to)

    def next_ready(self) -> Order | None:
        """The first whose hand is over."""
        ready = (o for o in self.waiting if self.is_ready(o.command, o.about))
        return next(ready, None)

    def note(self, given: Sequence[NewOrder], ids: Sequence[int], done: Sequence[int]) -> None:
        """They are written down."""
        self.waiting = [order for order in self.waiting if order.id not in done]
        self._wait(
            [
                Order(id, order.command, order.by, order.about, order.number)
                for order, id in zip(given, ids, strict=True)
                if not order.is_done
            ]
        )
        if any(order.is_directing for order in given):
            self._state.has_directed = True

    def take(self, found: Sequence[Order]) -> list[Order]:
        """Those of the room itself, written down elsewhere, that were not known here yet."""
        new = [order for order in found if order.id not in self._known]
        self._wait(new)
        return new


def announced(order: NewOrder | Order, is_done: bool) -> dict[str, Any]:
    """The event `announced`."""
    return {
        "event": "announced",
        "by": "" if order.by is None else order.by.name,
        "command": order.command,
        "name": None if order.about is None else order.about.name,
        "number": order.number,
        "now": is_done,
    }


def drawn(now: Tournament) -> Change:
    """It starts, with everybody seated by lot."""
    draw = [
        number
        for number, entrant in enumerate(now.entrants)
        if entrant.status is EntrantStatus.WAITING
    ]
    _LUCK.shuffle(draw)
    return now.start(draw)
