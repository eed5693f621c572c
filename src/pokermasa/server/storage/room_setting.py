"""What whoever keeps the room has told it, and it keeps through restarts."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from pokermasa.server.storage import schema as store

SIGNUPS, ANNOUNCEMENT, CLOCK = "signups", "announcement", "clock"
STUDY_DEATHS = "study_deaths"
"""Deaths of study workers in a row, of whichever process wrote last; 0 since one worked again."""
ON, OFF, BY_INVITATION = "on", "off", "invitation"
SIGNUP_MODES = (ON, OFF, BY_INVITATION)
_row = store.room_setting.c


def put(connection: Connection, name: str, value: str, now: int) -> None:
    connection.execute(delete(store.room_setting).where(_row.name == name))
    connection.execute(insert(store.room_setting).values(name=name, value=value, changed=now))


def get(connection: Connection, name: str, usual: str = "") -> str:
    found = connection.execute(select(_row.value).where(_row.name == name)).scalar()
    return usual if found is None else str(found)


def changed(connection: Connection, name: str) -> int | None:
    """When it was put, in milliseconds since 1970."""
    return connection.execute(select(_row.changed).where(_row.name == name)).scalar()


def blocked_networks(connection: Connection) -> list[str]:
    row = store.blocked.c
    return list(connection.execute(select(row.network).order_by(row.network)).scalars())
