"""The tables of one tournament, which are opened, changed and closed as the tournament value
requires."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import TYPE_CHECKING

from pokermasa.masa import Change as MasaChange
from pokermasa.masa import Side
from pokermasa.masa import event as at_masa
from pokermasa.server.clock import Clock
from pokermasa.server.director.storage.record import table_name
from pokermasa.server.director.table import TournamentTable
from pokermasa.server.settings import Settings
from pokermasa.server.storage.account import DELETED, Account
from pokermasa.server.storage.journal.lease import Lease
from pokermasa.server.storage.journal.reasons import Reasons
from pokermasa.server.table import table_record
from pokermasa.server.table.access import Access
from pokermasa.tournament import Change, TableNumber, Tournament, event
from pokermasa.tournament.balance import each

if TYPE_CHECKING:
    from pokermasa.server.director.director import Director


class TournamentTables:
    """All open tables of one tournament."""

    def __init__(self, director: Director, settings: Settings, clock: Clock) -> None:
        self._director, self._state = director, director.state
        self._settings, self._clock = settings, clock
        if self._state.terms.is_league:  # Programs get no extra time for lost connections.
            self._settings = settings.model_copy(update={"reconnect_grace_ms": 0})
        self.open: dict[TableNumber, TournamentTable] = {}
        """Open tables by number."""
        self.on_table: Callable[[TournamentTable, bool], None] = lambda table, is_open: None
        """Called with each table that opens (True) or closes (False)."""

    def start(self) -> None:
        """Opens the tables of a tournament that is already running."""
        for number, table in enumerate(self._state.tournament.tables):
            if table is not None:
                self._open(TableNumber(number))

    def look(self) -> None:
        """Lets all tables check whether a hand can be dealt or a bot has to act."""
        for table in list(self.open.values()):
            table.on_change(table)

    def look_at_idle(self, checked: Container[TableNumber] = ()) -> None:
        """Lets tables without a hand check whether they can deal now, except those in *checked*."""
        for number in each(self._state.tournament.sizes.idle):
            if number in self.open and number not in checked:
                table = self.open[number]
                table.on_change(table)

    def adopt(
        self, before: Tournament, change: Change, hands: Mapping[TableNumber, str]
    ) -> set[TableNumber]:
        """Applies a stored change to all tables, which send their events and check what to do next.
        Returns the numbers of the tables that did so. *hands* are the ids of the hands that ended,
        by table."""
        adopted = set()
        tables = self._state.tournament.tables
        happened_at: dict[TableNumber, list[at_masa.Event]] = {}
        for one in change.events:
            if isinstance(one, event.AtTable):
                happened_at.setdefault(one.table, []).append(one.event)
        for index in tables.changed_indexes(before.tables):
            number, table = TableNumber(index), tables[index]
            events = tuple(happened_at.get(number, ()))
            if table is None:
                self._close(number, events, hands.get(number))
            elif number not in self.open:
                self._open(number)
            else:
                there = MasaChange(table.masa, events)
                self.open[number].adopt(there, self._seated(number), hands.get(number))
                adopted.add(number)
        return adopted

    def reasons(self, ended: Iterable[event.HandOver]) -> dict[TableNumber, Reasons]:
        """Return the reasons that bots gave for their acts in these hands."""
        return {
            over.table: self.open[over.table].state.reasons(over.number)
            for over in ended
            if over.table in self.open
        }

    def _seated(self, number: TableNumber) -> dict[Side, Account]:
        return {Side(side): who for side, who in self._state.seated(number).items()}

    def _open(self, number: TableNumber) -> None:
        state, lease = self._state, self._director.lease
        record = table_record.TableRecord(
            Lease(state.table_id(number), lease.owner, lease.fence),
            table_name(state.name, number),
            state.tournament.table(number).masa,
            0,
            Access(act_time=state.terms.act_time),
            None,
            state.key,
            self._seated(number),
        )
        table = TournamentTable(self._director, number, record, self._settings, self._clock)
        self.open[number] = table
        self.on_table(table, True)
        table.wake()

    def _close(
        self, number: TableNumber, events: tuple[at_masa.Event, ...], hand: str | None
    ) -> None:
        """Closes a table after sending the events of its last hand."""
        table = self.open.pop(number)
        if events:
            change = MasaChange(table.state.masa, events)
            table.adopt(change, table.state.seated, hand)
        table.close()
        table.sleep()
        self.on_table(table, False)

    def rename(self, account: Account) -> None:
        for number, table in self.open.items():
            if account.name == DELETED:  # the name of the tournament may have changed
                table.broadcast.feed.log.forget()
                table.state.name = table_name(self._state.name, number)
                if table.state.tournament is not None:
                    table.state.tournament |= {"name": self._state.name}
            side = table.state.side_of(account)
            if side is not None:
                table.state.seated[side] = account
                table.broadcast.tell_renamed(side, account)

    def sleep(self) -> None:
        for table in self.open.values():
            table.sleep()

    def lose(self) -> None:
        for table in self.open.values():
            table.lose()

    def close_all(self) -> Iterable[TournamentTable]:
        """Tells all viewers that their tables are closed, and yields the tables."""
        for table in list(self.open.values()):
            table.close()
            yield table
