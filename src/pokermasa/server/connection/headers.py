"""Middleware that sets the security headers of every answer and refuses bad requests early."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pokermasa.server.accounts.sessions import session_id
from pokermasa.server.address import Networks, is_this_machine
from pokermasa.server.caller import FORWARDED, address_of, secret_of, with_own_cookies
from pokermasa.server.connection.entrance import Entrance, entrance_of
from pokermasa.server.connection.host_names import HostNames
from pokermasa.server.refusal import RETRY_AFTER, Refused, RoomRefusal
from pokermasa.server.settings import Settings

MOST_BYTES = 64 * 1024
"""Maximum size of a request body, in bytes. Uploaded hand histories are exempt: their route reads
them piece by piece."""
UPLOADS = "/api/uploads"
UPLOAD_LINE = f"POST {UPLOADS}?".encode()
MOST_LETTERS = 2048
"""Maximum length of a request's path and query together, in bytes."""
OPERATIONS = ("/health", "/health/live", "/metrics")
"""Paths for monitoring programs. They do not wait in the queue and cost very little."""
CLIENT_FILE = re.compile(
    r"/assets/[\w-]{1,60}\.(?:js|css)|/(?:boot|sw)\.js|/icon[\w-]{0,20}\.(?:svg|png)|/manifest\.webmanifest",
    re.ASCII,
)
"""Paths of the files of the web client. They have a rate limit of their own, because several people
behind one address may open the page at once and one refused file breaks the page."""
_PORT = re.compile(r":\d{1,5}$", re.ASCII)
TOO_FAST_WAITS = 0.25
"""Delay in seconds before an answer "too fast". An immediate answer would be retried
immediately."""
METHODS = "GET, POST, PATCH, PUT, DELETE"
# Only our own files may run and nothing inline: a script in a name or a chat line stays text.
# ('self' includes the socket, ws: and wss:.)
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
DEFAULT_PORTS = {"http": 80, "https": 443}
log = logging.getLogger(__name__)


def is_own_page(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether the request comes from the room's own page or from a listed origin.

    Requests without an Origin header pass: browsers always send one here. Pages of other origins
    may not use a visitor's cookie.
    """
    origin = connection.headers.get("origin")
    if origin is None or origin in settings.origins:
        return True
    scheme = "https" if settings.is_secure else "http"
    own = _place(f"{scheme}://{connection.headers.get('host', '')}")
    return own is not None and own == _place(origin)


def _place(origin: str) -> tuple[str, str, int] | None:
    """Return scheme, host and port in normal form, or None if *origin* is not an origin."""
    try:
        parts = urlsplit(origin)
        port = parts.port or DEFAULT_PORTS[parts.scheme]
    except (ValueError, KeyError):
        return None
    is_bare = not (parts.path or parts.query or parts.fragment or "@" in parts.netloc)
    return (parts.scheme, parts.hostname, port) if parts.hostname and is_bare else None


def is_upload(scope: Any) -> bool:
    """Whether the request uploads a file of hand histories."""
    return bool(scope["method"] == "POST" and scope["path"] == UPLOADS)


class Headers:
    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._proxies = Networks(settings.proxies)
        self._is_silent_proxy_known = not settings.behind_tls
        self._host_names = HostNames(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            scope["headers"] = with_own_cookies(scope["headers"], self._settings)
            if not self._is_silent_proxy_known:
                self._look_for_silent_proxy(HTTPConnection(scope))
        if scope["type"] != "http" or FORWARDED in scope:
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        began = entrance_of(scope["app"]).clock.steady()

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                if self._settings.request_log:
                    taken = entrance_of(scope["app"]).clock.steady() - began
                    # The path is not logged, because parts of it may be keys.
                    route = getattr(scope.get("route"), "path", "-")
                    line = scope["method"], route, message["status"], 1000 * taken
                    log.info("request %s %s %d in %.1f ms", *line)
                headers = MutableHeaders(scope=message)
                self._add(headers, scope["path"], connection.headers.get("host", ""))
                self._share(headers, connection.headers.get("origin"))
                if message["status"] >= 400 and is_upload(scope):
                    headers["Connection"] = "close"  # the rest of the file is not read
                if message["status"] in RETRY_AFTER:
                    headers.setdefault("Retry-After", RETRY_AFTER[message["status"]])
            await send(message)

        try:
            await self._serve(connection, scope, receive, send_with_headers)
        except Refused as refused:
            measures = entrance_of(scope["app"]).measures
            measures.note_refusal("http", refused.code.name, address_of(connection))
            if refused.code is RoomRefusal.TOO_FAST:
                await asyncio.sleep(TOO_FAST_WAITS)
            answer = {"code": refused.code.name, "message": str(refused)}
            await JSONResponse(answer, refused.status)(scope, receive, send_with_headers)

    def _look_for_silent_proxy(self, connection: HTTPConnection) -> None:
        """Logs an error once if the proxy does not send the client's address.

        The proxy's own health checks are ignored, because they have no client.
        """
        host = connection.client.host if connection.client else ""
        is_said = "x-forwarded-for" in connection.headers or FORWARDED in connection.scope
        if is_said or host not in self._proxies or connection.url.path in OPERATIONS:
            return
        self._is_silent_proxy_known = True
        log.error(
            "the proxy at %s sends no X-Forwarded-For: all players count as ONE address, and share "
            "one address's limits. Let the proxy send it (deploy/nginx.conf, deploy/Caddyfile)",
            host,
        )

    async def _serve(
        self, connection: HTTPConnection, scope: Scope, receive: Receive, send: Send
    ) -> None:
        entrance = entrance_of(scope["app"])
        self._host_names.verify(connection)
        if address_of(connection) in entrance.blocked:
            raise Refused(RoomRefusal.ADDRESS_BLOCKED)
        secret = secret_of(connection)
        is_known = secret in entrance.known
        who = session_id(secret) if secret and is_known else address_of(connection)
        is_operation = scope["path"] in OPERATIONS
        limit = entrance.files if CLIENT_FILE.fullmatch(scope["path"]) else entrance.requests
        if not limit.take((scope["path"], who) if is_operation else who):
            raise Refused(RoomRefusal.TOO_FAST)
        if scope["path"].startswith("/api/") and not is_operation:
            entrance.lobby.overload.verify_may_come()
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            await _refuse(400, "an address contains no NUL character", scope, receive, send)
            return
        if len(scope.get("raw_path", b"")) + len(scope["query_string"]) > MOST_LETTERS:
            await _refuse(414, "that address is too long", scope, receive, send)
            return
        if self._is_preflight(connection, scope["method"]):
            await Response(status_code=204)(scope, receive, send)
            return
        is_harmless = scope["method"] in ("GET", "HEAD", "OPTIONS")
        if not is_harmless and not is_own_page(connection, self._settings):
            raise Refused(RoomRefusal.NOT_ALLOWED, "this page is of another origin")
        if is_upload(scope) and (is_known or await _is_known_now(entrance, secret)):
            await self._app(scope, receive, send)
            return
        length = connection.headers.get("content-length", "0")
        is_short = length.isdecimal() and len(length) < 10 and int(length) <= MOST_BYTES
        body = await _whole(receive) if is_short else None
        if body is None:
            await _refuse(413, f"at most {MOST_BYTES} bytes", scope, receive, send)
        elif is_known or is_operation:
            await self._app(scope, _again(body, receive), send)
        else:
            await self._in_line(scope, _again(body, receive), send)

    async def _in_line(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Waits in the queue for requests without a login, then processes the request.

        The turn ends when the answer begins, because the client may read it slowly, or earlier by
        `caller.leave_line`.
        """
        end = await entrance_of(scope["app"]).anonymous_queue.turn()
        scope["leave_line"] = end

        async def send_and_end(message: Message) -> None:
            end()
            await send(message)

        try:
            await self._app(scope, receive, send_and_end)
        finally:
            end()

    def _is_preflight(self, connection: HTTPConnection, method: str) -> bool:
        """Whether a browser asks in advance (CORS preflight) for a listed origin."""
        headers = connection.headers
        is_listed = headers.get("origin") in self._settings.origins
        return method == "OPTIONS" and is_listed and "access-control-request-method" in headers

    def _share(self, headers: MutableHeaders, origin: str | None) -> None:
        """Lets pages of the listed origins read the answer (CORS headers)."""
        if not self._settings.origins:
            return
        headers.add_vary_header("Origin")
        if origin in self._settings.origins:
            headers["Access-Control-Allow-Origin"] = origin
            headers["Access-Control-Allow-Credentials"] = "true"
            headers["Access-Control-Allow-Methods"] = METHODS
            headers["Access-Control-Allow-Headers"] = "Authorization, Content-Type"
            headers["Access-Control-Expose-Headers"] = "Retry-After"
            headers["Access-Control-Max-Age"] = "600"

    def _add(self, headers: MutableHeaders, path: str, host: str) -> None:
        headers["Content-Security-Policy"] = POLICY
        headers["X-Content-Type-Options"] = "nosniff"
        headers["X-Frame-Options"] = "DENY"
        headers["Referrer-Policy"] = "no-referrer"
        # Over plain HTTP browsers ignore it and report an error, except on the same machine.
        if self._settings.is_secure or is_this_machine(_PORT.sub("", host).strip("[]")):
            headers["Cross-Origin-Opener-Policy"] = "same-origin"
        headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
        if path.startswith("/api"):
            headers["Cache-Control"] = "no-store"
        if self._settings.is_secure:
            headers["Strict-Transport-Security"] = "max-age=31536000"


async def _is_known_now(entrance: Entrance, secret: str | None) -> bool:
    """Whether the session is valid, looked up in the database.

    An upload without a valid session is refused before its body is read.
    """
    end = await entrance.anonymous_queue.turn()
    try:
        found = await entrance.accounts.sessions.find(secret)
    finally:
        end()
    if found is not None:
        entrance.known.remember([found.digest])
    return found is not None


async def _refuse(status: int, text: str, scope: Scope, receive: Receive, send: Send) -> None:
    code = RoomRefusal.UNREADABLE
    answer = {"code": code.name, "message": f"{code.words}: {text}"}
    await JSONResponse(answer, status, {"Connection": "close"})(scope, receive, send)


async def _whole(receive: Receive) -> bytes | None:
    """Return the whole body. None if it is too long, or if the client has disconnected."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message.get("body", b"")
        if len(body) > MOST_BYTES:
            return None
        if not message.get("more_body", False):
            return bytes(body)


def _again(body: bytes, receive: Receive) -> Receive:
    is_told = False

    async def receive_once() -> Message:
        nonlocal is_told
        if is_told:
            return await receive()
        is_told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_once
