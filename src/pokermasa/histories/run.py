"""A run of hands that this program plays: what their numbers and dates are made of."""

from __future__ import annotations

from typing import Any, NamedTuple

from pokermasa.histories import hand_number
from pokermasa.histories.moment import Moment


class Run(NamedTuple):
    """
    >>> run = Run("masa table 1-2", 1_714_593_600, ticks=True)
    >>> fields = run.fields(3)
    >>> fields["hand"] == Run("masa table 1-2", 0).fields(3)["hand"], fields["time"]
    (True, '20:00:03')
    """

    id: str
    """What was asked for, and when it began: no two runs have the same, unless that is wanted."""
    began: int
    """Seconds since 1970."""
    ticks: bool = False
    """The clock is made up: a second passes from one hand to the next. So the same run can be
    repeated to the byte."""

    def fields(self, *place: object, count: int | None = None, now: float = 0) -> dict[str, Any]:
        """Of the hand at this *place* of the run: its number, and when it was dealt. *count* is how
        many seconds later where the clock is made up (the place, if that is one number), *now* the
        time where it is not."""
        if self.ticks:
            later = count if count is not None else int(str(place[-1]))
            moment = Moment.at(self.began + later)
        else:
            moment = Moment.at(int(now) or self.began)
        return {"hand": hand_number.hashed(self.id, *place), **moment.fields}

    def part(self, name: object, later: int) -> Run:
        """A run within this one, whose hands are dealt so many seconds *later* where the clock is
        made up."""
        return self._replace(id=f"{self.id} {name}", began=self.began + later * self.ticks)
