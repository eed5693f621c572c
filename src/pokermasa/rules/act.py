"""What players do, and what the dealer does about it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias, TypeGuard, get_args

from pokermasa.rules.chips import Chips, StackIndex
from pokermasa.rules.refusal import BadHand

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


class _Act:
    """An act without an amount: one act is as good as another of its kind."""

    __slots__ = ()
    code: ClassVar[str]
    """What it is called in Uci."""
    raises: ClassVar[bool] = False
    """Whether it lifts the price."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(self.code)

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an act does not change: {name}")


class _ActTo(_Act):
    """An act that may name an amount: the whole wager after it."""

    __slots__ = ("to",)
    __match_args__ = ("to",)
    to: Chips | None

    def __init__(self, to: Chips | None = None) -> None:
        _set_to(self, to)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.to == other.to

    def __hash__(self) -> int:
        return hash((self.code, self.to))

    def __repr__(self) -> str:
        return f"{type(self).__name__}(to={self.to})"

    def __reduce__(self) -> tuple[type[_ActTo], tuple[Chips | None]]:
        return type(self), (self.to,)


_set_to = _ActTo.__dict__["to"].__set__  # acts refuse to be changed


# What a player sends


class Fold(_Act):
    __slots__ = ()
    code = "FO"


class Check(_Act):
    __slots__ = ()
    code = "CH"


class Call(_Act):
    __slots__ = ()
    code = "CA"


class Raise(_ActTo):
    """A bet is a raise from nothing."""

    __slots__ = ()
    code = "RR"
    raises = True
    to: Chips

    def __init__(self, to: Chips) -> None:
        _set_to(self, to)


class PotShareRaise(_ActTo):
    """A raise by a share of the pot as it is after the call. The rules work out the amount; a
    sender may name it too, and then it must be right."""

    __slots__ = ()
    raises = True
    share: ClassVar[int]


class ThirdPotRaise(PotShareRaise):
    __slots__ = ()
    code = "TR"
    share = 3


class HalfPotRaise(PotShareRaise):
    __slots__ = ()
    code = "HR"
    share = 2


class PotRaise(PotShareRaise):
    __slots__ = ()
    code = "PR"
    share = 1


class AllIn(_ActTo):
    """Every chip. The amount need not be named; if it is, it must be right."""

    __slots__ = ()
    code = "AA"


# What the dealer records for an all-in; nobody sends these


class AllInCall(_Act):
    """A call, or as much of one as the stack has."""

    __slots__ = ()
    code = "AC"


class AllInHalfRaise(_Act):
    """More than a call, less than a full raise."""

    __slots__ = ()
    code = "AH"
    raises = True


class AllInFullRaise(_Act):
    __slots__ = ()
    code = "AF"
    raises = True


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
_KINDS = frozenset(get_args(PlayerAct))


def is_act(given: object) -> TypeGuard[PlayerAct]:
    """Whether it is one of the acts above: not a class, not a word, not a kind of one's own.

    >>> is_act(Fold()), is_act(Fold), is_act("FO")
    (True, False, False)
    """
    return type(given) in _KINDS


# What the dealer does next


class NextTurn(NamedTuple):
    to_act: StackIndex


class NextRound(NamedTuple):
    to_act: StackIndex
    middle: MiddleCards | None
    """None in a hand played without cards."""
    running_pot: Pot
    side_pots: tuple[Pot, ...]


class OneWin(NamedTuple):
    """Everyone else has folded."""

    winners: Winners

    @property
    def result(self) -> Winners:
        """The winners, under the name that a showdown has them by too."""
        return self.winners


class Showdown(NamedTuple):
    middle: MiddleCards | None
    hands: tuple[tuple[Card, Card] | None, ...] | None
    """By stack index, None where folded or unknown. The whole is None without cards."""
    result: Winners | None
    """The winners; None when the cards do not tell. `Dealer.distribute_all` settles then."""
    order: tuple[StackIndex, ...]
    """Who shows first, second, …"""
    values: tuple[int | None, ...]
    """What each hand is worth, by stack index; None where folded or unknown."""
    pots: tuple[Pot, ...]
    """What was played for, and who could win it."""
    all_show: bool
    """House rules have every live hand shown: always, or because somebody is all in."""

    @property
    def winners(self) -> Winners:
        """Who won what. `BadHand` says which cards are missing to know that."""
        if self.result is None:
            raise BadHand(f"the cards do not tell who won: {self._missing()}")
        return self.result

    def _missing(self) -> str:
        if self.hands is None or self.middle is None:
            return "give Situation a HandDealer with the hands and the board"
        if self.middle.river is None:
            return "give HandDealer the whole board, five cards, before the hand is played"
        return "give HandDealer the hands of those who are left"

    @property
    def must_show(self) -> frozenset[StackIndex]:
        """Who has to turn the cards up: the first, and whoever is not beaten by what lies open in
        some pot both play for. The others may muck: nobody else need ever see their cards."""
        if self.all_show:
            return frozenset(self.order)
        shown = set()
        for pot in self.pots:
            best = 0 if pot.wager else None  # nobody has to show for an empty pot
            for index in self.order:
                value = self.values[index]
                if best is None or value is None or value < best or index not in pot.involved:
                    continue
                best = value
                shown.add(index)
        return frozenset(shown)


DealerAct: TypeAlias = NextTurn | NextRound | OneWin | Showdown
