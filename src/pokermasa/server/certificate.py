"""Reads a TLS certificate: when it expires."""

from __future__ import annotations

import re
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

BLOCK = re.compile("-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL)
CONTEXT_0, UTC_TIME = 0xA0, 0x17
"""Tags of DER. A date from 2050 on is no UTCTime but a GeneralizedTime."""


def certificate_expiry(path: Path) -> float:
    """Return when the first certificate of a PEM file expires, in seconds since 1970.

    Raises `OSError` if the file cannot be read and `ValueError` if there is no certificate in it.
    The standard library reads dates only of certificates that it has verified.
    """
    found = BLOCK.search(path.read_text("ascii", "replace"))
    if found is None:
        raise ValueError(f"there is no certificate in {path}")
    try:
        _, certificate = next(_parts(ssl.PEM_cert_to_DER_cert(found[0])))
        _, signed = next(_parts(certificate))
        fields = [
            part for part in _parts(signed) if part[0] != CONTEXT_0
        ]  # the version is optional
        validity = fields[3][1]  # after serial number, algorithm and issuer
        tag, text = list(_parts(validity))[1]
        form = "%y%m%d%H%M%SZ" if tag == UTC_TIME else "%Y%m%d%H%M%SZ"
        return datetime.strptime(text.decode(), form).replace(tzinfo=UTC).timestamp()
    except (ValueError, IndexError, StopIteration) as error:
        raise ValueError(f"the certificate in {path} cannot be read") from error


def _parts(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Tag and content of each DER element of *data*."""
    at = 0
    while at < len(data):
        tag, size, at = data[at], data[at + 1], at + 2
        if size & 0x80:
            count = size & 0x7F
            size, at = int.from_bytes(data[at : at + count], "big"), at + count
        yield tag, data[at : at + size]
        at += size
