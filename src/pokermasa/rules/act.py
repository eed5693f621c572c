"""The acts of players, and the acts with which the dealer answers them."""

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
    """A betting round. Its value is the letter that stands for it in a Fen."""

    PREFLOP = "P"
    FLOP = "F"
    TURN = "T"
    RIVER = "R"

    @property
    def place(self) -> int:
        """The number of the round, from 0 (preflop) to 3 (river)."""
        return _ROUNDS.index(self)

    @property
    def following(self) -> BettingRound:
        """The next round. The river, which is the last, returns itself."""
        return _ROUNDS[min(self.place + 1, 3)]

    @property
    def board_cards(self) -> int:
        """The number of community cards on the table in this round."""
        return (0, 3, 4, 5)[self.place]


_ROUNDS = tuple(BettingRound)


class _Act:
    """The base class of acts. Two acts without an amount are equal if their class is the same."""

    __slots__ = ()
    code: ClassVar[str]
    """The two letters that stand for the act in Uci notation."""
    raises: ClassVar[bool] = False
    """Whether the act raises the price, that is, the wager others have to match."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(self.code)

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an act is immutable; {name} cannot be set")


class _ActTo(_Act):
    """The base class of acts with an amount.

    *to* is the total wager of the stack after the act, in chips. None leaves the amount open.
    """

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


_set_to = _ActTo.__dict__["to"].__set__  # writes the slot, since `__setattr__` refuses to


# Acts that players send


class Fold(_Act):
    """The player gives up the hand and can no longer win anything.

    >>> Fold(), Fold().code, Fold() == Fold()
    (Fold(), 'FO', True)
    """

    __slots__ = ()
    code = "FO"


class Check(_Act):
    """The player stays in without paying. Possible only if there is nothing to call.

    >>> Check(), Check().code
    (Check(), 'CH')
    """

    __slots__ = ()
    code = "CH"


class Call(_Act):
    """The player matches the price.

    >>> Call(), Call().code
    (Call(), 'CA')
    """

    __slots__ = ()
    code = "CA"


class Raise(_ActTo):
    """The player raises the price to *to* chips. The first bet of a round is a raise from 0.

    >>> Raise(to=6), Raise(6).to, Raise(6).raises
    (Raise(to=6), 6, True)
    """

    __slots__ = ()
    code = "RR"
    raises = True
    to: Chips

    def __init__(self, to: Chips) -> None:
        _set_to(self, to)


class PotShareRaise(_ActTo):
    """A raise by a fraction of the pot, counted as if the player had called first.

    The rules compute the amount. If the sender names it too, a wrong amount is refused.
    """

    __slots__ = ()
    raises = True
    share: ClassVar[int]
    """The divisor of the pot: 3 for a third, 2 for half, 1 for the whole pot."""


class ThirdPotRaise(PotShareRaise):
    """A raise by a third of the pot.

    >>> ThirdPotRaise(), ThirdPotRaise.code, ThirdPotRaise.share
    (ThirdPotRaise(to=None), 'TR', 3)
    """

    __slots__ = ()
    code = "TR"
    share = 3


class HalfPotRaise(PotShareRaise):
    """A raise by half of the pot.

    >>> HalfPotRaise(), HalfPotRaise.code, HalfPotRaise.share
    (HalfPotRaise(to=None), 'HR', 2)
    """

    __slots__ = ()
    code = "HR"
    share = 2


class PotRaise(PotShareRaise):
    """A raise by the whole pot.

    >>> PotRaise(), PotRaise.code, PotRaise.share
    (PotRaise(to=None), 'PR', 1)
    """

    __slots__ = ()
    code = "PR"
    share = 1


class AllIn(_ActTo):
    """The player bets every chip that is left. The amount is optional; a wrong one is refused.

    >>> AllIn(), AllIn(to=60)
    (AllIn(to=None), AllIn(to=60))
    """

    __slots__ = ()
    code = "AA"


# Acts that the dealer records instead of `AllIn`. Players do not send them.


class AllInCall(_Act):
    """An all-in that is a call, or less than a call because the stack has no more chips."""

    __slots__ = ()
    code = "AC"


class AllInHalfRaise(_Act):
    """An all-in for more than a call but less than a full raise."""

    __slots__ = ()
    code = "AH"
    raises = True


class AllInFullRaise(_Act):
    """An all-in for at least a full raise."""

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


def is_act(value: object) -> TypeGuard[PlayerAct]:
    """Whether *value* is an instance of one of the act classes above. Subclasses do not count.

    >>> is_act(Fold()), is_act(Fold), is_act("FO")
    (True, False, False)
    """
    return type(value) in _KINDS


# Acts of the dealer


class NextTurn(NamedTuple):
    """The round goes on; another stack is to act."""

    to_act: StackIndex


class NextRound(NamedTuple):
    """The round is over, the wagers are in the pots, and the next round has begun."""

    to_act: StackIndex
    middle: MiddleCards | None
    """The community cards of the new round. None in a hand without cards."""
    running_pot: Pot
    side_pots: tuple[Pot, ...]


class OneWin(NamedTuple):
    """The hand is over because all stacks but one have folded."""

    winners: Winners

    @property
    def result(self) -> Winners:
        """Alias of `winners`. `Showdown` has an attribute of this name too."""
        return self.winners


class Showdown(NamedTuple):
    """The hand is over and the remaining stacks compare their cards."""

    middle: MiddleCards | None
    """All community cards. None in a hand without cards."""
    hands: tuple[tuple[Card, Card] | None, ...] | None
    """Hole cards by stack index, None for a folded or unknown hand. The whole attribute is None in
    a hand without cards."""
    result: Winners | None
    """The winners. None if cards are missing; then `Dealer.distribute_all` can pay the pots."""
    order: tuple[StackIndex, ...]
    """The stacks that have not folded, in the order in which they show their cards."""
    values: tuple[int | None, ...]
    """The strength of each hand by stack index, higher is better. None if folded or unknown."""
    pots: tuple[Pot, ...]
    """The pots, each with its amount and the stacks that could win it."""
    all_show: bool
    """Whether house rules demand that every remaining hand is shown."""

    @property
    def winners(self) -> Winners:
        """The winners. Raises `BadHand`, naming the missing cards, if `result` is None."""
        if self.result is None:
            raise BadHand(f"the winners cannot be determined: {self._missing()}")
        return self.result

    def _missing(self) -> str:
        if self.hands is None or self.middle is None:
            return "give Situation a HandDealer with the hands and the board"
        if self.middle.river is None:
            return "give HandDealer all five cards of the board before the hand is played"
        return "give HandDealer the hands of all stacks that have not folded"

    @property
    def must_show(self) -> frozenset[StackIndex]:
        """The stacks that have to show their cards.

        In each pot the first stack in showing order must show. Each later stack must show only if
        no hand shown before beats it in that pot; otherwise it may keep its cards secret.
        """
        if self.all_show:
            return frozenset(self.order)
        shown = set()
        for pot in self.pots:
            best = 0 if pot.wager else None  # an empty pot makes nobody show
            for index in self.order:
                value = self.values[index]
                if best is None or value is None or value < best or index not in pot.involved:
                    continue
                best = value
                shown.add(index)
        return frozenset(shown)


DealerAct: TypeAlias = NextTurn | NextRound | OneWin | Showdown
