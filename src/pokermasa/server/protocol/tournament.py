"""Tournaments: the parts of messages, and one model for each event."""

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
EntrantState = Literal["waiting", "playing", "out", "disqualified", "left", "withdrawn"]


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
    """The part of the buy-in that goes to whoever knocks the player out; 0 without bounties."""
    least: int
    """The fewest entrants to start."""
    most: int
    """The most entrants; a re-entry counts again."""
    entries: int
    """Entries so far, without those that were withdrawn."""
    people: int
    """Entries of people, without house bots."""
    left: int
    """Players who can still win."""
    pool: int
    paid_places: int
    open: bool
    """Whether you can register now, before the start or late."""
    starts: int | None
    """The start in milliseconds since 1970; null if it starts when it is full."""
    date: int | None = None
    """The number of this date in a host's series, from 1."""
    dates: int | None = None
    """Dates of the whole series. It can end earlier: after a date that nobody entered, or with its
    host's account."""
    started: int | None
    ended: int | None
    late_levels: int
    """Registration stays open for this many levels."""
    re_entries: int
    rebuys: int
    add_on: bool
    level: int
    """From 1."""
    blinds: BlindsData
    act_time: int
    """Milliseconds for one act."""
    bots: bool
    """House bots take the free places."""
    private: bool
    host: str | None
    """The director; null for tournaments of the house."""
    co_directors: list[str] = Field(default_factory=list)
    """Accounts that the host has named to direct it, too."""
    league: str | None
    season: int | None
    number: int | None
    """The number of this game in its league."""


class TournamentFigures(Model):
    """What changes during play. Times count on from the moment of the message, unless `status` is
    `paused` or `held` is true."""

    status: TournamentStatus
    level: int
    """From 1."""
    blinds: BlindsData
    """Blinds of the next hand."""
    next_blinds: BlindsData
    """Blinds of the next level."""
    rises: Literal["orbits", "steps", "hands", "time"]
    """What makes levels rise."""
    done: int
    """Orbits, steps, hands or milliseconds of this level that are over."""
    every: int
    """Orbits, steps, hands or milliseconds in a level."""
    rest: int
    """Milliseconds left of a break; 0 without a break."""
    held: bool
    """The clock stands still, because a deal is proposed and no hand is dealt."""
    next_break: int | None
    """Milliseconds of play until the next break; null if there is none."""
    entries: int
    left: int
    """Players who can still win."""
    average: int
    """Average chips of these players."""
    largest: int
    """The largest stack."""
    pool: int
    paid_places: int
    next_prize: int
    """The prize of the next player to go out; 0 before the prizes."""
    tables: int
    hand_for_hand: bool
    final_table: bool
    open: bool
    """Whether you can register now."""
    hands: int
    """Hands dealt at all tables."""
    awaited: int
    """With one player left: the players who may still enter again. The tournament waits for them.
    Otherwise 0."""


class TournamentTableData(Model):
    masa: str
    """The id of the table, for `watch`."""
    number: int
    """From 1."""
    players: int
    arriving: int
    """Players on their way here; they are seated after the hand."""
    chips: int


class EntrantData(Model):
    player: int
    """A number from 0, in the order of registration. A re-entry gets a new number."""
    name: str
    bot: bool
    """A house bot."""
    status: EntrantState
    masa: str | None
    """The table, while playing."""
    side: int | None
    """Null while moving to a table."""
    stack: int
    place: int | None
    """The current place. Players who still play come before those who are out, ordered by chips.
    Equal players have the same place. Null before the start."""
    prize: int
    """The prize; 0 while playing, and while players may enter late or again."""
    bounties: int
    """Bounties won."""
    points: int
    """League points for this place."""
    rebuys: int
    add_on: bool
    penalty: int
    """Hands that the player still misses."""
    late: int
    """Turns in which the player ran out of time."""
    wrong: int
    """In a league: acts that were not allowed and became a check or a fold."""
    hand: str | None
    """The id of the hand in which the player went out."""


class PlaceData(Model):
    side: int
    player: int
    place: int


class TableTournamentData(TournamentFigures):
    """The tournament, as the `room` message of its tables has it."""

    id: str
    name: str
    kind: Kind
    table: int
    """The table's number, from 1."""
    places: list[PlaceData]
    """The places of the players at this table."""
    host: str | None


class ShareData(Model):
    player: int
    name: str
    stack: int
    prize: int
    bounty: int
    """Of the bounties that nobody has won; 0 without bounties."""
    agrees: bool | None
    """Null while there is no answer."""


class DealData(Model):
    """A proposed deal: the remaining prizes, shared by ICM."""

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
    """Orbits, steps, hands or milliseconds in a level."""
    levels: list[LevelData]
    beyond: Literal["stay", "double"]
    """What the blinds do after the last level."""
    late_levels: int
    re_entries: int
    rebuys: int
    add_on: int
    """Chips of the add-on; 0 if there is none."""
    hand_for_hand: bool
    time_bank: int
    """Milliseconds."""
    points: list[list[int]]
    toml: str
    """The same as a TOML file."""


class YouData(Model):
    """About you."""

    player: int | None
    """Your current or last entry; null if you have none."""
    masa: str | None
    """Your table; send `watch` for it."""
    may_register: bool
    why_not: str | None
    """The code of the refusal, if you may not."""
    may_unregister: bool
    """Before the start; in a started game of a league, which you then leave after the game; or if
    `may_leave` is true."""
    may_leave: bool
    """Its directors have held up the tournament for more than an hour: `unregister` pays you what
    your stack is worth by ICM, between two hands."""
    leaves: bool
    """In a league: you are not entered in the next game."""
    may_decline: bool
    """You are out, may enter again, and have not sent `decline_re_entry`."""
    may_rebuy: bool
    may_add_on: bool
    may_direct: bool
    """You are its director, or a co-director."""
    has_interest: bool
    """You direct it and have entered it: you may only order what hits everybody alike (`start`,
    `pause`, `resume`, `break`, `next_level`)."""


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
    """It has started. Each player gets `tournament_seat`; `standings` with all seats follow."""

    event: Literal["started"]
    entries: int
    tables: int


class TableOpened(Model):
    event: Literal["table_opened"]
    masa: str
    number: int


class TableBroken(Model):
    """The table is broken up, and its players move to others."""

    event: Literal["table_broken"]
    masa: str
    number: int


class Moved(Model):
    """A player moves to another table. `seated` follows, now or after the hand there."""

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
    """A new level. Each table plays it from its next hand on."""

    event: Literal["level_rose"]
    level: int
    """From 1."""
    blinds: BlindsData


class BreakBegan(Model):
    """A break begins. Current hands are finished."""

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
    """The bubble: every table plays one hand and waits for the others; with false, this ends."""

    event: Literal["hand_for_hand"]
    value: bool


class KnockedOut(Model):
    player: int
    name: str
    prize: int
    hand: str | None
    """The id of the hand in which it happened."""


class Eliminated(Model):
    """Players who went out; several players with the same place went out together."""

    event: Literal["eliminated"]
    players: list[KnockedOut]
    place: int
    """The place among all entries so far."""
    left: int


class Bounty(Model):
    event: Literal["bounty"]
    player: int
    name: str
    """The player who was knocked out."""
    by: int
    by_name: str
    """The player who wins the bounty, or a share of it."""
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
    """An order of a director or, with an empty `by`, of the room. If `now` is false, it takes
    effect after the hand."""

    event: Literal["announced"]
    by: str
    command: str
    name: str | None
    """The player whom it is about, or the co-director."""
    number: int | None
    """How far it goes: hands to miss, seconds of a break, the table to go to, the level that
    begins, seconds after which a pause ends by itself, or the chips that a disqualified player is
    paid (null if that is known only after the hand, or if nothing is paid)."""
    now: bool


class EntryData(Model):
    """An entry, named by its number in the tournament and by its player."""

    player: int
    name: str


class Declined(Model):
    """These players are out and do not enter again."""

    event: Literal["declined"]
    players: list[EntryData]


class Disqualified(Model):
    event: Literal["disqualified"]
    player: int
    name: str
    prize: int
    """What the player is paid: the stack's worth by ICM, or 0 by order of an admin."""


class Left(Model):
    """The player left the running tournament, which its directors had held up for too long."""

    event: Literal["left"]
    player: int
    name: str
    prize: int
    """The stack's worth by ICM."""


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
    """The deal is made and the tournament ends, or it is not made."""

    event: Literal["deal_over"]
    made: bool


class Cancelled(Model):
    """The tournament is cancelled. Before the start, entries are returned. Later, prizes are shared
    by ICM, or with `refund` everybody gets back what they paid."""

    event: Literal["cancelled"]
    by: str | None
    refund: bool
    """Everybody gets back what they paid."""
    why: str
    """`director`; `too_few`: not enough entrants at the starting time; `cancel` or `refund`: an
    admin of the room."""


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
    """The first hundred; the REST API has all."""
    next: str | None
    """The next game of the league (you are already entered there), or the next date of a recurring
    tournament."""


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
    | Declined
    | Disqualified
    | Left
    | Penalised
    | DealProposed
    | DealAnswered
    | DealOver
    | Cancelled
    | Finished,
    Field(discriminator="event"),
]
