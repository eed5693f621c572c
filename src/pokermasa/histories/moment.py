"""Date and time of a hand, in its own time zone, UTC or New York time (PokerStars uses that).

New York's daylight saving time is computed here, because `zoneinfo` reads the time zone database
of the machine: not every machine has one, and a pure package reads no files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from pokermasa.histories.toml import Bare

_TIME = re.compile(r"([01]?\d|2[0-3]):([0-5]\d):([0-5]\d)", re.ASCII)
_DATE = re.compile(
    r"(\d{4})[/-](\d{1,2})[/-](\d{1,2})[ T-]+(\d{1,2}:\d\d)(:\d\d)? ?\(?([A-Z]{1,5})?", re.ASCII
)
_UTC = ("UTC", "GMT", "Etc/UTC", "Z")
_1970 = datetime(1970, 1, 1, tzinfo=UTC)


class Moment(NamedTuple):
    """A date, a time of day and the abbreviation of a time zone."""

    year: int
    month: int
    day: int
    time: str
    """Time of day as HH:MM:SS."""
    zone: str

    def __str__(self) -> str:
        return f"{self.year:04}/{self.month:02}/{self.day:02} {self.time:0>8} {self.zone}"

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> Moment | None:
        """Return the date and time in a hand's fields, or None if the date is incomplete.

        A hand without a time counts as played at noon, and one without a zone as played in Eastern
        time.
        """
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
        """Return the moment *seconds* after 1970-01-01 00:00 UTC, in UTC.

        >>> str(Moment.at(0)), str(Moment.at(1_714_593_600)), str(Moment.at(951_782_400))
        ('1970/01/01 00:00:00 UTC', '2024/05/01 20:00:00 UTC', '2000/02/29 00:00:00 UTC')
        """
        return cls._of(_1970 + timedelta(seconds=seconds), "UTC")

    @classmethod
    def _of(cls, clock: datetime, zone: str) -> Moment:
        return cls(clock.year, clock.month, clock.day, f"{clock:%H:%M:%S}", zone)

    @property
    def _clock(self) -> datetime:
        """The clock time as a `datetime` for arithmetic. Always marked as UTC."""
        hour, minute, second = map(int, self.time.split(":"))
        return datetime(self.year, self.month, self.day, hour, minute, second, tzinfo=UTC)

    @property
    def seconds(self) -> int:
        """Seconds from 1970-01-01 00:00 to this clock time, ignoring the zone. Use `utc` first.

        >>> Moment.at(1_714_593_600).seconds, Moment.read("2024/05/01 16:00:00 ET").utc.seconds
        (1714593600, 1714593600)
        """
        return (self._clock - _1970) // timedelta(seconds=1)

    @property
    def fields(self) -> dict[str, Any]:
        """The PHH fields of a `History` for this moment."""
        return {
            "time": Bare(self.time),
            "time_zone_abbreviation": self.zone,
            "day": self.day,
            "month": self.month,
            "year": self.year,
        }

    @classmethod
    def read(cls, text: str) -> Moment | None:
        """Return the first date in *text*, or None. If there is one in Eastern time, it is
        preferred.

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
        """This moment in UTC. A zone other than Eastern time is treated as UTC.

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
        """This moment in Eastern time if the zone is UTC. Other zones are only relabelled.

        >>> str(Moment(2024, 5, 1, "02:30:00", "UTC").eastern)
        '2024/04/30 22:30:00 ET'
        >>> str(Moment(2024, 1, 1, "02:30:00", "UTC").eastern)
        '2023/12/31 21:30:00 ET'
        """
        if self.zone != "UTC":
            return self._replace(zone="ET")
        return self._later(-4 if _is_summer(self._clock) else -5)._replace(zone="ET")

    def _later(self, hours: int) -> Moment:
        return self._of(self._clock + timedelta(hours=hours), self.zone)

    def _exists(self) -> bool:
        try:
            date(self.year, self.month, self.day)
        except ValueError:
            return False
        return 1990 <= self.year < 9999  # so that adding hours cannot leave the range of `date`


def _is_summer(utc: datetime) -> bool:
    """Return whether New York has daylight saving time.

    Since 2007 it lasts from 7:00 UTC on the second Sunday of March to 6:00 UTC on the first Sunday
    of November. Before, it lasted from the first Sunday of April to the last Sunday of October.
    """
    start, end = ((3, 8), (11, 1)) if utc.year >= 2007 else ((4, 1), (10, 25))
    return _sunday_from(utc.year, *start, 7) <= utc < _sunday_from(utc.year, *end, 6)


def _sunday_from(year: int, month: int, day: int, hour: int) -> datetime:
    """Return that hour of the first Sunday on or after the given day.

    >>> _sunday_from(2024, 3, 8, 7).day, _sunday_from(2026, 3, 1, 7).day
    (10, 1)
    """
    first = datetime(year, month, day, hour, tzinfo=UTC)
    return first + timedelta(days=6 - first.weekday())


NO_TIME = Moment(2000, 1, 1, "00:00:00", "ET")
"""The time written for a hand without one, in formats that require a time."""
