"""HTTP routes for links to hands. Anybody who has a link may use it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import PlainTextResponse

from pokermasa.server.http.caller import (
    FAULTS,
    Owner,
    Reader,
    ReaderOutOfHands,
    TheServices,
    perhaps,
)
from pokermasa.server.http.hand_text import HandFormat, written
from pokermasa.server.http.hands import Stack, analysed, judged
from pokermasa.server.protocol.scope import Scope
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.archive import shares
from pokermasa.server.storage.archive.hand_data import HandData
from pokermasa.server.storage.archive.shares import ShareData
from pokermasa.server.storage.archive.upload_archive import StoredHand
from pokermasa.server.storage.schema import PUBLIC
from pokermasa.study.data import Analysed, Judgement

router = APIRouter(prefix="/api/shares", tags=["hands"], responses=FAULTS)
ShareId = Annotated[str, Path(pattern=f"^[0-9a-f]{{{PUBLIC}}}$")]
PerhapsAnybody = Annotated[Account | None, perhaps(*Scope)]
"""Account of the session or token, if any. A token may have any scope, because anybody may use a
link."""


@router.get("")
async def my_shares(me: Reader, services: TheServices) -> list[ShareData]:
    """Your links, the newest first."""
    return await shares.list_for(services.storage, me)


@router.delete("/{id}", status_code=204)
async def withdraw(id: ShareId, me: Owner, services: TheServices) -> None:
    """Withdraw a link. It no longer shows the hand."""
    await shares.withdraw(services.storage, me, id)


async def find(id: ShareId, services: TheServices) -> StoredHand:
    found: StoredHand | None = await services.hands.shared(id)
    if found is None:
        found = await services.uploaded.shared(id)
    if found is None:
        raise Refused(RoomRefusal.NOT_FOUND)
    return found


Found = Annotated[StoredHand, Depends(find)]


@router.get("/{id}")
async def shared_hand(found: Found) -> HandData:
    """The hand as its author may see it, without names and cards of private players."""
    return await asyncio.to_thread(lambda: found.data)


@router.get("/{id}/analysis", responses={200: {"model": Analysed}})
async def shared_analysis(found: Found, me: PerhapsAnybody, request: Request) -> Response:
    return await analysed(request, me, found)


@router.get("/{id}/solution", responses={200: {"model": Judgement}})
async def shared_solution(
    me: ReaderOutOfHands,
    found: Found,
    services: TheServices,
    request: Request,
    stack: Stack = None,
) -> Response:
    return await judged(request, me, found, stack, services)


@router.get("/{id}/{format}", response_class=PlainTextResponse)
async def shared_text(found: Found, format: HandFormat) -> Any:
    return PlainTextResponse(await asyncio.to_thread(written, found, format))
