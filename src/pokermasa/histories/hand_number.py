"""Numbers for hands: 60 bits, hashed, so that a tracker neither drops nor doubles one.

Trackers know a hand by its number. One that counts from 1 in every file is taken for a hand that
the tracker already has.
"""

from __future__ import annotations

from hashlib import blake2b

BITS = 60


def hashed(*parts: object) -> int:
    """The number of what *parts* name together: the same for the same, never 0.

    >>> hashed("masa table", "2024-05-01 20:00:00", 1)
    976345260462469207
    >>> hashed("a", "bc") == hashed("ab", "c")
    False
    """
    digest = blake2b(digest_size=8)
    for part in parts:
        text = str(part).encode(errors="surrogatepass")
        digest.update(len(text).to_bytes(8) + text)
    return (int.from_bytes(digest.digest()) >> (64 - BITS)) or 1


def of(named: object) -> int:
    """A name as a number: itself if it is one, else hashed.

    >>> of(18), of("208958099944"), of("R5-2890430-500")
    (18, 208958099944, 660139603407700872)
    """
    if type(named) is int and 0 <= named < 1 << 63:
        return named
    text = str(named)
    if text.isdecimal() and text.isascii() and len(text) <= 18:
        return int(text)
    return hashed(text)
