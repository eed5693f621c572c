"""The structure of a tournament: everything that is fixed before registration opens.

Structures are small TOML files. This module converts their text; callers read the files.
`docs/tournaments.md` explains each key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pokermasa.notation import fen
from pokermasa.rules import BadHand, Blinds, Chips, HouseRules
from pokermasa.rules.chips import MOST_CHIPS
from pokermasa.rules.refusal import in_short
from pokermasa.tournament.level import DOUBLINGS, Beyond, Break, Rise, Schedule
from pokermasa.tournament.payout import Payouts
from pokermasa.tournament.points import Points

MOST_ENTRANTS = 1_000_000
MOST_POINTS = 1_000_000
"""The largest number of points for one place. It keeps the sums of a league within JSON numbers."""
MOST_DOTS = 50
"""The largest number of dots on one line of the TOML text. Keys of a structure have at most one."""
MOST_SHOWN = 80
"""The number of characters of a wrong value that an error message shows."""
_NUMBERS = (
    *("seats", "stack", "least", "most", "buy_in", "bounty"),
    *("late_levels", "re_entries", "rebuys", "add_on", "time_bank"),
)


class StructureError(ValueError):
    """Raised for a text that is not a valid structure. The message names the key and the reason."""


@dataclass(frozen=True, slots=True)
class TenthAnte:
    """The ante of document 003: a tenth of the big blind, rounded down, paid late in the game.

    >>> TenthAnte().amount(big=95, buy_in=100, hand=50)
    0
    >>> TenthAnte().amount(big=105, buy_in=100, hand=1)
    10
    >>> TenthAnte(from_hand=20).amount(big=50, buy_in=100, hand=20)
    5
    """

    from_hand: int | None = None
    """The number of the first hand with an ante. None means that antes begin when the big blind is
    at least as large as the starting stack, which document 003 calls the buy-in."""

    def amount(self, big: Chips, buy_in: Chips, hand: int) -> Chips:
        """Return the ante of a hand, counted from 1. *buy_in* is the starting stack."""
        due = big >= buy_in if self.from_hand is None else hand >= self.from_hand
        return big // 10 if due else 0


@dataclass(frozen=True, slots=True)
class Structure:
    """The structure of a tournament. Amounts are in chips.

    >>> sit_and_go = Structure.sit_and_go(players=6, stack=500)
    >>> sit_and_go.seats, sit_and_go.most, sit_and_go.payouts.prizes(600, 6)
    (6, 6, (390, 210))
    """

    name: str
    rules: HouseRules
    schedule: Schedule
    seats: int = 9
    """The number of sides of each table."""
    stack: Chips = 1500
    """The chips that each player starts with."""
    least: int = 2
    """The smallest number of entries with which the tournament can start."""
    most: int = 10_000
    """The largest number of entries. A player who enters again counts again."""
    buy_in: Chips = 100
    """The price of an entry. All of it except the bounty goes into the prize pool."""
    bounty: Chips = 0
    """The part of the buy-in that another player wins by knocking this player out."""
    payouts: Payouts = field(default_factory=Payouts)
    points: Points = field(default_factory=Points)
    ante: TenthAnte | None = None
    """The ante of document 003. None means that the levels contain the antes."""
    late_levels: int = 0
    """The number of levels during which registration stays open after the start."""
    re_entries: int = 0
    """The number of times a player who is out may enter again while registration is open."""
    rebuys: int = 0
    """The number of times a player may buy another starting stack while registration is open. The
    player must have no more than a starting stack."""
    add_on: Chips = 0
    """The chips that each player may buy once, in the last level of registration and in the break
    after it. 0 means that there is no add-on."""
    hand_for_hand: bool = True
    """Whether all tables play their hands at the same time when one more player has to go out
    before the prizes begin."""
    time_bank: int = 0
    """The time bank of each player at the start. The unit is the caller's."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", HouseRules.resolve(self.rules))
        if not isinstance(self.schedule, Schedule):
            raise StructureError(f"schedule: expected a Schedule, not {in_short(self.schedule)}")
        for key in _NUMBERS:
            value = getattr(self, key)
            if type(value) is not int or value < 0:
                raise StructureError(f"{key}: expected a whole number, not {in_short(value)}")
        try:
            for blinds in self.schedule.levels:
                self.rules.verified_blinds(blinds)
        except BadHand as error:
            raise StructureError(f"levels.scale: {error}") from None

    @classmethod
    def read(cls, text: str) -> Structure:
        """Read the text of a TOML file. Raise `StructureError` if it is not valid."""
        if not isinstance(text, str) or ("=" not in text and text.strip().endswith(".toml")):
            message = "read takes the text of a structure: Structure.read(path.read_text())"
            raise StructureError(f"{message}, not {in_short(text)}")
        lines = [line for line in text.split("\n") if not line.lstrip().startswith("#")]
        if any(line.count(".") > MOST_DOTS for line in lines):
            # tomllib needs quadratic time for a key with many parts, which would be minutes.
            raise StructureError("not valid TOML: nested too deeply")
        try:
            data = tomllib.loads(text)
        except RecursionError:
            raise StructureError("not valid TOML: nested too deeply") from None
        except ValueError as error:  # also raised for numbers with too many digits
            raise StructureError(f"not valid TOML: {error}") from None
        return cls.from_data(data)

    @classmethod
    def named(cls, name: str) -> Structure:
        """Return a structure that is part of the package (see `included_structures`).

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
        """Return the structure of a tournament at one table that starts when it is full."""
        if type(players) is not int or not 2 <= players <= 10:
            raise StructureError(f"a sit-and-go is for 2 to 10 players, not {in_short(players)}")
        if type(stack) is not int or not 1 <= stack <= MOST_CHIPS:
            raise StructureError(f"a stack is a number of chips above 0, not {in_short(stack)}")
        house = HouseRules.resolve(rules)
        big = max(stack // 75, 2)
        steps = (2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
        scale = tuple(dict.fromkeys([Blinds.from_big_blind(big * step // 4 * 2) for step in steps]))
        usual = Schedule(Rise.HANDS, 10, scale, Beyond.DOUBLE)
        return cls(
            name=f"sit-and-go for {players}",
            rules=house,
            schedule=usual if schedule is None else schedule,
            seats=players,
            stack=stack,
            least=players,
            most=players,
            buy_in=buy_in,
        )

    @property
    def price(self) -> Chips:
        """The price of a rebuy or add-on: the part of the buy-in that goes into the prize pool."""
        return self.buy_in - self.bounty

    @property
    def surely_ends(self) -> bool:
        """Whether the blinds or antes grow to the sum of all chips.

        Otherwise a tournament of players who always fold would never end.
        """
        schedule = self.schedule
        chips = self.most * (self.stack * (1 + self.rebuys) + self.add_on)
        last = schedule.blinds(len(schedule.levels) + DOUBLINGS)
        return max(last.big, last.ante) >= chips

    def blinds(self, level: int, hand: int) -> Blinds:
        """Return the blinds of a hand. *level* counts from 0 and *hand* from 1."""
        if type(level) is not int or level < 0:
            raise StructureError(f"a level is a number from 0, not {in_short(level)}")
        blinds = self.schedule.blinds(level)
        if self.ante is None:
            return blinds
        return blinds._replace(ante=self.ante.amount(blinds.big, self.stack, hand))

    # Data of TOML files and saved tournaments

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Structure:
        """Read data of a TOML file or of `to_data`. Raise `StructureError` if it is not valid."""
        if not isinstance(data, Mapping):
            raise StructureError(f"expected the data of a structure, not {_shown(data)}")
        keys = _Keys(data)
        rules = keys.take("rules", str, "tda")
        entrants = keys.numbers("entrants", [2, 10_000])
        if len(entrants) != 2 or not 2 <= entrants[0] <= entrants[1] <= MOST_ENTRANTS:
            expected = "expected the smallest and the largest number"
            raise StructureError(f"entrants: {expected}, not {_shown(entrants)}")
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
            raise StructureError(f"bounty: more than the buy-in, {structure.buy_in}")
        return structure

    def to_data(self) -> dict[str, Any]:
        """Return the structure as data, in the form of the TOML files."""
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
    """Read a level: a list of small blind, big blind and optional ante, or the big blind alone."""
    try:
        if type(row) is int:
            return Blinds.read(row)
        numbers = _whole(row, "levels.scale")
        if not 2 <= len(numbers) <= 3:
            expected = "expected [small, big], [small, big, ante] or the big blind alone"
            raise StructureError(f"levels.scale: {expected}, not {_shown(row)}")
        ante = numbers[2] if len(numbers) == 3 else 0
        return Blinds(numbers[0], numbers[1], ante, big_blind_ante).verified()
    except BadHand as error:
        raise StructureError(f"levels.scale: {error}") from None


def _read_break(row: Any) -> Break:
    numbers = _whole(row, "levels.breaks")
    if len(numbers) != 2 or min(numbers) < 1:
        raise StructureError(f"levels.breaks: expected level and length, not {_shown(row)}")
    return Break(*numbers)


def _read_ante(keys: _Keys) -> TenthAnte | None:
    tenth = keys.take("tenth", bool, True)
    from_hand = keys.number("from_hand", 0, 0)
    keys.done()
    return TenthAnte(from_hand or None) if tenth else None


def _read_payout(row: Any) -> tuple[int, tuple[int, ...]]:
    if not isinstance(row, list) or len(row) != 2:
        expected = "expected a number of entrants and the shares"
        raise StructureError(f"payouts.tables: {expected}, not {_shown(row)}")
    key = "payouts.tables"
    most, shares = _whole(row[:1], key)[0], tuple(_whole(row[1], key))
    if not shares or min(shares) < 0 or list(shares) != sorted(shares, reverse=True):
        reason = "no place may get more than a better place"
        raise StructureError(f"payouts.tables: {reason}: {_shown(row[1])}")
    if not shares[0]:
        raise StructureError("payouts.tables: the first place must get a share")
    return most, shares


def _read_points(row: Any) -> tuple[int, ...]:
    points = _whole(row, "points")
    if any(abs(number) > MOST_POINTS for number in points):
        raise StructureError(f"points: at most {MOST_POINTS} for a place, not {max(points)}")
    return tuple(points)


def _whole(row: Any, key: str) -> list[int]:
    if not isinstance(row, list) or any(type(number) is not int for number in row):
        raise StructureError(f"{key}: expected a list of whole numbers, not {_shown(row)}")
    if any(abs(number) > MOST_CHIPS for number in row):
        raise StructureError(f"{key}: a number is larger than {MOST_CHIPS}: {_shown(row)}")
    return row


def _shown(value: Any) -> str:
    """Return `repr(value)` for an error message, cut after `MOST_SHOWN` characters.

    repr fails for long hexadecimal numbers and deeply nested tables, which TOML allows.
    """
    try:
        text = repr(value)
    except (RecursionError, ValueError):
        return "a value that is too long to be shown"
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"


class _Keys:
    """The keys of one TOML table. Each key is taken once; `done` refuses keys that are left."""

    def __init__(self, data: Mapping[str, Any], path: str = "") -> None:
        self.left = dict(data)
        self.path = path

    def take(self, key: str, kind: type, default: Any) -> Any:
        """Return the value of *key*. Raise `StructureError` if its type is not *kind*."""
        value = self.left.pop(key, default)
        if type(value) is not kind:
            raise StructureError(f"{self.path}{key}: expected {kind.__name__}, not {_shown(value)}")
        return value

    def number(self, key: str, default: int, least: int, most: int = MOST_CHIPS) -> int:
        """Return the value of *key*, which must be an int from *least* to *most*."""
        value: int = self.take(key, int, default)
        if not least <= value <= most:
            raise StructureError(f"{self.path}{key}: from {least} to {most}, not {_shown(value)}")
        return value

    def numbers(self, key: str, default: list[int]) -> list[int]:
        """Return the value of *key*, which must be a list of ints."""
        return _whole(self.take(key, list, default), self.path + key)

    def choice(self, key: str, kind: Any, default: Any) -> Any:
        """Return the value of *key* as a member of the enumeration *kind*."""
        value = self.take(key, str, str(default))
        if value not in [str(member) for member in kind]:
            known = ", ".join(map(str, kind))
            raise StructureError(f"{self.path}{key}: one of {known}, not {_shown(value)}")
        return kind(value)

    def table(self, key: str) -> _Keys:
        """Return the keys of the TOML table *key*. It is empty if it does not exist."""
        return _Keys(self.take(key, dict, {}), f"{key}.")

    def done(self) -> None:
        """Raise `StructureError` if a key has not been taken."""
        if self.left:
            unknown = ", ".join(self.path + key for key in self.left)
            raise StructureError(f"unknown: {unknown}")


def included_structures() -> list[str]:
    """Return the names of the structures that are part of the package."""
    return sorted(_included())


def included_structure(name: str) -> str:
    """Return the TOML text of an included structure. Raise `StructureError` for an unknown name."""
    included = _included()
    if not isinstance(name, str) or name not in included:
        known = ", ".join(sorted(included))
        raise StructureError(f"no structure is called {in_short(name)}; included are {known}")
    return included[name]


def _included() -> dict[str, str]:
    from importlib import resources  # the only file access: files that are part of the package

    folder = resources.files("pokermasa.tournament") / "structures"
    files = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    return {file.name.removesuffix(".toml"): file.read_text("utf-8") for file in files}
