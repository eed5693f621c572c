"""How a tournament stands, in the words of the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pokermasa.rules import Blinds
from pokermasa.server.director.record import table_id
from pokermasa.server.refusal import Refused
from pokermasa.server.storage.account import HOUSE, Account
from pokermasa.tournament import (
    EntrantStatus,
    Player,
    Rise,
    Status,
    Structure,
    Tournament,
    TournamentError,
    ruling,
)
from pokermasa.tournament.payout import shared

if TYPE_CHECKING:
    from pokermasa.server.director.director import Director

SHOWN = 100
"""Entrants named in a message; REST has all."""
Data = dict[str, Any]


def row(director: Director) -> Data:
    """A `TournamentData`."""
    now, terms, structure = director.tournament, director.terms, director.tournament.structure
    waiting = now.status is Status.REGISTERING
    return {
        "id": director.id,
        "name": director.name,
        "kind": str(terms.kind),
        "status": str(now.status),
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
        "people": director.people,
        "left": now.entries if waiting else now.alive,
        "pool": now.pool,
        "paid_places": now.paid_places if now.entries else 0,
        "open": now.takes_entries and now.entries < structure.most,
        "starts": terms.starts,
        "started": director.started,
        "ended": director.ended,
        "late_levels": structure.late_levels,
        "re_entries": structure.re_entries,
        "rebuys": structure.rebuys,
        "add_on": structure.add_on > 0,
        "level": now.clock.level + 1,
        "blinds": now.blinds._asdict(),
        "act_time": terms.act_time or director.settings.act_time,
        "bots": terms.bots,
        "private": director.key is not None,
        "host": None if director.host is None else director.host.name,
        "league": director.league,
        "season": terms.season if terms.is_league else None,
        "number": terms.number if terms.is_league else None,
    }


def figures(director: Director) -> Data:
    """A `TournamentFigures`."""
    now, structure = director.tournament, director.tournament.structure
    schedule, clock = structure.schedule, now.clock
    by_time = schedule.rises is Rise.TIME
    since = director.since_tick if now.status is Status.RUNNING else 0
    rest = max(0, clock.rest * 1000 - since)
    gone = max(0, since - clock.rest * 1000)
    done = clock.count - clock.level * schedule.every
    done = done * 1000 + gone if by_time else max(done, 0)
    waiting = now.status is Status.REGISTERING
    left = now.entries if waiting else now.alive
    chips = now.entries * structure.stack + now.added
    stacks = director.stacks
    return {
        "status": str(now.status),
        "level": clock.level + 1,
        "blinds": now.blinds._asdict(),
        "next_blinds": structure.blinds(clock.level + 1, clock.hands)._asdict(),
        "rises": str(schedule.rises),
        "done": min(done, schedule.every * 1000) if by_time else done,
        "every": schedule.every * 1000 if by_time else schedule.every,
        "rest": rest,
        "next_break": _next_break(now, gone) if by_time else None,
        "entries": now.entries,
        "left": left,
        "average": chips // left if left else 0,
        "largest": max(stacks.values(), default=0),
        "pool": now.pool,
        "paid_places": now.paid_places if now.entries else 0,
        "next_prize": _next_prize(now),
        "tables": now.sizes.open.bit_count(),
        "hand_for_hand": now.round is not None,
        "final_table": not waiting and now.sizes.open.bit_count() == 1,
        "open": now.takes_entries and now.entries < structure.most,
        "hands": now.hands,
    }


def _next_break(now: Tournament, gone: int) -> int | None:
    schedule, level = now.structure.schedule, now.clock.level
    after = [pause.after for pause in schedule.breaks if pause.after > level]
    if not after:
        return None
    return max(0, (min(after) * schedule.every - now.clock.count) * 1000 - gone)


def _next_prize(now: Tournament) -> int:
    if now.status is Status.REGISTERING or now.is_ended or not 1 <= now.alive <= now.paid_places:
        return 0
    return now.prizes[now.alive - 1] if now.alive <= len(now.prizes) else 0


def prizes(director: Director) -> list[int]:
    now = director.tournament
    return list(now.prizes) if now.entries else []


def tables(director: Director) -> list[Data]:
    """`TournamentTableData`, by number."""
    now = director.tournament
    return [
        {
            "masa": table_id(director.id, number),
            "number": number + 1,
            "players": len(table.players),
            "arriving": len(table.arriving),
            "chips": table.chips,
        }
        for number, table in enumerate(now.tables)
        if table is not None
    ]


def standings(director: Director) -> list[Data]:
    """`EntrantData` of everybody who has not unregistered, the best first."""
    now = director.tournament
    if now.status is Status.REGISTERING:
        return [
            entrant(director, Player(player), None, 0, 0)
            for player, who in enumerate(now.entrants)
            if who.status is EntrantStatus.WAITING
        ]
    found = []
    for result in now.results:
        sure = result.prize if _is_sure(director, result.player) else 0
        found.append(entrant(director, result.player, result.place, sure, result.points))
    return found


def _is_sure(director: Director, player: Player) -> bool:
    """While somebody plays, only what has been paid out, or what everybody left will win, is."""
    now = director.tournament
    return now.is_ended or (
        now.entrants[player].status is not EntrantStatus.PLAYING and not now.takes_entries
    )


def entrant(director: Director, player: Player, place: int | None, prize: int, points: int) -> Data:
    now, entry = director.tournament, director.entries[player]
    who = now.entrants[player]
    side = stack = None
    if who.table is not None:
        side = now.table(who.table).side_of(player)
        stack = director.stacks.get(player)
    elif who.status is EntrantStatus.WAITING:
        stack = now.structure.stack
    return {
        "player": player,
        "name": entry.account.name,
        "bot": entry.account.kind == HOUSE,
        "status": str(who.status),
        "masa": None if who.table is None else table_id(director.id, who.table),
        "side": side,
        "stack": stack or 0,
        "place": place,
        "prize": prize,
        "bounties": who.bounties,
        "points": points,
        "rebuys": who.rebuys,
        "add_on": who.added_on,
        "penalty": now.penalties.get(player, 0),
        "late": entry.late,
        "wrong": entry.wrong,
        "hand": entry.hand,
    }


def shown(director: Director, account: Account | int | None) -> list[Data]:
    """The first of them, and whoever asks."""
    rows = director.standings
    player = director.player_of(account)
    own = [row for row in rows[SHOWN:] if row["player"] == player]
    return rows[:SHOWN] + own


def you(director: Director, account: Account | None) -> Data:
    """A `YouData`."""
    now, player = director.tournament, director.player_of(account)
    who = None if player is None else now.entrants[player]
    why_not = None
    if account is not None:
        try:
            director.verify_entry(account)
        except (Refused, TournamentError) as refused:
            why_not = refused.code.name
    directs = account is not None and account == director.host
    plays = who is not None and who.status is EntrantStatus.PLAYING
    at = None if who is None or who.table is None else table_id(director.id, who.table)
    waits = who is not None and who.status is EntrantStatus.WAITING
    return {
        "player": player,
        "masa": at,
        "may_register": account is not None and why_not is None,
        "why_not": why_not,
        "may_unregister": waits and now.status is Status.REGISTERING,
        "may_rebuy": plays and _may(now.rebuy, player),
        "may_add_on": plays and _may(now.buy_add_on, player),
        "may_direct": directs,
        "may_only_pause": directs and director.is_entered(account),
    }


def _may(doing: Any, player: Player | None) -> bool:
    try:
        doing(player)
    except TournamentError:
        return False
    return True


def view(director: Director, account: Account | None) -> Data:
    """A `tournament` message."""
    return {
        "type": "tournament",
        "id": director.id,
        "epoch": director.broadcast.epoch,
        "seq": director.broadcast.seq,
        "tournament": row(director),
        "figures": figures(director),
        "structure": structure_data(director.tournament.structure, director.toml),
        "prizes": prizes(director),
        "tables": tables(director),
        "standings": shown(director, account),
        "deal": director.agreement.data,
        "you": you(director, account),
    }


def at_table(director: Director, number: int, figures: Data, places: dict[Player, int]) -> Data:
    """A `TableTournamentData`."""
    table = director.tournament.table(number)
    return {
        **figures,
        "id": director.id,
        "name": director.name,
        "kind": str(director.terms.kind),
        "table": number + 1,
        "places": [
            {"side": side, "player": player, "place": places[player]}
            for side, player in table.players.items()
            if player in places
        ],
        "host": None if director.host is None else director.host.name,
    }


def structure_data(structure: Structure, toml: str) -> Data:
    """A `StructureData`. Times are milliseconds here, seconds in the file."""
    schedule = structure.schedule
    unit = 1000 if schedule.rises is Rise.TIME else 1
    return {
        "name": structure.name,
        "rules": structure.rules.name,
        "rises": str(schedule.rises),
        "every": schedule.every * unit,
        "levels": [
            {**_blinds(blinds), "rest": pause.length * 1000 if pause else 0}
            for level, blinds in enumerate(schedule.levels)
            for pause in [schedule.break_after(level)]
        ],
        "beyond": str(schedule.beyond),
        "late_levels": structure.late_levels,
        "re_entries": structure.re_entries,
        "rebuys": structure.rebuys,
        "add_on": structure.add_on,
        "hand_for_hand": structure.hand_for_hand,
        "time_bank": structure.time_bank,
        "points": [list(line) for line in structure.points.rows],
        "toml": toml,
    }


def _blinds(blinds: Blinds) -> Data:
    return dict(blinds._asdict())


def result_data(director: Director) -> list[Data]:
    """`ResultData` of the first hundred."""
    now = director.tournament
    return [
        {
            "place": result.place,
            "player": result.player,
            "name": director.entries[result.player].account.name,
            "bot": director.entries[result.player].account.kind == HOUSE,
            "prize": result.prize,
            "bounties": now.entrants[result.player].bounties,
            "points": result.points,
        }
        for result in now.results[:SHOWN]
    ]


def deal_shares(now: Tournament) -> dict[Player, int]:
    return dict(ruling.icm_shares(now))


def prize_of(now: Tournament, place: int, tied: int) -> list[int]:
    """What each of those who go out together wins, once nobody can come in any more."""
    return [0] * tied if now.takes_entries else list(shared(now.prizes, place, tied))
