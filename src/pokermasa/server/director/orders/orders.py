"""The orders that a director can give, and when they take effect.

`authority` decides who may give which order. No order affects a hand that has been dealt: orders
about a player wait until this player's hand is over, and the end of the tournament waits for all
hands. Every order is stored and announced to everybody before it takes effect.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom
from typing import NamedTuple

from pokermasa.server.director.orders import authority
from pokermasa.server.director.orders.authority import IsHere
from pokermasa.server.director.state import TournamentState
from pokermasa.server.director.storage.journal_entry import NewOrder
from pokermasa.server.director.storage.record import Order
from pokermasa.server.protocol.request import Command
from pokermasa.server.protocol.tournament import Announced
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.room_order import REFUND
from pokermasa.tournament import (
    Change,
    EntrantStatus,
    Player,
    TableNumber,
    Tournament,
    TournamentError,
    TournamentRefusal,
    pay_off,
)

ABOUT_SOMEBODY = (Command.MOVE, Command.PENALISE, Command.DISQUALIFY)
"""Orders about a single player."""
ENDING = (Command.CANCEL, REFUND)
"""Orders that end the tournament. The second one can only be given by the operator of the room, and
refunds all entries."""
MOST_WAITING = 50
"""Maximum number of orders that wait for the end of a hand."""


class OrderDetails(NamedTuple):
    """The arguments of an order."""

    about: Account | None = None
    number: int | None = None
    reason: str = ""


_RANDOM = SystemRandom()


class Orders:
    """The orders of one tournament that wait for the end of a hand."""

    def __init__(self, state: TournamentState, waiting: Sequence[Order], is_here: IsHere) -> None:
        self._state, self._is_here = state, is_here
        self.waiting: list[Order] = []
        self._known: set[int] = set()
        """Ids of all orders that have ever waited here."""
        self._wait(waiting)

    def _wait(self, orders: Sequence[Order]) -> None:
        self.waiting += orders
        self._known |= {order.id for order in orders}
        # No more hands are dealt: the tournament is cancelled after those in progress.
        self._state.is_ending = any(order.command in ENDING for order in self.waiting)

    def verify(self, by: Account, command: Command, given: OrderDetails) -> None:
        """Raises an error if *by* may not give this order or it exceeds its limit."""
        state = self._state
        authority.verify_may(state, by, command, given.about)
        authority.verify_limit(state, by, command, given.number, self._is_here)
        if command not in ABOUT_SOMEBODY:
            return
        player = self._playing(given.about)
        if command is Command.PENALISE and given.number is not None:
            self._verify_penalty(player, given)
        if not given.reason:
            message = f"give a `reason` for {command}: the player sees it"
            raise TournamentError(TournamentRefusal.NOT_ALLOWED, message)

    def _verify_penalty(self, player: Player, given: OrderDetails) -> None:
        waiting = sum(
            order.number or 0
            for order in self.waiting
            if order.command == Command.PENALISE and order.about == given.about
        )
        left = authority.penalties_left(self._state, player)
        most = min(authority.longest_penalty(self._state, player) - waiting, left)
        if given.number is None or not 1 <= given.number <= most:
            message = (
                f"penalties are at most one orbit at a time, and {authority.MOST_ORBITS} in all;"
                f" now {max(0, most)} hands"
            )
            raise Refused(RoomRefusal.ORDER_LIMIT, message)

    def verify_may_wait(self) -> None:
        """Raises an error if too many orders are waiting."""
        if len(self.waiting) >= MOST_WAITING:
            message = f"{MOST_WAITING} orders wait for hands to end already"
            raise TournamentError(TournamentRefusal.NOT_ALLOWED, message)

    def is_ready(self, command: str, about: Account | None) -> bool:
        """Return whether the order can take effect now."""
        now = self._state.tournament
        if command in ENDING:
            return not self._state.is_playing
        if command not in ABOUT_SOMEBODY:
            return True
        player = self._state.player_of(about)
        place = None if player is None else now.place(player)
        if player is None or place is None:
            return True
        if command == Command.DISQUALIFY:
            return pay_off.is_ready(now, player)
        return now.table(place[0]).is_idle

    def change(
        self,
        now: Tournament,
        command: str,
        about: Account | None,
        number: int | None,
        by: Account | None,
    ) -> Change:
        """Return the change that carries out the order. Raises an error if it cannot be carried
        out."""
        if command in ABOUT_SOMEBODY:
            self.verify_about(command, about, number, by)
            return self._about(now, command, self._playing(about), number or 0, by)
        match command:
            case Command.CO_DIRECTOR | Command.END_CO_DIRECTOR:
                return Change(now)
            case Command.PAUSE:
                return now.pause()
            case Command.RESUME:
                return now.resume()
            case Command.NEXT_LEVEL:
                return now.next_level()
            case Command.BREAK:
                return now.take_break(number or 0)
            case Command.START:
                return drawn(now)
        return now.cancel(command == REFUND, self._state.house)

    def _playing(self, about: Account | None) -> Player:
        player = self._state.player_of(about)
        if player is None:
            message = "give the `name` of a player"
            raise TournamentError(TournamentRefusal.NO_SUCH_PLAYER, message)
        if self._state.tournament.entrants[player].status is not EntrantStatus.PLAYING:
            raise TournamentError(TournamentRefusal.NO_SUCH_PLAYER, "not playing")
        if self._state.entries[player].account.is_house:
            # The pool contains chips of the house, which the remaining players would win without
            # playing for them.
            message = "orders about house bots are not possible: name a person"
            raise TournamentError(TournamentRefusal.NOT_ALLOWED, message)
        return player

    def number_told(
        self, by: Account, command: str, given: OrderDetails, is_ready: bool
    ) -> int | None:
        """Return the number with which the order is announced and stored. It says how far its
        effect goes."""
        now = self._state.tournament
        match command:
            case Command.NEXT_LEVEL:
                return now.clock.level + 2
            case Command.PAUSE:
                return authority.longest_pause(self._state, by)
            case Command.DISQUALIFY if is_ready and now.structure.buy_in:
                return sum(pay_off.worth(now, self._playing(given.about), self._state.house))
        return given.number

    def _about(
        self, now: Tournament, command: str, player: Player, number: int, by: Account | None
    ) -> Change:
        """Return the change that carries out an order about one player."""
        if command == Command.DISQUALIFY:
            # Only an admin may disqualify a player without paying what the stack is worth.
            if by is None or not now.structure.buy_in:
                return now.disqualify(player)
            return now.disqualify(player, *pay_off.worth(now, player, self._state.house))
        if command == Command.PENALISE:
            return now.penalise(player, min(number, authority.longest_penalty(self._state, player)))
        return now.relocate(player, TableNumber(number - 1))

    def verify_about(
        self, command: str, about: Account | None, number: int | None, by: Account | None
    ) -> None:
        """Raises an error if an order about one player could not be carried out, not even after the
        hand."""
        player, now = self._playing(about), self._state.tournament
        if command == Command.DISQUALIFY:
            return
        if number is None:
            message = "give `number`: of hands, or of the table"
            raise TournamentError(TournamentRefusal.NOT_ALLOWED, message)
        if command == Command.PENALISE:
            self._about(now, command, player, number, by)
            return
        to = TableNumber(number - 1)
        now.table(to)
        if now.entrants[player].table == to:
            raise TournamentError(TournamentRefusal.NOT_ALLOWED, "to another table")
        # A player who is moved again and again would be dealt no hands and pay no blinds.
        table = now.entrants[player].table
        if by is not None and table is not None and now.table(table).last_move(player) is not None:
            message = "a player who came to the table within the last orbit cannot be moved again"
            raise Refused(RoomRefusal.ORDER_LIMIT, message)

    def next_ready(self) -> Order | None:
        """Return the first waiting order that can take effect now, or None."""
        ready = (o for o in self.waiting if self.is_ready(o.command, o.about))
        return next(ready, None)

    def note(self, given: Sequence[NewOrder], ids: Sequence[int], done: Sequence[int]) -> None:
        """Takes over orders that have been stored: new ones, with their ids, and those that are
        done."""
        self.waiting = [order for order in self.waiting if order.id not in done]
        self._wait(
            [
                Order(id, order.command, order.by, order.about, order.number)
                for order, id in zip(given, ids, strict=True)
                if not order.is_done
            ]
        )
        state = self._state
        for new in given:
            self._note_co_director(new)
            if new.by is not None:
                about = None if new.about is None else new.about.id
                state.ordered = state.ordered.after(new.by.id, new.command, new.number, about)

    def _note_co_director(self, new: NewOrder) -> None:
        others = tuple([one for one in self._state.co_directors if one != new.about])
        if new.command == Command.CO_DIRECTOR and new.about is not None:
            self._state.co_directors = (*others, new.about)
        elif new.command == Command.END_CO_DIRECTOR:
            self._state.co_directors = others

    def take(self, found: Sequence[Order]) -> list[Order]:
        """Adds orders of the room's operator that another process has stored. Returns those that
        were not known yet."""
        new = [order for order in found if order.id not in self._known]
        self._wait(new)
        return new


def announced(order: NewOrder | Order, is_done: bool) -> Announced:
    """Return the event `announced` for this order."""
    return {
        "event": "announced",
        "by": "" if order.by is None else order.by.name,
        "command": order.command,
        "name": None if order.about is None else order.about.name,
        "number": order.number,
        "now": is_done,
    }


def drawn(now: Tournament) -> Change:
    """Return the change that starts the tournament with random seats."""
    draw = [
        number
        for number, entrant in enumerate(now.entrants)
        if entrant.status is EntrantStatus.WAITING
    ]
    _RANDOM.shuffle(draw)
    return now.start(draw)
