"""Response models for the analysis of a hand. `study.data` makes the values."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel


class ChanceData(BaseModel):
    stack: int
    equity: float
    win: float
    tie: float
    within: float
    """Half of the 95 % confidence interval; 0 if every board was counted."""


class OddsData(BaseModel):
    to_call: int
    pot: int
    needed: float
    stack_to_pot: float


class RangeReadData(BaseModel):
    stack: int
    percent: float
    grid: list[list[float]]


class AlternativeData(BaseModel):
    act: str
    cost: int
    worth: float
    all_fold: float
    is_chosen: bool


class SolvedAct(BaseModel):
    act: str
    often: float
    worth: float


class SolvedData(BaseModel):
    acts: list[SolvedAct]
    """Frequency of each act with this hand in the solver's strategy, and its expected value in
    chips."""
    act: str
    """The act that the player chose."""
    loss: float
    """Expected value lost compared with the best act, in chips."""
    equity: float
    exploitable: float
    """Exploitability of the solver's strategy, in per cent of the pot: the smaller, the closer to
    equilibrium."""
    bets: str
    words: str


class Solution(SolvedData):
    step: int


class DecisionData(BaseModel):
    stack: int
    equity: float
    ranges: list[RangeReadData]
    alternatives: list[AlternativeData]
    best: str
    loss: float
    words: str
    solved: SolvedData | None


class StepData(BaseModel):
    number: int
    kind: Literal["start", "act", "board", "show"]
    run: int
    stack: int | None
    act: str | None
    fen: str
    board: list[str]
    pot: int
    chances: list[ChanceData]
    unknown: int
    odds: OddsData | None
    decision: DecisionData | None
    words: str


class Analysed(BaseModel):
    """Analysis of a hand, as explained in docs/study.md. Each `stack` is an index into
    `players`."""

    players: list[str]
    viewer: int | None
    scale: int
    big_blind: int
    net: list[int] | None
    adjusted: list[float] | None
    steps: list[StepData]
