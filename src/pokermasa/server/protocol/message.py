"""What a client is told: one model for each message, from which docs/wire.md is made.

The server writes them by hand (`encoding.py`), since it writes thousands a second; the tests hold
every message they see against these models.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from pokermasa.server.protocol.data import ClockData, Model, TableData, ViewData
from pokermasa.server.protocol.event import AnyEvent
from pokermasa.server.protocol.room import RoomData
from pokermasa.server.protocol.tournament import (
    AnyTournamentEvent,
    DealData,
    EntrantData,
    StructureData,
    TournamentData,
    TournamentFigures,
    TournamentTableData,
    YouData,
)


class Hello(Model):
    """The first thing said on every connection."""

    type: Literal["hello"]
    name: str | None
    """Who you are; null for somebody who only looks on."""
    heartbeat: float
    """Seconds after which a silent server has gone."""
    version: int
    """Of this protocol."""


class Ping(Model):
    """Nothing happened for a while, and the server is there. No answer is needed."""

    type: Literal["ping"]


class View(Model):
    """How everything stands; events with a higher `seq` follow."""

    type: Literal["view"]
    masa: str
    epoch: str
    seq: int
    room: RoomData
    view: ViewData


class JoinedTable(Model):
    """You sit down: the same as a `view`, now from your side."""

    type: Literal["joined_table"]
    masa: str
    epoch: str
    seq: int
    room: RoomData
    view: ViewData


class LeftTable(Model):
    """You got up, and this is what you took with you."""

    type: Literal["left_table"]
    masa: str
    stack: int


class Events(Model):
    """What happened at once, in order. `seq` goes up by one with every such message of a masa."""

    type: Literal["events"]
    masa: str
    seq: int
    events: list[AnyEvent]
    clock: ClockData | None = None
    """There when a turn begins. Told again after a lost connection it is what it was then; the
    message `clock` that follows is right."""


class Private(Model):
    """What happened that concerns only you: it has no number and is not told again."""

    type: Literal["private"]
    masa: str
    events: list[AnyEvent]


class Act(Model):
    """You are to act. Told again when your time bank is opened, and when you come back."""

    type: Literal["act"]
    masa: str
    turn: str
    """To be sent back with the act."""
    left: int
    """Milliseconds."""
    total: int
    """How long this time was when it began."""
    bank: bool
    """The usual time is over; this is your time bank."""
    run_twice: bool
    """Not an act is asked for but `run_twice`."""
    acts: list[str]
    """What may be sent, in Uci, with the least RR; any RR between `least` and `most` may."""
    least: int | None
    most: int | None
    to_call: int
    pot: int


class Clock(ClockData):
    """How long somebody has: told when the time bank is opened or the time is extended, and to who
    comes while somebody is asked. (How long a turn is when it begins, `events` says.)"""

    type: Literal["clock"]
    masa: str


class Room(Model):
    """What is around the masa has changed."""

    type: Literal["room"]
    masa: str
    room: RoomData


class Chat(Model):
    type: Literal["chat"]
    masa: str
    chat: int
    """To report it by."""
    name: str
    text: str
    at: int
    """Milliseconds since 1970."""


class Lobby(Model):
    """The open tables: all of them after `lobby`, then those that changed, at most once a
    second."""

    type: Literal["lobby"]
    tables: list[TableData]
    closed: list[str]
    """Those that are gone, by id."""


class Live(Model):
    """After `live`: the liveliest table as somebody sees it who looks on; at most once a second.
    All null while nobody plays anywhere."""

    type: Literal["live"]
    masa: str | None
    name: str | None
    host: str | None
    view: ViewData | None


class Tournaments(Model):
    """The tournaments that are not over: all of them after `tournaments`, then those that changed,
    at most once a second."""

    type: Literal["tournaments"]
    tournaments: list[TournamentData]
    closed: list[str]
    """Those that are over, by id."""


class Tournament(Model):
    """How a tournament stands, after `watch_tournament`; events with a higher `seq` follow."""

    type: Literal["tournament"]
    id: str
    epoch: str
    seq: int
    tournament: TournamentData
    figures: TournamentFigures
    structure: StructureData
    prizes: list[int]
    """By place, for the entries so far."""
    tables: list[TournamentTableData]
    standings: list[EntrantData]
    """The first hundred, and you; REST has all."""
    deal: DealData | None
    you: YouData


class TournamentEvents(Model):
    """What happened in a tournament. `seq` goes up by one with every such message."""

    type: Literal["tournament_events"]
    id: str
    seq: int
    events: list[AnyTournamentEvent]
    figures: TournamentFigures


class Standings(Model):
    """Chips and places have changed: to those who watch the tournament, at most once a second, more
    rarely in a large field."""

    type: Literal["standings"]
    id: str
    figures: TournamentFigures
    prizes: list[int]
    tables: list[TournamentTableData]
    standings: list[EntrantData]
    """The first hundred, and you."""


class TournamentSeat(Model):
    """Your table: told on every connection of yours, watched or not. `watch` it; at the old one
    there is nothing left to do."""

    type: Literal["tournament_seat"]
    id: str
    masa: str
    side: int | None
    """Null while a hand is played there: the message comes again when you sit."""
    stack: int
    was: str | None
    """The table you come from; null at the start."""


class TournamentOver(Model):
    """You are out, or have won: told on every connection of yours."""

    type: Literal["tournament_over"]
    id: str
    place: int | None
    """Null if the tournament was cancelled before it began."""
    entries: int
    prize: int
    """With what was won before."""
    bounties: int
    points: int
    is_final: bool
    """False while others still play and a disqualification might move you up."""
    may_re_enter: bool


class Done(Model):
    """What you asked for is done, and written down."""

    type: Literal["done"]
    id: str
    waiting: bool = False
    """After `sit` and `play_now`: the side comes later, by itself."""
    masa: str | None = None
    """After `play_now`: where."""
    fault: str | None = None
    """In a league: the act could not be played, and was taken as a check or a fold."""
    player: int | None = None
    """After `register`: your number in the tournament."""


class Refused(Model):
    """Nothing has changed."""

    type: Literal["refused"]
    id: str
    code: str
    words: str
    acts: list[str] | None = None
    """After an act that the rules do not allow: what would have been fine."""
    least: int | None = None
    most: int | None = None
    masa: str | None = None
    """Of somebody on the waiting list whose side came and could not be taken: then `id` is empty,
    and the place on the list is gone."""


class Closed(Model):
    """The masa is closed, or closed to you: nothing more is told of it."""

    type: Literal["closed"]
    masa: str
    kicked: bool = False
    """The host has sent you away."""


class Notice(Model):
    """Whoever keeps the room has something to say: to everybody (`announcement`, told again to
    whoever connects until it is taken back), or to you about your account."""

    type: Literal["notice"]
    kind: str
    words: str
    at: int
    """Milliseconds since 1970."""


class Rematch(Model):
    """The host of a masa that is closed, where you played, has opened it anew: told on every
    connection of yours."""

    type: Literal["rematch"]
    masa: str
    next: str
    """The new one."""
    key: str | None


AnyMessage = Annotated[
    Hello
    | Ping
    | View
    | JoinedTable
    | LeftTable
    | Events
    | Private
    | Act
    | Clock
    | Room
    | Chat
    | Lobby
    | Live
    | Tournaments
    | Tournament
    | TournamentEvents
    | Standings
    | TournamentSeat
    | TournamentOver
    | Done
    | Refused
    | Closed
    | Notice
    | Rematch,
    Field(discriminator="type"),
]
messages: TypeAdapter[Any] = TypeAdapter(AnyMessage)
