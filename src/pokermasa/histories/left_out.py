"""Warnings about details of a hand that a format cannot represent."""

from __future__ import annotations

from collections.abc import Iterator

from pokermasa.histories.history import History
from pokermasa.histories.phh.rules import named
from pokermasa.histories.tournament_hand import NUMBER, PLACES
from pokermasa.rules import Reopening

_SUPPORTED = {
    "pokerstars": {
        *("hand", "table", "seats", "seat_count", "year", "month", "day", "time", "currency"),
        *("time_zone_abbreviation", "time_zone", "currency_symbol", "level", "winnings"),
        *("finishing_stacks", "_tournament", "_buy_in", "_places", "_prizes"),
    },
    "ohh": {
        *("hand", "table", "seats", "seat_count", "year", "month", "day", "time", "currency"),
        *("time_zone_abbreviation", "time_zone", "currency_symbol", "winnings", "venue"),
        *("finishing_stacks", "_tournament", "_buy_in", "event"),
    },
}
_SITE = "PokerStars"


def left_out(history: History, format: str) -> Iterator[str]:
    """Yield the details of *history* that *format* (a name in `formats.FORMATS`) cannot hold.

    PHH can hold everything, partly in fields of our own.

    >>> from pokermasa.histories import phh
    >>> hand = phh.read("variant = 'NT'\\nantes = [0, 0]\\nblinds_or_straddles = [1, 2]\\n"
    ...     "min_bet = 2\\nstarting_stacks = [200, 200]\\nactions = ['d dh p1 ????',"
    ...     "'d dh p2 ????', 'p2 f # a nit']\\ncity = 'Vienna'")
    >>> list(left_out(hand, "ohh")), list(left_out(hand, "phhs"))
    (['remarks', 'the field city'], [])
    """
    supported = _SUPPORTED.get(format)
    if supported is None:
        return
    if history.rules.reopening is not Reopening.ANY and named(history.rules) not in (None, "tda"):
        # with `ANY`, the reader found the rules by the sums and will find them again
        yield "house rules"
    if any(step.remark for step in history.story):
        yield "remarks"
    if format == "ohh" and PLACES in history.fields:
        yield "who finished where in a tournament"
    if format == "ohh" and NUMBER in history.fields and "level" in history.fields:
        yield "the level of a tournament"
    if format == "pokerstars" and history.fields.get("venue", _SITE) != _SITE:
        yield "the site"
    for name in history.fields:
        known = name in supported or name in (PLACES, "_prizes", "level", "venue")
        if not known and name != "event":
            yield f"the field {name}"
