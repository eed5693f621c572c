"""Background task that executes admin requests.

The process with the lease `admin` executes all requests that do not concern a table. A table is
closed by the process that owns it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from pokermasa.server.accounts.erasure import erase_some
from pokermasa.server.admin import backups, commands, power, retention
from pokermasa.server.admin.later_list import add_later, missing
from pokermasa.server.admin.new_request import NewRequest
from pokermasa.server.admin.request_watcher import RequestWatcher
from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.log import reason
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import admin_request
from pokermasa.server.storage.account import DELETED, PERSON, Account
from pokermasa.server.storage.admin_request import Answer, Asker, Command, PendingRequest
from pokermasa.server.storage.archive.leaderboard import Leaderboard
from pokermasa.server.storage.database import database
from pokermasa.server.storage.journal import lease

LOOK = 0.5
"""Seconds between two looks for new requests of `masa admin`."""
BACKUP_LOOK = 60.0
"""Seconds between two checks whether a backup is due."""
OLD_LOOK = 3600.0
ANSWER_TIME, ANSWER_LOOK = 20.0, 0.1
"""Time in seconds that the admin page waits for an answer, and between two looks for it."""
log = logging.getLogger(__name__)


LATER = (Command.BAN, Command.UNBAN, Command.DELETE)


class AdminRequests:
    def __init__(self, lobby: Lobby, on_delete: Callable[[Account], Awaitable[None]]) -> None:
        self._lobby = lobby
        self._lease: lease.Lease | None = None
        self._renewed = 0.0
        self._looked_for_backup = -BACKUP_LOOK
        self._looked_for_old = -OLD_LOOK
        self._tasks = BackgroundTasks()
        self._backup: asyncio.Task[None] | None = None
        self.backup_faults = 0
        """Number of backups that failed in this process."""
        self._one_at_a_time = asyncio.Lock()
        self._is_log_to_empty = False
        self._on_delete = on_delete
        self.follow = RequestWatcher(lobby, self._delete)

    async def start(self) -> None:
        await self.follow.start()
        with contextlib.suppress(Refused):  # The disk may be full.
            await self.look()
            await self.note_later()  # Adds commands that were executed while the room was closed.
        self._tasks.start(self._keep(), "keeper admin")

    async def _delete(self, account: Account) -> None:
        """Deletes the uploads of a deleted account, in the process that has the lease."""
        if self._lease is not None:
            await self._on_delete(account)

    async def stop(self) -> None:
        await self._tasks.stop()
        if self._backup is not None:
            await self._backup  # A thread is writing the backup.
        own_lease = self._lease
        if own_lease is not None:
            with contextlib.suppress(Refused):
                await self._lobby.storage.write(lease.give_back, [own_lease])

    async def _keep(self) -> None:
        while True:
            await self._lobby.clock.sleep(LOOK)
            try:
                await self.look()
                await self.erase()
                self._back_up_aside()
                await self._let_go()
            except Refused:
                continue  # Tried again at the next look.
            except Exception as error:
                log.error("a fault in a request of an admin", exc_info=error)

    def _back_up_aside(self) -> None:
        """Starts a due backup in the background, in the process that has the lease.

        A backup may take long; requests do not wait for it.
        """
        steady = self._lobby.clock.steady()
        is_at_it = self._backup is not None and not self._backup.done()
        if self._lease is None or is_at_it or steady - self._looked_for_backup < BACKUP_LOOK:
            return
        self._looked_for_backup = steady
        self._backup = asyncio.create_task(self._back_up(), name="backup")

    async def _back_up(self) -> None:
        lobby = self._lobby
        try:
            made = await asyncio.to_thread(
                backups.take_due, lobby.settings, lobby.clock.now() / 1000
            )
        except Exception as error:
            self.backup_faults += 1
            log.error("no backup could be taken: %s", reason(error))
        else:
            if made is not None:
                log.info("a backup was taken")

    async def _let_go(self) -> None:
        """Deletes expired data, once an hour and in small steps."""
        lobby, steady = self._lobby, self._lobby.clock.steady()
        if self._lease is None or steady - self._looked_for_old < OLD_LOOK:
            return
        self._looked_for_old = steady
        if not await lobby.stored_clock.note():
            return
        now, settings = lobby.clock.now(), lobby.settings
        # Leaderboards compare addresses, which are deleted below.
        await Leaderboard(lobby.storage).add_up()
        removed, some = 0, 1
        while some:
            here = {v.account_id for v in lobby.viewers if v.account_id is not None}
            some = await lobby.storage.write(retention.remove_some, settings, now, here)
            removed += some
        if removed:
            log.info("%d expired records were deleted", removed)

    async def note_later(self) -> None:
        """Adds new bans and deletions to the list beside the backups."""
        folder, now = self._lobby.settings.backup_folder, self._lobby.clock.now()
        if folder is not None:
            found = await self._lobby.storage.read(missing, folder, now)
            await asyncio.to_thread(add_later, folder, found)

    async def erase(self) -> None:
        """Erases the names of deleted accounts, in the process that has the lease.

        Each step is a write of its own, so that other writes can come between.
        """
        lobby, now = self._lobby, self._lobby.clock.now()
        while self._lease is not None:
            done = await lobby.storage.write(erase_some, now)
            if done is None:
                break
            # The titles of tables and tournaments have changed and are read again.
            if done.is_over:
                await lobby.rename(Account(done.account, DELETED, PERSON))
            self._is_log_to_empty = True
        if self._is_log_to_empty:
            opened = database.open_database(lobby.settings.database_url)
            self._is_log_to_empty = not await asyncio.to_thread(opened.empty_log)

    async def ask(self, admin: Account, new: NewRequest) -> Answer:
        """Store a request of the admin page and return its answer.

        It is executed by the process that owns what it is about. Raises `Refused` if none answers
        within `ANSWER_TIME`; then nothing was done.
        """
        lobby, asker = self._lobby, Asker(admin.id)
        command, about, value, reason, _ = new
        fields = asker, command, about, value, reason, lobby.clock.now()
        id = await lobby.storage.write(admin_request.leave, *fields)
        end = lobby.clock.steady() + ANSWER_TIME
        while True:
            # The database may be unreachable for a moment.
            with contextlib.suppress(Refused, SQLAlchemyError):
                await self.look()
                answer = await lobby.storage.read(admin_request.answer_to, id)
                if answer is not None:
                    return answer
            if lobby.clock.steady() >= end:
                break
            await lobby.clock.sleep(ANSWER_LOOK)
        try:
            now = lobby.clock.now()
            is_mine = await lobby.storage.write(admin_request.withdraw, id, now)
        except Refused:
            message = "the log says whether it was done"
            raise Refused(RoomRefusal.STORAGE, message) from None
        if is_mine:
            raise Refused(RoomRefusal.BUSY, "no process answered; nothing was done")
        late = await lobby.storage.read(admin_request.answer_to, id)
        assert late is not None
        return late

    async def look(self) -> None:
        async with self._one_at_a_time:
            await self._hold()
            waiting = await self._lobby.storage.read(admin_request.waiting)
            for request in waiting:
                await self._do(request)
            await self.follow.look()

    async def _hold(self) -> None:
        """Takes or renews the lease, three times per lease duration."""
        lobby, steady = self._lobby, self._lobby.clock.steady()
        duration = lobby.settings.lease_ms
        if self._renewed and steady - self._renewed < duration / 3000:
            return
        now, own_lease = lobby.clock.now(), self._lease

        def hold_lease(connection: Connection) -> lease.Lease | None:
            if own_lease is not None and not lease.lost(connection, [own_lease], now, duration):
                return own_lease
            try:
                return lease.take(
                    connection, admin_request.LEASE, lobby.owner, now, duration, lobby.is_dead
                )
            except Refused:
                return None  # Another process has it.

        self._lease = await lobby.writer.write(hold_lease)
        self._renewed = steady

    async def _do(self, request: PendingRequest) -> None:
        lobby, settings, now = self._lobby, self._lobby.settings, self._lobby.clock.now()
        done: commands.CommandResult | Refused | None = None
        if request.command is Command.CLOSE:
            done = await self._close(request)
            if done is None:
                return  # Another process has the table or is about to take it over.
        elif self._lease is None:
            return
        answer = await lobby.storage.write(commands.apply, request, settings, now, done)
        if answer is not None and answer.refused is None and request.command in LATER:
            await self.note_later()
        if answer is not None:
            outcome = answer.refused or "done"
            log.info("request %d of an admin, %s: %s", request.id, request.command, outcome)

    async def _close(self, request: PendingRequest) -> commands.CommandResult | Refused | None:
        def verify(connection: Connection) -> None:
            power.verify_may(connection, request)
            commands.verify_closable(connection, request)

        table = self._lobby.tables.get(request.about)
        try:
            await self._lobby.storage.read(verify)
            if table is None:
                return None
            is_closed = await self._lobby.close(table)
        except Refused as refused:
            if refused.is_passing:
                raise
            return refused if table is not None or self._lease is not None else None
        when = "is closed; its chips went home" if is_closed else "is closed after the hand"
        return commands.CommandResult(f"table {request.about} {when}")
