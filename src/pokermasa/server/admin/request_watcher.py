"""Applies admin commands to the sockets and tables of this process. Any process may have executed
them.

New entries are read from the log of requests. Bans are taken from the database's current state
instead, again and again, so that they also hold for tables that move here and after a restart.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from sqlalchemy import Connection, select

from pokermasa.masa import MasaError
from pokermasa.server.address import Networks
from pokermasa.server.director.director import Director
from pokermasa.server.director.storage.journal_entry import NewOrder
from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.protocol.request import Command as Order
from pokermasa.server.refusal import Refused
from pokermasa.server.storage import admin_request, notice
from pokermasa.server.storage import room_setting as setting
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.admin_request import ENTRY_ORDERS, AdminLogEntry, Command
from pokermasa.server.storage.notice import Notice
from pokermasa.server.table.actor import TableActor
from pokermasa.server.table.table import Table
from pokermasa.server.table.viewer import LOGGED_OUT, Viewer
from pokermasa.tournament import EntrantStatus, TournamentError

AGAIN = 100
"""Number of log entries before the last one that are read again. With several processes, an entry
may be committed before one with a smaller number."""
ANNOUNCED = "announcement"
ORDERING = (Command.CANCEL, Command.REFUND, Command.BAN, Command.DELETE, *ENTRY_ORDERS)
"""Commands that give orders to tournaments, directly or because the host's account is banned or
deleted."""
log = logging.getLogger(__name__)


class ActiveRestrictions(NamedTuple):
    """Bans, blocked networks and announcement that are in force."""

    banned: frozenset[int]
    networks: tuple[str, ...]
    announcement: str


def _standing(connection: Connection) -> ActiveRestrictions:
    who = store.account.c
    banned = connection.execute(
        select(who.id).where(who.banned.is_not(None), who.deleted.is_(None))
    )
    return ActiveRestrictions(
        frozenset(banned.scalars()),
        tuple(setting.blocked_networks(connection)),
        setting.get(connection, setting.ANNOUNCEMENT),
    )


class RequestWatcher:
    def __init__(self, lobby: Lobby, on_delete: Callable[[Account], Awaitable[None]]) -> None:
        self._lobby = lobby
        self._on_delete = on_delete
        self._seen = 0
        self._done: set[int] = set()
        self._standing = ActiveRestrictions(frozenset(), (), "")
        self.blocked = Networks("")
        """Networks from which connections are refused."""

    async def start(self) -> None:
        """Skips older log entries, which were applied before, and enforces bans and blocks."""
        storage = self._lobby.storage
        self._seen = await storage.read(admin_request.last_entry)
        self._done = await storage.read(self._lately)
        await self._read_standing()
        await self._enforce()

    async def look(self) -> None:
        storage = self._lobby.storage
        lately = await storage.read(self._lately)
        new = lately - self._done
        entries = await storage.read(admin_request.log, min(new) - 1) if new else []
        self._done, self._seen = lately, max([self._seen, *lately])
        done = [entry for entry in entries if entry.id in new and entry.refused is None]
        if done:
            await self._read_standing()
        for entry in done:
            await self._take(entry)
        if any(entry.command in ORDERING for entry in done):
            await self._lobby.tournaments.take_orders()
        await self._enforce()

    def _lately(self, connection: Connection) -> set[int]:
        return admin_request.entries_after(connection, self._seen - AGAIN)

    async def _read_standing(self) -> None:
        self._standing = await self._lobby.storage.read(_standing)
        self.blocked = Networks(",".join(self._standing.networks))
        text = self._standing.announcement
        self._lobby.announcement = (
            Notice(0, self._lobby.clock.now(), ANNOUNCED, text).message if text else None
        )

    async def _take(self, entry: AdminLogEntry) -> None:
        account = await self._lobby.accounts.with_id(entry.subject)
        match entry.command:
            case Command.ANNOUNCE if self._lobby.announcement is not None:
                for viewer in self._lobby.viewers:
                    viewer.outbox.tell(self._lobby.announcement)
            case Command.BLOCK:
                for viewer in list(self._lobby.viewers):
                    if viewer.address in self.blocked:
                        viewer.outbox.cut("this address is blocked", LOGGED_OUT)
            case Command.BAN if entry.value.get("now") and entry.subject is not None:
                await self._enforce(entry.subject)
            case Command.RENAME | Command.DELETE if account is not None:
                await self._lobby.rename_here(account)
                if entry.command == Command.DELETE:
                    await self._on_delete(account)
        if entry.command in (Command.RESET, Command.TOKEN, Command.DELETE):
            await self._lobby.cut_ended()
        if entry.subject is not None:
            await self._tell(entry.subject, entry.made)

    async def _tell(self, account: int, made: int) -> None:
        found = await self._lobby.storage.read(notice.list_for, account)
        for viewer in list(self._lobby.viewers):
            if viewer.account_id == account:
                for one in found:
                    if one.made == made:
                        viewer.outbox.tell(one.message)

    # Bans

    async def _enforce(self, at_once: int = 0) -> None:
        """Removes banned players from tables and tournaments.

        A hand in play is finished first, except for the account *at_once*.
        """
        lobby, banned = self._lobby, self._standing.banned
        for table in (*lobby.tables.values(), *lobby.tournaments.tables.values()):
            table.state.barred = banned
        if not banned:
            return
        for viewer in [viewer for viewer in lobby.viewers if viewer.account_id in banned]:
            viewer.is_banned = True  # A banned player may finish the hand, but do nothing else.
        for masa in list(lobby.tables.values()):
            here = {
                *masa.state.seated.values(),
                *(w.account for w in masa.state.waiting_list.waiting),
            }
            for account in [account for account in here if account.id in banned]:
                with contextlib.suppress(Refused, MasaError):  # Tried again at the next look.
                    await _see_out(masa, account, account.id == at_once)
        for director in list(lobby.tournaments.directors.values()):
            for entry in list(director.state.entries):
                if entry.account.id in banned and director.state.is_entered(entry.account):
                    with contextlib.suppress(Refused, TournamentError):
                        await _withdraw(director, entry.account, entry.account.id == at_once)
        elsewhere = await self._seated_elsewhere() if lobby.peers.is_shared else set()
        for viewer in [viewer for viewer in lobby.viewers if viewer.is_banned]:
            plays = self._finishes(viewer) or viewer.account_id in elsewhere
            if viewer.account_id == at_once or not plays:
                viewer.outbox.cut("this account is banned", LOGGED_OUT)

    async def _seated_elsewhere(self) -> set[int]:
        """Return banned accounts with a seat at a table of another process, which will remove
        them."""
        seat = store.seat.c
        query = select(seat.account, seat.masa).where(seat.account.in_(self._standing.banned))
        rows = await self._lobby.storage.rows(query)
        return {row.account for row in rows if row.masa not in self._lobby.tables}

    def _finishes(self, viewer: Viewer) -> bool:
        """Whether the client watches a table at which its account is still in a hand."""
        tables: list[Table] = [
            *self._lobby.tables.values(),
            *self._lobby.tournaments.tables.values(),
        ]
        for table in tables:
            side = table.state.side_of(viewer.account_id)
            if (
                side is not None
                and table.state.masa.is_in_hand(side)
                and viewer in table.audience.viewers
            ):
                return True
        return False


async def _see_out(table: TableActor, account: Account, at_once: bool) -> None:
    """Removes the account from the waiting list and from its seat, with its chips.

    A hand in play is finished first; the table removes the player at its end.
    """

    async def remove_account() -> None:
        waiting = table.state.waiting_list.answered(account).left(account)
        await table.arrange(waiting_list=waiting)
        side = table.state.side_of(account)
        if side is None or table.state.masa.seats[side].leaving:
            return
        if at_once or not table.state.masa.is_in_hand(side):
            await table.commit(table.state.masa.leave(side))

    await table.ask(remove_account)


async def _withdraw(director: Director, account: Account, at_once: bool) -> None:
    """Withdraws the entry before the start of the tournament. Afterwards disqualifies the player,
    when the hand has ended."""

    async def withdraw_entry() -> None:
        player = director.state.player_of(account)
        if player is None:
            return
        now, orders = director.present, director.orders
        status = now.tournament.entrants[player].status
        if status is EntrantStatus.WAITING:
            await director.commit(now.then(now.tournament.withdraw(player)))
        elif status is EntrantStatus.PLAYING:
            is_ready = at_once or orders.is_ready(Order.DISQUALIFY, account)
            known = [o for o in orders.waiting if o.about == account]
            if any(order.command == Order.DISQUALIFY for order in known) and not is_ready:
                return
            if is_ready:
                tournament = now.tournament
                disqualified = orders.change(tournament, Order.DISQUALIFY, account, None, None)
                now = now.then(disqualified)
            order = NewOrder(None, str(Order.DISQUALIFY), account, None, is_ready)
            await director.commit(now, orders=[order])
            await director.follow()

    await director.ask(withdraw_entry)
