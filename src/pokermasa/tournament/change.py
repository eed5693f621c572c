"""The result of every call on a tournament: the next value, and the events that led to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pokermasa.masa.event import may_see
from pokermasa.tournament.event import AtTable, Event

if TYPE_CHECKING:
    from pokermasa.tournament.entrant import Player
    from pokermasa.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Change:
    """The result of a call on a tournament.

    >>> from pokermasa.tournament import Structure, Tournament
    >>> change = Tournament.open(Structure.sit_and_go(players=3, stack=100)).register("Ada")
    >>> change, change.tournament.entries
    (<Change: Registered>, 1)
    """

    tournament: Tournament
    """The next value of the tournament. The old one does not change."""
    events: tuple[Event, ...] = ()
    """The events of the call, in order."""

    def __repr__(self) -> str:
        from pokermasa.notebook.html import shortened

        names = ", ".join([_name(event) for event in self.events])
        return shortened(f"<Change: {names or 'no event'}>")

    def _repr_html_(self) -> str:
        return self.tournament._repr_html_()

    def then(self, change: Change) -> Change:
        """Return *change* with the events of this change before its own."""
        return Change(change.tournament, self.events + change.events)

    def seen_by(self, player: Player | None) -> tuple[Event, ...]:
        """Return the events that *player* may see. None means a spectator."""
        place = None if player is None else self.tournament.place(player)
        return tuple([event for event in self.events if _may_see(event, place)])


def _name(event: Event) -> str:
    return type(event.event if isinstance(event, AtTable) else event).__name__


def _may_see(event: Event, place: tuple[int, int | None] | None) -> bool:
    if not isinstance(event, AtTable):
        return not getattr(event, "secret", False)
    table, side = place or (None, None)
    return may_see(event.event, side if table == event.table else None)
