"""Proof that no chip is lost: the books among themselves, and each masa's book against its masa."""

from __future__ import annotations

from sqlalchemy import Connection, select

from pokermasa.server.storage import journal, ledger
from pokermasa.server.storage import schema as store


def audit(connection: Connection) -> list[str]:
    """Everything that is wrong; nothing, if all is well."""
    faults = ledger.audit(connection)
    own = select(store.masa).where(store.masa.c.tournament.is_(None))
    for row in connection.execute(own).all():
        masa, _ = journal.recover(connection, row.id, row.value, row.seq)
        book = ledger.balance(connection, ledger.of_masa(row.id))
        if book != masa.chips:
            faults.append(f"masa {row.id} has {masa.chips} on it, its book {book}")
        seats = connection.execute(
            select(store.seat.c.side).where(store.seat.c.masa == row.id)
        ).scalars()
        sides = sorted(seats)
        if sides != sorted(masa.seats):
            faults.append(f"masa {row.id} has sides {sorted(masa.seats)} taken, the list {sides}")
    return faults
