"""The interface of a bot: it receives a view of the hand and answers with an act."""

from __future__ import annotations

from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

from pokermasa.rules import Chips, PlayerAct, StackIndex, View


class MixedAct(NamedTuple):
    """Several possible acts with their weights, and an optional reason. One of them is drawn.

    >>> from pokermasa.rules import Call, Raise
    >>> MixedAct(((Raise(to=60), 3), (Call(), 1)), "strong").reason
    'strong'
    >>> MixedAct.single(Call(), "the pot odds are good").acts
    ((Call(), 1.0),)
    """

    acts: tuple[tuple[PlayerAct, float], ...]
    """Possible acts with their relative weights. The weights need not add up to one."""
    reason: str = ""
    """Explanation of the choice in plain words, for spectators and hand histories."""

    @classmethod
    def single(cls, act: PlayerAct, reason: str = "") -> MixedAct:
        return cls(((act, 1.0),), reason)


Decision: TypeAlias = PlayerAct | MixedAct


class Bot(Protocol):
    """A bot: any object with the method `choose`. It needs no base class.

    >>> from pokermasa.rules import Blinds, Check, Dealer, Fold, Situation
    >>> class Careful:
    ...     def choose(self, view):
    ...         return Check() if Check() in view.acts else Fold()
    >>> situation = Situation(Dealer.start([200, 200], 0, Blinds(1, 2), "tda"))
    >>> Careful().choose(View.from_situation(situation, viewer=0))
    Fold()
    """

    def choose(self, view: View) -> Decision:
        """Return one of `view.acts`, a raise between the two limits in `view.raises`, or a
        `MixedAct` of such acts. The view holds only what a person on that side sees, including
        `view.past`."""
        ...


class HandInfo(NamedTuple):
    """The players of one hand and, in a tournament, the prizes and the other stacks."""

    names: tuple[str, ...]
    """Names of the players, by stack index."""
    me: StackIndex
    prizes: tuple[float, ...] = ()
    """Prizes of the places that are still open, highest first. Empty in a cash game."""
    elsewhere: tuple[Chips, ...] = ()
    """Stacks at the other tables of the tournament, in chips."""


@runtime_checkable
class LearningBot(Protocol):
    """Two optional methods for a bot that wants to know its opponents and learn from finished
    hands."""

    def meet(self, info: HandInfo) -> None:
        """Called at the start of each hand."""
        ...

    def learn(self, view: View) -> None:
        """Called at the end of each hand. The view is the final one of this side, with every act
        and all cards that were shown."""
        ...
