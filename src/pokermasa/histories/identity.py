"""Detection of duplicate hands, because tracker files overlap and are uploaded twice; and a text of
all that a history holds."""

from __future__ import annotations

from collections.abc import Hashable

from pokermasa.histories.history import History


def identity(history: History) -> Hashable | None:
    """Return a key that is equal for two readings of the same hand, or None without a hand number.

    The key holds number, site, time, players, stacks, button and steps. Without a number, two
    different hands could be equal in all the rest.
    """
    fields = history.fields
    if "hand" not in fields:
        return None
    place = (fields["hand"], fields.get("venue"), fields.get("time"), fields.get("day"))
    return place, history.names, history.stacks, history.button, history.story


def whole_text(history: History) -> str:
    """Return a text of all fields of a history, which differs for histories that differ. The `repr`
    of a history is a summary without cards."""
    return repr(tuple(history))
