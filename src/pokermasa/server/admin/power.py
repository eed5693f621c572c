"""Limits of an admin's power: not over own games, and not over the other players in them.

Requests of the shell have no limits, because access to the machine gives access to everything.
"""

from __future__ import annotations

from sqlalchemy import Connection, select

from pokermasa.server.accounts.deletion import entered
from pokermasa.server.director.terms import Terms
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import ADMIN
from pokermasa.server.storage.admin_request import SHELL_ONLY, PendingRequest
from pokermasa.server.storage.journal import journal

_seat = store.seat.c


def verify_may(connection: Connection, request: PendingRequest) -> None:
    """Refuses a request if its sender is no longer an admin when it is executed."""
    by = request.asker.account
    if by is None:
        return
    if request.command in SHELL_ONLY:
        raise Refused(
            RoomRefusal.NOT_ALLOWED, f"{request.command} is only possible on the command line"
        )
    who = store.account.c
    found = connection.execute(select(who.role, who.banned).where(who.id == by)).one()
    if found.role != ADMIN or found.banned is not None:
        raise Refused(RoomRefusal.NOT_ALLOWED, "only an admin may")


def verify_over_account(connection: Connection, request: PendingRequest, account: int) -> None:
    by = request.asker.account
    if by is None:
        return
    if by == account:
        raise Refused(RoomRefusal.OWN_GAME, "admins cannot do this to their own account")
    role = connection.execute(select(store.account.c.role).where(store.account.c.id == account))
    if role.scalar() == ADMIN:
        raise Refused(RoomRefusal.NOT_ALLOWED, "only the command line may do this to an admin")
    if tables_of(connection, by) & tables_of(connection, account):
        raise Refused(RoomRefusal.OWN_GAME, "you sit at a table with this player")
    if tournaments_of(connection, by) & tournaments_of(connection, account):
        raise Refused(RoomRefusal.OWN_GAME, "you are in a tournament with this player")


def verify_over_everybody(connection: Connection, request: PendingRequest) -> None:
    """Refuses commands that could affect any player while the admin plays."""
    by = request.asker.account
    if by is not None and (tables_of(connection, by) or tournaments_of(connection, by)):
        raise Refused(RoomRefusal.OWN_GAME, "leave your tables and tournaments first")


def verify_over_game(connection: Connection, request: PendingRequest, id: str) -> None:
    """Refuses commands about a table or tournament in which the admin has an interest."""
    by = request.asker.account
    if by is None:
        return
    own = tables_of(connection, by) | tournaments_of(connection, by)
    if id in own or by in _season_players(connection, id):
        raise Refused(RoomRefusal.OWN_GAME)


def _season_players(connection: Connection, tournament: str) -> tuple[int, ...]:
    """Return the accounts that have entered earlier games of the season, if *tournament* is a game
    of a league."""
    row = store.tournament.c
    terms = connection.execute(select(row.terms).where(row.id == tournament)).scalar()
    return () if terms is None else Terms.model_validate_json(terms).season_players


def tables_of(connection: Connection, account: int) -> set[str]:
    return set(connection.execute(select(_seat.masa).where(_seat.account == account)).scalars())


def tournaments_of(connection: Connection, account: int) -> set[str]:
    return set(connection.execute(entered(account)).scalars())


def verify_in_no_hand(connection: Connection, account: int) -> None:
    """Refuses while the account is in a hand, according to the journal."""
    masa, row = store.masa.c, store.tournament.c
    seats = connection.execute(
        select(masa.id, masa.value, masa.seq, _seat.side)
        .join(store.seat, _seat.masa == masa.id)
        .where(_seat.account == account)
    ).all()
    for seat in seats:
        now, _ = journal.recover(connection, seat.id, seat.value, seat.seq)
        if now.is_in_hand(seat.side):
            raise Refused(RoomRefusal.IN_HAND, "the account is in a hand; try again after the hand")
    entries = select(row.id, row.value, row.seq).where(row.id.in_(entered(account)))
    for entry in connection.execute(entries).all():
        field, _ = journal.recover_tournament(connection, entry.id, entry.value, entry.seq)
        for player in field.names.entries(str(account)):
            place = field.place(player)
            if place is not None and not field.table(place[0]).is_idle:
                raise Refused(
                    RoomRefusal.IN_HAND, "the account is in a hand; try again after the hand"
                )
