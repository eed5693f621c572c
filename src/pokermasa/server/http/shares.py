"""HTTP routes for links to hands. Anybody who has a link may use it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import PlainTextResponse

from pokermasa.server.caller import address_of
from pokermasa.server.http.caller import (
    FAULTS,
    Owner,
    Reader,
    TheLobby,
    leave_line,
    perhaps,
    verify_not_in_hand,
)
from pokermasa.server.http.hand_text import HandFormat, written
from pokermasa.server.http.hands import Step, answered
from pokermasa.server.http.services import services_of
from pokermasa.server.protocol.scope import Scope
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.archive.hand_data import HandData
from pokermasa.server.storage.archive.shares import ShareData
from pokermasa.server.storage.archive.upload_archive import Kept
from pokermasa.server.storage.schema import PUBLIC
from pokermasa.study.data import Analysed, Solution

router = APIRouter(prefix="/api/shares", tags=["hands"], responses=FAULTS)
ShareId = Annotated[str, Path(pattern=f"^[0-9a-f]{{{PUBLIC}}}$")]
PerhapsAnybody = Annotated[Account | None, perhaps(*Scope)]
"""Account of the session or token, if any. A token may have any scope, because anybody may use a
link."""


@router.get("")
async def my_shares(me: Reader, request: Request) -> list[ShareData]:
    """Your links, the newest first."""
    return await services_of(request).shares.list_for(me)


@router.delete("/{id}", status_code=204)
async def withdraw(id: ShareId, me: Owner, request: Request) -> None:
    """Withdraw a link. It no longer shows the hand."""
    await services_of(request).shares.withdraw(me, id)


async def _shared(request: Request, id: str) -> Kept:
    services = services_of(request)
    kept: Kept | None = await services.hands.shared(id)
    if kept is None:
        kept = await services.uploaded.shared(id)
    if kept is None:
        raise Refused(RoomRefusal.NOT_FOUND)
    return kept


@router.get("/{id}")
async def shared_hand(id: ShareId, request: Request) -> HandData:
    """The hand as its author may see it, without names and cards of private players."""
    kept = await _shared(request, id)
    return await asyncio.to_thread(lambda: kept.data)


@router.get("/{id}/analysis", responses={200: {"model": Analysed}})
async def shared_analysis(
    id: ShareId, me: PerhapsAnybody, lobby: TheLobby, request: Request
) -> Response:
    await verify_not_in_hand(lobby, me)
    kept = await _shared(request, id)
    who = address_of(request) if me is None else me.id
    leave_line(request)
    return answered(await services_of(request).analyses.analysis(who, kept))


@router.get("/{id}/solution", responses={200: {"model": Solution}})
async def shared_solution(
    id: ShareId, step: Step, me: Reader, lobby: TheLobby, request: Request
) -> Response:
    await verify_not_in_hand(lobby, me)
    kept = await _shared(request, id)
    return answered(await services_of(request).analyses.solution(me.id, kept, step))


@router.get("/{id}/{format}", response_class=PlainTextResponse)
async def shared_text(id: ShareId, format: HandFormat, request: Request) -> Any:
    kept = await _shared(request, id)
    return PlainTextResponse(await asyncio.to_thread(written, kept, format))
