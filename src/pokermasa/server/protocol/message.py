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
    """The first message of every connection."""

    type: Literal["hello"]
    name: str | None
    """Your name; null without a login."""
    heartbeat: float
    """The server sends something at least every so many seconds."""
    version: int
    """The version of this protocol."""


class Ping(Model):
    """A heartbeat: nothing happened for a while, and the connection works. No answer is needed."""

    type: Literal["ping"]


class View(Model):
    """The whole state of a table. Events with a higher `seq` follow."""

    type: Literal["view"]
    masa: str
    epoch: str
    seq: int
    room: RoomData
    view: ViewData


class JoinedTable(Model):
    """You have sat down: a `view` from your side."""

    type: Literal["joined_table"]
    masa: str
    epoch: str
    seq: int
    room: RoomData
    view: ViewData


class LeftTable(Model):
    """You have left the table, with these chips."""

    type: Literal["left_table"]
    masa: str
    stack: int


class Events(Model):
    """What happened, in order. `seq` grows by one with each such message of a table."""

    type: Literal["events"]
    masa: str
    seq: int
    events: list[AnyEvent]
    clock: ClockData | None = None
    """Present when a turn begins. If the message is sent again after a lost connection, this value
    is old; a message `clock` with the right time follows."""


class Private(Model):
    """Events for you alone. They have no `seq` and are not sent again."""

    type: Literal["private"]
    masa: str
    events: list[AnyEvent]


class Act(Model):
    """It is your turn. Sent again when your time bank starts, and when you reconnect."""

    type: Literal["act"]
    masa: str
    turn: str
    """The turn token: send it back with the act."""
    left: int
    """Milliseconds."""
    total: int
    """The whole time, in milliseconds."""
    bank: bool
    """The normal time is over, and your time bank runs."""
    run_twice: bool
    """You are asked for `run_twice`, not for an act."""
    acts: list[str]
    """What you may send, in Uci. RR is listed with the smallest amount; any amount from `least` to
    `most` is allowed."""
    least: int | None
    most: int | None
    to_call: int
    pot: int


class Clock(ClockData):
    """The time a player has. Sent when the time bank starts, when the time is extended, and to a
    client that connects during a turn. (At the start of a turn, the clock is in `events`.)"""

    type: Literal["clock"]
    masa: str


class Room(Model):
    """Something about the table itself has changed: host, waiting list, pause, …"""

    type: Literal["room"]
    masa: str
    room: RoomData


class Chat(Model):
    type: Literal["chat"]
    masa: str
    chat: int
    """The number of this line, for `report`."""
    name: str
    text: str
    at: int
    """Milliseconds since 1970."""


class Lobby(Model):
    """The public tables: all of them after `lobby`, then those that changed, at most once a
    second."""

    type: Literal["lobby"]
    tables: list[TableData]
    closed: list[str]
    """The ids of tables that were closed."""


class Live(Model):
    """After `live`: the busiest table as a spectator sees it, at most once a second. All fields are
    null while nobody plays."""

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
    """The ids of tournaments that are over."""


class Tournament(Model):
    """The whole state of a tournament, after `watch_tournament`. Events with a higher `seq`
    follow."""

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
    """The first hundred, and you; the REST API has all."""
    deal: DealData | None
    you: YouData


class TournamentEvents(Model):
    """What happened in a tournament. `seq` grows by one with each such message."""

    type: Literal["tournament_events"]
    id: str
    seq: int
    events: list[AnyTournamentEvent]
    figures: TournamentFigures


class Standings(Model):
    """New chips and places, for clients that watch the tournament. At most once a second, less
    often in a large tournament."""

    type: Literal["standings"]
    id: str
    figures: TournamentFigures
    prizes: list[int]
    tables: list[TournamentTableData]
    standings: list[EntrantData]
    """The first hundred, and you."""


class TournamentSeat(Model):
    """Your table, sent to all your connections. Send `watch` for it. You cannot act at the old
    table any more."""

    type: Literal["tournament_seat"]
    id: str
    masa: str
    side: int | None
    """Null while a hand is played there; the message comes again when you are seated."""
    stack: int
    was: str | None
    """The table you come from; null at the start."""


class TournamentOver(Model):
    """You are out, or have won. Sent to all your connections. It is sent again when the tournament
    ends if you went out while players could enter late or again, and win a prize."""

    type: Literal["tournament_over"]
    id: str
    place: int | None
    """Null if the tournament was cancelled before it began."""
    entries: int
    prize: int
    """Your prize. 0 while players may enter late or again: no prize is certain before that ends."""
    bounties: int
    points: int
    is_final: bool
    """False while others still play and a disqualification might move you up."""
    may_re_enter: bool


class Done(Model):
    """Your request is done and saved."""

    type: Literal["done"]
    id: str
    waiting: bool = False
    """After `sit` and `play_now`: you are seated later."""
    masa: str | None = None
    """After `play_now`: the table."""
    fault: str | None = None
    """In a league: the act could not be played, and was taken as a check or a fold."""
    player: int | None = None
    """After `register`: your number in the tournament."""


class Refused(Model):
    """Your request is refused. Nothing has changed."""

    type: Literal["refused"]
    id: str
    code: str
    words: str
    acts: list[str] | None = None
    """After an act that the rules do not allow: the acts that are allowed."""
    least: int | None = None
    """The smallest raise, or buy-in, that is allowed."""
    most: int | None = None
    """The largest raise, or buy-in, that is allowed."""
    masa: str | None = None
    """You were on the waiting list, but could not be seated here. Then `id` is empty, and you have
    lost the place on the list."""


class Closed(Model):
    """The table is closed, or closed to you. No more messages of it follow."""

    type: Literal["closed"]
    masa: str
    kicked: bool = False
    """The host has sent you away."""


class Notice(Model):
    """A message from the room's admins: to everybody (`announcement`; clients that connect later
    get it too, until it is withdrawn), or to you about your account."""

    type: Literal["notice"]
    kind: str
    words: str
    at: int
    """Milliseconds since 1970."""


class Rematch(Model):
    """The host has opened a table again where you played. Sent to all your connections."""

    type: Literal["rematch"]
    masa: str
    next: str
    """The id of the new table."""
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
