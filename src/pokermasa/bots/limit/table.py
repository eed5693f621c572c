"""File format of the trained strategy table: packed numbers of four bits with a checksum.

    magic, length of the header (4 bytes), header (JSON), numbers (zlib), SHA-256 of all before it

A strategy is eight numbers from 0 to 15 for each bucket and betting line of a round (see `Slot`).
Each number is the probability of the act in fifteenths. The rest goes to calling.
"""

from __future__ import annotations

import json
import zlib
from enum import IntEnum
from hashlib import sha256
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

UInt8s: TypeAlias = npt.NDArray[
    np.uint8
]  # not imported from `batch`, because the trainer reads tables without Numba
MAGIC = b"pokermasa limit table 1\n"
PARTS = 15
LINES = (7, 63, 567)
"""Number of betting lines that lead to the flop, to the turn and to the river."""
GROUPS = 8
BINS = 16
CLASSES = 169
_DIGEST = 32
_MOST = 256 << 20  # maximum size of the numbers in bytes; a larger file is rejected


class Slot(IntEnum):
    BET = 0
    FOLD_TO_TWO = 1
    """Fold after betting first and being raised."""
    RAISE_TO_THREE = 2
    FOLD_TO_FOUR = 3
    FOLD_TO_ONE = 4
    """Fold when the opponent bet first."""
    RAISE_TO_TWO = 5
    FOLD_TO_THREE = 6
    RAISE_TO_FOUR = 7


class BadTable(ValueError):
    """Raised if the file is damaged or is not a strategy table."""


class StrategyTable(NamedTuple):
    made: dict[str, Any]
    """Origin of the table and its measured results."""
    groups: UInt8s
    """Group [169] of each starting-hand class. River buckets measure equity against these
    groups."""
    centres: tuple[UInt8s, UInt8s, UInt8s]
    """Bucket centres of flop [bucket, 16], turn [bucket, 16] and river [bucket, 8]."""
    preflop: UInt8s
    """Preflop strategy [decision, class, (fold, raise)]."""
    after: tuple[tuple[UInt8s, ...], tuple[UInt8s, ...]]
    """Strategy [bucket, slot, line] by player (button, big blind) and round."""

    @property
    def sizes(self) -> tuple[int, int, int]:
        flop, turn, river = map(len, self.centres)
        return flop, turn, river


def _shapes(sizes: tuple[int, int, int]) -> list[tuple[int, ...]]:
    rounds = [(size, len(Slot), lines) for size, lines in zip(sizes, LINES, strict=True)]
    return [(8, CLASSES, 2), *rounds, *rounds]


def write(table: StrategyTable) -> bytes:
    """Return the content of the file."""
    numbers = [table.preflop, *table.after[0], *table.after[1]]
    flat = np.concatenate([part.ravel() for part in numbers])
    if flat.max() > PARTS:
        raise ValueError(f"a number of a strategy is at most {PARTS}, not {flat.max()}")
    flat = np.append(flat, np.zeros(len(flat) % 2, np.uint8))
    plain = [table.groups.tobytes(), *(c.tobytes() for c in table.centres)]
    packed = zlib.compress(b"".join(plain) + (flat[::2] | flat[1::2] << 4).tobytes(), 9)
    header = json.dumps({"sizes": table.sizes, "made": table.made}).encode()
    whole = MAGIC + len(header).to_bytes(4, "little") + header + packed
    return whole + sha256(whole).digest()


def read(file: bytes) -> StrategyTable:
    """Return the table in *file*. Raises `BadTable` if the file is not a table or its checksum is
    wrong.

    >>> read(b"something else")
    Traceback (most recent call last):
        ...
    pokermasa.bots.limit.table.BadTable: no table of house:limit: it does not begin like one
    """
    if not file.startswith(MAGIC):
        raise BadTable("no table of house:limit: it does not begin like one")
    whole, digest = file[:-_DIGEST], file[-_DIGEST:]
    if sha256(whole).digest() != digest:
        raise BadTable("the table of house:limit is damaged: its checksum is another")
    start = len(MAGIC) + 4
    end = start + int.from_bytes(whole[len(MAGIC) : start], "little")
    header = json.loads(whole[start:end])
    flop, turn, river = header["sizes"]
    plain = np.frombuffer(zlib.decompress(whole[end:], bufsize=1 << 24), np.uint8)
    shapes = _shapes((flop, turn, river))
    count = sum(int(np.prod(shape)) for shape in shapes)
    ahead = CLASSES + BINS * (flop + turn) + GROUPS * river
    if count > _MOST or len(plain) != ahead + (count + 1) // 2:
        raise BadTable("the table of house:limit has another size than it says")
    groups, plain = plain[:CLASSES], plain[CLASSES:]
    centres = []
    for size, width in ((flop, BINS), (turn, BINS), (river, GROUPS)):
        centres.append(plain[: size * width].reshape(size, width))
        plain = plain[size * width :]
    flat = np.empty(2 * len(plain), np.uint8)
    flat[::2], flat[1::2] = plain & 15, plain >> 4
    parts = []
    for shape in shapes:
        size = int(np.prod(shape))
        parts.append(flat[:size].reshape(shape))
        flat = flat[size:]
    return StrategyTable(
        header["made"],
        groups,
        (centres[0], centres[1], centres[2]),
        parts[0],
        (tuple(parts[1:4]), tuple(parts[4:7])),
    )
