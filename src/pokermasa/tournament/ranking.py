"""The order in which players go out, and the places that follow from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple

from pokermasa.rules import BustOrder, Chips
from pokermasa.tournament.entrant import Player
from pokermasa.tournament.persistent_vector import PersistentVector


class Bust(NamedTuple):
    """A player who lost all chips in a hand."""

    player: Player
    stack: Chips
    """The player's chips at the start of the hand."""
    strength: int
    """The strength of the player's cards, from 1 to 7462; higher is better. 0 if unknown."""


class Result(NamedTuple):
    """The place, prize and points of one entry, as in `Tournament.results`.

    >>> Result(1, Player(4), "Ada", 300, 10).place
    1
    """

    place: int
    player: Player
    name: str
    prize: Chips
    points: int


def ordered(busts: Iterable[Bust], order: BustOrder) -> list[tuple[Player, ...]]:
    """Return groups of players who tie, the worst first, for players who go out at the same time.

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
    """The players who are out, in the order of going out.

    Places are counted from the end of that order, because the number of entries is not known while
    registration is open.
    """

    out: PersistentVector[tuple[Player, ...]] = field(default_factory=PersistentVector)
    """Groups of players who tie, in the order of going out."""
    disqualified: tuple[Player, ...] = ()
    """Disqualified players in the order of disqualification. They rank behind all others."""
    replaced: tuple[Player, ...] = ()
    """Entries of players who went out and entered again. They rank behind all other players who are
    out and win neither prize nor points; only a player's last entry can."""

    def with_busts(self, busts: Iterable[Bust], order: BustOrder) -> Ranking:
        """Return the ranking after these players went out at the same time."""
        out = self.out
        for group in ordered(busts, order):
            out = out.append(group)
        return replace(self, out=out)

    def with_disqualified(self, player: Player) -> Ranking:
        return replace(self, disqualified=(*self.disqualified, player))

    def with_replaced(self, players: Iterable[Player]) -> Ranking:
        """Return the ranking after the players of these entries have entered again."""
        return replace(self, replaced=(*self.replaced, *players))

    def places(self, playing: Sequence[Player] = ()) -> Iterator[tuple[int, tuple[Player, ...]]]:
        """Yield each place with the players who share it, the best first.

        The players in *playing* are ranked in this order before all players who are out.

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
