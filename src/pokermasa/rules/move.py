"""What happened: an act, what it did to its stack, and what the dealer did about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pokermasa.rules.act import DealerAct, PlayerAct
from pokermasa.rules.chips import Chips
from pokermasa.rules.stack import Role, Stack

if TYPE_CHECKING:
    from pokermasa.rules.dealer import Dealer
    from pokermasa.rules.situation import Situation


class PlayerDiff(NamedTuple):
    """What an act made of its stack, before any wagers are gathered."""

    new_stack: Chips
    new_wager: Chips
    new_role: Role


class Move(NamedTuple):
    player_act: PlayerAct
    """As recorded: an all-in says what it was, a pot-share raise carries its amount."""
    dealer_act: DealerAct
    acted_stack: Stack
    """The acting stack right after its act."""
    situation_before: Situation
    situation_after: Situation

    @property
    def player_diff(self) -> PlayerDiff:
        return PlayerDiff(
            self.acted_stack.stack, self.acted_stack.recent_wager, self.acted_stack.role
        )

    @property
    def before(self) -> Dealer:
        return self.situation_before.dealer

    @property
    def after(self) -> Dealer:
        return self.situation_after.dealer

    @property
    def finalize_after(self) -> Dealer:
        """The documents' name for the dealer once everything that follows the act is done."""
        return self.after
