"""Data about a table beside the game: its host, waiting list and tournament."""

from __future__ import annotations

from enum import StrEnum

from pokermasa.server.protocol.data import Data
from pokermasa.server.protocol.tournament import TableTournamentData


class Role(StrEnum):
    """A role that the host can offer to another player."""

    HOST = "host"
    CO_HOST = "co_host"


class OfferData(Data):
    name: str
    role: Role


class BuyInData(Data):
    name: str
    amount: int
    top_up: bool
    """True: more chips for a seated player. False: a person sits down with this amount."""


class LevelData(Data):
    small: int
    big: int
    ante: int


class TimerData(Data):
    level: int
    """The current level, from 1."""
    levels: int
    left: int | None
    """Milliseconds until the next level, which begins between two hands; null in the last level."""
    next: LevelData | None


class ReservedData(Data):
    """A side that is kept for a person on the waiting list, who sits down after this hand."""

    name: str
    side: int


class RoomData(Data):
    """Data about the table beside the game."""

    name: str
    host: str | None
    private: bool
    approval: bool
    paused: bool
    closing: bool
    """Whether the host closes the table after this hand. All players then get their chips back."""
    sent_away: list[int]
    """Sides of players who were kicked. They finish this hand and then leave."""
    waiting: list[str]
    """Names on the waiting list, in order."""
    reserved: list[ReservedData]
    """The free sides that people on the waiting list get after this hand."""
    watchers: list[str]
    """Names of people who look on at a host's table while fewer than two people sit there, at most
    20. Empty at all other times."""
    absent: list[int]
    """Sides of players whose connection is lost."""
    seat_requests: list[str]
    """Names of people who wait for the host's approval. Only hosts get this; it is empty for
    others."""
    welcome: bool
    """Whether you may sit down. False until the host has approved you, where that is required."""
    players_chat: bool
    """Whether only seated players and the host may chat."""
    may_add_bots: bool
    """Whether you may let house bots fill the empty seats with `add_bots`. Always false if you are
    not a host of the table."""
    co_hosts: list[str]
    """Names of the co-hosts. They may do what the host may, except close the table, change its link
    and name hosts."""
    offers: list[OfferData]
    """Roles of host or co-host that were offered and not answered yet. Only hosts get this."""
    offered: Role | None
    """The role that you are offered, or null. Answer with `answer_offer`."""
    buy_ins: bool
    """Whether the host approves every buy-in."""
    buy_in_requests: list[BuyInData]
    """Buy-ins that wait for approval. Only hosts get this."""
    own_buy_in_request: int | None
    """The amount of your own buy-in that waits for approval; else null."""
    own_chips: int | None
    """Your chips that are not on the table, in a game with chips of its own; else null."""
    timer: TimerData | None
    """The timed blind levels; null if the blinds do not rise."""
    street: int
    """Milliseconds for each street that is dealt when all players are all in."""
    show_time: int
    """Milliseconds between a showdown and the next hand."""
    tournament: TableTournamentData | None
    """Data about the tournament, at a tournament table; else null. Changes are sent in `room` at
    most once a second, but levels, breaks and pauses at once."""
