"""Erases the name of a deleted account from stored data.

The name is in hands, titles of tables and tournaments, chat, reports, notes of others and the admin
log. Each step is one short transaction, so that players do not wait for it. The progress is stored,
so that the erasure continues after a crash. Only names change: what was hidden in a hand stays
hidden.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, delete, select, update

from pokermasa.server.accounts.deletion import WAITING, delete_account
from pokermasa.server.refusal import Refused
from pokermasa.server.storage import deleted_name
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import DELETED, deleted_at, name_key
from pokermasa.server.storage.erased_name import without
from pokermasa.server.storage.journal import reasons

HANDS, LINES, WRITERS = 20, 300, 50
"""Maximum numbers of hands, lines of text, and authors of notes that one step processes."""
_job = store.deletion.c


class Job(NamedTuple):
    account: int
    at: int
    names: tuple[str, ...]
    since: int
    """Time of the account's sign-up. The same word in older text is not this account's name."""


class Step(NamedTuple):
    at: int | None
    """Position at which the stage continues. None if the stage is complete."""
    names: tuple[str, ...] = ()
    """Earlier names of the account that this step has found."""


class Erased(NamedTuple):
    account: int
    is_over: bool = False
    """Whether the erasure is complete."""


def erase_some(connection: Connection, now: int) -> Erased | None:
    """Executes one step. Return None if there is nothing to do at the moment."""
    row = connection.execute(
        select(store.deletion)
        .where(_job.stage != WAITING)
        .order_by(_job.account)
        .limit(1)
        .with_for_update()
    ).first()
    if row is None:
        return _begin_waiting(connection, now)
    who = store.account.c
    since = connection.execute(select(who.created).where(who.id == row.account)).scalar_one()
    names = tuple(json.loads(row.names))
    done = STAGES[row.stage](connection, Job(row.account, row.at, names, since))
    known = (*names, *(name for name in done.names if name not in names))
    here = _job.account == row.account
    stages = list(STAGES)
    stage = stages.index(row.stage) + (done.at is None)
    if stage == len(stages):
        connection.execute(delete(store.deletion).where(here))
        return Erased(row.account, True)
    values = {"stage": stages[stage], "at": done.at or 0}
    values["names"] = json.dumps(known, ensure_ascii=False)
    connection.execute(update(store.deletion).where(here).values(values))
    return Erased(row.account)


def _begin_waiting(connection: Connection, now: int) -> Erased | None:
    """Deletes one of the accounts that waited for the end of their seats and entries.

    None if there is no such account.
    """
    waiting = select(_job.account, _job.at).where(_job.stage == WAITING).order_by(_job.account)
    for account, was_let_in in connection.execute(waiting).all():
        try:
            with connection.begin_nested():
                delete_account(connection, account, now)
        except Refused:
            continue
        if was_let_in:
            here = store.account.c.id == account
            connection.execute(update(store.account).where(here).values(banned=None))
            deleted_name.set_banned(connection, account, False, now)
        return Erased(account)
    return None


# Text


def _rewrite(connection: Connection, table: Table, row: Any, job: Job, *columns: str) -> None:
    """Removes the names from the given text columns of *row*."""
    values = {}
    for column in columns:
        text = getattr(row, column)
        if text is not None:
            most = getattr(table.c[column].type, "length", None)
            is_data = column in ("value", "answer")
            changed = _data_without(text, job) if is_data else without(text, job.names, most)
            if changed != text:
                values[column] = changed
    if values:
        here = [column == row._mapping[column.name] for column in table.primary_key.columns]
        connection.execute(update(table).where(*here).values(values))


def _data_without(text: str, job: Job) -> str:
    """Removes the names from the values of a JSON object.

    Its text is parsed because JSON can escape letters.
    """
    data = {
        key: without(value, job.names) if isinstance(value, str) else value
        for key, value in json.loads(text).items()
    }
    return json.dumps(data)


# Stages


def _hands(connection: Connection, job: Job) -> Step:
    """Removes the name from hands.

    The player is found by the side, because a renamed account had other names in older hands.
    """
    hand, player = store.hand.c, store.hand_player.c
    rows = connection.execute(
        select(hand.id, hand.value, player.stack)
        .join(store.hand, hand.id == player.hand)
        .where(player.account == job.account, player.hand > job.at)
        .order_by(player.hand)
        .limit(HANDS)
        .with_for_update(of=store.hand)
    ).all()
    found: dict[str, None] = {}
    for row in rows:
        data = json.loads(row.value)
        side = data["game"]["sides"][row.stack]
        found[data["names"][str(side)]] = None
        data["names"][str(side)] = deleted_at(side)
        data.get(reasons.OWN, {}).pop(str(row.stack), None)
        _put(connection, row.id, data)
    found.pop(DELETED, None)
    names = tuple(name for name in found if not name.startswith(f"{DELETED} "))
    return Step(rows[-1].id if len(rows) == HANDS else None, names)


def _put(connection: Connection, hand: int, data: dict[str, Any]) -> None:
    value = json.dumps(data, separators=(",", ":"))
    connection.execute(update(store.hand).where(store.hand.c.id == hand).values(value=value))


def _titled_hands(connection: Connection, job: Job) -> Step:
    """Removes the names from the titles of hosted tournaments, which are stored in their hands."""
    row, hand, masa = store.tournament.c, store.hand.c, store.masa.c
    hosted = connection.execute(select(row.id, row.name).where(row.host == job.account)).all()
    named = [one.id for one in hosted if without(one.name, job.names) != one.name]
    if not named:
        return Step(None)
    rows = connection.execute(
        select(hand.id, hand.value)
        .join(store.masa, masa.id == hand.masa)
        .where(masa.tournament.in_(named), hand.id > job.at)
        .order_by(hand.id)
        .limit(HANDS)
        .with_for_update(of=store.hand)
    ).all()
    for kept in rows:
        data = json.loads(kept.value)
        data["tournament"]["name"] = without(data["tournament"]["name"], job.names)
        _put(connection, kept.id, data)
    return Step(rows[-1].id if len(rows) == HANDS else None)


def _titles(connection: Connection, job: Job) -> Step:
    """Removes the names from the titles of hosted games and from their rows in lists."""
    row, masa = store.tournament.c, store.masa.c
    hosted = select(row.id).where(row.host == job.account)
    tables = (masa.host == job.account) | masa.tournament.in_(hosted)
    for one in connection.execute(select(masa.id, masa.name).where(tables)).all():
        _rewrite(connection, store.masa, one, job, "name")
    league = store.league.c
    leagues = select(league.id, league.name).where(league.host == job.account)
    for one in connection.execute(leagues).all():
        _rewrite(connection, store.league, one, job, "name")
    query = select(row.id, row.name, row.row).where(row.host == job.account)
    for game in connection.execute(query).all():
        _rewrite(connection, store.tournament, game, job, "name")
        if game.row:
            summary = json.loads(game.row)
            summary |= {"host": DELETED, "name": without(summary["name"], job.names)}
            here = row.id == game.id
            connection.execute(update(store.tournament).where(here).values(row=json.dumps(summary)))
    return Step(None)


def _chat(connection: Connection, job: Job) -> Step:
    """Removes the names from chat lines and from the reports about them.

    Only tables where the account played or wrote are searched: elsewhere the same word means
    someone else.
    """
    chat, player, report = store.chat.c, store.hand_player.c, store.report.c
    played = select(player.masa).where(player.account == job.account)
    talked = select(chat.masa).where(chat.account == job.account)
    rows = connection.execute(
        select(chat.id, chat.text)
        .where(
            *(chat.id > job.at, chat.made >= job.since),
            chat.masa.in_(played) | chat.masa.in_(talked),
        )
        .order_by(chat.id)
        .limit(LINES)
        .with_for_update()
    ).all()
    for row in rows:
        _rewrite(connection, store.chat, row, job, "text")
    reports = select(store.report).where(report.chat.in_([row.id for row in rows]))
    for reported in connection.execute(reports).all():
        _rewrite(connection, store.report, reported, job, "reason")
    return Step(rows[-1].id if len(rows) == LINES else None)


def _notes(connection: Connection, job: Job) -> Step:
    """Removes the names from other players' notes."""
    note = store.note.c
    writers = select(note.account).where(note.account > job.at).distinct().order_by(note.account)
    some = connection.execute(writers.limit(WRITERS)).scalars().all()
    mine = note.account.in_(some) & (note.changed >= job.since)
    query = select(note.account, note.about, note.text).where(mine)
    for row in connection.execute(query).all():
        _rewrite(connection, store.note, row, job, "text")
    return Step(some[-1] if len(some) == WRITERS else None)


def _lines_of(table: Table, *columns: str) -> Callable[[Connection, Job], Step]:
    def stage(connection: Connection, job: Job) -> Step:
        query = select(table).where(table.c.id > job.at).order_by(table.c.id).limit(LINES)
        rows = connection.execute(query).all()
        own = {name_key(name) for name in job.names}
        for row in rows:
            if row.made >= job.since or name_key(row.about) in own:
                _rewrite(connection, table, row, job, *columns)
        return Step(rows[-1].id if len(rows) == LINES else None)

    return stage


STAGES: dict[str, Callable[[Connection, Job], Step]] = {
    "hands": _hands,
    "titled hands": _titled_hands,
    "titles": _titles,
    "chat": _chat,
    "notes": _notes,
    "requests": _lines_of(store.admin_request, "about", "value", "reason", "answer"),
    "log": _lines_of(store.admin_log, "about", "value", "reason", "words"),
}
