"""Blind levels, and when they rise.

The clock of a tournament is a value: it is told of each hand that the lead table (the lowest in
number, which is never broken) is about to be dealt, and of the time that has passed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from pokermasa.masa import Side
from pokermasa.masa.side import between
from pokermasa.rules import Blinds
from pokermasa.rules.chips import MOST_CHIPS
from pokermasa.rules.house import read_choice

DOUBLINGS = 60
"""After so many, no number that can be played for is left."""


class Rise(StrEnum):
    """What the levels are counted by, always at the lead table."""

    ORBITS = "orbits"
    """The button returns to the side where it began, or passes it (document 003)."""
    STEPS = "steps"
    """The button passes to another player."""
    HANDS = "hands"
    TIME = "time"
    """In whatever unit `Tournament.tick` is told: seconds, as a rule."""


class Beyond(StrEnum):
    """What follows the last level of the scale."""

    STAY = "stay"
    DOUBLE = "double"


@dataclass(frozen=True, slots=True)
class Break:
    after: int
    """The level it follows, counted from 1."""
    length: int


@dataclass(frozen=True, slots=True)
class Schedule:
    """
    >>> schedule = Schedule(Rise.HANDS, 10, (Blinds(10, 20), Blinds(25, 50, 5)), Beyond.DOUBLE)
    >>> schedule.blinds(0), schedule.blinds(2)
    (Blinds(small=10, big=20, ante=0, big_blind_ante=False),
     Blinds(small=50, big=100, ante=10, big_blind_ante=False))
    """

    rises: Rise
    every: int
    levels: tuple[Blinds, ...]
    beyond: Beyond = Beyond.STAY
    breaks: tuple[Break, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "rises", read_choice("rises", Rise, self.rises))
        object.__setattr__(self, "beyond", read_choice("beyond", Beyond, self.beyond))

    def blinds(self, level: int) -> Blinds:
        last = len(self.levels) - 1
        blinds = self.levels[min(level, last)]
        if level <= last or self.beyond is Beyond.STAY:
            return blinds
        small, big, ante, who = blinds
        # Nobody has a stack that notices, but numbers stay within what every reader can hold.
        most = MOST_CHIPS // (10 * max(big, ante)) or 1
        times = min(1 << min(level - last, DOUBLINGS), most)
        return Blinds(small * times, big * times, ante * times, who)

    def level_at(self, count: int) -> int:
        return count // self.every

    def break_after(self, level: int) -> Break | None:
        return next((pause for pause in self.breaks if pause.after == level + 1), None)


@dataclass(frozen=True, slots=True)
class Clock:
    level: int = 0
    count: int = 0
    """Orbits, steps, hands or time so far, whichever the levels are counted by."""
    hands: int = 0
    """Dealt at the lead table."""
    start: Side | None = None
    """Where the button began."""
    button: Side | None = None
    """Where it was last."""
    rest: int = 0
    """What is left of a break."""

    def but(self, **changes: Any) -> Clock:
        return replace(self, **changes)

    def dealing(self, button: Side, sides: int, schedule: Schedule) -> Clock:
        """The lead table is about to be dealt with the button on this side.

        >>> clock, schedule = Clock(), Schedule(Rise.ORBITS, 1, (Blinds(1, 2), Blinds(2, 4)))
        >>> for button in (3, 4, 0, 2):
        ...     clock = clock.dealing(Side(button), sides=5, schedule=schedule)
        >>> clock.level
        0
        >>> clock.dealing(Side(3), 5, schedule).level, clock.dealing(Side(4), 5, schedule).level
        (1, 1)
        """
        start, last = self.start, self.button
        if start is None or last is None:
            start = last = button
        has_stepped = button != last
        count = self.count
        match schedule.rises:
            case Rise.ORBITS if has_stepped:
                count += button == start or between(start, last, button, sides)
            case Rise.STEPS:
                count += has_stepped
            case Rise.HANDS:
                count += self.hands > 0
        level = self.level if schedule.rises is Rise.TIME else schedule.level_at(count)
        return Clock(level, count, self.hands + 1, start, button, self.rest)

    def told(self, time: int, schedule: Schedule) -> Clock:
        """That much time has passed. A level that ends before a break waits for its end.

        >>> schedule = Schedule(Rise.TIME, 60, (Blinds(1, 2),) * 9, breaks=(Break(1, 30),))
        >>> clock = Clock().told(70, schedule)
        >>> clock.level, clock.count, clock.rest
        (1, 60, 20)
        >>> clock.told(85, schedule)
        Clock(level=2, count=125, hands=0, start=None, button=None, rest=0)
        """
        rested = min(time, self.rest)
        clock, time = self.but(rest=self.rest - rested), time - rested
        if schedule.rises is not Rise.TIME:
            return clock
        while time:
            ends = (clock.level + 1) * schedule.every
            played = min(time, ends - clock.count)
            time -= played
            clock = clock.but(count=clock.count + played)
            if clock.count == ends:
                pause = schedule.break_after(clock.level)
                length = pause.length if pause else 0
                rested = min(time, length)
                time -= rested
                clock = clock.but(level=clock.level + 1, rest=length - rested)
        return clock
