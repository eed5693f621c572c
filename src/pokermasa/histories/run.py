"""Hand numbers and dates for a series of hands that this program plays."""

from __future__ import annotations

from typing import Any, NamedTuple

from pokermasa.histories import hand_number
from pokermasa.histories.moment import Moment


class Run(NamedTuple):
    """A series of hands with numbers and dates of its own.

    >>> run = Run("masa table 1-2", 1_714_593_600, ticks=True)
    >>> fields = run.fields(3)
    >>> fields["hand"] == Run("masa table 1-2", 0).fields(3)["hand"], fields["time"]
    (True, '20:00:03')
    """

    id: str
    """Unique name of the series, from its settings and start time."""
    began: int
    """Start time in seconds since 1970."""
    ticks: bool = False
    """If true, time is simulated: one second per hand. A repeated run is then identical to the
    byte."""

    def fields(self, *place: object, count: int | None = None, now: float = 0) -> dict[str, Any]:
        """Return the PHH fields for hand number and time of the hand at *place* in the series.

        With simulated time, the hand is dealt *count* seconds after the start (by default the last
        part of *place*, a whole number). Otherwise it is dealt at *now*, in seconds since 1970, or
        at the start of the series if *now* is 0.
        """
        if self.ticks:
            later = count if count is not None else int(str(place[-1]))
            moment = Moment.at(self.began + later)
        else:
            moment = Moment.at(int(now) or self.began)
        return {"hand": hand_number.hashed(self.id, *place), **moment.fields}

    def subseries(self, name: object, later: int) -> Run:
        """Return a series within this one. Simulated time starts *later* seconds after this
        series."""
        return self._replace(id=f"{self.id} {name}", began=self.began + later * self.ticks)
