"""What happens in a tournament. Causes and consequences as on a masa: doing the causes again, in
order, gives the same tournament (`Tournament.replay`)."""

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
    cause: ClassVar = True
    player: Player
    name: str


@dataclass(frozen=True, slots=True)
class Withdrawn:
    cause: ClassVar = True
    player: Player


@dataclass(frozen=True, slots=True)
class Started:
    cause: ClassVar = True
    draw: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Ticked:
    cause: ClassVar = True
    time: int


@dataclass(frozen=True, slots=True)
class Paused:
    cause: ClassVar = True


@dataclass(frozen=True, slots=True)
class Resumed:
    cause: ClassVar = True


@dataclass(frozen=True, slots=True)
class BreakCalled:
    cause: ClassVar = True
    length: int


@dataclass(frozen=True, slots=True)
class Disqualified:
    cause: ClassVar = True
    player: Player
    share: Chips | None = None
    """Prize paid at once, as the stack is worth by ICM; None: the player gets nothing."""
    bounty: Chips = 0
    """What is paid of the bounties with the share."""


@dataclass(frozen=True, slots=True)
class Left:
    """The player left the running tournament with what the stack is worth by ICM."""

    cause: ClassVar = True
    player: Player
    share: Chips
    bounty: Chips = 0
    """What is paid of the bounties."""


@dataclass(frozen=True, slots=True)
class Declined:
    """These players are out and do not want to enter again."""

    cause: ClassVar = True
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Rebought:
    cause: ClassVar = True
    player: Player


@dataclass(frozen=True, slots=True)
class AddedOn:
    cause: ClassVar = True
    player: Player


@dataclass(frozen=True, slots=True)
class Penalised:
    cause: ClassVar = True
    player: Player
    hands: int


@dataclass(frozen=True, slots=True)
class Relocated:
    """By the director; `Moved` and `Seated` follow."""

    cause: ClassVar = True
    player: Player
    to: TableNumber


@dataclass(frozen=True, slots=True)
class LevelCalled:
    """By the director; `LevelRose` follows."""

    cause: ClassVar = True


@dataclass(frozen=True, slots=True)
class DealMade:
    cause: ClassVar = True
    house: tuple[Player, ...] = ()
    """House bots: no person is paid with their entries (`ruling.deal_shares`)."""


@dataclass(frozen=True, slots=True)
class Cancelled:
    cause: ClassVar = True
    refund: bool = False
    """Everybody has back what they paid, though it had started."""
    house: tuple[Player, ...] = ()
    """House bots: their entries go back to the house (`ruling.cancel`)."""


@dataclass(frozen=True, slots=True)
class AtTable:
    """Something on a masa; a cause if somebody there did it, and not the tournament."""

    table: TableNumber
    event: at_masa.Event

    @property
    def cause(self) -> bool:
        return isinstance(self.event, DONE_AT_TABLE)


DONE_AT_TABLE = (
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
    """The finished game with all its cards, for whoever keeps histories: told to nobody else."""

    secret: ClassVar = True
    table: TableNumber
    game: Game
    players: Mapping[Side, Player]
    number: int
    """Of the hand, at this table."""
    level: int
    """Level in which the hand was dealt, from 0."""


@dataclass(frozen=True, slots=True)
class TableOpened:
    table: TableNumber


@dataclass(frozen=True, slots=True)
class Moved:
    """Sent to another table: seated at once, or when its hand is over."""

    player: Player
    table: TableNumber
    to: TableNumber
    stack: Chips


@dataclass(frozen=True, slots=True)
class Seated:
    player: Player
    table: TableNumber
    side: Side


@dataclass(frozen=True, slots=True)
class TableBroken:
    table: TableNumber


@dataclass(frozen=True, slots=True)
class FinalTable:
    table: TableNumber


@dataclass(frozen=True, slots=True)
class LevelRose:
    level: int
    """From 0, as everywhere but on paper."""
    blinds: Blinds


@dataclass(frozen=True, slots=True)
class BreakBegan:
    length: int


@dataclass(frozen=True, slots=True)
class BreakEnded: ...


@dataclass(frozen=True, slots=True)
class HandForHand:
    value: bool


@dataclass(frozen=True, slots=True)
class Eliminated:
    """Who ties went out together; *left* are still playing."""

    players: tuple[Player, ...]
    place: int
    """Among all who have entered so far."""
    left: int


@dataclass(frozen=True, slots=True)
class BountyWon:
    """Whoever is left at the end wins their own."""

    player: Player
    by: Player
    amount: Chips


@dataclass(frozen=True, slots=True)
class Finished:
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
    return getattr(event, "cause", False)
