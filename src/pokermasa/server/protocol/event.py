"""Events of a table: one model for each."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field

from pokermasa.server.protocol.data import (
    BlindsData,
    Cards,
    Data,
    OddsData,
    PostData,
    PotData,
    Share,
    ShownHand,
    StackData,
)


class PlayerJoined(Data):
    event: Literal["player_joined"]
    side: int
    stack: int
    owes: bool
    """Whether the player must wait for the big blind or post it."""
    returns: bool
    """Whether the player owes both blinds, because entry is not free and they sat at this table, or
    at another public one, within the last hour."""
    name: str
    bot: bool
    """Whether this is a house bot."""


class Renamed(Data):
    """A guest has turned the account into a named one."""

    event: Literal["renamed"]
    side: int
    name: str


class ChipsGiven(Data):
    """The host gave a player chips, in a game with chips of its own."""

    event: Literal["chips_given"]
    name: str
    amount: int


class PlayerLeft(Data):
    event: Literal["player_left"]
    side: int
    stack: int
    """The chips that the player takes along."""


class LeaveAfterHand(Data):
    event: Literal["leave_after_hand"]
    side: int
    value: bool


class Leaving(Data):
    """The player folds at the next turn and leaves after the hand."""

    event: Literal["leaving"]
    side: int


class SitOut(Data):
    event: Literal["sit_out"]
    side: int
    value: bool
    posts: bool


class ToppedUp(Data):
    event: Literal["topped_up"]
    side: int
    amount: int


class StraddleSet(Data):
    event: Literal["straddle_set"]
    side: int
    value: bool


class BlindsChanged(Data):
    event: Literal["blinds_changed"]
    blinds: BlindsData
    bets: list[int] | None


class RulesChanged(Data):
    """New house rules from the next hand on."""

    event: Literal["rules_changed"]
    rules: str
    betting: str


class DealerRotated(Data):
    """A new hand begins. `side` has the button."""

    event: Literal["dealer_rotated"]
    side: int
    small: int
    """The side of the small blind. If the small blind is dead, this side is empty."""
    big: int
    """The side of the big blind."""
    hand: int
    """Hands dealt so far, this one included."""
    sides: list[int]
    """The sides of this hand's players. Their `posts` and `straddles` for this hand are used up."""
    posts: list[PostData] | None
    """The amounts that each side had to post. Null if there are only the two blinds."""
    owes: list[int]
    """The sides that now owe a blind."""
    running_pot: PotData
    side_pots: list[PotData]
    """The pots before the first act, with antes and dead posts."""


class Posted(Data):
    event: Literal["posted"]
    side: int
    ante: int
    dead: int
    live: int


class DealPocketCards(Data):
    """Your own cards. Other viewers do not get this event."""

    event: Literal["deal_pocket_cards"]
    side: int
    cards: Cards


class ActorRotated(Data):
    event: Literal["actor_rotated"]
    side: int
    price: int
    """The highest wager at the start of the turn."""


class PlayerActed(Data):
    event: Literal["player_acted"]
    side: int
    act: str
    """The recorded act, in Uci. All-ins are AC, AH or AF."""
    stack: int
    wager: int
    auto: NotRequired[bool]
    """Whether the act was automatic: it was preselected, or the player ran out of time or is
    leaving."""


class BoardUpdated(Data):
    event: Literal["board_updated"]
    cards: Cards
    """The whole board so far."""
    running_pot: PotData
    side_pots: list[PotData]


class TimedOut(Data):
    event: Literal["timed_out"]
    side: int


class TimeBankSpent(Data):
    event: Literal["time_bank_spent"]
    side: int
    amount: int


class TimeBankRefilled(Data):
    event: Literal["time_bank_refilled"]
    side: int
    amount: int


class Preselect(Data):
    """Your preselected act. Other viewers do not get this event."""

    event: Literal["preselect"]
    side: int
    choice: str | None


class PreselectVoided(Data):
    """Your preselected act was cancelled. Other viewers do not get this event."""

    event: Literal["preselect_voided"]
    side: int


class TwiceOffered(Data):
    """All players are all in and cards are still to come: `sides` are asked whether to run it
    twice. The wagers are in the pots, and uncalled bets were returned."""

    event: Literal["twice_offered"]
    sides: list[int]
    running_pot: PotData
    side_pots: list[PotData]
    stacks: list[StackData]
    hands: list[ShownHand]
    """Hands that are already open by the house rules; else empty."""


class TwiceAnswered(Data):
    event: Literal["twice_answered"]
    side: int
    agrees: bool


class HandsShown(Data):
    """The hands that had to be shown, in the order of showing."""

    event: Literal["hands_shown"]
    hands: list[ShownHand]


class Odds(Data):
    """The win probabilities of open hands while cards are to come. After an all-in there is one
    entry for each board on the way. They come in a separate `events` message, a moment later (often
    after `hand_ended`), but never after the next hand has begun. New odds of the same hand replace
    earlier ones. If it was run twice, the odds of the second board follow those of the first, and
    the cards of the first cannot come again. The common cards are counted once, with the first
    board."""

    event: Literal["odds"]
    odds: list[OddsData]


class CardsShown(Data):
    """A player shows cards voluntarily after the hand. A single card is sent only in this event;
    the stored hand has both cards or none."""

    event: Literal["cards_shown"]
    side: int
    cards: Cards
    """Both cards, or the one that was shown."""


class RabbitShown(Data):
    """A player asked for the board cards that would have come after a hand that ended by folds. The
    stored hand has them from now on."""

    event: Literal["rabbit_shown"]
    side: int
    """The player who asked."""
    cards: Cards


class HandEnded(Data):
    event: Literal["hand_ended"]
    status: Literal["one_win", "showdown"]
    boards: list[Cards]
    """One board, as far as it was dealt, or two boards if it was run twice."""
    pots: list[list[Share]]
    """The pots of each board."""
    stacks: list[StackData]
    dropped: int
    """Odd chips that are paid to nobody under these house rules."""
    id: str
    """The id of the stored hand: `GET /api/hands/ID`, and its page `/hand/ID`."""


class Aborted(Data):
    """The hand is void. All players get back the chips with which they began it."""

    event: Literal["aborted"]


AnyEvent = Annotated[
    PlayerJoined
    | PlayerLeft
    | Renamed
    | ChipsGiven
    | LeaveAfterHand
    | Leaving
    | SitOut
    | ToppedUp
    | StraddleSet
    | BlindsChanged
    | RulesChanged
    | DealerRotated
    | Posted
    | DealPocketCards
    | ActorRotated
    | PlayerActed
    | BoardUpdated
    | TimedOut
    | TimeBankSpent
    | TimeBankRefilled
    | Preselect
    | PreselectVoided
    | TwiceOffered
    | TwiceAnswered
    | HandsShown
    | Odds
    | CardsShown
    | RabbitShown
    | HandEnded
    | Aborted,
    Field(discriminator="event"),
]
