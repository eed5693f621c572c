"""Twin of `lost` in storage/journal/lease.py, compared by tests/server/storage/test_lease.py.

For SQLite, in plain SQL, because building the statements with SQLAlchemy takes longer than running
them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from pokermasa.server.storage.database.committer import JournalLine
from pokermasa.server.storage.journal.lease import Lease, judge

LEASES = "SELECT masa, owner, fence, expires FROM lease WHERE masa IN"
RENEW = "UPDATE lease SET expires = ? WHERE masa IN"
KEEP = "INSERT INTO journal (masa, seq, made, causes) VALUES (?, ?, ?, ?)"


def keep(
    file: sqlite3.Connection, entries: list[JournalLine], duration: int
) -> set[tuple[str, int]]:
    """Write the entries whose leases are still held, and return their keys."""
    if not entries:
        return set()
    now, leases = max(entry.made for entry in entries), [entry.lease for entry in entries]
    masas = [row.masa for row in leases]
    found = file.execute(f"{LEASES} ({_places(masas)})", masas)
    left = {Lease(*row): expires - now for *row, expires in found}
    lost, tired = judge(leases, left, duration)
    if tired:
        file.execute(f"{RENEW} ({_places(tired)})", [now + duration, *tired])
    written = [entry for entry in entries if entry.lease not in lost]
    file.executemany(KEEP, [(e.lease.masa, e.seq, e.made, e.causes) for e in written])
    return {(entry.lease.masa, entry.seq) for entry in written}


def _places(values: Sequence[str]) -> str:
    return ",".join("?" * len(values))
