"""An analysis as JSON, for `masa replay --analyse --json` and the HTTP API.

The types are the one definition of this JSON: the API's schema is made from them.
"""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import TypedDict

from pokermasa.cards import Card
from pokermasa.study.analysis import Analysis, Odds, StepKind, StepStudy
from pokermasa.study.chance import Chance
from pokermasa.study.decision import DecisionStudy, SolverAnswer


class ChanceData(TypedDict):
    """Chances of one hand whose cards are known, between 0 and 1."""

    stack: int
    equity: float
    win: float
    tie: float
    within: float
    """Half of the 95 % confidence interval; 0 if every board was counted."""


class OddsData(TypedDict):
    """The price of a call and the pot, right before an act."""

    to_call: int
    pot: int
    """Chips that a call can win, without the call itself."""
    needed: float
    """Equity (0 to 1) at which a call breaks even."""
    stack_to_pot: float
    """Effective stack divided by the pot after a call."""


class RangeReadData(TypedDict):
    """The range of one opponent, estimated from the acts before the decision."""

    stack: int
    percent: float
    """Weighted share of all starting hands, in per cent."""
    grid: list[list[float]]
    """Weights of the 13 × 13 starting hands: aces first, suited hands above the diagonal. The most
    likely hand has weight 1."""


class AlternativeData(TypedDict):
    """An act that the player could have chosen, judged by the model of the house bot."""

    act: str
    """The act in Uci."""
    cost: int
    worth: float
    """Expected value in chips, compared with folding (0)."""
    all_fold: float
    """Probability (0 to 1) that all opponents fold."""
    is_chosen: bool


class SolvedAct(TypedDict):
    """An act in the solver's tree."""

    act: str
    """The act in Uci."""
    often: float
    """Frequency (0 to 1) of the act in the solution, with this hand."""
    worth: float
    """Expected value in chips, compared with folding (0)."""


class SolvedData(TypedDict):
    """The solver's answer for one decision."""

    acts: list[SolvedAct]
    """Frequency of each act with this hand in the solver's strategy, and its expected value in
    chips."""
    act: str
    """The chosen act, as the nearest act of the solver's tree."""
    loss: float
    """Expected value lost compared with the best act, in chips."""
    equity: float
    exploitable: float
    """Exploitability of the solver's strategy, in per cent of the pot: the smaller, the closer to
    equilibrium."""
    bets: str
    """Bet sizes in the solver's tree."""
    message: str
    """A sentence on how the solution was computed."""


class Solution(SolvedData):
    """The solver's answer for the decision at one step of the hand."""

    step: int
    """Number of the step."""


class DecisionData(TypedDict):
    """One decision of a player whose cards you saw, judged by the model of the house bot."""

    stack: int
    equity: float
    """Equity (0 to 1) against the estimated ranges of the opponents."""
    ranges: list[RangeReadData]
    alternatives: list[AlternativeData]
    best: str
    loss: float
    """Expected chips lost by the chosen act, compared with the best one."""
    message: str
    """The act that the house bot prefers, with its reason."""
    solved: SolvedData | None


class StepData(TypedDict):
    """The table right after one step of the hand. If the step is an act, `odds` and `decision`
    describe it."""

    number: int
    """Index of the step in the hand history, or -1 for the start."""
    kind: StepKind
    run: int
    """Number of the board, from 1. Only a hand that was run several times has a second one."""
    stack: int | None
    act: str | None
    """The act in Uci."""
    fen: str
    board: list[str]
    pot: int
    chances: list[ChanceData]
    unknown: int
    """Number of hands still in play whose cards are unknown."""
    odds: OddsData | None
    decision: DecisionData | None
    message: str
    """A remark on the step, for example a house bot's reason for its act."""


class Analysed(TypedDict):
    """Analysis of a hand, as explained in docs/study.md. Each `stack` is an index into
    `players`."""

    players: list[str]
    viewer: int | None
    scale: int
    big_blind: int
    net: list[int] | None
    """Chips won or lost by each stack; null if the history does not say who won."""
    adjusted: list[float] | None
    steps: list[StepData]


def analysis_data(analysis: Analysis) -> Analysed:
    """Return *analysis* as plain JSON values.

    Stacks are indexes into `players`. Amounts are whole numbers; `scale` of them are one unit of
    the file the hand came from."""
    history = analysis.history
    return {
        "players": [history.name(stack) for stack in range(history.players)],  # type: ignore[arg-type]
        "viewer": analysis.viewer,
        "scale": history.scale,
        "big_blind": history.blinds.big,
        "net": None if analysis.net is None else list(analysis.net),
        "adjusted": None
        if analysis.adjusted is None
        else [round(chips, 2) for chips in analysis.adjusted],
        "steps": [_step(step) for step in analysis.steps],
    }


def _step(step: StepStudy) -> StepData:
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


def _chance(chance: Chance) -> ChanceData:
    return {
        "stack": chance.stack,
        "equity": round(chance.equity, 6),
        "win": round(chance.win, 6),
        "tie": round(chance.tie, 6),
        "within": round(chance.within, 6),
    }


def _odds(odds: Odds) -> OddsData:
    return {
        "to_call": odds.to_call,
        "pot": odds.pot,
        "needed": round(odds.needed, 4),
        "stack_to_pot": round(odds.stack_to_pot, 2),
    }


def _decision(decision: DecisionStudy) -> DecisionData:
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
        "solved": None if decision.solved is None else solved_data(decision.solved),
    }


def solved_data(solved: SolverAnswer) -> SolvedData:
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
