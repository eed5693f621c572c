"""HTTP route for what the lobby shows beside its lists."""

from __future__ import annotations

from fastapi import APIRouter, Request

from pokermasa.server.http.caller import FAULTS
from pokermasa.server.http.services import services_of
from pokermasa.server.storage.archive.big_hands import BigHandData

router = APIRouter(prefix="/api/lobby", tags=["tables"], responses=FAULTS)


@router.get("/big-hands")
async def big_hands(request: Request) -> list[BigHandData]:
    """The biggest pots of the last 24 hours at public tables, in big blinds."""
    found: list[BigHandData] = await services_of(request).big_hands()
    return found
