"""An analysis as JSON, for `masa replay --analyse --json` and the HTTP API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pokermasa.cards import Card
from pokermasa.study.analysis import Analysis, Odds, StepStudy
from pokermasa.study.chance import Chance
from pokermasa.study.decision import DecisionStudy, SolverAnswer


def analysis_data(analysis: Analysis) -> dict[str, Any]:
    """Return *analysis* as plain JSON values.

    Stacks are indexes into `players`. Amounts are whole numbers; `scale` of them are one unit of
    the file the hand came from."""
    history = analysis.history
    return {
        "players": [history.name(stack) for stack in range(history.players)],  # type: ignore[arg-type]
        "viewer": analysis.viewer,
        "scale": history.scale,
        "big_blind": history.blinds.big,
        "net": analysis.net and list(analysis.net),
        "adjusted": analysis.adjusted and [round(chips, 2) for chips in analysis.adjusted],
        "steps": [_step(step) for step in analysis.steps],
    }


def _step(step: StepStudy) -> dict[str, Any]:
    return {
        "number": step.number,
        "kind": step.kind,
        "run": step.run,
        "stack": step.stack,
        "act": step.act,
        "fen": step.fen,
        "board": _cards(step.board),
        "pot": step.pot,
        "chances": [_chance(chance) for chance in step.chances],
        "unknown": step.unknown,
        "odds": None if step.odds is None else _odds(step.odds),
        "decision": None if step.decision is None else _decision(step.decision),
        "message": step.words,
    }


def _cards(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def _chance(chance: Chance) -> dict[str, Any]:
    return {
        "stack": chance.stack,
        "equity": round(chance.equity, 6),
        "win": round(chance.win, 6),
        "tie": round(chance.tie, 6),
        "within": round(chance.within, 6),
    }


def _odds(odds: Odds) -> dict[str, Any]:
    return {
        "to_call": odds.to_call,
        "pot": odds.pot,
        "needed": round(odds.needed, 4),
        "stack_to_pot": round(odds.stack_to_pot, 2),
    }


def _decision(decision: DecisionStudy) -> dict[str, Any]:
    return {
        "stack": decision.stack,
        "equity": round(decision.equity, 4),
        "ranges": [
            {
                "stack": read.stack,
                "percent": round(read.percent, 1),
                "grid": [[round(weight, 2) for weight in row] for row in read.grid],
            }
            for read in decision.ranges
        ],
        "alternatives": [
            {
                "act": each.act,
                "cost": each.cost,
                "worth": round(each.worth, 2),
                "all_fold": round(each.all_fold, 4),
                "is_chosen": each.is_chosen,
            }
            for each in decision.alternatives
        ],
        "best": decision.best,
        "loss": round(decision.loss, 2),
        "message": decision.words,
        "solved": decision.solved and solved_data(decision.solved),
    }


def solved_data(solved: SolverAnswer) -> dict[str, Any]:
    return {
        "acts": [
            {"act": each.act, "often": round(each.often, 4), "worth": round(each.worth, 2)}
            for each in solved.acts
        ],
        "act": solved.act,
        "loss": round(solved.loss, 2),
        "equity": round(solved.equity, 4),
        "exploitable": round(solved.exploitable, 3),
        "bets": solved.bets,
        "message": solved.words,
    }
