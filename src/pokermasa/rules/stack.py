"""One player's chips in one hand."""

from enum import StrEnum
from typing import NamedTuple

from pokermasa.rules.act import PlayerAct
from pokermasa.rules.chips import Chips


class Role(StrEnum):
    """What a stack still has to do with the hand; the letters are the Fen's."""

    INVOLVED = "I"
    FOLDED = "F"
    OLD_ALL_IN = "O"
    """All in since an earlier betting round: its side pot is already made."""
    NEW_ALL_IN = "N"
    """All in during this betting round: its side pot is made when the round ends."""

    @property
    def aged(self) -> "Role":
        """The role once the round is over."""
        return Role.OLD_ALL_IN if self is Role.NEW_ALL_IN else self


class Stack(NamedTuple):
    """A tuple underneath, because one is made on every act."""

    role: Role
    stack: Chips
    """What is left behind."""
    recent_wager: Chips = 0
    """What has been put in during this betting round."""
    last_action: PlayerAct | None = None
    """The last act of this betting round; a posted blind is not an act."""

    @property
    def total(self) -> Chips:
        """The most this stack can have put in by the end of the round."""
        return self.stack + self.recent_wager
