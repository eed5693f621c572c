"""Finished hands over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel

from pokermasa.server.http.caller import FAULTS, Reader, perhaps
from pokermasa.server.http.tables import Key
from pokermasa.server.protocol.scope import Scope
from pokermasa.server.storage import hand_archive as hands
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.hand_text import HandFormat, written
from pokermasa.server.storage.schema import PUBLIC

router = APIRouter(prefix="/api/hands", tags=["hands"], responses=FAULTS)
PerhapsReader = Annotated[Account | None, perhaps(Scope.READ)]
ID = f"^([0-9]{{1,16}}|[0-9a-f]{{{PUBLIC}}})$"
HandId = Annotated[str, Path(pattern=ID)]


class HandLine(BaseModel):
    id: str
    """Random: whoever is given it may see the hand, nobody finds it by counting."""
    masa: str
    number: int
    ended: int
    net: int
    cards: list[str]
    """Your own."""
    board: list[str]
    pot: int


class HandPlayer(BaseModel):
    side: int
    name: str
    you: bool
    stack: int
    final: int
    net: int
    cards: list[str] | None
    """Your own, or shown to all."""
    private: bool
    """Chose that who did not play in the hand is told neither name nor cards."""


class HandPost(BaseModel):
    """Paid before the cards."""

    side: int
    ante: int
    dead: int
    live: int


class HandAct(BaseModel):
    round: str
    side: int
    act: str
    stack: int
    wager: int


class HandFinish(BaseModel):
    """Whose tournament ended with the hand."""

    side: int
    place: int
    prize: int


class HandTournament(BaseModel):
    id: str
    name: str
    table: int
    """From 1."""
    level: int
    """From 1."""
    buy_in: int
    """Without the bounty."""
    bounty: int
    finishes: list[HandFinish]


class HandData(BaseModel):
    id: str
    masa: str
    table: str
    number: int
    ended: int
    tournament: HandTournament | None
    rules: str
    blinds: dict[str, Any]
    button: int
    players: list[HandPlayer]
    posts: list[HandPost]
    acts: list[HandAct]
    boards: list[list[str]]
    pots: list[list[dict[str, Any]]]


@router.get("")
async def my_hands(
    me: Reader,
    request: Request,
    before: Annotated[str | None, Query(pattern=ID)] = None,
    masa: Annotated[str | None, Query(max_length=12)] = None,
    since: Annotated[
        int | None, Query(ge=0, le=2**53, description="Milliseconds since 1970.")
    ] = None,
) -> list[HandLine]:
    """The newest hands of whoever asks, a hundred at a time; *before* an id for the next."""
    found = await request.app.state.hands.of(me, before, masa, since)
    return [HandLine.model_validate(line) for line in found]


@router.get("/{id}")
async def hand(id: HandId, me: PerhapsReader, request: Request, key: Key = "") -> HandData:
    kept = await request.app.state.hands.find(id, me, key)
    return HandData.model_validate(hands.hand_data(kept))


@router.get("/{id}/{format}", response_class=PlainTextResponse)
async def hand_text(
    id: HandId, format: HandFormat, me: PerhapsReader, request: Request, key: Key = ""
) -> Any:
    """In Poker Hand History format, as PokerStars writes it, or as Open Hand History."""
    kept = await request.app.state.hands.find(id, me, key)
    return PlainTextResponse(written(kept, format))
