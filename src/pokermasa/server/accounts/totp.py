"""Codes of the moment (RFC 6238): six digits that a phone and the room both make of one secret and
of the time.

HMAC of the standard library and four lines of arithmetic: a package for it would be one more to
trust with everybody's secrets. The tests hold it against the RFC's own values.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from urllib.parse import quote

STEP = 30_000
"""Milliseconds that one code is of."""
DIGITS = 6
ISSUER = "pokermasa"
"""What a phone lists the secret under."""


def new_secret() -> str:
    """160 bits, in the letters that people type into their phones."""
    return base64.b32encode(secrets.token_bytes(20)).decode()


def code_of(secret: str, step: int, digits: int = DIGITS) -> str:
    """
    >>> code_of("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 1, digits=8)
    '94287082'
    """
    mac = hmac.digest(base64.b32decode(secret), step.to_bytes(8, "big"), hashlib.sha1)
    at = mac[-1] & 15
    number = int.from_bytes(mac[at : at + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**digits:0{digits}}"


def step_of(secret: str, code: str, now: int, after: int) -> int | None:
    """Which moment *code* is of: this one, the one before or the one that comes, since no two
    clocks agree; None if it is of none of them, or of one up to *after*, which were used."""
    here, found = now // STEP, None
    for step in (here - 1, here, here + 1):
        if hmac.compare_digest(code_of(secret, step).encode(), code.encode()) and step > after:
            found = step
    return found


def uri(secret: str, name: str) -> str:
    """What a phone reads from a picture.

    >>> uri("GEZDGNBV", "Ada L")
    'otpauth://totp/pokermasa:Ada%20L?secret=GEZDGNBV&issuer=pokermasa'
    """
    return f"otpauth://totp/{ISSUER}:{quote(name, safe='')}?secret={secret}&issuer={ISSUER}"
