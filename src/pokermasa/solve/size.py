"""Bet and raise sizes, written as in other solvers: 33%, 2.5x, 40c, geometric, min, all-in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pokermasa.rules import BettingRound
from pokermasa.solve.refusal import SolveError, SolveRefusal

_WORDS = {"all-in": "all-in", "allin": "all-in", "a": "all-in", "min": "min"}
_SIZE = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>%|x|c)?", re.ASCII)
_GEOMETRIC = re.compile(r"(?P<rounds>\d)?\s*(?:e|geometric)", re.ASCII)
_MOST = 1e9


class Size(NamedTuple):
    """One bet or raise size. All amounts are totals of the betting round ("raise to").

    >>> [str(size) for size in sizes("33%, 2.5x, 40c, geometric, 2e, min, a")]
    ['33%', '2.5x', '40c', 'e', '2e', 'min', 'all-in']
    >>> sizes("50%, much")
    Traceback (most recent call last):
        ...
    pokermasa.solve.refusal.SolveError: 'much' in '50%, much' is not a bet size: write 50% (of the
    pot), 2.5x (of the bet raised), 40c (chips), geometric, min or all-in
    """

    unit: str
    """`%` (of the pot), `x` (times the bet), `c` (chips), `e` (geometric), `min` or `all-in`."""
    number: float = 0.0
    """The number before the unit. For `e`: the number of bets, 0 meaning one for each remaining
    round."""

    def to(self, pot: int, price: int, effective: int, rounds: int) -> float:
        """Return the amount, not yet rounded or limited to legal amounts.

        *pot* is the pot after this player has called *price*. *effective* is the most that both
        players can have put in. *rounds* is the number of betting rounds left, with this one.
        """
        match self.unit:
            case "%":
                return price + pot * self.number / 100
            case "x":
                return price * self.number
            case "c":
                return self.number
            case "e":
                # The share of the pot that, bet this many times, puts in the whole stack.
                times = self.number or rounds
                left = max(0, effective - price)
                growth: float = (1 + 2 * left / max(pot, 1)) ** (1 / times)
                return price + pot * (growth - 1) / 2
            case "min":
                return 0.0
            case _:
                return float(effective)

    def __str__(self) -> str:
        if self.unit in ("min", "all-in"):
            return self.unit
        if self.unit == "e":
            return f"{self.number:g}e" if self.number else "e"
        return f"{self.number:g}{self.unit}"


def sizes(text: str) -> tuple[Size, ...]:
    """Read a list of sizes with commas or blanks between them. Raises `SolveError` for a wrong
    one."""
    if not isinstance(text, str):
        message = f"sizes are text such as '50%, all-in', not {type(text).__name__}"
        raise SolveError(SolveRefusal.SIZE, message)
    found = []
    for word in re.split(r"[,;\s]+", text.strip()):
        if word:
            found.append(_size(word.lower(), text))
    return tuple(dict.fromkeys(found))


def _size(word: str, text: str) -> Size:
    if word in _WORDS:
        return Size(_WORDS[word])
    if match := _GEOMETRIC.fullmatch(word):
        rounds = float(match["rounds"] or 0)
        if match["rounds"] != "0":
            return Size("e", rounds)
    if match := _SIZE.fullmatch(word):
        number = float(match["number"])
        unit = match["unit"] or "%"
        if 0 < number <= _MOST and not (unit == "x" and number <= 1):
            return Size(unit, number)
    examples = "50% (of the pot), 2.5x (of the bet raised), 40c (chips), geometric, min or all-in"
    raise SolveError(
        SolveRefusal.SIZE,
        f"{word[:40]!r} in {text[:60]!r} is {SolveRefusal.SIZE.words}: write {examples}",
    )


_ROUNDS = {"flop": BettingRound.FLOP, "turn": BettingRound.TURN, "river": BettingRound.RIVER}
_PLAYERS = {"oop": 0, "ip": 1}
_KINDS = ("bet", "raise", "donk")

Key = tuple[BettingRound, int, str]


@dataclass(frozen=True)
class Sizes:
    """The bet sizes of each player in each round.

    >>> sizing = Sizes.read("50%, all-in", {"turn oop bet": "33%", "ip raise": "3x"})
    >>> [str(size) for size in sizing.for_round(BettingRound.TURN, 0, "bet")]
    ['33%']
    >>> [str(size) for size in sizing.for_round(BettingRound.RIVER, 1, "raise")]
    ['3x']
    """

    bets: tuple[Size, ...]
    """Sizes of bets."""
    raises: tuple[Size, ...]
    """Sizes of raises."""
    own: Mapping[Key, tuple[Size, ...]] = field(default_factory=dict)
    """Sizes that differ from `bets` and `raises`, by round, player and kind (`bet`, `raise`,
    `donk`)."""

    @classmethod
    def read(
        cls,
        bets: str = "50%, all-in",
        own: Mapping[str, str] | None = None,
        raises: str | None = None,
    ) -> Sizes:
        """Read sizes from text. Without *raises*, they are the same as *bets*.

        The keys of *own* are words in any order: a round, a player and a kind, such as "turn oop
        bet". A missing word means all rounds, both players, or bets and raises.
        """
        table: dict[Key, tuple[Size, ...]] = {}
        if not isinstance(own or {}, Mapping) or not all(
            isinstance(name, str) for name in own or {}
        ):
            advice = "give sizes by round, player and kind, such as {'turn oop bet': '33%'}"
            raise SolveError(SolveRefusal.SIZE, advice)
        for name, text in (own or {}).items():
            words = re.split(r"[,\s]+", name.strip().lower())
            rounds = [_ROUNDS[word] for word in words if word in _ROUNDS] or _ROUNDS.values()
            players = [_PLAYERS[word] for word in words if word in _PLAYERS] or range(2)
            kinds = [word for word in words if word in _KINDS] or ("bet", "raise")
            if not {*words} <= {*_ROUNDS, *_PLAYERS, *_KINDS} or not name.strip():
                raise SolveError(
                    SolveRefusal.SIZE,
                    f"{name[:40]!r} does not say what the size is for: write flop, turn or river; "
                    "oop or ip; bet, raise or donk",
                )
            for round in rounds:
                for player in players:
                    for kind in kinds:
                        table[round, player, kind] = sizes(text)
        first = sizes(bets)
        return cls(first, first if raises is None else sizes(raises), table)

    def for_round(self, round: BettingRound, player: int, kind: str) -> tuple[Size, ...]:
        """Return the sizes for a round, a player and a kind (`bet`, `raise` or `donk`)."""
        if (round, player, kind) in self.own:
            return self.own[round, player, kind]
        if kind == "donk":  # Donk bets have the sizes of other bets unless they have their own.
            return self.for_round(round, player, "bet")
        return self.raises if kind == "raise" else self.bets

    def to_data(self) -> dict[str, object]:
        """Return the sizes as texts for a solution file; `read` reads them."""
        names = {round: name for name, round in _ROUNDS.items()}
        return {
            "bets": ", ".join(map(str, self.bets)),
            "raises": ", ".join(map(str, self.raises)),
            "own": {
                f"{names[round]} {('oop', 'ip')[player]} {kind}": ", ".join(map(str, listed))
                for (round, player, kind), listed in self.own.items()
            },
        }
