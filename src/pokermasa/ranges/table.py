"""The file of the preflop tables, and the tables in it.

    magic, length of the header (4 bytes), header (JSON), numbers (LZMA), SHA-256 of all before it

For each game and each node of its tree but the root, the numbers are a frequency for each of the
169 classes, in fifteenths, and after all of them a loss for each, as a step of `LOSSES`.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from typing import Any

import numpy as np

from pokermasa.batch.array import Floats, UInt8s
from pokermasa.ranges.tree import Node, Spec, build

MAGIC = b"pokermasa preflop tables 1\n"
FILE = "preflop.table"
CLASSES = 169
PARTS = 15
LOSSES = np.concatenate([[0.0], 0.02 * 1.35 ** np.arange(31)])
"""The losses that can be written, in big blinds."""
_DIGEST = 32
_MOST = 64 << 20


class BadPreflopTables(ValueError):
    """Raised if the file is damaged or has no preflop tables."""


@dataclass(frozen=True, eq=False)
class GameTable:
    """The strategies of one game before the flop."""

    spec: Spec
    made: dict[str, Any]
    """How the table was trained: iterations, and the gain of the best responses of all seats
    (`exploitability`, thousandths of a big blind a hand)."""
    parts: UInt8s
    steps: UInt8s

    @cached_property
    def nodes(self) -> list[Node]:
        """The nodes of the tree, parents first."""
        return build(self.spec)

    def frequency(self, node: Node) -> Floats:
        """Return how often each class takes the act that leads to a node, once it is there."""
        return np.asarray(self.parts[node.number - 1] / PARTS)

    def loss(self, node: Node) -> Floats:
        """Return how many big blinds the act loses against the best one, for each class."""
        return np.asarray(LOSSES[self.steps[node.number - 1]])


def write(tables: Sequence[GameTable]) -> bytes:
    """Return the content of the file."""
    games = [
        {"seats": t.spec.seats, "depth": t.spec.depth, "ante": t.spec.ante, "made": t.made}
        for t in tables
    ]
    numbers = [t.parts.T for t in tables] + [t.steps.T for t in tables]
    packed = lzma.compress(b"".join(part.tobytes() for part in numbers), preset=9)
    header = json.dumps(games).encode()
    whole = MAGIC + len(header).to_bytes(4, "little") + header + packed
    return whole + sha256(whole).digest()


def read(file: bytes) -> tuple[GameTable, ...]:
    """Return the tables in *file*. Raises `BadPreflopTables` if it is damaged."""
    if not file.startswith(MAGIC):
        raise BadPreflopTables("no preflop tables: the file does not begin as one")
    whole, digest = file[:-_DIGEST], file[-_DIGEST:]
    if sha256(whole).digest() != digest:
        raise BadPreflopTables("the preflop tables are damaged: the checksum is another")
    start = len(MAGIC) + 4
    end = start + int.from_bytes(whole[len(MAGIC) : start], "little")
    games = [
        (Spec(game["seats"], game["depth"], game["ante"]), game["made"])
        for game in json.loads(whole[start:end])
    ]
    plain = np.frombuffer(lzma.LZMADecompressor().decompress(whole[end:], _MOST), np.uint8)
    shapes = [(CLASSES, len(build(spec)) - 1) for spec, _ in games] * 2
    if len(plain) != sum(rows * columns for rows, columns in shapes):
        raise BadPreflopTables("the preflop tables have another size than they say")
    parts = []
    for rows, columns in shapes:
        parts.append(plain[: rows * columns].reshape(rows, columns).T)
        plain = plain[rows * columns :]
    return tuple(
        GameTable(spec, made, parts[n], parts[n + len(games)])
        for n, (spec, made) in enumerate(games)
    )


@cache
def tables() -> tuple[GameTable, ...]:
    """Return the tables that come with the package."""
    return read(files("pokermasa.ranges").joinpath(FILE).read_bytes())


def nearest(seats: int, depth: float) -> GameTable:
    """Return the table for a number of players and a depth in big blinds: the nearest by ratio."""
    is_two = seats == 2
    fitting = [table for table in tables() if (table.spec.seats == 2) == is_two]
    return min(fitting, key=lambda table: abs(np.log(table.spec.depth / max(depth, 0.1))))
