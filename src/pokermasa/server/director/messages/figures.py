"""The state of a tournament in the form of wire messages."""

from __future__ import annotations

from typing import NamedTuple

from pokermasa.server.director.state import TournamentState
from pokermasa.server.protocol.encoding import blinds_data
from pokermasa.server.protocol.tournament import (
    TableTournamentData,
    TournamentData,
    TournamentFigures,
    TournamentTableData,
)
from pokermasa.tournament import Player, Rise, Status, Tournament


def row(state: TournamentState, now: Tournament, ended: int | None) -> TournamentData:
    """Return the row of the tournament in lists. *now* is the current value of
    the tournament, or the value that is about to be stored."""
    terms, structure = state.terms, now.structure
    waiting = now.status is Status.REGISTERING
    expected = _expected(state, now)
    return {
        "id": state.id,
        "name": state.name,
        "kind": terms.kind,
        "status": now.status,
        "structure": structure.name,
        "rules": structure.rules.name,
        "betting": str(structure.rules.betting),
        "seats": structure.seats,
        "stack": structure.stack,
        "buy_in": structure.buy_in,
        "bounty": structure.bounty,
        "least": structure.least,
        "most": structure.most,
        "entries": now.entries,
        "people": state.people,
        "left": now.entries if waiting else now.alive,
        "pool": expected.pool,
        "paid_places": expected.paid_places if now.entries else 0,
        "open": is_open(now),
        "starts": terms.starts,
        "date": terms.date if terms.dates is not None else None,
        "dates": terms.dates,
        "started": state.started,
        "ended": ended,
        "late_levels": structure.late_levels,
        "re_entries": structure.re_entries,
        "rebuys": structure.rebuys,
        "add_on": structure.add_on > 0,
        "level": now.clock.level + 1,
        "blinds": blinds_data(now.blinds),
        "act_time": state.act_time,
        "bots": terms.bots,
        "private": state.key is not None,
        "host": None if state.host is None else state.host.name,
        "co_directors": [account.name for account in state.co_directors],
        "league": state.league,
        "season": terms.season if terms.is_league else None,
        "number": terms.number if terms.is_league else None,
    }


class _Expected(NamedTuple):
    pool: int
    paid_places: int


def _expected(state: TournamentState, now: Tournament) -> _Expected:
    """Return the prize pool and the number of paid places. A sit-and-go starts when it is full, so
    before that they are those of the full tournament."""
    structure = now.structure
    if not _starts_full(state, now):
        return _Expected(now.pool, now.paid_places)
    return _Expected(structure.most * structure.price, structure.payouts.places(structure.most))


def _starts_full(state: TournamentState, now: Tournament) -> bool:
    return now.status is Status.REGISTERING and state.terms.starts is None


def is_open(now: Tournament) -> bool:
    """Return whether players can register."""
    return now.takes_entries and now.entries < now.structure.most


def figures(state: TournamentState) -> TournamentFigures:
    now, structure = state.tournament, state.tournament.structure
    schedule, clock = structure.schedule, now.clock
    by_time = schedule.rises is Rise.TIME
    since = state.time.since if now.status is Status.RUNNING else 0
    rest = max(0, clock.rest * 1000 - since)
    gone = max(0, since - clock.rest * 1000)
    done = clock.count - clock.level * schedule.every
    done = done * 1000 + gone if by_time else max(done, 0)
    waiting = now.status is Status.REGISTERING
    left = now.entries if waiting else now.alive
    chips = now.entries * structure.stack + now.added
    stacks = state.stacks
    expected = _expected(state, now)
    return {
        "status": now.status,
        "level": clock.level + 1,
        "blinds": blinds_data(now.blinds),
        "next_blinds": blinds_data(structure.blinds(clock.level + 1, clock.hands)),
        "rises": schedule.rises,
        "done": min(done, schedule.every * 1000) if by_time else done,
        "every": schedule.every * 1000 if by_time else schedule.every,
        "rest": rest,
        "held": state.time.is_held,
        "next_break": _next_break(now, gone) if by_time else None,
        "entries": now.entries,
        "left": left,
        "average": chips // left if left else 0,
        "largest": max(stacks.values(), default=0),
        "pool": expected.pool,
        "paid_places": expected.paid_places if now.entries else 0,
        "next_prize": _next_prize(now),
        "tables": now.sizes.open.bit_count(),
        "hand_for_hand": now.round is not None,
        "final_table": not waiting and now.sizes.open.bit_count() == 1,
        "open": is_open(now),
        "bots_in": None if state.bots_at is None else max(0, state.bots_at - state.time.now),
        "hands": now.hands,
        "awaited": len(now.awaited),
    }


def _next_break(now: Tournament, gone: int) -> int | None:
    """Return the milliseconds of play until the next break, or None if there is no further
    break."""
    schedule, level = now.structure.schedule, now.clock.level
    after = [pause.after for pause in schedule.breaks if pause.after > level]
    if not after:
        return None
    return max(0, (min(after) * schedule.every - now.clock.count) * 1000 - gone)


def _next_prize(now: Tournament) -> int:
    """Return the prize of the next player to be eliminated, in chips. It is 0 if this place is not
    paid."""
    if now.status is Status.REGISTERING or now.is_ended or not 1 <= now.alive <= now.paid_places:
        return 0
    return now.prizes[now.alive - 1] if now.alive <= len(now.prizes) else 0


def prizes(state: TournamentState) -> list[int]:
    """Return the prizes by place. The list is empty before the first entry."""
    now = state.tournament
    if not now.entries:
        return []
    if _starts_full(state, now):
        expected = _expected(state, now)
        return list(now.structure.payouts.prizes(expected.pool, now.structure.most))
    return list(now.prizes)


def tables(state: TournamentState) -> list[TournamentTableData]:
    """Return each open table, by number."""
    now = state.tournament
    return [
        {
            "masa": state.table_id(number),
            "number": number + 1,
            "players": len(table.players),
            "arriving": len(table.arriving),
            "chips": table.chips,
        }
        for number, table in enumerate(now.tables)
        if table is not None
    ]


def at_table(
    state: TournamentState, number: int, figures: TournamentFigures, places: dict[Player, int]
) -> TableTournamentData:
    """Return the part of a table's room message about the tournament."""
    table = state.tournament.table(number)
    return {
        **figures,
        "id": state.id,
        "name": state.name,
        "kind": state.terms.kind,
        "table": number + 1,
        "places": [
            {"side": side, "player": player, "place": places[player]}
            for side, player in table.players.items()
            if player in places
        ],
        "host": None if state.host is None else state.host.name,
    }
