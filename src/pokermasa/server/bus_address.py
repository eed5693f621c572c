"""Address of the message bus (NATS), and the check that it is secure.

Cards are sent over the bus. A bus on another machine therefore needs TLS and a secret.
"""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from pokermasa.server.address import is_this_machine

SCHEMES = ("nats", "tls")
PORT = 4222


class BusAddress(NamedTuple):
    """Parsed address of the bus.

    >>> BusAddress.read("tls://masa:secret@bus.example.org")
    BusAddress(host='bus.example.org', port=4222, is_tls=True, user='masa', secret='secret')
    """

    host: str
    port: int
    is_tls: bool
    user: str
    """User name. Empty if the secret is a token."""
    secret: str

    @classmethod
    def read(cls, url: str) -> BusAddress:
        """Parse *url*. Raises a ValueError that does not contain the secret if it is invalid or
        insecure."""
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port or PORT
        except ValueError:
            raise ValueError("the bus is no address like nats://127.0.0.1:4222") from None
        if parts.scheme not in SCHEMES or not host or parts.path.strip("/") or parts.query:
            raise ValueError("the bus is no address like nats://127.0.0.1:4222")
        first, second = unquote(parts.username or ""), unquote(parts.password or "")
        user, secret = (first, second) if parts.password is not None else ("", first)
        read = cls(host, port, parts.scheme == "tls", user, secret)
        if not read.is_here and not (read.is_tls and read.secret):
            raise ValueError(
                f"the bus at {host} is on another machine, and cards go over it: "
                "give an address like tls://USER:PASSWORD@HOST:4222"
            )
        return read

    @property
    def is_here(self) -> bool:
        """Whether the bus is on this machine, so that its messages cannot be intercepted on a
        network."""
        return is_this_machine(self.host)

    @property
    def shown(self) -> str:
        """The address without the secret."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'tls' if self.is_tls else 'nats'}://{host}:{self.port}"
