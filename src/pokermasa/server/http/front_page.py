"""Serves the web client: its pages and files.

They are built from web/ into the folder `web` beside this package (`make web`). Without them the
room works, and its front page says that the client is missing.
"""

from __future__ import annotations

import os
from html import escape
from mimetypes import guess_type
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from pokermasa.server.http.caller import TheLobby
from pokermasa.server.refusal import Refused, RoomRefusal

BUILT = Path(__file__).resolve().parent.parent / "web"
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
"""Accepted encodings and the suffixes of the precompressed files, the best first."""
ALWAYS = "public, max-age=31536000, immutable"
"""Cache header for files whose names contain a hash of their content."""
ASK_AGAIN = "no-cache"

router = APIRouter(include_in_schema=False)
anywhere = APIRouter(include_in_schema=False)
"""Router for all other paths. It must be included last."""


PAGES = {
    "/": "lobby",
    "/account": "account",
    "/admin": "admin",
    "/rules": "rules",
    "/docs": "docs",
    "/masa/{id}": "masa",
    "/tables": "tiles",
    "/tournaments": "tournaments",
    "/tournament/{id}": "tournament",
    "/league/{id}": "league",
    "/hands": "hands",
    "/hands/upload": "upload",
    "/hand/{id}": "hand",
    "/shared/{id}": "hand",
    "/me/stats": "stats",
    "/player/{name}": "player",
    "/leaderboards": "leaders",
    "/tools/{tool}": "tools",
}
"""Path of each page, and its folder in web/."""


async def page(request: Request, lobby: TheLobby) -> Response:
    """Serve the HTML document of a page. It names all files that the page needs, so that the
    browser loads them at once. The client itself evaluates the path."""
    document = BUILT / "index.html"
    if not document.is_file():
        return HTMLResponse(_not_built(lobby))
    own = BUILT / "pages" / f"{PAGES[request.scope['route'].path]}.html"
    return _file(own if own.is_file() else document, request, ASK_AGAIN)


for _path in PAGES:
    router.get(_path)(page)


@router.get("/assets/{name}")
async def asset(name: str, request: Request) -> Response:
    return _file(_found(BUILT / "assets", name), request, ALWAYS)


@router.get("/{name}.{ending}")
async def file(name: str, ending: str, request: Request) -> Response:
    """Serve the few files with fixed names, such as the icon and the manifest."""
    return _file(_found(BUILT, f"{name}.{ending}"), request, ASK_AGAIN)


@anywhere.get("/{path:path}")
async def nowhere(path: str, request: Request) -> Response:
    """Answer an unknown path: a browser gets the client's error page, a program a refusal."""
    document = BUILT / "index.html"
    is_person = "text/html" in request.headers.get("accept", "")
    if not is_person or path.startswith("api/") or not document.is_file():
        raise Refused(RoomRefusal.NOT_FOUND)
    answer = _file(document, request, ASK_AGAIN)
    answer.status_code = 404
    return answer


def accepted_encodings(request: Request) -> set[str]:
    """Return the encodings in which the client accepts an answer."""
    listed = request.headers.get("accept-encoding", "").split(",")
    return {part.partition(";")[0].strip() for part in listed}


def _found(folder: Path, name: str) -> Path:
    # Only names listed in the folder are served: no other folder, no hidden files.
    if name.startswith(".") or name not in _names(folder):
        raise Refused(RoomRefusal.NOT_FOUND)
    return folder / name


def _names(folder: Path) -> set[str]:
    try:
        return {entry.name for entry in os.scandir(folder) if entry.is_file()}
    except OSError:
        return set()  # not built


def _file(path: Path, request: Request, cache: str) -> Response:
    accepted = accepted_encodings(request)
    headers = {"Cache-Control": cache, "Vary": "Accept-Encoding"}
    type = "application/manifest+json" if path.suffix == ".webmanifest" else guess_type(path)[0]
    for encoding, ending in ENCODINGS:
        ready = path.with_name(path.name + ending)
        if encoding in accepted and ready.is_file():
            headers["Content-Encoding"] = encoding
            return FileResponse(ready, headers=headers, media_type=type)
    return FileResponse(path, headers=headers, media_type=type)


def _not_built(lobby: TheLobby) -> str:
    public = [table.state for table in lobby.tables.values() if table.state.key is None]
    rows = "".join(
        f"<li>{escape(one.name)}: blinds {one.masa.blinds.small}-{one.masa.blinds.big}, "
        f"{one.masa.nb_players} of {one.masa.sides} sides taken</li>"
        for one in public
    )
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'><title>pokermasa</title>"
        "<h1>pokermasa</h1><p>The room is open, but its web client has not been built: "
        "run <code>make web</code> in the source folder, then load this page again.</p>"
        f"<ul>{rows}</ul><p>Programs play over the WebSocket at <code>/ws</code>; the HTTP API is "
        "described in <a href='/openapi.json'>/openapi.json</a> and in docs/wire.md.</p></html>"
    )
