"""A TOML reader and writer for one table, as PHH needs it.

Nearly all lines that programs write are `key = value` with a simple value. Those are parsed here,
several times as fast as by `tomllib`. A text with anything else is passed to `tomllib` as a whole,
so this module never decides what is valid TOML.

Numbers with a decimal point become `Decimal`, never binary floats. Dates and times keep their
text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from json import JSONDecoder
from typing import Any

MOST_CHARACTERS = 1 << 18
"""Limit for the text of one hand, in characters. A usual hand has a few thousand."""


MOST_BITS = 10_000
"""Limit for a whole number, in bits. Python refuses to print much longer ones."""


class TomlError(ValueError):
    """Raised for text that is not TOML or exceeds a limit."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.line = line
        """Line within the text, from 1. None if unknown."""


class Bare(str):
    """A value that is written without quotes: a date or a time."""

    __slots__ = ()


# Reading


def read(text: str) -> dict[str, Any]:
    """Return the table in *text*. Raises `TomlError` with the place of the fault.

    >>> read("variant = 'NT'\\nantes = [0, 0.50]\\ntime = 00:14:06")
    {'variant': 'NT', 'antes': [0, Decimal('0.50')], 'time': '00:14:06'}
    >>> read("variant = NT")
    Traceback (most recent call last):
        ...
    pokermasa.histories.toml.TomlError: Invalid value (column 11)
    """
    if len(text) > MOST_CHARACTERS:
        raise TomlError(f"longer than {MOST_CHARACTERS:,} characters, the limit for one hand")
    table = read_plain(text)
    return _read_any(text) if table is None else table


# A simple line: a bare key, then an array of numbers, an array of strings, a string, a boolean, a
# whole number, or another value that is checked further below. No value has control characters.
_LINE = re.compile(
    r"""
    ^([A-Za-z0-9_-]+)\ =\ (?:
        (\[[0-9.,\ -]+\])
        | \['([^\x00-\x1f\x7f]*)'\]
        | '([^'\x00-\x1f\x7f]*)'
        | (true|false)
        | (0|[1-9][0-9]{0,17})
        | ([^\n]+)
    )\n""",
    re.VERBOSE | re.MULTILINE,
)
# Keys that are known to be bare keys, which saves a check.
_USUAL = frozenset(
    [
        *("variant", "ante_trimming_status", "antes", "blinds_or_straddles", "min_bet"),
        *("small_bet", "big_bet", "starting_stacks", "actions", "hand", "players", "seats"),
        *("finishing_stacks", "winnings", "year", "month", "day", "venue", "table"),
        *("time", "time_zone_abbreviation", "currency_symbol", "currency", "seat_count"),
    ]
)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is a number in JSON only")


# An array of numbers looks the same in JSON, and the JSON scanner is compiled.
_scan = JSONDecoder(parse_float=Decimal, parse_constant=_no_constant).raw_decode
_UNKNOWN = re.compile(r"\[inf(?:, inf)*\]")
INFINITE = Decimal("inf")
_DECIMAL = re.compile(r"(?:0|[1-9][0-9]{0,17})\.[0-9]{1,17}")
_TIME = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]")
# A dotted key with more than 32 parts, bare or quoted. Possessive quantifiers and the lookbehind
# prevent backtracking, so that the time is linear in the length of the text.
_DEEP = re.compile(
    r"""
    (?<![\w"'\\-])
    (?: (?: [\w-]++ | '[^'\n]*+' | "(?:[^"\\\n]|\\.)*+" ) [ \t]*+ \. [ \t]*+ ){33}
    """,
    re.VERBOSE,
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def read_plain(text: str) -> dict[str, Any] | None:
    """Return the table if every line is simple, else None: then `tomllib` has to read the text.

    >>> read_plain("hand = 18"), read_plain("hand = 18  # the best so far")
    ({'hand': 18}, None)
    """
    table = _read_as_json(text)
    if table is not None:
        return table
    text = text.strip("\n") + "\n"
    while "\n\n" in text:
        text = text.replace("\n\n", "\n")
    lines = _LINE.findall(text)
    if len(lines) != text.count("\n"):
        return {} if text == "\n" else None
    table = {}
    for key, numbers, strings, string, truth, number, other in lines:
        if numbers:
            try:
                table[key], end = _scan(numbers, 0)
            except ValueError:
                return None
            if end != len(numbers):
                return None
        elif strings:
            parts = strings.split("', '")
            if strings.count("'") != 2 * len(parts) - 2:
                return None
            table[key] = parts
        elif number:
            table[key] = int(number)
        elif truth:
            table[key] = truth == "true"
        elif not other:
            if not string and f"{key} = ['']\n" in text:
                return None  # the pattern cannot distinguish [''] from ''
            table[key] = string
        elif _DECIMAL.fullmatch(other):
            table[key] = Decimal(other)
        elif _TIME.fullmatch(other):
            table[key] = Bare(other)
        elif _UNKNOWN.fullmatch(other):
            table[key] = [INFINITE] * (other.count(",") + 1)
        else:
            return None
    return table if len(table) == len(lines) else None  # otherwise a key occurs twice


def _read_as_json(text: str) -> dict[str, Any] | None:
    """Return the table by conversion to JSON, whose scanner is compiled, or None.

    A few replacements turn most tables into JSON. The result is None if any part of the text could
    have another meaning in JSON.
    """
    text = text.strip("\n")
    clock = ""
    if ":" in text:  # colons may occur only in the time of day
        before, _, after = text.partition("\ntime = ")
        clock = after[:8]
        if text.count(":") != 2 or not _TIME.fullmatch(clock):
            return None
        text = f"{before}\ntime = '{clock}'{after[8:]}"
    lines = text.count("\n") + 1
    parts = text.split(" = ")
    if (
        len(parts) != lines + 1
        or '"' in text
        or "\\" in text
        or "null" in text
        or "\r" in text
        or "\x7f" in text  # JSON refuses the other control characters itself
        or not (text.isascii() or text.replace("\n", "").isprintable())
    ):
        return None
    text = '": '.join(parts).replace("'", '"').replace("\n", ', "')
    try:
        table: dict[str, Any]
        table, end = _scan(f'{{"{text}}}', 0)
    except (ValueError, RecursionError):
        return None
    if end != len(text) + 3 or len(table) != lines:
        return None
    if not _USUAL.issuperset(table) and not all(map(_BARE_KEY.fullmatch, table.keys() - _USUAL)):
        return None
    if clock:
        table["time"] = Bare(clock)
    return table


def _read_any(text: str) -> dict[str, Any]:
    import tomllib  # imported late, because most texts do not need it

    if _DEEP.search(text):  # `tomllib` needs quadratic time for dotted keys
        raise TomlError("nested too deeply")
    try:
        return {
            key: _checked(value) for key, value in tomllib.loads(text, parse_float=Decimal).items()
        }
    except RecursionError:
        raise TomlError("nested too deeply") from None
    except TomlError:
        raise
    except tomllib.TOMLDecodeError as error:
        reason, _, place = str(error).rpartition(" (at ")
        where = re.fullmatch(r"line (\d+), column (\d+)\)", place)
        if where is None:
            raise TomlError(str(error), text.rstrip().count("\n") + 1) from None
        raise TomlError(f"{reason} (column {where[2]})", int(where[1])) from None
    except ValueError as error:  # a number with thousands of digits
        raise TomlError(str(error).partition(";")[0]) from None


def _checked(value: Any) -> Any:
    if isinstance(value, list):
        return [_checked(one) for one in value]
    if isinstance(value, dict):
        return {key: _checked(one) for key, one in value.items()}
    # Python reads hexadecimal numbers of any length
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        raise TomlError("a number of thousands of digits")
    return Bare(value.isoformat()) if hasattr(value, "isoformat") else value


# Writing


def write(table: Mapping[str, Any]) -> str:
    """Return *table* as TOML text, one key per line.

    >>> print(write({"players": ["Zoe O'Hara"], "winnings": [Decimal("0.50"), 3]}), end="")
    players = ["Zoe O'Hara"]
    winnings = [0.50, 3]
    """
    return "".join([f"{write_key(key)} = {_value(value)}\n" for key, value in table.items()])


def write_key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _quoted(key)


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case Bare():
            return str(value)
        case str():
            return _quoted(value)
        case Decimal():
            return f"{value:f}".replace("Infinity", "inf").replace("NaN", "nan")
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case Mapping():
            inside = ", ".join([f"{write_key(key)} = {_value(one)}" for key, one in value.items()])
            return f"{{{inside}}}"
        case _:
            return str(value)


def _quoted(text: str) -> str:
    if "'" not in text and not _CONTROL.search(text):
        return f"'{text}'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda found: f"\\u{ord(found[0]):04x}", escaped) + '"'
