"""Notes on players: one's own alone, and for no token."""

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
    """Whom it is about, as they are called now."""
    text: str
    colour: Colour | None


@router.get("")
async def my_notes(me: Owner, request: Request) -> list[NoteData]:
    """What you keep about other players, by name. Nobody else is told, nor that there is any."""
    found = await services_of(request).notes.of(me)
    return [NoteData.model_validate(note._asdict()) for note in found]


@router.put("/{name}", status_code=204)
async def write_note(
    name: Annotated[Text, Path(max_length=80)],
    body: NoteText,
    me: Owner,
    accounts: TheAccounts,
    request: Request,
) -> None:
    """Instead of what you kept about them; nothing at all deletes it. It follows whoever keeps
    another name, and goes with their account and with yours."""
    about = await accounts.named(name)
    if about is None:
        raise Refused(RoomRefusal.NOT_FOUND)
    await services_of(request).notes.write(me, about, body.text, body.colour)
