"""Data types and events of tournaments."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from pokermasa.server.protocol.data import BlindsData, Data
from pokermasa.tournament import Beyond, EntrantStatus, Rise, Status


class Kind(StrEnum):
    SIT_AND_GO = "sitandgo"
    """The tournament starts when all places are taken."""
    SCHEDULED = "scheduled"
    """Starts at a fixed time."""
    LEAGUE = "league"
    """One game of a league: starts when it is full, and the next game follows."""


class TournamentData(Data):
    """A tournament in the list of tournaments."""

    id: str
    name: str
    kind: Kind
    status: Status
    structure: str
    """The name of the structure."""
    rules: str
    betting: str
    seats: int
    """Number of seats at each table."""
    stack: int
    """The starting stack in chips."""
    buy_in: int
    """The price of an entry in chips, including the bounty."""
    bounty: int
    """The part of the buy-in that is paid to the player who knocks the entrant out; 0 without
    bounties."""
    least: int
    """The minimum number of entrants to start."""
    most: int
    """The maximum number of entries; each re-entry counts."""
    entries: int
    """Number of entries so far, without those that were withdrawn."""
    people: int
    """Number of entries of people, without house bots."""
    left: int
    """Number of players who can still win."""
    pool: int
    """The prize pool in chips. Before the start of a sit-and-go, that of the full tournament."""
    paid_places: int
    """Number of places that win a prize. Before the start of a sit-and-go, those of the full
    tournament."""
    open: bool
    """Whether registration is open, before the start or late."""
    starts: int | None
    """The starting time in milliseconds since 1970; null if it starts when it is full."""
    date: int | None
    """The number of this date in a recurring tournament, from 1."""
    dates: int | None
    """Number of dates in the series. The series can end earlier: after a date without entries, or
    when its host's account is deleted."""
    started: int | None
    ended: int | None
    late_levels: int
    """Number of levels during which registration stays open."""
    re_entries: int
    rebuys: int
    add_on: bool
    level: int
    """The current level, from 1."""
    blinds: BlindsData
    act_time: int
    """Time for one act in milliseconds."""
    bots: bool
    """Whether house bots take the free places."""
    private: bool
    host: str | None
    """The director's name; null for tournaments of the house."""
    co_directors: list[str]
    """Names of accounts that the host has made co-directors."""
    league: str | None
    season: int | None
    number: int | None
    """The number of this game in its league; null if it is in none."""


class TournamentFigures(Data):
    """Figures that change during play. Times continue to run from the moment of the message, unless
    `status` is `paused` or `held` is true."""

    status: Status
    level: int
    """The current level, from 1."""
    blinds: BlindsData
    """The blinds of the next hand."""
    next_blinds: BlindsData
    """The blinds of the next level."""
    rises: Rise
    """The unit in which the length of a level is measured."""
    done: int
    """Orbits, steps, hands or milliseconds of this level that have passed."""
    every: int
    """Length of a level in orbits, steps, hands or milliseconds."""
    rest: int
    """Milliseconds left of the break; 0 if there is none."""
    held: bool
    """Whether the clock is stopped because a deal is proposed and no hand is dealt."""
    next_break: int | None
    """Milliseconds of play until the next break; null if there is none."""
    entries: int
    left: int
    """Number of players who can still win."""
    average: int
    """Average stack of these players."""
    largest: int
    """The largest stack in chips."""
    pool: int
    paid_places: int
    next_prize: int
    """The prize of the next player to go out; 0 before the paid places."""
    tables: int
    hand_for_hand: bool
    final_table: bool
    open: bool
    """Whether registration is open."""
    bots_in: int | None
    """Milliseconds until house bots take the free places; null if nobody waits for that."""
    hands: int
    """Number of hands dealt at all tables."""
    awaited: int
    """Number of players who may still enter again, while only one player is left and the tournament
    waits for them; else 0."""


class TournamentTableData(Data):
    masa: str
    """The id of the table, for `watch`."""
    number: int
    """The number of the table, from 1."""
    players: int
    arriving: int
    """Number of players who are moving to this table. They are seated after the hand."""
    chips: int


class EntrantData(Data):
    player: int
    """The number of the entry, from 0, in the order of registration. A re-entry gets a new
    number."""
    name: str
    bot: bool
    """Whether this is a house bot."""
    status: EntrantStatus
    masa: str | None
    """The id of the player's table; null while not playing."""
    side: int | None
    """The player's side; null while moving to a table."""
    stack: int
    place: int | None
    """The current place. Players still in the game are ordered by chips and come before those who
    are out. Players with equal chips have the same place. Null before the start."""
    prize: int
    """The prize in chips; 0 while playing, and while players may enter late or again."""
    bounties: int
    """Bounties won, in chips."""
    points: int
    """League points for this place."""
    rebuys: int
    add_on: bool
    penalty: int
    """Number of hands that the player still has to miss."""
    late: int
    """Number of turns in which the player ran out of time."""
    wrong: int
    """Number of illegal acts that became a check or a fold. Only in a league."""
    hand: str | None
    """The id of the hand in which the player went out; else null."""


class PlaceData(Data):
    side: int
    player: int
    place: int


class TableTournamentData(TournamentFigures):
    """Data of the tournament in the `room` message of its tables."""

    id: str
    name: str
    kind: Kind
    table: int
    """The number of the table, from 1."""
    places: list[PlaceData]
    """The current places of the players at this table."""
    host: str | None


class ShareData(Data):
    player: int
    name: str
    stack: int
    prize: int
    bounty: int
    """The player's share of the bounties that no one has won yet; 0 without bounties."""
    agrees: bool | None
    """The player's answer; null while there is none."""


class DealData(Data):
    """A proposed deal that shares the remaining prizes by ICM."""

    by: str
    left: int
    """Milliseconds left to answer."""
    shares: list[ShareData]


class LevelData(Data):
    small: int
    big: int
    ante: int
    big_blind_ante: bool
    rest: int
    """Length of the break after this level, in milliseconds; 0 if there is none."""


class StructureData(Data):
    name: str
    rules: str
    rises: Rise
    every: int
    """Length of a level in orbits, steps, hands or milliseconds."""
    levels: list[LevelData]
    beyond: Beyond
    """Whether the blinds stay or double after the last level."""
    late_levels: int
    re_entries: int
    rebuys: int
    add_on: int
    """Chips of the add-on; 0 if there is none."""
    hand_for_hand: bool
    time_bank: int
    """Time bank of each player, in milliseconds."""
    points: list[list[int]]
    toml: str
    """The structure as a TOML file."""


class YouData(Data):
    """Data about your own entry and your rights in the tournament."""

    player: int | None
    """The number of your current or last entry; null if you have none."""
    masa: str | None
    """The id of your table, for `watch`; null if you have none."""
    may_register: bool
    why_not: str | None
    """The code of the refusal, if you may not register; else null."""
    may_unregister: bool
    """Whether you may send `unregister`: before the start, in a started game of a league, which you
    then leave after the game, or if `may_leave` is true."""
    may_leave: bool
    """Whether `unregister` pays you the ICM value of your stack, between two hands. This is so when
    the directors have held up the tournament for more than an hour."""
    leaves: bool
    """Whether you will not be entered in the next game of the league."""
    may_decline: bool
    """Whether you are out, may enter again, and have not sent `decline_re_entry`."""
    may_rebuy: bool
    may_add_on: bool
    may_direct: bool
    """Whether you are the director or a co-director."""
    has_interest: bool
    """Whether you both direct the tournament and have entered it. You may then only use commands
    that affect all players alike: `start`, `pause`, `resume`, `break` and `next_level`."""


# Events


class Registered(Data):
    event: Literal["registered"]
    player: int
    name: str
    bot: bool
    entries: int


class Unregistered(Data):
    event: Literal["unregistered"]
    player: int
    name: str
    entries: int


class Started(Data):
    """The tournament has started. Each player gets `tournament_seat`; `standings` with all seats
    follow."""

    event: Literal["started"]
    entries: int
    tables: int


class TableOpened(Data):
    event: Literal["table_opened"]
    masa: str
    number: int


class TableBroken(Data):
    """The table is broken up, and its players move to others."""

    event: Literal["table_broken"]
    masa: str
    number: int


class Moved(Data):
    """A player moves to another table. `seated` follows, now or after the hand there."""

    event: Literal["moved"]
    player: int
    name: str
    masa: str
    to: str
    stack: int


class Seated(Data):
    event: Literal["seated"]
    player: int
    name: str
    masa: str
    side: int
    stack: int


class FinalTable(Data):
    event: Literal["final_table"]
    masa: str


class LevelRose(Data):
    """A new level. It applies at each table from the next hand on."""

    event: Literal["level_rose"]
    level: int
    """The new level, from 1."""
    blinds: BlindsData


class BreakBegan(Data):
    """A break begins. Hands in progress are finished."""

    event: Literal["break_began"]
    length: int
    """Length of the break in milliseconds."""


class BreakEnded(Data):
    event: Literal["break_ended"]


class Paused(Data):
    event: Literal["paused"]
    by: str | None


class Resumed(Data):
    event: Literal["resumed"]
    by: str | None


class HandForHand(Data):
    """The bubble: every table plays one hand and then waits for the others; with false, this
    ends."""

    event: Literal["hand_for_hand"]
    value: bool


class KnockedOut(Data):
    player: int
    name: str
    prize: int
    hand: str | None
    """The id of the hand in which the player went out."""


class Eliminated(Data):
    """Players who went out. Several players with the same place went out together."""

    event: Literal["eliminated"]
    players: list[KnockedOut]
    place: int
    """The place among all entries so far."""
    left: int


class Bounty(Data):
    event: Literal["bounty"]
    player: int
    name: str
    """The player who was knocked out."""
    by: int
    by_name: str
    """The player who gets the bounty or a share of it."""
    amount: int


class Rebought(Data):
    event: Literal["rebought"]
    player: int
    name: str
    chips: int


class AddedOn(Data):
    event: Literal["added_on"]
    player: int
    name: str
    chips: int


class Announced(Data):
    """A command of a director or, with an empty `by`, of the room. If `now` is false, it takes
    effect after the hand."""

    event: Literal["announced"]
    by: str
    command: str
    name: str | None
    """The player or co-director whom the command concerns; null if none."""
    number: int | None
    """Depending on the command: hands to miss, seconds of a break, the number of the target table,
    the level that begins, seconds after which a pause ends by itself, or the chips that a
    disqualified player is paid (null if that is known only after the hand, or if nothing is
    paid)."""
    now: bool


class EntryData(Data):
    """An entry, named by its number in the tournament and by its player."""

    player: int
    name: str


class Declined(Data):
    """These players are out and do not enter again."""

    event: Literal["declined"]
    players: list[EntryData]


class Disqualified(Data):
    event: Literal["disqualified"]
    player: int
    name: str
    prize: int
    """The payment to the player: the ICM value of the stack, or 0 by order of an admin."""


class Left(Data):
    """The player left the running tournament, which its directors had held up for too long."""

    event: Literal["left"]
    player: int
    name: str
    prize: int
    """The ICM value of the player's stack."""


class Penalised(Data):
    event: Literal["penalised"]
    player: int
    name: str
    hands: int


class DealProposed(Data):
    event: Literal["deal_proposed"]
    deal: DealData


class DealAnswered(Data):
    event: Literal["deal_answered"]
    player: int
    name: str
    agrees: bool


class DealOver(Data):
    """The voting on a deal has ended. If the deal was made, the tournament ends."""

    event: Literal["deal_over"]
    made: bool


class Cancelled(Data):
    """The tournament is cancelled. Before the start, entries are returned. Later, prizes are shared
    by ICM, or with `refund` all players get back what they paid."""

    event: Literal["cancelled"]
    by: str | None
    refund: bool
    """Whether all players get back what they paid."""
    why: str
    """`director`; `too_few`: not enough entrants at the starting time; `cancel` or `refund`: by an
    admin of the room."""


class ResultData(Data):
    place: int
    player: int
    name: str
    bot: bool
    prize: int
    bounties: int
    points: int


class Finished(Data):
    event: Literal["finished"]
    results: list[ResultData]
    """The results of the first hundred places. The REST API has all."""
    next: str | None
    """The id of the next game of the league (you are already entered there), or of the next date of
    a recurring tournament; null if there is none."""


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
