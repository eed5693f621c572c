"""HTTP routes for notes on players. Only the author may read them, and tokens may not."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field

from pokermasa.server.http.caller import FAULTS, Body, Owner, Text, TheAccounts
from pokermasa.server.http.services import services_of
from pokermasa.server.refusal import Refused, RoomRefusal

router = APIRouter(prefix="/api/me/notes", tags=["accounts"], responses=FAULTS)
Colour = Literal["red", "orange", "yellow", "green", "blue", "purple"]


class NoteText(Body):
    text: Annotated[Text, Field(max_length=500)] = ""
    colour: Colour | None = None


class NoteData(BaseModel):
    name: str
    """Current name of the player."""
    text: str
    colour: Colour | None


@router.get("")
async def my_notes(me: Owner, request: Request) -> list[NoteData]:
    """Your notes on other players, sorted by name. Other players cannot see them, nor whether
    there are any."""
    found = await services_of(request).notes.list_for(me)
    return [NoteData.model_validate(note._asdict()) for note in found]


@router.put("/{name}", status_code=204)
async def write_note(
    name: Annotated[Text, Path(max_length=80)],
    body: NoteText,
    me: Owner,
    accounts: TheAccounts,
    request: Request,
) -> None:
    """Replace your note on a player; an empty note deletes it. The note stays when the player is
    renamed, and is deleted with the player's account or yours."""
    about = await accounts.named(name)
    if about is None:
        raise Refused(RoomRefusal.NOT_FOUND)
    await services_of(request).notes.write(me, about, body.text, body.colour)
