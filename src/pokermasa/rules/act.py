"""What players do, and what the dealer does about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from pokermasa.rules.chips import Chips, StackIndex

if TYPE_CHECKING:
    from pokermasa.cards import Card
    from pokermasa.rules.hand_dealer import MiddleCards
    from pokermasa.rules.pot import Pot
    from pokermasa.rules.showdown import Winners


class BettingRound(StrEnum):
    """The letters are the Fen's."""

    PREFLOP = "P"
    FLOP = "F"
    TURN = "T"
    RIVER = "R"

    @property
    def place(self) -> int:
        """0 to 3."""
        return _ROUNDS.index(self)

    @property
    def following(self) -> BettingRound:
        """The next round; the river has none and stays."""
        return _ROUNDS[min(self.place + 1, 3)]

    @property
    def board_cards(self) -> int:
        """How many community cards are on the cloth."""
        return (0, 3, 4, 5)[self.place]


_ROUNDS = tuple(BettingRound)


# What a player sends. `code` is the Uci code; `raises` says whether the act lifts the price.


@dataclass(frozen=True, slots=True)
class Fold:
    code: ClassVar[str] = "FO"
    raises: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Check:
    code: ClassVar[str] = "CH"
    raises: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Call:
    code: ClassVar[str] = "CA"
    raises: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Raise:
    """A bet is a raise from nothing. The amount is the whole wager after it: raise *to*."""

    code: ClassVar[str] = "RR"
    raises: ClassVar[bool] = True
    to: Chips


@dataclass(frozen=True, slots=True)
class PotShareRaise:
    """A raise by a share of the pot as it is after the call. The rules work out the amount; a
    sender may name it too, and then it must be right."""

    code: ClassVar[str]
    share: ClassVar[int]
    raises: ClassVar[bool] = True
    to: Chips | None = None


@dataclass(frozen=True, slots=True)
class ThirdPotRaise(PotShareRaise):
    code: ClassVar[str] = "TR"
    share: ClassVar[int] = 3


@dataclass(frozen=True, slots=True)
class HalfPotRaise(PotShareRaise):
    code: ClassVar[str] = "HR"
    share: ClassVar[int] = 2


@dataclass(frozen=True, slots=True)
class PotRaise(PotShareRaise):
    code: ClassVar[str] = "PR"
    share: ClassVar[int] = 1


@dataclass(frozen=True, slots=True)
class AllIn:
    """Every chip. The amount need not be named; if it is, it must be right."""

    code: ClassVar[str] = "AA"
    raises: ClassVar[bool] = False
    to: Chips | None = None


# What the dealer records for an all-in; nobody sends these.


@dataclass(frozen=True, slots=True)
class AllInCall:
    """A call, or as much of one as the stack has."""

    code: ClassVar[str] = "AC"
    raises: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class AllInHalfRaise:
    """More than a call, less than a full raise."""

    code: ClassVar[str] = "AH"
    raises: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class AllInFullRaise:
    code: ClassVar[str] = "AF"
    raises: ClassVar[bool] = True


AnyRaise: TypeAlias = Raise | ThirdPotRaise | HalfPotRaise | PotRaise
RecordedAllIn: TypeAlias = AllInCall | AllInHalfRaise | AllInFullRaise
PlayerAct: TypeAlias = (
    Fold
    | Check
    | Call
    | Raise
    | ThirdPotRaise
    | HalfPotRaise
    | PotRaise
    | AllIn
    | AllInCall
    | AllInHalfRaise
    | AllInFullRaise
)


# What the dealer does next.


@dataclass(frozen=True, slots=True)
class NextTurn:
    to_act: StackIndex


@dataclass(frozen=True, slots=True)
class NextRound:
    to_act: StackIndex
    middle: MiddleCards | None
    """None in a hand played without cards."""
    running_pot: Pot
    side_pots: tuple[Pot, ...]


@dataclass(frozen=True, slots=True)
class OneWin:
    """Everyone else has folded."""

    winners: Winners


@dataclass(frozen=True, slots=True)
class Showdown:
    middle: MiddleCards | None
    hands: tuple[tuple[Card, Card] | None, ...] | None
    """By stack index, None where folded or unknown. The whole is None without cards."""
    winners: Winners | None
    """None when the cards do not tell; `Dealer.distribute_all` settles then."""
    order: tuple[StackIndex, ...]
    """Who shows first, second, …"""
    must_show: frozenset[StackIndex]
    """The others may muck: nobody but they themselves need ever see their cards."""


DealerAct: TypeAlias = NextTurn | NextRound | OneWin | Showdown
