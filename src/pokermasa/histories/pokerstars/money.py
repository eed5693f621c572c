"""Amounts as PokerStars writes them: 250, $0.05, €12.50."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pokermasa.histories import amount
from pokermasa.histories.history import HistoryError
from pokermasa.rules import Chips

_SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}
_CODES = {symbol: code for code, symbol in _SYMBOLS.items()}
TOURNAMENT = "_tournament"
"""The field with the tournament's number, if the hand is one's: then chips are no money."""
AMOUNT = r"[^\s\w()\[\].,+-]?[0-9]{1,17}(?:\.[0-9]{1,17})?"
"""A pattern: a sign of currency, if any, and a number."""
_NUMBER = re.compile(r"[^\s\w()\[\].,+-]?([0-9]{1,17}(?:\.[0-9]{1,17})?)")


def number(text: str) -> str:
    """
    >>> number("$0.05"), number("20")
    ('0.05', '20')
    """
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise HistoryError(f"{text[:40]!r} is no amount")
    return found[1]


def written(chips: Chips, scale: int) -> str:
    """
    >>> written(150, 100), written(15, 10), written(200, 100), written(7, 1)
    ('1.50', '1.50', '2', '7')
    """
    if scale == 10:
        chips, scale = chips * 10, 100
    if 10 ** (len(str(scale)) - 1) != scale:
        raise HistoryError(f"amounts in parts of 1/{scale} cannot be written as decimals")
    return amount.written(chips, scale)


def fields(text: str, code: str | None) -> dict[str, str]:
    """What a stake like `$0.05` and a word like `USD` say of the currency."""
    symbol = text[:1] if text[:1] and not text[0].isdecimal() else ""
    code = code or _CODES.get(symbol)
    told = {"currency": code, "currency_symbol": symbol}
    return {name: value for name, value in told.items() if value}


def symbol_of(fields: Mapping[str, Any]) -> tuple[str, str]:
    """The sign and the three letters of a hand's currency; both empty for play money, and for
    tournament chips, whatever the buy-in was.

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
