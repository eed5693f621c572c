"""Hand numbers for trackers: hashes of 60 bits.

A tracker identifies a hand by its number, so numbers that count from 1 in every file would be
rejected as duplicates.
"""

from __future__ import annotations

from hashlib import blake2b

BITS = 60


def hashed(*parts: object) -> int:
    """Return a number of 60 bits, never 0, that depends only on the text of *parts*.

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


def to_number(named: object) -> int:
    """Return *named* as a number. A number of up to 18 digits is kept, anything else is hashed.

    >>> to_number(18), to_number("208958099944"), to_number("R5-2890430-500")
    (18, 208958099944, 660139603407700872)
    """
    if type(named) is int and 0 <= named < 1 << 63:
        return named
    text = str(named)
    if text.isdecimal() and text.isascii() and len(text) <= 18:
        return int(text)
    return hashed(text)
