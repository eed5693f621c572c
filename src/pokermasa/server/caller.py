"""Reads the secret and the address of the client from a request."""

from __future__ import annotations

import re
from collections.abc import Iterable

from starlette.requests import HTTPConnection

from pokermasa.server.address import counted
from pokermasa.server.settings import Settings

FORWARDED = "pokermasa.session"
"""Key in the scope of a request that another process forwarded. Its value is the digest of the
session, or None.

The other process has applied the rate limits and sets the headers.
"""
Headers = Iterable[tuple[bytes, bytes]]
"""Names in lower case, and values, of the headers of a request."""
_SECRET = re.compile(rb"[A-Za-z0-9_.~-]{1,200}")
"""Value of a cookie that the room may have set."""


def cookie_name(settings: Settings) -> str:
    """Return the name of the session cookie.

    Over HTTPS the prefix `__Host-` makes browsers bind it to this host. It is not possible over
    HTTP.
    """
    return "__Host-masa" if settings.is_secure else "masa"


def mark_name(settings: Settings) -> str:
    """Return the name of the cookie by which an account recognises a known browser."""
    return f"{cookie_name(settings)}-device"


def with_own_cookies(headers: Headers, settings: Settings) -> list[tuple[bytes, bytes]]:
    """Return the headers without the cookies that the room has not set itself.

    FastAPI reads all cookies of every request. Python up to 3.12.5 takes quadratic time to unquote
    one (CVE-2024-7592): 60 kB of `\\"` took more than 5 seconds. Values of the room need no quotes.
    """
    names = cookie_name(settings).encode(), mark_name(settings).encode()
    own, others = [], []
    for name, value in headers:
        if name != b"cookie":
            others.append((name, value))
            continue
        for cookie in value.split(b";"):
            key, _, secret = cookie.strip().partition(b"=")
            if key in names and _SECRET.fullmatch(secret):
                own.append(key + b"=" + secret)
    if own:
        others.append((b"cookie", b"; ".join(own)))
    return others


def mark_of(connection: HTTPConnection) -> str | None:
    return connection.cookies.get(mark_name(connection.app.state.settings))


def secret_of(connection: HTTPConnection) -> str | None:
    """Return the token of the Authorization header, or the session secret of the cookie."""
    settings: Settings = connection.app.state.settings
    authorization = connection.headers.get("authorization")
    if authorization is not None:
        scheme, _, token = authorization.partition(" ")
        return token.strip() if scheme.lower() == "bearer" else None
    return connection.cookies.get(cookie_name(settings))


def address_of(connection: HTTPConnection) -> str:
    """Return the client's address in the form in which limits count it."""
    return counted(connection.client.host) if connection.client else ""
