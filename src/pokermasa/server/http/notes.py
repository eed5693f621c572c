"""HTTP routes for notes on players. Only the author may read them, and tokens may not."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import Field

from pokermasa.server.http.caller import FAULTS, Body, Owner, Text, TheServices
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage import notes
from pokermasa.server.storage.notes import Colour, NoteData

router = APIRouter(prefix="/api/me/notes", tags=["accounts"], responses=FAULTS)


class NoteText(Body):
    text: Annotated[Text, Field(max_length=500)] = ""
    colour: Colour | None = None


@router.get("")
async def my_notes(me: Owner, services: TheServices) -> list[NoteData]:
    """Your notes on other players, sorted by name. Other players cannot see them, nor whether
    there are any."""
    return await notes.list_for(services.storage, me)


@router.put("/{name}", status_code=204)
async def write_note(
    name: Annotated[Text, Path(max_length=80)], body: NoteText, me: Owner, services: TheServices
) -> None:
    """Replace your note on a player; an empty note deletes it. The note stays when the player is
    renamed, and is deleted with the player's account or yours."""
    about = await services.accounts.named(name)
    if about is None:
        raise Refused(RoomRefusal.NOT_FOUND)
    await notes.write(services.storage, me, about, body.text, body.colour)
