"""What every answer carries for the browser's sake, and what is turned away before any route."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pokermasa.server.guard import Allowances
from pokermasa.server.refusal import STATUS, RoomRefusal
from pokermasa.server.settings import Settings

MOST_BYTES = 64 * 1024
"""No request has a longer body."""
# Nothing but our own files, and nothing written into a page: a name or a line of chat that holds a
# script stays a text. ('self' includes the socket, ws: and wss:.)
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
# FastAPI's page of the API takes its scripts from there.
POLICY_OF_DOCS = (
    "default-src 'self'; img-src 'self' data: https://fastapi.tiangolo.com; "
    "script-src 'self' 'unsafe-inline' https://cdn.jsdelivr.net; "
    "style-src 'self' 'unsafe-inline' https://cdn.jsdelivr.net; frame-ancestors 'none'"
)


def is_own_page(connection: HTTPConnection, settings: Settings) -> bool:
    """A browser says which page asks: a foreign one may not use a visitor's cookie."""
    origin = connection.headers.get("origin")
    if origin is None or origin in settings.origins:
        return True
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:
        return False


class Headers:
    def __init__(self, app: ASGIApp, settings: Settings, allowances: Allowances) -> None:
        self._app = app
        self._settings = settings
        self._allowances = allowances

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._add(MutableHeaders(scope=message), scope["path"])
            await send(message)

        refusal = self._refusal(HTTPConnection(scope), scope["method"])
        if refusal is not None:
            answer = {"code": refusal.name, "words": str(refusal)}
            status = STATUS.get(refusal, 413 if refusal is RoomRefusal.UNREADABLE else 422)
            await JSONResponse(answer, status)(scope, receive, send_with_headers)
            return
        await self._app(scope, _bounded(receive), send_with_headers)

    def _refusal(self, connection: HTTPConnection, method: str) -> RoomRefusal | None:
        address = connection.client.host if connection.client else ""
        path = connection.scope["path"]
        is_free = path in ("/health", "/metrics") or path.startswith("/assets/")
        if not is_free and not self._allowances.take(address):
            return RoomRefusal.TOO_FAST
        if method not in ("GET", "HEAD", "OPTIONS") and not is_own_page(connection, self._settings):
            return RoomRefusal.NOT_ALLOWED
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            return RoomRefusal.UNREADABLE
        return None

    def _add(self, headers: MutableHeaders, path: str) -> None:
        is_docs = path in ("/docs", "/redoc")
        headers["Content-Security-Policy"] = POLICY_OF_DOCS if is_docs else POLICY
        headers["X-Content-Type-Options"] = "nosniff"
        headers["X-Frame-Options"] = "DENY"
        headers["Referrer-Policy"] = "no-referrer"
        headers["Cross-Origin-Opener-Policy"] = "same-origin"
        headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
        if path.startswith("/api"):
            headers["Cache-Control"] = "no-store"
        if self._settings.is_secure:
            headers["Strict-Transport-Security"] = "max-age=31536000"


def _bounded(receive: Receive) -> Receive:
    """A body sent in pieces has no length to look at: it ends where it is too long."""
    total = 0

    async def receive_some() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > MOST_BYTES:
            return {"type": "http.disconnect"}
        return message

    return receive_some
