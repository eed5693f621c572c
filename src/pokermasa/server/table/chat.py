"""Chat at a masa: sending, muting and reporting messages, with a rate limit for each account."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from pokermasa.server.protocol.message import Chat as ChatMessage
from pokermasa.server.rate_limit import RateLimits
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.database.storage import Storage
from pokermasa.server.table.table import Table

RECENT = 50
"""Number of recent messages that a client gets when it comes to a table."""
CHATS_A_SECOND = 0.5
"""Number of messages a second of one account. More are refused with `TOO_FAST`."""
BURST = 5
"""Number of messages that an account may send in a row before the rate limit applies."""


def clean(text: str) -> str:
    """Return the text as one line without control characters, including those that change the
    direction of text.

    >>> clean(" a\t\u202eb ")
    'a b'
    """
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


class Chat:
    """The chat of all tables of this process. Messages are stored in the database."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self.allowances = RateLimits(CHATS_A_SECOND, storage.clock.steady, BURST)

    async def say(self, table: Table, account: Account, text: str) -> None:
        """Stores the message and sends it to all viewers of the table. Raises `Refused` if the
        account is silenced, may not chat here or sends too fast."""
        line = clean(text)
        if not line:
            raise Refused(RoomRefusal.UNREADABLE, "the message is empty")
        if account.id in table.state.access.silenced:
            raise Refused(RoomRefusal.SILENCED)
        looks_on = table.state.side_of(account) is None and not table.state.runs_it(account.id)
        if table.state.access.players_chat and looks_on:
            raise Refused(RoomRefusal.SILENCED, "only seated players may chat here")
        if not self.allowances.take(account.id):
            raise Refused(RoomRefusal.TOO_FAST)
        now = self._storage.now()

        def insert_message(connection: Connection) -> int:
            silenced = select(store.account.c.silenced).where(store.account.c.id == account.id)
            if connection.execute(silenced).scalar() is not None:
                raise Refused(RoomRefusal.SILENCED)
            row = {"masa": table.id, "account": account.id, "made": now, "text": line}
            said = insert(store.chat).values(**row, reported=False).returning(store.chat.c.id)
            id: int = connection.execute(said).scalar_one()
            return id

        id = await self._storage.write(insert_message)
        table.broadcast.say(chat_data(table.id, id, account.name, line, now), account.id)

    async def recent(self, table: Table, account: Account | None) -> list[ChatMessage]:
        """Return the last `RECENT` messages of the table, oldest first, without those of accounts
        that *account* has muted or that are silenced at the table."""
        who, chat = store.account.c, store.chat.c
        muted = await self.muted_by(account)
        rows = await self._storage.rows(
            select(chat.id, chat.account, who.name, chat.text, chat.made)
            .join(store.account, who.id == chat.account)
            .where(chat.masa == table.id)
            .order_by(chat.id.desc())
            .limit(RECENT),
        )
        return [
            chat_data(table.id, row.id, row.name, row.text, row.made)
            for row in reversed(rows)
            if row.account not in muted and row.account not in table.state.access.silenced
        ]

    async def muted_by(self, account: Account | None) -> set[int]:
        """Return the accounts that *account* has muted."""
        if account is None:
            return set()
        rows = await self._storage.rows(
            select(store.mute.c.muted).where(store.mute.c.account == account.id)
        )
        return {muted for (muted,) in rows}

    async def mute(self, account: Account, other: Account, value: bool) -> None:
        """Mutes the chat of *other* for *account*, or ends this if *value* is false."""
        pair = {"account": account.id, "muted": other.id}
        mute = store.mute.c

        def replace_mute(connection: Connection) -> None:
            connection.execute(
                delete(store.mute).where(mute.account == account.id, mute.muted == other.id)
            )
            if value:
                connection.execute(insert(store.mute).values(pair))

        await self._storage.write(replace_mute)

    async def report(self, table: Table, account: Account, chat: int, reason: str) -> None:
        """Stores a report about a message. An account can report a message only once."""
        now = self._storage.now()
        here = (store.chat.c.id == chat) & (store.chat.c.masa == table.id)

        def insert_report(connection: Connection) -> None:
            marked = connection.execute(update(store.chat).where(here).values(reported=True))
            if marked.rowcount != 1:
                raise Refused(RoomRefusal.NOT_FOUND)
            try:
                connection.execute(
                    insert(store.report).values(
                        chat=chat, account=account.id, made=now, reason=reason
                    )
                )
            except IntegrityError:
                raise Refused(RoomRefusal.NOT_ALLOWED, "reported already") from None

        await self._storage.write(insert_report)


def chat_data(masa: str, id: int, name: str, text: str, at: int) -> ChatMessage:
    """Return the wire message for one chat message."""
    return {"type": "chat", "masa": masa, "chat": id, "name": name, "text": text, "at": at}
