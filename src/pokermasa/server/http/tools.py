"""Tools for study: equities, ranges, odds. All is counted beside the room, and waits its turn."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from pokermasa.server.http.caller import FAULTS, Body, Reader, Text, TheLobby, verify_not_in_hand
from pokermasa.server.http.services import services_of
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.study import work

router = APIRouter(prefix="/api/tools", tags=["tools"], responses=FAULTS)
RangeText = Annotated[Text, Field(min_length=1, max_length=4_000)]
Cards = Annotated[Text, Field(max_length=120)]
CARDS_UNSEEN = 47
"""On the flop, by who holds two cards."""


class EquityQuestion(Body):
    hands: Annotated[list[RangeText], Field(min_length=2, max_length=10)]
    """Hands or ranges: `AhKh`, `QQ+, AKs:0.5`, `15%`, `random`."""
    board: Cards = ""
    dead: Cards = ""
    exact: bool | None = None
    """Null: counted where that takes a second or two, else sampled."""
    precision: Annotated[float, Field(ge=0.0005, le=0.1)] | None = None
    """Of a pot to each side, where it is sampled."""


class ShareOfPot(BaseModel):
    range: str
    percent: float
    equity: float
    win: float
    tie: float
    low: float
    """The 95 % interval; both ends are the equity where it is exact."""
    high: float
    grid: list[list[float | None]]
    """The equity of each class of hands, aces first, suited above the diagonal."""


class EquityAnswer(BaseModel):
    exact: bool
    looked_at: int
    shares: list[ShareOfPot]


class RangeQuestion(Body):
    text: RangeText


class RangeAnswer(BaseModel):
    text: str
    """The shortest way to write it."""
    percent: float
    combos: int
    grid: list[list[float]]
    """The mean weight of each class, aces first, suited above the diagonal."""


class Outs(BaseModel):
    outs: int
    turn: float
    """With the next card, on the flop;"""
    river: float
    """on the turn;"""
    both: float
    """with one of two cards, on the flop."""


class BetOdds(BaseModel):
    bet: float
    """In pots."""
    needed: float
    """The chance to win that a call takes;"""
    folds: float
    """how often a bluff of this size must work;"""
    defence: float
    """how much of a range must stay so that it does not pay."""


class OddsTable(BaseModel):
    outs: list[Outs]
    bets: list[BetOdds]


def answered_or_refused(found: dict[str, Any]) -> dict[str, Any]:
    if "refused" in found:
        raise Refused(RoomRefusal.BAD_QUESTION, found["refused"])
    return found


@router.post("/equity")
async def equity(
    question: EquityQuestion, me: Reader, lobby: TheLobby, request: Request
) -> EquityAnswer:
    """How often hands and ranges win, on any board."""
    await verify_not_in_hand(lobby, me)
    asked = question.hands, question.board, question.dead, question.exact, question.precision
    found = await services_of(request).study.ask(me.id, work.equities, *asked)
    return EquityAnswer.model_validate(answered_or_refused(found))


@router.post("/range")
async def range_read(
    question: RangeQuestion, me: Reader, lobby: TheLobby, request: Request
) -> RangeAnswer:
    """A range as it is written: its shortest form, its size and its grid; or where it cannot be
    read, and what was expected there."""
    await verify_not_in_hand(lobby, me)
    found = await services_of(request).study.ask(me.id, work.ranges, question.text)
    return RangeAnswer.model_validate(answered_or_refused(found))


@router.get("/odds")
async def odds(me: Reader, lobby: TheLobby) -> OddsTable:
    """A quick reference: outs, and what bets of each size take."""
    await verify_not_in_hand(lobby, me)
    return OddsTable(
        outs=[_outs(outs) for outs in range(1, 22)],
        bets=[_bet(bet) for bet in (0.25, 0.33, 0.5, 0.67, 0.75, 1.0, 1.5, 2.0)],
    )


def _outs(outs: int) -> Outs:
    turn, river = outs / CARDS_UNSEEN, outs / (CARDS_UNSEEN - 1)
    missed = (1 - turn) * (1 - river)
    return Outs(outs=outs, turn=round(turn, 4), river=round(river, 4), both=round(1 - missed, 4))


def _bet(bet: float) -> BetOdds:
    return BetOdds(
        bet=bet,
        needed=round(bet / (1 + 2 * bet), 4),
        folds=round(bet / (1 + bet), 4),
        defence=round(1 / (1 + bet), 4),
    )
