"""The lobby: all tables of this process and all its connected clients."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
from collections.abc import Collection, Iterable
from itertools import count
from typing import Any

from sqlalchemy import Connection, select

from pokermasa import __version__
from pokermasa.masa import Entry, Masa, Terms
from pokermasa.rules import Blinds, HouseRules
from pokermasa.server.accounts.accounts import Accounts
from pokermasa.server.bus.bus import Bus, ProcessBus
from pokermasa.server.bus.peers import Peers
from pokermasa.server.director.table import TournamentTable
from pokermasa.server.lobby.adoption import Adoption
from pokermasa.server.lobby.dealing_loop import DealingLoop
from pokermasa.server.lobby.handover import Handover
from pokermasa.server.lobby.house_bots import HouseBots
from pokermasa.server.lobby.house_tables import HOUSE_RULES, HouseTable, house_tables
from pokermasa.server.lobby.live_table import LiveTable
from pokermasa.server.lobby.maintenance import Maintenance
from pokermasa.server.lobby.other_processes import OtherProcesses
from pokermasa.server.lobby.owners import Owners
from pokermasa.server.lobby.seating import Seating
from pokermasa.server.lobby.table_list import TableList
from pokermasa.server.lobby.tournaments import Tournaments
from pokermasa.server.measures import Measures
from pokermasa.server.overload import Overload
from pokermasa.server.protocol.message import AnyMessage, Notice
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage import opening_limit
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import DELETED, Account
from pokermasa.server.storage.database import process
from pokermasa.server.storage.database.storage import Storage
from pokermasa.server.storage.database.stored_clock import StoredClock
from pokermasa.server.storage.journal import lease
from pokermasa.server.storage.opening_limit import Opener
from pokermasa.server.table import table_record as record
from pokermasa.server.table.access import Access
from pokermasa.server.table.actor import TableActor
from pokermasa.server.table.chat import Chat
from pokermasa.server.table.table import Table
from pokermasa.server.table.table_record import TableRecord
from pokermasa.server.table.viewer import LOGGED_OUT, Viewer

HOUSE_ENTRY = Entry.RETURNING
"""Rule for new players at house tables, and at tables whose host does not choose another."""
HOUSE = "house"
"""Id of the lease that a process holds while it opens house tables."""
MOST_HOUSE_TABLES = 30
"""Number of tables without a host in this process from which on `play_now` opens no more of
them."""
OPEN = select(store.masa.c.id).where(
    store.masa.c.closed.is_(None), store.masa.c.tournament.is_(None)
)

log = logging.getLogger(__name__)


class Lobby:
    """The tables, tournaments and clients of one process of the room."""

    def __init__(
        self,
        storage: Storage,
        accounts: Accounts,
        settings: Settings,
        bus: Bus | None = None,
    ) -> None:
        self.storage, clock = storage, storage.clock
        self.writer, self.clock = storage.writer, clock
        self.accounts = accounts
        self.settings = settings
        self.tables: dict[str, TableActor] = {}
        self.viewers: set[Viewer] = set()
        """All clients that are connected to this process."""
        self.visitors: set[Viewer] = set()
        """Clients that are connected to another process and watch something of this process."""
        self.cut_off = 0
        """Number of connections that the server has closed, for example because the client read too
        slowly."""
        self._is_open = False
        self.hands_dealt = 0
        """Number of hands dealt at cash tables of this process since it started."""
        self.measures: Measures | None = None
        self.announcement: Notice | None = None
        """Message that every client is sent after it connects, or None."""
        self.opening = asyncio.Lock()
        """Lock that is held while a side is searched for or a table is opened, so that limits hold
        and two players are not sent to the same side."""
        self.stored_clock = StoredClock(storage)
        self.chat = Chat(storage)
        self.seating = Seating(self.tables, storage, accounts, settings)
        self.table_list = TableList(self.tables, clock)
        self.live_table = LiveTable(self.tables, clock)
        self._house_bots = HouseBots(accounts, storage, settings)
        self._dealing_loop = DealingLoop(
            self._house_bots, self.seating, settings, clock, self.close
        )
        self._dealing_loop.is_house_full = lambda: self._is_full
        self._process = process.Process(settings)
        self.tournaments = Tournaments(
            storage, settings, self._process, self._house_bots, self.tell
        )
        self.tournaments.on_change = self._dealing_loop.start_next_step
        self.tournaments.on_table = self._note_table
        self._by_account: dict[int, set[Viewer]] = {}
        self._have_acted: set[int] = set()
        """Accounts that have acted at a table of this process."""
        self.peers = Peers(
            bus or ProcessBus(), self.owner, settings.bus_prefix, settings.lease_ms, clock
        )
        self.overload = Overload()
        self.peers.about = self._about
        self.owners = Owners(storage, self.peers.alive)
        self.others = OtherProcesses(self)
        self.handover = Handover(self, self._process)
        self._adoption = Adoption(
            open=OPEN,
            here=self.tables,
            read=record.recover,
            start=self._start,
            storage=storage,
            process=self._process,
            lease_ms=settings.lease_ms,
        )
        self._adoption.free = self.tournaments.adoption.free = self.handover.free
        self._maintenance = Maintenance(self)
        accounts.sessions.on_end = self.cut

    @property
    def owner(self) -> str:
        return self._process.owner

    def is_dead(self, owner: str) -> bool:
        return self._process.is_dead(owner)

    async def start(self) -> None:
        with contextlib.suppress(Refused):  # for example if the disk is full
            await self.stored_clock.note()
        await self._house_bots.start()
        self._process.start()
        self.others.start()
        await self.peers.start()
        await self.adopt()
        if self.settings.house_tables:
            await self._open_house()
        self._maintenance.start()

    def note_open(self) -> None:
        """Notes that clients can connect now, so that `masa admin drain` can continue."""
        self._is_open = True
        self._process.note_open()
        self.peers.say_here()

    async def stop(self) -> None:
        """Stops all tables and tournaments and gives their leases back."""
        await self._maintenance.stop()
        await self.peers.stop()
        await self.others.stop()
        self.table_list.stop()
        self.live_table.stop()
        await self._dealing_loop.stop()
        for table in self.tables.values():
            await table.stop()
        await self.tournaments.stop()
        leases = [table.lease for table in self.tables.values()] + self.tournaments.leases
        with contextlib.suppress(Refused):
            await self.storage.write(lease.give_back, leases)
        self._process.stop()

    # Opening and closing

    async def open(
        self,
        name: str,
        sides: int,
        blinds: Blinds,
        rules: HouseRules | str = HOUSE_RULES,
        host: Account | None = None,
        private: bool = False,
        access: Access | None = None,
        terms: Terms | None = None,
        time_bank: int | None = None,
        address: str | None = None,
    ) -> TableActor:
        """Opens a table. Raises `Refused` if *host*, or all accounts of *address* together, have
        too many open tables."""
        terms = terms or _usual_terms(blinds)
        bank = self.settings.time_bank_ms if time_bank is None else time_bank
        masa = Masa.open(sides, blinds, rules, terms._replace(time_bank=bank))
        id = secrets.token_hex(4)
        key = secrets.token_urlsafe(18) if private else None
        now = self.clock.now()
        chosen = access or Access()

        def store_table(connection: Connection) -> lease.Lease:
            if host is not None:
                opening_limit.verify_tables(connection, Opener(host.id, address), self.settings)
            record.lay(connection, id, name[:60], masa, chosen, host, key, now)
            return lease.take(connection, id, self.owner, now, self.settings.lease_ms)

        taken = await self.writer.write(store_table)
        log.info("masa %s opened", id)
        return self._start(TableRecord(taken, name[:60], masa, 0, chosen, host, key))

    async def ended(self, id: str) -> record.Ended | None:
        """Return a closed table that had a host, or None."""
        return await self.storage.read(record.ended, id)

    async def open_rematch(self, before: record.Ended, address: str | None) -> TableActor:
        """Opens a table with the settings, host and approved players of a closed one. Co-hosts have
        to be asked again."""
        access, masa = before.access, before.masa
        blinds = masa.blinds
        timer = access.timer
        if timer is not None:
            now = self.clock.now()
            timer = timer.model_copy(update={"level": 0, "until": now + timer.time, "left": None})
            blinds = timer.blinds(blinds)
        actor = await self.open(
            before.name,
            masa.sides,
            blinds,
            masa.rules,
            host=before.host,
            private=before.key is not None,
            access=access.replace(closing=False, paused=False, timer=timer, rematch=None),
            terms=masa.terms,
            time_bank=masa.terms.time_bank,
            address=address,
        )
        after = access.replace(rematch=actor.id)
        await self.storage.write(record.set_rematch, before.id, after)
        return actor

    async def _open_house_table(self, table: HouseTable) -> TableActor:
        access = Access(bots=self.settings.house_bots)
        return await self.open(table.name, table.sides, table.blinds, table.rules, access=access)

    async def find_side(
        self, account: Account, big: int | None, stack: int | None = None
    ) -> tuple[TableActor, int]:
        """Return a table for the account, and the stack to bring. Tables where the next hand starts
        soon are preferred. If no such table is found and the room has house tables, another house
        table is opened."""
        found: tuple[TableActor, int] | None = None
        try:
            found = await self.seating.find_side(account, big, stack)
        except Refused as refused:
            if refused.code is not RoomRefusal.NO_SIDE_FREE or not self._may_open_like(big, stack):
                raise
        if found is not None and (found[0].is_prompt or not self._may_open_like(big, stack)):
            return found
        usual = self._may_open_like(big, stack)[0]
        if await self.accounts.chips(account) < _usual_terms(usual.blinds).least_buy_in:
            if found is not None:
                return found
            raise Refused(RoomRefusal.NOT_ENOUGH_CHIPS)
        names = {table.state.name for table in self.tables.values()}
        others = (usual._replace(number=number) for number in count(2))
        await self._open_house_table(next(one for one in others if one.name not in names))
        return await self.seating.find_side(account, big, stack)

    def _may_open_like(self, big: int | None, stack: int | None) -> list[HouseTable]:
        """Return the kinds of house tables that may be opened for this big blind and stack."""
        if not self.settings.house_tables or self._is_full:
            return []
        return [
            table
            for table in house_tables(self.settings)
            if big in (None, table.blinds.big)
            and (stack is None or _usual_terms(table.blinds).allows(stack))
        ]

    @property
    def _is_full(self) -> bool:
        """Whether the limit for opening further house tables is reached."""
        own = sum(table.state.host is None for table in self.tables.values())
        settings = self.settings
        return own >= MOST_HOUSE_TABLES or len(self.tables) >= settings.most_tables

    def spare_tables(self) -> list[TableActor]:
        """Return empty tables without a host that are not among the usual house tables: those that
        were opened for many players, or by a room with other settings."""
        usual = {table.name for table in house_tables(self.settings)}
        return [
            table
            for table in self.tables.values()
            if table.state.host is None and table.state.name not in usual and not table.state.people
        ]

    async def _open_house(self) -> None:
        """Opens the house tables and house tournaments that are missing. Only one process of the
        room does this at a time."""
        if self.peers.is_shared:
            now = self.clock.now()
            try:
                time = self.settings.lease_ms
                taken = await self.storage.write(lease.take, HOUSE, self.owner, now, time)
            except Refused:
                return  # another process is doing this
        for table in self.spare_tables():
            await self.close(table, if_empty=True)
        known = await self._house_table_names()
        for usual in house_tables(self.settings):
            if usual.name not in known:
                await self._open_house_table(usual)
        await self.tournaments.open_house_events()
        if self.peers.is_shared:
            await self.storage.write(lease.give_back, [taken])

    async def _house_table_names(self) -> set[str]:
        """Return the names of the open house tables in all processes of the room."""
        row = store.masa.c
        query = select(row.name).where(
            row.closed.is_(None), row.host.is_(None), row.tournament.is_(None)
        )
        return {name for (name,) in await self.storage.rows(query)}

    async def adopt(self) -> None:
        """Takes over tables and tournaments that no running process owns."""
        await self._adoption.adopt_all()
        await self.tournaments.adoption.adopt_all()

    def _start(self, record: TableRecord) -> TableActor:
        table = TableActor(record, self.writer, self.settings, self.clock)
        self._have_acted |= table.act_clock.have_acted
        table.act_clock.have_acted = self._have_acted
        self.tables[table.id] = table
        table.on_change = self._on_change
        table.on_dealt = self._note_deal
        table.start()
        self._on_change(table)
        return table

    def _note_deal(self) -> None:
        self.hands_dealt += 1

    def _on_change(self, table: TableActor) -> None:
        self._dealing_loop.start_next_step(table)
        if table.state.key is None:
            self.table_list.touch(table.id)
            self.live_table.touch(table)

    async def close(self, table: TableActor, if_empty: bool = False) -> bool:
        """Closes a table. Returns False if a hand is in progress, after which the table closes by
        itself."""
        if not await table.close(if_empty):
            return False
        self._forget(table)
        return True

    async def let_go(self, table: TableActor) -> None:
        """Stops a table that another process now owns."""
        self._forget(table)
        await table.stop()

    def _forget(self, table: TableActor) -> None:
        self.tables.pop(table.id, None)
        self._dealing_loop.forget(table)
        if table.state.key is None:
            self.table_list.touch(table.id)
            self.live_table.touch(table)

    def find(self, id: str) -> TableActor:
        """Return the table with this id. Raises `Refused` with `NOT_FOUND` if it is not in this
        process."""
        table = self.tables.get(id)
        if table is None or table.is_lost:
            raise Refused(RoomRefusal.NOT_FOUND)
        return table

    def has(self, id: str) -> bool:
        """Return whether this process owns this table or tournament."""
        found = self.table(id) or self.tournaments.directors.get(id)
        return found is not None and not found.is_lost

    def table(self, id: str) -> Table | None:
        """Return the cash table or tournament table with this id, or None."""
        return self.tables.get(id) or self.tournaments.tables.get(id)

    def _note_table(self, table: TournamentTable, is_open: bool) -> None:
        if not is_open:
            self._dealing_loop.forget(table)

    # Connected clients

    @property
    def accounts_here(self) -> Collection[int]:
        """Accounts that are connected to this process."""
        return self._by_account.keys()

    def enter(self, viewer: Viewer) -> None:
        """Adds a connected client."""
        self.viewers.add(viewer)
        if viewer.account_id is not None:
            if viewer.account_id not in self._by_account:
                self.others.note_connected(viewer.account_id, True)
            self._by_account.setdefault(viewer.account_id, set()).add(viewer)

    def leave(self, viewer: Viewer) -> None:
        """Removes a client and ends its subscriptions to lists."""
        self.viewers.discard(viewer)
        self.table_list.unwatch(viewer)
        self.live_table.unwatch(viewer)
        self.tournaments.list.unwatch(viewer)
        here = self._by_account.get(viewer.account_id or 0)
        if here is not None:
            here.discard(viewer)
            if not here:
                del self._by_account[viewer.account_id or 0]
                self.others.note_connected(viewer.account_id or 0, False)

    def tell(self, account: int, message: AnyMessage) -> None:
        """Sends a message to all connections of an account, in all processes."""
        self.tell_here(account, message)
        self.others.tell(account, message)

    def tell_here(self, account: int, message: AnyMessage) -> None:
        """Sends a message to all connections of an account in this process."""
        for viewer in self._by_account.get(account, ()):
            viewer.outbox.tell(message)

    def cut(self, sessions: Iterable[str]) -> None:
        """Disconnects all clients with these sessions, in all processes. Their users have to log in
        again."""
        ended = list(sessions)
        self.cut_here(ended)
        self.peers.tell_all({"do": "cut", "sessions": ended})

    def cut_here(self, sessions: Iterable[str]) -> None:
        """Disconnects the clients of this process with these sessions."""
        ended = set(sessions)
        for viewer in list(self.viewers):
            if viewer.session in ended:
                viewer.outbox.cut("log in again", LOGGED_OUT)

    async def cut_ended(self) -> None:
        """Disconnects clients whose session has expired or was ended by another process."""
        here = {v.session for v in self.viewers if v.session and not v.is_banned}
        self.cut_here(await self.accounts.sessions.over(here))

    def mute(self, account: int, other: int, value: bool) -> None:
        """Applies a change of an account's muted accounts to its clients in all processes."""
        self.mute_here(account, other, value)
        self.peers.tell_all({"do": "muted", "muted": [account, other, value]})

    def mute_here(self, account: int, other: int, value: bool) -> None:
        for viewer in (*self.viewers, *self.visitors):
            if viewer.account_id == account:
                (viewer.muted.add if value else viewer.muted.discard)(other)

    async def rename(self, account: Account) -> None:
        """Applies the new name of an account in all processes."""
        self.peers.tell_all({"do": "renamed", "account": account.id})
        await self.rename_here(account)

    async def rename_here(self, account: Account) -> None:
        """Applies the new name of an account to the clients, tables and tournaments of this
        process."""
        for viewer in (*self.viewers, *self.visitors):
            if viewer.account_id == account.id:
                viewer.account = account
        titles = await self._titles_of(account) if account.name == DELETED else {}
        for table in list(self.tables.values()):
            with contextlib.suppress(Refused):
                await table.rename(account, titles.get(table.id))
        for director in list(self.tournaments.directors.values()):
            with contextlib.suppress(Refused):
                await director.rename(account, titles.get(director.id))

    async def _titles_of(self, host: Account) -> dict[str, str]:
        """Return the current names of the account's tables and tournaments, by id. They may have
        contained the name of the account."""
        found: dict[str, str] = {}
        for columns in (store.masa.c, store.tournament.c):
            query = select(columns.id, columns.name).where(columns.host == host.id)
            found |= {row.id: row.name for row in await self.storage.rows(query)}
        return found

    def seats_of(self, account: Account) -> list[Table]:
        """Return the tables where the account sits."""
        tables: list[Table] = [*self.tables.values(), *self.tournaments.tables.values()]
        return [table for table in tables if table.state.side_of(account) is not None]

    def hosted_by(self, account: Account) -> list[TableActor]:
        """Return the cash tables whose host the account is."""
        return [table for table in self.tables.values() if table.state.host == account]

    # Other processes of the room

    def _about(self) -> dict[str, Any]:
        """Return the facts about this process that the other processes get."""
        return {
            "tables": self.load,
            "is_draining": self.handover.is_draining,
            "is_open": self._is_open,
            "machine": socket.gethostname(),
            "pid": os.getpid(),
            "version": __version__,
            "now": self.clock.now(),
        }

    @property
    def load(self) -> int:
        """Number of tables in this process, those of tournaments included."""
        return len(self.tables) + len(self.tournaments.tables)

    def places_here(self, account: int) -> list[dict[str, Any]]:
        """Return the tables of this process where the account sits, is being seated, waits for a
        side or is the host."""
        found = []
        taking = self.seating.taking(account)
        for table in (*self.tables.values(), *self.tournaments.tables.values()):
            side, host = table.state.side_of(account), table.state.host
            place = {
                "masa": table.id,
                "name": table.state.name,
                "key": table.state.key,
                "small": table.state.masa.blinds.small,
                "big": table.state.masa.blinds.big,
                "is_seated": side is not None,
                "is_waiting": any(
                    w.account.id == account for w in table.state.waiting_list.waiting
                ),
                "is_taking": table.id in taking,
                "is_host": isinstance(table, TableActor)
                and host is not None
                and host.id == account,
                "is_in_hand": table.is_in_hand_with_people(account),
            }
            if any(place[what] for what in ("is_seated", "is_waiting", "is_taking", "is_host")):
                found.append(place)
        return found

    async def take(self, id: str) -> None:
        """Takes over a table or tournament that another process has handed over."""
        if self.handover.is_draining or self.has(id):
            return
        if not await self._adoption.adopt_if_free(id):
            await self.tournaments.adoption.adopt_if_free(id)

    async def drain(self) -> None:
        """Hands all tables and tournaments to other processes, if there are any, before this
        process stops."""
        self._dealing_loop.is_draining = True
        await self.handover.drain()


def _usual_terms(blinds: Blinds) -> Terms:
    return Terms.for_blinds(blinds.big)._replace(entry=HOUSE_ENTRY)
