"""A hand as records, one for each player, for tables and data frames."""

from __future__ import annotations

from typing import Any

from pokermasa.histories.description import cards_text
from pokermasa.histories.history import UNKNOWN, UNKNOWN_STACK, History
from pokermasa.histories.moment import Moment
from pokermasa.histories.position import positions
from pokermasa.histories.replay import result
from pokermasa.rules.chips import stack_indexes


def hand_records(history: History) -> list[dict[str, Any]]:
    """Return the records of `History.to_records`."""
    end, scale = result(history), history.scale
    moment = Moment.from_fields(history.fields)
    number, venue, table = (history.fields.get(name) for name in ("hand", "venue", "table"))
    places, seats, hands = positions(history), history.seats, history.hands

    def amount(chips: int) -> int | float:
        return chips if scale == 1 else chips / scale

    return [
        {
            "hand": None if number is None else str(number),
            "played_at": None if moment is None else str(moment),
            "venue": None if venue is None else str(venue),
            "table": None if table is None else str(table),
            "players": history.players,
            "big_blind": amount(history.blinds.big),
            "board": " ".join(map(str, history.board)),
            "player": history.name(stack),
            "seat": seats[stack],
            "position": places[stack],
            "stack": None if chips == UNKNOWN_STACK else amount(chips),
            "cards": None if hands[stack] == UNKNOWN else cards_text(hands[stack]),
            "won": None if end is None else amount(end.net[stack]),
            "won_bb": None if end is None else end.net[stack] / history.blinds.big,
        }
        for stack in stack_indexes(history.players)
        for chips in [history.stacks[stack]]
    ]
