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

from sqlalchemy import ColumnElement, Connection, Select, String, Table, cast, func, literal, select

from pokermasa.server.background_tasks import BackgroundTasks
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.archive import judgement_text
from pokermasa.server.storage.archive.hand_archive import EVERY, HandArchive
from pokermasa.server.storage.database.storage import Storage
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
judgements.jsonl      verdicts of the solver on your decisions
notices.jsonl         what the operator told you

Times are milliseconds since 1970.
"""
Row = dict[str, Any]


class OwnData:
    def __init__(self, storage: Storage, hands: HandArchive) -> None:
        self._storage = storage
        self._hands = hands
        self._ending = BackgroundTasks()

    async def begin(self, account: Account) -> AsyncIterator[bytes]:
        """Begin an export and return its bytes.

        Refused while another export of this account is running, at any process.
        """
        now, owner = self._storage.now(), secrets.token_hex(8)
        try:
            own_lease = await self._storage.write(
                lease.take, f"x{account.id}"[:12], owner, now, HELD
            )
        except Refused as refused:
            if refused.code is not RoomRefusal.LOST_LEASE:
                raise
            message = "another export of yours is being written"
            raise Refused(RoomRefusal.QUEUE_FULL, message) from None
        return self._written(account, own_lease)

    async def _written(self, account: Account, own_lease: lease.Lease) -> AsyncIterator[bytes]:
        pipe = _Pipe()
        archive = zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED)
        try:
            archive.writestr(_file("about.txt", self._storage.now()), ABOUT)
            for name, rows in self._files(account):
                with archive.open(
                    _file(f"{name}.jsonl", self._storage.now()), "w", force_zip64=True
                ) as file:
                    async for some in rows:
                        await self._storage.write(
                            lease.verify, own_lease, self._storage.now(), HELD
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
            self._ending.start(self._end(own_lease), "export")

    async def _end(self, own_lease: lease.Lease) -> None:
        try:
            await self._storage.write(lease.give_back, [own_lease])
        except Refused:
            return  # The lease expires by itself.

    async def stop(self) -> None:
        await self._ending.wait()

    def _files(self, account: Account) -> Iterable[tuple[str, AsyncIterator[list[Row]]]]:
        id = account.id
        yield "account", self._once(lambda c: [_account(c, id)])
        for name, (query, key) in _lists(id).items():
            yield name, self._pages(query, key)
        yield "hands", self._hands_of(account)
        yield "judgements", self._judgements_of(id)

    async def _once(self, read: Callable[[Connection], list[Row]]) -> AsyncIterator[list[Row]]:
        found = await self._storage.read(read)
        yield found

    async def _pages(self, query: Select[Any], key: ColumnElement[Any]) -> AsyncIterator[list[Row]]:
        """Yield the rows page by page, ordered by *key*.

        *key* is the first column and is not part of the export.
        """
        last = None
        while True:
            page = query.order_by(key).limit(PAGE)
            if last is not None:
                page = page.where(key > last)
            rows = await self._storage.rows(page)
            if not rows:
                return
            last = rows[-1][0]
            yield [{k: v for k, v in row._mapping.items() if k != "key"} for row in rows]

    async def _judgements_of(self, id: int) -> AsyncIterator[list[Row]]:
        judged, hand, uploaded = (t.c for t in (store.judgement, store.hand, store.uploaded_hand))
        key = judged.source + literal(":") + cast(judged.hand, String)
        is_room = judged.source == store.ROOM
        query = (
            _of(key, judged.source, func.coalesce(hand.public, uploaded.public).label("hand"))
            .add_columns(judged.ended, judged.value)
            .select_from(store.judgement)
            .outerjoin(store.hand, is_room & (hand.id == judged.hand))
            .outerjoin(store.uploaded_hand, ~is_room & (uploaded.id == judged.hand))
            .where(judged.account == id)
        )
        async for rows in self._pages(query, key):
            yield [row | {"value": json.loads(judgement_text.unpack(row["value"]))} for row in rows]

    async def _hands_of(self, account: Account) -> AsyncIterator[list[Row]]:
        before = None
        while True:
            hands, before = await self._hands.page(account, EVERY, before)
            if not hands:
                return
            yield await asyncio.to_thread(lambda some: [dict(hand.data) for hand in some], hands)


class _Pipe(io.RawIOBase):
    """A buffer that collects written bytes until they are taken."""

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
    columns = (who.name, who.kind, who.created, who.private, who.silenced, who.role)
    row = connection.execute(select(*columns).where(who.id == id)).one()
    return dict(row._mapping) | {
        "chips": ledger.balance(connection, ledger.of_account(id)),
        "email": connection.execute(select(email.address).where(email.account == id)).scalar(),
        "second_factor": connection.execute(
            select(factor.confirmed).where(factor.account == id)
        ).scalar(),
    }


def _lists(id: int) -> dict[str, tuple[Select[Any], ColumnElement[Any]]]:
    """Return for each file the query and the column by which its rows are ordered."""

    def own(table: Table, key: str, *shown: str, **renamed: str) -> Any:
        columns: list[Any] = [table.c[name] for name in shown]
        columns += [table.c[name].label(label) for label, name in renamed.items()]
        return _of(table.c[key], *columns).where(table.c.account == id), table.c[key]

    entry, line, entrant, game, note, mute, who = (
        t.c
        for t in (
            *(store.entry, store.line, store.entrant, store.tournament),
            *(store.note, store.mute, store.account),
        )
    )
    share, hand, uploaded = (t.c for t in (store.share, store.hand, store.uploaded_hand))
    books = (line.book == ledger.of_account(id)) | (
        line.book.startswith("chips:") & line.book.endswith(f":{id}")
    )
    entered = entrant.tournament + literal(":") + cast(entrant.player, String)
    return {
        "sessions": own(
            *(store.session, "digest", "kind", "label", "agent", "scopes", "created", "expires"),
            "seen",
        ),
        "addresses": own(store.address_use, "address", "first", "last", hash="address"),
        "ledger": (
            _of(entry.id, entry.made, entry.reason, line.amount, line.book)
            .join(store.line, line.entry == entry.id)
            .where(books),
            entry.id,
        ),
        "tournaments": (
            _of(entered, game.id, game.name, game.started, game.ended, entrant.paid)
            .add_columns(entrant.prize, entrant.bounties, entrant.place, entrant.points)
            .join(store.tournament, game.id == entrant.tournament)
            .where(entrant.account == id),
            entered,
        ),
        "chat": own(store.chat, "id", "masa", "made", "text"),
        "reports": own(store.report, "chat", "made", "reason"),
        "notes": (
            _of(note.about, who.name.label("about"), note.text, note.colour, note.changed)
            .join(store.account, who.id == note.about)
            .where(note.account == id),
            note.about,
        ),
        "muted": (
            _of(mute.muted, who.name)
            .join(store.account, who.id == mute.muted)
            .where(mute.account == id),
            mute.muted,
        ),
        "ranges": own(store.saved_range, "id", "name", "value", "changed"),
        "links": (
            _of(share.id, share.id, hand.public.label("hand"), share.hide_names, share.made)
            .add_columns(uploaded.public.label("uploaded"))
            .outerjoin(store.hand, hand.id == share.hand)
            .outerjoin(store.uploaded_hand, uploaded.id == share.uploaded)
            .where(share.account == id),
            share.id,
        ),
        "uploads": own(
            *(store.upload, "id", "id", "name", "hero", "made", "bytes", "format", "state"),
            "hands",
            message="words",
        ),
        "uploaded_hands": own(store.uploaded_hand, "id", "upload", "number", phh="value"),
        "notices": own(store.notice, "id", "made", "kind", message="words"),
    }


def _of(key: ColumnElement[Any], *columns: ColumnElement[Any]) -> Select[Any]:
    return select(key.label("key"), *columns)
