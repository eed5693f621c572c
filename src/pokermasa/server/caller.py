"""Who calls, as far as a request itself tells: a secret, and an address."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from pokermasa.server.address import counted
from pokermasa.server.settings import Settings

FORWARDED = "pokermasa.session"
"""In the scope of a request that another process passed on: the digest of its session, or nothing.
That process has counted it, and answers for its headers."""


def cookie_name(settings: Settings) -> str:
    """Over HTTPS the browser itself keeps the cookie to this host; at home there is only HTTP."""
    return "__Host-masa" if settings.is_secure else "masa"


def mark_name(settings: Settings) -> str:
    """Of the cookie by which an account knows a browser that has logged in before."""
    return f"{cookie_name(settings)}-device"


def mark_of(connection: HTTPConnection) -> str | None:
    return connection.cookies.get(mark_name(connection.app.state.settings))


def secret_of(connection: HTTPConnection) -> str | None:
    """A token in the Authorization header, or the session in the cookie."""
    settings: Settings = connection.app.state.settings
    authorization = connection.headers.get("authorization")
    if authorization is not None:
        scheme, _, token = authorization.partition(" ")
        return token.strip() if scheme.lower() == "bearer" else None
    return connection.cookies.get(cookie_name(settings))


def address_of(connection: HTTPConnection) -> str:
    """As limits count it."""
    return counted(connection.client.host) if connection.client else ""
