"""The row of a tournament in the database: written when it is opened, read by the process that
takes its lease."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, insert, select

from pokermasa.server.director.terms import Terms
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.journal import journal, ledger
from pokermasa.server.storage.journal.lease import Lease
from pokermasa.tournament import Tournament, save


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """One entry into a tournament, with the amounts that the room has booked for it, in chips."""

    account: Account
    paid: int = 0
    prize: int = 0
    bounties: int = 0
    late: int = 0
    wrong: int = 0
    hand: str | None = None
    """Id of the finished hand in which the player was eliminated."""
    leaves: bool = False
    """Whether the account is not entered in the next game of the league."""

    def replace(self, **changes: Any) -> EntryRecord:
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class Order:
    """An order of a director that waits for the end of a hand."""

    id: int
    command: str
    by: Account | None
    about: Account | None
    number: int | None


ALIKE = ("start", "pause", "resume", "break", "next_level")
"""Orders that affect everybody equally. An account that has given any other order cannot enter."""
NAMING = ("co_director", "end_co_director")
"""Orders that add or remove co-directors. They do not change the tournament."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """Orders that directors have already given in this tournament, as far as they limit further
    orders."""

    by: frozenset[int] = frozenset()
    """Accounts that have given an order that does not affect everybody equally."""
    breaks: int = 0
    """Total seconds of all ordered breaks."""
    level: int = 0
    """Highest level that was started by an order, counted from 1. It is 0 if there is none."""
    pauses: Mapping[int, int] = field(default_factory=dict)
    """Number of pauses that each account has ordered."""
    paused_by: int | None = None
    """Account that ordered the last pause."""
    penalties: Mapping[int, int] = field(default_factory=dict)
    """Number of hands that each account was ordered to miss."""

    def after(self, by: int, command: str, number: int | None, about: int | None) -> Ordered:
        """Return the value after one more order."""
        match command:
            case "penalise" if about is not None:
                hands = self.penalties.get(about, 0) + (number or 0)
                return replace(self, by=self.by | {by}, penalties={**self.penalties, about: hands})
            case "break":
                return replace(self, breaks=self.breaks + (number or 0))
            case "next_level":
                return replace(self, level=max(self.level, number or 0))
            case "pause":
                pauses = {**self.pauses, by: self.pauses.get(by, 0) + 1}
                return replace(self, pauses=pauses, paused_by=by)
        if command in ALIKE or command in NAMING:
            return self
        return replace(self, by=self.by | {by})


@dataclass(frozen=True, slots=True)
class TournamentRecord:
    """A tournament and all other data about it, as read from the database."""

    lease: Lease
    name: str
    terms: Terms
    tournament: Tournament
    seq: int
    key: str | None = None
    host: Account | None = None
    league: str | None = None
    opened: int = 0
    started: int | None = None
    next: str | None = None
    entries: list[EntryRecord] = field(default_factory=list)
    orders: list[Order] = field(default_factory=list)
    ordered: Ordered = field(default_factory=Ordered)
    co_directors: tuple[Account, ...] = ()
    rows: int = 0
    """Number of journal lines since the tournament was last saved as a whole."""


def new_id(connection: Connection) -> str:
    """Return an unused id. It is short because the ids of the tournament's tables begin with it."""
    while True:
        id = f"t{secrets.token_hex(3)}"
        taken = select(store.tournament.c.id).where(store.tournament.c.id == id)
        if connection.execute(taken).first() is None:
            return id


def table_id(tournament: str, number: int) -> str:
    """Return the id of a table of the tournament. *number* counts from 0, the id from 1.

    >>> table_id("t3f0c9a", 11)
    't3f0c9a-12'
    """
    return f"{tournament}-{number + 1}"


def table_name(tournament: str, number: int) -> str:
    """Return the name of a table of the tournament."""
    return f"{tournament[:50]} · {number + 1}"


def lay(
    connection: Connection,
    name: str,
    terms: Terms,
    tournament: Tournament,
    key: str | None,
    host: Account | None,
    league: str | None,
    now: int,
    entered: Sequence[Account] = (),
) -> str:
    """Inserts a new tournament and returns its id. The accounts in *entered* are entered and pay at
    once. Raises an error if one of them cannot pay."""
    id = new_id(connection)
    for account in entered:
        tournament = tournament.register(str(account.id)).tournament
    connection.execute(
        insert(store.tournament).values(
            id=id,
            name=name[:60],
            terms=terms.model_dump_json(),
            key=key,
            host=None if host is None else host.id,
            opened=now,
            league=league,
            seq=0,
            value=save.write(tournament),
        )
    )
    for player, account in enumerate(entered):
        enter(connection, id, player, account, tournament.structure.buy_in, now)
    return id


def enter(
    connection: Connection,
    id: str,
    player: int,
    account: Account,
    amount: int,
    now: int,
    key: str | None = None,
) -> None:
    """Books the payment of an entry and inserts the entrant. Raises `AlreadyDone` if the key was
    used before."""
    key = key or f"tournament:{id}:{player}:entry"
    if not ledger.book(connection, key, "tournament_entry", paid_in(id, account, amount), now):
        raise journal.AlreadyDone
    connection.execute(
        insert(store.entrant).values(
            tournament=id,
            player=player,
            account=account.id,
            paid=amount,
            prize=0,
            bounties=0,
            late=0,
            wrong=0,
            is_gone=False,
        )
    )


def paid_in(id: str, account: Account, amount: int) -> dict[str, int]:
    """Return the ledger amounts of a payment into the tournament. House bots pay with chips of the
    bank, which also gets their prizes."""
    book = ledger.BANK if account.is_house else ledger.of_account(account.id)
    return {book: -amount, ledger.of_tournament(id): amount}


def recover(connection: Connection, lease: Lease) -> TournamentRecord:
    """Reads a tournament. Must be called in the transaction that takes the lease, because from then
    on no other process can write."""
    row = connection.execute(
        select(store.tournament).where(store.tournament.c.id == lease.masa)
    ).one()
    tournament, seq = journal.recover_tournament(connection, lease.masa, row.value, row.seq)
    entrant, order = store.entrant.c, store.order.c
    rows = connection.execute(
        select(store.entrant).where(entrant.tournament == lease.masa).order_by(entrant.player)
    ).all()
    waiting = connection.execute(
        select(store.order)
        .where(order.tournament == lease.masa, order.done.is_(None))
        .order_by(order.id)
    ).all()
    terms = Terms.model_validate_json(row.terms)
    ids = {row.host, *terms.co_directors} | {entry.account for entry in rows}
    ids |= {id for order in waiting for id in (order.account, order.about)}
    accounts = _accounts(connection, ids - {None})
    entries = [
        EntryRecord(
            accounts[e.account], e.paid, e.prize, e.bounties, e.late, e.wrong, e.hand, e.leaves
        )
        for e in rows
    ]
    return TournamentRecord(
        lease,
        row.name,
        terms,
        tournament,
        seq,
        row.key,
        accounts.get(row.host),
        row.league,
        row.opened,
        row.started,
        row.next,
        entries,
        [
            Order(o.id, o.command, accounts.get(o.account), accounts.get(o.about), o.number)
            for o in waiting
        ],
        _ordered(connection, lease.masa),
        tuple([accounts[id] for id in terms.co_directors if id in accounts]),
        seq - row.seq,
    )


def _ordered(connection: Connection, id: str) -> Ordered:
    order, found = store.order.c, Ordered()
    given = connection.execute(
        select(order.account, order.command, order.number, order.about)
        .where(order.tournament == id, order.account.is_not(None))
        .order_by(order.id)
    )
    for account, command, number, about in given:
        found = found.after(account, command, number, about)
    return found


def _accounts(connection: Connection, ids: set[int]) -> dict[int, Account]:
    who, found, sorted_ids = store.account.c, {}, sorted(ids)
    for first in range(0, len(sorted_ids), 500):
        some = sorted_ids[first : first + 500]
        rows = connection.execute(select(who.id, who.name, who.kind).where(who.id.in_(some)))
        found.update({row.id: Account(*row) for row in rows})
    return found
