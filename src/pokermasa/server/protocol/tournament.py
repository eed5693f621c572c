"""Tournaments as a client is told of them: the parts of messages, and one model for each event."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from pokermasa.server.protocol.data import BlindsData, Model


class Kind(StrEnum):
    SIT_AND_GO = "sitandgo"
    """Starts when it is full."""
    SCHEDULED = "scheduled"
    """Starts at a time."""
    LEAGUE = "league"
    """One game of a league: starts when it is full, and the next game follows."""


TournamentStatus = Literal["registering", "running", "paused", "ended", "cancelled"]
EntrantState = Literal["waiting", "playing", "out", "disqualified", "withdrawn"]


class TournamentData(Model):
    """A tournament in the list."""

    id: str
    name: str
    kind: Kind
    status: TournamentStatus
    structure: str
    """Its name."""
    rules: str
    betting: str
    seats: int
    """At a table."""
    stack: int
    """What everybody starts with."""
    buy_in: int
    """What an entry costs, the bounty included."""
    bounty: int
    """Of it, the part that whoever knocks the player out wins; 0 where none is played for."""
    least: int
    """Entrants it takes to start."""
    most: int
    """Entrants it takes at most; who enters again counts again."""
    entries: int
    """So far, without those who have unregistered."""
    people: int
    """Of these, not house bots."""
    left: int
    """Who can still win."""
    pool: int
    paid_places: int
    open: bool
    """Whether one can register now: before the start, or late."""
    starts: int | None
    """When, in milliseconds since 1970; null if it starts when it is full."""
    started: int | None
    ended: int | None
    late_levels: int
    """Registration stays open for so many levels."""
    re_entries: int
    rebuys: int
    add_on: bool
    level: int
    """From 1."""
    blinds: BlindsData
    act_time: int
    """Milliseconds for one act."""
    bots: bool
    """House bots fill it when nobody else comes."""
    private: bool
    host: str | None
    """Who directs it; null for the house."""
    league: str | None
    season: int | None
    number: int | None
    """Of the game, in a league."""


class TournamentFigures(Model):
    """What changes while it is played. Times run on from the message that tells them, unless it is
    paused."""

    status: TournamentStatus
    level: int
    """From 1."""
    blinds: BlindsData
    """Of the next hand."""
    next_blinds: BlindsData
    """Of the next level."""
    rises: Literal["orbits", "steps", "hands", "time"]
    """What the level is counted by."""
    done: int
    """So many orbits, steps or hands of this level are played, or milliseconds gone."""
    every: int
    """So many make a level; milliseconds where it rises by time."""
    rest: int
    """Milliseconds left of a break; 0 while there is none."""
    next_break: int | None
    """Milliseconds of play until the next break; null if none is to come."""
    entries: int
    left: int
    """Who can still win."""
    average: int
    """Chips, of those."""
    largest: int
    """The largest stack."""
    pool: int
    paid_places: int
    next_prize: int
    """What the next to go out wins: 0 before the prizes are reached."""
    tables: int
    hand_for_hand: bool
    final_table: bool
    open: bool
    """Whether one can register now."""
    hands: int
    """Dealt at all tables."""


class TournamentTableData(Model):
    masa: str
    """To be watched like any other."""
    number: int
    """From 1."""
    players: int
    arriving: int
    """Sent here, and seated when the hand is over."""
    chips: int


class EntrantData(Model):
    player: int
    """From 0, in the order of registering; who enters again has another number."""
    name: str
    bot: bool
    """A house bot."""
    status: EntrantState
    masa: str | None
    """Where, while playing."""
    side: int | None
    """Null while on the way to a table."""
    stack: int
    place: int | None
    """So far: who plays stands before who is out, by chips. Who ties has the same. Null before the
    start."""
    prize: int
    """Won so far; while playing, what is sure already."""
    bounties: int
    """Won by knocking others out."""
    points: int
    """In a league, for this place."""
    rebuys: int
    add_on: bool
    penalty: int
    """Hands still to be missed."""
    late: int
    """Turns that ran out."""
    wrong: int
    """In a league: acts that could not be played, and were taken as a check or a fold."""
    hand: str | None
    """The finished hand that put them out."""


class PlaceData(Model):
    side: int
    player: int
    place: int


class TableTournamentData(TournamentFigures):
    """What a table of a tournament tells of it, in `room`."""

    id: str
    name: str
    kind: Kind
    table: int
    """The table's number, from 1."""
    places: list[PlaceData]
    """Of everybody who sits here, by chips."""
    host: str | None


class ShareData(Model):
    player: int
    name: str
    stack: int
    prize: int
    agrees: bool | None
    """Null while there is no answer."""


class DealData(Model):
    """A deal is proposed: the prizes that are left, by ICM."""

    by: str
    left: int
    """Milliseconds to answer."""
    shares: list[ShareData]


class LevelData(Model):
    small: int
    big: int
    ante: int
    big_blind_ante: bool
    rest: int
    """Milliseconds of break after this level."""


class StructureData(Model):
    name: str
    rules: str
    rises: Literal["orbits", "steps", "hands", "time"]
    every: int
    """Milliseconds where levels rise by time."""
    levels: list[LevelData]
    beyond: Literal["stay", "double"]
    """After the last level."""
    late_levels: int
    re_entries: int
    rebuys: int
    add_on: int
    """Chips; 0 if none is offered."""
    hand_for_hand: bool
    time_bank: int
    """Milliseconds."""
    points: list[list[int]]
    toml: str
    """The same as a file."""


class YouData(Model):
    """Your own place in it."""

    player: int | None
    """The entry you play or played last; null if you have none."""
    masa: str | None
    """The table to watch."""
    may_register: bool
    why_not: str | None
    """The code with which it would be refused."""
    may_unregister: bool
    may_rebuy: bool
    may_add_on: bool
    may_direct: bool
    """You are its host."""
    may_only_pause: bool
    """You direct it and are entered: only `pause` and `resume` are yours."""


# Events


class Registered(Model):
    event: Literal["registered"]
    player: int
    name: str
    bot: bool
    entries: int


class Unregistered(Model):
    event: Literal["unregistered"]
    player: int
    name: str
    entries: int


class Started(Model):
    """Each is told their seat (`tournament_seat`); `standings` follow, with everybody's."""

    event: Literal["started"]
    entries: int
    tables: int


class TableOpened(Model):
    event: Literal["table_opened"]
    masa: str
    number: int


class TableBroken(Model):
    """Everybody there has another table."""

    event: Literal["table_broken"]
    masa: str
    number: int


class Moved(Model):
    """On the way to another table: `seated` follows, now or after its hand."""

    event: Literal["moved"]
    player: int
    name: str
    masa: str
    to: str
    stack: int


class Seated(Model):
    event: Literal["seated"]
    player: int
    name: str
    masa: str
    side: int
    stack: int


class FinalTable(Model):
    event: Literal["final_table"]
    masa: str


class LevelRose(Model):
    """Each table plays it from its next hand on."""

    event: Literal["level_rose"]
    level: int
    """From 1."""
    blinds: BlindsData


class BreakBegan(Model):
    """Hands begun are finished."""

    event: Literal["break_began"]
    length: int
    """Milliseconds."""


class BreakEnded(Model):
    event: Literal["break_ended"]


class Paused(Model):
    event: Literal["paused"]
    by: str | None


class Resumed(Model):
    event: Literal["resumed"]
    by: str | None


class HandForHand(Model):
    """One away from the prizes: all tables play their hands together; with false, no longer."""

    event: Literal["hand_for_hand"]
    value: bool


class KnockedOut(Model):
    player: int
    name: str
    prize: int
    hand: str | None
    """The finished hand that did it."""


class Eliminated(Model):
    """Who ties went out together."""

    event: Literal["eliminated"]
    players: list[KnockedOut]
    place: int
    """Among those who have entered so far."""
    left: int


class Bounty(Model):
    event: Literal["bounty"]
    player: int
    name: str
    """Who was knocked out,"""
    by: int
    by_name: str
    """and who wins the bounty, or a share of it."""
    amount: int


class Rebought(Model):
    event: Literal["rebought"]
    player: int
    name: str
    chips: int


class AddedOn(Model):
    event: Literal["added_on"]
    player: int
    name: str
    chips: int


class Announced(Model):
    """What the director has ordered. With `now` false it takes effect after the hand."""

    event: Literal["announced"]
    by: str
    command: str
    name: str | None
    """Whom it is about."""
    number: int | None
    """Hands to miss, seconds of a break, or the table to go to."""
    now: bool


class Disqualified(Model):
    event: Literal["disqualified"]
    player: int
    name: str


class Penalised(Model):
    event: Literal["penalised"]
    player: int
    name: str
    hands: int


class DealProposed(Model):
    event: Literal["deal_proposed"]
    deal: DealData


class DealAnswered(Model):
    event: Literal["deal_answered"]
    player: int
    name: str
    agrees: bool


class DealOver(Model):
    """Everybody agreed, and the tournament ends with it; or somebody did not."""

    event: Literal["deal_over"]
    made: bool


class Cancelled(Model):
    """Before the start everybody has the entry back; later the prizes are shared by ICM, or, with
    `refund`, everybody has back what they paid."""

    event: Literal["cancelled"]
    by: str | None
    why: str
    """`director`; `too_few`: not enough had registered when it should have started; `cancel` or
    `refund`: whoever keeps the room."""


class ResultData(Model):
    place: int
    player: int
    name: str
    bot: bool
    prize: int
    bounties: int
    points: int


class Finished(Model):
    event: Literal["finished"]
    results: list[ResultData]
    """The first hundred; REST has all."""
    next: str | None
    """The next game of the league, or the next date: you are entered there already if it is a
    league's."""


AnyTournamentEvent = Annotated[
    Registered
    | Unregistered
    | Started
    | TableOpened
    | TableBroken
    | Moved
    | Seated
    | FinalTable
    | LevelRose
    | BreakBegan
    | BreakEnded
    | Paused
    | Resumed
    | HandForHand
    | Eliminated
    | Bounty
    | Rebought
    | AddedOn
    | Announced
    | Disqualified
    | Penalised
    | DealProposed
    | DealAnswered
    | DealOver
    | Cancelled
    | Finished,
    Field(discriminator="event"),
]
