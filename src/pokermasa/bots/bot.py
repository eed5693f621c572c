"""What a bot is: something that looks at a view and answers with an act."""

from __future__ import annotations

from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

from pokermasa.rules import Chips, PlayerAct, StackIndex, View


class Choice(NamedTuple):
    """An answer that says more than an act: how likely each of several is, and why."""

    acts: tuple[tuple[PlayerAct, float], ...]
    """Acts with their weights, which need not add up to one."""
    reason: str = ""
    """In words, for whoever looks on afterwards."""

    @classmethod
    def of(cls, act: PlayerAct, reason: str = "") -> Choice:
        return cls(((act, 1.0),), reason)


Answer: TypeAlias = PlayerAct | Choice


class Bot(Protocol):
    def choose(self, view: View) -> Answer:
        """One of `view.acts`, or a raise between the ends of `view.raises`, or a `Choice` of such.
        The view is what a person on that side sees, `view.past` included, and nothing more."""
        ...


class Company(NamedTuple):
    """Who sits at the table in this hand, and what is played for."""

    names: tuple[str, ...]
    """By stack index."""
    me: StackIndex
    prizes: tuple[float, ...] = ()
    """What the places still open pay, the best first. None in a cash game: a chip is a chip."""
    elsewhere: tuple[Chips, ...] = ()
    """The stacks at the tournament's other tables."""


@runtime_checkable
class Student(Protocol):
    """A bot that knows its company and learns may have these two as well."""

    def meet(self, company: Company) -> None:
        """A hand begins."""
        ...

    def learn(self, view: View) -> None:
        """It is over: as this side saw it end, with every act and the cards that were shown."""
        ...
