"""What every call on a tournament answers with."""

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
    tournament: Tournament
    """The next value; the one it was asked of is still what it was."""
    events: tuple[Event, ...] = ()

    def then(self, change: Change) -> Change:
        return Change(change.tournament, self.events + change.events)

    def seen_by(self, player: Player | None) -> tuple[Event, ...]:
        """The events that may be told to this player; to everyone else with None."""
        place = None if player is None else self.tournament.place(player)
        return tuple([event for event in self.events if _may_see(event, place)])


def _may_see(event: Event, place: tuple[int, int | None] | None) -> bool:
    if not isinstance(event, AtTable):
        return not getattr(event, "secret", False)
    table, side = place or (None, None)
    return may_see(event.event, side if table == event.table else None)
