"""A journal entry: everything that is stored for one change of a tournament.

It consists of the causes for the journal, finished hands, tables, and every chip that moves. An act
is one line in the journal. The whole tournament is saved only from time to time, so that the data
written for an act does not grow with the number of entrants.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pokermasa.masa import event as at_masa
from pokermasa.server.director.storage.record import EntryRecord
from pokermasa.server.director.terms import Terms
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.journal import journal, lease
from pokermasa.server.storage.journal.reasons import Reasons
from pokermasa.server.table.access import Access
from pokermasa.tournament import Change, EntrantStatus, Player, TableNumber, Tournament, event, save

LINES = 256
"""Number of journal lines after which the whole tournament is saved. Each entrant raises it by
four."""


class NewOrder(NamedTuple):
    """An order that is stored with this change."""

    by: Account | None
    command: str
    about: Account | None = None
    number: int | None = None
    is_done: bool = True


class NewNotice(NamedTuple):
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
class TournamentEntry:
    """One change of a tournament with all data to be stored."""

    lease: lease.Lease
    seq: int
    now: int
    name: str
    access: Access
    key: str | None
    host: Account | None
    league: str | None
    change: Change
    before: Sequence[EntryRecord]
    after: Mapping[Player, EntryRecord]
    """Entries that have changed or are new, by player."""
    hands: Mapping[TableNumber, str]
    """Ids of the hands that ended, by table."""
    number_of_rows: int
    """Number of journal lines since the tournament was last saved as a whole, including this
    one."""
    ask: journal.MessageKey | None = None
    orders: Sequence[NewOrder] = ()
    done: Sequence[int] = ()
    """Ids of waiting orders that have now taken effect."""
    next: Next | None = None
    row: str | None = None
    """Row of the finished tournament for lists, as JSON. None if the tournament has not ended."""
    reasons: Mapping[TableNumber, Reasons] = field(default_factory=dict)
    """Reasons that bots gave for their acts in the hands that ended, by table."""
    notices: Sequence[NewNotice] = ()
    terms: Terms | None = None
    """The new terms, if they change."""

    @property
    def id(self) -> str:
        return self.lease.masa

    @property
    def paid_late(self) -> list[Player]:
        """Players who were eliminated before this change, while entries were still open, and who
        win a prize with this change."""
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
        """The causes of the change as a line for the journal."""
        causes = [save.cause_to_data(e) for e in self.change.events if event.is_cause(e)]
        return json.dumps(causes, separators=(",", ":"))

    @property
    def is_whole(self) -> bool:
        """Whether the whole tournament is saved with this entry."""
        now = self.change.tournament
        return self.number_of_rows >= LINES + 4 * len(now.entrants) or now.is_ended

    @property
    def is_small(self) -> bool:
        """Whether this entry consists of only a line in the journal."""
        return not (
            self.after
            or self.hands
            or self.orders
            or self.done
            or self.next
            or self.is_whole
            or any(_is_large(new_event) for new_event in self.change.events)
        )


def _is_large(new_event: event.Event) -> bool:
    if isinstance(new_event, event.AtTable):
        return isinstance(new_event.event, at_masa.CardsShown)
    return isinstance(new_event, event.Started | event.TableOpened | event.TableBroken)
