"""The tables that the house keeps open, and their house rules."""

from __future__ import annotations

from typing import NamedTuple

from pokermasa.rules import Blinds, HouseRules
from pokermasa.server.settings import Settings

HOUSE_RULES = HouseRules.named("tda")
"""Rules of the house tables that do not name other rules."""
SIDES = 6
"""Number of sides of a table that the setting `tables` opens."""


class HouseTable(NamedTuple):
    """The name, size, blinds and rules of a house table."""

    base: str
    """Name of this kind of table. Further tables of the kind add a number to it."""
    sides: int
    blinds: Blinds
    rules: HouseRules = HOUSE_RULES
    number: int | None = None

    @property
    def name(self) -> str:
        """Full name of the table."""
        return self.base if self.number is None else f"{self.base} {self.number}"


HOUSE_TABLES = (
    HouseTable("Copper", 6, Blinds(1, 2)),
    HouseTable("Silver", 9, Blinds(5, 10)),
    HouseTable("Heads-up", 2, Blinds(1, 2)),
    HouseTable("Fixed limit", 6, Blinds(2, 4), HouseRules.named("limit")),
)
"""House tables of a room without the setting `tables`."""


def house_tables(settings: Settings) -> tuple[HouseTable, ...]:
    """Return the house tables of a room with these settings.

    >>> [table.name for table in house_tables(Settings(tables=2, rules="limit", big=20))]
    ['limit 10/20 1', 'limit 10/20 2']
    """
    if settings.tables is None:
        return HOUSE_TABLES
    blinds, rules = Blinds.from_big_blind(settings.big), HouseRules.named(settings.rules)
    base = f"{settings.rules} {blinds.small}/{blinds.big}"
    return tuple([HouseTable(base, SIDES, blinds, rules, n) for n in range(1, settings.tables + 1)])
