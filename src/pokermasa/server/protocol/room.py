"""What is around a masa: its host, who waits, the tournament it is part of."""

from __future__ import annotations

from pokermasa.server.protocol.data import Model
from pokermasa.server.protocol.tournament import TableTournamentData


class RoomData(Model):
    """What is around the masa."""

    name: str
    host: str | None
    private: bool
    approval: bool
    paused: bool
    closing: bool
    """The host closes the masa after this hand; everybody has their chips back then."""
    sent_away: list[int]
    """Sides the host has sent away: they play this hand to its end and leave with it."""
    waiting: list[str]
    """The waiting list, in order."""
    absent: list[int]
    """Sides whose connection is lost."""
    asking: list[str]
    """Who asks to be let in; told to the host only."""
    welcome: bool
    """Whether you may sit down; false where the host has not said yes yet."""
    players_chat: bool = False
    """Only who sits there, and the host, may chat."""
    street: int
    """Milliseconds to look at each street that is dealt out when all are all in."""
    show_time: int
    """Milliseconds that the winners of a showdown are shown before the next hand."""
    tournament: TableTournamentData | None = None
    """Where the masa is a table of one. Told again, in `room`, when something of it changes: at
    most once a second, but for levels, breaks and pauses."""
