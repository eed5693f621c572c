"""Verdicts that no range of the opponents could change."""

from __future__ import annotations

import numpy as np

from pokermasa.batch import evaluate
from pokermasa.batch.combo import combos
from pokermasa.cards import Card
from pokermasa.notation import uci
from pokermasa.rules import BettingRound, StackIndex
from pokermasa.study.decision import DecisionStudy, Option, Verdict
from pokermasa.study.line import PlayedAct, call_name


def certain_verdict(
    played: PlayedAct, hand: tuple[Card, Card], board: tuple[Card, ...]
) -> DecisionStudy | None:
    """Return the verdict on an act that is wrong against every range, or None.

    These are a fold where a check is free, on the river a fold of a hand that cannot lose, and a
    call with a hand that loses to every other hand."""
    dealer = played.before
    me = dealer.turn_to_act
    owed = dealer.price - dealer.stacks[me].recent_wager
    act = uci.write(played.act)
    if act == "FO" and owed <= 0:
        return _wrong(me, "FO", "CH", None)
    if dealer.round is not BettingRound.RIVER or owed <= 0:
        return None
    beaten, met = _beaten(hand, board)
    if act == "FO" and beaten == 0:
        # A call could tie with everybody, so only a part of the pot is certain.
        return _wrong(me, "FO", call_name(dealer), float(dealer.pot) if met == 0 else None)
    if act in ("CA", "AC") and beaten + met == 1 and met == 0:
        return _wrong(me, act, "FO", float(min(owed, dealer.stacks[me].stack)))
    return None


def _wrong(me: StackIndex, act: str, best: str, loss: float | None) -> DecisionStudy:
    options = (Option(act, loss or 0.0, None, None, True), Option(best, 0.0, None, None, False))
    return DecisionStudy(me, Verdict.MISTAKE, None, options, best, loss, loss, source="cards")


def _beaten(hand: tuple[Card, Card], board: tuple[Card, ...]) -> tuple[float, float]:
    """Return the parts of all possible hands that beat this one, and that tie with it."""
    known = [card.number for card in (*hand, *board)]
    table = combos()
    free = ~(np.isin(table.high, known) | np.isin(table.low, known))
    rows = np.empty((int(free.sum()) + 1, 7), np.uint8)
    rows[:, 2:] = known[2:]
    rows[:-1, 0], rows[:-1, 1] = table.high[free], table.low[free]
    rows[-1, :2] = known[:2]
    values = evaluate(rows)
    mine, others = values[-1], values[:-1]
    return float((others > mine).mean()), float((others == mine).mean())
