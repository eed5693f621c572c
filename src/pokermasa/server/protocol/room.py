"""About a table: its host, who waits, the tournament it belongs to."""

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
    """True: more chips for a seated player. False: the player sits down with them."""


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
    """About the table."""

    name: str
    host: str | None
    private: bool
    approval: bool
    paused: bool
    closing: bool
    """The host closes the table after this hand. Then everybody gets their chips back."""
    sent_away: list[int]
    """Sides that the host has sent away. They finish this hand and then leave."""
    waiting: list[str]
    """The waiting list, in order."""
    absent: list[int]
    """Sides whose connection is lost."""
    asking: list[str]
    """People who ask to be let in; only the host gets this."""
    welcome: bool
    """Whether you may sit down; false while the host has not said yes."""
    players_chat: bool = False
    """Only seated players and the host may chat."""
    co_hosts: list[str]
    """Co-hosts may do what the host may, except close the table, change its link and name hosts."""
    offers: list[OfferData]
    """People who were asked to be host or co-host and have not answered; only hosts get this."""
    offered: Literal["host", "co_host"] | None = None
    """What you are asked to be; answer with `answer_offer`."""
    buy_ins: bool = False
    """The host approves every buy-in."""
    asks: list[BuyInData]
    """Buy-ins that wait for approval; only hosts get this."""
    asked: int | None = None
    """Your own buy-in that waits for approval."""
    own_chips: int | None = None
    """In a game with chips of its own: your chips that are not on the table; else null."""
    timer: TimerData | None = None
    """If blinds rise by the clock."""
    street: int
    """Milliseconds for each street that is dealt when all are all in."""
    show_time: int
    """Milliseconds that the winners of a showdown are shown before the next hand."""
    tournament: TableTournamentData | None = None
    """For a table of a tournament. Sent again in `room` when it changes, at most once a second;
    levels, breaks and pauses are sent at once."""
