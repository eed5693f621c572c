"""HTTP route for what the lobby shows beside its lists."""

from __future__ import annotations

from fastapi import APIRouter

from pokermasa.server.http.caller import FAULTS, TheServices
from pokermasa.server.storage.archive.big_hands import BigHandData

router = APIRouter(prefix="/api/lobby", tags=["tables"], responses=FAULTS)


@router.get("/big-hands")
async def big_hands(services: TheServices) -> list[BigHandData]:
    """The biggest pots of the last 24 hours at public tables, in big blinds."""
    return await services.big_hands()
