"""What a file says about chips, beside the acts, and whether that is what the rules say.

The sums also tell which house a hand was played in: `settled_by` finds one whose rules pay exactly
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
from pokermasa.histories.replay import Scene, came_back, scenes
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
    """What a file says about chips, besides the acts and what was collected."""

    paid: Mapping[int, Chips]
    """What an act put in, by its place in the story."""
    returned: Paid | None
    """None if the file does not tell."""
    raised_by: Mapping[int, Chips] = {}
    """How far a raise went above the price, likewise."""
    lines: Mapping[int, int] = {}
    """Where an act stands in the file."""
    fits: bool = False
    """The sums of all acts have been found right, if the acts are."""


_LENIENT = HouseRules.named("tda").but(reopening=Reopening.ANY, raise_cap=None)


def house(betting: Betting, heads_up_button: HeadsUpButton) -> HouseRules:
    """Where a hand is taken to be from until its sums say otherwise."""
    return _LENIENT.but(betting=betting, heads_up_button=heads_up_button)


def settled_by(history: History, claims: Claims) -> History:
    """The hand in the first house in which it goes as claimed; `history.payments` is what the file
    says was paid, and is None afterwards if that is what the rules pay.

    A hand that no house allows comes back as it is, since replaying it tells best what is wrong;
    one that could happen but comes to other sums is a `HistoryError`.
    """
    quick = _settled_quickly(history, claims)
    if quick is not None:
        return quick
    fault: HistoryError | None = None
    for rules in _houses(history):
        candidate = history.but(rules=rules)
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
    """For hands that are plain beyond doubt, and sums that are as they should be."""
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
        return history.but(payments=None) if payments.collected == tuple(due) else None
    return history


def _may_be_dropped(history: History) -> bool:
    """Whether what was kept may be odd chips: where a house drops them, they are told as rake."""
    payments = history.payments
    is_rake = payments is not None and 0 < payments.rake < 10 * history.players
    return is_rake and "currency" not in history.fields


class _Claim(HistoryError):
    """The hand is fine, but the file says something else."""


def _houses(history: History) -> Iterator[HouseRules]:
    """Every house that may have been it, the most likely first."""
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
        yield base.but(odd_chips=odd, short_antes=short, short_big_blind=price, reopening=reopening)


def _verified(history: History, claims: Claims) -> History:
    """The hand, if it goes as claimed; what was collected is told without what came back."""
    story = []
    for scene in scenes(history):
        story.append(scene)
        _verify_act(scene, claims)
    end = story[-1]
    if not end.situation.end:
        raise _Claim("the hand ends before the betting is over")
    payments = history.payments
    assert payments is not None
    _, returned = came_back(story)
    readings = [payments]
    if claims.returned != returned:
        # Some count what came back among what was collected, or tell it otherwise.
        told = claims.returned or {}
        other = [
            chips + told.get(index, 0) - returned.get(index, 0)
            for index, chips in indexed(payments.collected)
        ]
        if claims.returned is not None:
            readings.clear()
        if min(other) >= 0:
            readings.append(payments._replace(collected=tuple(other)))
    fault: HistoryError | None = None
    for reading in readings:
        try:
            return _settled(history.but(payments=reading), end)
        except HistoryError as error:
            fault = fault or error
    for index in {*returned, *(claims.returned or {})}:
        given, due = (claims.returned or {}).get(index, 0), returned.get(index, 0)
        if given != due:
            raise _disagreement(history, index, "gets back", given, due)
    raise _Claim(fault.reason if fault else "the sums do not fit")


def _settled(history: History, end: Scene) -> History:
    """With the payments that are left to tell once the rules have paid."""
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
            raise _Claim("something else than odd chips was kept")
        return history.but(payments=None)
    settle(end._replace(history=history))
    if owed is not None and payments.is_plain and payments.collected == tuple(owed):
        return history.but(payments=None)
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
