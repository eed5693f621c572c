"""Stores a page of a tournament in one transaction: its line in the journal, and every row and chip
that follows from it."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from pokermasa.masa import event as at_masa
from pokermasa.server.director.storage import record
from pokermasa.server.director.storage.journal_entry import Next, Page
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


async def write(writer: Writer, page: Page, lease_time: int) -> Written:
    """Stores the page. It is on disk when this function returns. If it raises an error, nothing has
    been stored."""
    if page.is_small:
        await writer.journal(JournalLine(page.lease, page.seq, page.now, page.causes))
        return Written()

    hands = [
        _hand_rows(page, over) for over in page.change.events if isinstance(over, event.HandOver)
    ]
    finishes = _finishes(page)
    value = save.write(page.change.tournament) if page.is_whole else page.causes

    def write_page(connection: Connection) -> Written:
        lease.verify(connection, page.lease, page.now, lease_time)
        for hand in hands:
            journal.keep_hand(connection, hand)
        for new_event in page.change.events:
            _write_event(connection, page, new_event)
        for player, entry in page.after.items():
            _write_entry(connection, page, player, entry)
        for player, (place, prize) in finishes.items():
            _finish_last_hand(connection, page, player, place, prize)
        orders = _write_orders(connection, page)
        for new in page.notices:
            notice.add(connection, new.account, notice.DIRECTOR, new.words, page.now)
        next = None if page.next is None else _open_next(connection, page, page.next)
        _write_value(connection, page, value, next)
        return Written(next, orders)

    return await writer.write(write_page)


def _write_event(connection: Connection, page: Page, new_event: event.Event) -> None:
    tournament, masa = store.tournament.c, store.masa.c
    match new_event:
        case event.TableOpened(number):
            connection.execute(
                insert(store.masa).values(
                    id=record.table_id(page.id, number),
                    name=table_name(page.name, number),
                    terms=page.access.model_dump_json(),
                    key=page.key,
                    host=None if page.key is None or page.host is None else page.host.id,
                    opened=page.now,
                    seq=0,
                    value="",
                    tournament=page.id,
                )
            )
        case event.TableBroken(number):
            here = masa.id == record.table_id(page.id, number)
            connection.execute(update(store.masa).where(here).values(closed=page.now))
        case event.Started():
            here = tournament.id == page.id
            connection.execute(update(store.tournament).where(here).values(started=page.now))
        case event.AtTable(number, at_masa.CardsShown()):
            shown = page.change.tournament.table(number).masa
            journal.show_in_hand(connection, record.table_id(page.id, number), shown)


def _hand_rows(page: Page, over: event.HandOver) -> journal.HandRows:
    context = HandContext.from_change(page.change, over)
    about = {"id": page.id, "name": page.name, **asdict(context)}
    about["finishes"] = [finish._asdict() for finish in context.finishes]
    more: dict[str, Any] = {"tournament": about}
    more |= page.reasons.get(over.table, Reasons()).to_data()
    return journal.hand_rows(
        record.table_id(page.id, over.table),
        over.number,
        over.game,
        {side: _account(page, player) for side, player in over.players.items()},
        page.now,
        more,
        page.hands[over.table],
    )


def _finishes(page: Page) -> dict[Player, tuple[int, int]]:
    """Return place and prize of players whose last hand was stored before this page."""
    late = set(page.paid_late)
    results = page.change.tournament.results if late else []
    paid = {r.player: (r.place, r.prize) for r in results if r.player in late}
    return later_finishes(page.change) | paid


def _finish_last_hand(
    connection: Connection, page: Page, player: Player, place: int, prize: int
) -> None:
    """Adds the place and the prize to the last hand of a player whose result was not known when the
    hand ended: because of hand-for-hand play, a deal, or possible re-entries."""
    hand, played = store.hand.c, store.hand_player.c
    row = connection.execute(
        select(hand.id, hand.value, played.stack)
        .join(store.hand, hand.id == played.hand)
        .where(played.account == _account(page, player).id, played.tournament == page.id)
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


def _account(page: Page, player: Player) -> Account:
    entry = page.after.get(player)
    return (page.before[player] if entry is None else entry).account


def _write_entry(connection: Connection, page: Page, player: Player, entry: EntryRecord) -> None:
    """Stores an entry and books the chips that it moves: payments, refunds and prizes."""
    is_new = player >= len(page.before)
    if is_new:
        if page.ask is not None:
            journal.verify_unused(connection, page.ask)
        key = None if page.ask is None else page.ask.key
        record.enter(connection, page.id, player, entry.account, entry.paid, page.now, key)
        return
    before = page.before[player]
    paid = entry.paid - before.paid
    reason = "tournament_refund" if paid < 0 else "tournament_rebuy"
    _book(connection, page, player, reason, paid)
    _book(connection, page, player, "tournament_prize", before.prize - entry.prize)
    _book(connection, page, player, "tournament_bounty", before.bounties - entry.bounties)
    here = (store.entrant.c.tournament == page.id) & (store.entrant.c.player == player)
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
            is_gone=_is_gone(page, player),
        )
    )


def _is_gone(page: Page, player: Player) -> bool:
    return page.change.tournament.entrants[player].status is EntrantStatus.WITHDRAWN


def _book(connection: Connection, page: Page, player: Player, reason: str, amount: int) -> None:
    """Books *amount* chips as paid into the tournament, or as paid out if it is negative."""
    if not amount:
        return
    key = f"tournament:{page.id}:{page.seq}:{player}:{reason[11:]}"
    if page.ask is not None and amount > 0:
        journal.verify_unused(connection, page.ask)
        key = page.ask.key
    amounts = record.paid_in(page.id, page.before[player].account, amount)
    if not ledger.book(connection, key, reason, amounts, page.now):
        raise journal.AlreadyDone


def _write_orders(connection: Connection, page: Page) -> tuple[int, ...]:
    ids = []
    for by, command, about, number, is_done in page.orders:
        made: int = connection.execute(
            insert(store.order)
            .values(
                tournament=page.id,
                account=None if by is None else by.id,
                made=page.now,
                command=command,
                about=None if about is None else about.id,
                number=number,
                done=page.now if is_done else None,
            )
            .returning(store.order.c.id)
        ).scalar_one()
        ids.append(made)
    if page.done:
        here = store.order.c.id.in_(page.done)
        connection.execute(update(store.order).where(here).values(done=page.now))
    return tuple(ids)


def _open_next(connection: Connection, page: Page, next: Next) -> str | None:
    """Opens the next tournament and returns its id, or None if the host is deleted or banned."""
    if page.host is not None and opening_limit.is_gone(connection, page.host.id):
        return None
    return record.lay(
        connection,
        next.name,
        next.terms,
        next.tournament,
        page.key,
        page.host,
        page.league,
        page.now,
        next.entered,
    )


def _write_value(connection: Connection, page: Page, value: str, next: str | None) -> None:
    """Stores *value*, which is the whole tournament if the page is whole, else its causes."""
    now = page.change.tournament
    values: dict[str, Any] = {} if next is None else {"next": next}
    if page.terms is not None:
        values |= {"terms": page.terms.model_dump_json()}
    lines = store.journal
    if page.is_whole:
        values |= {"seq": page.seq, "value": value}
        connection.execute(delete(lines).where(lines.c.masa == page.id))
    else:
        connection.execute(
            insert(lines).values(masa=page.id, seq=page.seq, made=page.now, causes=value)
        )
    if now.is_ended:
        values |= {"ended": page.now, "row": page.row}
        _write_results(connection, page)
    if values:
        here = store.tournament.c.id == page.id
        connection.execute(update(store.tournament).where(here).values(**values))


def _write_results(connection: Connection, page: Page) -> None:
    entrant, masa = store.entrant.c, store.masa.c
    rows = [
        {"who": result.player, "at": result.place, "won": result.points}
        for result in page.change.tournament.results
    ]
    if rows:
        connection.execute(
            update(store.entrant)
            .where(entrant.tournament == page.id, entrant.player == bindparam("who"))
            .values(place=bindparam("at"), points=bindparam("won")),
            rows,
        )
    _write_counts(connection, page)
    is_open = (masa.tournament == page.id) & masa.closed.is_(None)
    connection.execute(update(store.masa).where(is_open).values(closed=page.now))


def _write_counts(connection: Connection, page: Page) -> None:
    """Stores for which entrants this game counts on leaderboards. This is decided now because
    addresses are deleted later. A league game counts only with the points of document 003, because
    a host could otherwise give a million points for a win."""
    points = page.change.tournament.structure.points
    if page.league is not None and points != Structure.named("botpoker").points:
        return
    entrant = store.entrant.c
    played = (entrant.tournament == page.id) & ~entrant.is_gone
    accounts = set(connection.execute(select(entrant.account).where(played)).scalars())
    found = sorted(Rivals.among(connection, accounts).in_game(accounts))
    for first in range(0, len(found), AT_ONCE):
        some = entrant.account.in_(found[first : first + AT_ONCE])
        connection.execute(update(store.entrant).where(played, some).values(counts=True))
