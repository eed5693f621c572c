"""What the lobby shows beside its lists."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import BaseModel

from pokermasa.server.http.caller import FAULTS
from pokermasa.server.http.services import services_of
from pokermasa.server.storage.archive.big_hands import BigHand

router = APIRouter(prefix="/api/lobby", tags=["tables"], responses=FAULTS)


class BigHandData(BaseModel):
    id: str
    """Its page is at `/hand/ID`."""
    table: str
    host: bool
    """The table was a person's, and is called what they called it."""
    ended: int
    pot: int
    big: int
    board: list[str]
    showdown: bool
    """Whoever won went there."""
    winner: str | None
    """Null for who chose privacy."""
    won: int


@router.get("/big-hands")
async def big_hands(request: Request) -> list[BigHandData]:
    """The biggest pots of the last day at tables that are open to all, in big blinds."""
    found: list[BigHand] = await services_of(request).big_hands()
    return [BigHandData(**one._asdict() | {"board": _cards(one.board)}) for one in found]


def _cards(text: str) -> list[str]:
    return [text[place : place + 2] for place in range(0, len(text), 2)]
