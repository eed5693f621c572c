"""Who may come to a table, and whether its game is going on: what a host decides."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from pokermasa.server.table.blind_timer import BlindTimer


class Access(BaseModel):
    """What a host decides, beside blinds and sides; kept with the masa. Accounts by number."""

    model_config = ConfigDict(frozen=True)

    bots: bool = False
    """House bots fill empty sides."""
    approval: bool = False
    """Nobody sits down before the host has said yes."""
    buy_ins: bool = False
    """Nobody but the host brings chips before the host has said yes to the amount."""
    own_chips: bool = False
    """The chips are this game's own: given out here, and void when it closes."""
    timer: BlindTimer | None = None
    """Blinds that go up by the clock."""
    rematch: str | None = None
    """Of a masa that is closed: the one that was opened after it."""
    paused: bool = False
    """The hand is played out, and no other is dealt."""
    closing: bool = False
    """Likewise; then everybody has their chips back and the masa is closed."""
    players_chat: bool = False
    """Who only looks on may not chat."""
    act_time: int | None = None
    """Milliseconds for one act, if not the room's usual."""
    show_time: int | None = None
    """Milliseconds that the winners of a showdown are shown, if not the room's usual."""
    approved: frozenset[int] = frozenset()
    banned: frozenset[int] = frozenset()
    """Who is in a hand plays it out first, and leaves with its end."""
    silenced: frozenset[int] = frozenset()
    """Whose chat nobody here is told."""

    def but(self, **changes: object) -> Access:
        return self.model_copy(update=changes)

    def admits(self, account: int) -> bool:
        """
        >>> Access(approval=True, approved={7}).admits(8)
        False
        """
        return account not in self.banned and (not self.approval or account in self.approved)
