"""Size of the room's database."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from pokermasa.server.storage.database import database
from pokermasa.server.storage.database.storage import Storage


async def database_size(storage: Storage, url: str) -> int | None:
    """Return the size in bytes, or None while the database cannot be reached."""
    file = database.open_database(url).file
    if file is not None:
        found = (Path(f"{file}{end}") for end in ("", "-wal", "-shm"))
        return sum(path.stat().st_size for path in found if path.exists())
    try:
        asked = select(func.pg_database_size(func.current_database()))
        return int(await storage.scalar(asked) or 0)
    except (SQLAlchemyError, OSError):
        return None
