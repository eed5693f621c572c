"""HTTP routes for finished hands."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from pokermasa.server.caller import address_of
from pokermasa.server.http.caller import (
    FAULTS,
    Body,
    Owner,
    Reader,
    TheLobby,
    leave_line,
    perhaps,
    verify_not_in_hand,
)
from pokermasa.server.http.hand_file import hand_file
from pokermasa.server.http.hand_text import HandFormat, written
from pokermasa.server.http.services import services_of
from pokermasa.server.http.tables import Key
from pokermasa.server.protocol.scope import Scope
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.archive.hand_data import HandData, HandLine
from pokermasa.server.storage.archive.hand_filter import HandFilter
from pokermasa.server.storage.archive.played_at import PlayedAtData, played_at
from pokermasa.server.storage.archive.shares import ShareData
from pokermasa.server.storage.archive.upload_archive import Kept
from pokermasa.server.storage.archive.uploaded_hand import UploadedHand
from pokermasa.server.storage.schema import PUBLIC
from pokermasa.study.data import Analysed, Solution

router = APIRouter(prefix="/api/hands", tags=["hands"], responses=FAULTS)
PerhapsReader = Annotated[Account | None, perhaps(Scope.READ)]
ID = f"^[0-9a-f]{{{PUBLIC}}}$"
HandId = Annotated[str, Path(pattern=ID)]


Amount = Annotated[int | None, Query(ge=0, le=2**53)]
Moment = Annotated[int | None, Query(ge=0, le=2**53, description="Milliseconds since 1970.")]


def hand_filter(
    masa: Annotated[str | None, Query(max_length=12)] = None,
    upload: Annotated[str | None, Query(max_length=12)] = None,
    tournament: Annotated[str | None, Query(max_length=40)] = None,
    is_tournament: bool | None = None,
    since: Moment = None,
    until: Moment = None,
    least_big: Amount = None,
    most_big: Amount = None,
    least_players: Amount = None,
    most_players: Amount = None,
    position: Annotated[str | None, Query(max_length=6)] = None,
    starting: Annotated[str | None, Query(max_length=1_000, description="AKs, QQ+, 15% …")] = None,
    least_pot: Amount = None,
    most_pot: Amount = None,
    result: Literal["won", "lost"] | None = None,
    showdown: bool | None = None,
    all_in: bool | None = None,
) -> HandFilter:
    return HandFilter(**locals())


Source = Literal["room", "uploads"]
"""`room` for hands played here, `uploads` for uploaded hands."""
Step = Annotated[int, Query(ge=0, le=10_000, description="The `number` of a step.")]


class ShareQuestion(Body):
    hide_names: bool = False


def answered(data: bytes) -> Response:
    return Response(data, media_type="application/json")


async def found(request: Request, id: str, me: Account | None, key: str) -> Kept:
    """Return a hand of the room that *me* may see, or an uploaded hand of *me*. Raises `Refused`
    with `NOT_FOUND`."""
    services = services_of(request)
    kept: Kept | None = await services.hands.find(id, me, key)
    if kept is None and me is not None:
        kept = await services.uploaded.find(id, me)
    if kept is None:
        raise Refused(RoomRefusal.NOT_FOUND)
    return kept


@router.get("")
async def my_hands(
    me: Reader,
    request: Request,
    wanted: Annotated[HandFilter, Depends(hand_filter)],
    before: Annotated[str | None, Query(pattern=ID)] = None,
    source: Source = "room",
) -> list[HandLine]:
    """Your newest hands, a hundred per page. *before* is the id of the last hand of the previous
    page."""
    services = services_of(request)
    archive = services.hands if source == "room" else services.uploaded
    return await archive.list_for(me, before, wanted)


@router.get("/tables")
async def my_tables(me: Reader, request: Request) -> list[PlayedAtData]:
    """The tables and tournaments where you have played, the most recent first: at most 200, from
    your newest 100,000 hands."""
    return await played_at(services_of(request).engine, me)


@router.get("/export", response_class=PlainTextResponse)
async def export(
    me: Reader,
    request: Request,
    wanted: Annotated[HandFilter, Depends(hand_filter)],
    format: HandFormat = HandFormat.PHH,
    source: Source = "room",
) -> Any:
    """All hands that match the filters in one file, the newest first. Hands that the format cannot
    express are listed at its end."""
    wanted.conditions()  # a bad filter is refused before the response begins
    services = services_of(request)
    archive = services.hands if source == "room" else services.uploaded
    return hand_file(services, format, "hands", partial(archive.page, me, wanted), None)


@router.get("/{id}")
async def hand(id: HandId, me: PerhapsReader, request: Request, key: Key = "") -> HandData:
    kept = await found(request, id, me, key)
    return await asyncio.to_thread(lambda: kept.data)


@router.delete("/{id}", status_code=204)
async def delete_hand(id: HandId, me: Owner, request: Request) -> None:
    """Delete an uploaded hand of yours. Hands played here cannot be deleted."""
    kept = await found(request, id, me, "")
    if not isinstance(kept, UploadedHand):
        raise Refused(RoomRefusal.NOT_ALLOWED, "it was played here")
    await services_of(request).uploads.delete_hand(me, kept.id)


@router.get("/{id}/analysis", responses={200: {"model": Analysed}})
async def analysis(
    id: HandId, me: PerhapsReader, lobby: TheLobby, request: Request, key: Key = ""
) -> Response:
    """Odds, equities, ranges, and the value of each act, computed from the cards that you saw."""
    await verify_not_in_hand(lobby, me)
    kept = await found(request, id, me, key)
    who = address_of(request) if me is None else me.id
    leave_line(request)
    return answered(await services_of(request).analyses.analysis(who, kept))


@router.get("/{id}/solution", responses={200: {"model": Solution}})
async def solution(
    id: HandId, step: Step, me: Reader, lobby: TheLobby, request: Request, key: Key = ""
) -> Response:
    """The solver's strategy for one decision between two players on the turn or river."""
    await verify_not_in_hand(lobby, me)
    kept = await found(request, id, me, key)
    return answered(await services_of(request).analyses.solution(me.id, kept, step))


@router.get("/{id}/{format}", response_class=PlainTextResponse)
async def hand_text(
    id: HandId, format: HandFormat, me: PerhapsReader, request: Request, key: Key = ""
) -> Any:
    """The hand as text: Poker Hand History (PHH), PokerStars text or Open Hand History."""
    kept = await found(request, id, me, key)
    return PlainTextResponse(await asyncio.to_thread(written, kept, format))


@router.post("/{id}/shares", status_code=201)
async def share(
    id: HandId, question: ShareQuestion, me: Owner, request: Request, key: Key = ""
) -> ShareData:
    """Make a link that shows the hand as you may see it, until you withdraw it. A link to an
    uploaded hand shows no names."""
    kept = await found(request, id, me, key)
    shares = services_of(request).shares
    if isinstance(kept, UploadedHand):
        return await shares.make_of_uploaded(me, kept.id)
    return await shares.make(me, kept.id, question.hide_names)
