"""HTTP route for what the lobby shows beside its lists."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import BaseModel

from pokermasa.server.http.caller import FAULTS
from pokermasa.server.http.services import services_of
from pokermasa.server.storage.archive.big_hands import BigHand

router = APIRouter(prefix="/api/lobby", tags=["tables"], responses=FAULTS)


class BigHandData(BaseModel):
    """One of the biggest recent pots. Amounts are in chips."""

    id: str
    """Id of the hand; its page is `/hand/ID`."""
    table: str
    host: bool
    """Whether a player opened the table and chose its name."""
    ended: int
    pot: int
    big: int
    board: list[str]
    showdown: bool
    """Whether the hand went to a showdown."""
    winner: str | None
    """Name of the winner; null if the account is private or deleted."""
    won: int


@router.get("/big-hands")
async def big_hands(request: Request) -> list[BigHandData]:
    """The biggest pots of the last 24 hours at public tables, in big blinds."""
    found: list[BigHand] = await services_of(request).big_hands()
    return [BigHandData(**one._asdict() | {"board": _cards(one.board)}) for one in found]


def _cards(text: str) -> list[str]:
    return [text[place : place + 2] for place in range(0, len(text), 2)]
