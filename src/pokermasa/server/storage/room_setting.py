"""Settings that operators change while the room is open. They are stored and survive restarts."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from pokermasa.server.storage import schema as store

SIGNUPS, ANNOUNCEMENT, CLOCK = "signups", "announcement", "clock"
STUDY_DEATHS = "study_deaths"
"""Name of the setting with the number of study workers that died in a row, as last written by any
process. It is 0 after a worker has worked again."""
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
    """Return when the setting was last stored, in milliseconds since 1970, or None."""
    return connection.execute(select(_row.changed).where(_row.name == name)).scalar()


def blocked_networks(connection: Connection) -> list[str]:
    row = store.blocked.c
    return list(connection.execute(select(row.network).order_by(row.network)).scalars())
