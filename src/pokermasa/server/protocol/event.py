"""What happens on a masa, as a client is told: one model for each event."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pokermasa.server.protocol.data import (
    BlindsData,
    Cards,
    Model,
    OddsData,
    PostData,
    PotData,
    Share,
    ShownHand,
    StackData,
)


class PlayerJoined(Model):
    event: Literal["player_joined"]
    side: int
    stack: int
    owes: bool
    """Waits for the big blind, or posts it."""
    name: str
    bot: bool
    """A house bot."""


class Renamed(Model):
    """A guest has kept a name."""

    event: Literal["renamed"]
    side: int
    name: str


class ChipsGiven(Model):
    """In a game with chips of its own: so many of them were given out, to who brings them now."""

    event: Literal["chips_given"]
    name: str
    amount: int


class PlayerLeft(Model):
    event: Literal["player_left"]
    side: int
    stack: int
    """What they take with them."""


class SitoutNext(Model):
    event: Literal["sitout_next"]
    side: int
    value: bool


class Leaving(Model):
    """Folds when the turn comes, and leaves after the hand."""

    event: Literal["leaving"]
    side: int


class Away(Model):
    event: Literal["away"]
    side: int
    value: bool
    posts: bool


class ToppedUp(Model):
    event: Literal["topped_up"]
    side: int
    amount: int


class StraddleSet(Model):
    event: Literal["straddle_set"]
    side: int
    value: bool


class BlindsChanged(Model):
    event: Literal["blinds_changed"]
    blinds: BlindsData
    bets: list[int] | None


class RulesChanged(Model):
    """For the next hand: house tables play by the room's usual rules."""

    event: Literal["rules_changed"]
    rules: str
    betting: str


class DealerRotated(Model):
    """A new hand: the button lies here."""

    event: Literal["dealer_rotated"]
    side: int
    small: int
    """Whose small blind it is; where that is dead, the side is empty."""
    big: int
    """Whose big blind it is."""
    hand: int
    """Hands dealt so far, this one included."""
    sides: list[int]
    """Who is dealt in. Whatever they owed or chose for this hand (`posts`, `straddles`) is done."""
    posts: list[PostData] | None
    """What was due before the cards, by side, where positions do not say it (a late post, a dead
    small blind, a straddle); null where just the two blinds are due."""
    owes: list[int]
    """Everybody who now owes a blind."""
    running_pot: PotData
    side_pots: list[PotData]
    """With antes and dead posts, before anybody acts."""


class Posted(Model):
    event: Literal["posted"]
    side: int
    ante: int
    dead: int
    live: int


class DealPocketCards(Model):
    """Your own cards; nobody else is told."""

    event: Literal["deal_pocket_cards"]
    side: int
    cards: Cards


class ActorRotated(Model):
    event: Literal["actor_rotated"]
    side: int
    price: int
    """The highest wager as the turn begins."""


class PlayerActed(Model):
    event: Literal["player_acted"]
    side: int
    act: str
    """As the dealer recorded it: all-ins as AC, AH or AF."""
    stack: int
    wager: int
    auto: bool = False
    """Nobody sent it just now: chosen before, out of time, or leaving."""


class BoardUpdated(Model):
    event: Literal["board_updated"]
    cards: Cards
    """The whole board so far."""
    running_pot: PotData
    side_pots: list[PotData]


class TimedOut(Model):
    event: Literal["timed_out"]
    side: int


class TimeBankSpent(Model):
    event: Literal["time_bank_spent"]
    side: int
    amount: int


class TimeBankRefilled(Model):
    event: Literal["time_bank_refilled"]
    side: int
    amount: int


class Preselect(Model):
    """Your own choice; nobody else is told."""

    event: Literal["preselect"]
    side: int
    choice: str | None


class PreselectVoided(Model):
    """Your own choice; nobody else is told."""

    event: Literal["preselect_voided"]
    side: int


class TwiceOffered(Model):
    """All in with cards to come: `sides` are asked whether to run them twice. The wagers are
    gathered, and what nobody called has gone back."""

    event: Literal["twice_offered"]
    sides: list[int]
    running_pot: PotData
    side_pots: list[PotData]
    stacks: list[StackData]
    hands: list[ShownHand]
    """Turned up already, where the house rules table them; else empty."""


class TwiceAnswered(Model):
    event: Literal["twice_answered"]
    side: int
    agrees: bool


class HandsShown(Model):
    """Who had to show, in order."""

    event: Literal["hands_shown"]
    hands: list[ShownHand]


class Odds(Model):
    """The chances of hands that lie open while cards are still to come; after a hand that was
    played out all in, for each board on the way. They come in `events` of their own, a moment after
    those they are about (often after `hand_ended`), and not at all once the next hand has begun.
    Later ones of the same hand stand for those told before. Run twice, those of the
    second board follow those of the first, whose cards are gone then; what lay there already is
    told once, with the first."""

    event: Literal["odds"]
    odds: list[OddsData]


class CardsShown(Model):
    """Of their own will, after the hand. One card alone is told here and nowhere else: the finished
    hand has both or none."""

    event: Literal["cards_shown"]
    side: int
    cards: Cards
    """Both, or the one that was shown."""


class RabbitShown(Model):
    """What would have come on the board: somebody has asked after a hand that ended by folds. The
    finished hand has it too, from then on."""

    event: Literal["rabbit_shown"]
    side: int
    """Who asked."""
    cards: Cards


class HandEnded(Model):
    event: Literal["hand_ended"]
    status: Literal["one_win", "showdown"]
    boards: list[Cards]
    """One, as far as it was dealt; two when it was run twice."""
    pots: list[list[Share]]
    """What was won on each board."""
    stacks: list[StackData]
    dropped: int
    """Odd chips that the house rules let fall."""
    id: str
    """By which the hand is found: `GET /api/hands/ID`, and its page `/hand/ID`."""


class Aborted(Model):
    """The hand is called off: everybody has back what they began it with."""

    event: Literal["aborted"]


AnyEvent = Annotated[
    PlayerJoined
    | PlayerLeft
    | Renamed
    | ChipsGiven
    | SitoutNext
    | Leaving
    | Away
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
