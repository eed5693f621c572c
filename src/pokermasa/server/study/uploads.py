"""Uploaded files of hands: receives, reads, stores and deletes them.

A file stays in the data folder until it is read completely. The progress is stored in the same
transaction as the hands, so that a room that was killed continues at the right place. A file that
did not arrive completely is deleted.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import GUEST, Account
from pokermasa.server.storage.archive.upload_archive import DELETING, READING
from pokermasa.server.storage.database import database
from pokermasa.server.storage.database.storage import Storage
from pokermasa.server.study import upload_reader
from pokermasa.server.study.analyses import Analyses
from pokermasa.server.study.pool import WorkerPool
from pokermasa.server.study.upload_folder import UploadFolder
from pokermasa.server.study.upload_reader import Piece
from pokermasa.server.study.upload_record import (
    UploadData,
    delete_hands,
    fail,
    keep_piece,
    new_row,
    upload_of,
)

UPLOAD_BYTES = 50_000_000
"""Largest size of one uploaded file of hands, in bytes. A larger one is refused with
`TOO_LARGE`."""
HAND_BYTES = 400
"""Bytes of `upload_bytes_an_account` that allow one hand. An account with more hands is refused
with `UPLOADS_FULL`, because small hands cost as much work as large ones."""
UPLOADS_AN_ACCOUNT = 2
"""Number of files of one account that are sent or read at the same time. One more is refused with
`QUEUE_FULL`."""
MOST_UPLOADS = 8
"""Number of files of all accounts that are sent or read at the same time. One more is refused with
`BUSY`."""
UPLOAD_TIME_MS = 1_800_000
"""Time in milliseconds for sending one file. After that it is refused with `TOO_LONG`, and nothing
of it is kept."""
AT_ONCE = 1_000
"""Number of hands deleted in one transaction. A small number keeps the writer free for acts at the
tables."""
READING_TIME = 24 * 3600 * 1000
"""Age in milliseconds after which a missing file counts as lost, although another machine might
have it."""
LOST = "the file was lost before all of it was read; send it again"
BROKEN = "the room could not read it on; the error is in its log"
RETRY = 1.0
"""Seconds between two attempts while the room cannot write."""
log = logging.getLogger(__name__)


class Uploads:
    """Receives and reads uploads in the background, and deletes them."""

    def __init__(
        self,
        storage: Storage,
        settings: Settings,
        pool: WorkerPool,
        analyses: Analyses,
    ) -> None:
        self._storage = storage
        self._settings = settings
        self.most_bytes = settings.upload_bytes_an_account
        """Size of all uploaded files that one account may have, in bytes."""
        self.most_hands = self.most_bytes // HAND_BYTES
        """Number of uploaded hands that one account may have."""
        self._pool = pool
        self._analyses = analyses
        self._folder = UploadFolder(settings.data / "uploads")
        self._at_work: Counter[int] = Counter()
        """Number of files being sent or read, by account."""
        self._tasks = BackgroundTasks()

    async def start(self) -> None:
        """Continue the uploads and deletions that were interrupted when the room closed or was
        killed. An upload without its file, for example after a restore, is marked as failed."""
        upload = store.upload.c
        query = select(upload.id, upload.account, upload.state, upload.made).where(
            upload.state.in_((READING, DELETING))
        )
        rows = await self._storage.rows(query)
        here = await asyncio.to_thread(self._folder.left_over, {row.id for row in rows})
        for row in rows:
            if row.state == DELETING:
                self._tasks.start(self._delete(row.id, row.account), "upload")
            elif row.id in here:
                self._at_work[row.account] += 1
                self._tasks.start(self._read(row.id, row.account), "upload")
            elif self._is_lost(row.id, row.made):
                await self._storage.write(fail, row.id, LOST)

    def _is_lost(self, id: str, made: int) -> bool:
        """Whether the file of an upload is lost. If several machines share the database, another
        one may have it, so a missing file counts as lost only after `READING_TIME`."""
        is_shared = database.open_database(self._settings.database_url).file is None
        is_old = self._storage.now() - made > READING_TIME
        return not self._folder.file(id).exists() and (is_old or not is_shared)

    async def stop(self) -> None:
        await self._tasks.stop()
        self._folder.close()

    # Sending

    async def receive(
        self, account: Account, name: str, hero: str | None, pieces: AsyncIterator[bytes]
    ) -> UploadData:
        """Store the file and start reading it. If anything fails, nothing is kept."""
        if account.kind == GUEST:
            raise Refused(
                RoomRefusal.NOT_ALLOWED, "register your name first: guests cannot upload hands"
            )
        if self._at_work[account.id] >= UPLOADS_AN_ACCOUNT:
            raise Refused(RoomRefusal.QUEUE_FULL, "wait until your other files are read")
        if self._at_work.total() >= MOST_UPLOADS:
            raise Refused(RoomRefusal.BUSY)
        self._at_work[account.id] += 1
        id = secrets.token_hex(6)
        is_kept = False
        try:
            used, hands = await self.used(account)
            if hands >= self.most_hands:
                message = f"at most {self.most_hands:,} hands"
                raise Refused(RoomRefusal.UPLOADS_FULL, message)
            async with asyncio.timeout(UPLOAD_TIME_MS / 1000):
                size = await self._folder.keep(
                    id, pieces, lambda size: self.verify_size(size, used)
                )
            row = new_row(id, account, name, hero, self._storage.now(), size)
            await self._storage.write(self._insert, row)
            is_kept = True
        except TimeoutError:
            raise Refused(RoomRefusal.TOO_LONG) from None
        finally:
            if not is_kept:
                self._done(account.id)
                await asyncio.to_thread(self._folder.let_go, id)
        self._tasks.start(self._read(id, account.id), "upload")
        return upload_of(row)

    def verify_size(self, size: int, used: int = 0) -> None:
        """Raise `Refused` if the file is too large. Also called before the transfer, if the client
        announces the size."""
        if size > UPLOAD_BYTES:
            raise Refused(RoomRefusal.TOO_LARGE, f"at most {UPLOAD_BYTES:,} bytes")
        if used + size > self.most_bytes:
            raise Refused(RoomRefusal.UPLOADS_FULL, f"at most {self.most_bytes:,} bytes in all")

    def _insert(self, connection: Connection, row: dict[str, Any]) -> None:
        """Store the row. The limits are checked again, because two files may have been sent at
        once; the account may be deleted meanwhile."""
        upload, who = store.upload.c, store.account.c
        is_here = (who.id == row["account"]) & who.deleted.is_(None)
        if connection.execute(select(who.id).where(is_here)).first() is None:
            raise Refused(RoomRefusal.NOT_LOGGED_IN)
        sent = connection.execute(
            select(func.sum(upload.bytes)).where(upload.account == row["account"])
        ).scalar()
        self.verify_size(row["bytes"], int(sent or 0))
        connection.execute(insert(store.upload).values(row))

    def _done(self, account: int) -> None:
        self._at_work[account] -= 1
        if not self._at_work[account]:
            del self._at_work[account]

    # Reading

    async def _read(self, id: str, account: int) -> None:
        path = self._folder.file(id)
        try:
            try:
                while await self._read_on(id, account, path):
                    pass
            except Exception as error:
                log.error("a fault in an upload", exc_info=error)
                await self._storage.write(fail, id, BROKEN)
            await asyncio.to_thread(self._folder.let_go, id)
        finally:
            self._done(account)

    async def _read_on(self, id: str, account: int, path: Path) -> bool:
        """Read and store the next piece. Returns whether there is more."""
        row: Any = None
        try:
            row = await self._row(id)
            if row is None or row.state != READING:
                return False
            piece: Piece = await self._pool.ask(
                account, upload_reader.read_piece, str(path), row.hero, row.looked_at
            )
        except Refused as refused:
            if refused.is_passing:
                await asyncio.sleep(RETRY)
                return True
            log.warning("an upload could not be read: %s", refused)
            piece = Piece(row.format, [], [], row.looked_at, row.read_bytes, True, str(refused))
        while True:
            try:
                return await self._storage.write(keep_piece, id, piece, self.most_hands)
            except Refused as refused:
                if not refused.is_passing:
                    raise
            except IntegrityError:
                pass  # another process has just stored the same hand
            await asyncio.sleep(RETRY)

    async def _row(self, id: str) -> Any:
        query = select(store.upload).where(store.upload.c.id == id)
        return await self._storage.first(query)

    # Looking

    async def list_for(self, account: Account) -> list[UploadData]:
        """Return the uploads of the account, the newest first."""
        upload = store.upload.c
        query = (
            select(store.upload)
            .where(upload.account == account.id)
            .order_by(upload.made.desc(), upload.id)
        )
        return [upload_of(row._mapping) for row in await self._storage.rows(query)]

    async def find(self, account: Account, id: str) -> UploadData:
        row = await self._row(id)
        if row is None or row.account != account.id:
            raise Refused(RoomRefusal.NOT_FOUND)
        return upload_of(row._mapping)

    async def used(self, account: Account) -> tuple[int, int]:
        """Return the total bytes and hands of the account's uploads."""
        upload = store.upload.c
        query = select(func.sum(upload.bytes), func.sum(upload.hands)).where(
            upload.account == account.id
        )
        size, hands = await self._storage.first(query)
        return int(size or 0), int(hands or 0)

    # Deleting

    async def delete(self, account: Account, id: str) -> None:
        await self.find(account, id)
        await self._delete(id, account.id)

    async def delete_all(self, account: Account) -> None:
        for upload in await self.list_for(account):
            await self._delete(upload.id, account.id)

    async def delete_hand(self, account: Account, public: str) -> None:
        hand, upload = store.uploaded_hand.c, store.upload.c

        def delete_rows(connection: Connection) -> None:
            own = (hand.public == public) & (hand.account == account.id)
            row = connection.execute(select(hand.id, hand.upload).where(own)).first()
            if row is None:
                raise Refused(RoomRefusal.NOT_FOUND)
            delete_hands(connection, [row.id], account.id)
            fewer = update(store.upload).where(upload.id == row.upload)
            connection.execute(fewer.values(hands=upload.hands - 1))

        await self._storage.write(delete_rows)
        self._analyses.forget(account.id)

    async def _delete(self, id: str, account: int) -> None:
        """Delete the links first, and then the hands in small batches, so that tables need not
        wait. A room that is killed meanwhile continues at the next start."""
        upload, hand = store.upload.c, store.uploaded_hand.c

        def begin(connection: Connection) -> None:
            is_it = upload.id == id
            connection.execute(update(store.upload).where(is_it).values(state=DELETING))
            mine = select(hand.id).where(hand.upload == id)
            connection.execute(delete(store.share).where(store.share.c.uploaded.in_(mine)))

        def go_on(connection: Connection) -> bool:
            some = select(hand.id).where(hand.upload == id).limit(AT_ONCE)
            found = list(connection.execute(some).scalars())
            delete_hands(connection, found, account)
            if len(found) < AT_ONCE:
                connection.execute(delete(store.upload).where(upload.id == id))
            return len(found) == AT_ONCE

        await self._storage.write(begin)
        while await self._storage.write(go_on):
            pass
        await asyncio.to_thread(self._folder.let_go, id)
        self._analyses.forget(account)
