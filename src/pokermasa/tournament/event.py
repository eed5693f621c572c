"""The events of a tournament.

As on a masa, an event is either a *cause*, which a person, the clock or the room started, or a
consequence of a cause. Applying the causes again in the same order gives the same tournament
(`Tournament.replay`). An event with the attribute `secret` must not be shown to anybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from pokermasa.masa import Game, Side
from pokermasa.masa import event as at_masa
from pokermasa.rules import Blinds, Chips
from pokermasa.tournament.entrant import Player, TableNumber

# Causes


@dataclass(frozen=True, slots=True)
class Registered:
    """A player has entered, before the start or later."""

    cause: ClassVar = True
    player: Player
    name: str


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A player has withdrawn before the start."""

    cause: ClassVar = True
    player: Player


@dataclass(frozen=True, slots=True)
class Started:
    """The tournament has started. *draw* is the random order in which players are seated."""

    cause: ClassVar = True
    draw: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Ticked:
    """This much time has passed. The unit is the caller's."""

    cause: ClassVar = True
    time: int


@dataclass(frozen=True, slots=True)
class Paused:
    """The director has paused the tournament. No new hands are dealt."""

    cause: ClassVar = True


@dataclass(frozen=True, slots=True)
class Resumed:
    """The director has ended a pause or a break."""

    cause: ClassVar = True


@dataclass(frozen=True, slots=True)
class BreakCalled:
    """The director has called a break of this length. The unit is that of `Ticked`."""

    cause: ClassVar = True
    length: int


@dataclass(frozen=True, slots=True)
class Disqualified:
    """The director has removed a player."""

    cause: ClassVar = True
    player: Player
    share: Chips | None = None
    """The prize paid at once, which is the value of the stack by ICM. None if nothing is paid."""
    bounty: Chips = 0
    """The part of the bounties paid with the share."""


@dataclass(frozen=True, slots=True)
class Left:
    """A player has left the running tournament and is paid the value of the stack by ICM."""

    cause: ClassVar = True
    player: Player
    share: Chips
    bounty: Chips = 0
    """The part of the bounties paid with the share."""


@dataclass(frozen=True, slots=True)
class Declined:
    """Players who are out have said that they do not want to enter again."""

    cause: ClassVar = True
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Rebought:
    """A player has bought another starting stack."""

    cause: ClassVar = True
    player: Player


@dataclass(frozen=True, slots=True)
class AddedOn:
    """A player has bought the add-on."""

    cause: ClassVar = True
    player: Player


@dataclass(frozen=True, slots=True)
class Penalised:
    """The director has made a player miss this number of hands."""

    cause: ClassVar = True
    player: Player
    hands: int


@dataclass(frozen=True, slots=True)
class Relocated:
    """The director has sent a player to another table. `Moved` and `Seated` follow."""

    cause: ClassVar = True
    player: Player
    to: TableNumber


@dataclass(frozen=True, slots=True)
class LevelCalled:
    """The director has raised the level. `LevelRose` follows."""

    cause: ClassVar = True


@dataclass(frozen=True, slots=True)
class DealMade:
    """The remaining players have agreed to end the tournament and share the prizes by ICM."""

    cause: ClassVar = True
    house: tuple[Player, ...] = ()
    """The house bots among the players. Their buy-ins do not become prizes of people (see
    `ruling.deal_shares`)."""


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The tournament has been called off."""

    cause: ClassVar = True
    refund: bool = False
    """Whether all buy-ins are paid back although the tournament had started."""
    house: tuple[Player, ...] = ()
    """The house bots among the players. Their buy-ins go back to the house (see
    `ruling.cancel`)."""


@dataclass(frozen=True, slots=True)
class AtTable:
    """An event of one table's masa.

    It is a cause if a player or the clock started it, and a consequence if the tournament did.
    """

    table: TableNumber
    event: at_masa.Event
    by_tournament: bool = False
    """Whether the tournament has seated or removed a player with this event."""

    @property
    def cause(self) -> bool:
        return isinstance(self.event, TABLE_CAUSES) and not self.by_tournament


TABLE_CAUSES = (
    at_masa.Dealt,
    at_masa.PlayerActed,
    at_masa.TimedOut,
    at_masa.Away,
    at_masa.Preselect,
    at_masa.TimeBankSpent,
    at_masa.CardsShown,
    at_masa.Aborted,
)

# Consequences


@dataclass(frozen=True, slots=True)
class HandOver:
    """A finished hand with all its cards, for hand histories. Nobody else may see it."""

    secret: ClassVar = True
    table: TableNumber
    game: Game
    players: Mapping[Side, Player]
    """The players who sat at the table during the hand."""
    number: int
    """The number of the hand at this table, from 1."""
    level: int
    """The level in which the hand was dealt, from 0."""


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A new table has been opened."""

    table: TableNumber


@dataclass(frozen=True, slots=True)
class Moved:
    """A player was sent from a table to another. `Seated` follows, at the latest after its hand."""

    player: Player
    table: TableNumber
    to: TableNumber
    stack: Chips


@dataclass(frozen=True, slots=True)
class Seated:
    """A player has taken a side."""

    player: Player
    table: TableNumber
    side: Side


@dataclass(frozen=True, slots=True)
class TableBroken:
    """A table is closed because its players fit at the other tables."""

    table: TableNumber


@dataclass(frozen=True, slots=True)
class FinalTable:
    """Only this table is left."""

    table: TableNumber


@dataclass(frozen=True, slots=True)
class LevelRose:
    """A new level has begun."""

    level: int
    """The number of the level, from 0. Texts for people count from 1."""
    blinds: Blinds


@dataclass(frozen=True, slots=True)
class BreakBegan:
    """A break of this length has begun. The unit is that of `Ticked`."""

    length: int


@dataclass(frozen=True, slots=True)
class BreakEnded:
    """The break is over."""


@dataclass(frozen=True, slots=True)
class HandForHand:
    """Hand-for-hand play has begun, or ended if *value* is False (see `Round`)."""

    value: bool


@dataclass(frozen=True, slots=True)
class Eliminated:
    """Players have lost all their chips and got a place. Several players of one event tie."""

    players: tuple[Player, ...]
    place: int
    """The place, counted among all entries so far."""
    left: int
    """The number of players who are still in the tournament."""
    prizes: tuple[Chips, ...] = ()
    """The prize of each player. They are 0 while registration is open, because the prizes are not
    known yet."""


@dataclass(frozen=True, slots=True)
class BountyWon:
    """A player has won the bounty on another player's head, or their own at the end."""

    player: Player
    """The player whose bounty it was."""
    by: Player
    """The player who wins it."""
    amount: Chips


@dataclass(frozen=True, slots=True)
class Finished:
    """The tournament is over."""

    winner: Player


Event: TypeAlias = (
    Registered
    | Withdrawn
    | Started
    | Ticked
    | Paused
    | Resumed
    | BreakCalled
    | Disqualified
    | Left
    | Declined
    | Rebought
    | AddedOn
    | Penalised
    | Relocated
    | LevelCalled
    | DealMade
    | Cancelled
    | AtTable
    | HandOver
    | TableOpened
    | Moved
    | Seated
    | TableBroken
    | FinalTable
    | LevelRose
    | BreakBegan
    | BreakEnded
    | HandForHand
    | Eliminated
    | BountyWon
    | Finished
)


def is_cause(event: Event) -> bool:
    """Whether a person, the clock or the room started the event."""
    return getattr(event, "cause", False)
