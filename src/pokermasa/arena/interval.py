"""Confidence intervals of means."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import NormalDist
from typing import NamedTuple

LEVEL = 0.95


class Interval(NamedTuple):
    """A mean with its 95 % confidence interval.

    >>> print(Interval.from_values([1.0, 2.0, 3.0, 4.0, 5.0]))
    +3.00 ± 1.96
    """

    mean: float
    half: float
    """Half width of the interval. Infinite if there are fewer than two values."""

    @property
    def low(self) -> float:
        return self.mean - self.half

    @property
    def high(self) -> float:
        return self.mean + self.half

    @classmethod
    def from_values(cls, values: Iterable[float]) -> Interval:
        sums = Sums()
        for value in values:
            sums.add(value)
        return sums.interval

    @property
    def ends(self) -> dict[str, float | None]:
        """Both ends as fields of a record, None if the interval is infinite."""
        low, high = self.as_json() or (None, None)
        return {"low": low, "high": high}

    def as_json(self) -> list[float] | None:
        """Return both ends, or None if the interval is infinite."""
        return [self.low, self.high] if math.isfinite(self.half) else None

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.half:.2f}"


class Sums:
    """Totals of clusters, such as blocks of deals.

    The deals of one block may depend on each other, but not on those of another block. The
    interval is for the mean of a single deal, and is computed from the differences between
    clusters. A single value is a cluster of size 1.
    """

    def __init__(self) -> None:
        self.totals: list[float] = []
        self.sizes: list[int] = []

    def add(self, total: float, size: int = 1) -> None:
        self.totals.append(total)
        self.sizes.append(size)

    @property
    def count(self) -> int:
        """Number of clusters."""
        return len(self.totals)

    @property
    def mean(self) -> float:
        return math.fsum(self.totals) / sum(self.sizes) if self.totals else 0.0

    @property
    def interval(self) -> Interval:
        mean, count = self.mean, self.count
        if count < 2:
            return Interval(mean, math.inf)
        clusters = zip(self.totals, self.sizes, strict=True)
        squares = math.fsum([(total - mean * size) ** 2 for total, size in clusters])
        error = math.sqrt(squares * count / (count - 1)) / sum(self.sizes)
        return Interval(mean, error * student_t(count - 1))


_FEW = (12.706, 4.303, 3.182, 2.776)


def student_t(freedom: int) -> float:
    """Return Student's t for `LEVEL`.

    It is taken from a table below five degrees of freedom. Above, it is the Cornish-Fisher
    expansion around the normal quantile, with an error below 0.01.

    >>> student_t(1), round(student_t(5), 2), round(student_t(30), 3), round(student_t(10**6), 3)
    (12.706, 2.57, 2.042, 1.96)
    """
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    return z + sum(
        [
            (z**3 + z) / (4 * freedom),
            (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2),
            (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3),
        ]
    )
