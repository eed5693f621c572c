"""An analysis as JSON, for `masa replay --analyse --json` and the HTTP API.

The types are the one definition of this JSON: the API's schema is made from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from typing_extensions import TypedDict

from pokermasa.cards import Card
from pokermasa.histories.history import History
from pokermasa.rules import StackIndex
from pokermasa.study.analysis import Analysis, Odds, StepKind, StepStudy
from pokermasa.study.chance import Chance
from pokermasa.study.decision import DecisionStudy, Verdict
from pokermasa.study.mistakes import Street, mistakes_of


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
    """The range of one player as it arrives at the decision."""

    stack: int
    percent: float
    """Weighted share of all starting hands, in per cent."""
    grid: list[list[float]]
    """Weights of the 13 × 13 starting hands: aces first, suited hands above the diagonal. The most
    likely hand has weight 1."""
    hands: str
    """The same range with the weight of each hand, as text that the solver reads."""


class OptionData(TypedDict):
    """An act that the player could have chosen."""

    act: str
    """The act in Uci."""
    loss: float
    """Expected chips lost, compared with the best act."""
    worth: float | None
    """Expected value in chips, compared with folding (0). Null by the preflop tables."""
    often: float | None
    """Frequency (0 to 1) of the act with this hand."""
    is_chosen: bool


class DecisionData(TypedDict):
    """The verdict on one decision of a player whose cards you saw, as explained in
    docs/study.md."""

    stack: int
    verdict: Literal["good", "close", "depends", "mistake", "blunder", "none"]
    reason: str | None
    """Why there is no verdict, as one of the words in docs/study.md."""
    options: list[OptionData]
    best: str | None
    loss: float | None
    """Expected chips lost by the chosen act, compared with the best one."""
    least: float | None
    """The loss that is left if the opponent's range is a third tighter or looser. One other act
    must be better by this much each time."""
    equity: float | None
    """Equity (0 to 1) against the opponent's range."""
    exploitable: float | None
    """Exploitability of the solution at this decision, in per cent of the pot."""
    source: str
    """`solution`, `tables` (before the flop), `push or fold` (short stacks before the flop) or
    `cards` (no range can change the verdict)."""
    bets: str
    """Bet sizes in the solver's tree, in addition to those that were played."""
    is_near: bool
    """Whether the preflop tables have the story of the hand, apart from sizes."""
    is_tournament: bool
    """Whether the values are tournament chips, which are not prizes."""
    is_first: bool
    """Whether this is a first answer from small trees. The full solution may differ."""
    ranges: list[RangeReadData]
    """The ranges of both players as they arrive at the decision, the player's own first."""


class JudgedStep(TypedDict):
    """The decision at one step of the hand."""

    number: int
    """Index of the step in the hand history."""
    decision: DecisionData


class MistakeData(TypedDict):
    """A decision that is a mistake or a blunder."""

    step: int
    """Index of the step in the hand history."""
    street: Street
    position: str
    kind: Literal["overfold", "bad call", "missed bet", "bad bet", "bad size"]
    act: str
    """The act in Uci."""
    best: str
    loss: float
    """Expected big blinds lost. 0 if the act is wrong against every range, but by an unknown
    number."""


class Judgement(TypedDict):
    """The decisions of one player, with those from the flop on solved."""

    stack: int
    big_blind: int
    lost: float
    """Expected chips lost by all decisions that are a mistake or a blunder."""
    mistakes: list[MistakeData]
    steps: list[JudgedStep]


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


def judgement_data(
    history: History, stack: StackIndex, studies: Mapping[int, DecisionStudy]
) -> Judgement:
    """Return the studies of one player's decisions, by step, as plain JSON values."""
    wrong = (Verdict.MISTAKE, Verdict.BLUNDER)
    return {
        "stack": stack,
        "big_blind": history.blinds.big,
        "lost": round(sum(s.loss or 0.0 for s in studies.values() if s.verdict in wrong), 2),
        "mistakes": [
            {
                "step": one.step,
                "street": one.street,
                "position": one.position,
                "kind": one.kind.value,
                "act": one.act,
                "best": one.best,
                "loss": round(one.loss, 2),
            }
            for one in mistakes_of(history, stack, studies)
        ],
        "steps": [
            {"number": number, "decision": _decision(studies[number])} for number in sorted(studies)
        ],
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
        "verdict": decision.verdict.value,
        "reason": None if decision.reason is None else decision.reason.value,
        "options": [
            {
                "act": option.act,
                "loss": round(option.loss, 2),
                "worth": _rounded(option.worth, 2),
                "often": _rounded(option.often, 4),
                "is_chosen": option.is_chosen,
            }
            for option in decision.options
        ],
        "best": decision.best,
        "loss": _rounded(decision.loss, 2),
        "least": _rounded(decision.least, 2),
        "equity": _rounded(decision.equity, 4),
        "exploitable": _rounded(decision.exploitable, 3),
        "source": decision.source,
        "bets": decision.bets,
        "is_near": decision.is_near,
        "is_tournament": decision.is_tournament,
        "is_first": decision.is_first,
        "ranges": [
            {
                "stack": read.stack,
                "percent": round(read.percent, 1),
                "grid": [[round(weight, 2) for weight in row] for row in read.grid],
                "hands": str(read.hands),
            }
            for read in decision.ranges
        ],
    }


def _rounded(number: float | None, places: int) -> float | None:
    return None if number is None else round(number, places)
