"""What happens on a masa, each with who may see it.

An event is either a *cause*, something a person, the clock or the room did, or a consequence of
one. Doing the causes again, in order, gives the same masa (`Masa.replay`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from pokermasa.cards import Card
from pokermasa.masa.seat import Preselected
from pokermasa.masa.side import Side
from pokermasa.masa.status import GameStatus
from pokermasa.rules import Blinds, Chips, HouseRules, PlayerAct, Post, Pot, PotDistribution

# Causes


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    cause: ClassVar = True
    side: Side
    stack: Chips
    owes: bool = False
    """Has to wait for the big blind, or post it."""
    returns: bool = False
    """The player is not new: `Masa.buy_in` was told so."""


@dataclass(frozen=True, slots=True)
class SitoutNext:
    cause: ClassVar = True
    side: Side
    value: bool


@dataclass(frozen=True, slots=True)
class Leaving:
    cause: ClassVar = True
    side: Side


@dataclass(frozen=True, slots=True)
class Away:
    cause: ClassVar = True
    side: Side
    value: bool
    posts: bool = False


@dataclass(frozen=True, slots=True)
class ToppedUp:
    cause: ClassVar = True
    side: Side
    amount: Chips


@dataclass(frozen=True, slots=True)
class StraddleSet:
    cause: ClassVar = True
    side: Side
    value: bool


@dataclass(frozen=True, slots=True)
class Preselect:
    """Nobody else need know."""

    cause: ClassVar = True
    side: Side
    choice: Preselected | None

    @property
    def only(self) -> Side:
        return self.side


@dataclass(frozen=True, slots=True)
class BlindsChanged:
    cause: ClassVar = True
    blinds: Blinds
    bets: tuple[Chips, Chips] | None = None


@dataclass(frozen=True, slots=True)
class RulesChanged:
    cause: ClassVar = True
    rules: HouseRules


@dataclass(frozen=True, slots=True)
class Dealt:
    """The whole deal: for the journal's eyes only."""

    cause: ClassVar = True
    secret: ClassVar = True
    cards: tuple[Card, ...]
    """In the order in which they were dealt."""


@dataclass(frozen=True, slots=True)
class PlayerActed:
    """*act* is what was sent; *recorded* what the dealer made of it."""

    cause: ClassVar = True
    side: Side
    act: PlayerAct
    recorded: PlayerAct
    stack: Chips
    wager: Chips


@dataclass(frozen=True, slots=True)
class TimedOut:
    cause: ClassVar = True
    side: Side


@dataclass(frozen=True, slots=True)
class TimeBankSpent:
    cause: ClassVar = True
    side: Side
    amount: int


@dataclass(frozen=True, slots=True)
class TimeBankRefilled:
    cause: ClassVar = True
    side: Side
    amount: int


@dataclass(frozen=True, slots=True)
class TwiceAnswered:
    cause: ClassVar = True
    side: Side
    agrees: bool


@dataclass(frozen=True, slots=True)
class RabbitShown:
    """What would have come on the board, after a hand that ended by folds."""

    cause: ClassVar = True
    side: Side
    """Who asked."""
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardsShown:
    """Of their own will, after the hand: both, or the one that they want seen."""

    cause: ClassVar = True
    side: Side
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Aborted:
    cause: ClassVar = True


# Consequences


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    side: Side
    stack: Chips
    """What they take with them."""


@dataclass(frozen=True, slots=True)
class DealerRotated:
    """A new hand. Where the button lies; with a dead button, that side may be empty."""

    side: Side
    small: Side
    """Whose turn it is to pay the small blind; where that is dead, the side is empty."""
    big: Side
    hand: int
    """Hands dealt so far, this one included."""
    sides: tuple[Side, ...]
    """Who is dealt in."""
    posts: tuple[tuple[Side, Post], ...] | None
    """What was due before the cards, where positions do not say it; as `Dealer.start` took it."""
    owes: tuple[Side, ...]
    """Who has missed a blind and not paid for it."""
    running_pot: Pot
    side_pots: tuple[Pot, ...]
    """With antes and dead posts, before anybody acts."""


@dataclass(frozen=True, slots=True)
class Posted:
    """What was really paid before the cards."""

    side: Side
    ante: Chips
    dead: Chips
    live: Chips


@dataclass(frozen=True, slots=True)
class DealPocketCards:
    side: Side
    cards: tuple[Card, Card]

    @property
    def only(self) -> Side:
        return self.side


@dataclass(frozen=True, slots=True)
class AutoActed:
    """An act nobody sent just now: preselected, timed out, or of a player who is leaving."""

    side: Side
    recorded: PlayerAct
    stack: Chips
    wager: Chips


@dataclass(frozen=True, slots=True)
class PreselectVoided:
    side: Side

    @property
    def only(self) -> Side:
        return self.side


@dataclass(frozen=True, slots=True)
class ActorRotated:
    side: Side
    price: Chips
    """The highest wager as the turn begins."""


@dataclass(frozen=True, slots=True)
class BoardUpdated:
    cards: tuple[Card, ...]
    running_pot: Pot
    side_pots: tuple[Pot, ...]
    """Members are stack indexes of the hand."""


@dataclass(frozen=True, slots=True)
class TwiceOffered:
    """The betting is over with cards to come; what nobody called has gone back."""

    sides: tuple[Side, ...]
    running_pot: Pot
    side_pots: tuple[Pot, ...]
    stacks: tuple[tuple[Side, Chips], ...]
    hands: tuple[tuple[Side, tuple[Card, Card]], ...]
    """Turned up already, where the house rules table them."""


@dataclass(frozen=True, slots=True)
class HandsShown:
    """Who had to show, in the order of showing."""

    hands: tuple[tuple[Side, tuple[Card, Card]], ...]


@dataclass(frozen=True, slots=True)
class HandEnded:
    status: GameStatus
    boards: tuple[tuple[Card, ...], ...]
    """One, as far as it was dealt; two when it was run twice."""
    pots: tuple[tuple[PotDistribution, ...], ...]
    """What was won on each board, by stack index of the hand."""
    stacks: tuple[tuple[Side, Chips], ...]
    dropped: Chips


Event: TypeAlias = (
    PlayerJoined
    | SitoutNext
    | Leaving
    | Away
    | ToppedUp
    | StraddleSet
    | Preselect
    | BlindsChanged
    | RulesChanged
    | Dealt
    | PlayerActed
    | TimedOut
    | TimeBankSpent
    | TimeBankRefilled
    | TwiceAnswered
    | CardsShown
    | RabbitShown
    | Aborted
    | PlayerLeft
    | DealerRotated
    | Posted
    | DealPocketCards
    | AutoActed
    | PreselectVoided
    | ActorRotated
    | BoardUpdated
    | TwiceOffered
    | HandsShown
    | HandEnded
)


def is_cause(event: Event) -> bool:
    return getattr(event, "cause", False)


def may_see(event: Event, viewer: int | None) -> bool:
    """Whether the event may be told to who sits on this side (None: to everyone looking on)."""
    if getattr(event, "secret", False):
        return False
    only = getattr(event, "only", None)
    return only is None or only == viewer
