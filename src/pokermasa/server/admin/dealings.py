"""Extracts bets, folds and results from the newest hands, for signals.py. Cards are not used."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from pokermasa.masa import save
from pokermasa.masa.game import Game
from pokermasa.rules import Fold
from pokermasa.server.admin.signals import BetResponse, Dealing, Dealings, Signal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import GUEST, HOUSE

HANDS = 100_000
PIECE = 500
Progress = Callable[[int, int], None]
"""Callback with the number of hands read so far and the total number."""


class Named(NamedTuple):
    """A signal with account names instead of ids."""

    first: str
    second: str
    hands: int
    strength: float
    reasons: list[dict[str, Any]]


def report(
    connection: Connection, most: int = HANDS, progress: Progress = lambda done, whole: None
) -> list[Named]:
    """Return the signals in the newest *most* hands, strongest first."""
    dealings = Dealings()
    for dealing in _read(connection, most, progress):
        dealings.add(dealing)
    who = store.account.c
    guests = set(connection.execute(select(who.id).where(who.kind == GUEST)).scalars())
    found = dealings.signals(_addresses(connection), guests)
    ids = {account for signal in found for account in signal.pair}
    rows = connection.execute(select(who.id, who.name).where(who.id.in_(ids)))
    names = {row.id: row.name for row in rows}
    return [_named(signal, names) for signal in found]


def _named(signal: Signal, names: dict[int, str]) -> Named:
    first, second = signal.pair
    reasons = []
    for reason in signal.reasons:
        figures = dict(reason.figures)
        for end in ("from", "to"):
            if end in figures:
                figures[end] = names[figures[end]]
        reasons.append(reason._asdict() | {"figures": figures})
        if reason.kind == "chips":
            reasons[-1]["message"] = f"{figures['from']} → {figures['to']}: {reason.message}"
    return Named(names[first], names[second], signal.hands, signal.strength, reasons)


def _read(connection: Connection, most: int, progress: Progress) -> Iterator[Dealing]:
    """Yield the hands of at least two people, cash and tournament, without those for play chips of
    home games."""
    hand, player, masa, who = (
        t.c for t in (store.hand, store.hand_player, store.masa, store.account)
    )
    newest = select(hand.id).order_by(hand.id.desc()).limit(most).subquery()
    first, last, whole = connection.execute(
        select(func.min(newest.c.id), func.max(newest.c.id), func.count())
    ).one()
    house = set(connection.execute(select(who.id).where(who.kind == HOUSE)).scalars())
    own = set(connection.execute(select(masa.id).where(masa.own_chips)).scalars())
    done, at = 0, (first or 0) - 1
    while done < whole:
        rows = connection.execute(
            select(hand.id, hand.value, hand.masa)
            .where(hand.id > at, hand.id <= last)
            .order_by(hand.id)
            .limit(PIECE)
        ).all()
        if not rows:
            return
        played: dict[int, list[Any]] = defaultdict(list)
        query = select(player.hand, player.account, player.stack, player.net, player.big)
        between = player.hand.between(rows[0].id, rows[-1].id)
        for one in connection.execute(query.where(between)):
            played[one.hand].append(one)
        for row in rows:
            players = played[row.id]
            people = frozenset(one.account for one in players) - house
            if len(people) > 1 and row.masa not in own and players[0].big:
                yield _dealing(json.loads(row.value)["game"], players, people)
        done, at = done + len(rows), rows[-1].id
        progress(done, whole)


def _dealing(data: dict[str, Any], players: list[Any], people: frozenset[int]) -> Dealing:
    game = save.game_from_data(data)
    assert game is not None
    accounts = {one.stack: one.account for one in players}
    won = {one.account: one.net / one.big for one in players}
    return Dealing(won, people, tuple(_decisions(game, accounts)))


def _decisions(game: Game, accounts: dict[int, int]) -> Iterator[BetResponse]:
    """Yield the decisions of players who faced a bet of another player. Blinds do not count as
    bets."""
    better, round = None, None
    for act in game.past:
        if act.round != round:
            better, round = None, act.round
        if better is not None and better != act.index and act.price > act.wager:
            yield BetResponse(accounts[act.index], accounts[better], isinstance(act.act, Fold))
        if act.to > act.price:
            better = act.index


def _addresses(connection: Connection) -> dict[str, frozenset[int]]:
    use = store.address_use.c
    found: dict[str, set[int]] = defaultdict(set)
    for row in connection.execute(select(use.address, use.account)):
        found[row.address].add(row.account)
    return {address: frozenset(accounts) for address, accounts in found.items()}
