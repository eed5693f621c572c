"""The result of an act: the act itself, its effect on the stack, and the dealer's answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pokermasa.rules.act import DealerAct, PlayerAct
from pokermasa.rules.chips import Chips
from pokermasa.rules.stack import Role, Stack

if TYPE_CHECKING:
    from pokermasa.rules.dealer import Dealer
    from pokermasa.rules.situation import Situation


class PlayerDiff(NamedTuple):
    """The acting stack after its act, before wagers go into the pots."""

    new_stack: Chips
    new_wager: Chips
    new_role: Role


class Move(NamedTuple):
    """An act that was played, with the situations before and after it.

    >>> from pokermasa.rules import Blinds, Dealer, Raise, Situation
    >>> move = Situation(Dealer.start([200, 200, 60], 0, Blinds(1, 2), "tda")).move(Raise(to=6))
    >>> move.player_act, move.dealer_act, move.situation_after.dealer.pot
    (Raise(to=6), NextTurn(to_act=1), 9)
    """

    player_act: PlayerAct
    """The act as recorded: an all-in is a call, a short raise or a full raise, and a raise by a
    fraction of the pot contains its amount."""
    dealer_act: DealerAct
    acted_stack: Stack
    """The acting stack directly after its act, before wagers go into the pots."""
    situation_before: Situation
    situation_after: Situation

    @property
    def player_diff(self) -> PlayerDiff:
        return PlayerDiff(
            self.acted_stack.stack, self.acted_stack.recent_wager, self.acted_stack.role
        )

    def __repr__(self) -> str:
        from pokermasa.notebook.html import shortened

        turn = self.before.turn_to_act
        return shortened(f"<Move: stack {turn} {self.player_act!r}, then {self.situation_after!r}>")

    @property
    def before(self) -> Dealer:
        return self.situation_before.dealer

    @property
    def after(self) -> Dealer:
        return self.situation_after.dealer

    @property
    def finalize_after(self) -> Dealer:
        """Alias of `after`. The documents use this name."""
        return self.after
