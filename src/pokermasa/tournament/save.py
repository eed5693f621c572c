"""JSON of a tournament, also during hands, and JSON of causes for a journal.

Reading gives an equal value. The JSON contains all cards, so players must never see it.
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from typing import Any

from pokermasa.masa import Side
from pokermasa.masa import save as masa_save
from pokermasa.masa.fixed_map import FixedMap
from pokermasa.rules.refusal import in_short
from pokermasa.tournament import event
from pokermasa.tournament.balance import Sizes, each
from pokermasa.tournament.entrant import Entrant, EntrantStatus, Names, Player, TableNumber
from pokermasa.tournament.level import Clock
from pokermasa.tournament.persistent_vector import PersistentVector
from pokermasa.tournament.points import League, Points
from pokermasa.tournament.ranking import Bust, Ranking
from pokermasa.tournament.status import Round, Status
from pokermasa.tournament.structure import Structure
from pokermasa.tournament.table import Arrival, MoveReason, Table
from pokermasa.tournament.tournament import Tournament

VERSION = 1


def write(tournament: Tournament) -> str:
    """Return the tournament as a JSON text."""
    if not isinstance(tournament, Tournament):
        raise ValueError(f"write takes a Tournament, not {in_short(tournament)}")
    return json.dumps(to_data(tournament), separators=(",", ":"), ensure_ascii=False)


def read(text: str) -> Tournament:
    """Read a JSON text of `write`.

    >>> tournament = Tournament.open(Structure.sit_and_go(2)).register("Ada").tournament
    >>> read(write(tournament)) == tournament
    True
    """
    if not isinstance(text, str | bytes):
        raise ValueError(f"read takes the text of a saved tournament, not {in_short(text)}")
    try:
        return from_data(json.loads(text))
    except (AttributeError, LookupError, TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"that is no saved tournament: {in_short(text)}") from error


def to_data(tournament: Tournament) -> dict[str, Any]:
    """Return the tournament as data for JSON."""
    playing = tournament.round
    return {
        "version": VERSION,
        "structure": tournament.structure.to_data(),
        "status": str(tournament.status),
        "entrants": [_entrant_data(entrant) for entrant in tournament.entrants],
        "tables": [None if table is None else _table_data(table) for table in tournament.tables],
        "clock": asdict(tournament.clock),
        "out": list(tournament.ranking.out),
        "disqualified": list(tournament.ranking.disqualified),
        "replaced": list(tournament.ranking.replaced),
        "round": None if playing is None else [list(each(playing.waiting)), list(playing.busts)],
        "entries": tournament.entries,
        "alive": tournament.alive,
        "hands": tournament.hands,
        "forfeited": tournament.forfeited,
        "dropped": tournament.dropped,
        "added": tournament.added,
        "bought": tournament.bought,
        "penalties": list(tournament.penalties.items()),
        "agreed": list(tournament.agreed.items()),
    }


def _entrant_data(entrant: Entrant) -> list[Any]:
    data = [entrant.name, str(entrant.status), entrant.table]
    more = [entrant.rebuys, entrant.added_on, entrant.coming, entrant.bounties, entrant.declined]
    return [*data, *more] if any(more) else data


def _read_entrant(data: list[Any]) -> Entrant:
    name, status, at, *more = data
    return Entrant(name, EntrantStatus(status), at, *more)


def from_data(data: dict[str, Any]) -> Tournament:
    """Read data of `to_data`. Raise `ValueError` if another version wrote it."""
    if not isinstance(data, dict) or "version" not in data:
        raise ValueError(f"that is no saved tournament: {in_short(data)}")
    if data["version"] != VERSION:
        raise ValueError(f"a tournament of version {data['version']}; expected version {VERSION}")
    structure = Structure.from_data(data["structure"])
    tables = PersistentVector(
        [None if table is None else _read_table(table) for table in data["tables"]]
    )
    entrants = [_read_entrant(entrant) for entrant in data["entrants"]]
    return Tournament(
        structure=structure,
        status=Status(data["status"]),
        entrants=PersistentVector(entrants),
        names=Names.among(entrants),
        tables=tables,
        sizes=Sizes.from_tables(tables, structure.seats),
        clock=Clock(**data["clock"]),
        ranking=Ranking(
            PersistentVector([tuple(group) for group in data["out"]]),
            tuple(data["disqualified"]),
            tuple(data["replaced"]),
        ),
        round=_read_round(data["round"]),
        entries=data["entries"],
        alive=data["alive"],
        hands=data["hands"],
        forfeited=data["forfeited"],
        dropped=data["dropped"],
        added=data["added"],
        bought=data["bought"],
        penalties=FixedMap(map(tuple, data["penalties"])),
        agreed=FixedMap(map(tuple, data["agreed"])),
    )


def _table_data(table: Table) -> dict[str, Any]:
    return {
        "masa": masa_save.to_data(table.masa),
        "players": {str(side): player for side, player in table.players.items()},
        "arriving": list(table.arriving),
        "level": table.level,
        "moved": {str(player): list(move) for player, move in table.moved.items()},
    }


def _read_table(data: dict[str, Any]) -> Table:
    players = {Side(int(side)): Player(player) for side, player in data["players"].items()}
    arriving = tuple([_read_arrival(*arrival) for arrival in data["arriving"]])
    masa = masa_save.from_data(data["masa"])
    moved = {
        Player(int(player)): (MoveReason(move), hands)
        for player, (move, hands) in data["moved"].items()
    }
    return Table(masa, FixedMap(players), arriving, data["level"], FixedMap(moved))


def _read_arrival(
    player: Player, stack: int, bank: int, away: bool, move: str | None = None
) -> Arrival:
    return Arrival(player, stack, bank, away, None if move is None else MoveReason(move))


def _read_round(data: list[Any] | None) -> Round | None:
    if data is None:
        return None
    waiting, busts = data
    tables = sum([1 << number for number in waiting])
    return Round(tables, tuple([Bust(*bust) for bust in busts]))


# Causes

_CAUSES: dict[str, Any] = {
    "Registered": event.Registered,
    "Withdrawn": event.Withdrawn,
    "Started": event.Started,
    "Ticked": event.Ticked,
    "Paused": event.Paused,
    "Resumed": event.Resumed,
    "BreakCalled": event.BreakCalled,
    "Disqualified": event.Disqualified,
    "Left": event.Left,
    "Declined": event.Declined,
    "Rebought": event.Rebought,
    "AddedOn": event.AddedOn,
    "Penalised": event.Penalised,
    "Relocated": event.Relocated,
    "LevelCalled": event.LevelCalled,
    "DealMade": event.DealMade,
    "Cancelled": event.Cancelled,
}
"""The event classes by their stored names. A name must not change even if its class is renamed."""
_NAMES = {kind: name for name, kind in _CAUSES.items()}


def cause_to_data(cause: event.Event) -> dict[str, Any]:
    """Return a cause as data for JSON, with its stored name.

    >>> cause_to_data(event.Registered(Player(0), "Ada"))
    {'event': 'Registered', 'player': 0, 'name': 'Ada'}
    """
    if isinstance(cause, event.AtTable):
        return {"table": cause.table, **masa_save.cause_to_data(cause.event)}
    data: dict[str, Any] = {"event": _NAMES[type(cause)]}
    values = {field.name: getattr(cause, field.name) for field in fields(cause)}
    return data | {name: value for name, value in values.items() if value is not None}


def cause_from_data(data: dict[str, Any]) -> event.Event:
    """Read data of `cause_to_data`."""
    values = dict(data)
    if "table" in values:
        number = TableNumber(values.pop("table"))
        return event.AtTable(number, masa_save.cause_from_data(values))
    kind = _CAUSES[values.pop("event")]
    if kind is event.Started:
        values["draw"] = tuple(values["draw"])
    if kind in (event.Cancelled, event.DealMade):
        values["house"] = tuple(values["house"])
    if kind is event.Declined:
        values["players"] = tuple(values["players"])
    cause: event.Event = kind(**values)
    return cause


# A league


def league_to_data(league: League) -> dict[str, Any]:
    """Return the league as data for JSON."""
    return {"points": [list(row) for row in league.points.rows], "games": league.games}


def league_from_data(data: dict[str, Any]) -> League:
    """Read data of `league_to_data`.

    >>> league = League(Points(((3, 1),))).played([(1, "Ada"), (2, "Cem")])
    >>> league_from_data(json.loads(json.dumps(league_to_data(league)))) == league
    True
    """
    games = [tuple([(place, name) for place, name in game]) for game in data["games"]]
    return League(Points(tuple([tuple(row) for row in data["points"]])), tuple(games))
