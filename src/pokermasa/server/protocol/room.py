"""What is around a masa: its host, who waits, the tournament it is part of."""

from __future__ import annotations

from typing import Literal

from pokermasa.server.protocol.data import Model
from pokermasa.server.protocol.tournament import TableTournamentData


class OfferData(Model):
    name: str
    role: Literal["host", "co_host"]


class BuyInData(Model):
    name: str
    amount: int
    top_up: bool
    """More chips for who sits there; else they sit down with them."""


class LevelData(Model):
    small: int
    big: int
    ante: int


class TimerData(Model):
    level: int
    """From 1."""
    levels: int
    left: int | None
    """Milliseconds until the next level, which begins between two hands; null in the last one."""
    next: LevelData | None


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
    co_hosts: list[str]
    """May do what the host may, but for closing the masa, its link and naming hosts."""
    offers: list[OfferData]
    """Who has been asked to be host or co-host and has not answered; told to who runs the game."""
    offered: Literal["host", "co_host"] | None = None
    """What you are asked to be: `answer_offer`."""
    buy_ins: bool = False
    """The host says yes to every buy-in."""
    asks: list[BuyInData]
    """Buy-ins that wait for a yes; told to who runs the game."""
    asked: int | None = None
    """The buy-in of yours that waits for one."""
    own_chips: int | None = None
    """In a game with chips of its own, what you have of them beside the masa; null elsewhere."""
    timer: TimerData | None = None
    """Where blinds go up by the clock."""
    street: int
    """Milliseconds to look at each street that is dealt out when all are all in."""
    show_time: int
    """Milliseconds that the winners of a showdown are shown before the next hand."""
    tournament: TableTournamentData | None = None
    """Where the masa is a table of one. Told again, in `room`, when something of it changes: at
    most once a second, but for levels, breaks and pauses."""
