"""The chips of one player in one hand."""

from enum import StrEnum
from typing import NamedTuple

from pokermasa.rules.act import PlayerAct
from pokermasa.rules.chips import Chips


class Role(StrEnum):
    """The part that a stack plays in the hand. Its value is its letter in a Fen."""

    INVOLVED = "I"
    """The stack can still act."""
    FOLDED = "F"
    """The stack has folded and cannot win."""
    OLD_ALL_IN = "O"
    """The stack went all in in an earlier round. Its side pot exists already."""
    NEW_ALL_IN = "N"
    """The stack went all in in this round. Its side pot is created at the end of the round."""

    @property
    def aged(self) -> "Role":
        """The role after the end of the round: a new all-in becomes an old one."""
        return Role.OLD_ALL_IN if self is Role.NEW_ALL_IN else self


class Stack(NamedTuple):
    """One player's chips in this round. It is a named tuple because every act creates one.

    >>> stack = Stack(Role.INVOLVED, 194, recent_wager=6)
    >>> stack.stack, stack.recent_wager, stack.total
    (194, 6, 200)
    """

    role: Role
    stack: Chips
    """The chips that the player has not bet."""
    recent_wager: Chips = 0
    """The chips that the player has bet in this round."""
    last_action: PlayerAct | None = None
    """The player's last act in this round. None before the first; a blind is not an act."""

    @property
    def total(self) -> Chips:
        """The wager of this stack if it bets its last chip in this round."""
        return self.stack + self.recent_wager
