"""The events of a masa.

An event is either a *cause*, which a person, the clock or the room started, or a consequence of a
cause. Applying the causes again in the same order gives the same masa (`Masa.replay`).

An event with the attribute `secret` must not be shown to anybody. An event with the attribute
`only` may be shown to the player on that side alone. All other events are public.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from pokermasa.cards import Card
from pokermasa.masa.seat import Preselected
from pokermasa.masa.side import Side
from pokermasa.masa.status import GameStatus
from pokermasa.rules import Blinds, Chips, HouseRules, PlayerAct, Post, Pot, PotDistribution

# Causes


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    """A player has sat down with chips."""

    cause: ClassVar = True
    side: Side
    stack: Chips
    owes: bool = False
    """Whether the player has to wait for the big blind or pay it before being dealt in."""
    returns: bool = False
    """Whether the player left a short time ago and is back (see `Masa.buy_in`)."""


@dataclass(frozen=True, slots=True)
class SitoutNext:
    """A player leaves after the current hand, or has changed their mind if *value* is False."""

    cause: ClassVar = True
    side: Side
    value: bool


@dataclass(frozen=True, slots=True)
class Leaving:
    """A player leaves now, or folds and leaves after the hand if they are playing one."""

    cause: ClassVar = True
    side: Side


@dataclass(frozen=True, slots=True)
class Away:
    """A player is away from the table, or back if *value* is False."""

    cause: ClassVar = True
    side: Side
    value: bool
    posts: bool = False
    """Whether a player who is back pays missed blinds at once instead of waiting."""


@dataclass(frozen=True, slots=True)
class ToppedUp:
    """A player has added chips to their stack."""

    cause: ClassVar = True
    side: Side
    amount: Chips


@dataclass(frozen=True, slots=True)
class StraddleSet:
    """A player will post a straddle when it is their turn to, or no longer wants to."""

    cause: ClassVar = True
    side: Side
    value: bool


@dataclass(frozen=True, slots=True)
class Preselect:
    """A player has chosen an act before their turn. None withdraws the choice."""

    cause: ClassVar = True
    side: Side
    choice: Preselected | None

    @property
    def only(self) -> Side:
        return self.side


@dataclass(frozen=True, slots=True)
class BlindsChanged:
    """The blinds of the next hands. *bets* are the bet sizes of fixed limit."""

    cause: ClassVar = True
    blinds: Blinds
    bets: tuple[Chips, Chips] | None = None


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """The house rules of the next hands."""

    cause: ClassVar = True
    rules: HouseRules


@dataclass(frozen=True, slots=True)
class Dealt:
    """All cards of the new hand. Only the journal stores this event; nobody may see it."""

    cause: ClassVar = True
    secret: ClassVar = True
    cards: tuple[Card, ...] = field(repr=False)
    """The cards in the order in which they are dealt."""


@dataclass(frozen=True, slots=True)
class PlayerActed:
    """A player has acted. *act* is the act as sent, *recorded* the act as the dealer recorded it.

    *stack* and *wager* are the player's chips after the act.
    """

    cause: ClassVar = True
    side: Side
    act: PlayerAct
    recorded: PlayerAct
    stack: Chips
    wager: Chips


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A player has not acted in time."""

    cause: ClassVar = True
    side: Side


@dataclass(frozen=True, slots=True)
class TimeBankSpent:
    """A player has used this amount of their time bank. The unit is the caller's."""

    cause: ClassVar = True
    side: Side
    amount: int


@dataclass(frozen=True, slots=True)
class TimeBankRefilled:
    """This amount has been added to a player's time bank. The unit is the caller's."""

    cause: ClassVar = True
    side: Side
    amount: int


@dataclass(frozen=True, slots=True)
class TwiceAnswered:
    """A player has accepted or refused to run the hand twice (see `TwiceOffered`)."""

    cause: ClassVar = True
    side: Side
    agrees: bool


@dataclass(frozen=True, slots=True)
class RabbitShown:
    """The board cards that were not dealt, shown after a hand that ended by folds."""

    cause: ClassVar = True
    side: Side
    """The player who asked for them."""
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardsShown:
    """A player has shown one or both hole cards voluntarily after the hand."""

    cause: ClassVar = True
    side: Side
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Aborted:
    """The hand was called off, and every player has the chips from before the hand again."""

    cause: ClassVar = True


# Consequences


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A side has become free."""

    side: Side
    stack: Chips
    """The chips that the player takes away."""


@dataclass(frozen=True, slots=True)
class DealerRotated:
    """A new hand has begun."""

    side: Side
    """The side of the button. It may be empty under the rule of the dead button."""
    small: Side
    """The side of the small blind. If it is empty, nobody pays the small blind."""
    big: Side
    """The side of the big blind."""
    hand: int
    """The number of hands dealt so far, including this one."""
    sides: tuple[Side, ...]
    """The sides of the stacks in this hand, by stack index."""
    posts: tuple[tuple[Side, Post], ...] | None
    """Blinds, antes and dead posts owed before the deal, by side. None if they follow from the
    positions. Same form as the `posts` argument of `Dealer.start`."""
    owes: tuple[Side, ...]
    """The sides of players who missed a blind and have not paid for it."""
    running_pot: Pot
    """The pot with antes and dead posts, before the first act."""
    side_pots: tuple[Pot, ...]
    """The side pots of stacks that are all in from antes or dead posts."""


@dataclass(frozen=True, slots=True)
class Posted:
    """The chips that one player really paid before the cards were dealt."""

    side: Side
    ante: Chips
    dead: Chips
    live: Chips


@dataclass(frozen=True, slots=True)
class DealPocketCards:
    """A player has received two hole cards."""

    side: Side
    cards: tuple[Card, Card]

    @property
    def only(self) -> Side:
        return self.side


@dataclass(frozen=True, slots=True)
class AutoActed:
    """An act that the masa played for a player: chosen before, timed out, or leaving."""

    side: Side
    recorded: PlayerAct
    stack: Chips
    wager: Chips


@dataclass(frozen=True, slots=True)
class PreselectVoided:
    """An act that a player had chosen before their turn was cancelled because the price changed."""

    side: Side

    @property
    def only(self) -> Side:
        return self.side


@dataclass(frozen=True, slots=True)
class ActorRotated:
    """A player's turn has begun."""

    side: Side
    price: Chips
    """The highest wager at the beginning of the turn."""


@dataclass(frozen=True, slots=True)
class BoardUpdated:
    """A betting round is over and the board has new cards. Pot members are stack indexes."""

    cards: tuple[Card, ...]
    """All board cards so far."""
    running_pot: Pot
    side_pots: tuple[Pot, ...]


@dataclass(frozen=True, slots=True)
class TwiceOffered:
    """The betting is over before the river, and the players may agree to run the hand twice.

    Then two boards are dealt, and each decides half of every pot. Chips that nobody called have
    gone back to their stacks.
    """

    sides: tuple[Side, ...]
    """The players who have to agree."""
    running_pot: Pot
    side_pots: tuple[Pot, ...]
    stacks: tuple[tuple[Side, Chips], ...]
    hands: tuple[tuple[Side, tuple[Card, Card]], ...]
    """The hole cards that are shown already because house rules demand it after an all-in."""


@dataclass(frozen=True, slots=True)
class HandsShown:
    """The hands that had to be shown at the showdown, in order."""

    hands: tuple[tuple[Side, tuple[Card, Card]], ...]


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The hand is over and the pots are paid."""

    status: GameStatus
    boards: tuple[tuple[Card, ...], ...]
    """One board with the cards dealt so far, or two complete boards if the hand was run twice."""
    pots: tuple[tuple[PotDistribution, ...], ...]
    """The distribution of the pots for each board. Winners are stack indexes."""
    stacks: tuple[tuple[Side, Chips], ...]
    """The chips of each player after the hand."""
    dropped: Chips
    """Odd chips that nobody gets, under house rules that drop them."""


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
    """Whether a person, the clock or the room started the event."""
    return getattr(event, "cause", False)


def may_see(event: Event, viewer: int | None) -> bool:
    """Whether the player on side *viewer* may see the event. None means a spectator."""
    if getattr(event, "secret", False):
        return False
    only = getattr(event, "only", None)
    return only is None or only == viewer
