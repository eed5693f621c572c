"""Requests of a client: one model for each, the same for people and bots."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, field_validator

from pokermasa.masa import Preselected
from pokermasa.server.plain_text import verified_text
from pokermasa.server.protocol.data import Card
from pokermasa.server.protocol.scope import Scope

MOST_BYTES = 4096
"""Maximum size of a request, in bytes."""

Word = Annotated[str, Field(min_length=1, max_length=64)]
SideNumber = Annotated[int, Field(ge=0, le=9, strict=True)]
Amount = Annotated[int, Field(ge=0, le=10**15, strict=True)]
Name = Annotated[str, Field(min_length=1, max_length=40)]


class Request(BaseModel):
    """Base class of all requests."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    scopes: ClassVar[tuple[Scope, ...]] = (Scope.PLAY,)
    """Scopes of which a token needs one."""

    @field_validator("*")
    @classmethod
    def _verify_text(cls, value: Any) -> Any:
        # Nearly all texts of requests are ids and codes, which cannot be refused.
        is_text = isinstance(value, str) and not (value.isascii() and value.isprintable())
        return verified_text(value) if is_text else value

    id: Annotated[str, Field(max_length=64)] = ""
    """An id chosen by the client, new for each request; the answer repeats it. A request that is
    sent again with the same id gets the stored answer."""


class Watch(Request):
    """Watch a table, or continue after a lost connection."""

    do: Literal["watch"]
    masa: Word
    key: Annotated[str, Field(max_length=64)] = ""
    """The key of a private table; empty for other tables."""
    epoch: Annotated[str, Field(max_length=32)] = ""
    seq: int = -1
    """The last `seq` that the client has received. Only later events are sent."""


class Unwatch(Request):
    """Stop watching a table. A player with a seat there counts as absent: no `act` is sent, but the
    time runs. A person on the waiting list loses the place."""

    do: Literal["unwatch"]
    masa: Word


class Sit(Request):
    """Take a seat. If all sides are taken, or a house bot must finish its hand first, the answer
    says `waiting`, and you are seated later. If you cannot pay by then, you get a `refused` without
    an id."""

    do: Literal["sit"]
    masa: Word
    side: SideNumber | None = None
    """The wanted side; null for any free side."""
    stack: Amount
    posts: bool = False
    """Whether to post the blind at once instead of waiting for it, if new players owe it here."""
    key: Annotated[str, Field(max_length=64)] = ""


class PlayNow(Request):
    """Take a seat at a public table that you can afford, where the next hand is a few seconds away
    and no player is slow or offline. Tables with people are preferred to tables with bots only."""

    do: Literal["play_now"]
    big: Amount | None = None
    """The wanted big blind; null for any."""
    stack: Amount | None = None
    """The wanted buy-in; only tables that allow it are chosen. Null: 100 big blinds, or the nearest
    amount that the table and your chips allow."""


class WatchLobby(Request):
    """Subscribe to the list of public tables."""

    scopes = tuple(Scope)
    do: Literal["watch_lobby"]


class UnwatchLobby(Request):
    """Unsubscribe from the list of public tables."""

    scopes = tuple(Scope)
    do: Literal["unwatch_lobby"]


class WatchLiveTable(Request):
    """Subscribe to a view of the busiest public table, at most one a second; with false,
    unsubscribe. This does not count as watching the table."""

    scopes = tuple(Scope)
    do: Literal["watch_live_table"]
    value: bool = True


class Unwait(Request):
    """Leave the waiting list, and withdraw a buy-in that waits for the host's approval."""

    do: Literal["unwait"]
    masa: Word


class Leave(Request):
    """Leave the table at once, or after the hand if you are in one: your hand is folded at your
    next turn. Until then, `leave_after_hand` with false cancels it."""

    do: Literal["leave"]
    masa: Word


class Act(Request):
    """Your act, as the answer to the message `act`."""

    do: Literal["act"]
    masa: Word
    act: Word
    """The act in Uci: CH, CA, FO, RR60, AA, …"""
    turn: Word
    """The turn token of the message `act`."""
    reason: Annotated[str, Field(max_length=300)] = ""
    """The reason why your bot acts like this. Only you can see it, after the hand: beside the act
    on the page of the hand and in your downloads."""


class LeaveAfterHand(Request):
    """Leave after this hand, without folding it; with false, stay."""

    do: Literal["leave_after_hand"]
    masa: Word
    value: bool


class SitOut(Request):
    """Keep the seat without being dealt in; with false, return to the game."""

    do: Literal["sit_out"]
    masa: Word
    value: bool
    posts: bool = False


class TopUp(Request):
    """Add chips between hands, up to the max buy-in. A player without chips must add at least the
    min buy-in."""

    do: Literal["top_up"]
    masa: Word
    amount: Amount


class AutoTopUp(Request):
    do: Literal["auto_top_up"]
    masa: Word
    to: Amount | None
    """The stack up to which your chips are filled before each hand; null turns it off."""


class Straddle(Request):
    """Post twice the big blind before the cards of your next hand are dealt, if the table allows
    straddles. It applies to one hand."""

    do: Literal["straddle"]
    masa: Word
    value: bool


class Preselect(Request):
    """Choose an act before your turn. The choice is cancelled if the price changes."""

    do: Literal["preselect"]
    masa: Word
    choice: Preselected | None
    price: Amount | None = None
    """The highest wager that the player sees. The request is refused with `STALE_TURN` if it has
    changed."""


class RunTwice(Request):
    """Answer whether the rest of the board is dealt twice."""

    do: Literal["run_twice"]
    masa: Word
    agrees: bool


class Show(Request):
    """Show your cards after the hand."""

    do: Literal["show"]
    masa: Word
    card: Card | None = None
    """One of your two cards; null for both."""


class Rabbit(Request):
    """Show all players the board cards that would have come, after a hand that ended by folds and
    before the next one. Only players of the hand may ask, and only if the table's terms allow
    it."""

    do: Literal["rabbit"]
    masa: Word


class Say(Request):
    """Send a chat line to a table that you watch on the same socket."""

    do: Literal["say"]
    masa: Word
    text: Annotated[str, Field(min_length=1, max_length=300)]


class Mute(Request):
    """Hide a player's chat from yourself. With `everybody`, the host or a co-host hides it from
    all. Only the host may do this to a co-host, and no one to the host."""

    do: Literal["mute"]
    masa: Word
    name: Name
    value: bool
    everybody: bool = False


class Report(Request):
    do: Literal["report"]
    masa: Word
    chat: Annotated[int, Field(ge=0, le=2**53, strict=True)]
    reason: Annotated[str, Field(max_length=200)] = ""


class Approve(Request):
    """For the host: allow a person to sit down; with false, withdraw this (a seated player stays; a
    waiting one is not seated). It also cancels a `kick`. A person who was refused with
    `APPROVAL_REQUESTED` gets a `room` message in which `welcome` is true, and sends `sit`
    again."""

    scopes = (Scope.HOST,)
    do: Literal["approve"]
    masa: Word
    name: Name
    value: bool


class ApproveBuyIn(Request):
    """For the host: accept or reject a buy-in (`buy_in_requests` in `room`) of exactly this
    amount. The chips are added between two hands. If that fails, the player gets a `refused`
    without an id."""

    scopes = (Scope.HOST,)
    do: Literal["approve_buy_in"]
    masa: Word
    name: Name
    amount: Amount
    value: bool


class Kick(Request):
    """For the host: remove a person from the table, until `approve` lets them in again. A player in
    a hand finishes it first and is listed in `sent_away` in `room`; then they get `left_table`, and
    `closed` with `kicked`."""

    scopes = (Scope.HOST,)
    do: Literal["kick"]
    masa: Word
    name: Name


class Pause(Request):
    """For the host: deal no further hands after this one; with false, continue."""

    scopes = (Scope.HOST,)
    do: Literal["pause"]
    masa: Word
    value: bool


class NewLink(Request):
    """For the host of a private table: make a new key. The old one stops working for the table and
    for its hands. Spectators are removed, players stay. `GET /api/me` has the new key."""

    scopes = (Scope.HOST,)
    do: Literal["new_link"]
    masa: Word


class PlayersChat(Request):
    """For the host: set whether only seated players and the host may chat."""

    scopes = (Scope.HOST,)
    do: Literal["players_chat"]
    masa: Word
    value: bool


class AddBots(Request):
    """For the host: let house bots fill the empty seats. They leave when people want their seats.
    The table must meet the conditions of `bots` of `POST /api/tables`, and its blinds stay from
    then on."""

    scopes = (Scope.HOST,)
    do: Literal["add_bots"]
    masa: Word


class HandOver(Request):
    """For the host: offer a seated person the role of the host. The role changes when they accept
    (`answer_offer`)."""

    scopes = (Scope.HOST,)
    do: Literal["hand_over"]
    masa: Word
    name: Name


class CoHost(Request):
    """For the host: offer a seated person the role of a co-host; with false, end the role. Co-hosts
    may end their own role."""

    scopes = (Scope.HOST,)
    do: Literal["co_host"]
    masa: Word
    name: Name
    value: bool


class AnswerOffer(Request):
    """Accept or decline the role of host or co-host that you were offered (`offered` in `room`)."""

    scopes = (Scope.HOST,)
    do: Literal["answer_offer"]
    masa: Word
    agrees: bool


class Level(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    small: Amount | None = None
    """The small blind; null for half of the big blind."""
    big: Amount
    ante: Amount = 0


class SetBlindTimer(Request):
    """For the host: raise the blinds at fixed times. The first level starts with the next hand,
    each later one between two hands. An empty list ends this, and the blinds stay as they are."""

    scopes = (Scope.HOST,)
    do: Literal["set_blind_timer"]
    masa: Word
    levels: Annotated[tuple[Level, ...], Field(max_length=30)]
    minutes: Annotated[int, Field(ge=1, le=240, strict=True)] = 15
    """Length of each level in minutes."""


class SetBlinds(Request):
    """For the host: set the blinds from the next hand on."""

    scopes = (Scope.HOST,)
    do: Literal["set_blinds"]
    masa: Word
    small: Amount | None = None
    """The small blind; null for half of the big blind."""
    big: Amount
    ante: Amount = 0


class Tournaments(Request):
    """Subscribe to the list of tournaments; with false, unsubscribe."""

    scopes = tuple(Scope)
    do: Literal["tournaments"]
    value: bool = True


class WatchTournament(Request):
    """Watch a tournament, or continue after a lost connection."""

    do: Literal["watch_tournament"]
    tournament: Word
    key: Annotated[str, Field(max_length=64)] = ""
    """The key of a private tournament; empty for other tournaments."""
    epoch: Annotated[str, Field(max_length=32)] = ""
    seq: int = -1
    """The last `seq` that the client has received. Only later events are sent."""


class UnwatchTournament(Request):
    """Stop watching a tournament."""

    do: Literal["unwatch_tournament"]
    tournament: Word


class Register(Request):
    """Enter a tournament: before the start, late, or again if re-entry is allowed. The entry is
    paid at once. The connection then watches the tournament."""

    do: Literal["register"]
    tournament: Word
    key: Annotated[str, Field(max_length=64)] = ""
    program: bool = False
    """Whether the entrant is a program. Only programs may enter if the time for an act is below 3
    seconds."""


class Unregister(Request):
    """Leave a tournament before its start; the entry is returned. In a started game of a league,
    you play this game to its end and are not entered in the next one."""

    do: Literal["unregister"]
    tournament: Word


class DeclineReEntry(Request):
    """Declare that you will not enter again. When only one player is left, the tournament waits
    until registration closes for all who may enter again. You may still change your mind and
    `register`."""

    do: Literal["decline_re_entry"]
    tournament: Word


class Rebuy(Request):
    """Buy the starting stack again, while registration is open and you have no more than that.
    During a hand, the chips are added after it; a player who asked before losing all chips is not
    out."""

    do: Literal["rebuy"]
    tournament: Word


class AddOn(Request):
    """Buy the add-on, once, in the last level of registration or in the break after it."""

    do: Literal["add_on"]
    tournament: Word


class ProposeDeal(Request):
    """Propose, at the final table, to share the remaining prizes by ICM. After the current hand, no
    hand is dealt until all have answered, one has refused, or a minute is over."""

    do: Literal["propose_deal"]
    tournament: Word


class AnswerDeal(Request):
    do: Literal["answer_deal"]
    tournament: Word
    agrees: bool


class Command(StrEnum):
    """Commands of a tournament director."""

    PAUSE = "pause"
    RESUME = "resume"
    BREAK = "break"
    NEXT_LEVEL = "next_level"
    START = "start"
    MOVE = "move"
    PENALISE = "penalise"
    DISQUALIFY = "disqualify"
    CANCEL = "cancel"
    CO_DIRECTOR = "co_director"
    END_CO_DIRECTOR = "end_co_director"


class Direct(Request):
    """For the director and co-directors. Commands take effect after the hand. A director who has
    entered the tournament may only use `start`, `pause`, `resume`, `break` and `next_level`. Only
    the host may use `co_director` and `end_co_director`. Every command is announced to all."""

    scopes = (Scope.HOST,)
    do: Literal["direct"]
    tournament: Word
    command: Command
    name: Name | None = None
    """The player to `move`, `penalise` or `disqualify`, or the account to make co-director."""
    number: Annotated[int, Field(ge=1, le=100_000, strict=True)] | None = None
    """Depending on the command: the number of hands to miss, at most one orbit; the length of a
    break in seconds, at most 1800; or the number of the target table."""
    reason: Annotated[str, Field(max_length=100)] = ""
    """The reason to `move`, `penalise` or `disqualify`. The player gets a `notice` with it."""


class Ping(Request):
    """Check the connection."""

    scopes = tuple(Scope)
    do: Literal["ping"]


AnyRequest = Annotated[
    Watch
    | Unwatch
    | Sit
    | PlayNow
    | WatchLobby
    | UnwatchLobby
    | WatchLiveTable
    | Unwait
    | Leave
    | Act
    | LeaveAfterHand
    | SitOut
    | TopUp
    | AutoTopUp
    | Straddle
    | Preselect
    | RunTwice
    | Rabbit
    | Show
    | Say
    | Mute
    | Report
    | Approve
    | ApproveBuyIn
    | Kick
    | Pause
    | NewLink
    | PlayersChat
    | AddBots
    | HandOver
    | CoHost
    | AnswerOffer
    | SetBlindTimer
    | SetBlinds
    | Tournaments
    | WatchTournament
    | UnwatchTournament
    | Register
    | Unregister
    | DeclineReEntry
    | Rebuy
    | AddOn
    | ProposeDeal
    | AnswerDeal
    | Direct
    | Ping,
    Field(discriminator="do"),
]
requests: TypeAdapter[AnyRequest] = TypeAdapter(AnyRequest)


def scopes_for(request: AnyRequest) -> tuple[Scope, ...]:
    """Return the scopes of which a token needs one for this request."""
    return (Scope.HOST,) if isinstance(request, Mute) and request.everybody else request.scopes
