"""Document 004's client: a base class whose methods are called as things happen at a table."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Sequence
from collections.abc import Set as AbstractSet

from pokermasa.cards import Card
from pokermasa.room.player import Action, Player
from pokermasa.rules import PlayerAct

log = logging.getLogger(__name__)

Answer = Action | PlayerAct
Done = Awaitable[None] | None


class Client:
    """A player's program at one table. Override what you need; any method may be `async`.

    The methods of one client are called one after the other, in a thread of its own (`async` ones
    in the server's loop for clients), so a method may take its time. Only `act` is waited for by
    the table, as long as the room gives a player to act.
    """

    def joined_table(
        self, table: int, big_blind: int, players: Sequence[Player], position: int
    ) -> Done:
        """The client has sat down at *position*; *players* are all at the table, it included."""

    def left_table(self) -> Done:
        """The client has left the table. No other method is called after this one."""

    def player_joined(self, player: Player) -> Done:
        """Somebody else has sat down."""

    def player_left(self, player: Player) -> Done:
        """Somebody else has left."""

    def dealer_rotated(self, dealer: Player) -> Done:
        """A new hand begins; *dealer* has the button."""

    def actor_rotated(self, actor: Player) -> Done:
        """It is the turn of *actor*."""

    def deal_pocket_cards(self, cards: tuple[Card, ...]) -> Done:
        """The client's own two cards."""

    def board_updated(self, cards: tuple[Card, ...]) -> Done:
        """The whole board so far."""

    def player_acted(self, player: Player) -> Done:
        """*player* has done `player.action`."""

    def hand_ended(self, players: Sequence[Player]) -> Done:
        """The hand is over and paid; *players* have the cards that were shown."""

    def act(self, allowed: AbstractSet[Action]) -> Awaitable[Answer] | Answer:
        """Return what to do: one of the *allowed* actions.

        `Action.BET` and `Action.RAISE` are the smallest that is allowed. Where the house has no
        fixed limit, an act of `pokermasa.rules` such as `Raise(to=60)` may be returned as well.
        """
        return Action.CHECK if Action.CHECK in allowed else Action.FOLD

    def fault(self, reason: str) -> None:
        """A method has failed, or an answer was not taken; the game goes on.

        When it was `act`, the client has checked, or folded where it could not. Called in the
        thread of the method that failed; by default *reason* is logged as a warning.
        """
        log.warning("%s: %s", type(self).__name__, reason)
