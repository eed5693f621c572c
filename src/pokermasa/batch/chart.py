"""Chart policies: a table of how often to fold, call and raise with each class of hands."""

from __future__ import annotations

import functools
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from pokermasa.batch.array import Floats, Ints
from pokermasa.strength.hand_class import grid_classes

Size: TypeAlias = Literal["least", "pot", "most", "any"]
"""The amount of a chart's raise: the least legal amount, the pot, the most, or any legal amount at
random."""
SIZES: tuple[Size, ...] = ("least", "pot", "most", "any")
"""All sizes of a raise, in the order of their numbers in compiled code."""


class Chart:
    """A policy that looks up how often to fold, call and raise by the round and the class of its
    hand.

    *odds* has one row of three probabilities for each of the 169 classes (see `Chart.number`), or
    four such tables, one for each round. A fold where a check is free becomes a check, and a raise
    where none is open becomes a call. *raise_to* is where a raise goes. Raises `ValueError` if the
    probabilities of a row do not add up to 1.

    >>> odds = np.tile([0.9, 0.1, 0.0], (169, 1))
    >>> odds[Chart.number("AA")] = 0, 0, 1
    >>> Chart(odds, raise_to="pot")
    Chart(raise_to='pot')
    >>> Chart(odds[:100])
    Traceback (most recent call last):
        ...
    ValueError: a chart has 169 or 4 x 169 rows of 3, not the shape (100, 3)
    """

    def __init__(self, odds: npt.ArrayLike, raise_to: Size = "any") -> None:
        table = np.asarray(odds, np.float64)
        if table.shape not in ((169, 3), (4, 169, 3)):
            raise ValueError(f"a chart has 169 or 4 x 169 rows of 3, not the shape {table.shape}")
        if not (np.isfinite(table).all() and (table >= 0).all()):
            raise ValueError("the odds of a chart must be numbers of at least 0")
        whole = table.sum(axis=-1)
        if np.abs(whole - 1).max() > 1e-6:
            worst = np.unravel_index(np.abs(whole - 1).argmax(), whole.shape)
            where = ", ".join(str(int(index)) for index in worst)
            message = f"the odds of a row must add up to 1, not to {whole[worst]:g} (row {where})"
            raise ValueError(message)
        if raise_to not in SIZES:
            raise ValueError(f"raise_to: {', '.join(SIZES)}, not {raise_to!r}")
        self.raise_to: Size = raise_to
        upto = np.cumsum(table, axis=-1)[..., :2]
        # Rounding must not leave a tiny probability for a raise with odds of 0.
        upto[table[..., 2] == 0, 1] = 1
        self.upto: Floats = np.broadcast_to(upto, (4, 169, 2))

    @staticmethod
    def number(name: str) -> int:
        """Return the row of a class by its name. Raises `ValueError` for an unknown name.

        >>> Chart.number("AA"), Chart.number("AKs"), Chart.number("AKo"), Chart.number("22")
        (0, 1, 13, 168)
        """
        try:
            return _class_numbers()[name]
        except KeyError:
            message = f"{name!r} is not a class of hands; examples are AA, AKs and AKo"
            raise ValueError(message) from None

    def __repr__(self) -> str:
        return f"Chart(raise_to={self.raise_to!r})"


def hand_classes(holes: npt.ArrayLike) -> Ints:
    """Return the class number (as in `Chart.number`) of each row of two card numbers.

    >>> hand_classes([[51, 50], [47, 51], [51, 46], [0, 1]])
    array([  0,   1,  13, 168])
    """
    cards = np.asarray(holes)
    if cards.dtype.kind not in "ui":
        raise TypeError(f"holes: card numbers, not {cards.dtype}")
    if cards.ndim == 0 or cards.shape[-1] != 2:
        raise ValueError(f"holes: two cards in a row, not the shape {cards.shape}")
    if cards.size and not 0 <= cards.min() <= cards.max() <= 51:
        raise ValueError(f"holes: cards are 0 to 51, not {cards.min()} to {cards.max()}")
    if (cards[..., 0] == cards[..., 1]).any():
        raise ValueError("holes: the same card twice in one row")
    ranks = 12 - np.sort(cards // 4, axis=-1).astype(np.int64)
    low, high = ranks[..., 0], ranks[..., 1]
    suited = cards[..., 0] % 4 == cards[..., 1] % 4
    numbers: Ints = np.where(suited, 13 * high + low, 13 * low + high)
    return numbers


@functools.cache
def _class_numbers() -> dict[str, int]:
    classes = [hand_class for row in grid_classes() for hand_class in row]
    return {str(hand_class): number for number, hand_class in enumerate(classes)}
