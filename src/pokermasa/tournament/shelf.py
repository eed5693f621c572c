"""A shelf: a long row of values, of which one at a time is replaced.

A tournament holds a thousand tables and replaces one of them with every act. A tuple would be
copied whole each time; a shelf copies one board of it, and the list of boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")
BOARD = 32


class Shelf(Generic[T]):
    """
    >>> shelf = Shelf("abc")
    >>> other = shelf.put(1, "B").append("d")
    >>> list(shelf), list(other), other[1], len(other)
    (['a', 'b', 'c'], ['a', 'B', 'c', 'd'], 'B', 4)
    """

    __slots__ = ("_boards", "_length")
    _boards: tuple[tuple[T, ...], ...]
    _length: int

    def __init__(self, values: Iterable[T] = ()) -> None:
        row = tuple(values)
        boards = tuple([row[first : first + BOARD] for first in range(0, len(row), BOARD)])
        _set_boards(self, boards)
        _set_length(self, len(row))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a shelf does not change: {name}")

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        for board in self._boards:
            yield from board

    def __getitem__(self, index: int) -> T:
        if not 0 <= index < self._length:
            raise IndexError(f"{index}; from 0 to {self._length - 1}")
        return self._boards[index // BOARD][index % BOARD]

    def put(self, index: int, value: T) -> Shelf[T]:
        """The shelf with another value in this place."""
        if not 0 <= index < self._length:
            raise IndexError(f"{index}; from 0 to {self._length - 1}")
        place, within = divmod(index, BOARD)
        board = self._boards[place]
        board = (*board[:within], value, *board[within + 1 :])
        return _made((*self._boards[:place], board, *self._boards[place + 1 :]), self._length)

    def append(self, value: T) -> Shelf[T]:
        if self._length % BOARD == 0:
            return _made((*self._boards, (value,)), self._length + 1)
        return _made((*self._boards[:-1], (*self._boards[-1], value)), self._length + 1)

    def changed(self, before: Shelf[T]) -> Iterator[int]:
        """The places whose value is another than *before*, and those that were not there. Boards
        that both have are not looked at.

        >>> list(Shelf("abc").put(1, "B").append("d").changed(Shelf("abc")))
        [1, 3]
        """
        for number, board in enumerate(self._boards):
            was = before._boards[number] if number < len(before._boards) else ()
            if board is not was:
                for within, value in enumerate(board):
                    if within >= len(was) or value is not was[within]:
                        yield number * BOARD + within

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shelf) and self._boards == other._boards

    def __hash__(self) -> int:
        return hash(self._boards)

    def __repr__(self) -> str:
        return f"Shelf({list(self)!r})"

    def __reduce__(self) -> tuple[type[Shelf[T]], tuple[list[T]]]:
        return Shelf, (list(self),)


_set_boards = Shelf.__dict__["_boards"].__set__
_set_length = Shelf.__dict__["_length"].__set__


def _made(boards: tuple[tuple[T, ...], ...], length: int) -> Shelf[T]:
    shelf: Shelf[T] = object.__new__(Shelf)
    _set_boards(shelf, boards)
    _set_length(shelf, length)
    return shelf
