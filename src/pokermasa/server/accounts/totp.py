"""Time-based one-time passwords (TOTP, RFC 6238): six digits computed from a secret and the time.

They need only the standard library's HMAC and four lines of arithmetic, so there is no dependency
to trust with secrets. The tests compare them with the RFC's examples.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from urllib.parse import quote

STEP = 30_000
"""Validity of one code in milliseconds."""
DIGITS = 6
ISSUER = "pokermasa"
"""Name under which authenticator apps list the account."""


def new_secret() -> str:
    """Return a new secret of 160 bits, in Base32."""
    return base64.b32encode(secrets.token_bytes(20)).decode()


def code_of(secret: str, step: int, digits: int = DIGITS) -> str:
    """Return the code of one time step.

    >>> code_of("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 1, digits=8)
    '94287082'
    """
    mac = hmac.digest(base64.b32decode(secret), step.to_bytes(8, "big"), hashlib.sha1)
    at = mac[-1] & 15
    number = int.from_bytes(mac[at : at + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**digits:0{digits}}"


def step_of(secret: str, code: str, now: int, after: int) -> int | None:
    """Return the time step of *code*, or None if the code is wrong.

    The steps before and after the current one are accepted, because clocks differ. Steps up to
    *after* were used already and are refused.
    """
    here, found = now // STEP, None
    for step in (here - 1, here, here + 1):
        if hmac.compare_digest(code_of(secret, step).encode(), code.encode()) and step > after:
            found = step
    return found


def uri(secret: str, name: str) -> str:
    """Return the URI that authenticator apps read from a QR code.

    >>> uri("GEZDGNBV", "Ada L")
    'otpauth://totp/pokermasa:Ada%20L?secret=GEZDGNBV&issuer=pokermasa'
    """
    return f"otpauth://totp/{ISSUER}:{quote(name, safe='')}?secret={secret}&issuer={ISSUER}"
