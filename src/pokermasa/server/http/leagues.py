"""HTTP routes for leagues: series of games between the same programs with a common ranking."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from pokermasa.server.director.director import Director
from pokermasa.server.director.storage import league_archive
from pokermasa.server.director.storage.league_archive import LeagueData, LeagueLine
from pokermasa.server.director.terms import Terms
from pokermasa.server.http.caller import (
    FAULTS,
    Body,
    Host,
    Text,
    TheLobby,
    TheServices,
    noted_address,
)
from pokermasa.server.http.tables import Key, opened, readable, verify_not_full
from pokermasa.server.http.tournaments import Looker, read_structure
from pokermasa.server.protocol.tournament import Kind

router = APIRouter(prefix="/api/leagues", tags=["tournaments"], responses=FAULTS)


class NewLeague(Body, strict=True):
    name: Annotated[Text, Field(min_length=1, max_length=60)]
    players: Annotated[int, Field(ge=2, le=10)] = 4
    games: Annotated[int, Field(ge=1, le=10_000)] = 20
    structure: Annotated[Text, Field(max_length=20_000)] = "botpoker"
    act_time: Annotated[int, Field(ge=10, le=600_000)] = 1000
    """Time for one act, in milliseconds."""
    private: bool = False


class OpenedLeague(BaseModel):
    id: str
    tournament: str
    """Id of the first game. A program that registers there is also entered in the following
    games."""
    key: str | None
    link: str


@router.get("")
async def leagues(services: TheServices) -> list[LeagueLine]:
    """The newest hundred leagues that are not private."""
    return await league_archive.leagues(services.storage)


@router.post("", status_code=201)
async def open_league(body: NewLeague, me: Host, lobby: TheLobby, request: Request) -> OpenedLeague:
    """Open a league of programs. Unless another structure is given, it has the rules and points of
    the structure `botpoker`. A late or illegal act becomes a check or fold, and is counted."""
    players = [body.players, body.players]
    structure = read_structure(body.structure, body.name, players)
    terms = Terms(kind=Kind.LEAGUE, act_time=body.act_time, games=body.games)
    async with lobby.opening:
        verify_not_full(lobby, lobby.tournaments.directors)
        address = await noted_address(request, me)
        director = await lobby.tournaments.open_league(
            readable(body.name), terms, structure, me, body.private, address
        )
    assert director.state.league is not None
    return _opened(director.state.league, director, request)


def _opened(league: str, director: Director, request: Request) -> OpenedLeague:
    game = opened(request, director.id, director.state.key, "tournament")
    return OpenedLeague(id=league, tournament=game.id, key=game.key, link=game.link)


@router.post("/{id}/seasons", status_code=201)
async def open_season(id: str, me: Host, lobby: TheLobby, request: Request) -> OpenedLeague:
    """Start a new season with the same number of games and a ranking of its own. Only the host
    may."""
    async with lobby.opening:
        verify_not_full(lobby, lobby.tournaments.directors)
        terms, structure, name, is_private = await league_archive.next_season(lobby.storage, id, me)
        address = await noted_address(request, me)
        director = await lobby.tournaments.open(
            name, terms, structure, me, is_private, id, address=address
        )
    return _opened(id, director, request)


@router.get("/{id}")
async def league(
    id: str,
    me: Looker,
    services: TheServices,
    key: Key = "",
    season: Annotated[int | None, Query(ge=1, le=10**6)] = None,
) -> LeagueData:
    return await league_archive.league(services.storage, id, me, key, season)
