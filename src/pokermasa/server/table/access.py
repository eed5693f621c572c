"""Rules of one table that its host sets: who may sit down, chat and buy in, and whether hands are
dealt."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from pokermasa.server.table.blind_timer import BlindTimer


class Access(BaseModel):
    """Settings of one table that the host chooses, apart from blinds and seating. They are stored
    with the masa. Accounts are given by their number."""

    model_config = ConfigDict(frozen=True)

    bots: bool = False
    """Whether house bots fill empty sides."""
    approval: bool = False
    """Whether players may sit down only after the host has approved them."""
    buy_ins: bool = False
    """Whether the host must approve the amount of every buy-in by another player."""
    own_chips: bool = False
    """Whether the game has chips of its own, which are given out at this table and become void when
    it closes."""
    timer: BlindTimer | None = None
    """Timer that raises the blinds, or None for blinds that stay the same."""
    rematch: str | None = None
    """Id of the masa that was opened as a rematch of this closed masa."""
    paused: bool = False
    """Whether the game is paused. The current hand is played out and no other hand is dealt."""
    closing: bool = False
    """Whether the masa is about to close. The current hand is played out. Then everybody gets their
    chips back and the masa is closed."""
    players_chat: bool = False
    """Whether only players may chat, and spectators may not."""
    act_time: int | None = None
    """Time for one act in milliseconds. None means the room's default."""
    show_time: int | None = None
    """Time in milliseconds for which the winners of a showdown are shown. None means the room's
    default."""
    approved: frozenset[int] = frozenset()
    """Accounts that the host has approved."""
    banned: frozenset[int] = frozenset()
    """Accounts that the host has sent away. A banned player who is in a hand plays it out and
    leaves when it ends."""
    silenced: frozenset[int] = frozenset()
    """Accounts whose chat messages are not accepted at this table."""

    def replace(self, **changes: object) -> Access:
        """Return a copy with these fields replaced."""
        return self.model_copy(update=changes)

    def admits(self, account: int) -> bool:
        """Return whether the account may sit down.

        >>> Access(approval=True, approved={7}).admits(8)
        False
        """
        return account not in self.banned and (not self.approval or account in self.approved)
