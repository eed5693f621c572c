"""Amounts as files write them, and as whole numbers of the smallest unit."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import TypeVar

from pokermasa.rules.chips import MOST_CHIPS

Result = TypeVar("Result")
_WRITTEN = re.compile(r"(\d{1,16})(?:\.(\d{1,16}))?", re.ASCII)


class AmountError(ValueError):
    """Text or number that is no amount of chips."""


class FinerScale(AmountError):
    """An amount with more decimals than the scale has."""

    def __init__(self, decimals: int) -> None:
        super().__init__(f"{decimals} decimals")
        self.decimals = decimals


MOST_DECIMALS = 6


def rescaled(read: Callable[[int], Result], scale: int) -> Result:
    """`read(scale)`, again with a finer scale as long as an amount needs one. Money has at least
    cents then, because a split pot may need them."""
    while True:
        try:
            return read(scale)
        except FinerScale as finer:
            scale = max(10**finer.decimals, 100)


def read(text: str, scale: int) -> int:
    """
    >>> read("12.5", 100), read("3", 1)
    (1250, 3)
    >>> read("-1", 1)
    Traceback (most recent call last):
        ...
    pokermasa.histories.amount.AmountError: '-1' is no amount
    """
    if text.isdecimal() and text.isascii() and len(text) <= 16:
        return _bounded(int(text) * scale)
    match = _WRITTEN.fullmatch(text)
    if match is None:
        short = text if len(text) <= 40 else text[:40] + "…"
        raise AmountError(f"{short!r} is no amount")
    return whole(Decimal(text), scale)


def whole(amount: int | Decimal, scale: int) -> int:
    """*amount* in smallest units, exactly.

    >>> whole(Decimal("0.50"), 100)
    50
    """
    if isinstance(amount, int):
        if amount > MOST_CHIPS:  # before multiplying: it may have thousands of digits
            return _bounded(amount)
        return _bounded(amount * scale)
    if not amount.is_finite():
        raise AmountError(f"{amount} is no amount")
    size = amount.adjusted()
    if size > 15:
        return _bounded(MOST_CHIPS + 1)
    if size >= -MOST_DECIMALS:  # before anything is raised to that power
        units, parts = amount.as_integer_ratio()
        if not scale % parts:
            return _bounded(units * (scale // parts))
    decimals = places(amount)
    if decimals > MOST_DECIMALS:
        raise AmountError(f"{str(amount)[:40]} has more than {MOST_DECIMALS} decimals")
    if not decimals:  # zero, however it is written
        return 0
    raise FinerScale(decimals)


def places(amount: Decimal) -> int:
    """How many decimals it needs.

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
    """
    >>> written(1250, 100), written(1200, 100), written(-5, 100), written(7, 1)
    ('12.50', '12', '-0.05', '7')
    """
    whole_part, rest = divmod(abs(chips), scale)
    sign = "-" if chips < 0 else ""
    if not rest:
        return f"{sign}{whole_part}"
    decimals = len(str(scale)) - 1
    if 10**decimals != scale:  # thirds of a chip: as many decimals as it takes to see
        return f"{sign}{whole_part + rest / scale:.6f}".rstrip("0")
    return f"{sign}{whole_part}.{rest:0{decimals}d}"
