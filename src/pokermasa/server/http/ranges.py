"""HTTP routes for saved hand ranges."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import Field

from pokermasa.server.http.caller import (
    FAULTS,
    Body,
    Owner,
    ReaderOutOfHands,
    Text,
    TheServices,
    verify_not_in_hand,
)
from pokermasa.server.http.services import Services
from pokermasa.server.http.tools import RangeText, answered_or_refused
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import saved_ranges
from pokermasa.server.storage.account import Account
from pokermasa.server.storage.saved_ranges import SavedRange
from pokermasa.server.study import work

router = APIRouter(prefix="/api/ranges", tags=["tools"], responses=FAULTS)
RangeId = Annotated[int, Path(ge=1, le=2**53)]


class RangeToSave(Body):
    name: Annotated[Text, Field(min_length=1, max_length=60)]
    text: RangeText


class Saved(work.RangeAnswer):
    id: int
    name: str
    changed: int


def _saved(saved: SavedRange) -> Saved:
    value: work.RangeAnswer = saved.value
    return {"id": saved.id, "name": saved.name, "changed": saved.changed, **value}


@router.get("")
async def my_ranges(me: ReaderOutOfHands, services: TheServices) -> list[Saved]:
    """Your saved ranges, sorted by name. Refused during a hand with other people, because ranges
    are assistance."""
    return [_saved(one) for one in await saved_ranges.list_for(services.storage, me)]


async def _save(body: RangeToSave, me: Account, services: Services, id: int | None = None) -> Saved:
    await verify_not_in_hand(services.lobby, me)
    name = " ".join(body.name.split())
    if not name or not name.isprintable():
        raise Refused(RoomRefusal.BAD_QUESTION, "the name of a range needs visible characters")
    found = await services.study.ask(me.id, work.ranges, body.text)
    return _saved(
        await saved_ranges.save(services.storage, me, name, answered_or_refused(found), id)
    )


@router.post("", status_code=201)
async def save_range(body: RangeToSave, me: Owner, services: TheServices) -> Saved:
    """Save a range, in its shortest notation."""
    return await _save(body, me, services)


@router.put("/{id}")
async def change_range(id: RangeId, body: RangeToSave, me: Owner, services: TheServices) -> Saved:
    return await _save(body, me, services, id)


@router.delete("/{id}", status_code=204)
async def delete_range(id: RangeId, me: Owner, services: TheServices) -> None:
    await saved_ranges.remove(services.storage, me, id)
