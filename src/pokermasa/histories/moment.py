"""When a hand was played, also by the clock of New York: PokerStars tells every hand's time by it.

Arithmetic on the calendar only; nothing here knows what time it is now.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pokermasa.histories.toml import Bare

_TIME = re.compile(r"([01]?\d|2[0-3]):([0-5]\d):([0-5]\d)", re.ASCII)
_DATE = re.compile(
    r"(\d{4})[/-](\d{1,2})[/-](\d{1,2})[ T-]+(\d{1,2}:\d\d)(:\d\d)? ?\(?([A-Z]{1,5})?", re.ASCII
)
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_UTC = ("UTC", "GMT", "Etc/UTC", "Z")


class Moment(NamedTuple):
    year: int
    month: int
    day: int
    time: str
    """HH:MM:SS"""
    zone: str

    def __str__(self) -> str:
        return f"{self.year:04}/{self.month:02}/{self.day:02} {self.time:0>8} {self.zone}"

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> Moment | None:
        """From a hand's fields; None unless they give a whole date. A hand without a time was
        played at noon, one without a zone by Eastern time."""
        year, month, day = (fields.get(name) for name in ("year", "month", "day"))
        time = str(fields.get("time", "12:00:00"))
        zone = str(fields.get("time_zone_abbreviation", fields.get("time_zone", "ET")))
        if not all(type(part) is int for part in (year, month, day)) or not _TIME.fullmatch(time):
            return None
        zone = "UTC" if zone in _UTC else zone if re.fullmatch("[A-Z]{1,5}", zone) else "ET"
        moment = cls(int(str(year)), int(str(month)), int(str(day)), time, zone)
        return moment if moment._exists() else None

    @classmethod
    def at(cls, seconds: int) -> Moment:
        """By UTC, so many seconds after 1970 began.

        >>> str(Moment.at(0)), str(Moment.at(1_714_593_600)), str(Moment.at(951_782_400))
        ('1970/01/01 00:00:00 UTC', '2024/05/01 20:00:00 UTC', '2000/02/29 00:00:00 UTC')
        """
        days, rest = divmod(seconds, 86_400)
        year = 1970 + days // 366
        while (left := days - (_since_monday(year + 1, 1) - _since_monday(1970, 1))) >= 0:
            year += 1
        left = days - (_since_monday(year, 1) - _since_monday(1970, 1))
        month = 1
        while left >= _days(year, month):
            left -= _days(year, month)
            month += 1
        time = f"{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}"
        return cls(year, month, left + 1, time, "UTC")

    @property
    def seconds(self) -> int:
        """After 1970 began, by the clock it is told by: `utc` first, where that is another.

        >>> Moment.at(1_714_593_600).seconds, Moment.read("2024/05/01 16:00:00 ET").utc.seconds
        (1714593600, 1714593600)
        """
        days = _since_monday(self.year, self.month) - _since_monday(1970, 1) + self.day - 1
        hours, minutes, seconds = map(int, self.time.split(":"))
        return 86_400 * days + 3600 * hours + 60 * minutes + seconds

    @property
    def fields(self) -> dict[str, Any]:
        """As a history keeps it."""
        return {
            "time": Bare(self.time),
            "time_zone_abbreviation": self.zone,
            "day": self.day,
            "month": self.month,
            "year": self.year,
        }

    @classmethod
    def read(cls, text: str) -> Moment | None:
        """The Eastern time, where two are given.

        >>> str(Moment.read("2013/10/04 19:18:18 CET [2013/10/04 13:18:18 ET]"))
        '2013/10/04 13:18:18 ET'
        >>> str(Moment.read("2007/10/15 - 9:00:00 (ET)")), str(Moment.read("2019/06/25 15:55 UTC"))
        ('2007/10/15 09:00:00 ET', '2019/06/25 15:55:00 UTC')
        """
        dates = _DATE.findall(text[:120])
        for year, month, day, hour, second, zone in sorted(dates, key=lambda date: date[5] != "ET"):
            time = f"{hour}{second or ':00'}"
            moment = cls(int(year), int(month), int(day), f"{time:0>8}", zone or "ET")
            if _TIME.fullmatch(time) and moment._exists():
                return moment
            return None
        return None

    @property
    def utc(self) -> Moment:
        """
        >>> str(Moment(2024, 4, 30, "22:30:00", "ET").utc)
        '2024/05/01 02:30:00 UTC'
        >>> str(Moment(2023, 12, 31, "21:30:00", "ET").utc)
        '2024/01/01 02:30:00 UTC'
        """
        if self.zone == "ET":
            for hours in (4, 5):
                moment = self._later(hours)._replace(zone="UTC")
                if moment.eastern == self._later(0):
                    return moment
        return self._replace(zone="UTC")

    @property
    def eastern(self) -> Moment:
        """From UTC; other clocks are taken at their word.

        >>> str(Moment(2024, 5, 1, "02:30:00", "UTC").eastern)
        '2024/04/30 22:30:00 ET'
        >>> str(Moment(2024, 1, 1, "02:30:00", "UTC").eastern)
        '2023/12/31 21:30:00 ET'
        """
        if self.zone != "UTC":
            return self._replace(zone="ET")
        hour = int(self.time.partition(":")[0])
        return self._later(-4 if self._is_summer(hour) else -5)._replace(zone="ET")

    def _later(self, hours: int) -> Moment:
        hour, _, rest = self.time.partition(":")
        days, now = divmod(int(hour) + hours, 24)
        day = self if not days else self._day_after() if days > 0 else self._day_before()
        return day._replace(time=f"{now:02}:{rest}")

    def _exists(self) -> bool:
        return (
            1 <= self.month <= 12
            and 1990 <= self.year <= 9999
            and 1 <= self.day <= _days(self.year, self.month)
        )

    def _is_summer(self, hour: int) -> bool:
        """Since 2007: from the second Sunday of March, 7:00 UTC, to the first of November, 6:00.
        Before: from the first of April to the last of October."""
        start = (3, 7 + _first_sunday(self.year, 3), 7)
        end = (11, _first_sunday(self.year, 11), 6)
        if self.year < 2007:
            start = (4, _first_sunday(self.year, 4), 7)
            first = _first_sunday(self.year, 10)
            end = (10, first + 28 if first <= 3 else first + 21, 6)
        return start <= (self.month, self.day, hour) < end

    def _day_after(self) -> Moment:
        if self.day < _days(self.year, self.month):
            return self._replace(day=self.day + 1)
        if self.month < 12:
            return self._replace(month=self.month + 1, day=1)
        return self._replace(year=self.year + 1, month=1, day=1)

    def _day_before(self) -> Moment:
        if self.day > 1:
            return self._replace(day=self.day - 1)
        if self.month > 1:
            month = self.month - 1
            return self._replace(month=month, day=_days(self.year, month))
        return self._replace(year=self.year - 1, month=12, day=31)


def _days(year: int, month: int) -> int:
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return _DAYS[month - 1] + (month == 2 and is_leap)


def _first_sunday(year: int, month: int) -> int:
    """
    >>> _first_sunday(2024, 3), _first_sunday(2024, 11), _first_sunday(2026, 3)
    (3, 3, 1)
    """
    return 7 - _since_monday(year, month) % 7


def _since_monday(year: int, month: int) -> int:
    """Days from Monday, the first of January of the year 1, to the first of this month."""
    before = year - 1
    days = before * 365 + before // 4 - before // 100 + before // 400
    return days + sum(_days(year, m) for m in range(1, month))


NO_TIME = Moment(2000, 1, 1, "00:00:00", "ET")
"""For formats in which a hand has to have been played at some time."""
