"""HTTP routes for finished hands."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import accumulate
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel

from pokermasa.server.caller import address_of
from pokermasa.server.http.caller import (
    FAULTS,
    Body,
    Owner,
    Reader,
    ReaderOutOfHands,
    TheServices,
    leave_line,
    perhaps,
    verify_not_in_hand,
)
from pokermasa.server.http.hand_file import hand_file
from pokermasa.server.http.hand_text import HandFormat, written
from pokermasa.server.http.services import Services, services_of
from pokermasa.server.http.tables import Key
from pokermasa.server.protocol.scope import Scope
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.archive import shares
from pokermasa.server.storage.archive.hand_data import HandData, HandLine
from pokermasa.server.storage.archive.hand_filter import HandFilter
from pokermasa.server.storage.archive.played_at import PlayedAtData, played_at
from pokermasa.server.storage.archive.shares import ShareData
from pokermasa.server.storage.archive.upload_archive import StoredHand
from pokermasa.server.storage.archive.uploaded_hand import UploadedHand
from pokermasa.server.storage.schema import PUBLIC, Source
from pokermasa.server.study.judgements import JudgedHand
from pokermasa.study.data import Analysed, Judgement, MistakeData

router = APIRouter(prefix="/api/hands", tags=["hands"], responses=FAULTS)
PerhapsReader = Annotated[Account | None, perhaps(Scope.READ)]
ID = f"^[0-9a-f]{{{PUBLIC}}}$"
HandId = Annotated[str, Path(pattern=ID)]


Wanted = Annotated[HandFilter, Depends()]
MOST_MISTAKES = 100
"""Maximum number of mistakes, and of points of the line, in the answer to one request."""
Stack = Annotated[
    int | None, Query(ge=0, le=9, description="Whose decisions: an index into `players`.")
]


class Progress(BaseModel):
    part: float | None
    """The part that is done, from 0 to 1. Null if the solver is not at work on it."""


class CostData(BaseModel):
    """Mistakes that have the street, the position or the kind in common."""

    name: str
    lost: float
    """Expected big blinds lost."""
    mistakes: int


class MistakeInHand(BaseModel):
    """A mistake or blunder, and the hand in which it was made."""

    hand: str
    ended: int
    mistake: MistakeData


class CostPoint(BaseModel):
    """Expected big blinds lost by mistakes in all judged hands up to this one."""

    hands: int
    lost: float


class MyMistakes(BaseModel):
    """Your mistakes, from the judgements of your hands that were made so far. They say nothing
    about luck: the all-in-adjusted winnings of your statistics are another thing."""

    hands: int
    """Number of judged hands."""
    per_hundred: float | None
    """Expected big blinds lost by mistakes in a hundred judged hands."""
    mistakes: list[MistakeInHand]
    """The most expensive first; at most a hundred."""
    streets: list[CostData]
    positions: list[CostData]
    kinds: list[CostData]
    line: list[CostPoint]
    """In the order of the hands; at most a hundred points."""


class ShareQuestion(Body):
    hide_names: bool = False


def answered(data: bytes) -> Response:
    return Response(data, media_type="application/json")


async def find(id: HandId, me: PerhapsReader, services: TheServices, key: Key = "") -> StoredHand:
    """Return a hand of the room that *me* may see, or an uploaded hand of *me*. Raises `Refused`
    with `NOT_FOUND`."""
    found: StoredHand | None = await services.hands.find(id, me, key)
    if found is None and me is not None:
        found = await services.uploaded.find(id, me)
    if found is None:
        raise Refused(RoomRefusal.NOT_FOUND)
    return found


Found = Annotated[StoredHand, Depends(find)]


async def analysed(request: Request, me: Account | None, hand: StoredHand) -> Response:
    services = services_of(request)
    await verify_not_in_hand(services.lobby, me)
    who = address_of(request) if me is None else me.id
    leave_line(request)
    return answered(await services.analyses.analysis(who, hand))


async def judged(
    request: Request,
    me: Account,
    hand: StoredHand,
    stack: int | None,
    services: Services,
    is_first: bool = False,
) -> Response:
    """Return the judgement of a player's decisions. It is given up when all its readers leave."""
    asking = asyncio.ensure_future(
        services.analyses.solution(me.id, hand, stack, is_first=is_first)
    )
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait({asking, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not asking.done():
            asking.cancel()
        return answered(await asking)
    except asyncio.CancelledError:
        asking.cancel()
        raise Refused(RoomRefusal.TOO_LONG) from None
    finally:
        leaving.cancel()


async def _left(request: Request) -> None:
    """Wait until the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


@router.get("")
async def my_hands(
    me: Reader,
    services: TheServices,
    wanted: Wanted,
    before: Annotated[str | None, Query(pattern=ID)] = None,
    source: Source = "room",
) -> list[HandLine]:
    """Your newest hands, a hundred per page. *before* is the id of the last hand of the previous
    page."""
    archive = services.hands if source == "room" else services.uploaded
    return await archive.list_for(me, before, wanted)


@router.get("/tables")
async def my_tables(me: Reader, services: TheServices) -> list[PlayedAtData]:
    """The tables and tournaments where you have played, the most recent first: at most 200, from
    your newest 100,000 hands."""
    return await played_at(services.storage, me)


@router.get("/mistakes")
async def my_mistakes(
    me: ReaderOutOfHands, services: TheServices, source: Source = "room"
) -> MyMistakes:
    """Your mistakes, the most expensive first, and their sums. They come from the judgements that
    `GET /api/hands/{id}/solution` has made of your own decisions; each is made and stored once."""
    judged = await services.judgements.of_account(me, source)
    return await asyncio.to_thread(_costs, judged)


def _costs(judged: list[JudgedHand]) -> MyMistakes:
    found = [
        MistakeInHand(hand=hand.id, ended=hand.ended, mistake=mistake)  # type: ignore[arg-type]
        for hand in judged
        for mistake in hand.mistakes
    ]
    found.sort(key=lambda one: -one.mistake["loss"])
    lost = list(accumulate(hand.lost for hand in judged))
    every = -(-len(judged) // MOST_MISTAKES) or 1
    ends = sorted({*range(every, len(judged) + 1, every), len(judged)} - {0})

    def by(field: Literal["street", "position", "kind"]) -> list[CostData]:
        groups: dict[str, list[float]] = {}
        for one in found:
            groups.setdefault(one.mistake[field], []).append(one.mistake["loss"])
        costs = [
            CostData(name=name, lost=round(sum(losses), 2), mistakes=len(losses))
            for name, losses in groups.items()
        ]
        return sorted(costs, key=lambda cost: -cost.lost)

    return MyMistakes(
        hands=len(judged),
        per_hundred=round(100 * lost[-1] / len(judged), 2) if judged else None,
        mistakes=found[:MOST_MISTAKES],
        streets=by("street"),
        positions=by("position"),
        kinds=by("kind"),
        line=[CostPoint(hands=end, lost=round(lost[end - 1], 2)) for end in ends],
    )


@router.get("/export", response_class=PlainTextResponse)
async def export(
    me: Reader,
    services: TheServices,
    wanted: Wanted,
    format: HandFormat = HandFormat.PHH,
    source: Source = "room",
) -> Any:
    """All hands that match the filters in one file, the newest first. Hands that the format cannot
    express are listed at its end."""
    wanted.conditions()  # a bad filter is refused before the response begins
    archive = services.hands if source == "room" else services.uploaded
    return hand_file(services, format, "hands", partial(archive.page, me, wanted), None)


@router.get("/{id}")
async def hand(found: Found) -> HandData:
    return await asyncio.to_thread(lambda: found.data)


@router.delete("/{id}", status_code=204)
async def delete_hand(id: HandId, me: Owner, services: TheServices) -> None:
    """Delete an uploaded hand of yours. Hands played here cannot be deleted."""
    found = await find(id, me, services)
    if not isinstance(found, UploadedHand):
        raise Refused(
            RoomRefusal.NOT_ALLOWED, "only uploaded hands can be deleted; this hand was played here"
        )
    await services.uploads.delete_hand(me, found.id)


@router.get("/{id}/analysis", responses={200: {"model": Analysed}})
async def analysis(found: Found, me: PerhapsReader, request: Request) -> Response:
    """Odds, equities, and verdicts that need no solver, computed from the cards that you saw."""
    return await analysed(request, me, found)


@router.get("/{id}/solution", responses={200: {"model": Judgement}})
async def solution(
    me: ReaderOutOfHands,
    found: Found,
    services: TheServices,
    request: Request,
    stack: Stack = None,
    first: bool = False,
) -> Response:
    """Verdicts on all decisions of one player, yours by default. A pot between two players is
    solved from the flop on, which can take a minute. At most 100 hands a day. With `first=true`, a
    first answer for the turn and the river from small trees, within seconds."""
    return await judged(request, me, found, stack, services, first)


@router.get("/{id}/progress")
async def progress(me: ReaderOutOfHands, kept: Found, services: TheServices) -> Progress:
    """How far the solver is with your decisions in this hand."""
    return Progress(part=await services.analyses.part_done(kept))


@router.get("/{id}/{format}", response_class=PlainTextResponse)
async def hand_text(found: Found, format: HandFormat) -> Any:
    """The hand as text: Poker Hand History (PHH), PokerStars text or Open Hand History."""
    return PlainTextResponse(await asyncio.to_thread(written, found, format))


@router.post("/{id}/shares", status_code=201)
async def share(
    me: Owner, found: Found, question: ShareQuestion, services: TheServices
) -> ShareData:
    """Make a link that shows the hand as you may see it, until you withdraw it. A link to an
    uploaded hand shows no names."""
    is_uploaded = isinstance(found, UploadedHand)
    hides = is_uploaded or question.hide_names
    return await shares.make(services.storage, me, found.id, hides, is_uploaded)
