"""Encrypted files, used for backups.

The data is compressed and encrypted piece by piece, so that plain text is never on disk. The format
is libsodium's secret stream (XChaCha20-Poly1305): changed, missing, reordered or added pieces are
detected, and a file that was cut short lacks the final tag.
"""

from __future__ import annotations

import base64
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from nacl import bindings as sodium
from nacl.exceptions import CryptoError

MAGIC = b"masa sealed 1\n"
PIECE = 1 << 16
KEY_BYTES = sodium.crypto_secretstream_xchacha20poly1305_KEYBYTES
HEAD_BYTES = sodium.crypto_secretstream_xchacha20poly1305_HEADERBYTES
MORE_BYTES = sodium.crypto_secretstream_xchacha20poly1305_ABYTES
_MESSAGE = sodium.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE
_FINAL = sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL
_LENGTH = 4


class NotOpened(ValueError):
    """Raised when a file cannot be decrypted. The message can be shown to the user."""


class NoKey(ValueError):
    """Raised when the key's file cannot be used. The message can be shown to the user."""


def new_key(file: Path) -> None:
    """Writes a new key to *file*, readable by its owner only. Raises FileExistsError if it
    exists."""
    with open(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as new:
        new.write(base64.b64encode(os.urandom(KEY_BYTES)) + b"\n")


def read_key(file: Path, *apart_from: Path) -> bytes:
    """Return the key in *file*.

    Raises `NoKey` if others may read the file, or if it is in one of the folders *apart_from*: a
    stolen backup must not contain its key.
    """
    try:
        mode, text = file.stat().st_mode, file.read_bytes()
    except OSError as error:
        raise NoKey(f"{file} cannot be read: {error.strerror}") from None
    try:
        key = base64.b64decode(text.strip(), validate=True)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise NoKey(f"{file} is no key; masa admin key FILE makes one")
    if os.name == "posix" and mode & 0o077:
        raise NoKey(f"{file} can be read by others: chmod 600 {file}")
    for folder in apart_from:
        if folder.resolve() in file.resolve().parents:
            raise NoKey(f"{file} lies in {folder}: keep the key apart from the data")
    return key


def seal(lines: Iterable[bytes], file: BinaryIO, key: bytes) -> None:
    state = sodium.crypto_secretstream_xchacha20poly1305_state()
    head = sodium.crypto_secretstream_xchacha20poly1305_init_push(state, key)
    file.write(MAGIC + head)
    packed = zlib.compressobj(6)
    waiting = bytearray()

    def put(piece: bytes, tag: int) -> None:
        sealed = sodium.crypto_secretstream_xchacha20poly1305_push(state, piece, MAGIC, tag)
        file.write(len(sealed).to_bytes(_LENGTH, "big") + sealed)

    for line in lines:
        waiting += packed.compress(line + b"\n")
        while len(waiting) >= PIECE:
            put(bytes(waiting[:PIECE]), _MESSAGE)
            del waiting[:PIECE]
    waiting += packed.flush()
    while len(waiting) > PIECE:
        put(bytes(waiting[:PIECE]), _MESSAGE)
        del waiting[:PIECE]
    put(bytes(waiting), _FINAL)


def unseal(file: BinaryIO, key: bytes) -> Iterator[bytes]:
    """Yield the lines of an encrypted file.

    A missing end is detected only after the last line.
    """
    if file.read(len(MAGIC)) != MAGIC:
        raise NotOpened("that is no backup of a room")
    state = sodium.crypto_secretstream_xchacha20poly1305_state()
    head = file.read(HEAD_BYTES)
    if len(head) != HEAD_BYTES:
        raise NotOpened("the file was cut short")
    sodium.crypto_secretstream_xchacha20poly1305_init_pull(state, head, key)
    unpacked = zlib.decompressobj()
    rest, is_first = b"", True
    while True:
        piece, tag = _next(file, state, is_first)
        is_first = False
        try:
            lines = (rest + unpacked.decompress(piece)).split(b"\n")
        except zlib.error:
            raise NotOpened("the file is damaged") from None
        rest = lines.pop()
        yield from lines
        if tag == _FINAL:
            break
    if file.read(1) or rest or not unpacked.eof:
        raise NotOpened("the file is damaged: it has data behind its end")


def _next(file: BinaryIO, state: Any, is_first: bool) -> tuple[bytes, int]:
    length = int.from_bytes(file.read(_LENGTH), "big")
    if not MORE_BYTES <= length <= PIECE + MORE_BYTES:
        raise NotOpened("the file was cut short" if not length else "the file is damaged")
    sealed = file.read(length)
    if len(sealed) != length:
        raise NotOpened("the file was cut short")
    try:
        opened: tuple[bytes, int] = sodium.crypto_secretstream_xchacha20poly1305_pull(
            state, sealed, MAGIC
        )
    except (CryptoError, RuntimeError):
        message = "the key is another one, or the file is damaged" if is_first else "it is damaged"
        raise NotOpened(message) from None
    return opened
