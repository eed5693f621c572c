"""A range: the hands that a player may hold, each with a weight.

Twins: batch/combo.py (the order of `COMBOS`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from typing import TypeGuard

from pokermasa.cards.card import Card, CardsLike, read_cards
from pokermasa.strength.hand_class import COMBOS, Combo, HandClass, grid_classes, top_combos
from pokermasa.strength.range_reader import RangeError, RangeReader

__all__ = ["COMBOS", "Combo", "HandClass", "Range", "RangeError"]


class Range(Mapping[Combo, float]):
    """An immutable mapping of hands to weights above 0 and at most 1.

    Hands that are not in the range have no weight. A hand may be a text or two cards, in any order.

    >>> aces = Range.read("AA, A5s-A4s:0.5")
    >>> len(aces), f"{aces.percent:.2f}", str(aces)
    (14, '0.75', 'AA, A5s-A4s:0.5')
    >>> aces[Card("Ah"), Card("5h")], aces.get((Card("Ah"), Card("5d")), 0)
    (0.5, 0)
    >>> "5hAh" in aces, aces["Ah 5h"], "KhAh" in aces
    (True, 0.5, False)
    >>> Range.read("QQ+, AKx")
    Traceback (most recent call last):
        ...
    pokermasa.strength.range_reader.RangeError: 'x' at character 8 of 'QQ+, AKx': expected s, o, +,
    -, a weight like :0.5, or a comma
    """

    __slots__ = ("_weights",)

    def __init__(self, weights: Mapping[Combo, float] | Mapping[str, float] | str) -> None:
        """Create a range from a text, or from weights of hands or of texts such as "QQ+"."""
        given = RangeReader(weights).read() if isinstance(weights, str) else weights
        if not isinstance(given, Mapping):
            message = "a range is a text as in 'QQ+, AKs', or the weights of hands"
            raise ValueError(f"{message}, not {str(weights)[:40]!r}")
        by_combo: dict[Combo, float] = {}
        for hands, hand_weight in given.items():
            for combo, own in _combos(hands).items():
                weight = hand_weight if own == 1 else hand_weight * own
                if not _is_within(weight, 1):
                    detail = "a weight is above 0 and at most 1"
                    raise ValueError(f"{_name(combo)} has weight {weight!r:.40}: {detail}")
                if combo in by_combo:
                    raise ValueError(f"{_name(combo)} is given twice")
                by_combo[combo] = float(weight)
        order = sorted(by_combo, key=lambda combo: (combo[0].number, combo[1].number))
        self._weights = {combo: by_combo[combo] for combo in order}

    @classmethod
    def read(cls, text: str) -> Range:
        """Read a range in the usual notation of players, described in `docs/equity.md`.

        Raise `RangeError` if the text is not valid.

        >>> [len(Range.read(text)) for text in ("AhKh", "QQ+", "ak", "T9s+", "JTs-54s", "22-55")]
        [1, 18, 16, 4, 28, 24]
        >>> [len(Range.read(text)) for text in ("random", "any two", "15%", "Axs", "A♥x", "AKhh")]
        [1326, 1326, 200, 48, 51, 1]
        >>> Range.read("random, 72o:0") == Range.read("100%") == Range.read("xx")
        False
        """
        return cls(text)

    @classmethod
    def top(cls, percent: float) -> Range:
        """Return the best *percent* of all hands, or slightly more, by equity against two random
        cards. Raise `ValueError` unless *percent* is above 0 and at most 100.

        >>> Range.top(5), f"{Range.top(5).percent:.1f}"
        (Range.read('77+, AJs+, AKo'), '5.4')
        """
        if not _is_within(percent, 100):
            raise ValueError(f"a percentage is above 0 and at most 100, not {percent!r:.40}")
        return cls(dict.fromkeys(top_combos(percent), 1.0))

    @classmethod
    def from_grid(cls, grid: Sequence[Sequence[float]]) -> Range:
        """Return the range with these weights of classes, arranged as in `grid`.

        >>> Range.from_grid(Range("QQ+, AKs:0.5").grid) == Range("QQ+, AKs:0.5")
        True
        """
        rows = list(grid) if isinstance(grid, Iterable) else []
        if [len(row) if isinstance(row, Sized) else 0 for row in rows] != [13] * 13:
            raise ValueError("a grid of hands has 13 rows of 13 weights, from AA to 22")
        cells = zip(grid_classes(), rows, strict=True)
        named = [pair for names, row in cells for pair in zip(names, row, strict=True)]
        # 0 means that a hand is not in the range. Whatever else is no weight is refused.
        return cls({str(name): weight for name, weight in named if weight != 0})

    @property
    def combos(self) -> tuple[Combo, ...]:
        """The hands of the range, each as two cards. `len(range)` is their number."""
        return tuple(self._weights)

    @property
    def weights(self) -> dict[str, float]:
        """The weight of each hand by its text, such as "AhKh"."""
        return {_name(combo): weight for combo, weight in self.items()}

    def __or__(self, other: Range | str) -> Range:
        """Return the hands of both ranges, each with the larger of its two weights.

        >>> Range("QQ+") | "AKs, QQ:0.5", Range("QQ+") & "KK-JJ", Range("QQ+, AKs") - "KK, AKs:0.25"
        (Range.read('QQ+, AKs'), Range.read('KK-QQ'), Range.read('AA, QQ, AKs:0.75'))
        """
        more = _range(other)
        both = {**self, **more}
        return Range({hand: max(self.get(hand, 0), more.get(hand, 0)) for hand in both})

    def __and__(self, other: Range | str) -> Range:
        """Return the hands that are in both ranges, each with the smaller of its two weights."""
        more = _range(other)
        return Range({hand: min(self[hand], more[hand]) for hand in self if hand in more})

    def __sub__(self, other: Range | str) -> Range:
        """Return this range with its weights reduced by those of the other one."""
        less = _range(other)
        left = {hand: round(weight - less.get(hand, 0), 12) for hand, weight in self.items()}
        return Range({hand: weight for hand, weight in left.items() if weight > 0})

    @property
    def percent(self) -> float:
        """The sum of all weights as a percentage of the 1326 combos."""
        return 100 * sum(self.values()) / len(COMBOS)

    @property
    def classes(self) -> dict[HandClass, float]:
        """The classes that occur in the range, with the mean weight of their combos."""
        weights: defaultdict[HandClass, float] = defaultdict(float)
        for combo, weight in self.items():
            weights[HandClass.from_combo(combo)] += weight
        return {each: weight / len(each.combos) for each, weight in weights.items()}

    @property
    def grid(self) -> tuple[tuple[float, ...], ...]:
        """The mean weights of all classes, arranged as in `grid_classes`."""
        weights = self.classes
        return tuple(tuple(weights.get(each, 0.0) for each in row) for row in grid_classes())

    def without(self, cards: Iterable[Card]) -> Range:
        """Return the range without hands that contain one of *cards*. It may be empty."""
        gone = set(cards)
        return Range({combo: weight for combo, weight in self.items() if gone.isdisjoint(combo)})

    def __getitem__(self, hand: CardsLike) -> float:
        """Return the weight of a hand.

        Raise `KeyError` if the hand is not in the range, and `ValueError` if it is not a hand of
        two cards.
        """
        return self._weights[_combo(hand)]

    def __iter__(self) -> Iterator[Combo]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __hash__(self) -> int:
        return hash(tuple(self._weights.items()))

    def __str__(self) -> str:
        """Return the shortest text with `+` and `-`. Reading it gives the same range."""
        terms: defaultdict[float, list[str]] = defaultdict(list)
        whole: defaultdict[float, set[HandClass]] = defaultdict(set)
        for hand_class in self.classes:
            weights = {self.get(combo, 0.0) for combo in hand_class.combos}
            if len(weights) == 1:
                whole[weights.pop()].add(hand_class)
                continue
            for combo in reversed(hand_class.combos):
                if combo in self:
                    terms[self[combo]].append(_name(combo))
        for weight, classes in whole.items():
            terms[weight][:0] = _runs(classes)
        return ", ".join(
            term if weight == 1 else f"{term}:{weight!r}"
            for weight in sorted(terms, reverse=True)
            for term in terms[weight]
        )

    def __repr__(self) -> str:
        from pokermasa.notebook.html import shortened

        whole = f"Range.read({str(self)!r})"
        if len(whole) <= 120:
            return whole
        return shortened(f"<Range: {self.percent:.1f}% of hands, {len(self)} combos: {self}>")

    def _repr_html_(self) -> str:
        from pokermasa.notebook import html

        weights = self.classes
        cells = [
            [
                html.Cell(str(name), [(html.GOOD, weight)], f"{name}: {weight:.0%}")
                for name in row
                for weight in [weights.get(name, 0.0)]
            ]
            for row in grid_classes()
        ]
        said = f"{self.percent:.1f}% of hands, {len(self)} combos"
        return html.page(html.grid(cells), html.line(said))


def _is_within(number: float, most: float) -> bool:
    """Whether *number* is above 0 and at most *most*. NaN and what is no number are not."""
    try:
        return 0 < number <= most
    except TypeError:
        return False


def _range(hands: Range | str) -> Range:
    if not isinstance(hands, Range | str):
        raise TypeError(f"a range is combined with a Range or a text, not {hands!r:.40}")
    return hands if isinstance(hands, Range) else Range(hands)


def _combos(hands: CardsLike) -> dict[Combo, float]:
    """Return the combos of one key of a mapping: two cards, or a text such as "QQ+"."""
    return RangeReader(hands).read() if isinstance(hands, str) else {_combo(hands): 1}


def _combo(hand: CardsLike) -> Combo:
    """Return a hand as two cards, the higher first. Raise `ValueError` if it is not a hand."""
    try:
        first, second = hand if _are_cards(hand) else read_cards(hand)
    except (ValueError, TypeError):
        message = f"a hand is two different cards, as in 'AhKh', not {str(hand)[:40]!r}"
        raise ValueError(message) from None
    return (first, second) if first > second else (second, first)


def _are_cards(hand: CardsLike) -> TypeGuard[tuple[Card, Card]]:
    """Whether *hand* is a tuple of two different cards already.

    This check saves time, because ranges are often used in loops.
    """
    return (
        type(hand) is tuple
        and [type(card) for card in hand] == [Card, Card]
        and hand[0] is not hand[1]
    )


def _name(combo: Combo) -> str:
    return "".join(map(str, combo))


def _runs(classes: set[HandClass]) -> Iterator[str]:
    """Yield texts such as `QQ+` and `A5s-A2s` for the classes: pairs first, then high to low."""
    if len(classes) == 169:
        yield "random"
        return
    pairs = [HandClass(rank, rank) for rank in range(14, 1, -1)]
    rows = [
        [HandClass(high, low, suited) for low in range(high - 1, 1, -1)]
        for high in range(14, 2, -1)
        for suited in (True, False)
    ]
    for row in (pairs, *rows):
        start = 0
        while start < len(row):
            end = start
            while end < len(row) and row[end] in classes:
                end += 1
            if end - start == 1:
                yield str(row[start])
            elif end > start:
                yield f"{row[end - 1]}+" if start == 0 else f"{row[start]}-{row[end - 1]}"
            start = end + 1
