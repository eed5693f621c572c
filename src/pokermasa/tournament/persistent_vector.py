"""A persistent vector: an immutable sequence in which one element can be replaced cheaply.

Each act of a tournament replaces one of up to a thousand tables. A tuple would be copied as a
whole; here only one block of 32 elements and the tuple of blocks are copied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")
BLOCK_SIZE = 32


class PersistentVector(Generic[T]):
    """An immutable sequence. `put` and `append` return a new vector that shares the other blocks.

    >>> vector = PersistentVector("abc")
    >>> other = vector.put(1, "B").append("d")
    >>> list(vector), list(other), other[1], len(other)
    (['a', 'b', 'c'], ['a', 'B', 'c', 'd'], 'B', 4)
    """

    __slots__ = ("_blocks", "_length")
    _blocks: tuple[tuple[T, ...], ...]
    _length: int

    def __init__(self, values: Iterable[T] = ()) -> None:
        row = tuple(values)
        starts = range(0, len(row), BLOCK_SIZE)
        _set_blocks(self, tuple([row[start : start + BLOCK_SIZE] for start in starts]))
        _set_length(self, len(row))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a PersistentVector is immutable; {name} cannot be set")

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        for block in self._blocks:
            yield from block

    def __getitem__(self, index: int) -> T:
        if not 0 <= index < self._length:
            raise self._out_of_range(index)
        return self._blocks[index // BLOCK_SIZE][index % BLOCK_SIZE]

    def put(self, index: int, value: T) -> PersistentVector[T]:
        """Return a vector with *value* at *index*. Raise `IndexError` if there is no such index."""
        if not 0 <= index < self._length:
            raise self._out_of_range(index)
        number, offset = divmod(index, BLOCK_SIZE)
        old = self._blocks[number]
        block = (*old[:offset], value, *old[offset + 1 :])
        return _made((*self._blocks[:number], block, *self._blocks[number + 1 :]), self._length)

    def append(self, value: T) -> PersistentVector[T]:
        if self._length % BLOCK_SIZE == 0:
            return _made((*self._blocks, (value,)), self._length + 1)
        return _made((*self._blocks[:-1], (*self._blocks[-1], value)), self._length + 1)

    def changed_indexes(self, before: PersistentVector[T]) -> Iterator[int]:
        """Yield the indexes that *before* does not have or where it holds another object.

        Blocks that both vectors share are skipped without looking at their elements.

        >>> before = PersistentVector("abc")
        >>> list(before.put(1, "B").append("d").changed_indexes(before))
        [1, 3]
        """
        for number, block in enumerate(self._blocks):
            old = before._blocks[number] if number < len(before._blocks) else ()
            if block is not old:
                for offset, value in enumerate(block):
                    if offset >= len(old) or value is not old[offset]:
                        yield number * BLOCK_SIZE + offset

    def _out_of_range(self, index: int) -> IndexError:
        return IndexError(f"index {index} is not from 0 to {self._length - 1}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PersistentVector) and self._blocks == other._blocks

    def __hash__(self) -> int:
        return hash(self._blocks)

    def __repr__(self) -> str:
        return f"PersistentVector({list(self)!r})"

    def __reduce__(self) -> tuple[type[PersistentVector[T]], tuple[list[T]]]:
        return PersistentVector, (list(self),)


_set_blocks = PersistentVector.__dict__["_blocks"].__set__
_set_length = PersistentVector.__dict__["_length"].__set__


def _made(blocks: tuple[tuple[T, ...], ...], length: int) -> PersistentVector[T]:
    """Build a vector from its blocks without copying the elements."""
    vector: PersistentVector[T] = object.__new__(PersistentVector)
    _set_blocks(vector, blocks)
    _set_length(vector, length)
    return vector
