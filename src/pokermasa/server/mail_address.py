"""Through whom the room sends e-mail, and whether it may be sent there.

Links that let people in go through it: to another machine only with TLS.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from pokermasa.server.address import is_this_machine

PORTS = {"smtp": 587, "smtps": 465}
LIKE = "an address like smtps://USER:PASSWORD@smtp.example.org?from=room@example.org"
_ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}"
)
MOST_LETTERS = 254


def is_mail_address(text: str) -> bool:
    """Letters, digits and signs that every mail server takes; whether somebody reads what is sent
    there, only a link that comes back tells.

    >>> [is_mail_address(one) for one in ("ada@example.org", "ada", "a b@example.org", "a@b")]
    [True, False, False, False]
    """
    is_whole = len(text) <= MOST_LETTERS and _ADDRESS.fullmatch(text) is not None
    return is_whole and ".." not in text and not text.startswith(".") and ".@" not in text


class MailAddress(NamedTuple):
    """
    >>> MailAddress.read("smtps://masa:secret@smtp.example.org?from=room@example.org").shown
    'smtps://smtp.example.org:465'
    """

    host: str
    port: int
    is_tls: bool
    """From the first byte; else the server is asked for it."""
    user: str
    password: str
    sender: str

    @classmethod
    def read(cls, url: str) -> MailAddress:
        """ValueError, without the secret, if it cannot be used."""
        shown = "that" if "@" in url.partition("?")[0] else repr(url[:40])
        try:
            parts = urlsplit(url.strip())
            host, port = parts.hostname or "", parts.port
            asked = parse_qs(parts.query, strict_parsing=bool(parts.query))
        except ValueError:
            raise ValueError(f"{shown} is not {LIKE}") from None
        if parts.scheme not in PORTS or not host or parts.path.strip("/") or parts.fragment:
            raise ValueError(f"{shown} is not {LIKE}")
        sender = asked.pop("from", [""])[-1]
        if not is_mail_address(sender):
            raise ValueError("who sends? Give an address at the end, like ?from=room@example.org")
        if asked:
            raise ValueError(f"there is nothing but `from` after the ?, no {min(asked)[:40]!r}")
        is_tls = parts.scheme == "smtps"
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(host, port or PORTS[parts.scheme], is_tls, user, password, sender)

    @property
    def is_here(self) -> bool:
        """On this machine: nobody else reads it on the way."""
        return is_this_machine(self.host)

    @property
    def shown(self) -> str:
        """Without the secret."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'smtps' if self.is_tls else 'smtp'}://{host}:{self.port}"
