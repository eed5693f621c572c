"""The first two lines of a hand: game, stakes, date and table.

PokerStars Hand #7: Hold'em No Limit ($0.01/$0.02 USD) - 2024/05/01 20:00:00 ET
PokerStars Hand #7: Tournament #3, $1.00+$0.10 USD Hold'em No Limit - Level II (10/20) - 2024/…
PokerStars Hand #7: Mixed NLH/PLO (Hold'em No Limit, $1/$2 USD) - 2024/05/01 20:00:00 ET
Table 'Halley' 6-max Seat #3 is the button
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from pokermasa.histories import hand_number
from pokermasa.histories.history import History, HistoryError, shortened
from pokermasa.histories.moment import NO_TIME, Moment
from pokermasa.histories.other_sites import READ
from pokermasa.histories.pokerstars import money
from pokermasa.histories.pokerstars.money import TOURNAMENT
from pokermasa.rules import Betting

BUY_IN = "_buy_in"

LIMITS = {
    "No Limit": Betting.NO_LIMIT,
    "Pot Limit": Betting.POT_LIMIT,
    "Limit": Betting.FIXED_LIMIT,
}
_READ = {
    **{words.lower(): betting for words, betting in LIMITS.items()},
    "fixed limit": Betting.FIXED_LIMIT,
    # An act that is legal in pot limit is legal without a limit too.
    "pot limit pre-flop, no limit post-flop": Betting.NO_LIMIT,
}
_WORDS = {betting: words for words, betting in LIMITS.items()}
_TABLE_SIZES = (2, 6, 9, 10)

SITES = {
    "PokerStars": "PokerStars",
    "POKERSTARS": "PokerStars",
    "Poker": "GGPoker",
    "Full Tilt": "Full Tilt",
    "Run It Once Poker": "Run It Once",
    "PokerBros": "PokerBros",
    "PokerMaster": "PokerMaster",
    "SupremaPoker": "SupremaPoker",
    "BetOnline": "BetOnline",
    "Hive Poker": "Hive Poker",
    "MPLPoker": "MPLPoker",
}
"""Beginnings of headers and their sites, whose text otherwise equals that of PokerStars."""
_BEGINNING = (
    rf"(?P<site>{'|'.join(SITES)})(?:\.[a-z]{{2,3}})?\ ?(?:(?:Zoom|Rush|Home|Game|HOME|GAME)\ )*?"
    r"(?:Hand|Game|HAND|GAME)\ \#"
)
START = re.compile(rf"{_BEGINNING}[A-Z]{{0,4}}\d")
_ID = re.compile(rf"{_BEGINNING}(?P<number>[A-Z]{{0,4}}\d{{1,25}}):\s*(?P<rest>.{{0,600}})")
_GAME = re.compile(
    r"""
    (?P<split>Split\ )?
    (?P<game>(?:[5-9]\+?\ )?(?:Card\ )?
      (?:Hold'em|Holdem|Omaha(?:\ Hi/Lo|\ H/L|\ \d\ Cards)?|Stud(?:\ Hi/Lo)?|Razz|Badugi|Fusion|Draw
       |Courchevel(?:\ Hi/Lo)?|(?:Triple|Single)\ Draw\ 2-7\ Lowball))
    \s+(?P<limit>Pot\ Limit\ Pre-Flop,\ No\ Limit\ Post-Flop|No\ Limit|Pot\ Limit|(?:Fixed\ )?Limit)
    (?![a-z])
    """,
    re.VERBOSE | re.IGNORECASE,
)
_TOURNAMENT = re.compile(
    r"(?:Zoom |Rush )?Tournament #(?P<number>[\w-]{1,25}),\s*(?:Table #\d+,\s*)?"
    r"(?P<buy_in>.{0,80}?)"
    r"(?:\s*[-,]|\s+(?:Mixed\b[^(]{0,30}|HORSE|HOSE|\d-Game|Triple Stud)\s*\()?\s*",
    re.IGNORECASE,
)
_STAKES = re.compile(
    r"""
    [),\s]*(?:-\s*)?(?:Match\ Round\ [^,]{1,20},\s*)?
    (?:Level\s*(?P<level>[IVXLCDM]{1,15}|\d{1,3})\s*)?
    \(?\s*(?:ante\ [\d.,]{1,12},\s*)?
    (?P<small>[^/()]{1,30})/(?P<big>[^\s/()]{1,30})(?:\([^()]{0,30}\))?
    (?:\s+-\s+(?P<cap>[^\s()]{1,30})\ Cap\s*-?)?(?:\s+(?P<currency>[A-Z]{2,4}))?\s*\)
    (?:\s*\[[^\]]{1,60}\])?                              # Italy's number of the game
    (?:\s*-\s*(?P<date>.{1,120}))?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_TABLE = re.compile(
    r"Table (?:ID )?'(?P<table>.*)'(?:\(\d+\))?(?: (?P<size>\d{1,2})-max)?"
    r"(?: \([\w ]{1,30}\))*(?: Zoom)?(?: Seat #(?P<button>\d{1,2}) is the button)?",
    re.IGNORECASE,
)
_BUY_IN = re.compile(r"[^\n]{1,80}")
_ROMAN = (("L", 50), ("XL", 40), ("X", 10), ("IX", 9), ("V", 5), ("IV", 4), ("I", 1))
_LETTERS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


class Header(NamedTuple):
    """The first line of a hand."""

    betting: Betting
    small: str
    """Small blind, or small bet in fixed limit, as written."""
    big: str
    cap: str | None
    """Most that a player may put in, in games with a cap. None without a cap."""
    fields: dict[str, Any]


class TableLine(NamedTuple):
    """The second line of a hand."""

    fields: dict[str, Any]
    button: int | None
    """Seat of the button. None if the line does not say."""


def number(line: str) -> str | None:
    found = _ID.match(line)
    return found["number"] if found else None


def read(line: str) -> Header:
    opening = _ID.fullmatch(line)
    found = _GAME.search(opening["rest"]) if opening else None
    if opening is None or found is None:
        message = f"this is not a PokerStars header: {shortened(line, 100)!r}"
        raise HistoryError(message if START.match(line) else f"{message}; {READ} are read")
    game = (found["split"] or "") + found["game"]
    if game.lower() not in ("hold'em", "holdem"):
        raise HistoryError(f"{game} {found['limit']} is not hold'em")
    before, after = opening["rest"][: found.start()], opening["rest"][found.end() :]
    stakes = _STAKES.fullmatch(after)
    if stakes is None:
        raise HistoryError(f"this header has no stakes: {shortened(line, 100)!r}")
    hand = opening["number"]
    fields: dict[str, Any] = {
        "hand": int(hand) if hand.isdecimal() else hand,
        "venue": SITES[opening["site"]],
    }
    before = re.sub(r"\{[^}]{0,60}\}\s*", "", before)  # the club of a home game
    tournament = _TOURNAMENT.fullmatch(before)
    if tournament:
        event = tournament["number"]
        fields[TOURNAMENT] = int(event) if event.isdecimal() else event
        fields[BUY_IN] = tournament["buy_in"].strip() or "Freeroll"
        if stakes["level"]:
            fields["level"] = _arabic(stakes["level"].upper())
    else:
        fields |= money.fields(stakes["small"].strip(), stakes["currency"])
    if stakes["date"]:
        moment = Moment.read(stakes["date"])
        if moment is None:
            raise HistoryError(f"this is not a date: {shortened(stakes['date'])!r}")
        fields |= moment.fields
    small, big = (money.number(stakes[name].strip()) for name in ("small", "big"))
    betting = _READ[" ".join(found["limit"].lower().split())]
    return Header(betting, small, big, stakes["cap"], fields)


def read_table(line: str) -> TableLine:
    found = _TABLE.fullmatch(line)
    if found is None:
        raise HistoryError(f"expected the table and its button, found {shortened(line)!r}")
    fields: dict[str, Any] = {"table": found["table"]}
    if found["size"]:
        fields["seat_count"] = int(found["size"])
    return TableLine(fields, int(found["button"]) if found["button"] else None)


def write(history: History, text: str) -> str:
    """Return the header. *text* is the rest of the hand, which is hashed if there is no hand
    number."""
    fields = history.fields
    small, big = history.blinds[:2]
    if history.rules.betting is Betting.FIXED_LIMIT:
        small, big = history.bets or (history.blinds.big, 2 * history.blinds.big)
    symbol, currency = money.symbol_of(fields)
    stakes = "/".join([symbol + money.written(chips, history.scale) for chips in (small, big)])
    game = f"Hold'em {_WORDS[history.rules.betting]}"
    if TOURNAMENT in fields:
        event, buy_in = hand_number.to_number(fields[TOURNAMENT]), fields.get(BUY_IN, "Freeroll")
        if not isinstance(buy_in, str) or not _BUY_IN.fullmatch(buy_in):
            raise HistoryError(f"{BUY_IN}: expected words like '$1.00+$0.10 USD'")
        level = fields.get("level", 1)
        level = level if isinstance(level, int) and 0 < level < 90 else 1
        game = f"Tournament #{event}, {buy_in} {game} - Level {_roman(level)} ({stakes})"
    else:
        cap = ""
        if history.behind:
            cap = f" - {symbol}{money.written(max(history.stacks), history.scale)} Cap - "
        game = f"{game} ({stakes}{cap}{f' {currency}' if currency else ''})"
    moment = Moment.from_fields(fields) or NO_TIME
    when = f"{moment} [{moment.eastern}]"
    hand = hand_number.to_number(fields["hand"]) if "hand" in fields else hand_number.hashed(text)
    return f"PokerStars Hand #{hand}: {game} - {when}\n"


def write_table(history: History, seats: tuple[int, ...]) -> str:
    table = str(history.fields.get("table", "pokermasa"))
    if TOURNAMENT in history.fields:  # the tournament number stands before the table number
        event = str(hand_number.to_number(history.fields[TOURNAMENT]))
        table = table if table.startswith(f"{event} ") else f"{event} {table}"
    if not table.isprintable() or len(table) > 100:
        raise HistoryError(f"{shortened(table)!r} cannot be the name of a table here")
    size = history.fields.get("seat_count")
    if not isinstance(size, int) or not max(seats) <= size <= 99:
        size = next((size for size in _TABLE_SIZES if size >= max(seats)), max(seats))
    return f"Table '{table}' {size}-max Seat #{seats[history.button]} is the button\n"


def _roman(level: int) -> str:
    """Return *level* as a Roman numeral.

    >>> _roman(1), _roman(14), _roman(29)
    ('I', 'XIV', 'XXIX')
    """
    numeral = ""
    for letters, worth in _ROMAN:
        while level >= worth:
            numeral += letters
            level -= worth
    return numeral


def _arabic(level: str) -> int:
    """Return a level in Roman or Arabic digits as a number.

    >>> _arabic("XIV"), _arabic("7")
    (14, 7)
    """
    if level.isdecimal():
        return int(level)
    worth = [_LETTERS[letter] for letter in level]
    return sum([-a if any(b > a for b in worth[i + 1 : i + 2]) else a for i, a in enumerate(worth)])
