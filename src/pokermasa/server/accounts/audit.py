"""Checks that no chip is lost.

The ledger must balance, and the book of each table and tournament must match its state.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, select

from pokermasa.server.storage import schema as store
from pokermasa.server.storage.journal import journal, ledger


def audit(connection: Connection) -> list[str]:
    """Return the faults found, as text. The list is empty if the books are correct."""
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
        faults += [f"masa {row.id}: {fault}" for fault in _own_chips(connection, row, book)]
    for row in connection.execute(select(store.tournament)).all():
        faults += [f"tournament {row.id}: {fault}" for fault in _tournament(connection, row)]
    return faults


def _own_chips(connection: Connection, row: Any, on_it: int) -> Iterator[str]:
    """Checks the separate play chips of a home game.

    They are issued by the game's own bank, are never mixed with other chips, and are void once the
    game is closed.
    """
    line = store.line.c
    bank, players = ledger.of_game(row.id), f"chips:{row.id}:"
    own = (line.book == bank) | line.book.startswith(players)
    given = -ledger.balance(connection, bank)
    beside = sum(ledger.players_of(connection, row.id).values())
    if not row.own_chips:
        if connection.execute(select(line.entry).where(own).limit(1)).first():
            yield "it has no chips of its own, and books for them"
        return
    if given != on_it + beside:
        yield f"{given} of its own chips were given out, {on_it} are on it and {beside} beside it"
    if row.closed is not None and given:
        yield f"it is closed, and {given} of its own chips are left"
    at_it = line.book == ledger.of_masa(row.id)
    entries = select(line.entry).where(own | at_it)
    mixed = select(line.entry).where(line.entry.in_(entries), ~(own | at_it)).distinct()
    for (entry,) in connection.execute(mixed):
        yield f"entry {entry} mixes its own chips with others"


def _tournament(connection: Connection, row: Any) -> Iterator[str]:
    """Checks that the book holds the payments minus the prizes, and that no tournament chip is
    lost."""
    now, _ = journal.recover_tournament(connection, row.id, row.value, row.seq)
    entrant = store.entrant.c
    entrants = connection.execute(
        select(store.entrant).where(entrant.tournament == row.id).order_by(entrant.player)
    ).all()
    book = ledger.balance(connection, ledger.of_tournament(row.id))
    paid, won = sum(e.paid for e in entrants), sum(e.prize + e.bounties for e in entrants)
    if book != paid - won:
        yield f"{paid} was paid in and {won} out, its book has {book}"
    if now.is_ended and book:
        yield f"it is over, and {book} are left"
    if paid != now.entries * now.structure.buy_in + now.bought:
        yield f"{now.entries} entries are in it, and {paid} was paid"
    if len(entrants) != len(now.entrants):
        yield f"{len(now.entrants)} have registered, {len(entrants)} are on the list"
    if not now.balances:
        yield f"{now.chips} chips are on its tables, which is not what was handed out"
