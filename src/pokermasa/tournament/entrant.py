"""An entrant: somebody who paid to play, and where they are now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NewType, TypeAlias

from pokermasa.rules import Chips
from pokermasa.tournament.persistent_vector import PersistentVector

Player = NewType("Player", int)
"""An entrant's number, from 0, in the order of registering. Who enters again has two."""

TableNumber = NewType("TableNumber", int)
"""From 0. A broken table's number is not used again."""


class EntrantStatus(StrEnum):
    WAITING = "waiting"
    """Registered; the tournament has not started."""
    PLAYING = "playing"
    OUT = "out"
    DISQUALIFIED = "disqualified"
    LEFT = "left"
    """Left the running tournament, and was paid what the stack was worth."""
    WITHDRAWN = "withdrawn"
    """Before the start: no entrant any more, with nothing paid."""


@dataclass(frozen=True, slots=True)
class Entrant:
    name: str
    status: EntrantStatus = EntrantStatus.WAITING
    table: TableNumber | None = None
    """While playing, or while a disqualified player's last hand is being finished."""
    rebuys: int = 0
    added_on: bool = False
    coming: Chips = 0
    """Bought during a hand: on the table when it is over."""
    bounties: Chips = 0
    """Won by knocking others out."""
    declined: bool = False
    """The player is out and does not want to enter again."""

    def but(self, **changes: Any) -> Entrant:
        return replace(self, **changes)


_BUCKETS = 1024
_Bucket: TypeAlias = tuple[tuple[str, Player], ...]
_EMPTY: PersistentVector[_Bucket] = PersistentVector([()] * _BUCKETS)


class Names:
    """Who entered under a name, found without asking everybody. What it holds follows from the
    entrants, so it is neither compared nor saved.

    >>> Names().with_name("Ada", Player(0)).with_name("Ada", Player(7)).of("Ada")
    (0, 7)
    """

    __slots__ = ("_buckets",)

    def __init__(self, buckets: PersistentVector[_Bucket] | None = None) -> None:
        self._buckets = _EMPTY if buckets is None else buckets

    @classmethod
    def among(cls, entrants: Iterable[Entrant]) -> Names:
        return _named((entrant.name, Player(number)) for number, entrant in enumerate(entrants))

    def with_name(self, name: str, player: Player) -> Names:
        bucket = hash(name) % _BUCKETS
        return Names(self._buckets.put(bucket, (*self._buckets[bucket], (name, player))))

    def __reduce__(self) -> tuple[Any, ...]:
        """One by one: in another process a name's hash is another."""
        names = [pair for bucket in self._buckets for pair in bucket]
        return _named, (sorted(names, key=lambda pair: pair[1]),)

    def of(self, name: str) -> tuple[Player, ...]:
        bucket = self._buckets[hash(name) % _BUCKETS]
        return tuple([player for other, player in bucket if other == name])


def _named(pairs: Iterable[tuple[str, Player]]) -> Names:
    names = Names()
    for name, player in pairs:
        names = names.with_name(name, player)
    return names
