"""Splits a file into JSON objects and reads them, with limits on size, depth and digits."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Any, NamedTuple, NoReturn

from pokermasa.histories import amount
from pokermasa.histories.history import HistoryError, shortened
from pokermasa.histories.phh.tables import Lines
from pokermasa.rules import Chips

MOST_CHARACTERS = 1_000_000
"""Limit for one hand."""
MOST_LEVELS = 12
"""Maximum depth of nested objects and arrays. A hand needs seven."""


_BETWEEN = " \t\r\n,"
"""Characters allowed between two hands."""


class JsonText(NamedTuple):
    """The text of one JSON object."""

    text: str
    line: int
    """Line at which the object begins, from 1."""
    error: str | None


_SURROGATE = re.compile("[\ud800-\udfff]")
_WHOLE = re.compile(r"-?\d{1,18}", re.ASCII)
_AMOUNT = re.compile(r"-?\d{1,16}(?:,\d{3})*(?:\.\d{1,16})?", re.ASCII)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*(?:"|$)|[{}\[\]]')


def pieces(stream: Lines) -> Iterator[JsonText]:
    """Yield the objects of a file, or of an array in it.

    A truncated hand ends at the line that begins the next one.
    """
    lines: list[str] = []
    first = number = size = depth = 0
    error: str | None = None
    is_array = False
    while raw := stream.readline(MOST_CHARACTERS):
        number += 1
        if not lines and error is None:
            if not raw.strip("\ufeff \t\r\n"):
                continue
            first, raw = number, raw.removeprefix("\ufeff")
        elif raw.startswith('{"ohh"') or (raw[0] == "{" and not lines[-1].strip()):
            yield JsonText("".join(lines), first, error or "the hand is cut short")
            lines, first, size, depth, error = [], number, 0, 0, None
        if len(raw) == MOST_CHARACTERS and raw[-1] != "\n":
            while raw and raw[-1] != "\n":
                raw = stream.readline(MOST_CHARACTERS)
            size, raw = MOST_CHARACTERS + 1, "\n"
        size += len(raw)
        if size > MOST_CHARACTERS:
            error, lines = (
                f"longer than {MOST_CHARACTERS:,} characters, the limit for one hand",
                ["\n"],
            )
            continue
        start = 0
        for token in _TOKEN.finditer(raw):
            mark = token[0]
            if not depth and not lines and mark == "[]"[is_array]:  # an array of hands
                is_array, start = not is_array, token.end()
            elif mark in "{[":
                depth += 1
                if depth > MOST_LEVELS:
                    error = error or f"nested deeper than {MOST_LEVELS} levels"
            elif mark in "]}":
                depth -= 1
                if is_array and depth <= 0:
                    text = "".join([*lines, raw[start : token.end()]])
                    yield JsonText(text.lstrip(_BETWEEN), first, error)
                    lines, first, size, depth, error = [], number, 0, 0, None
                    start = token.end()
        rest = raw[start:]
        if lines or rest.strip(_BETWEEN):
            lines.append(rest)
        if depth <= 0 and lines:
            yield JsonText("".join(lines), first, error)
            lines, size, depth, error = [], 0, 0, None
    if lines:
        yield JsonText("".join(lines), first, error or "the hand is cut short")


def hand_of(piece: JsonText) -> dict[str, Any]:
    if piece.error is not None:
        raise HistoryError(piece.error)
    if not piece.text.isascii():
        _verify_encoding(piece)
    try:
        found = json.loads(
            piece.text,
            parse_float=_decimal,
            parse_int=_integer,
            parse_constant=_refuse_constant,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        at = piece.line + error.lineno - 1
        raise HistoryError(f"not JSON: {error.msg} (column {error.colno})", line=at) from None
    if isinstance(found, dict) and "spec_version" in found:
        return found  # the hand without the outer object
    if not isinstance(found, dict) or not isinstance(found.get("ohh"), dict):
        raise HistoryError('expected an object {"ohh": …} with a hand in it')
    hand: dict[str, Any] = found["ohh"]
    return hand


def _verify_encoding(piece: JsonText) -> None:
    """Raise `HistoryError` for bytes that are not UTF-8. The stream delivers them as surrogates."""
    found = _SURROGATE.search(piece.text)
    if found is not None:
        line = piece.line + piece.text.count("\n", 0, found.start())
        raise HistoryError(f"not UTF-8: byte 0x{ord(found[0]) & 0xFF:02x}", line=line)


def _decimal(text: str) -> Decimal:
    if len(text) > 40:
        raise HistoryError(f"{shortened(text, 40)} is not an amount")
    return Decimal(text)


def _integer(text: str) -> int:
    if len(text) > 20:
        raise HistoryError(f"{shortened(text, 20)} is too large a number")
    return int(text)


def _refuse_constant(text: str) -> NoReturn:
    raise HistoryError(f"{text} is not a number")


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise HistoryError(f"{shortened(twice)!r} occurs twice in one object")
    return found


class JsonNode:
    """A JSON object with its place in the file, which error messages name."""

    def __init__(self, value: Any, place: str) -> None:
        if not isinstance(value, dict):
            raise HistoryError(f"{place}: expected an object, found {_kind(value)}")
        self.value = value
        self.place = place

    def has(self, name: str) -> bool:
        return self.value.get(name) is not None

    def text(self, name: str) -> str:
        """Return a text. Some programs write a number instead."""
        fits = self._get(name, lambda v: isinstance(v, str) or type(v) is int, "text")
        return str(fits)

    def integer(self, name: str) -> int:
        """Return a whole number. Some programs write it as text."""
        value = self._get(
            name,
            lambda v: (
                type(v) is int
                or (isinstance(v, Decimal) and v == int(v))
                or (isinstance(v, str) and _WHOLE.fullmatch(v) is not None)
            ),
            "a whole number",
        )
        return int(value)

    def chips(self, name: str, scale: int, otherwise: Chips | None = None) -> Chips:
        if otherwise is not None and not self.has(name):
            return otherwise
        chips = self.signed(name, scale)
        if chips < 0:
            raise self._error(name, "an amount")
        return chips

    def signed(self, name: str, scale: int) -> Chips:
        """Return an amount, which may be negative."""
        try:
            return amount.whole(self.amount(name, required=True), scale)
        except amount.FinerScale:
            raise
        except amount.AmountError as error:
            raise HistoryError(f"{self.place}.{name}: {error}") from None

    def amount(self, name: str, required: bool = False) -> int | Decimal:
        if not required and not self.has(name):
            return 0
        value = self._get(
            name,
            lambda v: (
                type(v) is int
                or isinstance(v, Decimal)
                or (isinstance(v, str) and _AMOUNT.fullmatch(v) is not None)
            ),
            "an amount",
        )
        if not isinstance(value, str):
            return value  # type: ignore[no-any-return]
        return Decimal(value.replace(",", ""))

    def nodes(self, name: str) -> list[JsonNode]:
        items = self._get(name, lambda v: isinstance(v, list), "an array")
        return [JsonNode(item, f"{self.place}.{name}[{i}]") for i, item in enumerate(items)]

    def cards(self, name: str) -> str:
        """Return cards separated by spaces. Some programs write an empty text for no cards."""
        items = self.value.get(name) or []
        if not isinstance(items, list) or not all(isinstance(i, str) for i in items):
            raise HistoryError(f"{self.place}.{name}: expected an array of cards")
        return " ".join(items[:10])

    def _get(self, name: str, fits: Callable[[Any], bool], expected: str) -> Any:
        if name not in self.value:
            raise HistoryError(f"{self.place}: {name} is missing")
        value = self.value[name]
        if not fits(value):
            raise self._error(name, expected)
        return value

    def _error(self, name: str, expected: str) -> HistoryError:
        found = _kind(self.value[name])
        return HistoryError(f"{self.place}.{name}: expected {expected}, found {found}")


def _kind(value: object) -> str:
    return shortened(json.dumps(value, default=str), 40)
