"""One change of a tournament, written down: causes, hands, tables, and every chip it moves.

An act is one line in the journal. The tournament itself is saved now and then, so that what is
written for an act does not grow with the number of entrants.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pokermasa.masa import event as at_masa
from pokermasa.server.director.storage.record import Entry
from pokermasa.server.director.terms import Terms
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.journal import journal, lease
from pokermasa.server.storage.journal.reasons import Reasons
from pokermasa.server.table.access import Access
from pokermasa.tournament import (
    Change,
    EntrantStatus,
    Player,
    TableNumber,
    Tournament,
    event,
    save,
)

LINES = 256
"""Of the journal, after which the tournament is saved whole; four more for every entrant."""


class NewOrder(NamedTuple):
    by: Account | None
    command: str
    about: Account | None = None
    number: int | None = None
    is_done: bool = True


class Told(NamedTuple):
    """A notice for one account."""

    account: int
    words: str


class Next(NamedTuple):
    """Another tournament that is opened with this change."""

    name: str
    terms: Terms
    tournament: Tournament
    entered: Sequence[Account] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    lease: lease.Lease
    seq: int
    now: int
    name: str
    access: Access
    key: str | None
    host: Account | None
    league: str | None
    change: Change
    before: Sequence[Entry]
    after: Mapping[Player, Entry]
    """Those that are others now."""
    hands: Mapping[TableNumber, str]
    """The names of the hands that ended."""
    number_of_rows: int
    """In the journal, since the tournament was saved."""
    ask: journal.MessageKey | None = None
    orders: Sequence[NewOrder] = ()
    done: Sequence[int] = ()
    """Orders that have taken effect."""
    next: Next | None = None
    row: str | None = None
    """What the list says of it, once it is over."""
    reasons: Mapping[TableNumber, Reasons] = field(default_factory=dict)
    """Why bots acted as they did in the hands that ended."""
    notices: Sequence[Told] = ()
    terms: Terms | None = None
    """The terms, if they change."""

    @property
    def id(self) -> str:
        return self.lease.masa

    @property
    def paid_late(self) -> list[Player]:
        """Players who went out before this change, while players could enter late or again, and
        who win a prize with this change."""
        return [
            player
            for player, entry in self.after.items()
            if player < len(self.before)
            and entry.prize > self.before[player].prize
            and self._was_out(player)
        ]

    def _was_out(self, player: Player) -> bool:
        now = [p for e in self.change.events if isinstance(e, event.Eliminated) for p in e.players]
        status = self.change.tournament.entrants[player].status
        return status is EntrantStatus.OUT and player not in now

    @property
    def causes(self) -> str:
        causes = [save.cause_to_data(e) for e in self.change.events if event.is_cause(e)]
        return json.dumps(causes, separators=(",", ":"))

    @property
    def is_whole(self) -> bool:
        now = self.change.tournament
        return self.number_of_rows >= LINES + 4 * len(now.entrants) or now.is_ended

    @property
    def is_small(self) -> bool:
        """Nothing but a line in the journal."""
        return not (
            self.after
            or self.hands
            or self.orders
            or self.done
            or self.next
            or self.is_whole
            or any(_is_large(happened) for happened in self.change.events)
        )


def _is_large(happened: event.Event) -> bool:
    if isinstance(happened, event.AtTable):
        return isinstance(happened.event, at_masa.CardsShown)
    return isinstance(happened, event.Started | event.TableOpened | event.TableBroken)
