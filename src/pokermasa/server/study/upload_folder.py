"""Files that are being uploaded or read. Each stays in the data folder until all its hands are
stored. It is kept open and locked, so that other processes can see that its owner is alive."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from pokermasa.server.refusal import Refused, RoomRefusal

try:
    import fcntl
except ImportError:  # not available on this system: one process has the folder for itself
    fcntl = None  # type: ignore[assignment]

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


class UploadFolder:
    """The folder of the files that are being sent or read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._held: dict[str, int] = {}

    def file(self, id: str) -> Path:
        return self._path / id

    def close(self) -> None:
        for descriptor in self._held.values():
            os.close(descriptor)
        self._held.clear()

    def left_over(self, known: set[str]) -> set[str]:
        """Lock the remaining files that no other process has, delete those not in *known*, and
        return the ids of the others."""
        if not self._path.is_dir():
            return set()
        for path in list(self._path.iterdir()):
            descriptor = _hold(path, os.O_RDONLY)
            if descriptor is not None:
                self._held[path.name] = descriptor
                if path.name not in known:
                    self.let_go(path.name)
        return set(self._held)

    def let_go(self, id: str) -> None:
        self.file(id).unlink(missing_ok=True)
        descriptor = self._held.pop(id, None)
        if descriptor is not None:
            os.close(descriptor)

    async def keep(
        self, id: str, pieces: AsyncIterator[bytes], verify_size: Callable[[int], None]
    ) -> int:
        """Store the pieces in a file and return its size in bytes."""
        await asyncio.to_thread(self._path.mkdir, mode=0o700, exist_ok=True)
        size = 0
        descriptor = _hold(self.file(id), os.O_CREAT | os.O_WRONLY | os.O_EXCL)
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
                verify_size(size)
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


def _hold(path: Path, flags: int) -> int | None:
    """Open and lock the file. Returns None if another process has it locked."""
    descriptor = os.open(path, flags, 0o600)
    if fcntl is not None:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            return None
    return descriptor


def _verify_text(beginning: bytes) -> None:
    for mark, kind in _ARCHIVES.items():
        if beginning.startswith(mark):
            raise Refused(RoomRefusal.BAD_UPLOAD, f"it is {kind}: unpack it, and send what is in")


def _to_disk(file: Any) -> None:
    file.flush()
    os.fsync(file.fileno())
