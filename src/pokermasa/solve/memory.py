"""The memory that is available to this process."""

from __future__ import annotations

import os
from pathlib import Path

_MEMINFO = Path("/proc/meminfo")
# Files of a control group (a container): limit, memory in use, and the name of the reclaimable
# file cache in memory.stat. The first entry is cgroup version 2, the second version 1.
_GROUPS = (
    ("/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"),
    (
        "/sys/fs/cgroup/memory",
        *("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
    ),
)


def available() -> int | None:
    """Return the available memory in bytes, or None if the system does not report it."""
    found = [_free(), *(_left(Path(folder), *names) for folder, *names in _GROUPS)]
    known = [number for number in found if number is not None]
    return min(known, default=None)


def _free() -> int | None:
    try:
        for line in _MEMINFO.read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    try:  # macOS reports only the total memory
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


def _left(folder: Path, most: str, taken: str, files: str) -> int | None:
    try:
        limit, used = (int((folder / name).read_text()) for name in (most, taken))
        lines = (folder / "memory.stat").read_text().splitlines()
        cached = sum(int(line.split()[1]) for line in lines if line.startswith(f"{files} "))
    except (OSError, ValueError, IndexError):
        return None
    return max(0, limit - used + cached)


def in_words(size: float) -> str:
    """Return a number of bytes as text in MB or GB.

    >>> in_words(3_500_000), in_words(2_100_000_000)
    ('3.5 MB', '2.1 GB')
    """
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.1f} MB"
