"""Document 004's client: a base class whose methods are called when something happens."""

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
    """A player's program at one table. Override the methods you need. Any of them may be `async`.

    The methods of one client are called one after the other, in a thread of their own (`async`
    methods in the event loop of all clients). So a method may take its time. The table waits only
    for `act`, and only for the room's act time.
    """

    def joined_table(
        self, table: int, big_blind: int, players: Sequence[Player], position: int
    ) -> Done:
        """The client has sat down at *position*. *players* are all players at the table, including
        it."""

    def left_table(self) -> Done:
        """The client has left the table. No other method is called after this one."""

    def player_joined(self, player: Player) -> Done:
        """Another player has sat down."""

    def player_left(self, player: Player) -> Done:
        """Another player has left."""

    def dealer_rotated(self, dealer: Player) -> Done:
        """A new hand begins, and *dealer* has the button."""

    def actor_rotated(self, actor: Player) -> Done:
        """It is the turn of *actor*."""

    def deal_pocket_cards(self, cards: tuple[Card, ...]) -> Done:
        """The client was dealt its two hole cards."""

    def board_updated(self, cards: tuple[Card, ...]) -> Done:
        """The board has changed. *cards* are all board cards so far."""

    def player_acted(self, player: Player) -> Done:
        """A player, this client included, has acted. `player.action` is the act."""

    def hand_ended(self, players: Sequence[Player]) -> Done:
        """The hand is over and paid. *players* include the cards that were shown."""

    def act(self, allowed: AbstractSet[Action]) -> Awaitable[Answer] | Answer:
        """Return one of the *allowed* actions.

        `Action.BET` and `Action.RAISE` have the smallest allowed amount. Unless the table plays
        fixed limit, an act of `pokermasa.rules` such as `Raise(to=60)` may be returned instead.
        """
        return Action.CHECK if Action.CHECK in allowed else Action.FOLD

    def fault(self, reason: str) -> None:
        """A method has failed, or an answer was refused. The game goes on.

        If the method was `act`, the client has checked, or folded if it could not check. `fault`
        is called in the thread of the method that failed. By default it logs *reason* as a
        warning.
        """
        log.warning("%s: %s", type(self).__name__, reason)
