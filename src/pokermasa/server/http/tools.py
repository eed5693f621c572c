"""HTTP routes for study tools: equities, ranges and odds. Equities and ranges are computed by the
study workers, in a queue."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from pokermasa.server.http.caller import FAULTS, Body, ReaderOutOfHands, Text, TheServices
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.study import work

router = APIRouter(prefix="/api/tools", tags=["tools"], responses=FAULTS)
RangeText = Annotated[Text, Field(min_length=1, max_length=4_000)]
Cards = Annotated[Text, Field(max_length=120)]
Position = Annotated[str, Query(max_length=5, pattern=r"^[A-Za-z]{2,3}(\+[12])?$")]
CARDS_UNSEEN = 47
"""Number of unseen cards on the flop for a player with two cards."""


class EquityQuestion(Body):
    hands: Annotated[list[RangeText], Field(min_length=2, max_length=10)]
    """Hands or ranges: `AhKh`, `QQ+, AKs:0.5`, `15%`, `random`."""
    board: Cards = ""
    dead: Cards = ""
    exact: bool | None = None
    """Whether to enumerate all boards. Null enumerates if this takes a second or two at most, and
    samples otherwise."""
    precision: Annotated[float, Field(ge=0.0005, le=0.1)] | None = None
    """Target precision of each equity when sampling, as a fraction of the pot in both
    directions."""


class RangeQuestion(Body):
    text: RangeText


class Outs(BaseModel):
    """Probabilities (0 to 1) to improve with a number of outs."""

    outs: int
    turn: float
    """Probability to hit with the next card, on the flop."""
    river: float
    """Probability to hit with the next card, on the turn."""
    both: float
    """Probability to hit with at least one of two cards, on the flop."""


class BetOdds(BaseModel):
    """Break-even odds of one bet size."""

    bet: float
    """Size of the bet as a fraction of the pot."""
    needed: float
    """Probability of winning that makes a call break even."""
    folds: float
    """Frequency with which the opponent must fold to make a bluff of this size break even."""
    defence: float
    """Minimum share of a range that must continue so that a bluff of this size does not pay."""


class OddsTable(BaseModel):
    outs: list[Outs]
    bets: list[BetOdds]


def answered_or_refused(found: Any) -> Any:
    if "refused" in found:
        raise Refused(RoomRefusal.BAD_QUESTION, found["refused"])
    return found


@router.post("/equity")
async def equity(
    question: EquityQuestion, me: ReaderOutOfHands, services: TheServices
) -> work.EquityAnswer:
    """Equities of hands and ranges on any board."""
    asked = question.hands, question.board, question.dead, question.exact, question.precision
    found: work.EquityAnswer = answered_or_refused(
        await services.study.ask(me.id, work.equities, *asked)
    )
    return found


@router.post("/range")
async def range_read(
    question: RangeQuestion, me: ReaderOutOfHands, services: TheServices
) -> work.RangeAnswer:
    """Parse a range. The reply has its shortest notation, its size and its grid. A syntax error is
    refused with its position and with what was expected there."""
    found: work.RangeAnswer = answered_or_refused(
        await services.study.ask(me.id, work.ranges, question.text)
    )
    return found


@router.get("/preflop")
async def preflop(
    me: ReaderOutOfHands,
    services: TheServices,
    position: Position,
    vs: Position | None = None,
    raises: Annotated[int | None, Query(ge=1, le=4)] = None,
    players: Annotated[int, Query(ge=2, le=9)] = 6,
    depth: Annotated[float, Query(ge=1, le=1000)] = 100.0,
) -> work.PreflopAnswer:
    """The play of a position before the flop if all before it have folded, or against the raise of
    *vs*. By default, an opponent who acts later has re-raised."""
    asked = position, vs, raises, players, depth
    found: work.PreflopAnswer = answered_or_refused(
        await services.study.ask(me.id, work.preflop, *asked)
    )
    return found


@router.get("/odds")
async def odds(me: ReaderOutOfHands) -> OddsTable:
    """Reference table: probabilities of outs, and break-even odds of bet sizes."""
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
