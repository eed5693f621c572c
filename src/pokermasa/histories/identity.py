"""Which hands are the same one: files of trackers overlap, and are sent twice."""

from __future__ import annotations

from collections.abc import Hashable

from pokermasa.histories.history import History


def identity(history: History) -> Hashable | None:
    """The same for the same hand read again: its number, when it was played, who played it with
    what, and what happened. None where the file gives no number: two hands may be alike then."""
    fields = history.fields
    if "hand" not in fields:
        return None
    place = (fields["hand"], fields.get("venue"), fields.get("time"), fields.get("day"))
    return place, history.names, history.stacks, history.button, history.story
