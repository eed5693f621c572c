"""All tournaments of this process: opening, taking over, entries, filling with bots, and the
list."""

from __future__ import annotations

import contextlib
import logging
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, insert, select

from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.clock import Timer
from pokermasa.server.director import entering
from pokermasa.server.director.director import REFUSALS, Director
from pokermasa.server.director.storage import record
from pokermasa.server.director.storage.record import Order, TournamentRecord
from pokermasa.server.director.table import TournamentTable
from pokermasa.server.director.terms import Terms
from pokermasa.server.lobby import seating
from pokermasa.server.lobby.adoption import Adoption
from pokermasa.server.lobby.house_bots import HouseBots
from pokermasa.server.lobby.house_events import HOUSE_EVENTS, HouseEvent
from pokermasa.server.lobby.tournament_list import TournamentList
from pokermasa.server.protocol.message import AnyMessage
from pokermasa.server.protocol.tournament import Kind
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage import opening_limit, room_order
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.database.process import Process
from pokermasa.server.storage.database.storage import Storage
from pokermasa.server.storage.journal import lease
from pokermasa.server.storage.journal.journal import MessageKey
from pokermasa.server.storage.opening_limit import Opener
from pokermasa.tournament import Rise, Status, Structure, Tournament

BOTS_FILL_AFTER = 30.0
"""Seconds that people wait in a sit-and-go before bots fill the free seats."""
EARLY = 5.0
"""Seconds before a scheduled start at which bots enter."""
AGAIN = 2.0
"""Seconds between two attempts to fill a tournament with bots."""
MOST_ENTRANTS = 10_000
"""Maximum number of entrants of a tournament. One process runs a tournament with all its tables."""
LONGEST_LEVEL = {Rise.TIME: 86_400, Rise.HANDS: 1000, Rise.STEPS: 1000, Rise.ORBITS: 100}
"""Maximum length of a level, by the way in which levels rise: seconds, hands, steps or orbits."""
LONGEST_BREAK = 86_400
"""Maximum length of a break in seconds."""
MOST_TIME_BANK = 3600
"""Maximum time bank in seconds. With a longer one a tournament would take too long to end."""
OPEN = select(store.tournament.c.id).where(store.tournament.c.ended.is_(None))
log = logging.getLogger(__name__)


async def _none(account: int) -> int:
    return 0


class Tournaments:
    """The tournaments of one process of the room."""

    def __init__(
        self,
        storage: Storage,
        settings: Settings,
        process: Process,
        house_bots: HouseBots,
        tell: Callable[[int, AnyMessage], None],
    ) -> None:
        self.directors: dict[str, Director] = {}
        self.tables: dict[str, TournamentTable] = {}
        """Tables of all tournaments of this process, by id."""
        self.list = TournamentList(self.directors, storage.clock)
        self.on_table: Callable[[TournamentTable, bool], None] = lambda table, is_open: None
        """Called with each tournament table that opens (True) or closes (False)."""
        self.on_change: Callable[[TournamentTable], None] = lambda table: None
        """Called after every change of a tournament table."""
        self._storage, self._clock = storage, storage.clock
        self._settings, self._process = settings, process
        self._house_bots = house_bots
        self._tell = tell
        self.adoption = Adoption(
            open=OPEN,
            here=self.directors,
            read=record.recover,
            start=self._start,
            storage=storage,
            process=process,
            lease_ms=settings.lease_ms,
        )
        self.entries_elsewhere: Callable[[int], Awaitable[int]] = _none
        """Function that returns the number of tournaments in other processes that an account is
        in."""
        self._entering: Counter[tuple[int, str]] = Counter()
        """Number of entries in progress, by account and tournament."""
        self._filling: dict[str, Timer] = {}
        """Timers after which a tournament is filled with bots."""
        self._tasks = BackgroundTasks(*REFUSALS)

    async def stop(self) -> None:
        self.list.stop()
        await self._tasks.stop()
        for timer in self._filling.values():
            timer.cancel()
        for director in list(self.directors.values()):
            await director.stop()

    @property
    def leases(self) -> list[lease.Lease]:
        """Leases of the tournaments of this process."""
        return [director.lease for director in self.directors.values() if not director.is_lost]

    # Opening

    async def open(
        self,
        name: str,
        terms: Terms,
        structure: Structure,
        host: Account | None = None,
        private: bool = False,
        league: str | None = None,
        lay_league: Callable[[Connection], None] = lambda connection: None,
        address: str | None = None,
    ) -> Director:
        """Opens a tournament. Raises `Refused` if *host*, or all accounts of *address* together,
        have too many. *lay_league* inserts a new league in the same transaction."""
        key = secrets.token_urlsafe(18) if private else None
        now = self._clock.now()
        tournament = Tournament.open(playable(structure))

        def store_tournament(connection: Connection) -> TournamentRecord:
            if host is not None:
                opener = Opener(host.id, address)
                opening_limit.verify_tournaments(connection, opener, self._settings)
            lay_league(connection)
            id = record.lay(connection, name, terms, tournament, key, host, league, now)
            taken = lease.take(connection, id, self._process.owner, now, self._settings.lease_ms)
            return record.recover(connection, taken)

        director = self._start(await self._storage.write(store_tournament))
        log.info("tournament %s opened", director.id)
        return director

    async def open_league(
        self,
        name: str,
        terms: Terms,
        structure: Structure,
        host: Account,
        private: bool,
        address: str | None = None,
    ) -> Director:
        """Opens a league with its first game. The later games are opened automatically."""
        now, id = self._clock.now(), f"l{secrets.token_hex(4)}"

        def lay_league(connection: Connection) -> None:
            connection.execute(
                insert(store.league).values(
                    id=id,
                    name=name[:60],
                    terms=terms.model_dump_json(),
                    host=host.id,
                    opened=now,
                )
            )

        return await self.open(name, terms, structure, host, private, id, lay_league, address)

    async def open_house_events(self) -> None:
        """Opens the house tournaments that are missing."""
        row = store.tournament.c
        waiting = select(row.name).where(
            row.ended.is_(None), row.started.is_(None), row.host.is_(None)
        )
        known = {name for (name,) in await self._storage.rows(waiting)}
        for event in HOUSE_EVENTS:
            if event.name not in known:
                await self._open_house_event(event)

    async def _open_house_event(self, event: HouseEvent) -> None:
        bots = self._settings.house_bots
        terms = event.terms(self._clock.now(), bots)
        await self.open(event.name, terms, event.structure(bots))

    async def take_orders(self) -> None:
        """Applies the orders that the room's operator has stored for tournaments of this
        process."""
        here = list(self.directors)
        rows = await self._storage.read(room_order.waiting, here)
        found: dict[str, list[Order]] = {}
        for row in rows:
            about = None if row.about is None else Account(row.about, row.name, row.kind)
            order = Order(row.id, row.command, None, about, row.number)
            found.setdefault(row.tournament, []).append(order)
        for id, orders in found.items():
            if id in self.directors:
                with contextlib.suppress(Refused):
                    await self.directors[id].take_orders(orders)

    def _start(self, record: TournamentRecord) -> Director:
        director = Director(record, self._storage.writer, self._settings, self._clock, self._tell)
        self.directors[director.id] = director
        director.on_change = self._on_change
        director.tables.on_table = self._note_table
        director.on_next = self._adopt_next
        director.on_over = self._forget_soon
        director.start()
        self._on_change(director)
        return director

    def _note_table(self, table: TournamentTable, is_open: bool) -> None:
        if is_open:
            self.tables[table.id] = table
            table.on_change = self.on_change
        else:
            self.tables.pop(table.id, None)
        self.on_table(table, is_open)

    async def _adopt_next(self, id: str) -> None:
        """Starts the tournament that follows another one, so that it can be entered as soon as it
        is announced. If this fails, it is taken over later like every tournament without an owner,
        because it is already stored."""
        try:
            await self.adoption.adopt(id)
        except Exception as error:
            fault = None if isinstance(error, REFUSALS) else error
            log.warning("tournament %s is opened later: %s", id, error, exc_info=fault)

    def _forget_soon(self, director: Director) -> None:
        self._tasks.start(self.let_go(director), f"forget {director.id}")

    async def let_go(self, director: Director) -> None:
        """Stops a tournament that is over or that another process now owns."""
        self.directors.pop(director.id, None)
        for table in director.tables.close_all():
            self._note_table(table, is_open=False)
        self._stop_filling(director)
        self.list.touch(director.id, director.state.key is not None)
        await director.stop()

    def find(self, id: str, account: Account | None, key: str) -> Director:
        """Return the tournament. Raises `Refused` with `NOT_FOUND` if it is not in this process or
        the account may not enter it."""
        director = self.directors.get(id)
        if director is None or director.is_lost or not director.state.may_enter(account, key):
            raise Refused(RoomRefusal.NOT_FOUND)
        return director

    # Entries

    async def register(
        self,
        director: Director,
        account: Account,
        ask: MessageKey | None = None,
        is_program: bool = False,
    ) -> int:
        """Enters the account into a tournament. Raises `Refused` if it is in too many already,
        including those that it is entering at this moment, or if the tournament is for programs and
        *is_program* is false."""
        if director.state.is_for_programs and not is_program:
            raise Refused(RoomRefusal.PROGRAMS_ONLY)
        most = seating.SEATS_AN_ACCOUNT
        key = (account.id, director.id)

        def verify(elsewhere: int) -> None:
            here = len(self.entries_of(account.id))
            if here + elsewhere >= most:
                raise Refused(RoomRefusal.TOO_MANY_SEATS, f"at most {most} tournaments at once")

        verify(0)
        self._entering[key] += 1
        try:
            if elsewhere := await self.entries_elsewhere(account.id):
                verify(elsewhere - 1)
            return await entering.register(director, account, ask)
        finally:
            self._entering[key] -= 1
            if not self._entering[key]:
                del self._entering[key]

    def entries_of(self, account: int) -> list[dict[str, Any]]:
        """Return the tournaments of this process that the account is in or is entering."""
        return [
            {"id": director.id}
            for director in self.directors.values()
            if director.state.is_entered(Account(account, "", ""))
            or (account, director.id) in self._entering
        ]

    # Filling with bots

    def _on_change(self, director: Director) -> None:
        self.list.touch(director.id, director.state.key is not None)
        now = director.state.tournament
        wants = (
            now.status is Status.REGISTERING
            and director.state.terms.bots
            and director.state.people > 0
            and self._missing(director) > 0
        )
        if not wants or director.is_lost:
            self._stop_filling(director)
        elif director.id not in self._filling:
            self._fill_later(director, self._wait(director))

    def _wait(self, director: Director) -> float:
        """Return the seconds to wait before bots enter."""
        starts = director.state.terms.starts
        if starts is None:
            return BOTS_FILL_AFTER
        return max(0.0, (starts - self._clock.now()) / 1000 - EARLY)

    def _fill_later(self, director: Director, seconds: float) -> None:
        def fill() -> None:
            self._tasks.start(self._fill(director), f"fill {director.id}")

        self._filling[director.id] = self._clock.call_later(seconds, fill)
        director.state.bots_at = self._clock.now() + round(1000 * seconds)

    def _stop_filling(self, director: Director) -> None:
        timer = self._filling.pop(director.id, None)
        director.state.bots_at = None
        if timer is not None:
            timer.cancel()

    @staticmethod
    def _missing(director: Director) -> int:
        """Return the number of entries that are missing for a full tournament. A scheduled
        tournament is filled only up to one table, or up to its minimum if that is more."""
        now = director.state.tournament
        entrants = now.structure.most
        if director.state.terms.kind is Kind.SCHEDULED:
            entrants = max(now.structure.least, min(entrants, now.structure.seats))
        return entrants - now.entries

    async def _fill(self, director: Director) -> None:
        here = {entry.account.id for entry in director.state.entries}
        try:
            for account in await self._house_bots.choose_accounts(self._missing(director), here):
                await entering.register(director, account)
        except REFUSALS:
            pass  # the tournament has just started, or the disk is full
        self._filling.pop(director.id, None)
        if director.state.tournament.status is Status.REGISTERING and self._missing(director) > 0:
            self._fill_later(director, AGAIN)


def playable(structure: Structure) -> Structure:
    """Return the structure with its time bank in milliseconds. Raises `Refused` with
    `BAD_STRUCTURE` if the tournament might never end, would take too long, or is too large for one
    process."""
    if not structure.surely_ends:
        message = (
            'the blinds must rise until they take every chip: beyond = "double", or fewer chips'
        )
        raise Refused(RoomRefusal.BAD_STRUCTURE, message)
    schedule = structure.schedule
    longest = LONGEST_LEVEL[schedule.rises]
    limits = [
        ("entrants", structure.most, MOST_ENTRANTS),
        (f"levels.every, by {schedule.rises}", schedule.every, longest),
        ("levels.breaks", max((b.length for b in schedule.breaks), default=0), LONGEST_BREAK),
        ("time_bank", structure.time_bank, MOST_TIME_BANK),
        ("letters of the name", len(structure.name), 60),
    ]
    for what, value, most in limits:
        if value > most:
            raise Refused(RoomRefusal.BAD_STRUCTURE, f"{what}: at most {most}, not {value}")
    if not structure.name.isprintable():
        raise Refused(RoomRefusal.BAD_STRUCTURE, "name: needs visible characters")
    return replace(structure, time_bank=structure.time_bank * 1000)
