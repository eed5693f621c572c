"""Files of hands that people bring along: received, read beside the room, kept, deleted.

A file lies in the data folder until all of it is read; how far that is stands in the database with
the hands, so a room that was killed goes on where it was. What was only half sent is gone.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.histories.refusals import Refusals, RefusedGroup
from pokermasa.server.clock import Clock
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import GUEST, Account
from pokermasa.server.storage.upload_archive import DELETING, DONE, FAILED, READING
from pokermasa.server.storage.writer import Writer
from pokermasa.server.study import upload_reader
from pokermasa.server.study.analyses import Analyses
from pokermasa.server.study.pool import WorkerPool
from pokermasa.server.study.statistics import UPLOADS
from pokermasa.server.study.upload_reader import Piece

try:
    import fcntl
except ImportError:  # not on this system: one process has the folder for itself
    fcntl = None  # type: ignore[assignment]

AT_ONCE = 1_000
"""Hands that are deleted in one go: nobody's act waits for more."""
RETRY = 1.0
"""Seconds until it is tried again, while the room cannot write."""
_ARCHIVES = {
    b"PK\x03\x04": "a zip archive",
    b"PK\x05\x06": "a zip archive",
    b"\x1f\x8b": "a gzip archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"7z\xbc\xaf": "a 7-Zip archive",
    b"Rar!": "a RAR archive",
    b"\x28\xb5\x2f\xfd": "a Zstandard archive",
}
log = logging.getLogger(__name__)


class Upload(NamedTuple):
    """What its owner is told."""

    id: str
    name: str
    format: str
    hero: str | None
    made: int
    bytes: int
    state: str
    read_bytes: int
    hands: int
    twice: int
    refused: list[RefusedGroup]
    words: str

    @property
    def refused_count(self) -> int:
        return sum([group.hands for group in self.refused])


class Uploads:
    def __init__(
        self,
        engine: AsyncEngine,
        writer: Writer,
        settings: Settings,
        clock: Clock,
        pool: WorkerPool,
        analyses: Analyses,
    ) -> None:
        self._engine = engine
        self._writer = writer
        self._settings = settings
        self._clock = clock
        self._pool = pool
        self._analyses = analyses
        self._folder = settings.data / "uploads"
        self._at_work: Counter[int] = Counter()
        """By account: files that are being sent or read."""
        self._held: dict[str, int] = {}
        """The files of these, open and locked: no other process takes them for a dead one's."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Goes on with what was not done when the room was closed or killed."""
        upload = store.upload.c
        wanted = select(upload.id, upload.account, upload.state).where(
            upload.state.in_((READING, DELETING))
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        here = await asyncio.to_thread(self._left_over, {row.id for row in rows})
        for row in rows:
            if row.state == DELETING:
                self._begin(self._delete(row.id, row.account))
            elif row.id in here:
                self._at_work[row.account] += 1
                self._begin(self._read(row.id, row.account))

    def _left_over(self, known: set[str]) -> set[str]:
        """The files that are to be read here; whatever else lies there, and is nobody's, goes."""
        if not self._folder.is_dir():
            return set()
        for path in list(self._folder.iterdir()):
            descriptor = _hold(path, os.O_RDONLY)
            if descriptor is not None:
                self._held[path.name] = descriptor
                if path.name not in known:
                    self._let_go(path.name)
        return set(self._held)

    def _let_go(self, id: str) -> None:
        (self._folder / id).unlink(missing_ok=True)
        descriptor = self._held.pop(id, None)
        if descriptor is not None:
            os.close(descriptor)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for descriptor in self._held.values():
            os.close(descriptor)
        self._held.clear()

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work, name="upload")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Sending

    async def receive(
        self, account: Account, name: str, hero: str | None, pieces: AsyncIterator[bytes]
    ) -> Upload:
        """All of *pieces*, which is then read. Nothing is left of it if anything goes wrong."""
        if account.kind == GUEST:
            raise Refused(RoomRefusal.NOT_ALLOWED, "keep your name first: guests bring no hands")
        settings = self._settings
        if self._at_work[account.id] >= settings.uploads_an_account:
            raise Refused(RoomRefusal.QUEUE_FULL, "wait until your other files are read")
        if self._at_work.total() >= settings.most_uploads:
            raise Refused(RoomRefusal.BUSY)
        self._at_work[account.id] += 1
        id = secrets.token_hex(6)
        is_kept = False
        try:
            used, hands = await self.used(account)
            if hands >= settings.upload_hands_an_account:
                words = f"at most {settings.upload_hands_an_account:,} hands"
                raise Refused(RoomRefusal.UPLOADS_FULL, words)
            async with asyncio.timeout(settings.upload_time / 1000):
                size = await self._keep_file(id, pieces, used)
            row = _row(id, account, name, hero, self._clock.now(), size)
            await self._writer.write(lambda connection: self._insert(connection, row))
            is_kept = True
        except TimeoutError:
            raise Refused(RoomRefusal.TOO_LONG) from None
        finally:
            if not is_kept:
                self._done(account.id)
                await asyncio.to_thread(self._let_go, id)
        self._begin(self._read(id, account.id))
        return _upload(row)

    async def _keep_file(self, id: str, pieces: AsyncIterator[bytes], used: int) -> int:
        """Its size."""
        await asyncio.to_thread(self._folder.mkdir, mode=0o700, exist_ok=True)
        size = 0
        descriptor = _hold(self._folder / id, os.O_CREAT | os.O_WRONLY | os.O_EXCL)
        if descriptor is None:
            raise Refused(RoomRefusal.BUSY)
        self._held[id] = descriptor
        with os.fdopen(descriptor, "wb", closefd=False) as file:
            async for piece in pieces:
                if not piece:
                    continue
                if not size:
                    _verify_text(piece)
                size += len(piece)
                self.verify_size(size, used)
                try:
                    await asyncio.to_thread(file.write, piece)
                except OSError:
                    raise Refused(RoomRefusal.STORAGE) from None
            try:
                await asyncio.to_thread(_to_disk, file)
            except OSError:
                raise Refused(RoomRefusal.STORAGE) from None
        if not size:
            raise Refused(RoomRefusal.BAD_UPLOAD, "it is empty")
        return size

    def verify_size(self, size: int, used: int = 0) -> None:
        """Also before anything is sent, where the client says how much it will be."""
        most, most_all = self._settings.upload_bytes, self._settings.upload_bytes_an_account
        if size > most:
            raise Refused(RoomRefusal.TOO_LARGE, f"at most {most:,} bytes")
        if used + size > most_all:
            raise Refused(RoomRefusal.UPLOADS_FULL, f"at most {most_all:,} bytes in all")

    def _insert(self, connection: Connection, row: dict[str, Any]) -> None:
        """Two may have been sent at once, and the account be gone."""
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
        path = self._folder / id
        try:
            while await self._read_on(id, account, path):
                pass
            await asyncio.to_thread(self._let_go, id)
        finally:
            self._done(account)

    async def _read_on(self, id: str, account: int, path: Path) -> bool:
        """The next piece; whether there is more."""
        row = await self._row(id)
        if row is None or row.state != READING:
            return False
        try:
            piece: Piece = await self._pool.ask(
                account, upload_reader.read_piece, str(path), row.hero, row.looked_at
            )
        except Refused as refused:
            if refused.code in (RoomRefusal.BUSY, RoomRefusal.QUEUE_FULL):
                await asyncio.sleep(RETRY)
                return True
            log.warning("an upload could not be read: %s", refused)
            piece = Piece(row.format, [], [], row.looked_at, row.read_bytes, True, str(refused))
        while True:
            try:
                return await self._writer.write(
                    lambda connection: self._keep(connection, id, piece)
                )
            except Refused as refused:
                if not refused.is_passing:
                    raise
            except IntegrityError:
                pass  # another process has just kept the same hand
            await asyncio.sleep(RETRY)

    async def _row(self, id: str) -> Any:
        async with self._engine.connect() as connection:
            wanted = select(store.upload).where(store.upload.c.id == id)
            return (await connection.execute(wanted)).first()

    def _keep(self, connection: Connection, id: str, piece: Piece) -> bool:
        """Unless it was deleted meanwhile; whether there is more to read."""
        upload, hand = store.upload.c, store.uploaded_hand.c
        row = connection.execute(select(store.upload).where(upload.id == id)).first()
        if row is None or row.state != READING:
            return False
        own = hand.account == row.account
        same = hand.digest.in_([one["digest"] for one in piece.hands])
        known = set(connection.execute(select(hand.digest).where(own, same)).scalars())
        total = connection.execute(
            select(func.sum(upload.hands)).where(upload.account == row.account)
        ).scalar()
        left = self._settings.upload_hands_an_account - int(total or 0)
        rows: dict[str, dict[str, Any]] = {}
        twice, too_many = 0, 0
        for one in piece.hands:
            if one["digest"] in known or one["digest"] in rows:
                twice += 1
            elif len(rows) >= left:
                too_many += 1
            else:
                rows[one["digest"]] = one | {
                    "public": secrets.token_hex(store.PUBLIC // 2),
                    "upload": id,
                    "account": row.account,
                    "ended": row.made if one["ended"] is None else one["ended"],
                }
        if rows:
            connection.execute(insert(store.uploaded_hand), list(rows.values()))
        refused = Refusals()
        for group in _groups(row.refused) + piece.refused:
            refused.add_group(group)
        if too_many:
            most = f"{self._settings.upload_hands_an_account:,}"
            words = f"there are {most} hands of yours already, which is as many as one may keep"
            refused.add_group(RefusedGroup(words, too_many, words))
        state = READING
        if piece.fault or piece.is_end:
            is_nothing = not (row.looked_at or piece.looked_at)
            state = FAILED if piece.fault or is_nothing else DONE
        fault = piece.fault or ("there is no hand in this file" if state == FAILED else "")
        connection.execute(
            update(store.upload)
            .where(upload.id == id)
            .values(
                format=piece.format,
                state=state,
                read_bytes=row.bytes if state == DONE else piece.read_bytes,
                looked_at=piece.looked_at,
                hands=row.hands + len(rows),
                twice=row.twice + twice,
                refused=json.dumps(refused.groups()),
                words=fault[:300],
            )
        )
        return state == READING

    # Looking

    async def of(self, account: Account) -> list[Upload]:
        """The newest first."""
        upload = store.upload.c
        wanted = (
            select(store.upload)
            .where(upload.account == account.id)
            .order_by(upload.made.desc(), upload.id)
        )
        async with self._engine.connect() as connection:
            return [_upload(row._mapping) for row in await connection.execute(wanted)]

    async def find(self, account: Account, id: str) -> Upload:
        row = await self._row(id)
        if row is None or row.account != account.id:
            raise Refused(RoomRefusal.NOT_FOUND)
        return _upload(row._mapping)

    async def used(self, account: Account) -> tuple[int, int]:
        """Bytes and hands of all that an account has brought along."""
        upload = store.upload.c
        wanted = select(func.sum(upload.bytes), func.sum(upload.hands)).where(
            upload.account == account.id
        )
        async with self._engine.connect() as connection:
            size, hands = (await connection.execute(wanted)).one()
        return int(size or 0), int(hands or 0)

    # Deleting

    async def delete(self, account: Account, id: str) -> None:
        await self.find(account, id)
        await self._delete(id, account.id)

    async def delete_all(self, account: Account) -> None:
        for upload in await self.of(account):
            await self._delete(upload.id, account.id)

    async def delete_hand(self, account: Account, public: str) -> None:
        hand, upload = store.uploaded_hand.c, store.upload.c

        def work(connection: Connection) -> None:
            own = (hand.public == public) & (hand.account == account.id)
            row = connection.execute(select(hand.id, hand.upload).where(own)).first()
            if row is None:
                raise Refused(RoomRefusal.NOT_FOUND)
            _delete_hands(connection, [row.id], account.id)
            fewer = update(store.upload).where(upload.id == row.upload)
            connection.execute(fewer.values(hands=upload.hands - 1))

        await self._writer.write(work)
        self._analyses.forget(account.id)

    async def _delete(self, id: str, account: int) -> None:
        """Links first; the hands a few at a time, so that no table waits. A room that is killed in
        the middle goes on with it."""
        upload, hand = store.upload.c, store.uploaded_hand.c

        def begin(connection: Connection) -> None:
            is_it = upload.id == id
            connection.execute(update(store.upload).where(is_it).values(state=DELETING))
            mine = select(hand.id).where(hand.upload == id)
            connection.execute(delete(store.share).where(store.share.c.uploaded.in_(mine)))

        def go_on(connection: Connection) -> bool:
            some = select(hand.id).where(hand.upload == id).limit(AT_ONCE)
            found = list(connection.execute(some).scalars())
            _delete_hands(connection, found, account)
            if len(found) < AT_ONCE:
                connection.execute(delete(store.upload).where(upload.id == id))
            return len(found) == AT_ONCE

        await self._writer.write(begin)
        while await self._writer.write(go_on):
            pass
        await asyncio.to_thread(self._let_go, id)
        self._analyses.forget(account)


def _hold(path: Path, flags: int) -> int | None:
    """The open file; None while another process works on it."""
    descriptor = os.open(path, flags, 0o600)
    if fcntl is not None:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            return None
    return descriptor


def _delete_hands(connection: Connection, hands: list[int], account: int) -> None:
    """And the links to them, and what was counted with them."""
    connection.execute(delete(store.share).where(store.share.c.uploaded.in_(hands)))
    connection.execute(delete(store.uploaded_hand).where(store.uploaded_hand.c.id.in_(hands)))
    kept = store.statistics.c
    mine = (kept.account == account) & (kept.source == UPLOADS)
    connection.execute(delete(store.statistics).where(mine))


def _verify_text(beginning: bytes) -> None:
    for mark, words in _ARCHIVES.items():
        if beginning.startswith(mark):
            raise Refused(RoomRefusal.BAD_UPLOAD, f"it is {words}: unpack it, and send what is in")


def _to_disk(file: Any) -> None:
    file.flush()
    os.fsync(file.fileno())


def _row(
    id: str, account: Account, name: str, hero: str | None, now: int, size: int
) -> dict[str, Any]:
    return {
        "id": id,
        "account": account.id,
        "name": name,
        "hero": hero,
        "made": now,
        "bytes": size,
        "format": "",
        "state": READING,
        "read_bytes": 0,
        "looked_at": 0,
        "hands": 0,
        "twice": 0,
        "refused": "[]",
        "words": "",
    }


def _groups(text: str) -> list[RefusedGroup]:
    return [RefusedGroup(*group) for group in json.loads(text)]


def _upload(row: Any) -> Upload:
    told = {name: row[name] for name in Upload._fields}
    return Upload(**told | {"refused": _groups(row["refused"])})
