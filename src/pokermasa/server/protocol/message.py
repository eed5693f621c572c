"""Messages from the server to a client: one definition for each.

The server builds them as plain dictionaries, which mypy compares with these definitions. The JSON
Schema, the TypeScript types and the tables of docs/wire.md are made from the same definitions.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import ConfigDict, Field, TypeAdapter

from pokermasa.server.protocol.data import ClockData, Data, TableData, ViewData
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

VERSION = 1
"""Major version of the messages. It grows when a client that was written for the version before
could not play any more; new messages and fields do not change it."""


class Hello(Data):
    """The first message of every connection. Its `type` and `version` are the same in every version
    of the messages."""

    type: Literal["hello"]
    name: str | None
    """Your name; null without a login."""
    heartbeat: float
    """Longest time in seconds between two messages of the server, heartbeats included."""
    version: int
    """Major version of the messages that the room speaks."""


class Ping(Data):
    """A heartbeat, sent when there was no other message for a while. No answer is needed."""

    type: Literal["ping"]


class View(Data):
    """The whole state of a table. Events with a higher `seq` follow."""

    type: Literal["view"]
    masa: str
    epoch: str
    seq: int
    room: RoomData
    view: ViewData


class JoinedTable(Data):
    """You have sat down. Has the same data as `view`, seen from your side."""

    type: Literal["joined_table"]
    masa: str
    epoch: str
    seq: int
    room: RoomData
    view: ViewData


class LeftTable(Data):
    """You have left the table and taken `stack` chips along."""

    type: Literal["left_table"]
    masa: str
    stack: int


class Events(Data):
    """Events of a table, in order. `seq` grows by one with each such message of the table."""

    type: Literal["events"]
    masa: str
    seq: int
    events: list[AnyEvent]
    clock: NotRequired[ClockData]
    """The clock of the turn that begins. If the message is sent again after a lost connection, this
    value is old, and a `clock` message with the right time follows."""


class Private(Data):
    """Events for you alone. They have no `seq` and are not repeated after a lost connection."""

    type: Literal["private"]
    masa: str
    events: list[AnyEvent]


class Acts(Data):
    """The acts that are open to the player to act."""

    acts: list[str]
    """The acts that you may send, in Uci. RR is listed with the smallest amount; any amount from
    `least` to `most` is allowed."""
    least: int | None
    most: int | None
    to_call: int
    pot: int


class Act(Acts):
    """It is your turn. Sent again when your time bank starts and when you reconnect."""

    type: Literal["act"]
    masa: str
    turn: str
    """The turn token. Send it back with your act."""
    left: int
    """Time left, in milliseconds."""
    total: int
    """Time allowed in total, in milliseconds."""
    bank: bool
    """Whether the normal time is over and your time bank is running."""
    run_twice: bool
    """Whether you must answer with `run_twice` instead of an act."""


class Clock(ClockData):
    """The time that a player has left. Sent when the time bank starts, when the time is extended,
    and to a client that connects during a turn. At the start of a turn, the clock is in
    `events`."""

    type: Literal["clock"]
    masa: str


class Room(Data):
    """The table's own data has changed: host, waiting list, pause and so on."""

    type: Literal["room"]
    masa: str
    room: RoomData


class Chat(Data):
    type: Literal["chat"]
    masa: str
    chat: int
    """The number of this line, for `report`."""
    name: str
    text: str
    at: int
    """Time in milliseconds since 1970."""


class Lobby(Data):
    """The public tables. The first message after `watch_lobby` has all; later ones, at most one a
    second, have the changed tables."""

    type: Literal["lobby"]
    tables: list[TableData]
    closed: list[str]
    """The ids of tables that were closed."""


class Live(Data):
    """The busiest table as a spectator sees it, sent after `watch_live_table`, at most once a
    second. All fields are null while no table is played."""

    type: Literal["live"]
    masa: str | None
    name: str | None
    host: str | None
    view: ViewData | None


class Tournaments(Data):
    """Tournaments that are not over. The first message after `tournaments` has all; later ones, at
    most one a second, have the changed tournaments."""

    type: Literal["tournaments"]
    tournaments: list[TournamentData]
    closed: list[str]
    """The ids of tournaments that are over."""


class Tournament(Data):
    """The state of a tournament, after `watch_tournament`. Events with a higher `seq` follow."""

    type: Literal["tournament"]
    id: str
    epoch: str
    seq: int
    tournament: TournamentData
    figures: TournamentFigures
    structure: StructureData
    prizes: list[int]
    """Prizes by place, for the entries so far."""
    tables: list[TournamentTableData]
    standings: list[EntrantData]
    """The first hundred entrants, and you. The REST API has all."""
    deal: DealData | None
    you: YouData


class TournamentEvents(Data):
    """Events of a tournament, in order. `seq` grows by one with each such message."""

    type: Literal["tournament_events"]
    id: str
    seq: int
    events: list[AnyTournamentEvent]
    figures: TournamentFigures


class Standings(Data):
    """New chip counts and places, for clients that watch the tournament. Sent at most once a
    second, less often in a large tournament."""

    type: Literal["standings"]
    id: str
    figures: TournamentFigures
    prizes: list[int]
    tables: list[TournamentTableData]
    standings: list[EntrantData]
    """The first hundred entrants, and you."""


class TournamentSeat(Data):
    """Your new table, sent to all your connections. Send `watch` for it. You can no longer act at
    the old table."""

    type: Literal["tournament_seat"]
    id: str
    masa: str
    side: int | None
    """Your side. Null while a hand is being played there; the message is repeated when you are
    seated."""
    stack: int
    was: str | None
    """The id of the table that you leave; null at the start."""


class TournamentOver(Data):
    """You are out, or have won. Sent to all your connections. It is sent again when the tournament
    ends if you went out while players could enter late or again, and win a prize."""

    type: Literal["tournament_over"]
    id: str
    place: int | None
    """Your place; null if the tournament was cancelled before it began."""
    entries: int
    prize: int
    """Your prize in chips. 0 while players may enter late or again, because no prize is certain
    before that ends."""
    bounties: int
    points: int
    is_final: bool
    """Whether the place is final. False while others play on and a disqualification could move you
    up."""
    may_re_enter: bool


class DoneDetails(Data):
    """Fields that replies to some requests have in addition."""

    waiting: NotRequired[bool]
    """Whether you are on the waiting list and will be seated later. After `sit` and `play_now`."""
    masa: NotRequired[str]
    """The id of the table. After `play_now`."""
    fault: NotRequired[str]
    """The reason why an act could not be played and counted as a check or a fold. Only in a
    league."""
    player: NotRequired[int]
    """Your number in the tournament. After `register`."""


class Done(DoneDetails):
    """Your request is done and stored."""

    type: Literal["done"]
    id: str


class Refused(Data):
    """Your request is refused. Nothing has changed."""

    type: Literal["refused"]
    id: str
    code: str
    message: str
    acts: NotRequired[list[str]]
    """The acts that are allowed, if the request was an act against the rules."""
    least: NotRequired[int | None]
    """The smallest allowed raise or buy-in."""
    most: NotRequired[int | None]
    """The largest allowed raise or buy-in."""
    masa: NotRequired[str]
    """The table where you were on the waiting list but could not be seated. `id` is then empty, and
    you have lost your place on the list."""


class Closed(Data):
    """The table is closed, or you may not watch it any more. No more messages of this table
    follow."""

    type: Literal["closed"]
    masa: str
    kicked: NotRequired[bool]
    """Whether the host has kicked you."""


class Notice(Data):
    """A message from the admins of the room: an `announcement` to everyone, which clients that
    connect later get too until it is withdrawn, or a message about your account."""

    type: Literal["notice"]
    kind: str
    message: str
    at: int
    """Time in milliseconds since 1970."""


class Rematch(Data):
    """The host has opened a new table to replace one where you played. Sent to all your
    connections."""

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
# Only the published schema and the tests use it, and building it takes half a second.
messages: TypeAdapter[AnyMessage] = TypeAdapter(AnyMessage, config=ConfigDict(defer_build=True))
