"""A seeded pseudo-random number generator, splitmix64 (Steele, Lea and Flood 2014), for kernels.

The state of a generator is one 64-bit number. Each draw adds a constant to the state and returns
the mixed bits of the sum. A generator therefore costs eight bytes, and every number is an equally
good initial state. The same seed always gives the same numbers.
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
def mix(number: np.uint64) -> np.uint64:
    """Return *number* with its bits mixed, as splitmix64 does. The mapping is one to one."""
    number = (number ^ (number >> _30)) * _A
    number = (number ^ (number >> _27)) * _B
    return number ^ (number >> _31)


@inline
def generator_state(seed: np.uint64, number: int) -> np.int64:
    """Return the initial state of the generator of table or hand *number* under *seed*."""
    return np.int64(mix(seed + mix(np.uint64(number) + _STEP)))


@inline
def next_bits(row: Ints, table: int, column: int) -> np.uint64:
    """Draw 64 random bits. The state of the generator is `row[table, column]`; it advances."""
    number = np.uint64(row[table, column]) + _STEP
    row[table, column] = np.int64(number)
    return mix(number)


@inline
def as_fraction(bits: np.uint64) -> float:
    """Turn 64 random bits into a number of at least 0 and less than 1."""
    return np.float64(bits >> _11) * 2.0**-53


def generator_states(seed: np.uint64, count: int) -> Ints:
    """Return `generator_state` of tables 0 to *count* - 1. It runs on NumPy and compiles nothing.

    >>> generator_states(np.uint64(1), 2).tolist()
    [-1547715641947990325, -2395555888584595077]
    """
    numbers = np.arange(count, dtype=np.uint64)
    return _mix_array(seed + _mix_array(numbers + _STEP)).view(np.int64)


def _mix_array(numbers: UInt64s) -> UInt64s:
    numbers = (numbers ^ (numbers >> _30)) * _A
    numbers = (numbers ^ (numbers >> _27)) * _B
    return numbers ^ (numbers >> _31)


def bit_stream(seed: int) -> Iterator[int]:
    """Yield the numbers that `next_bits` draws from the state *seed*, in plain Python.

    >>> next(bit_stream(0))
    16294208416658607535
    """
    number = seed
    while True:
        number = number + int(_STEP) & _MASK
        mixed = (number ^ number >> 30) * int(_A) & _MASK
        mixed = (mixed ^ mixed >> 27) * int(_B) & _MASK
        yield mixed ^ mixed >> 31


def checked_seed(seed: int) -> np.uint64:
    """Return *seed* modulo 2**64. Anything but a whole number raises `TypeError`.

    >>> checked_seed(1.5)
    Traceback (most recent call last):
        ...
    TypeError: seed: a whole number, not 1.5
    """
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise TypeError(f"seed: a whole number, not {seed!r}")
    return np.uint64(int(seed) % 2**64)
