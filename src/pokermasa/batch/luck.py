"""Numbers that fall as they may, and fall alike for a seed: splitmix64.

A source is one number that is added to; every sum is mixed into something that cannot be told from
chance. So a source costs eight bytes, and any number is as good a start as any other.
"""

from collections.abc import Iterator

import numpy as np

from pokermasa.batch.array import Ints, UInt64s
from pokermasa.batch.inlining import inline

_STEP = np.uint64(0x9E3779B97F4A7C15)
_A, _B = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31 = np.uint64(27), np.uint64(30), np.uint64(31)
_MASK = 2**64 - 1
_11 = np.uint64(11)


@inline
def mixed(number: np.uint64) -> np.uint64:
    number = (number ^ (number >> _30)) * _A
    number = (number ^ (number >> _27)) * _B
    return number ^ (number >> _31)


@inline
def source(seed: np.uint64, number: int) -> np.int64:
    """Where the luck of the table or hand of that number begins, under that seed."""
    return np.int64(mixed(seed + mixed(np.uint64(number) + _STEP)))


@inline
def roll(row: Ints, table: int, column: int) -> np.uint64:
    """64 bits; the source stands in a column of *row*."""
    number = np.uint64(row[table, column]) + _STEP
    row[table, column] = np.int64(number)
    return mixed(number)


@inline
def noinline(luck: np.uint64) -> float:
    """At least 0, less than 1."""
    return np.float64(luck >> _11) * 2.0**-53


def sources(seed: np.uint64, count: int) -> Ints:
    """`source` of the first tables, without compiling.

    >>> sources(np.uint64(1), 2).tolist()
    [-1547715641947990325, -2395555888584595077]
    """
    numbers = np.arange(count, dtype=np.uint64)
    return _mixed(seed + _mixed(numbers + _STEP)).view(np.int64)


def _mixed(numbers: UInt64s) -> UInt64s:
    numbers = (numbers ^ (numbers >> _30)) * _A
    numbers = (numbers ^ (numbers >> _27)) * _B
    return numbers ^ (numbers >> _31)


def rolls(seed: int) -> Iterator[int]:
    """The numbers that `roll` draws from a source of this seed, in Python's integers.

    >>> next(rolls(0))
    16294208416658607535
    """
    number = seed
    while True:
        number = number + int(_STEP) & _MASK
        mixed = (number ^ number >> 30) * int(_A) & _MASK
        mixed = (mixed ^ mixed >> 27) * int(_B) & _MASK
        yield mixed ^ mixed >> 31


def seed_of(seed: int) -> np.uint64:
    """
    >>> seed_of(1.5)
    Traceback (most recent call last):
        ...
    TypeError: seed: a whole number, not 1.5
    """
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise TypeError(f"seed: a whole number, not {seed!r}")
    return np.uint64(int(seed) % 2**64)
