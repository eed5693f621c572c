"""Links to hands, for whoever has them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import PlainTextResponse

from pokermasa.server.caller import address_of
from pokermasa.server.http.caller import FAULTS, Reader, whoever
from pokermasa.server.http.hands import (
    Analysed,
    HandData,
    ShareData,
    answered,
    share_data,
)
from pokermasa.server.protocol.scope import Scope
from pokermasa.server.storage import hand_archive as hands
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.hand_text import HandFormat, written
from pokermasa.server.storage.schema import PUBLIC

router = APIRouter(prefix="/api/shares", tags=["hands"], responses=FAULTS)
ShareId = Annotated[str, Path(pattern=f"^[0-9a-f]{{{PUBLIC}}}$")]
Sharer = Annotated[Account, whoever(Scope.READ)]


@router.get("")
async def my_shares(me: Reader, request: Request) -> list[ShareData]:
    """The links of whoever asks, the newest first."""
    return [share_data(share) for share in await request.app.state.shares.of(me)]


@router.delete("/{id}", status_code=204)
async def withdraw(id: ShareId, me: Sharer, request: Request) -> None:
    """From now on the link leads nowhere."""
    await request.app.state.shares.withdraw(me, id)


@router.get("/{id}")
async def shared_hand(id: ShareId, request: Request) -> HandData:
    """What the one who shared it may see; never who chose privacy."""
    kept = await request.app.state.hands.shared(id)
    return HandData.model_validate(hands.hand_data(kept))


@router.get("/{id}/analysis", responses={200: {"model": Analysed}})
async def shared_analysis(id: ShareId, request: Request) -> Response:
    kept = await request.app.state.hands.shared(id)
    return answered(await request.app.state.analyses.of(address_of(request), kept))


@router.get("/{id}/{format}", response_class=PlainTextResponse)
async def shared_text(id: ShareId, format: HandFormat, request: Request) -> Any:
    return PlainTextResponse(written(await request.app.state.hands.shared(id), format))
