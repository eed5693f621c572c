"""An entrant: one entry into the tournament, with its player's name, status and table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NewType, TypeAlias

from pokermasa.rules import Chips
from pokermasa.tournament.persistent_vector import PersistentVector

Player = NewType("Player", int)
"""The number of an entry, from 0, in the order of registration. A player who enters again has
several numbers."""

TableNumber = NewType("TableNumber", int)
"""The number of a table, from 0. The number of a closed table is not used again."""


class EntrantStatus(StrEnum):
    """The status of an entry."""

    WAITING = "waiting"
    """The player is registered and the tournament has not started."""
    PLAYING = "playing"
    OUT = "out"
    """The player has lost all chips."""
    DISQUALIFIED = "disqualified"
    LEFT = "left"
    """The player left the running tournament and was paid the value of the stack."""
    WITHDRAWN = "withdrawn"
    """The player withdrew before the start and paid nothing."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One entry into the tournament."""

    name: str
    status: EntrantStatus = EntrantStatus.WAITING
    table: TableNumber | None = None
    """The player's table. None if the player is not playing; a disqualified player keeps the table
    until the current hand is over."""
    rebuys: int = 0
    """The number of rebuys so far."""
    added_on: bool = False
    """Whether the player has bought the add-on."""
    coming: Chips = 0
    """Chips bought during a hand. They are added to the stack after the hand."""
    bounties: Chips = 0
    """Bounties won by knocking out other players, in the unit of the buy-in."""
    declined: bool = False
    """Whether the player is out and has said that they do not want to enter again."""

    def replace(self, **changes: Any) -> Entrant:
        """Return a copy with some fields changed."""
        return replace(self, **changes)


_BUCKETS = 1024
_Bucket: TypeAlias = tuple[tuple[str, Player], ...]
_EMPTY: PersistentVector[_Bucket] = PersistentVector([()] * _BUCKETS)


class Names:
    """A persistent hash table from a name to the entries under that name.

    It follows from the entrants, so it is neither compared nor saved.

    >>> Names().with_name("Ada", Player(0)).with_name("Ada", Player(7)).entries("Ada")
    (0, 7)
    """

    __slots__ = ("_buckets",)

    def __init__(self, buckets: PersistentVector[_Bucket] | None = None) -> None:
        self._buckets = _EMPTY if buckets is None else buckets

    @classmethod
    def among(cls, entrants: Iterable[Entrant]) -> Names:
        """Return the table for *entrants*, whose numbers are their indexes."""
        return _named((entrant.name, Player(number)) for number, entrant in enumerate(entrants))

    def with_name(self, name: str, player: Player) -> Names:
        """Return the table with another entry under *name*."""
        bucket = hash(name) % _BUCKETS
        return Names(self._buckets.put(bucket, (*self._buckets[bucket], (name, player))))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the names themselves, since their hashes differ in another process."""
        names = [pair for bucket in self._buckets for pair in bucket]
        return _named, (sorted(names, key=lambda pair: pair[1]),)

    def entries(self, name: str) -> tuple[Player, ...]:
        """Return the entries under *name*, the oldest first."""
        bucket = self._buckets[hash(name) % _BUCKETS]
        return tuple([player for other, player in bucket if other == name])


def _named(pairs: Iterable[tuple[str, Player]]) -> Names:
    names = Names()
    for name, player in pairs:
        names = names.with_name(name, player)
    return names
