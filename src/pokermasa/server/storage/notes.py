"""Private notes of an account on other players: a short text and a colour, visible to the author
only."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel
from sqlalchemy import Connection, delete, func, insert, select

from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.database.storage import Storage

NOTES_AN_ACCOUNT = 1_000
"""Number of notes on other players that one account may keep. One more is refused with
`TOO_MANY_NOTES`."""


Colour = Literal["red", "orange", "yellow", "green", "blue", "purple"]


class NoteData(BaseModel):
    name: str
    """Current name of the player."""
    text: str
    colour: Colour | None


async def list_for(storage: Storage, account: Account) -> list[NoteData]:
    """Return the notes that *account* has written, sorted by player name."""
    note, who = store.note.c, store.account.c
    query = (
        select(who.name, note.text, note.colour)
        .join(store.account, who.id == note.about)
        .where(note.account == account.id)
        .order_by(who.name)
    )
    return [NoteData(**row._mapping) for row in await storage.rows(query)]


async def write(
    storage: Storage, account: Account, about: Account, text: str, colour: str | None
) -> None:
    """Replace the note on *about*. A blank text without a colour deletes the note."""
    note = store.note.c
    is_it = (note.account == account.id) & (note.about == about.id)

    def replace_note(connection: Connection) -> None:
        connection.execute(delete(store.note).where(is_it))
        if not text.strip() and colour is None:
            return
        mine = select(func.count()).where(note.account == account.id)
        if (connection.execute(mine).scalar() or 0) >= NOTES_AN_ACCOUNT:
            raise Refused(RoomRefusal.TOO_MANY_NOTES, f"at most {NOTES_AN_ACCOUNT}")
        row = {"text": text, "colour": colour, "changed": storage.now()}
        connection.execute(insert(store.note).values(account=account.id, about=about.id, **row))

    await storage.write(replace_note)
