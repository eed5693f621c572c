"""Address of the mail server, and the check that it is secure.

Mails contain links that allow a login. A mail server on another machine therefore needs TLS.
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
    """Whether *text* is an address that common mail servers accept.

    Whether the mailbox exists is shown only by a confirmation link.

    >>> [is_mail_address(one) for one in ("ada@example.org", "ada", "a b@example.org", "a@b")]
    [True, False, False, False]
    """
    is_whole = len(text) <= MOST_LETTERS and _ADDRESS.fullmatch(text) is not None
    return is_whole and ".." not in text and not text.startswith(".") and ".@" not in text


class MailAddress(NamedTuple):
    """Parsed address of the mail server and the sender.

    >>> MailAddress.read("smtps://masa:secret@smtp.example.org?from=room@example.org").shown
    'smtps://smtp.example.org:465'
    """

    host: str
    port: int
    is_tls: bool
    """Whether TLS is used from the start. Otherwise the connection is upgraded by STARTTLS."""
    user: str
    password: str
    sender: str

    @classmethod
    def read(cls, url: str) -> MailAddress:
        """Parse *url*. Raises a ValueError that does not contain the secret if it is invalid."""
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
            raise ValueError(
                "the sender is missing: give an address at the end, like ?from=room@example.org"
            )
        if asked:
            raise ValueError(f"there is nothing but `from` after the ?, no {min(asked)[:40]!r}")
        is_tls = parts.scheme == "smtps"
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(host, port or PORTS[parts.scheme], is_tls, user, password, sender)

    @property
    def is_here(self) -> bool:
        """Whether the mail server is on this machine, so that mails to it cannot be intercepted."""
        return is_this_machine(self.host)

    @property
    def shown(self) -> str:
        """The address without the secret."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'smtps' if self.is_tls else 'smtp'}://{host}:{self.port}"
