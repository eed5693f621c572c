"""Export of an account's data for its owner, as a ZIP file of JSON lines.

The ZIP is written while it is sent, so that its size does not matter for memory. Hands are included
as their player saw them: own cards and shown cards. Hands in progress are not included.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import secrets
import zipfile
from collections.abc import AsyncIterator, Callable, Iterable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, String, cast, literal, select
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.clock import Clock
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.archive.hand_archive import EVERY, HandArchive
from pokermasa.server.storage.database.writer import Writer
from pokermasa.server.storage.journal import lease, ledger

PAGE = 500
HELD = 60_000
"""Time in milliseconds after which an unread export no longer blocks a new one."""
ABOUT = """Everything this poker room keeps of your account, one JSON value a line.

account.jsonl         the account itself
sessions.jsonl        where you are logged in, and tokens of bots
addresses.jsonl       hashes of where you came from, at most 30 days back
ledger.jsonl          every chip that came or went
hands.jsonl           hands you played: your cards, and cards that were shown
tournaments.jsonl     your entries
chat.jsonl            what you said
reports.jsonl         what you reported
notes.jsonl           what you noted about others
muted.jsonl           whom you do not hear
ranges.jsonl          ranges you saved
links.jsonl           hands you share
uploads.jsonl         files you brought along
uploaded_hands.jsonl  and the hands in them, as PHH
notices.jsonl         what whoever keeps the room told you

Times are milliseconds since 1970.
"""
Row = dict[str, Any]


class OwnData:
    def __init__(
        self, engine: AsyncEngine, writer: Writer, hands: HandArchive, clock: Clock
    ) -> None:
        self._engine = engine
        self._writer = writer
        self._hands = hands
        self._clock = clock
        self._ending = BackgroundTasks()

    async def begin(self, account: Account) -> AsyncIterator[bytes]:
        """Begin an export and return its bytes.

        Refused while another export of this account is running, at any process.
        """
        now, owner = self._clock.now(), secrets.token_hex(8)
        try:
            held = await self._writer.write(
                lambda c: lease.take(c, f"x{account.id}"[:12], owner, now, HELD)
            )
        except Refused as refused:
            if refused.code is not RoomRefusal.LOST_LEASE:
                raise
            words = "one of yours is being written"
            raise Refused(RoomRefusal.QUEUE_FULL, words) from None
        return self._written(account, held)

    async def _written(self, account: Account, held: lease.Lease) -> AsyncIterator[bytes]:
        pipe = _Pipe()
        archive = zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED)
        try:
            archive.writestr(_file("about.txt", self._clock.now()), ABOUT)
            for name, rows in self._files(account):
                with archive.open(
                    _file(f"{name}.jsonl", self._clock.now()), "w", force_zip64=True
                ) as file:
                    async for some in rows:
                        await self._writer.write(
                            lambda c: lease.verify(c, held, self._clock.now(), HELD)
                        )
                        await asyncio.to_thread(_write, file, some)
                        yield pipe.taken()
                yield pipe.taken()
            archive.close()
            yield pipe.taken()
        finally:
            with contextlib.suppress(ValueError):  # The export ended in the middle of a file.
                archive.close()
            # The request's task may have been cancelled, so the lease is returned in a task of its
            # own.
            self._ending.start(self._end(held), "export")

    async def _end(self, held: lease.Lease) -> None:
        try:
            await self._writer.write(lambda c: lease.give_back(c, [held]))
        except Refused:
            return  # The lease expires by itself.

    async def stop(self) -> None:
        await self._ending.wait()

    def _files(self, account: Account) -> Iterable[tuple[str, AsyncIterator[list[Row]]]]:
        id = account.id
        yield "account", self._once(lambda c: [_account(c, id)])
        for name, (wanted, key) in _lists(id).items():
            yield name, self._pages(wanted, key)
        yield "hands", self._hands_of(account)

    async def _once(self, read: Callable[[Connection], list[Row]]) -> AsyncIterator[list[Row]]:
        async with self._engine.connect() as connection:
            found = await connection.run_sync(read)
        yield found

    async def _pages(
        self, wanted: Select[Any], key: ColumnElement[Any]
    ) -> AsyncIterator[list[Row]]:
        """Yield the rows page by page, ordered by *key*.

        *key* is the first column and is not part of the export.
        """
        last = None
        while True:
            page = wanted.order_by(key).limit(PAGE)
            if last is not None:
                page = page.where(key > last)
            async with self._engine.connect() as connection:
                rows = (await connection.execute(page)).all()
            if not rows:
                return
            last = rows[-1][0]
            yield [{k: v for k, v in row._mapping.items() if k != "key"} for row in rows]

    async def _hands_of(self, account: Account) -> AsyncIterator[list[Row]]:
        before = None
        while True:
            hands, before = await self._hands.page(account, EVERY, before)
            if not hands:
                return
            yield await asyncio.to_thread(lambda some: [dict(hand.data) for hand in some], hands)


class _Pipe(io.RawIOBase):
    """Collects written bytes until they are taken."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._bytes += data
        return len(data)

    def taken(self) -> bytes:
        taken = bytes(self._bytes)
        self._bytes.clear()
        return taken


def _file(name: str, now: int) -> zipfile.ZipInfo:
    when = datetime.fromtimestamp(now // 1000, UTC)
    made = zipfile.ZipInfo(name, when.timetuple()[:6])
    made.compress_type = zipfile.ZIP_DEFLATED
    made.external_attr = 0o600 << 16  # File permissions after unpacking.
    return made


def _write(file: Any, rows: list[Row]) -> None:
    text = "".join([json.dumps(row, ensure_ascii=False) + "\n" for row in rows])
    file.write(text.encode())


def _account(connection: Connection, id: int) -> Row:
    who, email, factor = store.account.c, store.email.c, store.second_factor.c
    told = (who.name, who.kind, who.created, who.private, who.silenced, who.role)
    row = connection.execute(select(*told).where(who.id == id)).one()
    return dict(row._mapping) | {
        "chips": ledger.balance(connection, ledger.of_account(id)),
        "email": connection.execute(select(email.address).where(email.account == id)).scalar(),
        "second_factor": connection.execute(
            select(factor.confirmed).where(factor.account == id)
        ).scalar(),
    }


def _lists(id: int) -> dict[str, tuple[Select[Any], ColumnElement[Any]]]:
    """Return for each file the query and the column by which its rows are ordered."""
    session, address, entry, line = (
        t.c for t in (store.session, store.address_use, store.entry, store.line)
    )
    own, beside = ledger.of_account(id), f":{id}"
    books = (line.book == own) | (line.book.startswith("chips:") & line.book.endswith(beside))
    entrant, game, chat, report = (
        t.c for t in (store.entrant, store.tournament, store.chat, store.report)
    )
    note, mute, who = store.note.c, store.mute.c, store.account.c
    kept, share, hand, uploaded = (
        t.c for t in (store.saved_range, store.share, store.hand, store.uploaded_hand)
    )
    upload, notice = store.upload.c, store.notice.c
    entered = entrant.tournament + literal(":") + cast(entrant.player, String)
    agent, scopes = session.agent, session.scopes
    found = {
        "sessions": (
            session.digest,
            _of(session.digest, session.kind, session.label, agent, scopes)
            .add_columns(session.created, session.expires, session.seen)
            .where(session.account == id),
        ),
        "addresses": (
            address.address,
            _of(address.address, address.address.label("hash"), address.first, address.last).where(
                address.account == id
            ),
        ),
        "ledger": (
            entry.id,
            _of(entry.id, entry.made, entry.reason, line.amount, line.book)
            .join(store.line, line.entry == entry.id)
            .where(books),
        ),
        "tournaments": (
            entered,
            _of(entered, game.id, game.name, game.started, game.ended, entrant.paid)
            .add_columns(entrant.prize, entrant.bounties, entrant.place, entrant.points)
            .join(store.tournament, game.id == entrant.tournament)
            .where(entrant.account == id),
        ),
        "chat": (chat.id, _of(chat.id, chat.masa, chat.made, chat.text).where(chat.account == id)),
        "reports": (
            report.chat,
            _of(report.chat, report.made, report.reason).where(report.account == id),
        ),
        "notes": (
            note.about,
            _of(note.about, who.name.label("about"), note.text, note.colour, note.changed)
            .join(store.account, who.id == note.about)
            .where(note.account == id),
        ),
        "muted": (
            mute.muted,
            _of(mute.muted, who.name)
            .join(store.account, who.id == mute.muted)
            .where(mute.account == id),
        ),
        "ranges": (
            kept.id,
            _of(kept.id, kept.name, kept.value, kept.changed).where(kept.account == id),
        ),
        "links": (
            share.id,
            _of(share.id, share.id, hand.public.label("hand"), share.hide_names, share.made)
            .add_columns(uploaded.public.label("uploaded"))
            .outerjoin(store.hand, hand.id == share.hand)
            .outerjoin(store.uploaded_hand, uploaded.id == share.uploaded)
            .where(share.account == id),
        ),
        "uploads": (
            upload.id,
            _of(upload.id, upload.id, upload.name, upload.hero, upload.made, upload.bytes)
            .add_columns(upload.format, upload.state, upload.hands, upload.words.label("message"))
            .where(upload.account == id),
        ),
        "uploaded_hands": (
            uploaded.id,
            _of(uploaded.id, uploaded.upload, uploaded.number, uploaded.value.label("phh")).where(
                uploaded.account == id
            ),
        ),
        "notices": (
            notice.id,
            _of(notice.id, notice.made, notice.kind, notice.words.label("message")).where(
                notice.account == id
            ),
        ),
    }
    return {name: (wanted, key) for name, (key, wanted) in found.items()}


def _of(key: ColumnElement[Any], *told: ColumnElement[Any]) -> Select[Any]:
    return select(key.label("key"), *told)
