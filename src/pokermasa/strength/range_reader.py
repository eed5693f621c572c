"""Parser of the range notation of players, such as `QQ+, AKs, A5s-A2s:0.5`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NoReturn

from pokermasa.cards.card import RANK_LETTERS, Card
from pokermasa.strength.hand_class import COMBOS, Combo, HandClass, top_combos


class RangeError(ValueError):
    """Raised for a text that is not a range. It names the position and what was expected there."""

    def __init__(self, text: str, place: int, expected: str) -> None:
        super().__init__(text, place, expected)
        self.text = text
        self.place = place  # the first character is 1
        self.expected = expected

    def __str__(self) -> str:
        rest = self.text[self.place - 1 :].split(",")[0].split()
        found = f"{rest[0]!r}" if rest else "the end"
        return f"{found} at character {self.place} of {self.text!r}: expected {self.expected}"


_RANK = "(10|[2-9TJQKAX*])"
_SUIT = "([CDHS♣♦♥♠♧♢♡♤])\ufe0f?"  # phones write U+FE0F after a symbol to show it in colour
_NUMBER = r"((?:\d+\.?\d*|\.\d+)(?:E[-+]?\d+)?)"
_HOW_MANY = rf"{_NUMBER}\s*%"
_SUITS = {sign: suit for signs in ("CDHS", "♣♦♥♠", "♧♢♡♤") for suit, sign in enumerate(signs)}
_BLANK = r"[\s,;，；、\u00a0\u3000]*"
_OPEN = rf"\[\s*{_NUMBER}\s*%?\s*\]"
_CLOSE = rf"\[\s*/\s*(?:{_NUMBER}\s*%?)?\s*\]"
_ANY = r"(?:any\s*two(?:\s+cards)?|any|all|random|atc|\*)(?![\w*])"
_TOP = rf"(?:top\s*)?{_HOW_MANY}(?:\s*[-–—]\s*{_HOW_MANY})?"
_TWO_CARDS = rf"{_RANK}{_SUIT}(?:\s*{_RANK}{_SUIT}|{_RANK})"
_ONE_CARD = _RANK + _SUIT
_TWO_SUITS = rf"{_RANK}{_RANK}{_SUIT}{_SUIT}"
_CLASS = rf"{_RANK}{_RANK}([SO])?"
_AND_UP = r"\+"
_DOWN_TO = r"\s*[-–—]\s*(?=[\dTJQKAX])"
_AND_DOWN = r"[-–—]"
_WEIGHT = rf"\s*[:@]\s*{_NUMBER}\s*(%?)"
_END = r"[\s,;，；、\u00a0\u3000\[]"
_A_HAND = "a hand like AhKh, QQ+, AKs, A5s-A2s, 15% or random"


@cache
def _pattern(text: str) -> re.Pattern[str]:
    # Without re.ASCII, K would also match the kelvin sign, and S the long s.
    return re.compile(text, re.IGNORECASE | re.ASCII)


class RangeReader:
    """A parser for one text. `read` can be called once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.may_follow = ""  # expected tokens after the last term, for error messages

    def read(self) -> dict[Combo, float]:
        """Return the weights of all hands. Raise `RangeError` if the text is not valid."""
        weights: dict[Combo, float] = {}
        around = 1.0  # the weight of the enclosing brackets
        inside = False
        while self.take(_BLANK) and self.place < len(self.text):
            before = self.place
            if found := self.take(_OPEN):
                if inside:
                    self.refuse("[/…] before another bracket", before)
                around, inside = self.weight(found[1], "%", before), True
            elif self.take(_CLOSE):
                if not inside:
                    self.refuse("a bracket such as [50] before a closing bracket", before)
                around, inside = 1.0, False
            else:
                combos = self.term()
                place = self.place
                if found := self.take(_WEIGHT):
                    self.may_follow = ""
                weight = self.weight(found[1], found[2], place) if found else around
                if self.place < len(self.text) and not self.sees(_END):
                    self.refuse(f"{self.may_follow}a comma")
                weights.update(dict.fromkeys(combos, weight))  # a later term replaces earlier ones
        if inside:
            self.refuse("[/…], the end of the bracket")
        if not weights:
            self.refuse(_A_HAND)
        weights = {combo: weight for combo, weight in weights.items() if weight}
        if not weights:
            self.refuse("a hand with a weight above 0")
        return weights

    def sees(self, pattern: str) -> re.Match[str] | None:
        """Return the match of *pattern* at the present position, or None."""
        return _pattern(pattern).match(self.text, self.place)

    def take(self, pattern: str) -> re.Match[str] | None:
        """Like `sees`, and move behind the match."""
        found = self.sees(pattern)
        if found:
            self.place = found.end()
        return found

    def refuse(self, expected: str, place: int | None = None) -> NoReturn:
        """Raise `RangeError` at *place*, by default at the present position."""
        raise RangeError(self.text, (self.place if place is None else place) + 1, expected)

    def weight(self, number: str, percent: str, place: int) -> float:
        """Convert a weight. 0.5, 50 and 50% all mean one half."""
        weight = float(number)
        if percent or weight > 1:
            weight /= 100
        if weight > 1:
            self.refuse("a weight from 0 to 1, or from 0% to 100%", place)
        return weight

    def term(self) -> Iterable[Combo]:
        """Read one term and return its combos."""
        before = self.place
        self.may_follow = "a weight like :0.5, or "
        if self.take(_ANY):
            return COMBOS
        if found := self.take(_TOP):
            least, most = sorted((float(found[1]), float(found[2] or 0)))
            if not 0 < most <= 100:
                self.refuse("a percentage above 0% and at most 100%", before)
            better = set(top_combos(least))
            return [combo for combo in top_combos(most) if combo not in better]
        if found := self.take(_TWO_CARDS):
            return self.cards(found[1], found[2], found[3] or found[5], found[4], before)
        if found := self.take(_TWO_SUITS):
            return self.cards(found[1], found[3], found[2], found[4], before)
        if self.sees(_ONE_CARD):
            self.refuse("a second card, as in AhKh (any suited ace is Axs)")
        if found := self.take(_CLASS):
            return self.classes(_ranks(found[1]), _ranks(found[2]), found[3], before)
        self.refuse(_A_HAND)

    def cards(
        self, rank: str, suit: str | None, other: str, other_suit: str | None, place: int
    ) -> list[Combo]:
        """Return the combos of two cards. A rank may be x (any); the second suit may be missing."""
        combos = [
            (max(one, two), min(one, two))
            for one in _cards(rank, suit)
            for two in _cards(other, other_suit)
            if one is not two
        ]
        if not combos:
            self.refuse("two different cards", place)
        return combos

    def classes(self, one: range, two: range, suited: str | None, place: int) -> Iterable[Combo]:
        """Read what follows a class, such as `+` or `-A2s`, and return the combos."""
        pairs = {HandClass(max(a, b), min(a, b)) for a in one for b in two}
        if len(pairs) > 1:
            return _with_suits(pairs, suited)
        (first,) = pairs
        if first.high == first.low and suited:
            self.refuse("a pair without s or o", place)
        if self.take(_AND_UP):
            top = 14 if first.high == first.low else first.high - 1
            return _with_suits(_line(first, _to(first, top)), suited)
        before = self.place
        ranks = str(first)[:2]
        if self.take(_DOWN_TO):
            found = self.take(_CLASS)
            if found is None or "X" in found[0].upper() or "*" in found[0]:
                self.refuse(f"a hand to go with {ranks}, as in A5s-A2s, 22-55 or JTs-54s", before)
            a, b = _ranks(found[1])[0], _ranks(found[2])[0]
            last = HandClass(max(a, b), min(a, b))
            if suited and found[3] and suited.upper() != found[3].upper():
                self.refuse("s or o on both sides alike", before)
            return _with_suits(self.between(first, last, before), suited or found[3])
        if self.take(_AND_DOWN):
            return _with_suits(_line(first, _to(first, 2)), suited)
        kind = "" if suited or first.high == first.low else "s, o, "
        self.may_follow = f"{kind}+, -, {self.may_follow}"
        return _with_suits({first}, suited)

    def between(self, first: HandClass, last: HandClass, place: int) -> set[HandClass]:
        """Return the classes from *first* to *last*, as in A5s-A2s, 22-55 or JTs-54s."""
        alike = first.high == last.high and first.low < first.high and last.low < last.high
        if not alike and first.high - first.low != last.high - last.low:
            self.refuse("two pairs, two hands with the same high card, or equally far apart", place)
        return _line(first, last)


def _ranks(letter: str) -> range:
    if letter in "xX*":
        return range(2, 15)
    rank = 10 if letter == "10" else RANK_LETTERS.index(letter.upper()) + 2
    return range(rank, rank + 1)


def _cards(rank: str, suit: str | None) -> list[Card]:
    suits = range(4) if suit is None else (_SUITS[suit.upper()],)
    return [Card(each, suit) for each in _ranks(rank) for suit in suits]


def _to(first: HandClass, low: int) -> HandClass:
    return HandClass(low, low) if first.high == first.low else HandClass(first.high, low)


def _line(first: HandClass, last: HandClass) -> set[HandClass]:
    """Return the classes from *first* to *last*, both included.

    Either the high card or the distance between the two ranks stays the same.
    """
    steps = abs(first.low - last.low)
    down = 1 if first.low > last.low else -1
    high = 0 if first.high == last.high else down
    return {HandClass(first.high - high * n, first.low - down * n) for n in range(steps + 1)}


def _with_suits(classes: Iterable[HandClass], suited: str | None) -> list[Combo]:
    """Return the combos of *classes*.

    *suited* is s or o for suited or offsuit hands, which excludes pairs. None means all of them.
    """
    kinds = (True, False) if suited is None else (suited in "sS",)
    return [
        combo
        for high, low, _ in classes
        for kind in ((False,) if high == low and suited is None else kinds if high > low else ())
        for combo in HandClass(high, low, kind).combos
    ]
