"""What a client sends: one model for each request, the same for people and bots."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, field_validator

from pokermasa.masa import Preselected
from pokermasa.server.plain_text import verified_text
from pokermasa.server.protocol.data import Card
from pokermasa.server.protocol.scope import Scope

MOST_BYTES = 4096
"""No client has more to say in one message."""

Word = Annotated[str, Field(min_length=1, max_length=64)]
SideNumber = Annotated[int, Field(ge=0, le=9, strict=True)]
Amount = Annotated[int, Field(ge=0, le=10**15, strict=True)]
Name = Annotated[str, Field(min_length=1, max_length=40)]


class Request(BaseModel):
    """What every request has."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    scopes: ClassVar[tuple[Scope, ...]] = (Scope.PLAY,)
    """A token needs one of these."""

    @field_validator("*")
    @classmethod
    def _verify_text(cls, value: Any) -> Any:
        return verified_text(value) if isinstance(value, str) else value

    id: Annotated[str, Field(max_length=64)] = ""
    """Chosen by the client, a new one for each request; the answer names it. A request that is sent
    again with the same id gets the stored answer."""


class Watch(Request):
    """Watch a table, or come back to it."""

    do: Literal["watch"]
    masa: Word
    key: Annotated[str, Field(max_length=64)] = ""
    """The key of a private table."""
    epoch: Annotated[str, Field(max_length=32)] = ""
    seq: int = -1
    """The last `seq` that the client has: only later events are sent."""


class Unwatch(Request):
    """Stop watching. A player who sits there counts as absent: they are not told of their turn, but
    its time runs. Somebody on the waiting list loses the place."""

    do: Literal["unwatch"]
    masa: Word


class Sit(Request):
    """Sit down. If all sides are taken, or a house bot must finish its hand first, the answer says
    `waiting`, and you are seated later. If you cannot pay by then, you get a `refused` without an
    id."""

    do: Literal["sit"]
    masa: Word
    side: SideNumber | None = None
    """Null for any free side."""
    stack: Amount
    posts: bool = False
    """Post the blind at once instead of waiting for it, if new players owe it here."""
    key: Annotated[str, Field(max_length=64)] = ""


class PlayNow(Request):
    """Sit down at a public table that you can afford, where the next hand is a few seconds away and
    nobody is slow or offline: with people, else with bots."""

    do: Literal["play_now"]
    big: Amount | None = None
    """Only tables with this big blind."""
    stack: Amount | None = None
    """The buy-in; only tables that allow it. Null: 100 big blinds, or the nearest amount that the
    table and your chips allow."""


class Lobby(Request):
    """Get the list of public tables, now and whenever it changes."""

    scopes = tuple(Scope)
    do: Literal["lobby"]


class Unlobby(Request):
    """Stop the list of tables."""

    scopes = tuple(Scope)
    do: Literal["unlobby"]


class Live(Request):
    """Get pictures of a public table that is being played, at most one a second; with false, no
    more. This does not count as watching that table."""

    scopes = tuple(Scope)
    do: Literal["live"]
    value: bool = True


class Unwait(Request):
    """Leave the waiting list, and withdraw a buy-in that waits for the host."""

    do: Literal["unwait"]
    masa: Word


class Leave(Request):
    """Leave the table: at once, or if you are in a hand, after it. Your hand is folded when your
    turn comes. Until then, `sitout` with false cancels it."""

    do: Literal["leave"]
    masa: Word


class Act(Request):
    """Your act, in answer to the message `act`."""

    do: Literal["act"]
    masa: Word
    act: Word
    """In Uci: CH, CA, FO, RR60, AA, …"""
    turn: Word
    """The turn token of that message."""
    reason: Annotated[str, Field(max_length=300)] = ""
    """Why your bot acts like this. After the hand, only you see it: beside the act on the page of
    the hand and in its downloads."""


class Sitout(Request):
    """Leave after this hand, without folding it; with false, stay."""

    do: Literal["sitout"]
    masa: Word
    value: bool


class Away(Request):
    """Keep the seat without being dealt in; with false, come back."""

    do: Literal["away"]
    masa: Word
    value: bool
    posts: bool = False


class TopUp(Request):
    """Bring more chips between hands, up to the max buy-in. A player without chips brings at least
    the min buy-in."""

    do: Literal["top_up"]
    masa: Word
    amount: Amount


class AutoTopUp(Request):
    do: Literal["auto_top_up"]
    masa: Word
    to: Amount | None
    """Fill the stack up to this before each hand; null turns it off."""


class Straddle(Request):
    """Post twice the big blind before the cards of your next hand, if the table allows straddles.
    It counts for one hand."""

    do: Literal["straddle"]
    masa: Word
    value: bool


class Preselect(Request):
    """Choose an act before your turn. It is cancelled if the price changes."""

    do: Literal["preselect"]
    masa: Word
    choice: Preselected | None
    price: Amount | None = None
    """The highest wager that you see; refused (`STALE_TURN`) if it has changed."""


class RunTwice(Request):
    """Say whether the rest of the board is dealt twice."""

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
    """After a hand that ended by folds, before the next one: show everybody the board cards that
    would have come. Only its players may ask, and only if the table's terms allow it."""

    do: Literal["rabbit"]
    masa: Word


class Say(Request):
    """Send a chat line to a table that you watch on the same socket."""

    do: Literal["say"]
    masa: Word
    text: Annotated[str, Field(min_length=1, max_length=300)]


class Mute(Request):
    """Hide somebody's chat from you. With `everybody`, the host or a co-host hides it from all.
    Only the host does this to a co-host, and nobody to the host."""

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
    """For the host: let somebody sit down, or with false, not any more (a seated player stays; a
    waiting one is not seated). It also cancels a `kick`. Somebody who was refused with `HOST_ASKED`
    gets a `room` message in which `welcome` is true, and sends `sit` again."""

    scopes = (Scope.HOST,)
    do: Literal["approve"]
    masa: Word
    name: Name
    value: bool


class ApproveBuyIn(Request):
    """For the host: yes or no to a buy-in (`asks` in `room`) of exactly this amount. The chips come
    between two hands. If that fails, the player gets a `refused` without an id."""

    scopes = (Scope.HOST,)
    do: Literal["approve_buy_in"]
    masa: Word
    name: Name
    amount: Amount
    value: bool


class Kick(Request):
    """For the host: send somebody away, until `approve` lets them in again. A player in a hand
    finishes it first and sees `sent_away` in `room`; then they get `left_table` and `closed` with
    `kicked`."""

    scopes = (Scope.HOST,)
    do: Literal["kick"]
    masa: Word
    name: Name


class Pause(Request):
    """For the host: finish this hand and deal no other; with false, go on."""

    scopes = (Scope.HOST,)
    do: Literal["pause"]
    masa: Word
    value: bool


class NewLink(Request):
    """For the host of a private table: make a new key. The old one stops working, for the table and
    for its hands. Spectators are sent away, players stay. `GET /api/me` has the new key."""

    scopes = (Scope.HOST,)
    do: Literal["new_link"]
    masa: Word


class PlayersChat(Request):
    """For the host: whether only seated players and the host may chat."""

    scopes = (Scope.HOST,)
    do: Literal["players_chat"]
    masa: Word
    value: bool


class HandOver(Request):
    """For the host: ask a seated person to become the host. It happens when they say yes
    (`answer_offer`)."""

    scopes = (Scope.HOST,)
    do: Literal["hand_over"]
    masa: Word
    name: Name


class CoHost(Request):
    """For the host: ask a seated person to become a co-host; with false, end it. Co-hosts may end
    their own role."""

    scopes = (Scope.HOST,)
    do: Literal["co_host"]
    masa: Word
    name: Name
    value: bool


class AnswerOffer(Request):
    """Say whether you want to be host or co-host, if you were asked (`offered` in `room`)."""

    scopes = (Scope.HOST,)
    do: Literal["answer_offer"]
    masa: Word
    agrees: bool


class Level(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    small: Amount | None = None
    """Null for half of the big blind."""
    big: Amount
    ante: Amount = 0


class SetTimer(Request):
    """For the host: blinds that rise by the clock. The first level starts with the next hand, each
    later one between two hands. An empty list turns it off, and the blinds stay as they are."""

    scopes = (Scope.HOST,)
    do: Literal["blind_timer"]
    masa: Word
    levels: Annotated[tuple[Level, ...], Field(max_length=30)]
    minutes: Annotated[int, Field(ge=1, le=240, strict=True)] = 15
    """Minutes for each level."""


class SetBlinds(Request):
    """For the host: new blinds from the next hand on."""

    scopes = (Scope.HOST,)
    do: Literal["blinds"]
    masa: Word
    small: Amount | None = None
    """Null for half of the big blind."""
    big: Amount
    ante: Amount = 0


class Tournaments(Request):
    """Get the list of tournaments, now and whenever it changes; with false, no more."""

    scopes = tuple(Scope)
    do: Literal["tournaments"]
    value: bool = True


class WatchTournament(Request):
    """Watch a tournament, or come back to it."""

    do: Literal["watch_tournament"]
    tournament: Word
    key: Annotated[str, Field(max_length=64)] = ""
    """The key of a private tournament."""
    epoch: Annotated[str, Field(max_length=32)] = ""
    seq: int = -1
    """The last `seq` that the client has: only later events are sent."""


class UnwatchTournament(Request):
    """Stop watching a tournament."""

    do: Literal["unwatch_tournament"]
    tournament: Word


class Register(Request):
    """Enter a tournament: before the start, late, or again if re-entry is allowed. The entry is
    paid at once. This connection then watches the tournament."""

    do: Literal["register"]
    tournament: Word
    key: Annotated[str, Field(max_length=64)] = ""
    program: bool = False
    """The entrant is a program. Nobody else enters where an act has less than 3 seconds."""


class Unregister(Request):
    """Leave a tournament before its start. The entry is returned. In a started game of a league:
    play this game to its end, and do not enter the next one."""

    do: Literal["unregister"]
    tournament: Word


class DeclineReEntry(Request):
    """Say that you do not enter again. When only one player is left, the tournament waits for
    everybody who may enter again, until registration closes. You may still `register` then."""

    do: Literal["decline_re_entry"]
    tournament: Word


class Rebuy(Request):
    """Buy the starting stack again, while registration is open and you have no more than that.
    During a hand, the chips come after it; a player who asked before going broke is not out."""

    do: Literal["rebuy"]
    tournament: Word


class AddOn(Request):
    """Buy the add-on, once, in the last level of registration or in the break after it."""

    do: Literal["add_on"]
    tournament: Word


class ProposeDeal(Request):
    """At the final table: propose to share the remaining prizes by ICM. After the hand, no hand is
    dealt until all have answered, one has refused, or a minute is over."""

    do: Literal["propose_deal"]
    tournament: Word


class AnswerDeal(Request):
    do: Literal["answer_deal"]
    tournament: Word
    agrees: bool


class Command(StrEnum):
    """What a director may order."""

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
    """For the director and co-directors. Commands take effect after the hand. Whoever has entered
    may only use `start`, `pause`, `resume`, `break` and `next_level`. Only the host uses
    `co_director` and `end_co_director`. Every command is announced to all."""

    scopes = (Scope.HOST,)
    do: Literal["direct"]
    tournament: Word
    command: Command
    name: Name | None = None
    """The player to `move`, `penalise` or `disqualify`; the account to name co-director."""
    number: Annotated[int, Field(ge=1, le=100_000, strict=True)] | None = None
    """Hands to miss, at most one orbit; seconds of a break, at most 1800; or the number of the
    table to go to."""
    reason: Annotated[str, Field(max_length=100)] = ""
    """Why, to `move`, `penalise` or `disqualify`: the player gets a `notice` with it."""


class Ping(Request):
    """Check the connection."""

    scopes = tuple(Scope)
    do: Literal["ping"]


AnyRequest = Annotated[
    Watch
    | Unwatch
    | Sit
    | PlayNow
    | Lobby
    | Unlobby
    | Live
    | Unwait
    | Leave
    | Act
    | Sitout
    | Away
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
    | HandOver
    | CoHost
    | AnswerOffer
    | SetTimer
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
    """What a token needs one of, to ask this."""
    return (Scope.HOST,) if isinstance(request, Mute) and request.everybody else request.scopes
