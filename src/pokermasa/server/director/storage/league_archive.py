"""Leagues as read from the database: their games, standings and seasons."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, func, select

from pokermasa.server.director.messages.structure_data import toml
from pokermasa.server.director.terms import Terms
from pokermasa.server.protocol.data import Data
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.database.storage import Storage
from pokermasa.tournament import League, Points, Structure, save

PAGE = 100
"""Maximum number of leagues in one answer."""


class LeagueRow(Data):
    """Results of a player in one season."""

    name: str
    points: int
    games: int
    wins: int
    best: int
    late: int
    """Number of turns that timed out."""
    wrong: int
    """Number of acts that were not legal."""


class LeagueGame(Data):
    """A finished game of the season."""

    tournament: str
    season: int
    number: int
    ended: int | None
    places: list[tuple[int, str, int]]
    """Place, name and points of each player, the best first."""


class LeagueData(Data):
    """A league with the ranking of one season."""

    id: str
    name: str
    host: str | None
    games: int
    """Number of games in a season."""
    seasons: int
    season: int
    """Number of the season shown."""
    standings: list[LeagueRow]
    head_to_head: dict[str, dict[str, int]]
    """Number of games in which the first player placed ahead of the second."""
    played: list[LeagueGame]
    """Finished games of the season, the newest first."""
    now: str | None
    """Id of the game that is open or being played; null if there is none."""


class LeagueLine(Data):
    """A league in the list."""

    id: str
    name: str
    host: str | None
    opened: int
    games: int
    """Number of finished games in all seasons."""


async def leagues(storage: Storage) -> list[LeagueLine]:
    """Return the public leagues, the newest first."""
    league, game, who = store.league.c, store.tournament.c, store.account.c
    finished = (
        select(game.league, func.count().label("games"))
        .where(game.ended.is_not(None), game.started.is_not(None))
        .group_by(game.league)
        .subquery()
    )
    private = select(game.league).where(game.key.is_not(None), game.league.is_not(None))
    query = (
        select(
            league.id,
            league.name,
            who.name.label("host"),
            league.opened,
            func.coalesce(finished.c.games, 0).label("games"),
        )
        .outerjoin(store.account, who.id == league.host)
        .outerjoin(finished, finished.c.league == league.id)
        .where(league.id.not_in(private))
        .order_by(league.opened.desc())
        .limit(PAGE)
    )
    return [
        {
            "id": row.id,
            "name": row.name,
            "host": row.host,
            "opened": row.opened,
            "games": row.games,
        }
        for row in await storage.rows(query)
    ]


async def league(
    storage: Storage, id: str, account: Account | None, key: str, season: int | None
) -> LeagueData:
    """Return one season of a league, the last one if *season* is None. Raises `Refused` if the
    league is private and the account may not see it."""
    league, game = store.league.c, store.tournament.c
    found = await storage.first(
        select(store.league, store.account.c.name.label("host_name"))
        .outerjoin(store.account, store.account.c.id == league.host)
        .where(league.id == id)
    )
    games = await storage.rows(
        select(game.id, game.terms, game.ended, game.started, game.key)
        .where(game.league == id)
        .order_by(game.opened, game.id)
    )
    places = await storage.rows(_league_places(id))
    is_private = any(row.key is not None for row in games)
    known = {place.account for place in places} | {found.host if found else None}
    may_see = not is_private or key in {row.key for row in games}
    may_see = may_see or (account is not None and account.id in known)
    if found is None or not games or not may_see:
        raise Refused(RoomRefusal.NOT_FOUND)
    terms = {row.id: Terms.model_validate_json(row.terms) for row in games}
    seasons = max(t.season for t in terms.values())
    shown = min(season or seasons, seasons)
    return _league_data(found, games, terms, places, seasons, shown)


async def next_season(storage: Storage, id: str, me: Account) -> tuple[Terms, Structure, str, bool]:
    """Return terms, structure, name and privacy of the league's next season. Raises `Refused`
    if *me* is not the host or a season is still being played."""
    league, game = store.league.c, store.tournament.c
    found = await storage.first(select(store.league).where(league.id == id))
    last = await storage.first(
        select(game.terms, game.value, game.ended, game.key)
        .where(game.league == id)
        .order_by(game.opened.desc(), game.ended.is_not(None))
        .limit(1)
    )
    if found is None or last is None:
        raise Refused(RoomRefusal.NOT_FOUND)
    if found.host != me.id:
        raise Refused(RoomRefusal.NOT_ALLOWED, "only the host may")
    if last.ended is None:
        raise Refused(RoomRefusal.NOT_ALLOWED, "a season is being played")
    terms = Terms.model_validate_json(last.terms)
    structure = Structure.read(toml(save.read(last.value).structure))
    terms = terms.replace(season=terms.season + 1, number=1, season_players=(), season_directors=())
    return terms, structure, found.name, last.key is not None


def _league_places(id: str) -> Select[Any]:
    entrant, game, who = store.entrant.c, store.tournament.c, store.account.c
    return (
        select(
            game.id,
            entrant.account,
            who.name,
            entrant.place,
            entrant.points,
            entrant.late,
            entrant.wrong,
        )
        .join(store.tournament, game.id == entrant.tournament)
        .join(store.account, who.id == entrant.account)
        .where(game.league == id, game.ended.is_not(None), entrant.place.is_not(None))
        .order_by(game.opened, game.id, entrant.place, entrant.player)
    )


def _league_data(
    found: Any, games: Any, terms: dict[str, Terms], places: Any, seasons: int, shown: int
) -> LeagueData:
    played: list[LeagueGame] = []
    league = League(Points())
    points: dict[str, int] = {}
    faults: dict[str, list[int]] = {}
    before: dict[str, dict[str, int]] = {}
    for row in games:
        if terms[row.id].season != shown or row.ended is None or row.started is None:
            continue
        here = [place for place in places if place.id == row.id]
        league = league.played([(place.place, place.name) for place in here])
        for place in here:
            points[place.name] = points.get(place.name, 0) + place.points
            late, wrong = faults.get(place.name, [0, 0])
            faults[place.name] = [late + place.late, wrong + place.wrong]
            for other in here:
                if place.place < other.place:
                    ahead = before.setdefault(place.name, {})
                    ahead[other.name] = ahead.get(other.name, 0) + 1
        played.append(
            {
                "tournament": row.id,
                "season": shown,
                "number": terms[row.id].number,
                "ended": row.ended,
                "places": [(place.place, place.name, place.points) for place in here],
            }
        )
    standings: list[LeagueRow] = [
        {
            "name": line.name,
            "points": points[line.name],
            "games": line.games,
            "wins": line.wins,
            "best": line.best,
            "late": faults[line.name][0],
            "wrong": faults[line.name][1],
        }
        for line in league.standings
    ]
    standings.sort(key=lambda line: (-line["points"], -line["wins"], line["best"], line["name"]))
    now = [row.id for row in games if row.ended is None]
    return {
        "id": found.id,
        "name": found.name,
        "host": found.host_name,
        "games": Terms.model_validate_json(found.terms).games,
        "seasons": seasons,
        "season": shown,
        "standings": standings,
        "head_to_head": before,
        "played": list(reversed(played)),
        "now": now[-1] if now else None,
    }
