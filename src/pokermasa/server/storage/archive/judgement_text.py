"""The form in which the JSON of a judgement is stored: compressed, as text."""

import zlib
from base64 import b64decode, b64encode


def pack(data: bytes) -> str:
    return b64encode(zlib.compress(data)).decode()


def unpack(text: str) -> bytes:
    return zlib.decompress(b64decode(text))
