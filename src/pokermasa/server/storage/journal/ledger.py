"""Double-entry ledger: every chip is in one book, every entry moves chips between books and sums
to zero, and no entry is booked twice.

Books: `account:7` holds the chips of an account, `masa:x1` the chips on a table, `tournament:t1`
the amounts paid in and not yet paid out. `bank` issues chips and is the only one of these that may
be negative. `dropped` holds the chips that house rules dropped.

A home game with its own chips has a bank `bank:x1`, and `chips:x1:7` holds a player's chips of
this game that are not on the table. Entries move chips between these two and `masa:x1` only. All
of them are empty after the game is closed.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store

BANK = "bank"
DROPPED = "dropped"

# Every hand books several entries. SQLAlchemy takes ten times as long for a statement that is built
# for each of them.
_OF_KEY = select(store.entry.c.id).where(store.entry.c.key == bindparam("key"))
_NEW_ENTRY = insert(store.entry).returning(store.entry.c.id)
_NEW_LINE = insert(store.line)
_NEW_BALANCE = insert(store.balance)
_MOVE = (
    update(store.balance)
    .where(store.balance.c.book == bindparam("of_book"))
    .values(amount=store.balance.c.amount + bindparam("moved"))
)
_BALANCE = select(store.balance.c.amount).where(store.balance.c.book == bindparam("book"))


def of_account(account: int) -> str:
    return f"account:{account}"


def of_masa(masa: str) -> str:
    return f"masa:{masa}"


def of_game(masa: str) -> str:
    """Return the book of the bank of a game with its own chips."""
    return f"{BANK}:{masa}"


def of_player(masa: str, account: int) -> str:
    """Return the book of a player's chips of a game with its own chips, apart from those on the
    table."""
    return f"chips:{masa}:{account}"


def players_of(connection: Connection, masa: str) -> dict[int, int]:
    """Return the chips of each player of a game with its own chips, apart from those on the
    table."""
    book, amount = store.balance.c.book, store.balance.c.amount
    found = connection.execute(
        select(book, amount).where(book.startswith(f"chips:{masa}:"), amount != 0)
    )
    return {int(name.rpartition(":")[2]): amount for name, amount in found}


def void(connection: Connection, masa: str, now: int) -> None:
    """Move all players' chips of a game with its own chips back to its bank, when the game is
    closed."""
    left = players_of(connection, masa)
    moved = {of_player(masa, account): -amount for account, amount in left.items()}
    moved[of_game(masa)] = sum(left.values())
    book(connection, f"void:{masa}", "void", moved, now)


def of_tournament(tournament: str) -> str:
    return f"tournament:{tournament}"


def book(
    connection: Connection, key: str, reason: str, amounts: Mapping[str, int], now: int
) -> bool:
    """Book one entry. Returns False if *key* is booked already. Raises `Refused` with
    `NOT_ENOUGH_CHIPS` if a book would become negative; the caller must then roll back the
    transaction."""
    moved = {book: amount for book, amount in amounts.items() if amount}
    assert sum(moved.values()) == 0, f"{reason}: {moved} does not balance"
    if not moved:
        return True
    if is_booked(connection, key):
        return False
    entry = connection.execute(_NEW_ENTRY, {"key": key, "reason": reason, "made": now}).scalar_one()
    for name, amount in sorted(moved.items()):
        connection.execute(_NEW_LINE, {"entry": entry, "book": name, "amount": amount})
        try:
            changed = connection.execute(_MOVE, {"of_book": name, "moved": amount})
            if changed.rowcount == 0:
                connection.execute(_NEW_BALANCE, {"book": name, "amount": amount})
        except IntegrityError:
            raise Refused(RoomRefusal.NOT_ENOUGH_CHIPS) from None
    return True


def is_booked(connection: Connection, key: str) -> bool:
    return connection.execute(_OF_KEY, {"key": key}).first() is not None


def balance(connection: Connection, book: str) -> int:
    return int(connection.execute(_BALANCE, {"book": book}).scalar() or 0)


def audit(connection: Connection) -> list[str]:
    """Return the errors found in the ledger; an empty list if there are none."""
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
    stored = connection.execute(select(store.balance.c.book, store.balance.c.amount))
    balances = {row[0]: row[1] for row in stored}
    for name in sorted({*lines, *balances}):
        if lines.get(name, 0) != balances.get(name, 0):
            faults.append(
                f"{name} stands at {balances.get(name, 0)}, its lines at {lines.get(name, 0)}"
            )
    return faults
