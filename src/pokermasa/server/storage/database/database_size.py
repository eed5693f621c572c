"""Size of the room's database."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from pokermasa.server.storage.database import database


async def database_size(engine: AsyncEngine, url: str) -> int | None:
    """Return the size in bytes, or None while the database cannot be reached."""
    file = database.open_database(url).file
    if file is not None:
        found = (Path(f"{file}{end}") for end in ("", "-wal", "-shm"))
        return sum(path.stat().st_size for path in found if path.exists())
    try:
        async with engine.connect() as connection:
            asked = select(func.pg_database_size(func.current_database()))
            return int((await connection.execute(asked)).scalar() or 0)
    except (SQLAlchemyError, OSError):
        return None
