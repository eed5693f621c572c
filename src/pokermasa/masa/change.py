"""What every call on a masa answers with: what is, together with what happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pokermasa.masa.event import Event, may_see

if TYPE_CHECKING:
    from pokermasa.masa.masa import Masa


@dataclass(frozen=True, slots=True)
class Change:
    masa: Masa
    """The next value; the masa it was asked of is still what it was."""
    events: tuple[Event, ...] = ()

    def seen_by(self, viewer: int | None) -> tuple[Event, ...]:
        """The events that may be told to who sits on this side; to everyone else with None."""
        return tuple([event for event in self.events if may_see(event, viewer)])

    def then(self, change: Change) -> Change:
        return Change(change.masa, self.events + change.events)
