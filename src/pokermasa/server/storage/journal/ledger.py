"""Double entry: every chip is in a book, every movement leaves one for another, and none is booked
twice.

Books: `account:7` what a person has, `masa:x1` what lies on a table, `tournament:t1` what was paid
in there and not yet out, `bank` what was given out (it alone owes), `dropped` what house rules let
fall.

A home game with chips of its own has a bank of its own, `bank:x1`, and `chips:x1:7` is what a
person has of them beside the table. No entry moves chips between these and any other book but
`masa:x1`, and all of them are empty once the game is closed.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store

BANK = "bank"
DROPPED = "dropped"


def of_account(account: int) -> str:
    return f"account:{account}"


def of_masa(masa: str) -> str:
    return f"masa:{masa}"


def of_game(masa: str) -> str:
    """The bank of a game with chips of its own."""
    return f"{BANK}:{masa}"


def of_player(masa: str, account: int) -> str:
    """What somebody has of a game's own chips, beside the table."""
    return f"chips:{masa}:{account}"


def players_of(connection: Connection, masa: str) -> dict[int, int]:
    """Everybody's chips of a game's own, beside the table."""
    book, amount = store.balance.c.book, store.balance.c.amount
    found = connection.execute(
        select(book, amount).where(book.startswith(f"chips:{masa}:"), amount != 0)
    )
    return {int(name.rpartition(":")[2]): amount for name, amount in found}


def void(connection: Connection, masa: str, now: int) -> None:
    """A game's own chips go back to its bank; nobody has any of them from now on."""
    left = players_of(connection, masa)
    moved = {of_player(masa, account): -amount for account, amount in left.items()}
    moved[of_game(masa)] = sum(left.values())
    book(connection, f"void:{masa}", "void", moved, now)


def of_tournament(tournament: str) -> str:
    return f"tournament:{tournament}"


def book(
    connection: Connection, key: str, reason: str, amounts: Mapping[str, int], now: int
) -> bool:
    """Book one movement; False if that *key* is booked already. Refused if a book would go below
    nothing, in which case the whole transaction is to be given up."""
    moved = {book: amount for book, amount in amounts.items() if amount}
    assert sum(moved.values()) == 0, f"{reason}: {moved} does not balance"
    if not moved:
        return True
    if is_booked(connection, key):
        return False
    made = connection.execute(insert(store.entry).values(key=key, reason=reason, made=now))
    assert made.inserted_primary_key is not None
    entry = made.inserted_primary_key[0]
    for name, amount in sorted(moved.items()):
        connection.execute(insert(store.line).values(entry=entry, book=name, amount=amount))
        try:
            changed = connection.execute(
                update(store.balance)
                .where(store.balance.c.book == name)
                .values(amount=store.balance.c.amount + amount)
            )
            if changed.rowcount == 0:
                connection.execute(insert(store.balance).values(book=name, amount=amount))
        except IntegrityError:
            raise Refused(RoomRefusal.NOT_ENOUGH_CHIPS) from None
    return True


def is_booked(connection: Connection, key: str) -> bool:
    found = connection.execute(select(store.entry.c.id).where(store.entry.c.key == key))
    return found.first() is not None


def balance(connection: Connection, book: str) -> int:
    found = connection.execute(select(store.balance.c.amount).where(store.balance.c.book == book))
    return int(found.scalar() or 0)


def audit(connection: Connection) -> list[str]:
    """Everything that is wrong with the books; nothing, if all is well."""
    faults = []
    total = (connection.execute(select(func.sum(store.balance.c.amount)))).scalar() or 0
    if total:
        faults.append(f"the balances add up to {total}, not to nothing")
    unbalanced = connection.execute(
        select(store.line.c.entry, func.sum(store.line.c.amount))
        .group_by(store.line.c.entry)
        .having(func.sum(store.line.c.amount) != 0)
    )
    faults += [f"entry {entry} is out by {amount}" for entry, amount in unbalanced]
    line = store.line.c
    summed = select(line.book, func.sum(line.amount)).group_by(line.book)
    lines = {row[0]: row[1] for row in connection.execute(summed)}
    kept = connection.execute(select(store.balance.c.book, store.balance.c.amount))
    balances = {row[0]: row[1] for row in kept}
    for name in sorted({*lines, *balances}):
        if lines.get(name, 0) != balances.get(name, 0):
            faults.append(
                f"{name} stands at {balances.get(name, 0)}, its lines at {lines.get(name, 0)}"
            )
    return faults
