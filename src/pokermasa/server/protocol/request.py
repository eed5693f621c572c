"""What a client says: one model for each message, the same for people and bots."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from pokermasa.masa import Preselected
from pokermasa.server.protocol.data import Card
from pokermasa.server.protocol.scope import Scope

MOST_BYTES = 4096
"""No client has more to say in one message."""

Word = Annotated[str, Field(min_length=1, max_length=64)]
SideNumber = Annotated[int, Field(ge=0, le=9, strict=True)]
Amount = Annotated[int, Field(ge=0, le=10**15, strict=True)]
Name = Annotated[str, Field(min_length=1, max_length=40)]


class Request(BaseModel):
    """What every message of a client has."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    scopes: ClassVar[tuple[Scope, ...]] = (Scope.PLAY,)
    """A token needs one of these."""

    id: Annotated[str, Field(max_length=64)] = ""
    """Chosen by the client, never the same for two messages, and named in the answer. The same
    message sent again is answered again, not done again."""


class Watch(Request):
    """Look on at a masa, or come back to it."""

    do: Literal["watch"]
    masa: Word
    key: Annotated[str, Field(max_length=64)] = ""
    """Of a private masa."""
    epoch: Annotated[str, Field(max_length=32)] = ""
    seq: int = -1
    """The last thing seen, to be told only what came after."""


class Unwatch(Request):
    """Look away. Who sits there counts as absent then and is told nothing of their turn, though its
    time runs; who waits for a side gives up the place."""

    do: Literal["unwatch"]
    masa: Word


class Sit(Request):
    """Take a side. If a house bot plays its hand out there, or every side is taken, the
    answer says `waiting`, and the side comes by itself; if it cannot be paid any more by then, a
    `refused` without an id says so."""

    do: Literal["sit"]
    masa: Word
    side: SideNumber | None = None
    """Any, if none is named."""
    stack: Amount
    posts: bool = False
    """Pay the blind at once rather than wait for it, where newcomers owe it."""
    key: Annotated[str, Field(max_length=64)] = ""


class PlayNow(Request):
    """A side at the liveliest open masa one can afford, where a hand can be dealt: with people who
    are here, else with bots."""

    do: Literal["play_now"]
    big: Amount | None = None
    """Only with this big blind."""


class Lobby(Request):
    """Be told of the open tables, now and whenever they change."""

    scopes = tuple(Scope)
    do: Literal["lobby"]


class Unlobby(Request):
    """Not any more."""

    scopes = tuple(Scope)
    do: Literal["unlobby"]


class Live(Request):
    """Be shown a live table that is open to all, now and at most once a second; with false, not any
    more. Who looks so is no viewer of that table."""

    scopes = tuple(Scope)
    do: Literal["live"]
    value: bool = True


class Unwait(Request):
    """Give up a place on the waiting list, and take back a buy-in that the host was asked for."""

    do: Literal["unwait"]
    masa: Word


class Leave(Request):
    """Get up: at once, or after the hand one is in, which is folded in turn (until then `sitout`
    with false takes it back)."""

    do: Literal["leave"]
    masa: Word


class Act(Request):
    """The answer to `act`."""

    do: Literal["act"]
    masa: Word
    act: Word
    """In Uci: CH, CA, FO, RR60, AA, …"""
    turn: Word
    """The token of the turn it answers."""


class Sitout(Request):
    """Leave after this hand, without folding it; false to stay after all."""

    do: Literal["sitout"]
    masa: Word
    value: bool


class Away(Request):
    """Not to be dealt in until back."""

    do: Literal["away"]
    masa: Word
    value: bool
    posts: bool = False


class TopUp(Request):
    """More chips, between hands. The stack may come to the most buy-in; one without chips brings at
    least the least."""

    do: Literal["top_up"]
    masa: Word
    amount: Amount


class AutoTopUp(Request):
    do: Literal["auto_top_up"]
    masa: Word
    to: Amount | None
    """The stack to come back to before each hand; null for no more."""


class Straddle(Request):
    """Post twice the big blind before the next cards, where that is played: the next hand one is
    dealt in, and no other."""

    do: Literal["straddle"]
    masa: Word
    value: bool


class Preselect(Request):
    """Choose an act before the turn comes; void if the price has changed by then."""

    do: Literal["preselect"]
    masa: Word
    choice: Preselected | None
    price: Amount | None = None
    """The highest wager one has seen; refused (`STALE_TURN`) if it is another one by now."""


class RunTwice(Request):
    """Whether the rest of the board is dealt twice."""

    do: Literal["run_twice"]
    masa: Word
    agrees: bool


class Show(Request):
    """Turn one's cards up after the hand."""

    do: Literal["show"]
    masa: Word
    card: Card | None = None
    """One of one's two alone; null for both."""


class Rabbit(Request):
    """After a hand that ended by folds, before the next: show everybody what would have come on the
    board. For who played it, where the table's terms allow it."""

    do: Literal["rabbit"]
    masa: Word


class Say(Request):
    """Chat, at a masa that one watches on the same socket."""

    do: Literal["say"]
    masa: Word
    text: Annotated[str, Field(min_length=1, max_length=300)]


class Mute(Request):
    """Somebody's chat is not told to the one who asks any more; with `everybody`, as the host, to
    nobody."""

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
    """The host's: let somebody sit down, or take that back (who sits there already stays; who waits
    for a side does not get it). It takes a `kick` back as well. Whoever asked and was told
    `HOST_ASKED` sees `welcome` in their `room` message become true, and sends `sit` again."""

    scopes = (Scope.HOST,)
    do: Literal["approve"]
    masa: Word
    name: Name
    value: bool


class ApproveBuyIn(Request):
    """The host's: yes or no to a buy-in somebody asks for (`asks` in `room`), with the amount that
    was seen there. The chips come between two hands; a `refused` without an id says to who asked
    that they could not."""

    scopes = (Scope.HOST,)
    do: Literal["approve_buy_in"]
    masa: Word
    name: Name
    amount: Amount
    value: bool


class Kick(Request):
    """The host's: somebody leaves and does not come back, before `approve` says so. Who is in a
    hand plays it to its end first and is told `sent_away` in `room`; then come `left_table` and
    `closed` with `kicked`."""

    scopes = (Scope.HOST,)
    do: Literal["kick"]
    masa: Word
    name: Name


class Pause(Request):
    """The host's: the hand is played out, and no other is dealt."""

    scopes = (Scope.HOST,)
    do: Literal["pause"]
    masa: Word
    value: bool


class NewLink(Request):
    """The host's, at a private masa: another key. The one before leads nowhere from now on, to the
    masa or to its hands; who only looked on is sent away, who sits there stays. `GET /api/me` has
    the new one."""

    scopes = (Scope.HOST,)
    do: Literal["new_link"]
    masa: Word


class PlayersChat(Request):
    """The host's: whether only those who sit at the masa may chat there, and the host."""

    scopes = (Scope.HOST,)
    do: Literal["players_chat"]
    masa: Word
    value: bool


class HandOver(Request):
    """The host's: ask somebody who sits there, and is no bot, to be the host. They are once they
    `answer_offer`."""

    scopes = (Scope.HOST,)
    do: Literal["hand_over"]
    masa: Word
    name: Name


class CoHost(Request):
    """The host's: ask somebody who sits there to be a co-host; with false, not any more (a co-host
    may say that of themselves)."""

    scopes = (Scope.HOST,)
    do: Literal["co_host"]
    masa: Word
    name: Name
    value: bool


class AnswerOffer(Request):
    """Whether you will be the host, or a co-host, as you are asked to (`offered` in `room`)."""

    scopes = (Scope.HOST,)
    do: Literal["answer_offer"]
    masa: Word
    agrees: bool


class Level(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    small: Amount
    big: Amount
    ante: Amount = 0


class SetTimer(Request):
    """The host's: blinds that go up by the clock, the first level from the next hand on, each later
    one between two hands. No level ends it; the blinds stay as they are then."""

    scopes = (Scope.HOST,)
    do: Literal["blind_timer"]
    masa: Word
    levels: Annotated[tuple[Level, ...], Field(max_length=30)]
    minutes: Annotated[int, Field(ge=1, le=240, strict=True)] = 15
    """Of each level."""


class SetBlinds(Request):
    """The host's: from the next hand on."""

    scopes = (Scope.HOST,)
    do: Literal["blinds"]
    masa: Word
    small: Amount
    big: Amount
    ante: Amount = 0


class Tournaments(Request):
    """Be told of the tournaments, now and whenever they change; with false, not any more."""

    scopes = tuple(Scope)
    do: Literal["tournaments"]
    value: bool = True


class WatchTournament(Request):
    """Be told how a tournament stands and what happens in it, or come back to it."""

    do: Literal["watch_tournament"]
    tournament: Word
    key: Annotated[str, Field(max_length=64)] = ""
    """Of a private one."""
    epoch: Annotated[str, Field(max_length=32)] = ""
    seq: int = -1
    """The last thing seen, to be told only what came after."""


class UnwatchTournament(Request):
    """Not any more."""

    do: Literal["unwatch_tournament"]
    tournament: Word


class Register(Request):
    """Enter a tournament: before it starts, or late; again, where that is allowed. The entry is
    paid at once. Whoever registers on a connection watches the tournament there."""

    do: Literal["register"]
    tournament: Word
    key: Annotated[str, Field(max_length=64)] = ""


class Unregister(Request):
    """Before the start; what was paid comes back."""

    do: Literal["unregister"]
    tournament: Word


class Rebuy(Request):
    """The starting stack once more, for who has no more than that, while registration is open. In a
    hand it comes after its end, and nobody goes out who has asked for it before."""

    do: Literal["rebuy"]
    tournament: Word


class AddOn(Request):
    """Once, in the last level of registration or in the break after it."""

    do: Literal["add_on"]
    tournament: Word


class ProposeDeal(Request):
    """At the final table: what is left of the prizes by ICM. After the hand nothing is dealt until
    everybody has answered, somebody has refused, or a minute is over."""

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


class Direct(Request):
    """The director's. All but `pause` and `resume` take effect after the hand, and are not for one
    who is entered; everything is announced to all."""

    scopes = (Scope.HOST,)
    do: Literal["direct"]
    tournament: Word
    command: Command
    name: Name | None = None
    """Whom to `move`, `penalise` or `disqualify`."""
    number: Annotated[int, Field(ge=1, le=100_000, strict=True)] | None = None
    """Hands to miss, seconds of a break, or the number of the table to go to."""


class Ping(Request):
    """Anybody there?"""

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
