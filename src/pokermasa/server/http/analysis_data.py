"""Response models for the analysis of a hand. `study.data` makes the values."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel


class ChanceData(BaseModel):
    """Chances of one hand whose cards are known, between 0 and 1."""

    stack: int
    equity: float
    win: float
    tie: float
    within: float
    """Half of the 95 % confidence interval; 0 if every board was counted."""


class OddsData(BaseModel):
    """The price of a call and the pot, right before an act."""

    to_call: int
    pot: int
    """Chips that a call can win, without the call itself."""
    needed: float
    """Equity (0 to 1) at which a call breaks even."""
    stack_to_pot: float
    """Effective stack divided by the pot after a call."""


class RangeReadData(BaseModel):
    """The range of one opponent, estimated from the acts before the decision."""

    stack: int
    percent: float
    """Weighted share of all starting hands, in per cent."""
    grid: list[list[float]]
    """Weights of the 13 × 13 starting hands: aces first, suited hands above the diagonal. The most
    likely hand has weight 1."""


class AlternativeData(BaseModel):
    """An act that the player could have chosen, judged by the model of the house bot."""

    act: str
    """The act in Uci."""
    cost: int
    worth: float
    """Expected value in chips, compared with folding (0)."""
    all_fold: float
    """Probability (0 to 1) that all opponents fold."""
    is_chosen: bool


class SolvedAct(BaseModel):
    """An act in the solver's tree."""

    act: str
    """The act in Uci."""
    often: float
    """Frequency (0 to 1) of the act in the solution, with this hand."""
    worth: float
    """Expected value in chips, compared with folding (0)."""


class SolvedData(BaseModel):
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


class DecisionData(BaseModel):
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


class StepData(BaseModel):
    """The table right after one step of the hand. If the step is an act, `odds` and `decision`
    describe it."""

    number: int
    """Index of the step in the hand history, or -1 for the start."""
    kind: Literal["start", "act", "board", "show"]
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


class Analysed(BaseModel):
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
