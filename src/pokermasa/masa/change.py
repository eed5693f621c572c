"""The result of every call on a masa: the next value, and the events that led to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pokermasa.masa.event import Event, may_see

if TYPE_CHECKING:
    from pokermasa.masa.masa import Masa


@dataclass(frozen=True, slots=True)
class Change:
    """The result of a call on a masa.

    >>> from pokermasa.masa import Masa
    >>> change = Masa.open(sides=5, rules="tda").buy_in(side=0, stack=200)
    >>> change, change.masa.seats[0].stack
    (<Change: PlayerJoined>, 200)
    """

    masa: Masa
    """The next value of the masa. The old one does not change."""
    events: tuple[Event, ...] = ()
    """The events of the call, in order."""

    def __repr__(self) -> str:
        from pokermasa.notebook.html import shortened

        names = ", ".join([type(event).__name__ for event in self.events])
        return shortened(f"<Change: {names or 'no event'}>")

    def _repr_html_(self) -> str:
        return self.masa._repr_html_()

    def seen_by(self, viewer: int | None) -> tuple[Event, ...]:
        """Return the events that the player on side *viewer* may see. None means a spectator."""
        return tuple([event for event in self.events if may_see(event, viewer)])

    def then(self, change: Change) -> Change:
        """Return *change* with the events of this change before its own."""
        return Change(change.masa, self.events + change.events)
