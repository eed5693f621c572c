"""Comparison of the result that a PHH file states with the result under the rules.

The fields `finishing_stacks` and `winnings` are written after rake, and sites differ in what they
include. Some leave out uncalled bets, some name one winner of a split pot, some write zeros for
"not known", and dead posts are missing from the pots because PHH cannot express them. Such a
difference becomes a remark. If the winner's cards are not in the file, the stated result is used.
A difference with no such explanation is an error: for example, a player with the worse hand was
paid, or more was paid than the pots held.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from operator import gt
from typing import Any

from pokermasa.histories import amount
from pokermasa.histories.history import (
    UNKNOWN_STACK,
    Acted,
    History,
    HistoryError,
    Shown,
    whole,
)
from pokermasa.histories.payout import Result, result_by_rules
from pokermasa.rules import Chips, Fold

_INTEGERS = {int}


def compare(
    history: History, end: Result, due: Sequence[Chips], uncalled: Callable[[], Chips]
) -> Result:
    """Return *end*, with a remark if the file's own sums differ.

    *due* are the chips that the rules pay each stack from the pots. *uncalled* returns the sum of
    uncalled bets. Raises `HistoryError` if the difference cannot be explained.
    """
    if history.payments is not None:  # the payments of the site have been checked before
        return end
    winnings = history.fields.get("winnings")
    if winnings is not None:
        winnings = _chips(history, winnings)
        if winnings is not None and any(winnings):
            return _with_winnings(history, end, due, winnings, uncalled)
    stacks = _chips(history, history.fields.get("finishing_stacks"))
    if stacks is None or UNKNOWN_STACK in history.stacks:
        return end
    off = [stated - computed for stated, computed in zip(stacks, end.stacks, strict=True)]
    if not any(off):
        return end
    deducted = -sum(off)
    is_rake = all(o <= 0 and (o == 0 or d > 0) for o, d in zip(off, due, strict=True))
    is_odd_chips = not deducted and max(off) < history.players and min(off) > -history.players
    if not is_rake and not is_odd_chips:
        for index, (chips, owed) in enumerate(zip(off, due, strict=True)):
            is_explained = chips <= 0 if owed else not chips or _may_have_won(history, index)
            if not is_explained or deducted < 0:
                raise _error(history, index, "ends with", stacks[index], end.stacks[index])
        if not deducted:  # the winner's cards are unknown
            return result_by_rules(stacks, history.stacks)
    return end._replace(remark=_remark(history, deducted))


def _with_winnings(
    history: History,
    end: Result,
    due: Sequence[Chips],
    winnings: Sequence[Chips],
    uncalled: Callable[[], Chips],
) -> Result:
    if winnings == due:
        return end
    deducted = sum(due) - sum(winnings)
    if any(map(gt, winnings, due)):
        # The difference may be dead posts that are not in the file, or uncalled bets.
        spare = history.blinds.small * history.players + uncalled()
        for index, (won, owed) in enumerate(zip(winnings, due, strict=True)):
            if won - owed > spare and (owed or not _may_have_won(history, index)):
                raise _error(history, index, "wins", won, owed)
    return end._replace(remark=_remark(history, deducted))


def _may_have_won(history: History, index: int) -> bool:
    """Return whether the player's final cards are unknown, so that the player may have won."""
    shown = None
    for step in history.story:
        if isinstance(step, Acted) and step.stack == index and isinstance(step.act, Fold):
            return False
        if isinstance(step, Shown) and step.stack == index:
            shown = step.cards
    return whole(shown) is None


def _chips(history: History, recorded: Any) -> list[Chips] | None:
    """Return amounts in smallest units, or None unless there is one amount for each player."""
    if not isinstance(recorded, list | tuple) or len(recorded) != history.players:
        return None
    scale = history.scale
    if set(map(type, recorded)) == _INTEGERS:
        return list(recorded) if scale == 1 else [value * scale for value in recorded]
    chips = []
    for value in recorded:
        if not value:
            chips.append(0)
        elif type(value) is int or (isinstance(value, Decimal) and value.is_finite()):
            chips.append(int(value * scale))
        else:
            return None
    return chips


def _remark(history: History, deducted: Chips) -> str:
    if deducted > 0:
        return f"the file records {amount.written(deducted, history.scale)} less than the rules pay"
    if deducted < 0:
        return (
            f"the file records {amount.written(-deducted, history.scale)} more than the rules pay"
        )
    return "the file records other shares of the pots than the rules have"


def _error(history: History, index: int, does: str, stated: Chips, due: Chips) -> HistoryError:
    name = history.names[index] if history.names else f"p{index + 1}"
    given, owed = (amount.written(chips, history.scale) for chips in (stated, due))
    return HistoryError(f"the file says that {name} {does} {given}, but by the rules it is {owed}")
