"""Amounts as PokerStars writes them: 250, $0.05, €12.50, $1,200."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pokermasa.histories import amount
from pokermasa.histories.history import HistoryError
from pokermasa.rules import Chips

_SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£", "INR": "₹", "CNY": "¥"}
_CODES = {symbol: code for code, symbol in _SYMBOLS.items()}
_MISREAD = {"â‚¬": "€", "Â£": "£", "Â¥": "¥", "Rs.": "₹"}
"""Currency signs that were decoded wrongly or written as words."""
TOURNAMENT = "_tournament"
"""Field of a history with the tournament number. Tournament chips have no currency."""
_SYMBOL = r"(?:[^\s\w()\[\].,+-]|â‚¬|Â£|Â¥|Rs\. ?)?"
_DIGITS = r"[0-9]{1,17}(?:,[0-9]{3}){0,5}(?:\.[0-9]{1,17}|,[0-9]{1,2}(?![0-9]))?"
AMOUNT = rf"{_SYMBOL}{_DIGITS}"
"""Pattern of a number with an optional currency sign."""
_NUMBER = re.compile(rf"({_SYMBOL})({_DIGITS})")


@lru_cache(maxsize=20_000)
def number(text: str) -> str:
    """Return the number in *text*, with a decimal point and without thousands separators.

    >>> number("$0.05"), number("20"), number("€1,200.50"), number("0,05")
    ('0.05', '20', '1200.50', '0.05')
    """
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise HistoryError(f"{text[:40]!r} is not an amount")
    digits = found[2]
    if "," in digits:
        whole, _, end = digits.rpartition(",")
        digits = f"{whole.replace(',', '')}.{end}" if len(end) < 3 else digits.replace(",", "")
    return digits


@lru_cache(maxsize=20_000)
def chips(text: str, scale: int) -> Chips:
    return amount.read(number(text), scale)


def written(chips: Chips, scale: int) -> str:
    """Return *chips* as text with no or two decimals. Raises `HistoryError` for other fractions.

    >>> written(150, 100), written(15, 10), written(200, 100), written(7, 1)
    ('1.50', '1.50', '2', '7')
    """
    if scale == 10:
        chips, scale = chips * 10, 100
    if 10 ** (len(str(scale)) - 1) != scale:
        raise HistoryError(f"amounts in parts of 1/{scale} cannot be written as decimals")
    return amount.written(chips, scale)


def fields(text: str, code: str | None) -> dict[str, str]:
    """Return the currency fields for a stake such as `$0.05` and a code such as `USD`."""
    found = _NUMBER.fullmatch(text)
    symbol = found[1].strip() if found else ""
    symbol = _MISREAD.get(symbol, symbol)
    code = code or _CODES.get(symbol)
    currency = {"currency": code, "currency_symbol": symbol}
    return {name: value for name, value in currency.items() if value}


def symbol_of(fields: Mapping[str, Any]) -> tuple[str, str]:
    """Return sign and code of a hand's currency. Both are empty for play money and tournaments.

    >>> symbol_of({"currency": "EUR"}), symbol_of({"currency_symbol": "$"}), symbol_of({})
    (('€', 'EUR'), ('$', 'USD'), ('', ''))
    """
    code, symbol = str(fields.get("currency", "")), str(fields.get("currency_symbol", ""))
    if TOURNAMENT in fields:
        return "", ""
    symbol = symbol or _SYMBOLS.get(code, "")
    code = code or _CODES.get(symbol, "")
    if not re.fullmatch(r"[^\s\w()\[\].,+-]?", symbol):
        symbol = ""
    return symbol, code if re.fullmatch(r"[A-Z]{3}", code) else ""
