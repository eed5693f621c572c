"""The structure of a tournament: everything that is agreed before anybody registers.

Structures are small TOML files; this reads their text. `docs/tournaments.md` explains each key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pokermasa.notation import fen
from pokermasa.rules import BadHand, Blinds, Chips, HouseRules
from pokermasa.rules.chips import MOST_CHIPS
from pokermasa.tournament.level import DOUBLINGS, Beyond, Break, Rise, Schedule
from pokermasa.tournament.payout import Payouts
from pokermasa.tournament.points import Points

MOST_ENTRANTS = 1_000_000
MOST_POINTS = 1_000_000
"""For one place, so that no season's sum is too large for any reader."""
MOST_DOTS = 50
"""On one line; keys here have two parts at most."""
MOST_SAID = 80
"""Letters of a wrong value, in the words about it."""


class StructureError(ValueError):
    """Text that is no structure: which key, and why."""


@dataclass(frozen=True, slots=True)
class TenthAnte:
    """Document 003's ante: a tenth of the big blind, rounded down, late in the game.

    >>> TenthAnte().amount(big=95, buy_in=100, hand=50)
    0
    >>> TenthAnte().amount(big=105, buy_in=100, hand=1)
    10
    >>> TenthAnte(from_hand=20).amount(big=50, buy_in=100, hand=20)
    5
    """

    from_hand: int | None = None
    """Paid from this hand on; None: once a tenth of the big blind is no less than a tenth of the
    buy-in (the chips everybody starts with)."""

    def amount(self, big: Chips, buy_in: Chips, hand: int) -> Chips:
        due = big >= buy_in if self.from_hand is None else hand >= self.from_hand
        return big // 10 if due else 0


@dataclass(frozen=True, slots=True)
class Structure:
    """
    >>> sit_and_go = Structure.sit_and_go(players=6, stack=500)
    >>> sit_and_go.seats, sit_and_go.most, sit_and_go.payouts.prizes(600, 6)
    (6, 6, (390, 210))
    """

    name: str
    rules: HouseRules
    schedule: Schedule
    seats: int = 9
    """At a table."""
    stack: Chips = 1500
    """What everybody starts with."""
    least: int = 2
    most: int = 10_000
    """Entrants; who enters again counts again."""
    buy_in: Chips = 100
    """What an entry costs; all of it but the bounty goes into the pool."""
    bounty: Chips = 0
    """Of the buy-in, what is set on the player's head."""
    payouts: Payouts = field(default_factory=Payouts)
    points: Points = field(default_factory=Points)
    ante: TenthAnte | None = None
    """Document 003's; None: as the levels say."""
    late_levels: int = 0
    """Registration stays open while one of so many levels is played."""
    re_entries: int = 0
    """How often a player who is out may enter again, while registration is open."""
    rebuys: int = 0
    """How often a player with no more than the starting stack may buy another, likewise."""
    add_on: Chips = 0
    """What everybody may buy once, in the last level of registration and the break after it."""
    hand_for_hand: bool = True
    """One away from the prizes, all tables play their hands together."""
    time_bank: int = 0

    def __post_init__(self) -> None:
        try:
            for blinds in self.schedule.levels:
                self.rules.verified_blinds(blinds)
        except BadHand as error:
            raise StructureError(f"levels.scale: {error}") from None

    @classmethod
    def read(cls, text: str) -> Structure:
        lines = [line for line in text.split("\n") if not line.lstrip().startswith("#")]
        if any(line.count(".") > MOST_DOTS for line in lines):
            # A key of so many parts would take minutes: each is looked up from the first on.
            raise StructureError("no TOML: nested too deeply")
        try:
            data = tomllib.loads(text)
        except RecursionError:
            raise StructureError("no TOML: nested too deeply") from None
        except ValueError as error:  # also a number of more digits than are read
            raise StructureError(f"no TOML: {error}") from None
        return cls.from_data(data)

    @classmethod
    def named(cls, name: str) -> Structure:
        """One that comes with the package: `included_structures` lists them.

        >>> Structure.named("botpoker").stack
        5000
        """
        return cls.read(included_structure(name))

    @classmethod
    def sit_and_go(
        cls,
        players: int,
        stack: Chips = 1500,
        rules: HouseRules | str = "tda",
        schedule: Schedule | None = None,
        buy_in: Chips = 100,
    ) -> Structure:
        """One table of two to ten that starts when it is full."""
        if not 2 <= players <= 10:
            raise StructureError(f"a sit-and-go is for 2 to 10 players, not {players}")
        house = HouseRules.of(rules)
        big = max(stack // 75, 2)
        steps = (2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
        scale = tuple(dict.fromkeys([Blinds.of(big * step // 4 * 2) for step in steps]))
        return cls(
            name=f"sit-and-go for {players}",
            rules=house,
            schedule=schedule or Schedule(Rise.HANDS, 10, scale, Beyond.DOUBLE),
            seats=players,
            stack=stack,
            least=players,
            most=players,
            buy_in=buy_in,
        )

    @property
    def price(self) -> Chips:
        """What a rebuy or the add-on costs: the part of an entry that goes into the pool."""
        return self.buy_in - self.bounty

    @property
    def surely_ends(self) -> bool:
        """Whether the blinds come to eat up every chip, though nobody plays a hand: if they rise no
        more and are less than all chips, those who only fold pass the same chips round for ever."""
        schedule = self.schedule
        chips = self.most * (self.stack * (1 + self.rebuys) + self.add_on)
        last = schedule.blinds(len(schedule.levels) + DOUBLINGS)
        return max(last.big, last.ante) >= chips

    @property
    def is_sit_and_go(self) -> bool:
        return self.least == self.most <= self.seats

    def blinds(self, level: int, hand: int) -> Blinds:
        """What the next hand is played for; *hand* counts from 1."""
        blinds = self.schedule.blinds(level)
        if self.ante is None:
            return blinds
        return blinds._replace(ante=self.ante.amount(blinds.big, self.stack, hand))

    # As data: what TOML reads, and what a saved tournament holds

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Structure:
        keys = _Keys(data)
        rules = keys.take("rules", str, "tda")
        entrants = keys.numbers("entrants", [2, 10_000])
        if len(entrants) != 2 or not 2 <= entrants[0] <= entrants[1] <= MOST_ENTRANTS:
            raise StructureError(f"entrants: the least and the most, not {_said(entrants)}")
        late = keys.table("late")
        payouts = keys.table("payouts")
        try:
            house = fen.read_rules(rules)
        except fen.FenError as error:
            raise StructureError(f"rules: {error}") from None
        structure = cls(
            name=keys.take("name", str, "tournament"),
            rules=house,
            schedule=_read_schedule(keys.table("levels")),
            seats=keys.number("seats", 9, 2, 10),
            stack=keys.number("stack", 1500, 1, MOST_CHIPS // MOST_ENTRANTS),
            least=entrants[0],
            most=entrants[1],
            buy_in=keys.number("buy_in", 100, 0, MOST_CHIPS // MOST_ENTRANTS),
            payouts=Payouts(
                tuple([_read_payout(row) for row in payouts.take("tables", list, [])])
                or Payouts().tables,
                payouts.number("percent", 15, 1, 100),
            ),
            points=Points(tuple([_read_points(row) for row in keys.take("points", list, [])])),
            ante=_read_ante(keys.table("ante")) if "ante" in data else None,
            late_levels=late.number("levels", 0, 0),
            re_entries=late.number("re_entries", 0, 0),
            rebuys=late.number("rebuys", 0, 0, 1000),
            add_on=late.number("add_on", 0, 0, MOST_CHIPS // MOST_ENTRANTS),
            bounty=keys.number("bounty", 0, 0, MOST_CHIPS // MOST_ENTRANTS),
            hand_for_hand=keys.take("hand_for_hand", bool, True),
            time_bank=keys.number("time_bank", 0, 0),
        )
        for table in (keys, late, payouts):
            table.done()
        if structure.bounty > structure.buy_in:
            raise StructureError(f"bounty: a part of the buy-in, {structure.buy_in}, not more")
        return structure

    def to_data(self) -> dict[str, Any]:
        schedule = self.schedule
        data: dict[str, Any] = {
            "name": self.name,
            "rules": fen.write_rules(self.rules),
            "seats": self.seats,
            "stack": self.stack,
            "entrants": [self.least, self.most],
            "buy_in": self.buy_in,
            "hand_for_hand": self.hand_for_hand,
            "time_bank": self.time_bank,
            "points": [list(row) for row in self.points.rows],
            "levels": {
                "rises": str(schedule.rises),
                "every": schedule.every,
                "beyond": str(schedule.beyond),
                "scale": [list(blinds[:3]) for blinds in schedule.levels],
                "big_blind_ante": any(blinds.big_blind_ante for blinds in schedule.levels),
                "breaks": [[pause.after, pause.length] for pause in schedule.breaks],
            },
            "bounty": self.bounty,
            "late": {
                "levels": self.late_levels,
                "re_entries": self.re_entries,
                "rebuys": self.rebuys,
                "add_on": self.add_on,
            },
            "payouts": {
                "percent": self.payouts.percent,
                "tables": [[most, list(shares)] for most, shares in self.payouts.tables],
            },
        }
        if self.ante is not None:
            hand = self.ante.from_hand
            data["ante"] = {"tenth": True} | ({} if hand is None else {"from_hand": hand})
        return data


def _read_schedule(keys: _Keys) -> Schedule:
    big_blind_ante = keys.take("big_blind_ante", bool, False)
    scale = keys.take("scale", list, [])
    rises = keys.choice("rises", Rise, Rise.HANDS)
    schedule = Schedule(
        rises=rises,
        every=keys.number("every", 1, 1),
        levels=tuple([_read_blinds(row, big_blind_ante) for row in scale]),
        beyond=keys.choice("beyond", Beyond, Beyond.STAY),
        breaks=tuple([_read_break(row) for row in keys.take("breaks", list, [])]),
    )
    keys.done()
    if not schedule.levels:
        raise StructureError("levels.scale: expected at least one level, as in [10, 20]")
    if schedule.breaks and rises is not Rise.TIME:
        raise StructureError('levels.breaks: only levels that rise by "time" have breaks')
    return schedule


def _read_blinds(row: Any, big_blind_ante: bool) -> Blinds:
    """A level: small blind, big blind and perhaps an ante, or the big blind alone."""
    try:
        if type(row) is int:
            return Blinds.read(row)
        numbers = _whole(row, "levels.scale")
        if not 2 <= len(numbers) <= 3:
            words = "small, big and perhaps an ante, or the big blind alone"
            raise StructureError(f"levels.scale: {words}; not {_said(row)}")
        ante = numbers[2] if len(numbers) == 3 else 0
        return Blinds(numbers[0], numbers[1], ante, big_blind_ante).verified()
    except BadHand as error:
        raise StructureError(f"levels.scale: {error}") from None


def _read_break(row: Any) -> Break:
    numbers = _whole(row, "levels.breaks")
    if len(numbers) != 2 or min(numbers) < 1:
        raise StructureError(f"levels.breaks: the level and the length, not {_said(row)}")
    return Break(*numbers)


def _read_ante(keys: _Keys) -> TenthAnte | None:
    tenth = keys.take("tenth", bool, True)
    from_hand = keys.number("from_hand", 0, 0)
    keys.done()
    return TenthAnte(from_hand or None) if tenth else None


def _read_payout(row: Any) -> tuple[int, tuple[int, ...]]:
    if not isinstance(row, list) or len(row) != 2:
        raise StructureError(f"payouts.tables: a number and the shares, not {_said(row)}")
    key = "payouts.tables"
    most, shares = _whole(row[:1], key)[0], tuple(_whole(row[1], key))
    if not shares or min(shares) < 0 or list(shares) != sorted(shares, reverse=True):
        words = f"payouts.tables: shares fall from the first place on, not {_said(row[1])}"
        raise StructureError(words)
    if not shares[0]:
        raise StructureError("payouts.tables: the first place has a share")
    return most, shares


def _read_points(row: Any) -> tuple[int, ...]:
    points = _whole(row, "points")
    if any(abs(number) > MOST_POINTS for number in points):
        raise StructureError(f"points: at most {MOST_POINTS} for a place, not {max(points)}")
    return tuple(points)


def _whole(row: Any, key: str) -> list[int]:
    if not isinstance(row, list) or any(type(number) is not int for number in row):
        raise StructureError(f"{key}: expected a list of whole numbers, not {_said(row)}")
    if any(abs(number) > MOST_CHIPS for number in row):
        raise StructureError(f"{key}: a number of more than {MOST_CHIPS}: {_said(row)}")
    return row


def _said(value: Any) -> str:
    """As it stands in the file, the beginning of it. Numbers in hexadecimal and tables in tables
    can be read that Python does not write."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):
        return "what is too long to be told"
    return text if len(text) <= MOST_SAID else f"{text[:MOST_SAID]}…"


class _Keys:
    """The keys of one table of the file; each is taken once, and none may be left over."""

    def __init__(self, data: Mapping[str, Any], path: str = "") -> None:
        self.left = dict(data)
        self.path = path

    def take(self, key: str, kind: type, default: Any) -> Any:
        value = self.left.pop(key, default)
        if type(value) is not kind:
            raise StructureError(f"{self.path}{key}: expected {kind.__name__}, not {_said(value)}")
        return value

    def number(self, key: str, default: int, least: int, most: int = MOST_CHIPS) -> int:
        value: int = self.take(key, int, default)
        if not least <= value <= most:
            raise StructureError(f"{self.path}{key}: from {least} to {most}, not {_said(value)}")
        return value

    def numbers(self, key: str, default: list[int]) -> list[int]:
        return _whole(self.take(key, list, default), self.path + key)

    def choice(self, key: str, kind: Any, default: Any) -> Any:
        value = self.take(key, str, str(default))
        if value not in [str(member) for member in kind]:
            known = ", ".join(map(str, kind))
            raise StructureError(f"{self.path}{key}: one of {known}, not {_said(value)}")
        return kind(value)

    def table(self, key: str) -> _Keys:
        return _Keys(self.take(key, dict, {}), f"{key}.")

    def done(self) -> None:
        if self.left:
            raise StructureError(f"unknown: {', '.join(self.path + key for key in self.left)}")


def included_structures() -> list[str]:
    """The names of the structures that come with the package."""
    return sorted(_included())


def included_structure(name: str) -> str:
    """The TOML text of one of them."""
    included = _included()
    if name not in included:
        known = ", ".join(sorted(included))
        raise StructureError(f"no structure is called {name!r}; included are {known}")
    return included[name]


def _included() -> dict[str, str]:
    from importlib import resources  # only here: files of the package itself

    folder = resources.files("pokermasa.tournament") / "structures"
    files = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    return {file.name.removesuffix(".toml"): file.read_text("utf-8") for file in files}
