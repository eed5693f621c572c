"""Checks of the sums in a hand history against the rules.

The sums also show which house rules were used: `settled_by` finds the first rules that pay exactly
what the file says was paid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple

from pokermasa.histories import amount
from pokermasa.histories.history import Acted, History, HistoryError
from pokermasa.histories.payout import settle, stacks_by_rules
from pokermasa.histories.pot_summary import Paid
from pokermasa.histories.replay import Scene, scenes, uncalled_bet
from pokermasa.histories.tally import add_up
from pokermasa.rules import (
    Betting,
    Chips,
    HeadsUpButton,
    HouseRules,
    OddChips,
    Reopening,
    ShortAntes,
    ShortBigBlind,
    StackIndex,
)
from pokermasa.rules.chips import indexed


class Claims(NamedTuple):
    """Sums that a file states in addition to the acts and to what each player collected."""

    paid: Mapping[int, Chips]
    """Chips that an act put in, by the index of the act in `History.story`."""
    returned: Paid | None
    """Uncalled bets that were returned, by stack. None if the file does not say."""
    raised_by: Mapping[int, Chips] = {}
    """Difference between a raise and the price before it, by the index of the act in the story."""
    lines: Mapping[int, int] = {}
    """Line of the file in which an act stands, by the index of the act in the story."""
    fits: bool = False
    """True if the sums of all acts have been checked already. The acts themselves have not."""


_LENIENT = HouseRules.named("tda").replace(reopening=Reopening.ANY, raise_cap=None)


def house(betting: Betting, heads_up_button: HeadsUpButton) -> HouseRules:
    """Return the rules that a hand is read with before its sums have been compared."""
    return _LENIENT.replace(betting=betting, heads_up_button=heads_up_button)


def settled_by(history: History, claims: Claims) -> History:
    """Return *history* with the first house rules under which all sums are as claimed.

    `history.payments` holds what the file says was paid. It is None in the result if that is
    exactly what the rules pay. If no house rules allow the hand, *history* is returned unchanged,
    because its replay gives the best error message. Raises `HistoryError` if the hand is possible
    but the sums differ.
    """
    quick = _settled_quickly(history, claims)
    if quick is not None:
        return quick
    fault: HistoryError | None = None
    for rules in _houses(history):
        candidate = history.replace(rules=rules)
        try:
            return _verified(candidate, claims)
        except _Claim as error:
            if rules.odd_chips is not OddChips.DROPPED:
                fault = fault or error
        except HistoryError:
            pass
    if fault is not None:
        raise fault
    return history


def _settled_quickly(history: History, claims: Claims) -> History | None:
    """Return the result of `settled_by` for the common case, or None if the full search is needed.

    Faster than the search: it uses `tally.add_up` instead of a replay.
    """
    payments = history.payments
    if not claims.fits or payments is None or _may_be_dropped(history):
        return None
    sums = add_up(history)
    if sums is None:
        return None
    _, due, returned, to = sums
    if (claims.returned or {}) != ({to: returned} if returned else {}):
        return None
    if payments.fault(due, sum(due)) is not None:
        return None
    if payments.is_plain:
        return history.replace(payments=None) if payments.collected == tuple(due) else None
    return history


def _may_be_dropped(history: History) -> bool:
    """Return whether the stated rake may be odd chips that the house rules drop."""
    payments = history.payments
    is_rake = payments is not None and 0 < payments.rake < 10 * history.players
    return is_rake and "currency" not in history.fields


class _Claim(HistoryError):
    """Raised if a hand is possible but its sums differ from what the file states."""


def _houses(history: History) -> Iterator[HouseRules]:
    """Yield all house rules that the hand may have been played under, the most likely first."""
    base = house(history.rules.betting, history.rules.heads_up_button)
    ante = history.blinds.ante
    antes = (
        [ShortAntes.LAYERED, ShortAntes.SHARED]
        if ante > min(history.stacks)
        else [base.short_antes]
    )
    prices = [ShortBigBlind.FULL_PRICE, ShortBigBlind.LARGEST_POST]
    reopenings = [Reopening.ANY]
    if base.betting is Betting.FIXED_LIMIT:
        reopenings.append(Reopening.ADD_UP)
    odd_chips = [OddChips.ONE_EACH, OddChips.FIRST_WINNER]
    if _may_be_dropped(history):
        odd_chips.insert(0, OddChips.DROPPED)
    for odd, short, price, reopening in product(odd_chips, antes, prices, reopenings):
        yield base.replace(
            odd_chips=odd, short_antes=short, short_big_blind=price, reopening=reopening
        )


def _verified(history: History, claims: Claims) -> History:
    """Return the hand if its sums are as claimed, with uncalled bets removed from the payments.

    Raises `HistoryError` otherwise.
    """
    story = []
    for scene in scenes(history):
        story.append(scene)
        _verify_act(scene, claims)
    end = story[-1]
    if not end.situation.end:
        raise _Claim("the hand ends before the betting is over")
    payments = history.payments
    assert payments is not None
    _, returned = uncalled_bet(story)
    readings = [payments]
    if claims.returned != returned:
        # Some sites count a returned bet among the collected chips, or state it differently.
        claimed_returns = claims.returned or {}
        other = [
            chips + claimed_returns.get(index, 0) - returned.get(index, 0)
            for index, chips in indexed(payments.collected)
        ]
        if claims.returned is not None:
            readings.clear()
        if min(other) >= 0:
            readings.append(payments._replace(collected=tuple(other)))
    fault: HistoryError | None = None
    for reading in readings:
        try:
            return _settled(history.replace(payments=reading), end)
        except HistoryError as error:
            fault = fault or error
    for index in {*returned, *(claims.returned or {})}:
        given, due = (claims.returned or {}).get(index, 0), returned.get(index, 0)
        if given != due:
            raise _disagreement(history, index, "gets back", given, due)
    raise _Claim(fault.reason if fault else "the sums do not fit")


def _settled(history: History, end: Scene) -> History:
    """Return the hand. `payments` is None if the rules alone explain what was paid."""
    payments = history.payments
    assert payments is not None
    due = stacks_by_rules(end)
    finished = end.dealer.finish()
    behind = [stack.stack for stack in finished.stacks]
    owed = None if due is None else [a - b for a, b in zip(due, behind, strict=True)]
    if owed is not None and history.rules.odd_chips is OddChips.DROPPED:
        is_dropped = payments.rake == finished.gathered - sum(owed) and (
            payments._replace(rake=0).is_plain and payments.collected == tuple(owed)
        )
        if not is_dropped:
            raise _Claim("something other than odd chips was deducted")
        return history.replace(payments=None)
    settle(end._replace(history=history))
    if owed is not None and payments.is_plain and payments.collected == tuple(owed):
        return history.replace(payments=None)
    return history


def _verify_act(scene: Scene, claims: Claims) -> None:
    move = scene.move
    if not isinstance(scene.step, Acted) or move is None:
        return
    to = move.player_diff.new_wager
    before = move.before.stacks[move.before.turn_to_act].recent_wager
    for claimed, due, does in (
        (claims.paid.get(scene.number), to - before, "puts in"),
        (claims.raised_by.get(scene.number), to - move.before.price, "raises by"),
    ):
        if claimed is not None and claimed != due:
            fault = _disagreement(scene.history, scene.step.stack, does, claimed, due)
            raise _Claim(fault.reason, line=claims.lines.get(scene.number))


def _disagreement(
    history: History, stack: StackIndex, does: str, given: Chips, due: Chips
) -> HistoryError:
    return _Claim(
        f"{history.name(stack)} {does} {_written(given, history)}, "
        f"but by the rules it is {_written(due, history)}"
    )


def _written(chips: Chips, history: History) -> str:
    return amount.written(chips, history.scale)
