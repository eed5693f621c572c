"""Stores an entry of a tournament in one transaction: its line in the journal, and every row and
chip that follows from it."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from pokermasa.masa import event as at_masa
from pokermasa.server.director.storage import record
from pokermasa.server.director.storage.journal_entry import Next, TournamentEntry
from pokermasa.server.director.storage.record import EntryRecord, table_name
from pokermasa.server.storage import notice, opening_limit
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.archive.rivals import AT_ONCE, Rivals
from pokermasa.server.storage.database.writer import JournalLine, Writer
from pokermasa.server.storage.journal import journal, lease, ledger
from pokermasa.server.storage.journal.reasons import Reasons
from pokermasa.tournament import EntrantStatus, Player, Structure, event, save
from pokermasa.tournament.hand_context import HandContext, later_finishes


class Written(NamedTuple):
    """Ids of new rows."""

    next: str | None = None
    """Id of the next tournament, if one was opened."""
    orders: tuple[int, ...] = ()
    """Ids of the new orders."""


async def write(writer: Writer, new_entry: TournamentEntry, lease_time: int) -> Written:
    """Stores the entry. It is on disk when this function returns. If it raises an error, nothing
    has been stored."""
    if new_entry.is_small:
        await writer.journal(
            JournalLine(new_entry.lease, new_entry.seq, new_entry.now, new_entry.causes)
        )
        return Written()

    hands = [
        _hand_rows(new_entry, over)
        for over in new_entry.change.events
        if isinstance(over, event.HandOver)
    ]
    finishes = _finishes(new_entry)
    value = save.write(new_entry.change.tournament) if new_entry.is_whole else new_entry.causes

    def write_page(connection: Connection) -> Written:
        lease.verify(connection, new_entry.lease, new_entry.now, lease_time)
        for hand in hands:
            journal.keep_hand(connection, hand)
        for new_event in new_entry.change.events:
            _write_event(connection, new_entry, new_event)
        for player, entry in new_entry.after.items():
            _write_entry(connection, new_entry, player, entry)
        for player, (place, prize) in finishes.items():
            _finish_last_hand(connection, new_entry, player, place, prize)
        orders = _write_orders(connection, new_entry)
        for new in new_entry.notices:
            notice.add(connection, new.account, notice.DIRECTOR, new.words, new_entry.now)
        next = None if new_entry.next is None else _open_next(connection, new_entry, new_entry.next)
        _write_value(connection, new_entry, value, next)
        return Written(next, orders)

    return await writer.write(write_page)


def _write_event(
    connection: Connection, new_entry: TournamentEntry, new_event: event.Event
) -> None:
    tournament, masa = store.tournament.c, store.masa.c
    match new_event:
        case event.TableOpened(number):
            connection.execute(
                insert(store.masa).values(
                    id=record.table_id(new_entry.id, number),
                    name=table_name(new_entry.name, number),
                    terms=new_entry.access.model_dump_json(),
                    key=new_entry.key,
                    host=None
                    if new_entry.key is None or new_entry.host is None
                    else new_entry.host.id,
                    opened=new_entry.now,
                    seq=0,
                    value="",
                    tournament=new_entry.id,
                )
            )
        case event.TableBroken(number):
            here = masa.id == record.table_id(new_entry.id, number)
            connection.execute(update(store.masa).where(here).values(closed=new_entry.now))
        case event.Started():
            here = tournament.id == new_entry.id
            connection.execute(update(store.tournament).where(here).values(started=new_entry.now))
        case event.AtTable(number, at_masa.CardsShown()):
            shown = new_entry.change.tournament.table(number).masa
            journal.show_in_hand(connection, record.table_id(new_entry.id, number), shown)


def _hand_rows(new_entry: TournamentEntry, over: event.HandOver) -> journal.HandRows:
    context = HandContext.from_change(new_entry.change, over)
    about = {"id": new_entry.id, "name": new_entry.name, **asdict(context)}
    about["finishes"] = [finish._asdict() for finish in context.finishes]
    more: dict[str, Any] = {"tournament": about}
    more |= new_entry.reasons.get(over.table, Reasons()).to_data()
    return journal.hand_rows(
        record.table_id(new_entry.id, over.table),
        over.number,
        over.game,
        {side: _account(new_entry, player) for side, player in over.players.items()},
        new_entry.now,
        more,
        new_entry.hands[over.table],
    )


def _finishes(new_entry: TournamentEntry) -> dict[Player, tuple[int, int]]:
    """Return place and prize of players whose last hand was stored before this entry."""
    late = set(new_entry.paid_late)
    results = new_entry.change.tournament.results if late else []
    paid = {r.player: (r.place, r.prize) for r in results if r.player in late}
    return later_finishes(new_entry.change) | paid


def _finish_last_hand(
    connection: Connection, new_entry: TournamentEntry, player: Player, place: int, prize: int
) -> None:
    """Adds the place and the prize to the last hand of a player whose result was not known when the
    hand ended: because of hand-for-hand play, a deal, or possible re-entries."""
    hand, played = store.hand.c, store.hand_player.c
    row = connection.execute(
        select(hand.id, hand.value, played.stack)
        .join(store.hand, hand.id == played.hand)
        .where(played.account == _account(new_entry, player).id, played.tournament == new_entry.id)
        .order_by(hand.id.desc())
        .limit(1)
    ).first()
    if row is None:
        return  # the tournament was cancelled before the player was dealt in
    data = json.loads(row.value)
    side = data["game"]["sides"][row.stack]
    about = data["tournament"]
    others = [finish for finish in about["finishes"] if finish["side"] != side]
    about["finishes"] = [*others, {"side": side, "place": place, "prize": prize}]
    value = json.dumps(data, separators=(",", ":"))
    connection.execute(update(store.hand).where(hand.id == row.id).values(value=value))


def _account(new_entry: TournamentEntry, player: Player) -> Account:
    entry = new_entry.after.get(player)
    return (new_entry.before[player] if entry is None else entry).account


def _write_entry(
    connection: Connection, new_entry: TournamentEntry, player: Player, entry: EntryRecord
) -> None:
    """Stores an entry and books the chips that it moves: payments, refunds and prizes."""
    is_new = player >= len(new_entry.before)
    if is_new:
        if new_entry.ask is not None:
            journal.verify_unused(connection, new_entry.ask)
        key = None if new_entry.ask is None else new_entry.ask.key
        record.enter(
            connection, new_entry.id, player, entry.account, entry.paid, new_entry.now, key
        )
        return
    before = new_entry.before[player]
    paid = entry.paid - before.paid
    reason = "tournament_refund" if paid < 0 else "tournament_rebuy"
    _book(connection, new_entry, player, reason, paid)
    _book(connection, new_entry, player, "tournament_prize", before.prize - entry.prize)
    _book(connection, new_entry, player, "tournament_bounty", before.bounties - entry.bounties)
    here = (store.entrant.c.tournament == new_entry.id) & (store.entrant.c.player == player)
    connection.execute(
        update(store.entrant)
        .where(here)
        .values(
            paid=entry.paid,
            prize=entry.prize,
            bounties=entry.bounties,
            late=entry.late,
            wrong=entry.wrong,
            hand=entry.hand,
            leaves=entry.leaves,
            is_gone=_is_gone(new_entry, player),
        )
    )


def _is_gone(new_entry: TournamentEntry, player: Player) -> bool:
    return new_entry.change.tournament.entrants[player].status is EntrantStatus.WITHDRAWN


def _book(
    connection: Connection, new_entry: TournamentEntry, player: Player, reason: str, amount: int
) -> None:
    """Books *amount* chips as paid into the tournament, or as paid out if it is negative."""
    if not amount:
        return
    key = f"tournament:{new_entry.id}:{new_entry.seq}:{player}:{reason[11:]}"
    if new_entry.ask is not None and amount > 0:
        journal.verify_unused(connection, new_entry.ask)
        key = new_entry.ask.key
    amounts = record.paid_in(new_entry.id, new_entry.before[player].account, amount)
    if not ledger.book(connection, key, reason, amounts, new_entry.now):
        raise journal.AlreadyDone


def _write_orders(connection: Connection, new_entry: TournamentEntry) -> tuple[int, ...]:
    ids = []
    for by, command, about, number, is_done in new_entry.orders:
        made: int = connection.execute(
            insert(store.order)
            .values(
                tournament=new_entry.id,
                account=None if by is None else by.id,
                made=new_entry.now,
                command=command,
                about=None if about is None else about.id,
                number=number,
                done=new_entry.now if is_done else None,
            )
            .returning(store.order.c.id)
        ).scalar_one()
        ids.append(made)
    if new_entry.done:
        here = store.order.c.id.in_(new_entry.done)
        connection.execute(update(store.order).where(here).values(done=new_entry.now))
    return tuple(ids)


def _open_next(connection: Connection, new_entry: TournamentEntry, next: Next) -> str | None:
    """Opens the next tournament and returns its id, or None if the host is deleted or banned."""
    if new_entry.host is not None and opening_limit.is_gone(connection, new_entry.host.id):
        return None
    return record.lay(
        connection,
        next.name,
        next.terms,
        next.tournament,
        new_entry.key,
        new_entry.host,
        new_entry.league,
        new_entry.now,
        next.entered,
    )


def _write_value(
    connection: Connection, new_entry: TournamentEntry, value: str, next: str | None
) -> None:
    """Stores *value*, which is the whole tournament if the entry is whole, else its causes."""
    now = new_entry.change.tournament
    values: dict[str, Any] = {} if next is None else {"next": next}
    if new_entry.terms is not None:
        values |= {"terms": new_entry.terms.model_dump_json()}
    lines = store.journal
    if new_entry.is_whole:
        values |= {"seq": new_entry.seq, "value": value}
        connection.execute(delete(lines).where(lines.c.masa == new_entry.id))
    else:
        connection.execute(
            insert(lines).values(
                masa=new_entry.id, seq=new_entry.seq, made=new_entry.now, causes=value
            )
        )
    if now.is_ended:
        values |= {"ended": new_entry.now, "row": new_entry.row}
        _write_results(connection, new_entry)
    if values:
        here = store.tournament.c.id == new_entry.id
        connection.execute(update(store.tournament).where(here).values(**values))


def _write_results(connection: Connection, new_entry: TournamentEntry) -> None:
    entrant, masa = store.entrant.c, store.masa.c
    rows = [
        {"who": result.player, "at": result.place, "won": result.points}
        for result in new_entry.change.tournament.results
    ]
    if rows:
        connection.execute(
            update(store.entrant)
            .where(entrant.tournament == new_entry.id, entrant.player == bindparam("who"))
            .values(place=bindparam("at"), points=bindparam("won")),
            rows,
        )
    _write_counts(connection, new_entry)
    is_open = (masa.tournament == new_entry.id) & masa.closed.is_(None)
    connection.execute(update(store.masa).where(is_open).values(closed=new_entry.now))


def _write_counts(connection: Connection, new_entry: TournamentEntry) -> None:
    """Stores for which entrants this game counts on leaderboards. This is decided now because
    addresses are deleted later. A league game counts only with the points of document 003, because
    a host could otherwise give a million points for a win."""
    points = new_entry.change.tournament.structure.points
    if new_entry.league is not None and points != Structure.named("botpoker").points:
        return
    entrant = store.entrant.c
    played = (entrant.tournament == new_entry.id) & ~entrant.is_gone
    accounts = set(connection.execute(select(entrant.account).where(played)).scalars())
    found = sorted(Rivals.among(connection, accounts).in_game(accounts))
    for first in range(0, len(found), AT_ONCE):
        some = entrant.account.in_(found[first : first + AT_ONCE])
        connection.execute(update(store.entrant).where(played, some).values(counts=True))
