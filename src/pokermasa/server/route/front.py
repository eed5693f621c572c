"""The front page: what is open, and where to go on. It needs no script and no style."""

from html import escape

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from pokermasa.server.route.asker import TheLobby

router = APIRouter()


@router.get("/", response_class=HTMLResponse, include_in_schema=False)
async def front(lobby: TheLobby) -> str:
    rows = "".join(
        f"<li>{escape(room.name)}: {room.masa.rules.betting}, blinds {room.masa.blinds.small}-"
        f"{room.masa.blinds.big}, {room.masa.nb_players} of {room.masa.sides} sides taken, "
        f"{room.masa.hands} hands</li>"
        for room in lobby.rooms.values()
        if room.key is None
    )
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'><title>pokermasa</title>"
        f"<h1>pokermasa</h1><p>The room is open. Chips are play money.</p><ul>{rows}</ul>"
        "<p>Programs play over the socket at <code>/ws</code> and ask at <a href='/docs'>/docs</a>;"
        " docs/wire.md says how.</p></html>"
    )
