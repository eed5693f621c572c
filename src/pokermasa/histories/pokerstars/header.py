"""The first two lines of a hand: which game, what stakes, when, at which table.

PokerStars Hand #7: Hold'em No Limit ($0.01/$0.02 USD) - 2024/05/01 20:00:00 ET
PokerStars Hand #7: Tournament #3, $1.00+$0.10 USD Hold'em No Limit - Level II (10/20) - 2024/…
Table 'Halley' 6-max Seat #3 is the button
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from pokermasa.histories import number as numbers
from pokermasa.histories.history import History, HistoryError, shortened
from pokermasa.histories.moment import NO_TIME, Moment
from pokermasa.histories.pokerstars import money
from pokermasa.histories.pokerstars.money import TOURNAMENT
from pokermasa.rules import Betting

BUY_IN = "_buy_in"

LIMITS = {
    "No Limit": Betting.NO_LIMIT,
    "Pot Limit": Betting.POT_LIMIT,
    "Limit": Betting.FIXED_LIMIT,
}
_WORDS = {betting: words for words, betting in LIMITS.items()}
_TABLE_SIZES = (2, 6, 9, 10)

START = re.compile(r"PokerStars (?:[A-Za-z]+ )*?(?:Hand|Game) #\d")
_ID = re.compile(r"PokerStars (?:[A-Za-z]+ )*?(?:Hand|Game) #(\d{1,25}):\s*(.*)")
_GAME = re.compile(
    r"""
    (?:\{[^}]{0,60}\}\s+)?                                  # a home game's club
    (?:Tournament\ \#(?P<tournament>\d{1,25}),\s+(?P<buy_in>\S{1,40}(?:\ [A-Z]{3})?|.{1,60}?)\s+)?
    (?P<game>[A-Z5][^(]{1,40}?)\s+(?P<limit>No\ Limit|Pot\ Limit|Limit)\s+
    (?:-\s+(?:Match\ Round\ \S+,\ )?Level\s+(?P<level>[IVXLCDM]+|\d{1,3})\s+)?
    \((?P<small>[^/()]{1,30})/(?P<big>[^\s/()]{1,30})
    (?:\s+-\s+[^()]{1,40}?\ Cap\s+-)?(?:\s+(?P<currency>[A-Z]{3}))?\)
    (?:\s+-\s+(?P<date>.{1,100}))?
    """,
    re.VERBOSE,
)
_TABLE = re.compile(
    r"Table '(?P<table>.*)' (?P<size>\d{1,2})-max (?:\(Play Money\) )?"
    r"Seat #(?P<button>\d{1,2}) is the button"
)
_BUY_IN = re.compile(r"[^\n]{1,60}")
_ROMAN = (("X", 10), ("IX", 9), ("V", 5), ("IV", 4), ("I", 1))
_LETTERS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


class Header(NamedTuple):
    betting: Betting
    small: str
    """As written: blinds, or fixed limit's bets."""
    big: str
    fields: dict[str, Any]


class Table(NamedTuple):
    fields: dict[str, Any]
    button: int
    """Its chair."""


def number(line: str) -> str | None:
    found = _ID.match(line)
    return found[1] if found else None


def read(line: str) -> Header:
    opening = _ID.fullmatch(line)
    found = _GAME.fullmatch(opening[2]) if opening else None
    if opening is None or found is None:
        raise HistoryError(f"this is no PokerStars header: {shortened(line, 100)!r}")
    game = found["game"]
    if game != "Hold'em":
        raise HistoryError(f"{game} {found['limit']} is not hold'em")
    fields: dict[str, Any] = {"hand": int(opening[1])}
    if found["tournament"]:
        fields[TOURNAMENT] = int(found["tournament"])
        fields[BUY_IN] = found["buy_in"]
        if found["level"]:
            fields["level"] = _arabic(found["level"])
    else:
        fields |= money.fields(found["small"], found["currency"])
    if found["date"]:
        moment = Moment.read(found["date"])
        if moment is None:
            raise HistoryError(f"this is no date: {shortened(found['date'])!r}")
        fields |= moment.fields
    small, big = (money.number(found[name]) for name in ("small", "big"))
    return Header(LIMITS[found["limit"]], small, big, fields)


def read_table(line: str) -> Table:
    found = _TABLE.fullmatch(line)
    if found is None:
        raise HistoryError(f"expected the table and its button, found {shortened(line)!r}")
    return Table({"table": found["table"], "seat_count": int(found["size"])}, int(found["button"]))


def write(history: History, text: str) -> str:
    """*text* is the rest of the hand: what its number is made of where nobody gave it one."""
    fields = history.fields
    small, big = history.blinds[:2]
    if history.rules.betting is Betting.FIXED_LIMIT:
        small, big = history.bets or (history.blinds.big, 2 * history.blinds.big)
    symbol, currency = money.symbol_of(fields)
    stakes = "/".join([symbol + money.written(chips, history.scale) for chips in (small, big)])
    game = f"Hold'em {_WORDS[history.rules.betting]}"
    if TOURNAMENT in fields:
        event, words = numbers.of(fields[TOURNAMENT]), fields.get(BUY_IN, "Freeroll")
        if not isinstance(words, str) or not _BUY_IN.fullmatch(words):
            raise HistoryError(f"{BUY_IN}: expected words like '$1.00+$0.10 USD'")
        level = fields.get("level", 1)
        level = level if isinstance(level, int) and 0 < level < 90 else 1
        game = f"Tournament #{event}, {words} {game} - Level {_roman(level)} ({stakes})"
    else:
        game = f"{game} ({stakes}{f' {currency}' if currency else ''})"
    moment = Moment.of(fields) or NO_TIME
    when = f"{moment} [{moment.eastern}]"
    hand = numbers.of(fields["hand"]) if "hand" in fields else numbers.hashed(text)
    return f"PokerStars Hand #{hand}: {game} - {when}\n"


def write_table(history: History, seats: tuple[int, ...]) -> str:
    table = str(history.fields.get("table", "pokermasa"))
    if not table.isprintable() or len(table) > 100:
        raise HistoryError(f"{shortened(table)!r} cannot be the name of a table here")
    size = history.fields.get("seat_count")
    if not isinstance(size, int) or not max(seats) <= size <= 99:
        size = next((size for size in _TABLE_SIZES if size >= max(seats)), max(seats))
    return f"Table '{table}' {size}-max Seat #{seats[history.button]} is the button\n"


def _roman(level: int) -> str:
    """
    >>> _roman(1), _roman(14), _roman(29)
    ('I', 'XIV', 'XXIX')
    """
    words = ""
    for letters, worth in _ROMAN:
        while level >= worth:
            words += letters
            level -= worth
    return words


def _arabic(level: str) -> int:
    """
    >>> _arabic("XIV"), _arabic("7")
    (14, 7)
    """
    if level.isdecimal():
        return int(level)
    worth = [_LETTERS[letter] for letter in level]
    return sum([-a if any(b > a for b in worth[i + 1 : i + 2]) else a for i, a in enumerate(worth)])
