"""TOML, as far as histories need it: one table in, one table out.

Nearly every line that programs write is `key = value` with a plain value, and those are read here
directly, several times as fast as by `tomllib`. A text with anything else in it is left to
`tomllib` as a whole: this file decides nothing about what is good TOML.

Numbers with a point are `Decimal`, never binary floats. Dates and times are kept as written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from json import JSONDecoder
from typing import Any

MOST_CHARACTERS = 1 << 18
"""A hand takes a few thousand; nobody's parser should be fed much more."""


class TomlError(ValueError):
    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.line = line
        """Within the text, from 1."""


class Bare(str):
    """A value that is written without quotes: a date or a time."""

    __slots__ = ()


# Reading


def read(text: str) -> dict[str, Any]:
    """
    >>> read("variant = 'NT'\\nantes = [0, 0.50]\\ntime = 00:14:06")
    {'variant': 'NT', 'antes': [0, Decimal('0.50')], 'time': '00:14:06'}
    >>> read("variant = NT")
    Traceback (most recent call last):
        ...
    pokermasa.notation.toml.TomlError: Invalid value (column 11)
    """
    if len(text) > MOST_CHARACTERS:
        raise TomlError(f"longer than {MOST_CHARACTERS:,} characters, which no hand is")
    table = read_plain(text)
    return _read_any(text) if table is None else table


# An array of nothing but numbers looks the same in JSON, whose scanner is compiled.
_JSON = re.compile(r"\[[0-9., -]+\]")
_scan = JSONDecoder(parse_float=Decimal).scan_once  # type: ignore[attr-defined]
_UNKNOWN = re.compile(r"\[inf(?:, inf)*\]")
INFINITE = Decimal("inf")
_DECIMAL = re.compile(r"(?:0|[1-9][0-9]{0,17})\.[0-9]{1,17}")
_TIME = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_BARE_KEYS: set[str] = set()  # those met before: there are few
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def read_plain(text: str) -> dict[str, Any] | None:
    """The table, if every line is plain; None leaves it to `tomllib`.

    >>> read_plain("hand = 18"), read_plain("hand = 18  # the best so far")
    ({'hand': 18}, None)
    """
    if not text.replace("\n", "").isprintable():
        return None
    table: dict[str, Any] = {}
    for line in text.split("\n"):
        key, _, value = line.partition(" = ")
        if not value:
            if line:
                return None
            continue
        if key in table:
            return None
        if key not in _BARE_KEYS:
            if not _BARE_KEY.fullmatch(key):
                return None
            if len(_BARE_KEYS) < 1000:
                _BARE_KEYS.add(key)
        first = value[0]
        if first == "[":
            if value[:2] == "['":
                words = value[2:-2].split("', '")
                if value[-2:] != "']" or value.count("'") != 2 * len(words):
                    return None
                table[key] = words
            elif _JSON.fullmatch(value):
                try:
                    table[key], end = _scan(value, 0)
                except (StopIteration, ValueError):
                    return None
                if end != len(value):
                    return None
            elif _UNKNOWN.fullmatch(value):
                table[key] = [INFINITE] * (value.count(",") + 1)
            else:
                return None
        elif first == "'":
            if value[-1] != "'" or value.count("'") != 2:
                return None
            table[key] = value[1:-1]
        elif value == "true":
            table[key] = True
        elif value == "false":
            table[key] = False
        elif value.isdecimal() and value.isascii() and len(value) < 19:
            if first == "0" and value != "0":
                return None
            table[key] = int(value)
        elif _DECIMAL.fullmatch(value):
            table[key] = Decimal(value)
        elif _TIME.fullmatch(value):
            table[key] = Bare(value)
        else:
            return None
    return table


def _read_any(text: str) -> dict[str, Any]:
    import tomllib  # only here: the plain way has no need of it

    try:
        return {
            key: _kept(value) for key, value in tomllib.loads(text, parse_float=Decimal).items()
        }
    except RecursionError:
        raise TomlError("nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        reason, _, place = str(error).rpartition(" (at ")
        where = re.fullmatch(r"line (\d+), column (\d+)\)", place)
        if where is None:
            raise TomlError(
                str(error).replace(" (at end of document)", ": it ends there")
            ) from None
        raise TomlError(f"{reason} (column {where[2]})", int(where[1])) from None
    except ValueError as error:  # a number of thousands of digits
        raise TomlError(str(error).partition(";")[0]) from None


def _kept(value: Any) -> Any:
    if isinstance(value, list):
        return [_kept(one) for one in value]
    if isinstance(value, dict):
        return {key: _kept(one) for key, one in value.items()}
    return Bare(value.isoformat()) if hasattr(value, "isoformat") else value


# Writing


def write(table: Mapping[str, Any]) -> str:
    """
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
    if "'" not in text and not _CONTROL.search(text) and "\t" not in text and "\n" not in text:
        return f"'{text}'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda found: f"\\u{ord(found[0]):04x}", escaped) + '"'
