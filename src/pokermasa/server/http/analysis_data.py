"""What is told of the analysis of a hand; `study.data` makes it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel


class ChanceData(BaseModel):
    stack: int
    equity: float
    win: float
    tie: float
    within: float
    """Half of the 95 % interval; 0 where every board was counted."""


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
    """How often each should be done with this hand, and what it is worth in chips."""
    act: str
    """What was done;"""
    loss: float
    """and what that cost beside the best."""
    equity: float
    exploitable: float
    """Per cent of the pot: how far from perfect the answer may be."""
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
    """docs/study.md explains it. A stack is a place among the hand's `players`."""

    players: list[str]
    viewer: int | None
    scale: int
    big_blind: int
    net: list[int] | None
    adjusted: list[float] | None
    steps: list[StepData]
