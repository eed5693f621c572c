"""Who went out when, and which place that makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple

from pokermasa.rules import BustOrder, Chips
from pokermasa.tournament.entrant import Player
from pokermasa.tournament.persistent_vector import PersistentVector


class Bust(NamedTuple):
    """Somebody who lost the last chip in a hand."""

    player: Player
    stack: Chips
    """At the start of the hand."""
    strength: int
    """Of the hand that lost it: more is stronger."""


class Result(NamedTuple):
    place: int
    player: Player
    name: str
    prize: Chips
    points: int


def ordered(busts: Iterable[Bust], order: BustOrder) -> list[tuple[Player, ...]]:
    """Those who went out at once, the worst first; who stands in one group ties.

    >>> busts = [Bust(0, 300, 7), Bust(1, 500, 7), Bust(2, 300, 9)]
    >>> ordered(busts, BustOrder.STACK), ordered(busts, BustOrder.HAND)
    ([(0, 2), (1,)], [(0, 1), (2,)])
    """
    place = Bust._fields.index("stack" if order is BustOrder.STACK else "strength")
    ranked = sorted(busts, key=lambda bust: (bust[place], bust.player))
    groups = groupby(ranked, key=lambda bust: bust[place])
    return [tuple([bust.player for bust in group]) for _, group in groups]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Kept in the order of going out: places are counted from its end, since while registration is
    open nobody knows how many there will be."""

    out: PersistentVector[tuple[Player, ...]] = field(default_factory=PersistentVector)
    """Groups that tie, the first to go out first."""
    disqualified: tuple[Player, ...] = ()
    """Behind everybody, the first sent away last."""
    replaced: tuple[Player, ...] = ()
    """Entries of players who went out and entered again. Only a player's last entry has a place
    that can be paid; these rank behind everybody who is out, and win neither prize nor points."""

    def with_busts(self, busts: Iterable[Bust], order: BustOrder) -> Ranking:
        out = self.out
        for group in ordered(busts, order):
            out = out.append(group)
        return replace(self, out=out)

    def with_disqualified(self, player: Player) -> Ranking:
        return replace(self, disqualified=(*self.disqualified, player))

    def with_replaced(self, players: Iterable[Player]) -> Ranking:
        """These entries are out, and their players have entered again."""
        return replace(self, replaced=(*self.replaced, *players))

    def places(self, playing: Sequence[Player] = ()) -> Iterator[tuple[int, tuple[Player, ...]]]:
        """Place and who has it, the best first; *playing* are all before those who are out.

        >>> ranking = Ranking(PersistentVector([(4,), (1, 2)]), disqualified=(3,))
        >>> list(ranking.places(playing=[0]))
        [(1, (0,)), (2, (1, 2)), (4, (4,)), (5, (3,))]
        >>> list(ranking.with_replaced([1]).places(playing=[0]))
        [(1, (0,)), (2, (2,)), (3, (4,)), (4, (1,)), (5, (3,))]
        """
        place, replaced = 1, set(self.replaced)
        out = [tuple([p for p in group if p not in replaced]) for group in reversed(list(self.out))]
        last = [(player,) for player in (*reversed(self.replaced), *reversed(self.disqualified))]
        for group in [*((player,) for player in playing), *filter(None, out), *last]:
            yield place, group
            place += len(group)
