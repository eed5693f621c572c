"""Orders of the room's operators about a tournament. The command `masa admin` stores them. The
process that owns the tournament carries them out when it next polls, or when it loads the
tournament."""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select

from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store

CANCEL, REFUND = "cancel", "refund"
"""Commands that end a tournament: `CANCEL` pays the prize pool by ICM, `REFUND` pays every entry
back."""
MOVE = "move"
"""Command that moves a player to another table, given by its number (from 1)."""


def give(connection: Connection, tournament: str, command: str, now: int) -> None:
    """Store an order to end a tournament early. Raises `Refused` if the tournament does not exist,
    is over or is already being cancelled, and for a refund after prizes have been paid."""
    row, order = store.tournament.c, store.order.c
    found = connection.execute(select(row.ended).where(row.id == tournament)).first()
    if found is None:
        raise Refused(RoomRefusal.NOT_FOUND, f"tournament {tournament}")
    waiting = select(order.id).where(
        order.tournament == tournament,
        order.done.is_(None),
        order.command.in_([CANCEL, REFUND]),
    )
    if found.ended is not None or connection.execute(waiting).first() is not None:
        raise Refused(RoomRefusal.NOT_ALLOWED, f"tournament {tournament} is over, or called off")
    who = store.entrant.c
    won = select(func.sum(who.prize + who.bounties)).where(who.tournament == tournament)
    if command == REFUND and connection.execute(won).scalar():
        message = f"prizes of tournament {tournament} have been paid: it can only end by ICM"
        raise Refused(RoomRefusal.NOT_ALLOWED, message)
    connection.execute(insert(store.order).values(tournament=tournament, made=now, command=command))


def give_about(
    connection: Connection, tournament: str, command: str, about: int, number: int | None, now: int
) -> None:
    """Store an order about one entry. Raises `Refused` unless the tournament is being played, the
    account is in it, and the target table of a move is open."""
    row, who, order = store.tournament.c, store.entrant.c, store.order.c
    found = connection.execute(
        select(row.started)
        .join(store.entrant, who.tournament == row.id)
        .where(row.id == tournament, row.ended.is_(None), who.account == about, ~who.is_gone)
    ).first()
    if found is None:
        raise Refused(RoomRefusal.NOT_FOUND, f"no such player in tournament {tournament}")
    if found.started is None:
        raise Refused(RoomRefusal.NOT_ALLOWED, f"tournament {tournament} has not started")
    if command == MOVE:
        _verify_table(connection, tournament, number)
    waiting = select(order.id).where(
        *(order.tournament == tournament, order.about == about, order.done.is_(None)),
        *(order.account.is_(None), order.command == command),
    )
    if connection.execute(waiting).first() is not None:
        raise Refused(RoomRefusal.NOT_ALLOWED, "the same order waits for the hand to end already")
    values = {"tournament": tournament, "made": now, "command": command}
    connection.execute(insert(store.order).values(**values, about=about, number=number))


def _verify_table(connection: Connection, tournament: str, number: int | None) -> None:
    masa = store.masa.c
    tables = select(masa.id).where(masa.tournament == tournament, masa.closed.is_(None))
    ids = connection.execute(tables).scalars()
    numbers = sorted(int(id.rpartition("-")[2]) for id in ids)
    if number not in numbers:
        some = ", ".join(map(str, numbers[:20])) + (" and others" if numbers[20:] else "")
        message = f"tournament {tournament} has no open table {number}; open tables: {some}"
        raise Refused(RoomRefusal.NOT_FOUND, message)


def call_off_hosted(connection: Connection, host: int, now: int) -> None:
    """Cancel the tournaments of a deleted or banned host that have not started. Entries are paid
    back, and no date or game follows. Those that have started are played to their end."""
    row = store.tournament.c
    found = select(row.id).where(row.host == host, row.ended.is_(None), row.started.is_(None))
    for id in connection.execute(found).scalars().all():
        with contextlib.suppress(Refused):  # such an order is waiting already
            give(connection, id, CANCEL, now)


def waiting(connection: Connection, tournaments: Collection[str]) -> list[Row[Any]]:
    """Return the operators' orders for *tournaments* that have not been carried out, oldest
    first."""
    order, about = store.order.c, store.account.c
    return list(
        connection.execute(
            select(
                *(order.id, order.tournament, order.command, order.number),
                *(about.id.label("about"), about.name, about.kind),
            )
            .outerjoin(store.account, about.id == order.about)
            .where(
                order.tournament.in_(list(tournaments)),
                order.account.is_(None),
                order.done.is_(None),
            )
            .order_by(order.id)
        )
    )
