"""Finished hands over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse
from pydantic import BaseModel

from pokermasa.server.caller import address_of
from pokermasa.server.http.caller import FAULTS, Body, Owner, Reader, TheLobby, perhaps
from pokermasa.server.http.tables import Key
from pokermasa.server.lobby.lobby import Lobby
from pokermasa.server.protocol.scope import Scope
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.hand_filter import HandFilter
from pokermasa.server.storage.hand_text import (
    HandFormat,
    Kept,
    LeftOut,
    all_written,
    told_left_out,
    written,
)
from pokermasa.server.storage.schema import PUBLIC
from pokermasa.server.storage.shares import Share
from pokermasa.server.storage.uploaded_hand import UploadedHand

router = APIRouter(prefix="/api/hands", tags=["hands"], responses=FAULTS)
PerhapsReader = Annotated[Account | None, perhaps(Scope.READ)]
ID = f"^([0-9]{{1,16}}|[0-9a-f]{{{PUBLIC}}})$"
HandId = Annotated[str, Path(pattern=ID)]


class HandLine(BaseModel):
    id: str
    """Random: whoever is given it may see the hand, nobody finds it by counting."""
    masa: str
    upload: str | None
    """Of a hand that was brought along; such a one has no masa."""
    tournament: str | None
    """Of an uploaded hand, as its site calls it."""
    number: int
    ended: int
    scale: int
    """Amounts are in the smallest unit, so many to one of the file's."""
    currency: str
    """Its sign; empty for chips."""
    own_chips: bool = False
    """Of a game with chips of its own, which count in nobody's results."""
    net: int | None
    """Null where a file does not say who won."""
    cards: list[str]
    """Your own."""
    board: list[str]
    pot: int
    big: int
    players: int
    position: str
    """Yours: UTG, …, CO, BTN, SB, BB."""
    showdown: bool
    """You went there;"""
    all_in: bool
    """you were."""


class HandPlayer(BaseModel):
    side: int
    name: str
    you: bool
    stack: int
    final: int | None
    """Null, as the net, where a file does not say who won."""
    net: int | None
    cards: list[str] | None
    """Your own, or shown to all."""
    private: bool
    """Chose that who did not play in the hand is told neither name nor cards."""


class HandPost(BaseModel):
    """Paid before the cards."""

    side: int
    ante: int
    dead: int
    live: int


class HandAct(BaseModel):
    round: str
    side: int
    act: str
    stack: int
    wager: int


class HandFinish(BaseModel):
    """Whose tournament ended with the hand."""

    side: int
    place: int
    prize: int


class HandTournament(BaseModel):
    id: str
    name: str
    table: int
    """From 1."""
    level: int
    """From 1."""
    buy_in: int
    """Without the bounty."""
    bounty: int
    finishes: list[HandFinish]


class HandData(BaseModel):
    id: str
    masa: str
    table: str
    number: int
    ended: int
    upload: str | None
    scale: int
    currency: str
    tournament: HandTournament | None
    rules: str
    blinds: dict[str, Any]
    button: int
    players: list[HandPlayer]
    posts: list[HandPost]
    acts: list[HandAct]
    boards: list[list[str]]
    rabbit: list[str] | None = None
    """What would have come after everybody else had folded; null unless it was shown then."""
    pots: list[list[dict[str, Any]]]


class ShareQuestion(Body):
    hide_names: bool = False


class ShareData(BaseModel):
    id: str
    """Whoever has it may see the hand, at `/api/shares/ID`."""
    hand: str
    hide_names: bool
    made: int


class ChanceData(BaseModel):
    stack: int
    equity: float
    win: float
    tie: float
    within: float
    """Half of the 95 % interval; 0 where every board was counted."""


class OddsData(BaseModel):
    to_call: int
    pot: int
    needed: float
    stack_to_pot: float


class RangeReadData(BaseModel):
    stack: int
    percent: float
    grid: list[list[float]]


class AlternativeData(BaseModel):
    act: str
    cost: int
    worth: float
    all_fold: float
    is_chosen: bool


class SolvedAct(BaseModel):
    act: str
    often: float
    worth: float


class SolvedData(BaseModel):
    acts: list[SolvedAct]
    """How often each should be done with this hand, and what it is worth in chips."""
    act: str
    """What was done;"""
    loss: float
    """and what that cost beside the best."""
    equity: float
    exploitable: float
    """Per cent of the pot: how far from perfect the answer may be."""
    bets: str
    words: str


class Solution(SolvedData):
    step: int


class DecisionData(BaseModel):
    stack: int
    equity: float
    ranges: list[RangeReadData]
    alternatives: list[AlternativeData]
    best: str
    loss: float
    words: str
    solved: SolvedData | None


class StepData(BaseModel):
    number: int
    kind: Literal["start", "act", "board", "show"]
    run: int
    stack: int | None
    act: str | None
    fen: str
    board: list[str]
    pot: int
    chances: list[ChanceData]
    unknown: int
    odds: OddsData | None
    decision: DecisionData | None
    words: str


class Analysed(BaseModel):
    """docs/study.md explains it. A stack is a place among the hand's `players`."""

    players: list[str]
    viewer: int | None
    scale: int
    big_blind: int
    net: list[int] | None
    adjusted: list[float] | None
    steps: list[StepData]


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
"""Played here, or brought along."""
Step = Annotated[int, Query(ge=0, le=10_000, description="The `number` of a step.")]


async def verify_not_in_hand(lobby: Lobby, account: Account | None) -> None:
    """No help during play: whoever holds cards in a hand with other people is refused."""
    if account is None:
        return
    if any(table.is_in_hand_with_people(account.id) for table in lobby.seats_of(account)):
        raise Refused(RoomRefusal.IN_HAND)
    elsewhere = await lobby.others.places(account.id)
    if any(place["is_in_hand"] for place in elsewhere):
        raise Refused(RoomRefusal.IN_HAND)


def answered(data: bytes) -> Response:
    return Response(data, media_type="application/json")


async def found(request: Request, id: str, me: Account | None, key: str) -> Kept:
    """A hand that was played here, or one that *me* brought along."""
    state = request.app.state
    try:
        kept: Kept = await state.hands.find(id, me, key)
    except Refused:
        if me is None or len(id) != PUBLIC:
            raise
        kept = await state.uploaded.find(id, me)
    return kept


@router.get("")
async def my_hands(
    me: Reader,
    request: Request,
    wanted: Annotated[HandFilter, Depends(hand_filter)],
    before: Annotated[str | None, Query(pattern=ID)] = None,
    source: Source = "room",
) -> list[HandLine]:
    """The newest hands of whoever asks, a hundred at a time; *before* an id for the next."""
    state = request.app.state
    archive = state.hands if source == "room" else state.uploaded
    return [HandLine.model_validate(line) for line in await archive.of(me, before, wanted)]


@router.get("/export", response_class=PlainTextResponse)
async def export(
    me: Reader,
    request: Request,
    wanted: Annotated[HandFilter, Depends(hand_filter)],
    format: HandFormat = HandFormat.PHH,
    source: Source = "room",
) -> Any:
    """All that the filters leave, as one file, the newest first. Hands that the format has no place
    for are named at its end."""
    wanted.conditions()  # refused before the answer begins
    return StreamingResponse(
        _texts(request, me, wanted, format, source),
        media_type="text/plain",
        headers={"Content-Disposition": f'attachment; filename="hands.{format.suffix}"'},
    )


async def _texts(
    request: Request, me: Account, wanted: HandFilter, format: HandFormat, source: Source
) -> AsyncIterator[str]:
    """A hundred hands at a time; of all who ask, one has them made while the others wait."""
    state, number = request.app.state, 1
    archive = state.hands if source == "room" else state.uploaded
    left_out: list[LeftOut] = []
    before = None
    while True:
        async with state.writing_hands:
            hands, before = await archive.page(me, wanted, before)
            written = all_written(hands, format, number, left_out)
            text = await asyncio.to_thread("".join, written)
        if not hands:
            break
        number += len(hands)
        yield text
    yield told_left_out(left_out, format)


@router.get("/{id}")
async def hand(id: HandId, me: PerhapsReader, request: Request, key: Key = "") -> HandData:
    kept = await found(request, id, me, key)
    return HandData.model_validate(await asyncio.to_thread(lambda: kept.data))


@router.delete("/{id}", status_code=204)
async def delete_hand(id: HandId, me: Owner, request: Request) -> None:
    """One that you brought along; hands that were played here stay."""
    kept = await found(request, id, me, "")
    if not isinstance(kept, UploadedHand):
        raise Refused(RoomRefusal.NOT_ALLOWED, "it was played here")
    await request.app.state.uploads.delete_hand(me, kept.id)


@router.get("/{id}/analysis", responses={200: {"model": Analysed}})
async def analysis(
    id: HandId, me: PerhapsReader, lobby: TheLobby, request: Request, key: Key = ""
) -> Response:
    """Odds, equities, ranges, and what each act was worth: from the cards that you saw."""
    await verify_not_in_hand(lobby, me)
    kept = await found(request, id, me, key)
    who = address_of(request) if me is None else me.id
    return answered(await request.app.state.analyses.of(who, kept))


@router.get("/{id}/solution", responses={200: {"model": Solution}})
async def solution(
    id: HandId, step: Step, me: Reader, lobby: TheLobby, request: Request, key: Key = ""
) -> Response:
    """What the solver says of one decision between two players on the turn or the river."""
    await verify_not_in_hand(lobby, me)
    kept = await found(request, id, me, key)
    return answered(await request.app.state.analyses.solution(me.id, kept, step))


@router.get("/{id}/{format}", response_class=PlainTextResponse)
async def hand_text(
    id: HandId, format: HandFormat, me: PerhapsReader, request: Request, key: Key = ""
) -> Any:
    """In Poker Hand History format, as PokerStars writes it, or as Open Hand History."""
    kept = await found(request, id, me, key)
    return PlainTextResponse(await asyncio.to_thread(written, kept, format))


@router.post("/{id}/shares", status_code=201)
async def share(
    id: HandId, question: ShareQuestion, me: Reader, request: Request, key: Key = ""
) -> ShareData:
    """A link that shows what you may see of the hand, until you withdraw it. One to a hand that you
    brought along shows no names."""
    kept = await found(request, id, me, key)
    shares = request.app.state.shares
    if isinstance(kept, UploadedHand):
        return share_data(await shares.make_of_uploaded(me, kept.id))
    return share_data(await shares.make(me, kept.id, question.hide_names))


def share_data(share: Share) -> ShareData:
    return ShareData(**share._asdict())
