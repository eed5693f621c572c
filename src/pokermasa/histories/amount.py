"""Conversion between amounts as files write them and whole numbers of the smallest unit."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import TypeVar

from pokermasa.rules.chips import MOST_CHIPS

Result = TypeVar("Result")
_WRITTEN = re.compile(r"(\d{1,16})(?:\.(\d{1,16}))?", re.ASCII)


class AmountError(ValueError):
    """Raised for a text or a number that is not an amount of chips."""


class FinerScale(AmountError):
    """Raised for an amount that has more decimals than the scale."""

    def __init__(self, decimals: int) -> None:
        super().__init__(f"{decimals} decimals")
        self.decimals = decimals


MOST_DECIMALS = 6


def rescaled(read: Callable[[int], Result], scale: int) -> Result:
    """Return `read(scale)`. While an amount needs more decimals, try again with a finer scale.

    A finer scale has at least two decimals, because split pots may need cents.
    """
    while True:
        try:
            return read(scale)
        except FinerScale as finer:
            scale = max(10**finer.decimals, 100)


def read(text: str, scale: int) -> int:
    """Return the amount in *text* as a whole number of smallest units, *scale* of which are one
    unit.

    Raises `AmountError` if the text is not an amount, and `FinerScale` if it has too many
    decimals.

    >>> read("12.5", 100), read("3", 1)
    (1250, 3)
    >>> read("-1", 1)
    Traceback (most recent call last):
        ...
    pokermasa.histories.amount.AmountError: '-1' is not an amount
    """
    if text.isdecimal() and text.isascii() and len(text) <= 16:
        return _bounded(int(text) * scale)
    match = _WRITTEN.fullmatch(text)
    if match is None:
        short = text if len(text) <= 40 else text[:40] + "…"
        raise AmountError(f"{short!r} is not an amount")
    return whole(Decimal(text), scale)


def whole(amount: int | Decimal, scale: int) -> int:
    """Return *amount* in smallest units, exactly.

    Raises `AmountError` or `FinerScale` like `read`.

    >>> whole(Decimal("0.50"), 100)
    50
    """
    if isinstance(amount, int):
        # checked before multiplying, because the number may have thousands of digits
        if amount > MOST_CHIPS:
            return _bounded(amount)
        return _bounded(amount * scale)
    if not amount.is_finite():
        raise AmountError(f"{amount} is not an amount")
    size = amount.adjusted()
    if size > 15:
        return _bounded(MOST_CHIPS + 1)
    if size >= -MOST_DECIMALS:  # checked before a power of ten is computed
        units, parts = amount.as_integer_ratio()
        if not scale % parts:
            return _bounded(units * (scale // parts))
    decimals = places(amount)
    if decimals > MOST_DECIMALS:
        raise AmountError(f"{str(amount)[:40]} has more than {MOST_DECIMALS} decimals")
    if not decimals:  # zero, whatever its exponent is
        return 0
    raise FinerScale(decimals)


def places(amount: Decimal) -> int:
    """Return the number of decimals that *amount* needs.

    >>> places(Decimal("1.500")), places(Decimal("200"))
    (1, 0)
    """
    _, digits, exponent = amount.as_tuple()
    if not isinstance(exponent, int) or exponent >= 0:
        return 0
    zeros = len(digits) - len("".join(map(str, digits)).rstrip("0"))
    return max(-exponent - zeros, 0) if any(digits) else 0


def _bounded(amount: int) -> int:
    if abs(amount) > MOST_CHIPS:
        raise AmountError(f"more chips than there can be (most {MOST_CHIPS:,})")
    return amount


def written(chips: int, scale: int) -> str:
    """Return *chips* smallest units as text, with decimals only if they are needed.

    >>> written(1250, 100), written(1200, 100), written(-5, 100), written(7, 1)
    ('12.50', '12', '-0.05', '7')
    """
    whole_part, rest = divmod(abs(chips), scale)
    sign = "-" if chips < 0 else ""
    if not rest:
        return f"{sign}{whole_part}"
    decimals = len(str(scale)) - 1
    if 10**decimals != scale:  # a scale such as thirds of a chip needs more decimals
        return f"{sign}{whole_part + rest / scale:.6f}".rstrip("0")
    return f"{sign}{whole_part}.{rest:0{decimals}d}"
