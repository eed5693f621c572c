"""Blind levels, and the clock that raises them.

The clock is an immutable value. It advances when a hand is dealt at the lead table, which is the
table with the lowest number and is never closed, and when the caller reports that time has passed.
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
"""The largest number of doublings. After it the blinds would exceed every valid amount of chips."""


class Rise(StrEnum):
    """The unit in which the length of a level is counted. Hands count at the lead table only."""

    ORBITS = "orbits"
    """Rounds of the button: it reaches or passes the side where it began (document 003)."""
    STEPS = "steps"
    """Moves of the button to another player."""
    HANDS = "hands"
    TIME = "time"
    """Time in the unit that the caller passes to `Tournament.tick`, usually seconds."""


class Beyond(StrEnum):
    """The blinds after the last level of the schedule."""

    STAY = "stay"
    """The last level goes on."""
    DOUBLE = "double"
    """Blinds and ante double with each further level."""


@dataclass(frozen=True, slots=True)
class Break:
    """A break after a level."""

    after: int
    """The number of the level before the break, from 1."""
    length: int
    """The length of the break, in the unit that the caller passes to `Tournament.tick`."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """The levels of a tournament: their blinds, their length, and the breaks.

    >>> schedule = Schedule(Rise.HANDS, 10, (Blinds(10, 20), Blinds(25, 50, 5)), Beyond.DOUBLE)
    >>> schedule.blinds(0), schedule.blinds(2)
    (Blinds(small=10, big=20, ante=0, big_blind_ante=False),
     Blinds(small=50, big=100, ante=10, big_blind_ante=False))
    """

    rises: Rise
    every: int
    """The length of a level, in the unit of `rises`."""
    levels: tuple[Blinds, ...]
    beyond: Beyond = Beyond.STAY
    breaks: tuple[Break, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "rises", read_choice("rises", Rise, self.rises))
        object.__setattr__(self, "beyond", read_choice("beyond", Beyond, self.beyond))

    def blinds(self, level: int) -> Blinds:
        """Return the blinds of a level, counted from 0."""
        last = len(self.levels) - 1
        blinds = self.levels[min(level, last)]
        if level <= last or self.beyond is Beyond.STAY:
            return blinds
        small, big, ante, big_blind_ante = blinds
        # Blinds stay below the largest valid amount of chips. No stack is large enough to notice.
        most = MOST_CHIPS // (10 * max(big, ante)) or 1
        times = min(1 << min(level - last, DOUBLINGS), most)
        return Blinds(small * times, big * times, ante * times, big_blind_ante)

    def level_at(self, count: int) -> int:
        """Return the level after *count* units of `rises`."""
        return count // self.every

    def break_after(self, level: int) -> Break | None:
        """Return the break after a level, counted from 0. None if there is no break."""
        return next((pause for pause in self.breaks if pause.after == level + 1), None)


@dataclass(frozen=True, slots=True)
class Clock:
    """The present level of a tournament, and the counts from which it follows."""

    level: int = 0
    """The number of the level, from 0."""
    count: int = 0
    """The units of `Schedule.rises` that have passed: orbits, steps, hands or time."""
    hands: int = 0
    """The number of hands dealt at the lead table."""
    start: Side | None = None
    """The side of the button in the first hand of the lead table."""
    button: Side | None = None
    """The side of the button in the last hand of the lead table."""
    rest: int = 0
    """The remaining time of the present break. 0 if there is no break."""

    def replace(self, **changes: Any) -> Clock:
        """Return a copy with some fields changed."""
        return replace(self, **changes)

    def dealing(self, button: Side, sides: int, schedule: Schedule) -> Clock:
        """Return the clock for a new hand at the lead table with the button on this side.

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

    def advanced(self, time: int, schedule: Schedule) -> Clock:
        """Return the clock after *time* has passed.

        Breaks take up time before it counts for the levels.

        >>> schedule = Schedule(Rise.TIME, 60, (Blinds(1, 2),) * 9, breaks=(Break(1, 30),))
        >>> clock = Clock().advanced(70, schedule)
        >>> clock.level, clock.count, clock.rest
        (1, 60, 20)
        >>> clock.advanced(85, schedule)
        Clock(level=2, count=125, hands=0, start=None, button=None, rest=0)
        """
        rested = min(time, self.rest)
        clock, time = self.replace(rest=self.rest - rested), time - rested
        if schedule.rises is not Rise.TIME:
            return clock
        while time:
            ends = (clock.level + 1) * schedule.every
            played = min(time, ends - clock.count)
            time -= played
            clock = clock.replace(count=clock.count + played)
            if clock.count == ends:
                pause = schedule.break_after(clock.level)
                length = pause.length if pause else 0
                rested = min(time, length)
                time -= rested
                clock = clock.replace(level=clock.level + 1, rest=length - rested)
        return clock
