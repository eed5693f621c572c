"""Judges all-ins, folds and calls of short stacks in the blinds by the push/fold equilibrium."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from pokermasa.batch.array import Floats
from pokermasa.batch.combo import combos
from pokermasa.cards import Card
from pokermasa.equity.against import combo_of
from pokermasa.notation import uci
from pokermasa.rules import Fold, StackIndex
from pokermasa.solve.pushfold import PushFold, push_or_fold, worths
from pokermasa.strength.range import Range
from pokermasa.study.decision import DecisionStudy, NoVerdict, Option, RangeRead, verdict_of
from pokermasa.study.line import SHORT, Line, call_name

_CHANGE = 1 / 3
"""By this share, the opponent's range becomes tighter or looser in the margins."""


def judge_short_stack(line: Line, number: int, hand: tuple[Card, Card]) -> DecisionStudy | None:
    """Judge the act with index *number* in `line.preflop`.

    Return None unless this is an all-in or a fold of the small blind after folds, or the answer of
    the big blind to this all-in, with an effective stack below `SHORT` big blinds. Other raises and
    limps are not judged: they are worth more than a fold or an all-in with some hands."""
    stack = _effective_stack(line, number)
    if stack is None:
        return None
    played, opening = line.preflop[number], line.opening
    me, big = played.before.turn_to_act, opening.blinds.big
    is_push = me == opening.small_blind
    depth, small_blind = stack / big, opening.blinds.small / big
    found = _equilibrium(depth, small_blind)
    cell = int(combos().hand_class[combo_of(*(card.number for card in sorted(hand)[::-1]))])

    def worth_against(range: Floats) -> float:
        pushing, calling = worths(range, range, depth, small_blind)
        return float((pushing if is_push else calling)[cell]) * big

    other = found.call if is_push else found.push
    order = found.call_worth if is_push else found.push_worth
    ranges = (other, _resized(other, order, 1 - _CHANGE), _resized(other, order, 1 + _CHANGE))
    folds = isinstance(played.act, Fold)
    gains = [worth_against(each) for each in ranges]
    losses = [max(0.0, gain if folds else -gain) for gain in gains]
    act = uci.write(played.act)
    frequency = float((found.push if is_push else found.call)[cell])
    alternative = "AA" if is_push else call_name(played.before)
    acts = (("FO", 0.0, 1 - frequency), (alternative if folds else act, gains[0], frequency))
    return DecisionStudy(
        stack=me,
        verdict=verdict_of(
            losses[0],
            min(losses),
            big=big,
            pot=played.before.pot,
            exact=0.0,
            often=1 - frequency if folds else frequency,
            is_tournament=line.is_tournament,
        ),
        options=tuple(
            Option(name, max(0.0, gains[0]) - worth, worth, often, name == act)
            for name, worth, often in acts
        ),
        best=max(acts, key=lambda each: each[1])[0],
        loss=losses[0],
        least=min(losses),
        source="push or fold",
        is_tournament=line.is_tournament,
        ranges=()
        if is_push
        else (
            RangeRead.from_range(me, Range.read("random")),
            RangeRead.from_range(opening.small_blind, found.ranges[0]),
        ),
    )


def _effective_stack(line: Line, number: int) -> int | None:
    """Return the effective stack in chips, or None if the act is not judged here."""
    opening, played, act = line.opening, line.preflop[number], line.past[number]
    small, big = opening.small_blind, opening.big_blind
    blinds = opening.blinds
    if line.refusal not in (None, NoVerdict.DEPTH):
        return None
    if (opening.stacks[small].recent_wager, opening.stacks[big].recent_wager) != blinds[:2]:
        return None
    stack = min(opening.stacks[small].total, opening.stacks[big].total)
    if not blinds.big < stack < SHORT * blinds.big:
        return None
    folded = {past.index for past in line.past[:number] if isinstance(past.act, Fold)}
    bets = [past for past in line.past[:number] if not isinstance(past.act, Fold)]
    others = {StackIndex(index) for index in range(len(opening.stacks))} - {small, big}
    if folded != others:
        return None
    if played.before.turn_to_act == small:
        is_judged = not bets and (isinstance(act.act, Fold) or act.to >= stack)
    else:
        is_judged = len(bets) == 1 and bets[0].index == small and bets[0].to >= stack
    return stack if is_judged else None


@lru_cache(64)
def _equilibrium(depth: float, small_blind: float) -> PushFold:
    return push_or_fold(depth, small_blind)


def _resized(often: Floats, worth: Floats, factor: float) -> Floats:
    """Return the best hands by *worth*, together *factor* times as frequent as *often*."""
    sizes = np.bincount(combos().hand_class)
    order = np.argsort(-worth, kind="stable")
    before = np.cumsum(sizes[order]) - sizes[order]
    resized = np.empty(len(often))
    resized[order] = np.clip((factor * (often @ sizes) - before) / sizes[order], 0.0, 1.0)
    return resized
