"""The room's TLS certificate and key: loading, validity and file permissions."""

from __future__ import annotations

import ssl
import stat
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from pokermasa.server.settings import Settings

SOON = 14 * 86_400
"""Remaining validity in seconds at which renewal is recommended."""
PEM_BEGIN, PEM_END = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
VERSION, UTC_TIME = 0xA0, 0x17
"""DER tags (X.690)."""


class NoCertificate(OSError):
    """Raised when the certificate or its key cannot be read or do not match. The message can be
    shown to the operator as it is."""


class Concern(NamedTuple):
    """Something about the certificate or its key that the operator should change."""

    is_wrong: bool
    """False for a problem that is still in the future."""
    words: str


class Validity(NamedTuple):
    """Validity period of a certificate, in seconds since 1970."""

    begins: float
    ends: float


def verify_certificate(settings: Settings) -> None:
    """Raises `NoCertificate` if the files cannot be used."""
    if settings.tls_cert is not None:
        load(ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), settings)


def load(context: ssl.SSLContext, settings: Settings) -> None:
    """Loads the files into *context*, which uses them for new handshakes. Raises
    `NoCertificate`."""
    assert settings.tls_cert is not None
    for name, file in (("tls_cert", settings.tls_cert), ("tls_key", settings.tls_key)):
        try:
            _ = file is None or file.read_bytes()
        except OSError as error:
            raise NoCertificate(f"{name} {file} cannot be read: {error.strerror}") from None
    try:
        # An empty passphrase prevents OpenSSL from asking for one on the terminal.
        context.load_cert_chain(settings.tls_cert, settings.tls_key, password="")
    except (ssl.SSLError, ValueError) as error:
        reason = getattr(error, "reason", None) or str(error)
        key = settings.tls_key or settings.tls_cert
        raise NoCertificate(
            f"{settings.tls_cert} and {key} are no certificate and its key, "
            f"in PEM and without a passphrase: {reason}"
        ) from None


def is_reloaded_on_hangup(settings: Settings) -> bool:
    """Whether SIGHUP reloads the certificate.

    In a terminal, SIGHUP means that the terminal was closed. A room without a certificate then
    ends, as other programs do.
    """
    is_terminal = sys.stdin is not None and sys.stdin.isatty()
    return settings.tls_cert is not None or not is_terminal


def concerns(settings: Settings, now: float) -> Iterator[Concern]:
    """Yield the problems of the certificate and key. *now* is in seconds since 1970."""
    if settings.tls_cert is None:
        return
    key = settings.tls_key or settings.tls_cert
    if stat.S_IMODE(key.stat().st_mode) & 0o007:
        yield Concern(True, f"every user of this machine can read the key: chmod 600 {key}")
    try:
        begins, ends = validity(settings.tls_cert)
    except ValueError as error:  # OpenSSL reads further formats
        yield Concern(False, f"{error}, so nobody is warned before it expires")
        return
    if now < begins:
        text = f"{settings.tls_cert} is not valid before {_day(begins)}: is the clock right?"
        yield Concern(True, text)
    elif ends <= now:
        text = f"{settings.tls_cert} expired on {_day(ends)}: browsers refuse it. Renew it"
        yield Concern(True, text)
    elif ends - now < SOON:
        text = f"{settings.tls_cert} expires on {_day(ends)}: renew it, then reload the room"
        yield Concern(False, text)


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def validity(file: Path) -> Validity:
    """Return the validity of the first certificate in a PEM file, which is the room's own.

    Raises `OSError` if the file cannot be read, and `ValueError` if it is not a certificate.
    """
    text = file.read_text("ascii", "replace")
    try:
        return _validity(text)
    except (ValueError, IndexError) as error:
        raise ValueError(f"the certificate in {file} cannot be read") from error


def _validity(text: str) -> Validity:
    # The key may be in the same file, before the certificate.
    der = ssl.PEM_cert_to_DER_cert(text[text.index(PEM_BEGIN) :].partition(PEM_END)[0] + PEM_END)
    _, certificate, _ = _element(der)
    _, signed, _ = _element(certificate)  # RFC 5280: TBSCertificate
    tag, _, rest = _element(signed)
    if tag == VERSION:
        _, _, rest = _element(rest)  # Skips the serial number.
    for _ in ("signature", "issuer"):
        _, _, rest = _element(rest)
    _, dates, _ = _element(rest)
    begins_tag, begins, rest = _element(dates)
    ends_tag, ends, _ = _element(rest)
    return Validity(_time(begins_tag, begins), _time(ends_tag, ends))


def _element(data: bytes) -> tuple[int, bytes, bytes]:
    """Return the tag and content of the first DER element, and the bytes after it."""
    length, start = data[1], 2
    if length & 0x80:
        start += length & 0x7F
        length = int.from_bytes(data[2:start], "big")
    return data[0], data[start : start + length], data[start + length :]


def _time(tag: int, text: bytes) -> float:
    # UTCTime has two digits for the year. Python's %y maps 69 to 99 to the 20th century; the
    # standard says 50 to 99, but certificates of those years do not occur.
    form = "%y%m%d%H%M%SZ" if tag == UTC_TIME else "%Y%m%d%H%M%SZ"
    return datetime.strptime(text.decode(), form).replace(tzinfo=UTC).timestamp()
